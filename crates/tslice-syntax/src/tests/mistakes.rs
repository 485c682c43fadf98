//! Mistakes, by message and by the text that is reported.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use crate::{SpecMistake, parse};

/// The mistakes of a text: the text that each covers, and the message.
fn mistakes(text: &str) -> Vec<(&str, String)> {
    let mistakes = parse(text).err().unwrap_or_default();
    mistakes
        .into_iter()
        .map(|SpecMistake { message, span }| (&text[span], message))
        .collect()
}

#[test]
fn mistakes_have_bytes_and_a_suggestion() {
    let table = include_str!("../../mistakes.txt")
        .lines()
        .filter(|line| !line.starts_with('#'));
    for line in table {
        let fields: Vec<&str> = line.splitn(3, " | ").collect();
        assert_eq!(
            mistakes(fields[0]),
            [(fields[1], fields[2].to_owned())],
            "{line}"
        );
    }
}

#[test]
fn mistakes_of_a_spec_are_in_order() {
    let found: Vec<&str> = mistakes("1..3, ::0, 1.5:'a':n, [[2]],, ::0")
        .into_iter()
        .map(|(at, _)| at)
        .collect();
    assert_eq!(found, [",", "1..3", "0", "1.5", "'a'", "n", "[2]", "0"]);
    let found: Vec<&str> = mistakes("0 => 1.5, 0 => 2, .., 40 => ::0")
        .into_iter()
        .map(|(at, _)| at)
        .collect();
    assert_eq!(found, ["1.5", "0", "..", "40", "0"]);
}

#[test]
fn entries_are_split_at_outer_commas() {
    for (text, piece) in [
        ("1,  , 2", ","),
        (" ,1", ","),
        ("0, \"a, 1", "\"a, 1"),
        ("0, \"a, b\", 1", "\"a, b\""),
        ("'a', 1", "'a'"),
        ("0, [1, [2, 3], 4], 1", "[2, 3]"),
        ("0, (1, 2), 1", "(1, 2)"),
        ("0], 1", "]"),
    ] {
        let found = mistakes(text);
        assert!(
            matches!(&found[..], [(at, _)] if *at == piece),
            "{text}: {found:?}"
        );
    }
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table of cases")]
fn non_literals_are_named_with_their_bytes() {
    for (text, piece, words) in [
        (
            "- 1  2",
            "1  2",
            "a comma is missing between `-1` and `2`: write `-1, 2`",
        ),
        ("1 2 3", "1 2", "a comma is missing between `1` and `2`"),
        ("a b", "a b", "a comma is missing between `a` and `b`"),
        (
            "1\u{200f}2",
            "1\u{200f}2",
            "a comma is missing between `1` and `2`: write `1, 2`",
        ),
        (
            "1  -2",
            "1  -2",
            "a bound in text is an integer literal, not `1  -2`",
        ),
        (
            "1\n-2",
            "1\n-2",
            "a bound in text is an integer literal, not `1 -2`",
        ),
        (
            "1 =2",
            "1 =2",
            "an axis is a literal number in front of `=>`, and a bound is not named: names of axes stand \
             behind a type of `axes!`, `Video: time = 1:3`, or are for `DynSpec::by_names`",
        ),
        (
            "0, 1 *",
            "1 *",
            "the bound is unfinished: nothing follows the `*`",
        ),
        (
            "&rows",
            "&rows",
            "a spec in text cannot name a variable: write the positions, as in `[0, 2]`",
        ),
        ("[..]", "[..]", "entries stand without brackets: write `..`"),
        (
            "x + v[1]",
            "x + v[1]",
            "a bound in text is an integer literal, not `x + v[1]`, and a spec stands without a name and \
             brackets around it",
        ),
        (
            "f(x)[1]",
            "f(x)[1]",
            "a bound in text is an integer literal, not `f(x)[1]`, and a spec stands without a name and \
             brackets around it",
        ),
        (
            "v[]",
            "v[]",
            "a bound in text is an integer literal, not `v[]`, and a spec stands without a name and \
             brackets around it",
        ),
        ("[1", "[", "`[` is not closed"),
        ("([0, 1], [2, 3], 4", "(", "`(` is not closed"),
        ("1, 0:2)", ")", "`)` is not opened"),
        (
            "b\"a\", 1",
            "b\"a\"",
            "a bound is an integer, not a string: write it without quotes",
        ),
        (
            "(2)",
            "(2)",
            "a bound in text is an integer literal, not `(2)`",
        ),
        (
            "inf",
            "inf",
            "a bound in text is an integer literal, not `inf`",
        ),
        ("1_x", "1_x", "`x` is not an integer suffix: write `1`"),
        ("-1x", "-1x", "`x` is not an integer suffix: write `-1`"),
        (
            "1.x",
            "1.x",
            "a bound in text is an integer literal, not `1.x`",
        ),
        (
            "x1",
            "x1",
            "a bound in text is an integer literal, not `x1`",
        ),
        (
            "größe, 1",
            "größe",
            "a bound in text is an integer literal, not `größe`",
        ),
        (
            ":stop:",
            "stop",
            "an absent bound is left out: write nothing for `stop`",
        ),
        ("…", "…", "the ellipsis is spelled `..`, not `…`"),
        (
            "1 ..= n",
            "n",
            "a bound in text is an integer literal, not `n`",
        ),
        (
            "..=-1",
            "..=-1",
            "`..` is the ellipsis, not a range: write `:`",
        ),
        (
            "1..2..3",
            "1..2..3",
            "`..` is the ellipsis, not a range: write `1:2:3`",
        ),
        (
            "1..=2;3",
            "1..=2;3",
            "bounds are separated by `:`, and entries by `,`, not by `;`: write `1:3:3`",
        ),
        (
            "1..=-1;-1",
            "1..=-1;-1",
            "bounds are separated by `:`, not by `;`, and a negative stride walks from begin down to end: \
             `2..7;-2` of ndarray is `6:1:-2`",
        ),
        (
            "1 ; 2",
            "1 ; 2",
            "bounds are separated by `:`, and entries by `,`, not by `;`: write `1:2`",
        ),
        (
            "None:None",
            "None:None",
            "a new axis has no bounds, and an absent bound is left out: write `:`",
        ),
        (
            "1:newaxis:2",
            "1:newaxis:2",
            "a new axis has no bounds, and an absent bound is left out: write `1::2`",
        ),
        (
            "1:..:2",
            "1:..:2",
            "`..` is the ellipsis, not a range: write `1::2`",
        ),
        (
            "1:2:3:4:5",
            "1:2:3:4:5",
            "a range has at most three bounds, `begin:end:stride`, this one has 5",
        ),
        (
            "0, 1 => 2",
            "0",
            "a plain entry among `axis => entry`: write `axis => 0` with the number of its axis",
        ),
    ] {
        assert_eq!(mistakes(text), [(piece, words.to_owned())], "{text}");
    }
}

#[test]
fn text_with_a_name_and_brackets_has_a_hint() {
    for text in [
        "s![1]",
        "s![1, 2:4, ..]",
        "s! [ newaxis ]",
        "image[1, 2:4]",
        "np.s_[..., None]",
    ] {
        let words = "and a spec stands without a name and brackets around it";
        let [(at, said)] = &mistakes(text)[..] else {
            panic!("{text}")
        };
        assert_eq!(*at, text);
        assert!(said.ends_with(words), "{text}: {said}");
    }
    for deep in [
        "[".repeat(100_000) + "1" + &"]".repeat(100_000),
        "s![".repeat(100) + "1" + &"]".repeat(100),
    ] {
        assert!(parse(&deep).is_err());
    }
}

#[test]
fn entries_are_counted() {
    let entries = alloc::vec![":"; 33].join(", ") + ",";
    let words =
        "a spec holds at most 31 entries, this one has 33: write `..` for a run of whole axes";
    assert_eq!(mistakes(&entries), [(":, :", words.to_owned())]);
    assert_eq!(mistakes(&alloc::vec![":"; 31].join(",")), []);
    assert_eq!(mistakes(&alloc::vec!["0x1"; 31].join(",")), []);
}

#[test]
fn the_axis_form_has_31_entries_at_most() {
    for text in [
        "29 => 1",
        "-30 => 1",
        "28 => 1, -1 => 2",
        "0 => 1, -29 => 2",
    ] {
        assert_eq!(parse(text).map(|spec| spec.entries.len()), Ok(31), "{text}");
    }
    for (text, count) in [
        ("29 => 1, -1 => 2", 32),
        ("0 => 1, -30 => 2", 32),
        ("29 => 1, -30 => 2", 61),
    ] {
        let found = mistakes(text);
        let words = alloc::format!("this one has {count}:");
        assert!(
            matches!(&found[..], [(at, message)] if *at == text && message.contains(&words)),
            "{found:?}"
        );
    }
}
