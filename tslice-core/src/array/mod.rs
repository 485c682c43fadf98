//! `Array<S, D>`: a storage with a layout. Unsafe door 1: pointer and layout.
//!
//! Every method is written once, for all storages that can be read or written and for all dims. Safe code elsewhere computes
//! what a layout becomes; this module puts it together with the pointer that it belongs to, by the constructors of [`raw`].
#![allow(unsafe_code, reason = "door 1: dereferencing a pointer inside its layout")]

mod all;
mod assemble;
mod axes;
mod axis_count;
mod axis_iter;
mod border;
mod both_ends;
mod chunks;
mod compare;
mod convert;
mod diagonal;
mod indexed;
mod integer;
mod invariants;
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
mod pick;
mod print;
mod raw;
mod read;
mod reduce;
mod reshape;
mod row;
mod signposts;
mod slice;
mod slice_axis;
mod storage;
mod strided;
mod take;
mod vectors;
mod windows;
mod within;
mod write;
mod zip;

use crate::rank::{Dyn, Rank};

pub use axis_count::{InsertAxis, RemoveAxis};
pub use axis_iter::AxisIter;
pub use border::Border;
pub use chunks::AxisChunks;
pub use compare::AsView;
pub(crate) use compare::sealed;
pub use indexed::Indexed;
pub use integer::Integer;
pub use integer::{bound, half, minus, typed};
pub use iter::{Elements, Iter, IterMut};
pub use join::{
    concatenate, concatenate_into, stack, stack_into, try_concatenate, try_concatenate_into, try_stack,
    try_stack_into,
};
pub use lanes::Lanes;
pub use parts::{Disjoint, MultiSlice};
pub use pick::{
    AsList, Borrowed, PickError, PickMut, Picked, Picks, Split, borrowed, item, items, picked, picked_shape,
    positions, run, window, written_lists,
};
pub use raw::Array;
pub use reshape::IntoShapeError;
pub use storage::{Mut, Owned, Read, Ref, Write};
pub use take::IndexedAxis;
pub use zip::{IndexedZip, IntoOperand, Items, Zip, try_zip, zip};

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
