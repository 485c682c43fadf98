//! Lists and groups beside the encoding.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::{Entry, List, Listed, MAX_ENTRIES, Range, parse};

/// The lists of a text: the number of the entry, and the items of each list in a short form.
fn lists(text: &str) -> Vec<(usize, Vec<String>)> {
    let spec = parse(text).unwrap_or_else(|mistakes| panic!("{text}: {mistakes:?}"));
    let item = |item: &Entry<i64>| match *item {
        Entry::Index(index) => index.to_string(),
        Entry::Range(Range { begin, end, stride }) => {
            alloc::format!("{begin:?}:{end:?}:{stride:?}")
        }
        Entry::Window {
            start,
            length,
            stride: _,
        } => alloc::format!("{start}+{length}"),
        Entry::Ellipsis | Entry::NewAxis | Entry::List | Entry::Grouped => panic!("no item"),
    };
    let list = |list: &List<i64>| match list {
        List::Literal(items) => items.iter().map(item).collect::<Vec<_>>().join(" "),
        List::Borrowed(_) => panic!("text borrows nothing"),
    };
    let listed = |listed: &Listed<i64>| (listed.entry, listed.lists.iter().map(list).collect());
    spec.lists.iter().map(listed).collect()
}

#[track_caller]
fn case(text: &str, expected: &[(usize, &[&str])]) {
    let lists_of = |lists: &[&str]| lists.iter().map(ToString::to_string).collect();
    let expected: Vec<(usize, Vec<String>)> = expected
        .iter()
        .map(|(entry, lists)| (*entry, lists_of(lists)))
        .collect();
    assert_eq!(lists(text), expected, "{text}");
}

#[test]
fn a_list_stands_beside_a_whole_axis() {
    case("[0, 2, -1], 1:4, ..", &[(0, &["0 2 -1"])]);
    case(
        "1, [], [0:3, 7, -2:]",
        &[
            (1, &[""]),
            (2, &["Some(0):Some(3):None 7 Some(-2):None:None"]),
        ],
    );
    case("[2:+3, 1,]", &[(0, &["2+3 1"])]);
    let spec = parse("1, [0, 2]").expect("a spec");
    assert_eq!(spec.entries, [Entry::Index(1), Entry::List]);
}

#[test]
fn group_consumes_an_axis_for_each_list() {
    case(
        "0, ([0, 1], [2, 3], [9]), [4]",
        &[(1, &["0 1", "2 3", "9"]), (4, &["4"])],
    );
    let spec = parse("([0], [1], [2]), 7").expect("a spec");
    assert_eq!(
        spec.entries,
        [Entry::List, Entry::Grouped, Entry::Grouped, Entry::Index(7)]
    );
    assert_eq!(spec.spans, [0..15, 0..0, 0..0, 17..18]);
}

#[test]
fn the_axis_form_has_lists() {
    case(
        "-1 => [0, 2], 1 => 1:3, 0 => [1]",
        &[(0, &["1"]), (3, &["0 2"])],
    );
}

#[test]
fn the_axes_of_groups_count_as_entries() {
    let group = "([0], [0], [0], [0], [0], [0], [0], [0], [0], [0])";
    assert!(parse(&[group; 3].join(", ")).is_ok());
    assert!(parse(&(alloc::format!("{group}, {group}, {group}") + ", 0")).is_ok());
    let mistakes = parse(&[group; 4].join(", ")).expect_err("40 entries");
    let words = alloc::format!("a spec holds at most {MAX_ENTRIES} entries, this one has 40");
    assert!(mistakes[0].message.starts_with(&words), "{mistakes:?}");
}
