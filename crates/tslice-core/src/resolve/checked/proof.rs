//! The checks themselves, as `const fn`. Each is called at the token of its entry, where the
//! compiler then reports it.

use core::marker::PhantomData;

use tslice_entry::Entry;
use tslice_entry::size::taken;

use crate::layout::{Axes, Shape};
use crate::spec::sound;

/// Proof that a spec fits the dims K. `cargo check` evaluates a pattern of this type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Proven<K>(PhantomData<fn() -> K>);

impl<K> Proven<K> {
    pub(super) const NEW: Self = Self(PhantomData);
}

impl<K: Axes> Proven<K> {
    /// The value that stands where the checks of all entries have passed.
    pub const fn of(_: Shape) -> Self {
        Self::NEW
    }
}

/// The axis at a place, which is counted from the back behind an ellipsis, and its length. If the
/// axis does not exist, the type of the spec reports it. A length above `isize::MAX` is one that no
/// array has, and nothing is proven of it.
const fn axis(shape: Shape, place: isize) -> (usize, Option<usize>) {
    let rank = shape.len();
    let axis = if place < 0 {
        rank.wrapping_add_signed(place)
    } else {
        place.unsigned_abs()
    };
    match if axis < rank { shape[axis] } else { None } {
        Some(len) if len <= isize::MAX.unsigned_abs() => (axis, Some(len)),
        _ => (axis, None),
    }
}

/// Checks the items of a list: each index and each window lies inside of the axis, and one item at
/// least selects something. Where not all items are given, the others may.
#[track_caller]
pub const fn in_list(shape: Shape, place: isize, items: &[Entry<i64>], are_all: bool) -> Shape {
    let (axis, len) = axis(shape, place);
    sound(taken(items, !are_all as usize, axis, len));
    shape
}

/// Checks an entry: an index and a window lie inside of the axis, a range selects something, of
/// some axis if the length is not known.
#[track_caller]
pub const fn fits(shape: Shape, place: isize, entry: Entry<i64>) -> Shape {
    // A window may be empty.
    let is_range = matches!(entry, Entry::Range(_));
    in_list(shape, place, &[entry], is_range)
}
