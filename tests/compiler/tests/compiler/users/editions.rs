//! Valid uses compile without a warning in every edition, and `cargo fix` leaves them as they are.

use super::package::Package;

const EDITIONS: [&str; 4] = ["2015", "2018", "2021", "2024"];

/// Specs with everything that lints look at: parentheses and braces that the language asks for,
/// casts, paths, signs.
const SOURCE: &str = r#"#![deny(warnings)]
#![no_implicit_prelude]
extern crate slicing;

pub mod arrays {
    pub use ::slicing::{diag, s, spec, SpecType, Tensor};
}

use arrays::{diag, s, spec, SpecType, Tensor};

pub struct Size {
    pub width: usize,
}

spec! {
    /// The inner part.
    pub const INNER = [1:-1, ..];
    pub static REVERSED = [.., ::-1];
}

macro_rules! sliced {
    ($t:expr, $($spec:tt)*) => { $t.slice(s![$($spec)*]) };
}

pub fn bounds(t: &Tensor<u8, 3>, n: usize, m: i64, size: &Size, v: &[usize]) -> [usize; 12] {
    [
        t.slice(s![1, 2:4, ::-1]).len(),
        t.slice(s![n, .., -n:]).len(),
        t.slice(s![(n), { n }::2, (n + 1):]).len(),
        t.slice(s![{ n }, {m}:, newaxis]).len(),
        t.slice(s![{ if n > 1 { n } else { 2 } }, { let k = n; k }:]).len(),
        t.slice(s![size.width::size.width, v.len()::2, v[0]]).len(),
        t.slice(s![if n > 1 { 1 } else { 0 }:, m as usize::2, ..]).len(),
        t.slice(s![0 => 1:3, -1 => ::-1]).len(),
        t.slice(s![(-m):usize::MAX, (n), !0u8:]).len(),
        sliced!(t, n:, ::-1, 0).len(),
        sliced!(sliced!(t, INNER_ROW), ..).len(),
        t.slice(INNER).len() + t.slice(REVERSED).len() + diag![-1].k.unsigned_abs() as usize,
    ]
}

const INNER_ROW: usize = 1;

pub fn typed(spec: SpecType![_:_, ..], t: &Tensor<u8, 2>) -> usize {
    t.slice(arrays::s![1, ..]).len() + t.slice(spec).len() + t.slice(::slicing::s![1:]).len()
}
"#;

/// Paths begin with `::`, which is the crate's root in the edition 2015, where `extern crate` is,
/// and the crate itself later.
#[test]
fn valid_uses_compile_without_warnings_in_every_edition() {
    for edition in EDITIONS {
        Package::new(&format!("edition_{edition}"), edition, "slicing", SOURCE)
            .cargo(&["check", "--quiet"]);
    }
}

#[test]
fn cargo_fix_changes_nothing() {
    let package = Package::new("fixed", "2021", "slicing", SOURCE);
    let words = package.cargo(&["fix", "--lib", "--allow-no-vcs"]);
    assert!(!words.contains("failed to automatically apply"), "{words}");
    assert_eq!(package.source(), SOURCE);
}

#[test]
fn cargo_fix_takes_specs_to_the_next_edition() {
    for (from, to) in EDITIONS.iter().zip(&EDITIONS[1..]) {
        // Lints of an edition warn.
        let source = SOURCE.replace("#![deny(warnings)]\n", "");
        let package = Package::new(&format!("from_{from}"), from, "slicing", &source);
        let words = package.cargo(&["fix", "--edition", "--lib", "--allow-no-vcs"]);
        assert!(!words.contains("failed to automatically apply"), "{words}");
        let fixed = package.source();
        Package::new(&format!("from_{from}_to_{to}"), to, "slicing", &fixed)
            .cargo(&["check", "--quiet"]);
        assert_eq!(specs(&fixed), specs(SOURCE), "{from} to {to}");
    }
}

/// The lines that hold specs.
fn specs(source: &str) -> Vec<&str> {
    source
        .lines()
        .filter(|line| line.starts_with("        t.slice(s!["))
        .collect()
}
