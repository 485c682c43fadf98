//! Everything of `tslice` but its macros and specs in text. Use that crate: it re-exports all of
//! this, and its front page explains the types here.
//!
//! Every spec becomes begin, end, strides and the form of each entry ([`EncodingRef`]). `resolve`
//! applies these to a shape. A pointer and a layout become an array in one file,
//! `array/raw.rs`, elements move by the kernels of `tslice-kernels` in `copy`, and pointers of
//! other crates come in by `interop`. `iter`, `view`, `compute`, `pick` and `assemble` ask `array`
//! for elements and parts by `unsafe` functions whose conditions are about integers. The other
//! modules have no `unsafe` code.

#![no_std]
// Marks what is behind a feature by its `cfg`; a `doc(cfg(..))` by hand would keep impls inside a
// module from being marked.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]
#![debugger_visualizer(gdb_script_file = "../debugger/arrays.py")]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod array;
mod assemble;
mod compute;
mod copy;
pub mod diag;
mod error;
pub mod interop;
mod iter;
mod layout;
mod pick;
mod resolve;
mod signposts;
mod spec;
mod view;

/// The type of a typed spec: the forms of its entries, the axes that it consumes and produces, and
/// its lists.
pub mod typed_spec {
    pub use crate::spec::{Kind, Kinds, NoLists};
}

/// The types behind static shapes: what a `checked!` range leaves of an axis, and the entries of a
/// checked spec.
pub mod static_shape {
    pub use crate::layout::{Axes, Unknown};
    pub use crate::resolve::checked::{Begin, Checked, Cut, End, Every, Window, Within};
}

/// What methods take and give, as bounds: they are needed by name in generic code only. [`Read`],
/// [`Write`], [`Dims`] and [`Slices`] are at the root of the crate.
///
/// | code for | bound |
/// |---|---|
/// | `sum()`, `mean()` | `T: Addend`, `T: Averages<I>` |
/// | `sum_axis(0)`, `index_axis(0, i)` | `D: RemoveAxis<Output = E>` |
/// | `insert_axis(0)`, `stack(0, ..)` | `D: InsertAxis<Output = E>` |
/// | `t[index]`, `get(index)` | `I: IntoIndex<D>` |
/// | `from_shape_fn(shape, f)`, `reshape(shape)` | `X: IntoShape<..>` |
/// | `pad(widths, border)` | `W: PadWidths<D::Ranked>`, `B: IntoBorder<T>` |
/// | `take(axis, &list)` | `L: AsPositions<..>`, `D::Ranked: TakeBy<..>` |
/// | `compress(axis, &mask)` | `M: AsMask` |
/// | `select(&mask)` | `M: AsView<bool>`, `D::Ranked: SelectBy<..>` |
/// | `Array::from(nested)`, `to_nested()` | `N: Nested<T, D>`, `N: Levels<T, D::List>` |
/// | `concatenate(0, arrays)`, `stack(0, arrays)` | `L: ArrayList<T, X, Dims = D>` |
/// | `zip((a, b))` | `A: IntoOperand`, `D::Ranked: BroadcastWith<E::Ranked>` |
/// | `iter()` of any storage | `S: Borrowed` |
///
/// ```
/// use tslice::traits::{Addend, AsPositions, IntoBorder, IntoIndex, PadWidths, Ranked, TakeBy};
/// use tslice::{Array, Border, Dims, Owned, Rank, Read, Tensor};
///
/// fn total<S: Read<Elem: Addend>, D: Dims>(a: &Array<S, D>) -> S::Elem {
///     a.sum()
/// }
///
/// fn framed<S: Read<Elem: Clone>, D: Dims>(
///     a: &Array<S, D>,
///     widths: impl PadWidths<D::Ranked>,
///     border: impl IntoBorder<S::Elem>,
/// ) -> Array<Owned<S::Elem>, D::Ranked> {
///     a.pad(widths, border)
/// }
///
/// fn or_zero<S: Read<Elem: Copy + Default>, D: Dims>(
///     a: &Array<S, D>,
///     index: impl IntoIndex<D>,
/// ) -> S::Elem {
///     a.get(index).map_or(S::Elem::default(), |x| *x)
/// }
///
/// fn of_rows<S: Read<Elem: Clone>, D: Dims<Ranked: TakeBy<Rank<1>, Taken = E>>, E: Ranked>(
///     a: &Array<S, D>,
///     rows: impl AsPositions,
/// ) -> Array<Owned<S::Elem>, E> {
///     a.take(0, rows)
/// }
///
/// let t = Tensor::<_, 2>::from([[1, 2], [3, 4]]);
/// assert_eq!(total(&t), 10);
/// assert_eq!(framed(&t, [(0, 0), (1, 0)], Border::Edge), [[1, 1, 2], [3, 3, 4]]);
/// assert_eq!((or_zero(&t, [1, 1]), or_zero(&t, [2, 0])), (4, 0));
/// assert_eq!(of_rows(&t, &[1, -2]), [[3, 4], [1, 2]]);
/// ```
pub mod traits {
    pub use crate::array::{AsView, Borrowed, Element, InsertAxis, Integer, RemoveAxis};
    pub use crate::array::{Collects, Conversion, Converts, Levels, Nested};
    pub use crate::assemble::{ArrayList, IntoBorder, PadWidths};
    pub use crate::compute::{Addend, Averages, BroadcastAll};
    pub use crate::compute::{IntoOperand, IntoOperands, ItemsOf, Operands};
    pub use crate::layout::{AddRank, BroadcastWith, SelectBy, SubRank, TakeBy};
    pub use crate::layout::{IntoIndex, IntoShape, Ranked, StaticShape};
    pub use crate::pick::{AsList, AsMask, AsPositions, IsList, Listable, Picks};
    pub use crate::spec::AsEncoding;
    pub use crate::view::{Matrix, MultiSlice};
}

/// What the macros of `tslice` expand to.
#[doc(hidden)]
pub mod __private {
    pub use crate::array::{bound, half, minus, typed};
    pub use crate::diag::{band, single};
    pub use crate::pick::window as item_window;
    pub use crate::pick::{AsList, Borrowed, Split, borrowed, item, items, positions, run};
    pub use crate::resolve::checked::*;
    // An item of a literal list is one of the entries of a spec.
    pub use crate::spec::{Entry as Item, Kinds, Literal, entry, known, length, sound};
    pub use crate::view::{SplitArray, SplitMut};
    pub use alloc::vec::Vec;
    pub use core::option::Option;
    pub use core::primitive::{i64, str, usize};
    pub use tslice_entry::size::{Size, given, group, taken};
    pub use tslice_kernels::Level;
}

/// What a spec of `tslice` needs. An impl of `AsEncoding` with a [`Trust`](__specs::Trust) slices
/// by its encoding, as `DynSpec` does.
#[doc(hidden)]
pub mod __specs {
    #[cfg(feature = "serde")]
    pub use crate::interop::Written;
    pub use crate::pick::{List, SeeList, Source};
    pub use crate::spec::Trust;
}

/// What `tslice-algebra`, `tslice-ops`, `tslice-explain` and the crates for tensors use besides the
/// public API. All of it is safe, and none of it is promised to others.
#[doc(hidden)]
pub mod __ops {
    pub use crate::array::bound;
    #[cfg(feature = "rayon")]
    pub use crate::copy::threads;
    pub use crate::copy::{Sink, collect};
    pub use crate::error::{or_panic, plural};
    pub use crate::errors;
    pub use crate::pick::{Elements, ForeignList, ListPart, Picked, Relisted, Source};
    pub use crate::pick::{picked_by, print_listed, written_lists};
    pub use crate::resolve::{place, result_lengths, selections};
    pub use crate::spec::{Entry, MAX_ENTRIES, Range};
    pub use crate::view::split;

    /// A tensor of a shape that is known to need as many elements as there are.
    ///
    /// # Panics
    ///
    /// If it does not.
    #[track_caller]
    pub fn tensor<T, D: crate::Dims>(
        shape: &[usize],
        data: alloc::vec::Vec<T>,
    ) -> crate::Array<crate::Owned<T>, D> {
        crate::Array::from_parts(shape, data)
    }

    pub mod layout {
        pub use crate::array::{filled, reserve};
        pub use crate::layout::{
            advance, assignable, check_count, check_len, count, is_row_major, len, signed,
        };
    }
}

pub use array::{
    Array, DynTensor, DynView, DynViewMut, Mut, Owned, Read, Ref, Tensor, View, ViewMut, Write,
};
pub use assemble::Border;
pub use assemble::{concatenate, concatenate_into, overlay, paste, stack, stack_into};
pub use assemble::{try_concatenate, try_stack};
pub use compute::{IndexedZip, Items, Zip, try_zip, zip};
pub use error::{AxisError, ShapeError, SliceError};
#[cfg(feature = "rayon")]
pub use iter::ParallelParts;
pub use iter::{AxisChunks, AxisIter, Elements, Indexed, Lanes, Parts};
pub use layout::{AnyRank, Const, Dims, Dyn, DynIndex, Progression, Rank};
pub use pick::{PickError, PickMut};
pub use resolve::Slices;
#[doc(hidden)]
pub use signposts::{Axis, NotAnArray, NotAnIterator};
pub use spec::{Encoding, EncodingRef, InlineSpec, Masks, ShapedSpec, Spec};
pub use view::{axis_as_elements, axis_as_elements_mut, elements_as_axis, elements_as_axis_mut};
