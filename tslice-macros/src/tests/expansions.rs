//! Expansions as they are read.

use crate::{expand, parse};

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

#[test]
fn diagonals_are_a_call_each() {
    let expanded = |text: &str| {
        let diag = parse::diag(text.parse().expect("tokens")).ok().expect("a diagonal");
        expand::diag(&"tslice".parse().expect("a path"), &diag).to_string()
    };
    assert_eq!(expanded("-1"), "tslice :: ops :: diag :: single (- 1)");
    assert_eq!(expanded("n"), "tslice :: ops :: diag :: single (tslice :: bound (n))");
    assert_eq!(expanded("-1..=k + 2"), "tslice :: ops :: diag :: band (- 1 , tslice :: bound (k + 2))");
}

#[test]
fn parentheses_around_a_whole_bound_are_the_languages() {
    let expanded = |text: &str| {
        let parsed = parse::spec(text.parse().expect("tokens"));
        expand::spec(&"tslice".parse().expect("a path"), &parsed.spec).to_string()
    };
    for (spec, call) in [
        ("(n + 1):", "bound (n + 1)"),
        ("(a, b):", "bound ((a , b))"),
        ("():", "bound (())"),
        ("{ n }:", "bound ({ n })"),
        ("(n) + 1:", "bound ((n) + 1)"),
        ("!2:", "bound (! 2)"),
    ] {
        assert!(expanded(spec).contains(call), "{spec}: {}", expanded(spec));
    }
}

#[test]
fn items_of_spec_keep_what_is_written_before_the_name() {
    let text = "/// Words.\n#[allow(dead_code)] pub(crate) const A = [1:]; static B: u8 = [::0]; \
                pub const C = [n]; const D = (1); const E = [2],";
    let (items, errors) = parse::items(text.parse().expect("tokens"));
    let messages: Vec<String> = errors.into_iter().flatten().map(|error| error.to_string()).collect();
    assert_eq!(messages.len(), 4, "{messages:?}");
    let code = expand::items(&"tslice".parse().expect("a path"), &(items, None)).to_string();
    for part in [
        "# [doc = \" Words.\"] # [allow (dead_code)] pub (crate) const A : tslice :: Spec < 1 ,",
        "static B : tslice ::",
        "pub const C : tslice ::",
    ] {
        assert!(code.contains(part), "{part} in {code}");
    }
}
