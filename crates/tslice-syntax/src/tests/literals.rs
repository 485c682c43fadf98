//! Integers as Rust writes them, and what is written where one should be.

use alloc::format;
use alloc::string::ToString;

use crate::literal::{Literal, Unfit};
use crate::{Entry, Range, parse};

#[test]
fn integers_are_read_as_rust_reads_them() {
    for (text, value) in [
        ("0x1F", 31),
        ("0o17", 15),
        ("0b1_01", 5),
        ("-0b11", -3),
        ("0x_f", 15),
        ("1_000", 1000),
        ("1__0_", 10),
        ("007", 7),
        ("- 7i8", -7),
        ("-128i8", -128),
        ("127i8", 127),
        ("255u8", 255),
        ("0x1Fu8", 31),
        ("0b1_0u8", 2),
        ("0o17isize", 15),
        ("-0u8", 0),
        ("-32768i16", -32768),
        ("65535u16", 65535),
        ("4294967295u32", 4_294_967_295),
        ("-2147483648i32", -2_147_483_648),
        ("999999999999999999", 999_999_999_999_999_999),
        ("-1000000000000000000", -1_000_000_000_000_000_000),
        ("9223372036854775807", i64::MAX),
        ("-9223372036854775808", i64::MIN),
        ("9223372036854775807u128", i64::MAX),
        ("9223372036854775807usize", i64::MAX),
        ("-9223372036854775808i128", i64::MIN),
        ("-9223372036854775808isize", i64::MIN),
    ] {
        let range = Entry::Range(Range {
            begin: Some(value),
            end: None,
            stride: None,
        });
        assert_eq!(
            parse(&format!("{text}:")).map(|spec| spec.entries),
            Ok(alloc::vec![range]),
            "{text}"
        );
    }
}

#[test]
fn what_is_no_integer_is_refused_by_name() {
    let [suffix, long] = ["literal out of range for", "literal does not fit in i64"];
    for (text, words) in [
        ("128i8", suffix),
        ("-129i8", suffix),
        ("256u8", suffix),
        ("-1u128", suffix),
        ("1é", "`é` is not an integer suffix: write `1`"),
        ("170141183460469231731687303715884105728i128", long),
        ("18446744073709551616u64", long),
        ("340282366920938463463374607431768211455u128", long),
        ("340282366920938463463374607431768211456", long),
        ("0xffff_ffff_ffff_ffff_ffff", long),
        ("18446744073709551615u64", long),
        ("9223372036854775808", long),
        ("-9223372036854775809", long),
        ("1usize_", "`usize_` is not an integer suffix: write `1`"),
        ("0u0", "`u0` is not an integer suffix: write `0`"),
        ("1f32", "`f32` is not an integer suffix: write `1`"),
        ("0b12", "an integer literal, not `0b12`"),
        ("0o8", "an integer literal, not `0o8`"),
        ("0x", "an integer literal, not `0x`"),
        ("b'a'", "an integer literal, not `b'a'`"),
        ("_1", "an integer literal, not `_1`"),
        ("2.", "not a float: write a whole number"),
        ("-2.5", "not a float: write a whole number"),
        ("1.5e3", "not a float: write a whole number"),
        ("1.0e-3", "not a float: write a whole number"),
        ("1_0e2", "not a float: write a whole number"),
        ("1e5f32", "not a float: write a whole number"),
        ("9e17", "not a float: write a whole number"),
        ("1e18", "not a float: write a whole number"),
        ("1e400", "not a float: write a whole number"),
        ("1e999", "not a float: write a whole number"),
        ("r\"x\"", "not a string: write it without quotes"),
        ("'\\u{1F600}'", "not a char: write it without quotes"),
        ("b\"\"", "not a string"),
        ("c\"x\"", "not a string"),
    ] {
        for spec in [
            text.to_string(),
            format!("1:{text}"),
            format!("::{text}, 1"),
        ] {
            let found = parse(&spec).err().unwrap_or_default();
            assert!(
                matches!(&found[..], [mistake] if mistake.message.contains(words)),
                "{spec}: {found:?}"
            );
        }
    }
}

/// Tokens have literals that text lacks.
#[test]
fn literal_kinds_are_told_by_their_text() {
    for (text, literal) in [
        ("r#\"x\"#", Literal::String),
        ("\"'\"", Literal::String),
        ("'\"'", Literal::Char),
        ("br#\"x\"#", Literal::String),
        ("cr\"x\"", Literal::String),
        ("b\"'\"", Literal::String),
        ("b'a'", Literal::Malformed),
        ("0b", Literal::Malformed),
        ("", Literal::Malformed),
    ] {
        assert_eq!(Literal::read(text), literal, "{text}");
    }
    for (text, value) in [
        ("-5", Ok(5)),
        ("1i32", Ok(1)),
        ("1l", Err(Unfit::UnknownSuffix)),
    ] {
        let Literal::Integer(int) = Literal::read(text) else {
            panic!("{text}")
        };
        assert_eq!(int.value(false), value, "{text}");
    }
}

#[test]
fn direction_marks_are_white_space_as_in_rust() {
    let entries = |text: &str| parse(text).map(|spec| spec.entries);
    assert_eq!(
        entries("\u{200e}1\u{200f}:\u{200f}- \u{200e}1,\u{85}::2\u{2028}"),
        entries("1:-1, ::2")
    );
}
