//! Long texts take linear time and give short messages.

extern crate std;

use alloc::format;
use alloc::string::String;
use std::time::{Duration, Instant};

use crate::{MAX_MISTAKES, MAX_PIECES, MAX_QUOTE, parse};

/// What takes milliseconds has seconds here, on any machine; what is quadratic would take minutes.
fn quickly(text: &str) {
    let start = Instant::now();
    let mistakes = parse(text).err().unwrap_or_default();
    let took = start.elapsed();
    let shown: String = text.chars().take(8).collect();
    assert!(
        took < Duration::from_secs(5),
        "{shown}.. of {} bytes: {took:?}",
        text.len()
    );
    assert!(mistakes.len() <= MAX_MISTAKES);
    for mistake in mistakes {
        assert!(
            mistake.message.len() < 3 * MAX_QUOTE,
            "{shown}: {}",
            mistake.message
        );
        assert!(text.get(mistake.span).is_some(), "{shown}");
    }
}

#[test]
fn text_of_one_character_is_quick() {
    for c in (' '..='~').chain(['\n', '\u{200e}', 'ß', '…', '😀']) {
        quickly(&String::from(c).repeat(50_000));
    }
}

#[test]
fn text_of_one_pattern_is_quick() {
    for pattern in [
        "1;",
        "1,",
        "1 ",
        ", ",
        "::",
        "..",
        "..=",
        "..,",
        "1..",
        "1:",
        "=>",
        "0=>",
        "0=>1,",
        "31=>1,",
        "'\"",
        "\\'",
        "\"\\",
        "r#\"",
        "b'",
        "([",
        "(]",
        "()",
        "[)",
        "a.",
        "a::",
        "a<",
        "a as b<",
        "<a>",
        "<<",
        "->",
        "None:",
        "None,",
        "newaxis::",
        "_,",
        "- ",
        "-1",
        "!-",
        "a ",
        "a\n",
        "1e",
        "1e-",
        "0x",
        "0x_",
        "1.",
        "1_",
        "é,",
        "if ",
        "as ",
    ] {
        quickly(&pattern.repeat(2000));
        quickly(&pattern.repeat(30_000));
        quickly(&format!("[{}]", pattern.repeat(1300)));
        quickly(&format!("({})", pattern.repeat(1300)));
    }
}

#[test]
fn long_quotes_are_elided() {
    let message = |text: &str| parse(text).err().unwrap_or_default().remove(0).message;
    let long = message(&format!("{}ß;{}", "a".repeat(70_000), "é".repeat(70_000)));
    assert!(
        long.contains("write `aaa") && long.contains("aa…éé") && long.ends_with("ééé`"),
        "{long}"
    );
    let short = "a".repeat(MAX_QUOTE);
    assert!(message(&short).ends_with(&format!("not `{short}`")));
    assert!(message(&(short + "a")).contains("a…a"));
}

#[test]
fn text_longer_than_any_spec_is_refused() {
    let found = |count: usize| {
        parse(&"1,".repeat(count))
            .err()
            .unwrap_or_default()
            .remove(0)
    };
    assert!(
        found(MAX_PIECES / 2)
            .message
            .ends_with("this one has 2048: write `..` for a run of whole axes")
    );
    let whole = found(MAX_PIECES / 2 + 1);
    assert_eq!(whole.span, 0..MAX_PIECES + 1);
    assert!(
        whole
            .message
            .ends_with("this text has more than 4096 numbers, words and signs")
    );
}
