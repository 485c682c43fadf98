//! The quick way and the full one agree, and what is printed reads as itself.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use proptest::prelude::*;

use crate::{Entry, MAX_ENTRIES, Range, parse, plain};

/// Pieces that are plain, and some that are not.
fn text() -> impl Strategy<Value = String> {
    let word = prop::sample::select(alloc::vec![
        "1",
        "-1",
        "0",
        "12",
        "-",
        ":",
        ":",
        "::",
        ",",
        ",",
        "..",
        "...",
        ".",
        "newaxis",
        "None",
        "n",
        " ",
        "\n",
        "=>",
        "0x1",
        "1_0",
        "1u8",
        "999999999999999999",
        "1000000000000000000",
        "9223372036854775808",
        "1.5",
        "'a'",
        "\"",
        "(",
        ")",
        "[",
        "]",
        ";",
        "true",
        "\u{200f}",
        "ß",
        "…",
        "\\",
    ]);
    prop::collection::vec(word, 0..14).prop_map(|words| words.concat())
}

fn bound() -> impl Strategy<Value = Option<i64>> {
    prop_oneof![
        Just(None),
        (-9_i64..9).prop_map(Some),
        any::<i64>().prop_map(Some)
    ]
}

fn entry() -> impl Strategy<Value = Entry<i64>> {
    let range = (
        bound(),
        bound(),
        bound().prop_filter("a stride", |stride| *stride != Some(0)),
    );
    prop_oneof![
        1 => Just(Entry::NewAxis),
        2 => any::<i64>().prop_map(Entry::Index),
        4 => range.prop_map(|(begin, end, stride)| Entry::Range(Range { begin, end, stride })),
        1 => (any::<i64>(), 0..=i64::MAX).prop_map(|(start, length)| Entry::Window { start, length, stride: 1 }),
    ]
}

fn printed(entry: &Entry<i64>) -> String {
    let bound = |bound: Option<i64>| bound.map_or_else(String::new, |bound| bound.to_string());
    match *entry {
        Entry::List | Entry::Grouped => unreachable!("no list is drawn"),
        Entry::Ellipsis => "..".to_string(),
        Entry::NewAxis => "newaxis".to_string(),
        Entry::Index(index) => index.to_string(),
        Entry::Range(Range { begin, end, stride }) => {
            format!("{}:{}:{}", bound(begin), bound(end), bound(stride))
        }
        Entry::Window {
            start,
            length,
            stride: _,
        } => format!("{start}:+{length}"),
    }
}

/// What both ways make of a text.
fn agree(text: &str) -> Result<(), TestCaseError> {
    let full = parse(text);
    let mut entries = Vec::new();
    if plain(text, |entry| entries.push(entry)).is_some() {
        prop_assert_eq!(
            full.as_ref().map(|spec| &spec.entries),
            Ok(&entries),
            "{}",
            text
        );
    }
    for mistake in full.err().unwrap_or_default() {
        prop_assert!(
            text.get(mistake.span.clone())
                .is_some_and(|at| !at.is_empty()),
            "{:?} in {:?}",
            mistake,
            text
        );
        prop_assert_eq!(mistake.message.lines().count(), 1);
    }
    Ok(())
}

#[test]
fn both_ways_agree_on_the_table_of_mistakes() {
    for line in include_str!("../../mistakes.txt").lines() {
        agree(line.split(" | ").next().unwrap_or_default()).expect(line);
    }
}

#[test]
fn plain_texts_take_the_quick_way() {
    for text in [
        "",
        "1:-1, ::2",
        "1, 2:4, newaxis, ..., :-3:-1, :",
        " -1 ,None,\t: :2,..,\n",
        ":, 999999999999999999",
    ] {
        assert!(plain(text, |_| ()).is_some(), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2 * ProptestConfig::default().cases))]

    #[test]
    fn both_ways_agree(text in prop_oneof![text(), "\\PC{0,20}", "[-0-9:., =>\\[\\]a-z'\"\\t\\nüß;]{0,24}"]) {
        agree(&text)?;
    }

    #[test]
    fn printed_specs_read_as_themselves(entries in prop::collection::vec(entry(), 0..=MAX_ENTRIES), at in 0..64_usize) {
        let mut entries = entries;
        if let Some(entry) = entries.get_mut(at) {
            *entry = Entry::Ellipsis;
        }
        let text = entries.iter().map(printed).collect::<Vec<_>>().join(", ");
        agree(&text)?;
        prop_assert_eq!(parse(&text).map(|spec| spec.entries), Ok(entries));
    }
}
