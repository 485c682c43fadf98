//! Which specs slice an array of some dims, and the dims of the result.

use super::{const_resolve, resolve, resolve_or_panic};
use crate::error::{SliceError, or_panic};
use crate::layout::{AddRank, Dims, Dyn, Fixed, Rank, SubRank};
use crate::spec::{
    AsEncoding, Encoding, EncodingRef, InlineSpec, Kind, Kinds, NoLists, ShapedSpec, Spec,
};

/// A spec that slices arrays of dims D. [`slice`](crate::Array::slice) takes it.
///
/// | spec | on [`Rank<R>`](Rank) | on [`Dyn`] |
/// |---|---|---|
/// | [`Spec`] from `s!`, or a reference to one | `Rank<R - C + P>` | `Dyn` |
/// | `DynSpec`, [`Encoding`], [`EncodingRef`], [`InlineSpec`] | `Dyn` | `Dyn` |
/// | a reference to one of these | `Dyn` | `Dyn` |
///
/// A function that is generic over the dims and the spec:
///
/// ```
/// use tslice::{Array, Dims, Ref, Slices, View, s};
///
/// fn crop<'a, D: Dims, P: Slices<D>>(
///     v: &Array<Ref<'a, f32>, D>,
///     spec: P,
/// ) -> Array<Ref<'a, f32>, P::Output> {
///     v.slice(spec)
/// }
///
/// let v = View::<_, 2>::from(&[[1.0, 2.0], [3.0, 4.0]]);
/// let row: View<f32, 1> = crop(&v, s![1]);
/// assert_eq!(row, [3.0, 4.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "this is not a spec that slices an array of {D}",
    label = "not a spec for this array",
    note = "write `s![..]` with at most as many indices and ranges as axes, or pass a \
            `&DynSpec`, which `text.parse::<DynSpec>()?` reads from a text",
    note = "a `Range` r is `s![r.start:r.end]`, a spec with lists is for `pick` or `tpick`, \
            the `s!` of another crate writes that crate's specs, and the lengths that `checked!` \
            compares are in the type of the array, `a.into_static::<Shape![4, 6]>()`",
    note = "code for all dims needs a bound, `where SpecType![..]: Slices<D>`, and code for all \
            specs, too: `P: Slices<D>`, where D is `Rank<2>` for a matrix"
)]
pub trait Slices<D: Dims /* Slices<Rank<2>, Output = Rank<1>> */>: AsEncoding {
    /// The dims of the result.
    type Output: Dims;

    /// Whether each caller gets the code of a slice: a view by typed entries that take one or two
    /// axes takes four times as long if it is called. Entries for more axes, inlined into each
    /// caller, would cost the compiler twice the time of ndarray's.
    #[doc(hidden)]
    const INLINED: bool = false; // a spec of any kind, known at run time, is a `DynSpec`

    /// Writes the layout of the result, and returns the offset of its first element. The layout is
    /// written where it is kept: to move one that was just written takes longer than to resolve it.
    #[doc(hidden)]
    #[inline]
    fn resolve(
        self,
        from: &D::Layout,
        to: &mut <Self::Output as Dims>::Layout,
    ) -> Result<isize, SliceError>
    where
        Self: Sized,
    {
        resolve(self.as_encoding(), 0, from, to)
    }

    /// [`resolve`](Self::resolve), or a panic with its error.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    fn resolve_or_panic(self, from: &D::Layout, to: &mut <Self::Output as Dims>::Layout) -> isize
    where
        Self: Sized,
    {
        or_panic(self.resolve(from, to))
    }
}

/// A [`Spec`], or a reference to one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a slice spec",
    label = "write `tslice::s![..]`, or pass a `&DynSpec`",
    note = "the `s!` of another crate writes that crate's specs"
)]
pub trait TypedSpec: AsEncoding {
    /// The spec.
    type Spec;

    fn typed(&self) -> &Self::Spec;
}

#[diagnostic::do_not_recommend]
impl<const N: usize, K: Kind, L> TypedSpec for Spec<N, K, L> {
    type Spec = Self;

    #[inline(always)]
    fn typed(&self) -> &Self {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<const N: usize, K: Kind, L> TypedSpec for &Spec<N, K, L> {
    type Spec = Spec<N, K, L>;

    #[inline(always)]
    fn typed(&self) -> &Spec<N, K, L> {
        self
    }
}

/// For every typed spec and every reference to one, and not for `Spec` by name: the compiler would
/// list that impl beside a rank error.
impl<
    X,
    L,
    const N: usize,
    const FORMS: u128,
    const C: usize,
    const P: usize,
    const R: usize,
    const W: usize,
    const O: usize,
> Slices<Rank<R>> for X
where
    X: TypedSpec<Spec = Spec<N, Kinds<FORMS, C, P>, L>>,
    L: NoLists,
    Rank<R>: SubRank<R, C, Output = Rank<W>>,
    Rank<W>: AddRank<W, P, Output = Rank<O>>,
{
    type Output = Rank<O>;

    const INLINED: bool = C <= 2;

    #[inline(always)]
    fn resolve(self, from: &Fixed<R>, to: &mut Fixed<O>) -> Result<isize, SliceError> {
        const_resolve::<N, Kinds<FORMS, C, P>, R, O>(&self.typed().numbers, from, to)
    }

    #[inline(always)]
    #[track_caller]
    fn resolve_or_panic(self, from: &Fixed<R>, to: &mut Fixed<O>) -> isize {
        resolve_or_panic::<N, Kinds<FORMS, C, P>, R, O>(&self.typed().numbers, from, to)
    }
}

/// The specs that give an array of dims `Dyn`, whatever they slice.
macro_rules! dynamic {
    ($([$($generics:tt)*] $spec:ty, $dims:ty;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Slices<$dims> for $spec {
            type Output = Dyn;
        }
    )+};
}

dynamic! {
    [const N: usize, K: Kind, L: NoLists] Spec<N, K, L>, Dyn;
    [const N: usize, K: Kind, L: NoLists] &Spec<N, K, L>, Dyn;
    [D: Dims] Encoding, D;
    [D: Dims] &Encoding, D;
    [D: Dims] EncodingRef<'_>, D;
    [D: Dims] InlineSpec, D;
    [D: Dims] &InlineSpec, D;
}

/// Writes [`Slices`] for a type that has a spec as a field and slices as it does, and for
/// references to it: the parameters of the `impl`, the type of that spec, and the holder.
macro_rules! delegated {
    ($parameters:tt $of:ident, $holder:ty) => {
        delegated! { @one $parameters $of, $holder }
        delegated! { @one $parameters $of, &$holder }
    };
    (@one [$($parameters:tt)*] $of:ident, $holder:ty) => {
        // Not recommended: the compiler would show this impl beside every rank error of `s!`.
        #[diagnostic::do_not_recommend]
        impl<$($parameters)*> Slices<D> for $holder {
            type Output = $of::Output;

            const INLINED: bool = $of::INLINED;

            #[inline(always)]
            fn resolve(
                self,
                from: &D::Layout,
                to: &mut <Self::Output as Dims>::Layout,
            ) -> Result<isize, SliceError> {
                self.spec.resolve(from, to)
            }
        }
    };
}

pub(super) use delegated;

delegated! {
    [D: Dims, P: Slices<D> + Copy, I: Copy, O: Copy] P, ShapedSpec<P, I, O>
}
