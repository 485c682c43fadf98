//! What editors see: the expressions of the user, with their places, whatever is wrong beside them.

use proc_macro2::{TokenStream, TokenTree};

use super::input;
use crate::{checked, expand, split};

#[test]
fn spans_of_other_entries_survive_a_mistake() {
    let expansion = expand::s(input("a.len():, 1..3, b")).to_string();
    for part in ["compile_error", "a . len ()", "bound (b)"] {
        assert!(expansion.contains(part), "{part} in {expansion}");
    }
}

/// The source of the first token of an expansion that reads so.
fn source_of(expansion: TokenStream, word: &str) -> Option<String> {
    expansion.into_iter().find_map(|token| match token {
        TokenTree::Group(group) => source_of(group.stream(), word),
        token if token.to_string() == word => token.span().source_text(),
        _ => None,
    })
}

#[test]
fn expressions_keep_the_spans_of_their_tokens() {
    for spec in [
        "name + 1:",
        "1, name",
        "..., ::name",
        "-1 => name:2",
        "(name)",
        "f(&[name])",
        "-name:",
    ] {
        assert_eq!(
            source_of(expand::s(input(spec)), "name").as_deref(),
            Some("name"),
            "{spec}"
        );
    }
    assert_eq!(
        source_of(expand::s(input("f(2 , 3)")), "2").as_deref(),
        Some("2")
    );
}

/// Editors show all that has the place of a token: hovering a name, the page of this crate.
#[test]
fn no_call_has_the_place_of_an_expression() {
    assert_ne!(
        source_of(expand::s(input("0, name.x:")), "bound").as_deref(),
        Some("name")
    );
    assert_ne!(
        source_of(expand::s(input("0, -name.x:")), "minus").as_deref(),
        Some("name")
    );
    assert_eq!(
        source_of(expand::s(input("0x10:")), "16").as_deref(),
        Some("0x10")
    );
}

/// The tokens of an expansion in front of a word, without spaces.
fn before(expansion: &TokenStream, word: &str) -> usize {
    let text: String = expansion.to_string().split_whitespace().collect();
    text.find(word)
        .unwrap_or_else(|| panic!("no {word} in {text}"))
}

/// Editors complete a half-typed expression where it is in the expansion of what is finished.
#[test]
fn half_typed_bound_has_the_finished_place() {
    type Macro = fn(TokenStream) -> TokenStream;
    let macros: [(Macro, &str); 5] = [
        (expand::s, "1, size.HERE, 2"),
        (checked::checked, "size.HERE"),
        (checked::checked, "size.HERE, 1"),
        (checked::checked, "1:2, 3:size.HERE"),
        (split::split_mut, "u, [:size.HERE], [2:]"),
    ];
    for (expanded, spec) in macros {
        let finished = expanded(input(&spec.replace("HERE", "width")));
        let half_typed = expanded(input(&spec.replace("HERE", "")));
        assert!(half_typed.to_string().contains("compile_error"), "{spec}");
        assert_eq!(
            before(&finished, "size"),
            before(&half_typed, "size"),
            "{spec}"
        );
    }
}

#[test]
fn spans_of_errors_are_those_of_the_mistake() {
    let expansion = expand::s(input("0, 1..3"));
    assert_eq!(
        source_of(expansion.clone(), "compile_error").as_deref(),
        Some("1")
    );
    let message = "\"`..` is the ellipsis, not a range: write `1:3`\"";
    assert_eq!(source_of(expansion, message).as_deref(), Some("3"));
}

#[test]
fn half_typed_specs_give_expressions_to_the_editor() {
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
        assert_eq!(
            source_of(expand::s(input(spec)), "name").as_deref(),
            Some("name"),
            "{spec}"
        );
    }
}

#[test]
fn half_typed_field_belongs_to_the_last_operand() {
    for (spec, object) in [
        ("n + v.", "v"),
        ("-n.", "n"),
        ("1:2 n.", "n"),
        ("if n.", "n"),
        ("a.b::<C>()?[1].", "a . b ::< C > () ? [1]"),
        ("1:f(x).:2", "f (x)"),
    ] {
        let expansion = expand::s(input(spec)).to_string().replace(":: <", "::<");
        assert!(
            expansion.contains(&format!("let _ = & ({object}) ;")),
            "{spec}: {expansion}"
        );
    }
    assert!(!expand::s(input("+.")).to_string().contains("& ("));
}
