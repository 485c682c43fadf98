//! What editors see: the expressions of the user, with their places, whatever is wrong beside them.

use proc_macro2::{TokenStream, TokenTree};

use crate::ast::Parsed;
use crate::{expand, parse};

#[test]
fn mistaken_entries_do_not_hide_the_expressions_of_the_others() {
    let parsed = parse::spec("a.len():, 1..3, b".parse().expect("tokens"));
    let expansion = expand::spec(&"tslice".parse().expect("a path"), &parsed.spec).to_string();
    assert!(parsed.mistakes.is_some() && expansion.contains("a . len ()") && expansion.contains("bound (b)"));
}

/// What `s!` expands to, mistakes included, and the source of the first token in it that reads so.
fn source_of(spec: &str, word: &str) -> Option<String> {
    fn find(tokens: TokenStream, word: &str) -> Option<String> {
        tokens.into_iter().find_map(|token| match token {
            TokenTree::Group(group) => find(group.stream(), word),
            token if token.to_string() == word => token.span().source_text(),
            _ => None,
        })
    }
    let Parsed { spec, mistakes } = parse::spec(spec.parse().expect("tokens"));
    let read = expand::spec(&"tslice".parse().expect("a path"), &spec);
    find(mistakes.map_or(read.clone(), |mistakes| expand::mistakes(&mistakes, &read)), word)
}

#[test]
fn expressions_keep_the_spans_of_their_tokens() {
    for spec in ["name + 1:", "1, name", "..., ::name", "-1 => name:2", "(name)", "f(&[name])"] {
        assert_eq!(source_of(spec, "name").as_deref(), Some("name"), "{spec}");
    }
    assert_eq!(source_of("f(2 , 3)", "2").as_deref(), Some("2"));
}

#[test]
fn half_typed_specs_hand_their_expressions_to_the_editor() {
    for spec in [
        "name, ",
        "name:",
        "name::",
        "name:name.len():",
        "name.",
        "1:name.",
        "x.y(name).",
        "name[0].:2",
        ":0, 1.5, name",
    ] {
        assert_eq!(source_of(spec, "name").as_deref(), Some("name"), "{spec}");
    }
}
