//! The front end outside of the compiler: spans of mistakes, and expansions as they are read.

use proc_macro2::TokenStream;
use proptest::prelude::*;

use crate::{expand, parse};

/// The mistakes of a spec: message, and the text that its span covers.
fn mistakes(spec: &str) -> Vec<(String, String)> {
    let tokens: TokenStream = spec.parse().expect("tokens");
    let errors = parse::spec(tokens).mistakes.into_iter().flat_map(|mistakes| mistakes.errors);
    let covered = |error: &syn::Error| {
        let range = error.span().byte_range();
        // All text that was ever parsed shares one numbering; the end of a span counts from its start.
        let source = error.span().source_text().unwrap_or_default();
        assert_eq!(source.len(), range.len());
        source
    };
    errors.map(|error| (error.to_string(), covered(&error))).collect()
}

#[test]
fn each_mistake_is_at_its_tokens_with_the_spelling_that_is_right() {
    let table = include_str!("../mistakes.txt").lines().filter(|line| !line.starts_with('#'));
    for line in table {
        let fields: Vec<&str> = line.splitn(3, " | ").collect();
        let found = mistakes(fields[0]);
        assert_eq!(found, [(fields[2].to_owned(), fields[1].to_owned())], "{line}");
    }
}

#[test]
fn expressions_are_quoted_in_the_spelling_that_is_right() {
    let said = |spec: &str, words: &str| {
        let found = mistakes(spec);
        assert!(matches!(&found[..], [(message, _)] if message.contains(words)), "{spec}: {found:?}");
    };
    said("..=n", "write `:n + 1`");
    said("a..=-1", "write `a:`");
    said("a;b", "write `a:b`");
    said("n => 1", "an axis is a literal number");
    said("a.len() b", "write `a.len(), b`");
}

#[test]
fn all_mistakes_of_a_spec_are_found_in_order() {
    let found: Vec<String> = mistakes("1..3, ::0, 1.5, [2], ::0").into_iter().map(|(_, at)| at).collect();
    assert_eq!(found, ["1..3", "0", "1.5", "[2]", "0"]);
}

#[test]
fn mistaken_entries_do_not_hide_the_expressions_of_the_others() {
    let parsed = parse::spec("a.len():, 1..3, b".parse().expect("tokens"));
    let expansion = expand::spec(&"tslice".parse().expect("a path"), &parsed.spec).to_string();
    assert!(parsed.mistakes.is_some() && expansion.contains("a . len ()") && expansion.contains("bound (b)"));
}

#[test]
fn expressions_keep_the_spans_of_their_tokens() {
    let tokens: TokenStream = "n + 1:".parse().expect("tokens");
    let expansion = expand::spec(&"tslice".parse().expect("a path"), &parse::spec(tokens).spec);
    fn find(tokens: TokenStream) -> Option<String> {
        tokens.into_iter().find_map(|token| match token {
            proc_macro2::TokenTree::Group(group) => find(group.stream()),
            proc_macro2::TokenTree::Ident(name) if name == "n" => name.span().source_text(),
            _ => None,
        })
    }
    assert_eq!(find(expansion).as_deref(), Some("n"));
}

/// Expansions as `cargo expand` shows them; the environment variable BLESS writes them anew.
#[test]
fn expansions_read_like_the_table_of_the_encoding() {
    let specs = [
        ("documented", "1, 2:4, newaxis, .., :-3:-1, :"),
        ("empty", ""),
        ("index", "-1"),
        ("reversed", "..., ::-1"),
        ("run_time", "row, begin..end().len():, ::2"),
        ("run_time_index", "row, col + 1, .."),
        ("axis_form", "-1 => ::2, 0 => start:"),
        ("extremes", "-9223372036854775808:9223372036854775807, 9223372036854775807"),
    ];
    for (name, text) in specs {
        let text = text.replace("begin..end().len()", "words.len()");
        let parsed = parse::spec(text.parse().expect("tokens"));
        assert!(parsed.mistakes.is_none(), "{text}");
        let expansion = expand::spec(&"tslice".parse().expect("a path"), &parsed.spec);
        let file = syn::parse_quote! { const SPEC: Spec = #expansion; };
        let body = prettyplease::unparse(&file);
        let body = body.trim_start_matches("const SPEC: Spec = ").trim_end().trim_end_matches(';');
        let lines = body.lines().count();
        assert!(lines < 15, "{text}: {lines} lines");
        let golden = format!("// s![{text}]\n{body}\n");
        let path = format!("{}/expansions/{name}.rs", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &golden).expect("written");
        }
        let blessed = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(golden, blessed, "{path}: bless with the environment variable BLESS");
    }
}

fn tokens() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "1",
        "-",
        "0",
        ":",
        "::",
        "..",
        "...",
        "..=",
        ",",
        ";",
        "=>",
        "newaxis",
        "None",
        "n",
        "(",
        ")",
        "[",
        "]",
        "<",
        ">",
        "as",
        "usize",
        "1.5",
        "'a'",
        "\"s\"",
        "9999999999999999999",
        "0x1F",
        "1u8",
        "&",
        "|",
        "{",
        "}",
        "?",
        ".",
        "$",
        "#",
        "'life",
        "=",
        "true",
        "Ellipsis",
        "np",
        "+",
        "<<",
        "->",
        "u8::MAX",
        "NewAxis",
    ]);
    prop::collection::vec(word, 0..14).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn no_tokens_bring_the_front_end_down(text in tokens()) {
        let Ok(tokens) = text.parse::<TokenStream>() else { return Ok(()) };
        let parsed = parse::spec(tokens.clone());
        let expansion = expand::spec(&TokenStream::new(), &parsed.spec);
        if let Some(mistakes) = parsed.mistakes {
            prop_assert!(!expand::mistakes(&mistakes, &expansion).is_empty());
        }
        let _ = parse::diag(tokens.clone()).map(|diag| expand::diag(&TokenStream::new(), &diag));
        let item: TokenStream = format!("const A = [{text}]; {text}; static {text} = [1:];").parse().expect("tokens");
        let _ = expand::items(&TokenStream::new(), &parse::items(item));
    }
}
