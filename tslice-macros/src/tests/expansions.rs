//! Expansions as they are read.

use super::input;
use crate::expand;

/// Expansions as `cargo expand` shows them; `BLESS=1` writes them.
#[test]
fn expansions_read_like_the_table_of_the_encoding() {
    let specs = [
        ("documented", "1, 2:4, newaxis, .., :-3:-1, :"),
        ("empty", ""),
        ("index", "-1"),
        ("reversed", "..., ::-1"),
        ("run_time", "row, words.len():, ::2"),
        ("run_time_index", "row, col + 1, .."),
        ("from_the_end", "-n:, :-(a + b), -a + b"),
        ("axis_form", "-1 => ::2, 0 => start:"),
        (
            "extremes",
            "-9223372036854775808:9223372036854775807, 9223372036854775807",
        ),
    ];
    for (name, text) in specs {
        let expansion = expand::s(input(text));
        let file = syn::parse_quote! { const SPEC: Spec = #expansion; };
        let body = prettyplease::unparse(&file);
        let body = body
            .trim_start_matches("const SPEC: Spec = ")
            .trim_end()
            .trim_end_matches(';');
        // Run-time bounds come before the encoding: in one line if they fit, else one line each
        // between parentheses.
        let bounds = body.matches("::bound(").count() + body.matches("::minus(").count();
        let wrapped = body.lines().any(|line| line.ends_with(" = ("));
        let before = if wrapped {
            bounds + 2
        } else {
            usize::from(bounds > 0)
        };
        let lines = body.lines().count() - before;
        assert!(lines < 15, "{text}: {lines} lines");
        let golden = format!("// s![{text}]\n{body}\n");
        let path = format!("{}/expansions/{name}.rs", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &golden).expect("written");
        }
        let blessed = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            golden, blessed,
            "{path}: if the change is meant, BLESS=1 writes it"
        );
    }
}

#[test]
fn diagonals_are_a_call_each() {
    let expanded = |text: &str| expand::diag(input(text)).to_string();
    assert_eq!(expanded("-1"), "tslice :: __private :: single (- 1)");
    assert_eq!(
        expanded("n"),
        "tslice :: __private :: single (tslice :: __private :: bound (n))"
    );
    assert_eq!(
        expanded("-1..=k + 2"),
        "tslice :: __private :: band (- 1 , tslice :: __private :: bound (k + 2))"
    );
    assert!(expanded("2..=1").contains("compile_error ! { \"the lower diagonal 2 is above"));
}

#[test]
fn types_say_which_bounds_are_present() {
    for (text, count, kinds) in [
        ("", 0, "0x0 , 0 , 0"),
        ("_, .., _:_", 3, "0x064 , 2 , 1"),
        ("0 => _, -1 => ::_", 3, "0x364 , 2 , 1"),
        (
            "_:+_, newaxis, &_, (&_, &_), :_, _:",
            7,
            "0x2198857 , 6 , 6",
        ),
    ] {
        let expanded = expand::spec_type(input(text)).to_string();
        let kinds = format!("tslice :: __private :: Kinds < {kinds} >");
        assert!(
            expanded.starts_with(&format!("tslice :: Spec :: < {count} , {kinds}")),
            "{text}: {expanded}"
        );
    }
    let one = expand::spec_type(input("1")).to_string();
    assert!(
        one.starts_with("[() ; { core :: compile_error ! {"),
        "{one}"
    );
    let two = expand::spec_type(input("1, n:"));
    assert_eq!(two.to_string().matches("compile_error").count(), 2);
    assert!(syn::parse2::<syn::TypeArray>(two).is_ok());
}

#[test]
fn parentheses_around_a_whole_bound_are_the_languages() {
    for (spec, call) in [
        ("(n + 1):", "bound (n + 1)"),
        ("():", "bound (())"),
        ("{ n }:", "bound (n)"),
        ("{ n; }:", "bound ({ n ; })"),
        ("{}:", "bound ({ })"),
        (
            "{ if n { m } else { k } }:",
            "bound ({ if n { m } else { k } })",
        ),
        ("(n) + 1:", "bound ((n) + 1)"),
        ("!2:", "bound (! 2)"),
    ] {
        let expanded = expand::s(input(spec)).to_string();
        assert!(expanded.contains(call), "{spec}: {expanded}");
    }
}

#[test]
fn a_minus_before_one_operand_is_the_languages() {
    for (spec, call) in [
        ("-n:", "minus (n)"),
        ("- n", "minus (n)"),
        ("::-n", "minus (n)"),
        ("-(a + b):", "minus (a + b)"),
        ("-v.len()", "minus (v . len ())"),
        (
            "-a::<B<C>>::d(1)?[2].e:",
            "minus (a ::< B < C >>:: d (1) ? [2] . e)",
        ),
        ("-<T as A>::N:", "minus (< T as A >:: N)"),
        ("-f().await:", "minus (f () . await)"),
        ("-len!(x):", "minus (len ! (x))"),
        ("-n as i64:", "minus (n as i64)"),
        ("-n as u8:", "bound (- n as u8)"),
        ("-n * m as u8:", "minus (n * m as u8)"),
        ("(-n - 1):", "minus (n) . saturating_sub (1)"),
        ("(-n < m):", "bound (- n < m)"),
        (
            "-a + b:",
            "minus (a) . saturating_add (tslice::__private::bound (b))",
        ),
        ("-a - 2:", "minus (a) . saturating_sub (2)"),
        ("-2 * a:", "minus (2 * a)"),
        (
            "-1 + a:",
            "0_i64 . saturating_sub (1) . saturating_add (tslice::__private::bound (a))",
        ),
        ("- -n:", "bound (- - n)"),
        ("-&n:", "bound (-& n)"),
        ("-loop { break n }", "bound (- loop { break n })"),
        ("a - b:", "bound (a - b)"),
    ] {
        let expanded = expand::s(input(spec))
            .to_string()
            .replace(" :: ", "::")
            .replace(":: ", "::");
        let call = call.replace(" :: ", "::").replace(":: ", "::");
        let call = call.replace(" ::", "::");
        assert!(
            expanded.replace(" ::", "::").contains(&call),
            "{spec}: {expanded}"
        );
    }
    assert_eq!(
        expand::diag(input("-n")).to_string(),
        "tslice :: __private :: single (tslice :: __private :: minus (n))"
    );
}
