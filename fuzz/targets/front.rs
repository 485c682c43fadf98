//! The language as a library: any text gives entries or mistakes inside of it, by the quick way as
//! by the full one, and what was read prints as text of itself. `tslice-macros` holds tokens to the
//! same by its own tests.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tslice_syntax::{
    Axes, Dialect, Entry, MAX_ENTRIES, MAX_MISTAKES, MAX_PIECES, Mistakes, Range, Spec,
    SpecMistake, band, lex_text, parse, plain, spec,
};

fn printed(entry: &Entry<i64>) -> String {
    let bound = |bound: Option<i64>| bound.map_or_else(String::new, |bound| bound.to_string());
    match *entry {
        Entry::Ellipsis => "..".into(),
        Entry::NewAxis => "newaxis".into(),
        Entry::Index(index) => index.to_string(),
        Entry::Range(Range { begin, end, stride }) => {
            format!("{}:{}:{}", bound(begin), bound(end), bound(stride))
        }
        Entry::Window { start, length, .. } => format!("{start}:+{length}"),
        Entry::List | Entry::Grouped => unreachable!("specs with lists are not printed"),
    }
}

/// The full way, whatever the text.
fn in_full(text: &str) -> Result<Spec<i64>, Vec<SpecMistake>> {
    let (lexemes, mut mistakes) = (lex_text(text), Mistakes::default());
    let read = spec(&lexemes, Axes::default(), Dialect::Literals, &mut mistakes);
    if mistakes.is_empty() {
        return Ok(read.in_numbers().expect("text has literal bounds"));
    }
    Err(mistakes.into_iter().map(SpecMistake::from).collect())
}

fuzz_target!(|text: &str| {
    if lex_text(text).len() > MAX_PIECES {
        assert!(parse(text).is_err_and(|mistakes| mistakes.len() == 1));
        return;
    }
    // Only text has messages about brackets around a spec and about brackets without a counterpart.
    // Both are mistakes in full, too.
    let of_brackets = |mistakes: &[SpecMistake]| {
        let message = &mistakes[0].message;
        message.starts_with("a spec in text stands without")
            || message.ends_with("is not closed")
            || message.ends_with("is not opened")
    };
    let full = match (parse(text), in_full(text)) {
        (Err(mistakes), Err(_)) if of_brackets(&mistakes) => Err(mistakes),
        (parsed, full) => {
            assert_eq!(parsed, full, "{text:?}");
            full
        }
    };
    let mut entries = Vec::new();
    let is_plain = plain(text, |entry| entries.push(entry)).is_some();
    assert!(!is_plain || full.as_ref().map(|spec| &spec.entries) == Ok(&entries));
    match full {
        Ok(Spec { entries, lists, .. }) => {
            assert!(entries.len() <= MAX_ENTRIES);
            if lists.is_empty() {
                let again = entries.iter().map(printed).collect::<Vec<_>>().join(", ");
                assert_eq!(
                    parse(&again).map(|spec| spec.entries),
                    Ok(entries),
                    "{text:?}"
                );
            }
        }
        Err(mistakes) => {
            assert!((1..=MAX_MISTAKES).contains(&mistakes.len()));
            for SpecMistake { message, span, .. } in mistakes {
                assert!(
                    text.get(span).is_some_and(|at| !at.is_empty()) && message.lines().count() == 1,
                    "{text:?}"
                );
            }
        }
    }
    // What only tokens may hold: expressions, places, bands of diagonals.
    let (lexemes, mut mistakes) = (lex_text(text), Mistakes::default());
    let typed = spec(&lexemes, Axes::default(), Dialect::Places, &mut mistakes)
        .entries
        .len();
    let read = spec(
        &lexemes,
        Axes::default(),
        Dialect::Expressions,
        &mut mistakes,
    )
    .entries
    .len();
    assert!(typed <= MAX_ENTRIES && read <= MAX_ENTRIES);
    let mut mistakes = Mistakes::default();
    // A half-typed bound is a mistake, and is read nevertheless.
    let read = band(&lexemes, &mut mistakes).is_some();
    assert!(read || !mistakes.is_empty(), "{text:?}");
    assert!(
        !read || mistakes.is_empty() || text.contains('.'),
        "{text:?}"
    );
});
