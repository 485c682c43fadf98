//! Arrows between modules run one way, and are those that CONTRIBUTING.md draws. `BLESS=1` draws
//! them.

use std::path::{Path, PathBuf};

use tslice_tests::arrows::{Arrows, circle, drawn, of_crate, of_files};
use tslice_tests::golden;

const BEGIN: &str = "<!-- arrows -->\n```text\n";
const END: &str = "```\n<!-- /arrows -->";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The arrows of a crate of this workspace, which has more than one module.
fn crate_arrows(name: &str) -> Arrows {
    let folder = [root().join(name), root().join("crates").join(name)];
    let folder = folder.iter().find(|folder| folder.exists());
    let arrows = of_crate(&folder.expect("its folder").join("src"))
        .expect("its paths begin with names that it has");
    let count: usize = arrows.values().map(|to| to.len()).sum();
    assert!(
        count > 2,
        "{name}: {count} arrows between {} modules",
        arrows.len()
    );
    arrows
}

fn of(files: &[(&str, &str)]) -> Result<Arrows, String> {
    let files: Vec<_> = files
        .iter()
        .map(|(path, text)| (PathBuf::from(path), (*text).to_owned()))
        .collect();
    of_files(&files)
}

#[test]
fn no_crate_has_modules_in_a_circle() {
    let crates = [
        "tslice-core",
        "tslice-algebra",
        "tslice-ops",
        "tslice-macros",
        "tslice-syntax",
        "tslice-entry",
        "tslice",
    ];
    for name in crates.into_iter().filter(|name| root().join(name).exists()) {
        let found = circle(&crate_arrows(name));
        assert_eq!(
            found, None,
            "{name}: a helper that these modules share moves below them"
        );
    }
}

#[test]
fn arrows_of_tslice_are_those_of_contributing() {
    golden::check_part(
        "CONTRIBUTING.md",
        [BEGIN, END],
        &drawn(&crate_arrows("tslice-core")),
    );
}

#[test]
fn paths_groups_reexports_and_supers_are_arrows() {
    let files = [
        (
            "lib.rs",
            "mod a; mod b; mod c; mod d; mod e; pub use c::{One, two::Three as Four};",
        ),
        (
            "a.rs",
            "use crate::{b::x, e::{self, y}}; fn f() -> crate::Four { super::d::z() }",
        ),
        ("b/mod.rs", "mod inner; macro_rules! say { () => {} }"),
        (
            "b/inner.rs",
            "pub(in crate::b) use super::super::c::One; use super::own;",
        ),
        ("c.rs", "use crate::e as other;"),
        ("d.rs", "crate::say!(); crate::d::z();"),
        ("e.rs", "fn f<'a>(x: &'a str) -> char { 'c' }"),
    ];
    let arrows = of(&files).expect("names that are there");
    assert_eq!(drawn(&arrows), "a -> b, c, d, e\nb -> c\nc -> e\nd\ne\n");
    assert_eq!(circle(&arrows), None);
}

#[test]
fn comments_texts_and_tests_draw_no_arrow() {
    let quiet = r##"
        // crate::b
        /* crate::b /* crate::b */ crate::b */
        const A: &str = "crate::b \" crate::b"; const B: &str = r#"crate::b" crate::b"#;
        const C: [char; 3] = ['"', '\'', '\\'];
        macro_rules! m { () => { $crate::b::x } }
        #[cfg(test)] use crate::{b, b::x};
        #[cfg(test)] mod inside { use crate::b; fn f() {} }
        #[cfg(test)] mod outside;
    "##;
    let files = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", quiet),
        ("a/outside.rs", "use crate::b;"),
        ("a/tests.rs", "use crate::b;"),
        ("b.rs", "fn after_all_that() { crate::a::f() }"),
    ];
    assert_eq!(
        of(&files).map(|arrows| drawn(&arrows)),
        Ok("a\nb -> a\n".to_owned())
    );
}

#[test]
fn arrows_of_an_unknown_name_are_an_error() {
    let error = of(&[("lib.rs", "mod a;"), ("a.rs", "use crate::gone::X;")]);
    assert_eq!(
        error,
        Err("a: nothing in the crate is named `gone`".to_owned())
    );
}

#[test]
fn arrows_in_a_circle_are_found() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        ("a.rs", "use crate::b;"),
        ("b.rs", "use crate::c;"),
        ("c.rs", "use crate::{d, b};"),
        ("d.rs", ""),
    ];
    let found = circle(&of(&files).expect("names that are there"));
    assert_eq!(found, Some(vec!["b".to_owned(), "c".to_owned()]));
}
