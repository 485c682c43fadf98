//! One operand of a zip: a shared or an exclusive array, or a list.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Deref;
use core::slice;

use crate::array::sealed::Value;
use crate::array::{Array, Mut, Owned, Read, Ref, Tensor, View, ViewMut, Write, reserve};
use crate::error::ShapeError;
use crate::iter::Parts;
use crate::layout::{Dims, Rank, Ranked};

/// The item that an operand gives to a closure: `&T` if it is shared, `&mut T` if it is exclusive.
///
/// The reference may point to a copy of the element, so it lives for the call of the closure only.
pub trait ItemOf<'i, Outlives = &'i Self> {
    /// The reference.
    type Item;
    /// Elements that follow each other.
    type Row;
}

/// What can take part in a [`zip`](super::zip): `&array`, `&mut array`, an array by value, a list
/// of elements, a number, or the views of a walk, `a.rows()` and `a.axis_iter(0)`, which are the
/// elements of an array of rank 1.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an operand of a zip",
    label = "an operand is `&array`, `&mut array`, or an array by value",
    note = "an array of another crate is lent: `a.lend()`",
    note = "a list by reference, `&[1, 2]`, a `Vec`, a number by value, and an iterator such as \
        `a.rows()` are operands, too; a `View` is shared, so `&mut view` is none, and the operand \
        to write is `&mut *a` of `a: &mut Tensor`"
)]
pub trait IntoOperand {
    #[doc(hidden)]
    type Operand: Operand;

    #[doc(hidden)]
    fn into_operand(self) -> Result<Self::Operand, ShapeError>;
}

/// An array that takes part in a [`zip`](super::zip). Other crates cannot name the trait, so they
/// have no impl that `unsafe` code would trust.
pub trait Operand: for<'i> ItemOf<'i> {
    /// The type of the elements.
    type Elem;
    /// The dims of the array, without lengths.
    type Dims: Dims;
    /// Whether the closure may write the elements.
    const EXCLUSIVE: bool;

    #[doc(hidden)]
    fn shape(&self) -> &[usize];
    #[doc(hidden)]
    fn strides(&self) -> &[isize];
    /// The first element, as long as the operand stays where it is.
    ///
    /// # Safety
    ///
    /// The element of a shared operand is not written.
    #[doc(hidden)]
    unsafe fn first_element(&mut self) -> *mut Self::Elem;
    /// Elements as a slice.
    ///
    /// # Safety
    ///
    /// `len` elements of the operand, or copies of them, follow each other from `first` on. They
    /// live for `'i`, and no other code writes them, or reads them if the operand is exclusive.
    #[doc(hidden)]
    unsafe fn row_of<'i>(first: *mut Self::Elem, len: usize) -> <Self as ItemOf<'i>>::Row
    where
        Self: 'i;
    /// The first element of a row.
    ///
    /// # Safety
    ///
    /// The element of a shared operand is not written.
    #[doc(hidden)]
    unsafe fn first_of_row<'i>(row: <Self as ItemOf<'i>>::Row) -> *mut Self::Elem
    where
        Self: 'i;
    /// The item of an element.
    ///
    /// # Safety
    ///
    /// The element, which is the operand's or a copy, lives for `'i`, and no other code writes it,
    /// or reads it if the operand is exclusive.
    #[doc(hidden)]
    unsafe fn item_at<'i>(element: *mut Self::Elem) -> <Self as ItemOf<'i>>::Item
    where
        Self: 'i;
}

/// Makes an operand of an array that is shared or exclusive.
macro_rules! operand {
    (shared $($operand:tt)*) => {
        operand! {
            @ $($operand)*, false, [&'i], |it| it.as_ptr().cast_mut(),
            |ptr, len| slice::from_raw_parts(ptr, len), &*ptr
        }
    };
    (exclusive $($operand:tt)*) => {
        operand! {
            @ $($operand)*, true, [&'i mut], |it| it.as_mut_ptr(),
            |ptr, len| slice::from_raw_parts_mut(ptr, len), &mut *ptr
        }
    };
    (@ $life:lifetime [$($bounds:tt)*] $array:ty, $elem:ty, $exclusive:literal,
     [$($reference_to:tt)*],
     |$it:ident| $first:expr, |$ptr:ident, $len:ident| $slice:expr, $reference:expr) => {
        impl<'i, $life, $($bounds)*> ItemOf<'i> for $array {
            type Item = $($reference_to)* $elem;
            type Row = $($reference_to)* [$elem];
        }

        #[diagnostic::do_not_recommend]
        impl<$life, $($bounds)*> Operand for $array {
            type Elem = $elem;
            type Dims = D::Ranked;
            const EXCLUSIVE: bool = $exclusive;

            #[inline(always)]
            fn shape(&self) -> &[usize] {
                self.lengths()
            }
            #[inline(always)]
            fn strides(&self) -> &[isize] {
                self.steps()
            }
            #[inline(always)]
            unsafe fn first_element(&mut self) -> *mut $elem {
                let $it = self;
                $first
            }
            #[inline(always)]
            unsafe fn row_of<'i>($ptr: *mut $elem, $len: usize) -> <Self as ItemOf<'i>>::Row
            where
                Self: 'i,
            {
                // SAFETY: a slice needs `len` live elements in a row that no other code writes, or
                // reads if it is exclusive, for 'i: the conditions of `row_of`.
                unsafe { $slice }
            }
            #[inline(always)]
            #[allow(clippy::needless_pass_by_value, reason = "one signature for both kinds of row")]
            unsafe fn first_of_row<'i>($it: <Self as ItemOf<'i>>::Row) -> *mut $elem
            where
                Self: 'i,
            {
                $first
            }
            #[inline(always)]
            unsafe fn item_at<'i>($ptr: *mut $elem) -> <Self as ItemOf<'i>>::Item
            where
                Self: 'i,
            {
                // SAFETY: a reference needs a live element that no other code writes, or reads if
                // it is exclusive, for 'i: the conditions of `item_at`.
                unsafe { $reference }
            }
        }
    };
}

operand! { shared 's [S: Read, D: Dims] &'s Array<S, D>, S::Elem }
operand! { exclusive 's [S: Write, D: Dims] &'s mut Array<S, D>, S::Elem }
operand! { shared 'a [T, D: Dims] Array<Ref<'a, T>, D>, T }
operand! { exclusive 'a [T, D: Dims] Array<Mut<'a, T>, D>, T }
operand! { shared 'a [T, D: Dims] Kept<T, D>, T }
operand! { exclusive 'a [T, D: Dims] Array<Owned<T>, D>, T }
operand! { shared 'a [T, D: Dims] One<T, D>, T }

/// A tensor by value. Its elements are shared, and are dropped after the loop.
pub struct Kept<T, D: Dims> {
    array: Array<Owned<T>, D>,
    /// Threads that walk together share the elements, so a tensor of elements that may only be sent
    /// is not enough.
    shared: PhantomData<*const T>,
}

// SAFETY: `Send` needs that the tensor may be used on another thread, which drops it or shares its
// elements: they are `Send` and `Sync`.
unsafe impl<T: Send + Sync, D: Dims> Send for Kept<T, D> where Array<Owned<T>, D>: Send {}

impl<T, D: Dims> Deref for Kept<T, D> {
    type Target = Array<Owned<T>, D>;

    #[inline(always)]
    fn deref(&self) -> &Self::Target {
        &self.array
    }
}

/// One value as an array of rank 0, without a tensor, which would allocate.
pub struct One<T, D> {
    value: T,
    dims: PhantomData<D>,
}

#[allow(clippy::unused_self, reason = "it stands for an array")]
impl<T, D> One<T, D> {
    #[inline(always)]
    fn as_ptr(&self) -> *const T {
        &raw const self.value
    }

    #[inline(always)]
    const fn lengths(&self) -> &[usize] {
        &[]
    }

    #[inline(always)]
    const fn steps(&self) -> &[isize] {
        &[]
    }
}

/// Writes [`IntoOperand`] for arrays, values and lists.
macro_rules! into_operand {
    ($([$($parameter:tt)*] $from:ty, $operand:ty, $this:ident => $value:expr;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($parameter)*> IntoOperand for $from {
            type Operand = $operand;

            #[inline(always)]
            fn into_operand(self) -> Result<Self::Operand, ShapeError> {
                let $this = self;
                Ok($value)
            }
        }
    )+};
}

into_operand! {
    [S: Read, D: Dims] &Array<S, D>, Self, array => array;
    [S: Write, D: Dims] &mut Array<S, D>, Self, array => array;
    // `&a` of an array that the caller has by reference.
    ['a, S: Read, D: Dims] &'a &Array<S, D>, &'a Array<S, D>, array => array;
    ['a, S: Read, D: Dims] &'a &mut Array<S, D>, &'a Array<S, D>, array => array;
    [T, D: Dims] Array<Ref<'_, T>, D>, Self, view => view;
    [T, D: Dims] Array<Mut<'_, T>, D>, Self, view => view;
    [T, D: Dims] Array<Owned<T>, D>, Kept<T, D>, array => Kept { array, shared: PhantomData };
    [T] Vec<T>, Kept<T, Rank<1>>, list => Kept { array: list.into(), shared: PhantomData };
    [T: Value] T, One<T, Rank<0>>, value => One { value, dims: PhantomData };
    ['a, T, const N: usize] &'a [T; N], Array<Ref<'a, T>, Rank<1>>,
        list => View::<_, 1>::new([N], list);
    ['a, T] &'a [T], Array<Ref<'a, T>, Rank<1>>, list => View::<_, 1>::new([list.len()], list);
    ['a, T] &'a Vec<T>, Array<Ref<'a, T>, Rank<1>>, list => View::<_, 1>::new([list.len()], list);
    ['a, T, const N: usize] &'a mut [T; N], Array<Mut<'a, T>, Rank<1>>,
        list => ViewMut::<_, 1>::new([N], list);
    ['a, T] &'a mut [T], Array<Mut<'a, T>, Rank<1>>,
        list => ViewMut::<_, 1>::new([list.len()], list);
    ['a, T] &'a mut Vec<T>, Array<Mut<'a, T>, Rank<1>>,
        list => ViewMut::<_, 1>::new([list.len()], list);
}

/// Walks as operands: the views that they yield are kept in a tensor, which is itself the operand
/// if they are exclusive.
macro_rules! walks {
    ($($storage:ident => $operand:ty, $views:ident => $value:expr;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<'a, T, P: Dims, W: Ranked> IntoOperand for Parts<$storage<'a, T>, P, W> {
            type Operand = $operand;

            #[inline(always)]
            fn into_operand(self) -> Result<Self::Operand, ShapeError> {
                let mut data = reserve(&[self.len()])?;
                data.extend(self);
                let $views: Tensor<_, 1> = Array::from_parts(&[data.len()], data);
                $value
            }
        }
    )+};
}

walks! {
    Ref => Kept<Array<Ref<'a, T>, P>, Rank<1>>, views => views.into_operand();
    Mut => Tensor<Array<Mut<'a, T>, P>, 1>, views => Ok(views);
}
