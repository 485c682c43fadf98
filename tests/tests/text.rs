//! Specs in text: mistakes in the words of the macro, with the bytes where they are.

use proptest::prelude::*;
use tslice::DynSpec;

#[test]
fn mistakes_are_reported_as_the_macro_reports_them() {
    let table =
        include_str!("../../tslice-syntax/mistakes.txt").lines().filter(|line| !line.starts_with('#'));
    for line in table {
        let fields: Vec<&str> = line.splitn(3, " | ").collect();
        let error = fields[0].parse::<DynSpec>().expect_err(line);
        assert_eq!((error.message(), &fields[0][error.span()]), (fields[2], fields[1]), "{line}");
    }
}

#[test]
fn marks_of_direction_are_white_space_as_in_rust() {
    let marked: DynSpec = "\u{200e}1\u{200f}:\u{200f}- \u{200e}1,\u{85}::2\u{2028}".parse().expect("a spec");
    assert_eq!(marked.to_string(), "1:-1, ::2");
    let words = "a comma is missing between `1` and `2`: write `1, 2`";
    let error = "1\u{200f}2".parse::<DynSpec>().unwrap_err();
    assert_eq!((error.message(), error.span()), (words, 0..5));
}

#[test]
fn too_many_entries_are_counted() {
    let error = [":"; 33].join(", ").parse::<DynSpec>().unwrap_err();
    assert_eq!(error.span(), 93..97);
    let words = "a spec holds at most 31 entries, this one has 33: write `..` for a run of whole axes";
    assert_eq!(error.message(), words);
    assert!([":"; 31].join(",").parse::<DynSpec>().is_ok());
}

#[test]
fn entries_are_split_at_commas_outside_of_quotes_and_brackets() {
    for (text, piece) in [
        ("1,  , 2", 4..5),
        (" ,1", 1..2),
        ("0, \"a, 1.5", 3..5),
        ("0, \"a, b\", 1.5", 3..9),
        ("'a', 1.5", 0..3),
        ("0, [1, [2, 3], 4], 1.5", 3..17),
        ("0, (1, 2), 1.5", 3..9),
        ("0], 1.5", 0..2),
    ] {
        let error = text.parse::<DynSpec>().unwrap_err();
        assert_eq!(error.span(), piece, "{text}: {}", error.message());
    }
}

#[test]
fn literals_are_rusts() {
    for (text, value) in [
        ("0x1F", 31),
        ("0o17", 15),
        ("0b1_01", 5),
        ("-0b11", -3),
        ("0x_f", 15),
        ("1_000", 1000),
        ("1__0_", 10),
        ("- 7i8", -7),
        ("-128i8", -128),
        ("127i8", 127),
        ("255u8", 255),
        ("-0u8", 0),
        ("-32768i16", -32768),
        ("65535u16", 65535),
        ("4294967295u32", 4_294_967_295),
        ("-2147483648i32", -2_147_483_648),
        ("9223372036854775807u128", i64::MAX),
        ("9223372036854775807usize", i64::MAX),
        ("-9223372036854775808i128", i64::MIN),
        ("-9223372036854775808isize", i64::MIN),
    ] {
        // A range, as an index of i64::MAX has no end.
        let parsed = format!("{text}:").parse::<DynSpec>().expect(text);
        assert_eq!(parsed.encoding().begin, [value], "{text}");
    }
    for (text, words) in [
        ("128i8", "literal out of range for `i8`: leave the suffix out"),
        ("-129i8", "literal out of range for `i8`: leave the suffix out"),
        ("256u8", "literal out of range for `u8`: leave the suffix out"),
        ("-1u128", "literal out of range for `u128`: leave the suffix out"),
        ("340282366920938463463374607431768211455u128", "literal does not fit in i64"),
        ("170141183460469231731687303715884105728i128", "literal out of range for `i128`"),
        ("18446744073709551616u64", "literal out of range for `u64`"),
        ("18446744073709551615u64", "literal does not fit in i64"),
        ("9223372036854775808", "literal does not fit in i64"),
        ("0b12", "0b12"),
        ("0o8", "0o8"),
        ("0x", "`x` is not an integer suffix: write `0`"),
        ("_1", "_1"),
    ] {
        let error = text.parse::<DynSpec>().expect_err(text);
        assert!(error.message().contains(words), "{text}: {}", error.message());
    }
}

#[test]
fn what_is_no_literal_is_named_with_the_bytes_where_it_is() {
    for (text, piece, words) in [
        ("- 1  2", 2..6, "a comma is missing between `-1` and `2`: write `-1, 2`"),
        ("1 2 3", 0..3, "a comma is missing between `1` and `2`: write `1, 2`"),
        ("a b", 0..3, "a comma is missing between `a` and `b`: write `a, b`"),
        ("1  -2", 0..5, "a bound in text is an integer literal, not `1  -2`"),
        ("1- 2", 0..4, "a bound in text is an integer literal, not `1- 2`"),
        ("1 =2", 0..4, "a bound in text is an integer literal, not `1 =2`"),
        ("0, 1 *", 3..6, "the bound is unfinished: write an operand after the `*`"),
        ("[ 1:2 ]", 0..7, "a spec inside a spec: remove the inner brackets, write `1:2`"),
        ("[..]", 0..4, "a spec inside a spec: remove the inner brackets, write `..`"),
        (
            "[]",
            0..2,
            "a list is not an entry: slicing takes ranges, to pick listed positions use `gather_nd`",
        ),
        ("[1", 0..2, "a bound in text is an integer literal, not `[1`"),
        ("1e400", 0..5, "a bound is an integer, not a float: write a whole number"),
        ("1e18", 0..4, "a bound is an integer, not a float: write a whole number"),
        ("1.5e3", 0..5, "a bound is an integer, not a float: write `1500`"),
        ("-2.5", 0..4, "a bound is an integer, not a float: write `-2`"),
        ("inf", 0..3, "a bound in text is an integer literal, not `inf`"),
        ("1_x", 0..3, "`x` is not an integer suffix: write `1_`"),
        ("-1x", 0..3, "`x` is not an integer suffix: write `-1`"),
        ("1.x", 0..3, "a bound in text is an integer literal, not `1.x`"),
        ("x1", 0..2, "a bound in text is an integer literal, not `x1`"),
        (":stop:", 1..5, "an absent bound is left out: write nothing for `stop`"),
        ("1 ..= n", 0..7, "`..` is the ellipsis, not a range: write `1:n + 1`"),
        ("..=-1", 0..5, "`..` is the ellipsis, not a range: write `:`"),
        ("1..2..3", 0..7, "`..` is the ellipsis, not a range: write `1:2:3`"),
        ("1..=2;3", 0..7, "bounds are separated by `:`, not `;`: write `1:3:3`"),
        ("1..=-1;-1", 0..9, "bounds are separated by `:`, not `;`: write `1::-1`"),
        ("1 ; 2", 0..5, "bounds are separated by `:`, not `;`: write `1:2`"),
        ("None:None", 0..4, "an absent bound is left out: write `:`"),
        (
            "1:newaxis:2",
            0..11,
            "a new axis takes no bounds: write `newaxis` as an entry of its own, or the range `1::2`",
        ),
        (
            "1:..:2",
            0..6,
            "an ellipsis takes no bounds: write `..` as an entry of its own, or the range `1::2`",
        ),
        ("1:2:3:4:5", 0..9, "a range has at most three bounds, `begin:end:stride`, this one has 5"),
        ("x => 1", 0..1, "a bound in text is an integer literal, not `x`"),
        ("=> =>", 0..5, "two `=>` in one entry: put a comma between two axes"),
        (
            "0, 1 => 2",
            0..1,
            "a plain entry among `axis => entry`: write `axis => 0` with the number of its axis",
        ),
    ] {
        let error = text.parse::<DynSpec>().expect_err(text);
        assert_eq!((error.message(), error.span()), (words, piece), "{text}");
    }
}

#[test]
fn the_axis_form_has_31_entries_at_most() {
    for (text, entries) in
        [("29 => 1", 31), ("-30 => 1", 31), ("28 => 1, -1 => 2", 31), ("0 => 1, -29 => 2", 31)]
    {
        let spec: DynSpec = text.parse().expect(text);
        assert_eq!(spec.encoding().begin.len(), entries, "{text}");
    }
    for (text, count) in [("29 => 1, -1 => 2", 32), ("0 => 1, -30 => 2", 32), ("29 => 1, -30 => 2", 61)] {
        let error = text.parse::<DynSpec>().unwrap_err();
        assert!(error.message().contains(&format!("this one has {count}")), "{text}: {}", error.message());
    }
}

#[test]
fn carets_stand_under_the_mistake_in_any_script() {
    let shown = |text: &str| text.parse::<DynSpec>().unwrap_err().to_string();
    let words = "the stride is 0, so the range never ends: write `1`, or leave the stride out";
    assert_eq!(shown("1, 2:4:0"), format!("{words} (bytes 7..8)\n  1, 2:4:0\n         ^"));
    assert_eq!(shown("1,\n2:4:00"), format!("{words} (bytes 7..9)\n  1, 2:4:00\n         ^^"));
    let words = "a bound in text is an integer literal, not `größe`";
    assert_eq!(shown("größe, 1"), format!("{words} (bytes 0..7)\n  größe, 1\n  ^^^^^"));
    assert!(shown("…").starts_with("the ellipsis is spelled `..`"));
    assert!(shown("1:end").starts_with("an absent bound is left out: write nothing for `end` (bytes 2..5)"));
    assert!(
        shown("0, 1 +").starts_with("the bound is unfinished: write an operand after the `+` (bytes 3..6)")
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16 * ProptestConfig::default().cases))]

    #[test]
    fn any_text_gives_a_spec_or_a_mistake_inside_it(
        text in prop_oneof!["\\PC{0,20}", "[-0-9:., =>\\[\\]a-z'\"\\t\\nüß;]{0,24}"],
    ) {
        match text.parse::<DynSpec>() {
            Ok(spec) => prop_assert_eq!(spec.to_string().parse::<DynSpec>(), Ok(spec)),
            Err(error) => {
                prop_assert!(text.get(error.span()).is_some(), "{:?} in {:?}", error.span(), text);
                prop_assert_eq!(error.to_string().lines().count(), 3);
            }
        }
    }
}

#[test]
fn mistakes_in_very_long_texts_are_printed() {
    let long = format!("{}1..2", " ".repeat(70_000));
    assert!(long.parse::<DynSpec>().unwrap_err().to_string().ends_with("^^^^"));
    let wide = format!("{}..2", "1".repeat(70_000));
    assert!(wide.parse::<DynSpec>().unwrap_err().to_string().ends_with("^^^^"));
    let masks = tslice::Masks::default();
    let entries = vec![0; 70_000];
    let unchecked =
        tslice::Encoding { begin: entries.clone(), end: entries.clone(), strides: entries, masks };
    assert!(unchecked.to_string().ends_with("shrink_axis_mask = 0b00000000000000000000000000000000"));
}
