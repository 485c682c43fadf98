//! `Array<S, D>`: a storage, and a layout over it. Unsafe door 1: pointer and layout.
//!
//! Every method is written once, for each storage that can be read or written and for all dims. What a layout becomes is
//! computed by safe code elsewhere; here it meets the pointer that it belongs to.
#![allow(unsafe_code, reason = "door 1: dereferencing a pointer inside its layout")]

mod axes;
mod compare;
mod convert;
mod diagonal;
mod integer;
mod iter;
mod lend;
mod make;
mod nested;
#[cfg(feature = "rayon")]
mod parallel;
mod parts;
mod print;
mod rank_error;
mod read;
mod slice;
mod storage;
mod strided;
mod write;

use crate::layout::Dims;
use crate::rank::{Dyn, Rank};

pub use axes::IntoShape;
pub use compare::AsView;
pub use diagonal::Diagonal;
pub use integer::Integer;
pub use integer::{bound, negated};
pub use iter::{Iter, IterMut};
pub use parts::MultiSlice;
pub use rank_error::IntoRankError;
pub use storage::{Lent, Mut, Owned, Read, Ref, Write};

/// An array: elements in a storage S, under a shape and strides of dims D.
///
/// S is [`Owned<T>`], [`Ref<'a, T>`](Ref) or [`Mut<'a, T>`](Mut); D is [`Rank<R>`](Rank) or [`Dyn`]. The names to write are
/// the aliases:
///
/// | | rank known to the compiler | rank known at run time |
/// |---|---|---|
/// | owned | [`Tensor<T, R>`](Tensor) | [`DynTensor<T>`](DynTensor) |
/// | shared | [`View<'a, T, R>`](View) | [`DynView<'a, T>`](DynView) |
/// | exclusive | [`ViewMut<'a, T, R>`](ViewMut) | [`DynViewMut<'a, T>`](DynViewMut) |
///
/// What is taken from a shared view `'a` lives for `'a`, and what is taken from a tensor or an exclusive view, for as long
/// as that is borrowed.
///
/// A function of any array that can be read:
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

/// A shared view of rank R: shape, signed strides and a borrow. `Copy`, whatever the elements are.
pub type View<'a, T, const R: usize> = Array<Ref<'a, T>, Rank<R>>;

/// An exclusive view of rank R: two index tuples never reach the same element.
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
