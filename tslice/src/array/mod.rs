//! `Array<S, D>`: a storage with a layout. Unsafe door 1: pointer and layout.
//!
//! Every method is written once, for all storages that can be read or written and for all dims. Safe code elsewhere computes
//! what a layout becomes; this module puts it together with the pointer that it belongs to.
#![allow(unsafe_code, reason = "door 1: dereferencing a pointer inside its layout")]

mod axes;
mod axis_count;
mod axis_iter;
mod chunks;
mod compare;
mod convert;
mod cumulate;
mod diagonal;
mod fold_axis;
mod indexed;
mod integer;
mod iter;
mod join;
mod known;
mod lanes;
mod lend;
mod make;
mod map;
mod nested;
#[cfg(feature = "rayon")]
mod parallel;
mod parts;
mod print;
mod rank_error;
mod read;
mod reshape;
mod slice;
mod storage;
mod strided;
mod windows;
mod within;
mod write;
mod zip;

use crate::layout::Dims;
use crate::rank::{Dyn, Rank};

pub use axes::IntoShape;
pub use axis_count::{DoubleAxes, InsertAxis, RemoveAxis};
pub use axis_iter::AxisIter;
pub use chunks::Chunks;
pub use compare::AsView;
pub use diagonal::Diagonal;
pub use indexed::Indexed;
pub use integer::Integer;
pub use integer::{bound, half, minus, typed};
pub use iter::{Iter, IterMut};
pub use join::{
    JoinError, concatenate, concatenate_into, stack, stack_into, try_concatenate, try_concatenate_into,
    try_stack, try_stack_into,
};
pub use known::Nested;
pub use lanes::Lanes;
pub use parts::{Halves, MultiSlice, Parts};
pub use rank_error::IntoRankError;
pub use reshape::IntoShapeError;
pub use storage::{Borrowed, Lent, Mut, Owned, Read, Ref, Write};
pub use within::AssignWithinError;
pub use zip::{Items, Operand, Operands, Zip, try_zip, zip};

/// An array: elements in a storage S, with a shape and strides of dims D.
///
/// S is [`Owned<T>`], [`Ref<'a, T>`](Ref) or [`Mut<'a, T>`](Mut). D is [`Rank<R>`](Rank) if the compiler knows the rank, and
/// [`Dyn`] if it is known at run time. Six aliases name the combinations:
///
/// | | rank known to the compiler | rank known at run time |
/// |---|---|---|
/// | owned | [`Tensor<T, R>`](Tensor) | [`DynTensor<T>`](DynTensor) |
/// | shared | [`View<'a, T, R>`](View) | [`DynView<'a, T>`](DynView) |
/// | exclusive | [`ViewMut<'a, T, R>`](ViewMut) | [`DynViewMut<'a, T>`](DynViewMut) |
///
/// An index is an array, `a[[1, 2]]`, if the compiler knows the rank, and a slice, `a[&[1, 2]]`, if it does not.
///
/// # Methods by task
///
/// Most methods that return a view have an exclusive form, `_mut`. Methods that panic if the caller's numbers are wrong have a
/// form that returns a `Result`, `try_`.
///
/// | task | methods |
/// |---|---|
/// | make a tensor | [`from_shape_vec`](Tensor::from_shape_vec), [`from_shape_fn`](Tensor::from_shape_fn), [`full`](Tensor::full), [`zeros`](Tensor::zeros), `From` nested arrays, slices, vectors and views, `collect` |
/// | make a view | [`from_shape`](View::from_shape), [`new`](View::new) in `const` items, [`from_strided`](View::from_strided), [`from_raw_parts`](View::from_raw_parts), `From` references to arrays, nested arrays, slices and vectors |
/// | borrow the whole array | [`view`](Array::view), [`view_mut`](Array::view_mut), [`as_slice`](Array::as_slice), [`as_mut_slice`](Array::as_mut_slice), [`into_mut_slice`](ViewMut::into_mut_slice), [`as_ptr`](Array::as_ptr), [`as_mut_ptr`](Array::as_mut_ptr) |
/// | ask for its form | [`shape`](Array::shape), [`strides`](Array::strides), [`rank`](Array::rank), [`len`](Array::len), [`is_empty`](Array::is_empty), [`is_contiguous`](Array::is_contiguous) |
/// | slice | [`slice`](Array::slice), [`slice_mut`](Array::slice_mut), [`into_slice_mut`](ViewMut::into_slice_mut), [`const_slice`](View::const_slice) |
/// | take several parts at once | [`multi_slice_mut`](Array::multi_slice_mut), [`split_at`](Array::split_at), [`split_at_mut`](Array::split_at_mut), [`chunks`](Array::chunks), [`chunks_mut`](Array::chunks_mut), [`windows`](Array::windows), [`windows_along`](Array::windows_along) |
/// | walk an axis | [`axis_iter`](Array::axis_iter), [`axis_iter_mut`](Array::axis_iter_mut), [`rows`](Array::rows), [`rows_mut`](Array::rows_mut), [`lanes`](Array::lanes), [`lanes_mut`](Array::lanes_mut) |
/// | change the axes | [`permute`](Array::permute), [`permute_mut`](Array::permute_mut), [`t`](Array::t), [`broadcast_to`](Array::broadcast_to), [`reshape`](Array::reshape), [`reshape_mut`](Array::reshape_mut), [`into_shape`](Array::into_shape), [`diagonal`](Array::diagonal), [`diagonal_mut`](Array::diagonal_mut) |
/// | read elements | [`get`](Array::get), [`iter`](Array::iter), [`indexed_iter`](Array::indexed_iter), `for x in &array`, `==` with arrays, nested arrays, slices and vectors |
/// | write elements | [`get_mut`](Array::get_mut), [`iter_mut`](Array::iter_mut), [`indexed_iter_mut`](Array::indexed_iter_mut), [`assign`](Array::assign), [`assign_within`](Array::assign_within), [`fill`](Array::fill) |
/// | compute | [`sum`](Array::sum), [`map`](Array::map), [`map_inplace`](Array::map_inplace), [`fold_axis`](Array::fold_axis), [`cumulate`](Array::cumulate), and [`zip`](crate::zip) for several arrays |
/// | copy | [`to_vec`](Array::to_vec), [`to_tensor`](Array::to_tensor), [`copy_to_slice`](Array::copy_to_slice), [`clone_to_slice`](Array::clone_to_slice); on several threads with the feature `rayon`: `par_to_tensor`, `par_copy_to_slice` |
/// | join | [`concatenate`](crate::concatenate), [`stack`](crate::stack) |
/// | pick positions of an axis | [`take`](Array::take), [`take_with`](Array::take_with), [`compress`](Array::compress) |
/// | print | `{}` as NumPy prints, `{:?}` with commas, each with precision, width and sign |
/// | gather | [`gather_nd`](Array::gather_nd), [`gather_nd_with`](Array::gather_nd_with), [`gather_nd_batched`](Array::gather_nd_batched), [`gather_nd_into`](Array::gather_nd_into) |
/// | copy diagonals | [`diag_part`](Array::diag_part), [`diag_part_into`](Array::diag_part_into) |
/// | compute the gradient of a slice | [`slice_grad`](Array::slice_grad) |
/// | convert | [`into_dyn`](Array::into_dyn), [`into_rank`](Array::into_rank), [`into_static`](Array::into_static), [`into_ranked`](Array::into_ranked), [`to_nested`](Array::to_nested), [`into_vec`](Tensor::into_vec), and other crates' types by [`interop`](crate::interop) |
///
/// # Lifetimes
///
/// What is taken from a shared view with lifetime `'a` lives for `'a`, so it may outlive the view itself. What is taken from a
/// tensor or an exclusive view lives for as long as that is borrowed.
///
/// # Generic code
///
/// This function takes every array of `i32` that can be read:
///
/// ```
/// use tslice::{Array, Dims, Read, Tensor};
///
/// fn largest<S: Read<Elem = i32>, D: Dims>(array: &Array<S, D>) -> Option<i32> {
///     array.into_iter().copied().max()
/// }
///
/// assert_eq!(largest(&Tensor::from([[3, 9], [4, 1]])), Some(9));
/// ```
// Invariants, which every function that makes an array keeps:
// 1. For every index tuple inside the shape, the storage's pointer plus the offset of the tuple points to an initialised
//    element inside one live allocation, and the offset in bytes does not overflow `isize`.
// 2. If the storage is `Mut` or `Owned`, different index tuples have different offsets, and nobody else reaches the
//    elements.
// 3. The pointer of an empty array is aligned. It is not read.
// 4. If the storage is `Owned`, the layout is the row-major one of as many elements as the vector has.
// 5. `count` can count the shape: the product of its non-zero lengths is at most `isize::MAX`.
pub struct Array<S, D: Dims> {
    storage: S,
    layout: D::Layout,
}

/// An owned, row-major array of rank R.
pub type Tensor<T, const R: usize> = Array<Owned<T>, Rank<R>>;

/// A shared view of rank R. It is `Copy`, whatever its elements are.
pub type View<'a, T, const R: usize> = Array<Ref<'a, T>, Rank<R>>;

/// An exclusive view of rank R. Two index tuples never reach the same element.
pub type ViewMut<'a, T, const R: usize> = Array<Mut<'a, T>, Rank<R>>;

/// An owned, row-major array whose rank is known at run time.
pub type DynTensor<T> = Array<Owned<T>, Dyn>;

/// A shared view whose rank is known at run time. Slicing one allocates nothing up to rank 8.
pub type DynView<'a, T> = Array<Ref<'a, T>, Dyn>;

/// An exclusive view whose rank is known at run time.
pub type DynViewMut<'a, T> = Array<Mut<'a, T>, Dyn>;

impl<S: Clone, D: Dims> Clone for Array<S, D> {
    #[inline]
    fn clone(&self) -> Self {
        Self { storage: self.storage.clone(), layout: self.layout.clone() }
    }
}

impl<S: Copy, D: Dims> Copy for Array<S, D> where D::Layout: Copy {}
