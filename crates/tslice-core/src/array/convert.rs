//! Conversions: between typed rank, dynamic rank and static shape, from borrowed arrays and
//! iterators to tensors, and to nested arrays; and [`AsView`], what can be read as an array.

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::slice;

use super::nested::Levels;
use super::raw::counted;
use super::{Array, Owned, Read, Ref};
use crate::error::{AxisError, Message, ShapeError, or_panic};
use crate::layout::{self, Dims, Dyn, Layout, Rank, StaticShape};

impl<S, D: Dims> Array<S, D> {
    /// Returns the same array with a rank that is known at run time only.
    pub fn into_dyn(self) -> Array<S, Dyn> {
        self.with_dims()
            .unwrap_or_else(|| unreachable!("a dynamic rank is any rank"))
    }

    /// Returns the same array with its lengths in the type:
    /// `array.into_static::<Shape![3, _, 4]>()`. A `_` is a length that is known at run time only.
    ///
    /// ```
    /// use tslice::{Shape, View, checked};
    ///
    /// let v = View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6]]);
    /// let v = v.into_static::<Shape![2, 3]>()?;
    /// assert_eq!(v.slice(checked![1, ::-1]), [6, 5, 4]);
    ///
    /// let error = v.into_static::<Shape![_, 4]>().unwrap_err();
    /// assert_eq!(error.to_string(), "axis 1 has length 3, expected 4");
    /// # Ok::<(), tslice::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If an axis has another length than the static shape says.
    pub fn into_static<E: StaticShape<Ranked = D::Ranked> /* ::<Shape![2, 3]>() */>(
        self,
    ) -> Result<Array<S, E>, ShapeError> {
        layout::check_known::<E>(self.lengths())?;
        Ok(self
            .with_dims()
            .unwrap_or_else(|| unreachable!("dims of the same rank")))
    }

    /// Returns the same array without the lengths in its type: a static shape of R axes becomes
    /// `Rank<R>`.
    ///
    /// ```
    /// use tslice::{Array, Ref, Shape, View};
    ///
    /// let v = Array::<Ref<i32>, Shape![2, 3]>::from(&[[1, 2, 3], [4, 5, 6]]);
    /// let v: View<i32, 2> = v.into_ranked();
    /// assert_eq!(v, [[1, 2, 3], [4, 5, 6]]);
    /// ```
    pub fn into_ranked(self) -> Array<S, D::Ranked> {
        self.with_dims()
            .unwrap_or_else(|| unreachable!("dims of the same rank"))
    }

    /// Returns the same array with its rank in the type.
    ///
    /// ```
    /// use tslice::{DynView, View};
    ///
    /// let v = DynView::from_shape(&[2, 2], &[1, 2, 3, 4])?;
    /// let v: View<i32, 2> = v.into_rank()?;
    /// assert_eq!(v[[1, 0]], 3);
    /// # Ok::<(), tslice::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the rank is another. A tensor is dropped then; its rank can be asked before.
    pub fn into_rank<const R: usize /* ::<2>() */>(self) -> Result<Array<S, Rank<R>>, ShapeError> {
        let mismatch = AxisError::RankMismatch {
            expected: R,
            rank: self.rank(),
        };
        self.with_dims().ok_or(mismatch.into())
    }
}

/// Clones the elements, as [`to_tensor`](Array::to_tensor) does.
impl<T: Clone, D: Dims> From<Array<Ref<'_, T>, D>> for Array<Owned<T>, D> {
    fn from(view: Array<Ref<'_, T>, D>) -> Self {
        view.to_tensor()
    }
}

/// The view, with a rank that is known at run time.
impl<'a, S: Read, const R: usize> From<&'a Array<S, Rank<R>>> for Array<Ref<'a, S::Elem>, Dyn> {
    fn from(array: &'a Array<S, Rank<R>>) -> Self {
        array.view().into_dyn()
    }
}

/// Works like [`into_dyn`](Array::into_dyn).
impl<S, const R: usize> From<Array<S, Rank<R>>> for Array<S, Dyn> {
    fn from(array: Array<S, Rank<R>>) -> Self {
        array.into_dyn()
    }
}

/// Works like [`into_rank`](Array::into_rank), for functions that take
/// `impl TryInto<View<'_, T, R>>`.
impl<S: Read, const R: usize> TryFrom<Array<S, Dyn>> for Array<S, Rank<R>> {
    type Error = ShapeError;

    fn try_from(array: Array<S, Dyn>) -> Result<Self, ShapeError> {
        array.into_rank()
    }
}

/// Clones the elements, as [`to_vec`](Array::to_vec) does.
impl<T: Clone, D: Dims> From<Array<Ref<'_, T>, D>> for Vec<T> {
    fn from(view: Array<Ref<'_, T>, D>) -> Self {
        view.to_vec()
    }
}

/// Moves the elements, as [`into_vec`](Array::into_vec) does.
impl<T, D: Dims> From<Array<Owned<T>, D>> for Vec<T> {
    fn from(tensor: Array<Owned<T>, D>) -> Self {
        tensor.into_vec()
    }
}

/// Clones the elements.
impl<T: Clone> From<&[T]> for Array<Owned<T>, Rank<1>> {
    fn from(data: &[T]) -> Self {
        data.to_vec().into()
    }
}

/// Collects elements to an array of one axis.
///
/// ```
/// let squares: tslice::Tensor<i32, 1> = (0..4).map(|n| n * n).collect();
/// assert_eq!(squares, [0, 1, 4, 9]);
/// ```
impl<A, T, D: Collects<A, T>> FromIterator<A> for Array<Owned<T>, D> {
    fn from_iter<I: IntoIterator<Item = A>>(elements: I) -> Self {
        D::collected(elements.into_iter())
    }
}

/// The dims of the tensor of elements T that an iterator over A is collected to: `Rank<1>`, if A
/// is T.
#[diagnostic::on_unimplemented(
    message = "an iterator over `{A}` is not collected to elements `{T}` of {Self}",
    label = "`collect::<Tensor<_, 1>>().into_shape([2, 3])` makes two axes of one",
    note = "references are copied: `iter().copied().collect()`",
    note = "arrays are joined: `stack(0, &arrays.collect::<Vec<_>>())`, and vectors are rows: \
        `Tensor::try_from(rows.collect::<Vec<_>>())`"
)]
pub trait Collects<A, T>: Dims {
    #[doc(hidden)]
    fn collected(elements: impl Iterator<Item = A>) -> Array<Owned<T>, Self>;
}

impl<T> Collects<T, T> for Rank<1> {
    fn collected(elements: impl Iterator<Item = T>) -> Array<Owned<T>, Self> {
        let data = match elements.size_hint() {
            (least, Some(most)) if least == most => elements.collect(),
            (least, _) => {
                let mut data = Vec::with_capacity(least);
                // Not `collect`, which asks for one element after the other, where an iterator
                // over an array is quicker as a whole.
                elements.for_each(|element| data.push(element));
                data
            }
        };
        Array::<_, Self>::from_parts(counted(&[data.len()]), data)
    }
}

/// An array whose axes have length 0, apart from those of a static shape whose lengths the type
/// knows. A dynamic rank is 1. The elements, if there are any, are `T::default()`: one of typed
/// rank 0, 15 of `Shape![3, 5]`.
///
/// # Panics
///
/// If a static shape has more than `isize::MAX` elements, or memory runs out.
impl<T: Default, D: Dims> Default for Array<Owned<T>, D> {
    #[track_caller]
    fn default() -> Self {
        let blank = D::Layout::blank();
        let blank = D::known(&blank);
        let one_axis = layout::row_major::<D>(&[0]).is_some();
        let shape = if one_axis {
            &[0]
        } else {
            blank.borrow().shape()
        };
        let mut data = or_panic(super::reserve(shape));
        data.resize_with(layout::len(shape), T::default);
        Self::from_parts(shape, data)
    }
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Clones the elements into a nested array. The lengths are compared when the program is built.
    ///
    /// ```
    /// use tslice::{Array, Ref, Shape, checked};
    ///
    /// let v = Array::<Ref<i32>, Shape![2, 3]>::from(&[[1, 2, 3], [4, 5, 6]]);
    /// let columns: [[i32; 2]; 2] = v.slice(checked![:, ::-2]).to_nested();
    /// assert_eq!(columns, [[3, 1], [6, 4]]);
    /// ```
    #[must_use]
    pub fn to_nested<N>(&self) -> N
    where
        D: StaticShape,
        S::Elem: Clone,
        N: Levels<S::Elem, D::List>,
    {
        const { check_lengths(D::LENGTHS, &N::LENGTHS.0) }
        N::collect(&mut self.into_iter().cloned())
    }
}

/// Fails to build if a length is not known, or is another one in the nested array.
const fn check_lengths(known: &[Option<usize>], nested: &[usize]) {
    let mut axis = 0;
    while axis < known.len() {
        let message = Message::new().text("axis ").number(axis as i128);
        match known[axis] {
            Some(len) if len == nested[axis] => {}
            Some(len) => {
                let message = message.text(" has length ").number(len as i128);
                message
                    .text(", the nested array has ")
                    .number(nested[axis] as i128)
                    .panic()
            }
            None => message
                .text(" of this static shape has no length that the compiler knows")
                .panic(),
        }
        axis += 1;
    }
}

/// Anything that reads as an array of elements T: arrays of any storage, nested arrays, slices and
/// vectors, and a number, a `bool` or a `char` as an array of rank 0.
///
/// [`assign`](Array::assign) takes any of them as its source, and `==` compares an array with any
/// of them but a number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not read as an array of `{T}`",
    label = "not an array of `{T}`",
    note = "an array, a nested array, a slice or a vector with elements of type `{T}` is needed \
        here",
    note = "a number of the elements' type stands by value, `assign(0.5)`, and `fill` writes any \
        value to all elements",
    note = "an array does not compare with one value: `a.map(|x| *x == 0.5)` is a mask, and \
        `a[[]]` is the element of an array of rank 0",
    note = "positions of an axis are for `take(axis, &list)` and `pick(s![&list])`; an array of \
        another crate is lent: `a.lend()`"
)]
pub trait AsView<T, I = IsArray>: sealed::Sealed<I> {
    /// The dims of the view.
    type Dims: Dims;

    /// The elements as a view.
    fn as_view(&self) -> Array<Ref<'_, T>, Self::Dims>;
}

/// How arrays and lists read as an array: `==` takes them.
pub struct IsArray;

/// How a number reads as an array: it has rank 0. `==` does not take it, because `a == 0.0` would
/// be `false` and no mask.
pub struct IsValue;

pub(crate) mod sealed {

    use alloc::vec::Vec;

    pub trait Sealed<I = super::IsArray> {}
    impl<S, D: crate::layout::Dims> Sealed for super::Array<S, D> {}
    impl<X: Sealed + ?Sized> Sealed for &X {}
    impl<X: Sealed + ?Sized> Sealed for &mut X {}
    impl<T, const N: usize> Sealed for [T; N] {}
    impl<T> Sealed for [T] {}
    impl<T> Sealed for Vec<T> {}
    impl<T: Value> Sealed<super::IsValue> for T {}

    pub trait Value {}
    impl<I: crate::array::Integer> Value for I {}
    impl Value for f32 {}
    impl Value for f64 {}
    impl Value for bool {}
    impl Value for char {}
}

impl<'a, T> Array<Ref<'a, T>, Rank<0>> {
    /// One element as an array.
    pub(crate) fn of_value(value: &'a T) -> Self {
        Self::over_slice(&[], slice::from_ref(value))
    }
}

#[diagnostic::do_not_recommend]
impl<T: sealed::Value> AsView<T, IsValue> for T {
    type Dims = Rank<0>;

    fn as_view(&self) -> Array<Ref<'_, T>, Rank<0>> {
        Array::of_value(self)
    }
}

#[diagnostic::do_not_recommend]
impl<T, S: Read<Elem = T>, D: Dims> AsView<T> for Array<S, D> {
    type Dims = D;

    fn as_view(&self) -> Array<Ref<'_, T>, D> {
        self.view()
    }
}

#[diagnostic::do_not_recommend]
impl<T, X: AsView<T> + ?Sized> AsView<T> for &X {
    type Dims = X::Dims;

    fn as_view(&self) -> Array<Ref<'_, T>, X::Dims> {
        (**self).as_view()
    }
}

#[diagnostic::do_not_recommend]
impl<T, X: AsView<T> + ?Sized> AsView<T> for &mut X {
    type Dims = X::Dims;

    fn as_view(&self) -> Array<Ref<'_, T>, X::Dims> {
        (**self).as_view()
    }
}
