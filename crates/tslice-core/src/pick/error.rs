//! Why positions cannot be picked.

use alloc::boxed::Box;

use crate::error::{ShapeError, SliceError, errors, plural};

errors! {
    /// Why a spec with lists, a list or a mask does not fit an array.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum PickError {
        /// An index of a list is out of bounds.
        IndexOutOfBounds {
            /// Where in the list it is.
            at: usize,
            /// The index as given (one outside `i64` is shown as the nearest `i64`).
            index: i64,
            axis: usize,
            len: usize,
        } => ("index {index}, at position {at} of its list, is out of bounds for axis {axis} with \
            length {len}"),
        /// The mask has another length than the axis.
        MaskLength { mask: usize, axis: usize, len: usize } => (
            "the mask has {mask} {}, axis {axis} has length {len}",
            plural(*mask, "entry", "entries"),
        ),
        /// The mask has another shape than the first axes of the array.
        MaskShape { mask: Box<[usize]>, shape: Box<[usize]> } => |f| {
            write!(f, "the mask has shape {mask:?}, the array has shape {shape:?}")?;
            let Some(axis) = mask.iter().zip(shape).position(|(mask, len)| mask != len) else {
                return f.write_str(": a mask has at most as many axes as the array");
            };
            let (in_mask, in_array) = (mask[axis], shape[axis]);
            write!(f, ": axis {axis} has length {in_mask} in the mask, {in_array} in the array")?;
            let Some(axis) = shape.iter().position(|len| mask[..] == [*len]) else { return Ok(()) };
            write!(f, "; `compress({axis}, &mask)` and `s![{axis} => &mask]` take a mask of one \
                axis")
        },
        /// The lists of a group differ in length, and none of the two has length 1.
        GroupLength {
            /// The length that the lists before it have.
            expected: usize,
            len: usize,
        } => ("the lists have lengths {expected} and {len}: they need one length, or 1"),
        /// An entry that is not a list does not fit the array.
        Slice(#[from] error: SliceError) => ("{error}"),
        /// The axis does not exist, a shape does not broadcast, the shape of the result overflows,
        /// the result does not fit in memory, or the buffer has another length.
        Shape(#[from] error: ShapeError) => ("{error}"),
    }
}
