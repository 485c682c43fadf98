//! `fmt` on sources that nobody would write: what is no spec stays, byte by byte, and a spec keeps
//! its tokens.

use proc_macro2::{TokenStream, TokenTree};
use proptest::prelude::*;
use tslice_cli::format::format;

/// The tokens without spaces, in order, brackets among them.
fn tokens(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![source.parse::<TokenStream>().expect("tokens").into_iter()];
    while let Some(stream) = open.last_mut() {
        match stream.next() {
            None => {
                open.pop();
                found.push("end".to_owned());
            }
            Some(TokenTree::Group(group)) => {
                found.push(format!("{:?}", group.delimiter()));
                open.push(group.stream().into_iter());
            }
            Some(token) => found.push(token.to_string()),
        }
        // A comma at the end of a list goes with the line breaks.
        if let [.., comma, end] = &found[..]
            && comma == ","
            && end == "end"
        {
            found.remove(found.len() - 2);
        }
    }
    found
}

/// All that is not white space nor a comma at the end of a list. It is the same before and after,
/// whatever a token is.
fn ink(source: &str) -> String {
    let mut ink: String = source
        .chars()
        .filter(|sign| !sign.is_whitespace())
        .collect();
    for close in [']', ')', '}'] {
        ink = ink.replace(&format!(",{close}"), &close.to_string());
    }
    ink
}

#[track_caller]
fn only_spaces_change(source: &str) -> String {
    let once = format(source).unwrap_or_else(|error| panic!("{error}: {source}"));
    assert_eq!(ink(&once), ink(source));
    assert_eq!(
        format(&once).as_deref(),
        Ok(once.as_str()),
        "twice: {source}"
    );
    once
}

#[test]
fn comments_of_documentation_in_a_spec_stay() {
    for source in [
        "s![1, /// doc\n 2 ,3]",
        "s![/// doc\n 1 ,2]",
        "s![1 ,2 /** doc */ , 3]",
        "s![1 ,2 //! doc\n]",
        "s![[0 ,/** é */ 1] ,2]",
    ] {
        assert_eq!(only_spaces_change(source), source);
    }
}

#[test]
fn format_is_complete_after_one_run() {
    let source = format!("s![1,\n2]; s![3 ,{}4];", " ".repeat(150));
    assert_eq!(only_spaces_change(&source), "s![1, 2]; s![3, 4];");
}

#[test]
fn comma_at_the_end_goes_with_the_line_breaks() {
    for (source, expected) in [
        ("s![\n    1,\n    2:4,\n]", "s![1, 2:4]"),
        ("s![[\n0,\n1,\n], ..,\n]", "s![[0, 1], ..]"),
        ("s!(\n1 ,\n)", "s!(1)"),
        // A group of one list is none without its comma.
        ("s![(\n&a,\n), 1]", "s![(&a,), 1]"),
        ("s![1 ,2,]", "s![1, 2,]"),
    ] {
        assert_eq!(only_spaces_change(source), expected);
    }
}

#[test]
fn brackets_may_be_nested_deeply() {
    let (open, close) = ("(".repeat(100_000), ")".repeat(100_000));
    let source = format!("fn a() {{ {open}s![1 ,2]{close}; s![f({open}1{close}) ,2]; }}");
    let formatted = format(&source).expect("tokens");
    assert!(
        formatted.contains("(s![1, 2])")
            && formatted.ends_with("1), 2]; }".trim_start_matches("1"))
    );
    let lists = format!("s![{}1 ,2{} ,3]", "[".repeat(10_000), "]".repeat(10_000));
    assert!(format(&lists).expect("tokens").ends_with("], 3]"));
}

#[test]
fn format_enters_our_other_macros() {
    for (source, expected) in [
        (
            "split_mut!(t.slice_mut(s![1 ,2]), [ :3 ],[3:])",
            "split_mut!(t.slice_mut(s![1, 2]), [:3],[3:])",
        ),
        ("split_mut!(t[0 ,1], [ :3 ])", "split_mut!(t[0 ,1], [:3])"),
        (
            "spec! { const C: [2 ,3] = [ 1 ]; const N: usize = n(s![1 ,2]); }",
            "spec! { const C: [2 ,3] = [1]; const N: usize = n(s![1, 2]); }",
        ),
    ] {
        assert_eq!(only_spaces_change(source), expected);
    }
}

#[test]
fn format_refuses_files_that_are_not_rust() {
    let directory = crate::directory();
    for (bytes, words) in [
        (
            &b"\xff s![1 ,2]"[..],
            "a.rs: stream did not contain valid UTF-8",
        ),
        (b"fn a() { s![1 ,2 }", "a.rs: not Rust, at line 1, column "),
        (
            b"fn a() { s![1 ,2] ) }",
            "a.rs: not Rust, at line 1, column ",
        ),
        (
            b"fn a() { \"s![1 ,2] }",
            "a.rs: not Rust, at line 1, column ",
        ),
        (
            "fn a() { s![🦀 ,2] }".as_bytes(),
            "a.rs: not Rust, at line 1, column ",
        ),
    ] {
        std::fs::write(directory.path().join("a.rs"), bytes).expect("written");
        crate::fails("fmt", directory.path(), &["a.rs"], &[words]);
        assert_eq!(
            std::fs::read(directory.path().join("a.rs")).expect("there"),
            bytes
        );
    }
}

/// What must come out as it went in.
fn kept() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "// s![1 ,2] \" ' /* {\n",
        "/* s![1 ,2] /* s![ ( */ \" */",
        "/// s![1 ,2]\r\n",
        "//! \u{1f980} s![1 ,2]\n",
        "/** s![1 ,2] */",
        "\"s![1 ,2] \\\" // é\"",
        "\"s![1 ,\\\n  2]\r\n  \u{1f980}\"",
        "r#\"s![1 ,2] \"] // \"#",
        "br##\"s![1 ,2]\"# /* \"##",
        "c\"s![1 ,2]\"",
        "b'['",
        "'\\''",
        "'\u{1f980}'",
        "ndarray::s![1 ,2]",
        "str![1 ,2]",
        "s![1 , // one\n 2]",
        "s![1 ,\r\n /* two */ 2]",
        "s![$($entry ),*]",
        "s![a <b ,1]",
        "r#s![1 ,2]",
    ])
}

fn sources() -> impl Strategy<Value = Vec<(String, bool)>> {
    let spec = prop::sample::select(vec![
        "s![1 ,2]",
        "s![\r\n1 ,\n\t2 : 4,]",
        "s!(  a : :b,..  )",
        "checked!{ ::-1 ,f(s![1 ,2] ) }",
        "s![ [0 ,1] ,(& a,&b) , \"é\".len() : n  -  1 ]",
        "split_mut!(t.slice_mut(s![ 1 ]), [ :3 ],[3 : ])",
        "spec! { const A: [2 ,3] => [_] = [ 1 ,.. ]; }",
        "s![1=>2:4 ,-1 => : ]",
        "s![ ]",
        "s![x ,{ 'a: loop { break 'a 1 ; } } ,r\"[\" . len ( )]",
    ]);
    let leaf = prop_oneof![
        kept().prop_map(|text| vec![(text.to_owned(), true)]),
        spec.prop_map(|text| vec![(text.to_owned(), false)]),
        prop::sample::select(vec![
            " ",
            "\n",
            "\r\n\t",
            "; ",
            " r#fn ",
            " &'a T ",
            " 1.0 .. 2 ",
            "é ",
            " s ! ",
            "#![a]\n"
        ])
        .prop_map(|text| vec![(text.to_owned(), false)]),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        let pair = prop::sample::select(vec![
            ("(", ")"),
            ("[", "]"),
            ("{", "}"),
            ("m!{ ", " }"),
            ("m![ s![1 ,2] ,", "\n]"),
            ("$( ", "),*"),
        ]);
        (pair, prop::collection::vec(inner, 0..6)).prop_map(|((open, close), parts)| {
            let mut all = vec![(open.to_owned(), false)];
            // What ends a line comment or a word stands behind each part.
            all.extend(
                parts
                    .into_iter()
                    .flat_map(|part| part.into_iter().chain([(" \n".to_owned(), false)])),
            );
            all.push((close.to_owned(), false));
            all
        })
    })
}

proptest! {
    #[test]
    fn nothing_but_white_space_in_specs_changes(parts in sources(), head in prop::sample::select(vec!["", "\u{feff}", "#!/s![1 ,2]\n"])) {
        let source: String = std::iter::once(head).chain(parts.iter().map(|(text, _)| text.as_str())).collect();
        let once = format(&source).map_err(|error| TestCaseError::fail(format!("{error}: \
            {source}")))?;
        prop_assert_eq!(ink(&once), ink(&source));
        prop_assert_eq!(format(&once), Ok(once.clone()));
        let body = |text: &str| text.strip_prefix(head).expect("the head stays").to_owned();
        prop_assert_eq!(tokens(&body(&once)), tokens(&body(&source)));
        let mut rest = once.as_str();
        for (text, _) in parts.iter().filter(|(_, kept)| *kept) {
            let Some(at) = rest.find(text.as_str()) else { return Err(TestCaseError::fail(format!("{text} in {once}"))) };
            rest = &rest[at + text.len()..];
        }
    }
}
