//! Specs in text: mistakes in the words of the macro, with the bytes where they are.

use proptest::prelude::*;
use tslice::DynSpec;

#[test]
fn mistakes_are_reported_as_the_macro_reports_them() {
    let table = include_str!("../../../crates/tslice-syntax/mistakes.txt")
        .lines()
        .filter(|line| !line.starts_with('#'));
    for line in table {
        let fields: Vec<&str> = line.splitn(3, " | ").collect();
        let error = fields[0].parse::<DynSpec>().expect_err(line);
        assert_eq!(
            (error.message(), &fields[0][error.span()]),
            (fields[2], fields[1]),
            "{line}"
        );
    }
}

#[test]
fn direction_marks_are_white_space_as_in_rust() {
    let marked: DynSpec = "\u{200e}1\u{200f}:\u{200f}- \u{200e}1,\u{85}::2\u{2028}"
        .parse()
        .expect("a spec");
    assert_eq!(marked.to_string(), "1:-1, ::2");
    let words = "a comma is missing between `1` and `2`: write `1, 2`";
    let error = "1\u{200f}2".parse::<DynSpec>().unwrap_err();
    assert_eq!((error.message(), error.span()), (words, 0..5));
}

#[test]
fn too_many_entries_are_counted() {
    let error = [":"; 33].join(", ").parse::<DynSpec>().unwrap_err();
    assert_eq!(error.span(), 93..97);
    let words =
        "a spec holds at most 31 entries, this one has 33: write `..` for a run of whole axes";
    assert_eq!(error.message(), words);
    assert!([":"; 31].join(",").parse::<DynSpec>().is_ok());
}

#[test]
fn entries_are_split_at_outer_commas() {
    for (text, piece) in [
        ("1,  , 2", 4..5),
        (" ,1", 1..2),
        ("0, \"a, 1.5", 3..10),
        ("0, \"a, b\", 1.5", 3..9),
        ("'a', 1.5", 0..3),
        ("0, [1, [2, 3], 4], 1.5", 7..13),
        ("0, (1, 2), 1.5", 3..9),
        ("0], 1.5", 1..2),
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
        assert_eq!(parsed.to_encoding().begin, [value], "{text}");
    }
    for (text, words) in [
        (
            "128i8",
            "literal out of range for `i8`: leave the suffix out",
        ),
        (
            "-129i8",
            "literal out of range for `i8`: leave the suffix out",
        ),
        (
            "256u8",
            "literal out of range for `u8`: leave the suffix out",
        ),
        (
            "-1u128",
            "literal out of range for `u128`: leave the suffix out",
        ),
        (
            "340282366920938463463374607431768211455u128",
            "literal does not fit in i64",
        ),
        (
            "170141183460469231731687303715884105728i128",
            "literal does not fit in i64",
        ),
        ("18446744073709551616u64", "literal does not fit in i64"),
        ("18446744073709551615u64", "literal does not fit in i64"),
        ("9223372036854775808", "literal does not fit in i64"),
        ("0b12", "0b12"),
        ("0o8", "0o8"),
        ("_1", "_1"),
    ] {
        let error = text.parse::<DynSpec>().expect_err(text);
        assert!(
            error.message().contains(words),
            "{text}: {}",
            error.message()
        );
    }
}

#[test]
fn mistakes_of_a_text_have_their_bytes() {
    let error = "1..3, ::0, 1.5, [x], x".parse::<DynSpec>().unwrap_err();
    let places: Vec<_> = error
        .mistakes()
        .iter()
        .map(|mistake| mistake.span.clone())
        .collect();
    assert_eq!(places, [0..4, 8..9, 11..14, 17..18, 21..22]);
    assert_eq!(
        (error.message(), error.span()),
        (&*error.mistakes()[0].message, 0..4)
    );
    let printed = error.to_string();
    assert_eq!(printed.lines().count(), 3 * 5);
    assert!(
        printed.contains("a bound in text is an integer literal, not `x` (bytes 21..22)"),
        "{printed}"
    );
}

#[test]
fn the_axis_form_has_31_entries_at_most() {
    for (text, entries) in [
        ("29 => 1", 31),
        ("-30 => 1", 31),
        ("28 => 1, -1 => 2", 31),
        ("0 => 1, -29 => 2", 31),
    ] {
        let spec: DynSpec = text.parse().expect(text);
        assert_eq!(spec.to_encoding().begin.len(), entries, "{text}");
    }
    for (text, count) in [
        ("29 => 1, -1 => 2", 32),
        ("0 => 1, -30 => 2", 32),
        ("29 => 1, -30 => 2", 61),
    ] {
        let error = text.parse::<DynSpec>().unwrap_err();
        assert!(
            error.message().contains(&format!("this one has {count}")),
            "{text}: {}",
            error.message()
        );
    }
}

#[test]
fn carets_stand_under_the_mistake_in_any_script() {
    let shown = |text: &str| text.parse::<DynSpec>().unwrap_err().to_string();
    let words = "the stride is 0, so the range never ends: write `1`, or leave the stride out";
    assert_eq!(
        shown("1, 2:4:0"),
        format!("{words} (bytes 7..8)\n  1, 2:4:0\n         ^")
    );
    assert_eq!(
        shown("1,\n2:4:00"),
        format!("{words} (bytes 7..9)\n  1, 2:4:00\n         ^^")
    );
    let words = "a bound in text is an integer literal, not `größe`";
    assert_eq!(
        shown("größe, 1"),
        format!("{words} (bytes 0..7)\n  größe, 1\n  ^^^^^")
    );
    assert!(shown("…").starts_with("the ellipsis is spelled `..`"));
    assert!(
        shown("1:end")
            .starts_with("an absent bound is left out: write nothing for `end` (bytes 2..5)")
    );
    assert!(
        shown("0, 1 +")
            .starts_with("the bound is unfinished: nothing follows the `+` (bytes 3..6)")
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8 * ProptestConfig::default().cases))]

    #[test]
    fn text_gives_a_spec_or_a_mistake(
        text in prop_oneof!["\\PC{0,20}", "[-0-9:., =>\\[\\]a-z'\"\\t\\nüß;]{0,24}"],
    ) {
        match text.parse::<DynSpec>() {
            Ok(spec) => prop_assert_eq!(spec.to_string().parse::<DynSpec>(), Ok(spec)),
            Err(error) => {
                for mistake in error.mistakes() {
                    prop_assert!(text.get(mistake.span.clone()).is_some(), "{mistake:?} in {text:?}");
                }
                prop_assert_eq!(error.to_string().lines().count(), 3 * error.mistakes().len());
            }
        }
    }
}

#[test]
fn mistakes_in_very_long_texts_are_printed() {
    let long = format!("{}1..2", " ".repeat(70_000));
    assert!(
        long.parse::<DynSpec>()
            .unwrap_err()
            .to_string()
            .ends_with("^^^^")
    );
    let wide = format!("{}..2", "1".repeat(70_000))
        .parse::<DynSpec>()
        .unwrap_err()
        .to_string();
    assert!(
        wide.ends_with("^^^^") && wide.len() < 1000,
        "{}",
        wide.len()
    );
    let masks = tslice::Masks::default();
    let entries = vec![0; 70_000];
    let unchecked = tslice::Encoding {
        begin: entries.clone(),
        end: entries.clone(),
        strides: entries,
        masks,
    };
    assert!(
        unchecked
            .to_string()
            .ends_with("shrink_axis_mask = 0b00000000000000000000000000000000")
    );
}

#[test]
fn encodings_print_each_mask() {
    let masks = tslice::Masks {
        begin_mask: 0b00001,
        end_mask: 0b00010,
        ellipsis_mask: 0b00100,
        new_axis_mask: 0b01000,
        shrink_axis_mask: 0b10000,
    };
    let encoding = tslice::Encoding {
        begin: vec![1, 2, 3, 4, 5],
        end: vec![6, 7, 8, 9, 10],
        strides: vec![11, 12, 13, 14, 15],
        masks,
    };
    let expected = "\
begin            = [1, 2, 3, 4, 5]
end              = [6, 7, 8, 9, 10]
strides          = [11, 12, 13, 14, 15]
begin_mask       = 0b00001
end_mask         = 0b00010
ellipsis_mask    = 0b00100
new_axis_mask    = 0b01000
shrink_axis_mask = 0b10000";
    assert_eq!(encoding.to_string(), expected);
}

/// Axes, of which one has no name, and two have the same.
const NAMES: [&str; 4] = ["time", "", "λ x", "time"];

#[test]
fn names_are_numbers_of_axes() {
    let parsed = |text| DynSpec::by_names(text, &NAMES).map(|spec| spec.to_string());
    assert_eq!(
        parsed(" λ x = [0, -1] "),
        Ok("2 => [0, -1]"
            .parse::<DynSpec>()
            .expect("a spec")
            .to_string())
    );
    assert_eq!(parsed("λ x=1, 0 => 2:"), Ok("2:, :, 1, ..".to_string()));
    assert_eq!(parsed(""), Ok(String::new()));
}

#[test]
fn mistakes_are_where_the_text_has_them() {
    let error = |text| {
        let error = DynSpec::by_names(text, &NAMES).expect_err("a mistake");
        (error.message().to_string(), error.span())
    };
    let (message, span) = error("time=1");
    assert_eq!(
        message,
        "axes 0 and 3 are both named `time`: write `0 =>`, or `3 =>`"
    );
    assert_eq!(span, 0..4);
    assert_eq!(
        error("λ x= 1, =2").0,
        "each entry has the name of its axis, as in `time = 1:3`: the axes are `time`, `λ x`, `time`"
    );
    for text in ["y: 0", "y == 0", "y => 0", "y, x"] {
        let error = DynSpec::by_names(text, &["y", "x"]).expect_err("a mistake");
        assert!(error.message().contains("as in `y = 1:3`"), "{error}");
    }
    assert_eq!(error("λ x  = ::0").1, 10..11);
    assert_eq!(error("λ x=1:2:0, 0 => 1:2:0").1, 9..10);
    // All of a text that is cut in the middle of a name would be no text.
    for text in [
        "λ x = newaxis",
        "λ x=",
        "λ x=1, λ x=2",
        "λ x==1",
        "λ x=1 => 2",
        "λ x = 1, ..",
        "λ x=[1",
    ] {
        let error = DynSpec::by_names(text, &NAMES).expect_err("a mistake");
        assert!(error.to_string().contains('^'), "{error}");
    }
    let none: [&str; 0] = [];
    let error = DynSpec::by_names("a=1", &none).expect_err("no names");
    assert_eq!(error.message(), "no axis is named `a`: no axis has a name");
}
