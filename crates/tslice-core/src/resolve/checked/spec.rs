//! How arrays of static shapes are sliced: by the spec that `checked!` makes, and by specs of `s!`,
//! which the compiler does not check.

use core::borrow::Borrow;
use core::fmt;
use core::marker::PhantomData;

use super::proof::Proven;
use super::walk::Walk;
use crate::error::SliceError;
use crate::layout::{
    AddRank, Dims, Extent, Fixed, FromList, Layout, Rank, Ranked, StaticShape, SubRank, Unknown,
    each_tuple, misfit,
};
use crate::resolve::slices::delegated;
use crate::resolve::{Slices, const_resolve};
use crate::spec::{AsEncoding, EncodingRef, Kind, Kinds, Spec, Trust};

/// A spec that the compiler checks against the dims of the array that it slices, made by
/// `checked!`.
///
/// K are the dims as far as they are known, E is the list of entries as a type, S is the [`Spec`].
/// All three are inferred.
#[must_use]
#[derive(Clone, Copy)]
pub struct Checked<K, E, S> {
    pub(crate) spec: S,
    entries: PhantomData<fn() -> E>,
    /// The value that `checked!` matches with a constant, so that the compiler evaluates its
    /// checks.
    #[doc(hidden)]
    pub proof: Proven<K>,
}

impl<K, E, S: fmt::Debug> fmt::Debug for Checked<K, E, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spec.fmt(f)
    }
}

/// A spec of begin, end and stride of each entry that is checked against the array that it slices,
/// with its list of entries E.
#[inline(always)]
pub const fn checked<E, K: Kind, DimsOfTheArrayItSlices, const N: usize>(
    numbers: [[i64; N]; 3],
) -> Checked<DimsOfTheArrayItSlices, E, Spec<N, K>> {
    Checked {
        spec: Spec::of(numbers),
        entries: PhantomData,
        proof: Proven::NEW,
    }
}

impl<D, E, const N: usize, K: Kind> Checked<D, E, Spec<N, K>> {
    /// The same spec with the positions of its lists, in the order of its entries.
    #[doc(hidden)]
    #[inline(always)]
    pub fn with_lists<L>(self, lists: L) -> Checked<D, E, Spec<N, K, L>> {
        Checked {
            spec: self.spec.with_lists(lists),
            entries: PhantomData,
            proof: Proven::NEW,
        }
    }
}

impl<K, E, S: AsEncoding> AsEncoding for Checked<K, E, S> {
    const TRUST: Trust<Self> = S::TRUST.carried();

    fn as_encoding(&self) -> EncodingRef<'_> {
        self.spec.as_encoding()
    }
}

delegated! {
    [D: Dims, E, S: Checks<D, E, D::Known>] S, Checked<D::Known, E, S>
}

/// A spec with the list of entries E that slices arrays of dims D, of which K is known.
pub trait Checks<D: Dims, E, K>: AsEncoding + Copy {
    /// The dims of the result.
    type Output: Dims;
    const INLINED: bool;

    fn resolve(
        self,
        from: &D::Layout,
        to: &mut <Self::Output as Dims>::Layout,
    ) -> Result<isize, SliceError>;
}

impl<
    D,
    E,
    X,
    const N: usize,
    const FORMS: u128,
    const C: usize,
    const P: usize,
    const R: usize,
    const W: usize,
    const O: usize,
> Checks<D, E, D> for Spec<N, Kinds<FORMS, C, P>>
where
    D: StaticShape<Ranked = Rank<R>, Layout = Fixed<R>>,
    Rank<R>: SubRank<R, C, Output = Rank<W>>,
    Rank<W>: AddRank<W, P, Output = X>,
    E: Walk<D::List, W>,
    // X is a parameter of its own, so that the compiler reports a rank above 12 once.
    X: FromList<E::Output> + Dims<Layout = Fixed<O>>,
{
    type Output = X::Tuple;

    // The lengths are constants, and most of the arithmetic is gone where it is inlined.
    const INLINED: bool = true;

    #[inline(always)]
    fn resolve(
        self,
        from: &D::Layout,
        to: &mut <Self::Output as Dims>::Layout,
    ) -> Result<isize, SliceError> {
        let offset = const_resolve::<N, Kinds<FORMS, C, P>, R, O>(
            &self.numbers,
            D::known(from).borrow(),
            to,
        )?;
        // The type computed the lengths from the same bounds.
        assert!(
            misfit::<X::Tuple>(to.shape()).is_none(),
            "the entries of a checked spec are its bounds"
        );
        Ok(offset)
    }
}

#[diagnostic::do_not_recommend]
impl<D: Ranked, E, S: Slices<D> + Copy> Checks<D, E, Unknown> for S {
    type Output = S::Output;

    const INLINED: bool = S::INLINED;

    #[inline(always)]
    fn resolve(
        self,
        from: &D::Layout,
        to: &mut <S::Output as Dims>::Layout,
    ) -> Result<isize, SliceError> {
        Slices::resolve(self, from, to)
    }
}

/// Writes the impls for specs of `s!`: one for each number of axes, so that a spec on an array of a
/// rank is one impl to the compiler.
macro_rules! plain {
    ($($rank:literal [$($axis:ident)*];)+) => {$(
        plain! { @of $rank, [Spec<N, X>], $($axis)* }
        plain! { @of $rank, [&Spec<N, X>], $($axis)* }
    )+};
    (@of $rank:literal, [$spec:ty], $($axis:ident)*) => {
        #[doc(hidden)]
        #[diagnostic::do_not_recommend]
        impl<$($axis: Extent,)* const N: usize, X: Kind, const O: usize> Slices<($($axis,)*)>
            for $spec
        where
            Self: Slices<Rank<$rank>, Output = Rank<O>>,
        {
            type Output = Rank<O>;

            const INLINED: bool = <Self as Slices<Rank<$rank>>>::INLINED;

            #[inline(always)]
            fn resolve(self, from: &Fixed<$rank>, to: &mut Fixed<O>) -> Result<isize, SliceError> {
                Slices::<Rank<$rank>>::resolve(self, <($($axis,)*)>::known(from).borrow(), to)
            }
        }
    };
}

each_tuple!(plain);
