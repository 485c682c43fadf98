//! What rustfmt does to specs is what the documentation of `s!` says.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// A function with this body, formatted; nothing if rustfmt is not here.
fn formatted(body: &str) -> Option<String> {
    let mut rustfmt = Command::new("rustfmt")
        .args([
            "--edition",
            "2024",
            "--config",
            "max_width=100,newline_style=Unix",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let source = format!("fn f() {{\n{body}\n}}\n");
    rustfmt.stdin.take()?.write_all(source.as_bytes()).ok()?;
    let output = rustfmt.wait_with_output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[track_caller]
fn case(body: &str, expected: &str) {
    match formatted(body) {
        Some(formatted) => assert_eq!(formatted, format!("fn f() {{\n{expected}\n}}\n")),
        None => println!("rustfmt is not here"),
    }
}

#[test]
fn rustfmt_formats_only_specs_of_expressions() {
    case(
        "let a=t.slice(s![n,m+1 , -1]);",
        "    let a = t.slice(s![n, m + 1, -1]);",
    );
    case(
        "let a=t.slice(s![n ,1:2,  ..]);",
        "    let a = t.slice(s![n ,1:2,  ..]);",
    );
}

#[test]
fn rustfmt_leaves_chains_with_a_long_spec() {
    let long = "first_row_of_the_picture:last_row_of_the_picture, first_column_of_the_picture:last_column_of_it";
    let body = format!("let a   = t.slice(s![{long}]).map( |x|  x+1 );");
    case(&body, &format!("    {body}"));
    let named = format!("let rows   = s![{long}];\nlet a   = t.slice(rows).map( |x|  x+1 );");
    case(
        &named,
        &format!("    let rows = s![{long}];\n    let a = t.slice(rows).map(|x| x + 1);"),
    );
}

#[test]
fn rustfmt_formats_chains_with_a_broken_spec() {
    case(
        "let part   = picture.slice(s![
            first_row_of_the_picture:last_row_of_the_picture,
            first_column:last_column,
            ..
        ]).map( |x|  x+1 );",
        "    let part = picture
        .slice(s![
            first_row_of_the_picture:last_row_of_the_picture,
            first_column:last_column,
            ..
        ])
        .map(|x| x + 1);",
    );
}
