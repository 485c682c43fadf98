//! `fmt`: specs in sources.

use std::fmt::Write as _;
use std::process::Stdio;

use proptest::prelude::*;
use tslice_cli::format::format;

use crate::{command, directory, fails, names, printed, run};

#[test]
fn every_macro_has_its_form() {
    for (source, expected) in [
        (
            "t.slice(s![ 1,2 : 4 ,newaxis , .. , : -3 : -1 ,: ])",
            "t.slice(s![1, 2:4, newaxis, .., :-3:-1, :])",
        ),
        ("s![n: :m, a :: 2, i: +4]", "s![n: :m, a::2, i:+4]"),
        ("s![1=>2:4,-1  =>  ::-1]", "s![1 => 2:4, -1 => ::-1]"),
        (
            "s![ [0,2 , -1],&rows,( & ys,&xs ), [0 : 3,7] ]",
            "s![[0, 2, -1], &rows, (& ys, &xs), [0:3, 7]]",
        ),
        ("s![f(a ,b) : n  -  1, x [0]]", "s![f(a ,b):n - 1, x [0]]"),
        ("s![\n    1,\n    2:4,\n]", "s![1, 2:4]"),
        ("s![]", "s![]"),
        ("v.slice(checked![5,.. ])", "v.slice(checked![5, ..])"),
        (
            "let (a, b) = split_mut!(t , [ :3 ],[3 : ]);",
            "let (a, b) = split_mut!(t , [:3],[3:]);",
        ),
        (
            "spec! { pub const C: [480,640] => [_,_] = [ 100:-100,.. ]; }",
            "spec! { pub const C: [480,640] => [_,_] = [100:-100, ..]; }",
        ),
        (
            "type T = SpecType![_ : _,..];",
            "type T = SpecType![_:_, ..];",
        ),
        (
            "assert_eq!(t.slice(s![1 ,2]), [[1 ,2]]);",
            "assert_eq!(t.slice(s![1, 2]), [[1 ,2]]);",
        ),
        ("tslice::s![1 ,2]", "tslice::s![1, 2]"),
        (
            "#!/usr/bin/env run\nfn é() { s![1 ,2]; }",
            "#!/usr/bin/env run\nfn é() { s![1, 2]; }",
        ),
        (
            "#![allow(x)]\nfn a() { \"é\"; s![é ,2]; }",
            "#![allow(x)]\nfn a() { \"é\"; s![é, 2]; }",
        ),
    ] {
        assert_eq!(format(source).as_deref(), Ok(expected), "{source}");
        assert_eq!(format(expected).as_deref(), Ok(expected));
    }
}

#[test]
fn format_leaves_other_macros_and_comments() {
    let long = format!(
        "s![{}\n 1]",
        "a_long_name_of_a_bound : another_one, ".repeat(4)
    );
    for source in [
        "a.slice(s![2..5 , ..;-1])",
        "a.slice(s![2..7;-2 ,1])",
        "s![1 , /* all */ 2]",
        "s![ // rows\n 1 ,2]",
        "s![1 ,2 // columns\n]",
        "s![1 ,[ /* none */ ]]",
        "s![a == b ,1]",
        "s![$($entry),*]",
        "ndarray::s![1 ,2]",
        "\"s![1 ,2]\"",
        "/// `s![1 ,2]`\nfn a() {}",
        "str![1 ,2]",
        &long,
    ] {
        assert_eq!(format(source).as_deref(), Ok(source));
    }
}

#[test]
fn format_keeps_a_comment_in_any_gap() {
    let tokens = "s![ \n : , [ 0 , n : 2 , ] , ( & a , [ 1 , ] , ) , -1 , ]";
    for (gap, _) in tokens.match_indices(' ') {
        for comment in ["/* kept */", "// kept\n"] {
            let (before, behind) = tokens.split_at(gap);
            let source = format!("{before}{comment}{behind}");
            assert_eq!(format(&source).as_deref(), Ok(&source[..]));
        }
    }
}

#[test]
fn format_writes_files_and_check_does_not() {
    let directory = directory();
    let file = |name: &str| directory.path().join(name);
    std::fs::write(file("a.rs"), "fn a() { s![1 ,2]; }\n").expect("written");
    std::fs::write(file("b.rs"), "fn b() { s![1, 2]; }\n").expect("written");
    std::fs::write(file("c.rs"), "fn c( { }\n").expect("written");
    fails(
        "fmt",
        directory.path(),
        &["--check", "a.rs", "b.rs"],
        &["tslice fmt: would format a.rs\n"],
    );
    assert_eq!(
        std::fs::read_to_string(file("a.rs")).expect("there"),
        "fn a() { s![1 ,2]; }\n"
    );
    // One that is not Rust stops all, before anything is written.
    fails(
        "fmt",
        directory.path(),
        &["a.rs", "c.rs"],
        &["c.rs: not Rust, at line 1, column"],
    );
    assert_eq!(
        std::fs::read_to_string(file("a.rs")).expect("there"),
        "fn a() { s![1 ,2]; }\n"
    );
    assert_eq!(
        printed(&run("fmt", directory.path(), &["a.rs", "b.rs", "./a.rs"])),
        ""
    );
    assert_eq!(
        std::fs::read_to_string(file("a.rs")).expect("there"),
        "fn a() { s![1, 2]; }\n"
    );
    assert_eq!(
        printed(&run("fmt", directory.path(), &["--check", "a.rs", "b.rs"])),
        ""
    );
    fails("fmt", directory.path(), &["missing.rs"], &["missing.rs: "]);
    assert_eq!(names(directory.path()), ["a.rs", "b.rs", "c.rs"]);
}

#[test]
fn format_takes_linear_time_for_long_lines() {
    // Formatting that scanned the line for each spec would take minutes.
    let far = format!("/*{}*/", "-".repeat(4 << 20));
    let line = |spec: &str| [&far, &*spec.repeat(2_500), &far].concat();
    assert!(format(&line("s![1 ,2]; ")) == Ok(line("s![1, 2]; ")));
    let wide = line("s![1,\n2]; ");
    assert!(format(&wide).is_ok_and(|formatted| formatted.len() == wide.len()));
}

#[test]
fn standard_input_goes_to_standard_output() {
    use std::io::Write;
    let directory = directory();
    let mut child = command("fmt", directory.path())
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(b"fn a() { s![1 ,2]; }")
        .expect("written");
    assert_eq!(
        printed(&child.wait_with_output().expect("it ends")),
        "fn a() { s![1, 2]; }\n"
    );
    let output = command("fmt", directory.path())
        .args(["--check", "-"])
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    assert!(output.status.success());
}

/// Tokens of specs with spaces of any kind between them.
fn specs() -> impl Strategy<Value = String> {
    let token = prop::sample::select(vec![
        ":",
        "::",
        "..",
        "...",
        ",",
        ",",
        "1",
        "-1",
        "n",
        "a::B",
        "newaxis",
        "=>",
        "&rows",
        "[0, 1]",
        "(& a, &b)",
        "f(x , y)",
        "+",
        "i:+4",
        "[1:2,3]",
    ]);
    let gap = prop::sample::select(vec!["", " ", "  ", "\n", "\t "]);
    prop::collection::vec((token, gap), 0..12).prop_map(|parts| {
        let mut text = String::new();
        for (token, gap) in parts {
            let _infallible = write!(text, "{token}{gap}");
        }
        text
    })
}

/// The tokens, with those of signs that mean something together as one.
fn tokens(source: &str) -> String {
    source
        .parse::<proc_macro2::TokenStream>()
        .expect("tokens")
        .to_string()
}

proptest! {
    #[test]
    fn format_changes_no_token_and_is_idempotent(spec in specs()) {
        let source = format!("fn main() {{ s![{spec}]; }}");
        let Ok(once) = format(&source) else { return Ok(()) };
        prop_assert_eq!(format(&once), Ok(once.clone()));
        // A comma at the end of a list goes with its line breaks.
        let bare = |text: &str| tokens(text).replace(char::is_whitespace, "").replace(",]", "]");
        prop_assert_eq!(bare(&once), bare(&source));
    }
}
