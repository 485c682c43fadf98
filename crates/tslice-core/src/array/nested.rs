//! Arrays from nested arrays, slices and vectors: `View::<_, 2>::from(&[[1, 2], [3, 4]])`,
//! `Tensor::from([[1, 2], [3, 4]])`.
//!
//! An array of arrays could also be one axis whose elements are arrays. The rank follows from the
//! levels because an array is not an [`Element`].

use alloc::boxed::Box;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::Cell;
use core::marker::PhantomData;
use core::slice;

use super::raw::counted;
use super::{Array, Mut, Owned, Ref};
use crate::array::AsView;
use crate::array::sealed::Value;
use crate::error::{ShapeError, plural};
use crate::layout::{Const, Dims, MAX_RANK, Rank, type_list};

/// An array of arrays with elements T and as many levels as the list of extents L has:
/// `[[T; B]; A]` for `(X, (Y, ()))`. An element is one without levels.
/// [`to_nested`](Array::to_nested) makes these, whose list is `D::List` of a
/// [`StaticShape`](crate::traits::StaticShape) D. It is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a nested array of as many levels as the static shape has axes",
    label = "other levels, or other elements than `{T}`"
)]
pub trait Levels<T, L>: Sized {
    #[doc(hidden)]
    const LENGTHS: Lengths;

    #[doc(hidden)]
    fn flat(arrays: &[Self]) -> &[T];
    #[doc(hidden)]
    fn flat_mut(arrays: &mut [Self]) -> &mut [T];
    #[doc(hidden)]
    fn into_flat(arrays: Vec<Self>) -> Vec<T>;
    /// Makes one array of the next elements.
    #[doc(hidden)]
    fn collect(elements: &mut impl Iterator<Item = T>) -> Self;
}

/// The length of each level, the outermost first, and any behind the last one. No other crate can
/// name this type, which seals [`Levels`].
#[derive(Clone, Copy)]
pub struct Lengths(pub(super) [usize; MAX_RANK]);

impl Lengths {
    /// An array of `len` elements that have these levels.
    const fn of_array(self, len: usize) -> Self {
        let mut lengths = [len; MAX_RANK];
        let (_, inner) = lengths.split_at_mut(1);
        inner.copy_from_slice(self.0.split_at(MAX_RANK - 1).0);
        Self(lengths)
    }
}

impl<T> Levels<T, ()> for T {
    const LENGTHS: Lengths = Lengths([1; MAX_RANK]);

    fn flat(arrays: &[T]) -> &[T] {
        arrays
    }
    fn flat_mut(arrays: &mut [T]) -> &mut [T] {
        arrays
    }
    fn into_flat(arrays: Vec<T>) -> Vec<T> {
        arrays
    }
    fn collect(elements: &mut impl Iterator<Item = T>) -> T {
        elements
            .next()
            .expect("the lengths were compared when this was built")
    }
}

impl<T, A: Levels<T, L>, X, L, const N: usize> Levels<T, (X, L)> for [A; N] {
    const LENGTHS: Lengths = A::LENGTHS.of_array(N);

    fn flat(arrays: &[Self]) -> &[T] {
        A::flat(arrays.as_flattened())
    }
    fn flat_mut(arrays: &mut [Self]) -> &mut [T] {
        A::flat_mut(arrays.as_flattened_mut())
    }
    fn into_flat(arrays: Vec<Self>) -> Vec<T> {
        A::into_flat(arrays.into_flattened())
    }
    fn collect(elements: &mut impl Iterator<Item = T>) -> Self {
        core::array::from_fn(|_| A::collect(elements))
    }
}

/// A type of elements, of which nested arrays are made: numbers, `bool`, `char`, texts, tuples and
/// the other types below, and types of your own that have an impl, but no array.
///
/// Rust infers the rank of `Tensor::from([[1.0, 2.0], [3.0, 4.0]])` because arrays do not have
/// this. `tensor![..]`, vectors and slices take elements of any type, references and boxes too.
///
/// ```
/// use tslice::{Tensor, traits::Element};
///
/// #[derive(Clone, Copy)]
/// struct Point(f32, f32);
///
/// impl Element for Point {}
///
/// let t = Tensor::from([[Point(0.0, 1.0)], [Point(2.0, 3.0)]]);
/// assert_eq!(t.map(|point| point.0 + point.1), [[1.0], [5.0]]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of elements of nested arrays",
    label = "write `tensor![..]`, or `impl tslice::traits::Element for ..` for a type of your own",
    note = "elements of any type: `View::from_shape([2, 3], nested.as_flattened())`, \
        `Tensor::from_shape_vec([2, 3], vec)`"
)]
pub trait Element {}

/// A type of elements by which the compiler knows that it is not still inferred: a literal may turn
/// out to be of several of these types. The name is for the compiler's message about other types.
pub trait Known<Name> {
    type Is;
}

#[diagnostic::do_not_recommend]
impl<T: Value> Element for T {}
impl Element for &str {}

macro_rules! known {
    ($([$($parameter:tt)*] $element:ty;)+) => {$(
        impl<Name, $($parameter)*> Known<Name> for $element {
            type Is = ();
        }
    )+};
}

macro_rules! elements {
    ($([$($parameter:tt)*] $element:ty;)+) => {$(
        impl<$($parameter)*> Element for $element {}
        known! { [$($parameter)*] $element; }
    )+};
}

known! {
    [] u8; [] u16; [] u32; [] u64; [] u128; [] usize;
    [] i8; [] i16; [] i32; [] i64; [] i128; [] isize;
    [] f32; [] f64; [] bool; [] char;
    [T: ?Sized] &T; [T: ?Sized] Box<T>; [T, const N: usize] [T; N];
}

elements! {
    [] String; [] (); [T: ?Sized] Rc<T>; [T: ?Sized] Arc<T>;
    [T] Vec<T>; [T] Option<T>; [T] Cell<T>;
    [S, D: Dims] Array<S, D>;
    [A, B] (A, B); [A, B, C] (A, B, C); [A, B, C, E] (A, B, C, E);
}

#[cfg(feature = "half")]
elements! { [] half::f16; [] half::bf16; }

#[cfg(feature = "nalgebra-0_35")]
elements! { [T] nalgebra::Complex<T>; }

/// A nested array with [`Element`]s T that is an array of dims D, which follow from its levels or
/// the levels from them, whichever is known. It is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a nested array with elements `{T}` and dims {D}",
    label = "the dims are the rank or the lengths of the nested array, of at most 6 levels",
    note = "elements of a type of your own: write `tensor![..]`, or \
        `impl tslice::traits::Element for ..`",
    note = "`Tensor::from_shape_vec([2, 3], list.into())` has the axes of a shape"
)]
pub trait Nested<T, D: Dims>: Levels<T, Self::List> {
    /// The lengths as a list of extents.
    #[doc(hidden)]
    type List;

    #[doc(hidden)]
    const SHAPE: &'static [usize];
}

mod sealed {
    use crate::layout::{Dims, Rank, StaticShape};

    /// The dims of a nested array of a static shape: that shape, or its rank.
    pub trait DimsOf<Shape>: Dims {}
    impl<D: StaticShape> DimsOf<D> for D {}
    impl<D: StaticShape<Ranked = Self>, const R: usize> DimsOf<D> for Rank<R> {}
}

/// Impls for each depth: the compiler infers the dims from the nested array by them.
macro_rules! nested {
    ($($rank:literal [$($n:ident),+] $array:ty;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Element, Of, $(const $n: usize),+> Nested<T, Of> for $array
        where
            Of: sealed::DimsOf<($(Const<$n>,)+)>,
        {
            type List = nested!(@list $($n),+);

            const SHAPE: &'static [usize] = &[$($n),+];
        }

        #[diagnostic::do_not_recommend]
        impl<T, $(const $n: usize),+> AsView<T> for $array {
            type Dims = Rank<$rank>;

            fn as_view(&self) -> Array<Ref<'_, T>, Rank<$rank>> {
                let shape = counted(&[$($n),+]);
                let flat = Levels::<T, nested!(@list $($n),+)>::flat(slice::from_ref(self));
                Array::<Ref<'_, T>, _>::over_slice(shape, flat)
            }
        }
    )+};
    (@list $($n:ident),+) => { type_list!((); $(Const<$n>),+) };
}

nested! {
    1 [A] [T; A];
    2 [A, B] [[T; B]; A];
    3 [A, B, C] [[[T; C]; B]; A];
    4 [A, B, C, D] [[[[T; D]; C]; B]; A];
    5 [A, B, C, D, E] [[[[[T; E]; D]; C]; B]; A];
    6 [A, B, C, D, E, F] [[[[[[T; F]; E]; D]; C]; B]; A];
}

/// Converts nested arrays and references to them. The compiler shows the message of a bound if it
/// is of another type than the two that are converted, as [`Conversion`] is.
#[diagnostic::on_unimplemented(
    message = "`{A}` does not become an array",
    label = "not an array of these dims and elements; arrays and images of other crates are \
            borrowed, `View::from(&x)`, with a feature such as `ndarray-0_17`",
    note = "a list has one axis: `Tensor::from_shape_vec([2, 3], vec)` and \
            `View::from_shape([2, 3], &list)` have the axes of a shape, and \
            `Tensor::try_from(rows)` takes a `Vec` of rows; elements of a type of your own need \
            `impl tslice::traits::Element for ..`",
    note = "`View::from(&list)` and `ViewMut::from(&mut list)` borrow a list, \
            `View::from(&list).to_tensor()` copies it, `map(|&x| f64::from(x))` has other \
            elements, `into_rank::<2>()` and `into_dyn()` give the same array another type, and \
            `view()` shares a `ViewMut` while it is borrowed",
    note = "a range or an iterator is collected: `(0..12).collect::<Tensor<_, 1>>()`",
    note = "`View::from(&array)` takes an array or an image of another crate, with a feature: \
            `ndarray-0_17`, `image-0_25`, `nalgebra-0_35`, and `to_tensor()` copies it; a \
            `DynamicImage` is for `View::<u8, 3>::try_from(&image)`, a `TensorView` of a file for \
            `DynView::<f32>::try_from(&tensor)`, with the feature `safetensors-0_8`"
)]
pub trait Converts<A> {
    #[doc(hidden)]
    type Array;

    #[doc(hidden)]
    fn array(nested: A) -> Self::Array;
}

/// What has the bound of a conversion to an array of storage S and dims D.
pub struct Conversion<S, D>(PhantomData<(S, D)>);

/// Makes a tensor of a nested array, a view of a reference to one, and an exclusive view of an
/// exclusive reference.
impl<S, D: Dims, A> From<A> for Array<S, D>
where
    Conversion<S, D>: Converts<A, Array = Self>,
{
    fn from(nested: A) -> Self {
        Conversion::<S, D>::array(nested)
    }
}

impl<'a, T, A, D: Dims, const N: usize> Converts<&'a [A; N]> for Conversion<Ref<'a, T>, D>
where
    [A; N]: Nested<T, D>,
{
    type Array = Array<Ref<'a, T>, D>;

    fn array(nested: &'a [A; N]) -> Self::Array {
        Array::<Ref<'a, T>, D>::over_slice(
            counted(<[A; N]>::SHAPE),
            Levels::flat(slice::from_ref(nested)),
        )
    }
}

impl<'a, T, A, D: Dims, const N: usize> Converts<&'a mut [A; N]> for Conversion<Mut<'a, T>, D>
where
    [A; N]: Nested<T, D>,
{
    type Array = Array<Mut<'a, T>, D>;

    fn array(nested: &'a mut [A; N]) -> Self::Array {
        Array::<Mut<'a, T>, D>::over_slice(
            counted(<[A; N]>::SHAPE),
            Levels::flat_mut(slice::from_mut(nested)),
        )
    }
}

impl<T, A, D: Dims, const N: usize> Converts<[A; N]> for Conversion<Owned<T>, D>
where
    [A; N]: Nested<T, D>,
{
    type Array = Array<Owned<T>, D>;

    fn array(nested: [A; N]) -> Self::Array {
        Array::<Owned<T>, D>::from_parts(
            counted(<[A; N]>::SHAPE),
            Levels::into_flat(Vec::from([nested])),
        )
    }
}

/// Views of lists.
macro_rules! lists {
    ($($list:ty),+) => {$(
        impl<'a, T> From<&'a $list> for Array<Ref<'a, T>, Rank<1>> {
            fn from(list: &'a $list) -> Self {
                Self::over_slice(&[list.len()], list)
            }
        }

        impl<'a, T> From<&'a mut $list> for Array<Mut<'a, T>, Rank<1>> {
            fn from(list: &'a mut $list) -> Self {
                Self::over_slice(&[list.len()], list)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<T> AsView<T> for $list {
            type Dims = Rank<1>;

            fn as_view(&self) -> Array<Ref<'_, T>, Rank<1>> {
                self.into()
            }
        }
    )+};
}

lists!([T], Vec<T>);

impl<T> From<Vec<T>> for Array<Owned<T>, Rank<1>> {
    fn from(data: Vec<T>) -> Self {
        Self::from_parts(counted(&[data.len()]), data)
    }
}

/// Makes a tensor of a vector of rows.
impl<T, const N: usize> From<Vec<[T; N]>> for Array<Owned<T>, Rank<2>> {
    fn from(rows: Vec<[T; N]>) -> Self {
        let shape = [rows.len(), N];
        Self::from_parts(counted(&shape), rows.into_flattened())
    }
}

/// Makes a tensor of rows, which must have one length. No rows give shape `[0, 0]`.
impl<T> TryFrom<Vec<Vec<T>>> for Array<Owned<T>, Rank<2>> {
    type Error = ShapeError;

    fn try_from(rows: Vec<Vec<T>>) -> Result<Self, ShapeError> {
        let expected = rows.first().map_or(0, Vec::len);
        if let Some(position) = rows.iter().position(|row| row.len() != expected) {
            let len = rows[position].len();
            let text = format!(
                "vector {position} of axis 1 has {len} {}, those before it have {expected}",
                plural(len, "element", "elements"),
            );
            return Err(ShapeError::RaggedList(text.into()));
        }
        let shape = [rows.len(), expected];
        let mut data = super::reserve(&shape)?;
        // A row moves as a whole, so that units take no time.
        rows.into_iter().for_each(|mut row| data.append(&mut row));
        Self::from_shape_vec(shape, data)
    }
}
