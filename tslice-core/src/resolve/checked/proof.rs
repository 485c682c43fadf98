//! The checks themselves, as `const fn`. Each is called at the token of its entry, where the compiler then reports it.

use core::marker::PhantomData;

use crate::layout::{Axes, Shape};
use crate::message::Message;
use crate::resolve::range::range as select;
use crate::spec::Bounds;

/// Proof that a spec fits the dims K. `cargo check` evaluates a pattern of this type.
#[derive(PartialEq, Eq)]
pub struct Proven<K>(PhantomData<fn() -> K>);

impl<K> Clone for Proven<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Proven<K> {}

impl<K> Proven<K> {
    pub(super) const NEW: Self = Self(PhantomData);
}

impl<K: Axes> Proven<K> {
    /// The value that stands where the checks of all entries have passed.
    #[must_use]
    pub const fn of(_: Shape) -> Self {
        Self::NEW
    }
}

/// The axis at a place, which is counted from the back behind an ellipsis, and its length. If there is no such axis, the type of
/// the spec reports it. A length above `isize::MAX` is one that no array has, and nothing is proven of it.
const fn axis(shape: Shape, place: isize) -> (usize, Option<usize>) {
    let rank = shape.lengths.len();
    let axis = if place < 0 { rank.wrapping_add_signed(place) } else { place.unsigned_abs() };
    match if axis < rank { shape.lengths[axis] } else { None } {
        Some(len) if len <= isize::MAX.unsigned_abs() => (axis, Some(len)),
        _ => (axis, None),
    }
}

/// Whether an entry certainly selects something of an axis that is there and has a length.
///
/// The compiler evaluates this at each `checked!`, and nearly all entries pass. A function that calls others takes it many times as
/// long, so this is a macro, and the general checks below are for messages and for lengths that are not known.
macro_rules! selects {
    ($shape:ident, $place:ident, |$len:ident| $selects:expr) => {{
        let rank = $shape.lengths.len();
        let axis = if $place < 0 { (rank as isize + $place) as usize } else { $place as usize };
        axis < rank
            && match $shape.lengths[axis] {
                Some(len) => {
                    let $len = len as i64;
                    $len > 0 && $selects
                }
                None => false,
            }
    }};
}

/// Checks an index.
#[track_caller]
pub const fn index(shape: Shape, place: isize, index: i64) -> Shape {
    if !selects!(shape, place, |len| index < len && index >= -len) {
        check_index(shape, place, index);
    }
    shape
}

#[track_caller]
const fn check_index(shape: Shape, place: isize, index: i64) {
    let (axis, Some(len)) = axis(shape, place) else { return };
    let len = len.cast_signed() as i64;
    if index >= len || index < -len {
        Message::new()
            .text("index ")
            .number(index as i128)
            .text(" is out of bounds for axis ")
            .number(axis as i128)
            .text(" with length ")
            .number(len as i128)
            .panic();
    }
}

/// Checks `begin:end:stride`.
#[track_caller]
pub const fn within(shape: Shape, place: isize, begin: i64, end: i64, stride: i64) -> Shape {
    if !selects!(shape, place, |len| {
        // `len` is added to negative bounds only, so no sum overflows.
        let first = if begin < 0 { begin + len } else { begin };
        let last = if end < 0 { end + len } else { end };
        if stride > 0 {
            first < last && first < len && last > 0
        } else {
            first > last && first >= 0 && last < len - 1
        }
    }) {
        check_range(shape, place, Bounds { begin: Some(begin), end: Some(end), stride });
    }
    shape
}

/// Checks `start:+length`.
#[track_caller]
pub const fn window(shape: Shape, place: isize, start: i64, length: i64) -> Shape {
    if let (axis, Some(len)) = axis(shape, place) {
        let len = len.cast_signed() as i64;
        let from_front = if start < 0 { start + len } else { start };
        if from_front < 0 || from_front > len || length > len - from_front {
            Message::new()
                .text("window ")
                .number(start as i128)
                .text(":+")
                .number(length as i128)
                .text(" is out of bounds for axis ")
                .number(axis as i128)
                .text(" with length ")
                .number(len as i128)
                .panic();
        }
    }
    shape
}

/// Checks `begin::stride`.
#[track_caller]
pub const fn begin(shape: Shape, place: isize, begin: i64, stride: i64) -> Shape {
    if !selects!(shape, place, |len| if stride > 0 { begin < len } else { begin >= -len }) {
        check_range(shape, place, Bounds { begin: Some(begin), end: None, stride });
    }
    shape
}

/// Checks `:end:stride`.
#[track_caller]
pub const fn end(shape: Shape, place: isize, end: i64, stride: i64) -> Shape {
    if !selects!(shape, place, |len| {
        let last = if end < 0 { end + len } else { end };
        if stride > 0 { last > 0 } else { last < len - 1 }
    }) {
        check_range(shape, place, Bounds { begin: None, end: Some(end), stride });
    }
    shape
}

/// Checks a range: it is an error if it has a bound and selects nothing.
#[track_caller]
const fn check_range(shape: Shape, place: isize, bounds: Bounds) {
    if bounds.begin.is_none() && bounds.end.is_none() {
        return;
    }
    match axis(shape, place) {
        (axis, Some(len)) => {
            if select(bounds, len.cast_signed() as i64).1 == 0 {
                message(bounds)
                    .text(" is empty for axis ")
                    .number(axis as i128)
                    .text(" with length ")
                    .number(len as i128)
                    .panic();
            }
        }
        (_, None) => {
            if is_always_empty(bounds) {
                message(bounds).text(" is empty for every length of its axis").panic();
            }
        }
    }
}

/// Whether a range selects nothing, whatever the length of its axis is.
///
/// The distance of its ends is linear in the length between the lengths at which a bound is clamped, so these decide.
const fn is_always_empty(bounds: Bounds) -> bool {
    let begin = magnitude(bounds.begin);
    let end = magnitude(bounds.end);
    let corners = [1, begin, end, begin.saturating_add(end), i64::MAX - 1];
    let mut at = 0;
    while at < corners.len() {
        let mut len = corners[at].saturating_sub(1);
        let last = corners[at].saturating_add(1);
        loop {
            if len >= 0 && select(bounds, len).1 > 0 {
                return false;
            }
            if len == last {
                break;
            }
            len += 1;
        }
        at += 1;
    }
    true
}

const fn magnitude(bound: Option<i64>) -> i64 {
    match bound {
        Some(bound) => bound.saturating_abs(),
        None => 0,
    }
}

/// A message that begins with the range as it is written.
const fn message(Bounds { begin, end, stride }: Bounds) -> Message {
    let mut message = Message::new().text("range ");
    if let Some(begin) = begin {
        message = message.number(begin as i128);
    }
    message = message.text(":");
    if let Some(end) = end {
        message = message.number(end as i128);
    }
    if stride != 1 {
        message = message.text(":").number(stride as i128);
    }
    message
}

#[cfg(test)]
#[path = "../../../unit/resolve_checked_proof.rs"]
mod tests;
