//! Entries, and the rows and masks that they stand for.

use alloc::string::String;
use alloc::vec::Vec;

use crate::{Cell, Entry, MASKS, Masks, Range, Row, encode};

#[track_caller]
fn encoded(text: &str) -> (Vec<[i64; 3]>, Masks) {
    let mut rows: Vec<Row> = Vec::new();
    let masks = encode(text, &mut rows).unwrap_or_else(|mistakes| panic!("{text}: {mistakes:?}"));
    (rows.iter().map(|row| [row.begin, row.end, row.stride]).collect(), masks)
}

/// Begin, end and stride, entry by entry.
#[track_caller]
fn case(text: &str, rows: &[[i64; 3]], [begin, end, ellipsis, new_axis, shrink_axis]: [u32; 5]) {
    let masks = Masks { begin, end, ellipsis, new_axis, shrink_axis, window: 0 };
    assert_eq!(encoded(text), (rows.to_vec(), masks), "{text}");
}

#[test]
fn entries_are_encoded_as_the_table_says() {
    case("", &[], [0; 5]);
    case(" \n", &[], [0; 5]);
    case("1", &[[1, 2, 1]], [0, 0, 0, 0, 1]);
    case("- 1,", &[[-1, 0, 1]], [0, 0, 0, 0, 1]);
    case(":", &[[0, 0, 1]], [1, 1, 0, 0, 0]);
    case("2:", &[[2, 0, 1]], [0, 1, 0, 0, 0]);
    case(":2:", &[[0, 2, 1]], [1, 0, 0, 0, 0]);
    case("::", &[[0, 0, 1]], [1, 1, 0, 0, 0]);
    case("::-1", &[[0, 0, -1]], [1, 1, 0, 0, 0]);
    case("1: :2", &[[1, 0, 2]], [0, 1, 0, 0, 0]);
    case("1:9:2", &[[1, 9, 2]], [0; 5]);
    case("...", &[[0, 0, 1]], [0, 0, 1, 0, 0]);
    case(".. ,", &[[0, 0, 1]], [0, 0, 1, 0, 0]);
    case("newaxis, None", &[[0, 0, 1]; 2], [0, 0, 0, 3, 0]);
    case("0x10:1_000u16", &[[16, 1000, 1]], [0; 5]);
    case("9223372036854775807", &[[i64::MAX, i64::MAX, 1]], [0, 0, 0, 0, 1]);
    case("-9223372036854775808", &[[i64::MIN, i64::MIN + 1, 1]], [0, 0, 0, 0, 1]);
    case("-1 => 2, 0 => ::3", &[[0, 0, 3], [0, 0, 1], [2, 3, 1]], [1, 1, 2, 0, 4]);
    case(
        "1, 2:4, newaxis, .., :-3:-1, :",
        &[[1, 2, 1], [2, 4, 1], [0, 0, 1], [0, 0, 1], [0, -3, -1], [0, 0, 1]],
        [48, 32, 8, 4, 1],
    );
}

#[test]
fn a_window_is_a_range_with_a_bit_of_its_own() {
    let window = |text: &str| {
        let (rows, masks) = encoded(text);
        assert_eq!(masks, Masks { window: 2, ..Masks::default() }, "{text}");
        rows[1]
    };
    assert_eq!(window("0:9, 2:+4"), [2, 6, 1]);
    assert_eq!(window("0:9, -6:+4"), [-6, -2, 1]);
    assert_eq!(window("0:9, -4:+4"), [-4, i64::MAX, 1]);
    assert_eq!(window("0:9, -4:+6"), [-4, 2, 1]);
    assert_eq!(window("0:9, 9223372036854775807:+4"), [i64::MAX, i64::MAX, 1]);
}

/// A quick start whose rows are dropped again.
#[test]
fn a_text_that_turns_out_not_to_be_plain_begins_anew() {
    case("1, 0x2", &[[1, 2, 1], [2, 3, 1]], [0, 0, 0, 0, 3]);
}

#[test]
fn cells_name_the_bound_that_they_are_made_of() {
    let index: Entry<&str> = Entry::Index("i");
    assert_eq!(index.row(), [Cell::Of(&"i"), Cell::Past(&"i"), Cell::Fixed(1)]);
    let range = Entry::Range(Range { begin: None, end: Some("e"), stride: Some("s") });
    assert_eq!(range.row(), [Cell::Fixed(0), Cell::Of(&"e"), Cell::Of(&"s")]);
    assert_eq!(range.bounds().collect::<Vec<_>>(), [(1, &"e"), (2, &"s")]);
    let set: Vec<&str> =
        MASKS.into_iter().zip(range.masks()).filter_map(|(name, set)| set.then_some(name)).collect();
    assert_eq!(set, ["begin_mask"]);
    assert_eq!((index.axes(), range.axes()), ((true, false), (true, true)));
    assert_eq!(
        (Entry::<String>::NewAxis.axes(), Entry::<String>::Ellipsis.axes()),
        ((false, true), (false, false))
    );
}
