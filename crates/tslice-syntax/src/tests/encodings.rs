//! Entries, and the rows and masks that they stand for.

use alloc::string::String;
use alloc::vec::Vec;

use crate::{Cell, Entry, Form, Forms, MASKS, Range, parse};

#[track_caller]
fn encoded(text: &str) -> (Vec<[i64; 3]>, Forms) {
    let entries = parse(text).map(|spec| spec.entries);
    let entries = entries.unwrap_or_else(|mistakes| panic!("{text}: {mistakes:?}"));
    let rows = entries.iter().map(Entry::numbers);
    (
        rows.map(|row| [row.begin, row.end, row.stride]).collect(),
        entries.iter().map(Entry::form).collect(),
    )
}

/// Begin, end and stride, entry by entry.
#[track_caller]
fn case(text: &str, rows: &[[i64; 3]], masks: [u32; 5]) {
    let (found, forms) = encoded(text);
    assert_eq!(found, rows, "{text}");
    let of = |mask: usize| {
        (0..rows.len())
            .map(|at| u32::from(forms.get(at).masks()[mask]) << at)
            .sum::<u32>()
    };
    assert_eq!(core::array::from_fn(of), masks, "{text}");
    let bare = (0..rows.len()).fold(Forms::default(), |bare, at| bare.with(at, forms.get(at)));
    assert_eq!(forms, bare, "{text}: nothing behind the last entry");
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
    case(
        "9223372036854775807",
        &[[i64::MAX, i64::MAX, 1]],
        [0, 0, 0, 0, 1],
    );
    case(
        "-9223372036854775808",
        &[[i64::MIN, i64::MIN + 1, 1]],
        [0, 0, 0, 0, 1],
    );
    case(
        "-1 => 2, 0 => ::3",
        &[[0, 0, 3], [0, 0, 1], [2, 3, 1]],
        [1, 1, 2, 0, 4],
    );
    case(
        "1, 2:4, newaxis, .., :-3:-1, :",
        &[
            [1, 2, 1],
            [2, 4, 1],
            [0, 0, 1],
            [0, 0, 1],
            [0, -3, -1],
            [0, 0, 1],
        ],
        [48, 32, 8, 4, 1],
    );
}

#[test]
fn window_keeps_start_and_length() {
    let window = |text: &str| {
        let (rows, forms) = encoded(text);
        assert_eq!(forms.get(1), Form::Window, "{text}");
        rows[1]
    };
    assert_eq!(window("0:9, 2:+4"), [2, 4, 1]);
    assert_eq!(window("0:9, -6:+4"), [-6, 4, 1]);
    assert_eq!(window("0:9, -4:+4"), [-4, 4, 1]);
    assert_eq!(window("0:9, 9223372036854775807:+4"), [i64::MAX, 4, 1]);
}

#[test]
fn forms_have_a_digit_each_and_count_axes() {
    let range = |begin, end| Form::Range { begin, end };
    let all = [
        range(true, true),
        range(false, true),
        range(true, false),
        range(false, false),
        Form::Index,
        Form::NewAxis,
        Form::Ellipsis,
        Form::Window,
        Form::List,
        Form::Grouped,
    ];
    for (digit, form) in all.into_iter().enumerate() {
        assert_eq!(usize::from(form.digit()), digit);
        for at in [0, 1, 17, 30, 31] {
            let forms = Forms(u128::MAX / 15 * 3).with(at, form);
            assert_eq!(
                (forms.get(at), forms.get(at + 1)),
                (form, range(at >= 31, at >= 31))
            );
            let (consumed, produced) = form.axes();
            for entries in [0, at, at + 1, 32] {
                let (here, others) = if entries > at {
                    (1, entries - 1)
                } else {
                    (0, entries)
                };
                let axes = (
                    others + here * usize::from(consumed),
                    others + here * usize::from(produced),
                );
                assert_eq!(forms.axes(entries), axes, "{form:?} {at} {entries}");
                if form != range(false, false) {
                    assert_eq!(
                        (forms.count(form, entries), forms.first(form, entries)),
                        (here, at.min(entries))
                    );
                }
            }
        }
    }
}

/// A quick start whose rows are dropped again.
#[test]
fn text_that_is_not_plain_is_read_again() {
    case("1, 0x2", &[[1, 2, 1], [2, 3, 1]], [0, 0, 0, 0, 3]);
}

#[test]
fn cells_name_the_bound_they_hold() {
    let index: Entry<&str> = Entry::Index("i");
    assert_eq!(
        index.row(),
        [Cell::Of(&"i"), Cell::Past(&"i"), Cell::Fixed(1)]
    );
    let range = Entry::Range(Range {
        begin: None,
        end: Some("e"),
        stride: Some("s"),
    });
    assert_eq!(
        range.row(),
        [Cell::Fixed(0), Cell::Of(&"e"), Cell::Of(&"s")]
    );
    assert_eq!(range.bounds().collect::<Vec<_>>(), [(1, &"e"), (2, &"s")]);
    let set: Vec<&str> = MASKS
        .into_iter()
        .zip(range.form().masks())
        .filter_map(|(name, set)| set.then_some(name))
        .collect();
    assert_eq!(set, ["begin_mask"]);
    assert_eq!((index.axes(), range.axes()), ((true, false), (true, true)));
    assert_eq!(
        (
            Entry::<String>::NewAxis.axes(),
            Entry::<String>::Ellipsis.axes()
        ),
        ((false, true), (false, false))
    );
}
