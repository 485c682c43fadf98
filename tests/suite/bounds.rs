//! Random bounds: small ones, which meet short axes on every side, and the extremes of `i64`.
//! Encodings of random bounds.

use proptest::prelude::*;
use tslice::{Encoding, Masks};

/// Mostly between -7 and 7.
pub(crate) fn bound() -> impl Strategy<Value = i64> {
    prop_oneof![8 => -7..8_i64, 1 => prop::sample::select(vec![i64::MIN, i64::MIN + 1, i64::MAX - 1, i64::MAX])]
}

/// A bound that is not 0.
pub(crate) fn stride() -> impl Strategy<Value = i64> {
    bound().prop_filter("a stride is not 0", |stride| *stride != 0)
}

/// Encodings of up to four entries, each a begin, an end and a stride, with masks below `masks` and
/// at most one ellipsis.
pub(crate) fn encodings(
    entry: impl Strategy<Value = (i64, i64, i64)>,
    masks: i32,
) -> impl Strategy<Value = Encoding> {
    let entries = prop::collection::vec(entry, 0..5);
    let masks = prop::array::uniform5(0..masks);
    (entries, masks).prop_map(
        |(entries, [begin, end, ellipsis, new_axis, shrink])| Encoding {
            begin: entries.iter().map(|entry| entry.0).collect(),
            end: entries.iter().map(|entry| entry.1).collect(),
            strides: entries.iter().map(|entry| entry.2).collect(),
            masks: Masks::from_i32([
                begin,
                end,
                ellipsis & ellipsis.wrapping_neg(),
                new_axis,
                shrink,
            ]),
        },
    )
}
