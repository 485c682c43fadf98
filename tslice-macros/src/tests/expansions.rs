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

/// What `axes!` gives to a macro: a path and its names.
fn named(front: &str, text: &str) -> proc_macro2::TokenStream {
    format!("tslice {front}; {text}").parse().expect("tokens")
}

#[test]
fn axes_by_name_expand_as_entries_in_order() {
    let front = "(film::Video) [time y r#type channel]";
    for (by_name, in_order) in [
        ("time = ::2, channel = 0", "::2, :, :, 0"),
        ("channel = -1, r#type = n:", ":, :, n:, -1"),
        ("r#type = 1:+m, y = ::-1,", ":, ::-1, 1:+m, :"),
        ("y = [0, 2], channel = &rows", ":, [0, 2], :, &rows"),
        ("time = ::n, y = (n) + 1", "::n, (n) + 1, :, :"),
    ] {
        let by_name = format!("film::Video: {by_name}");
        let expand: [fn(proc_macro2::TokenStream) -> proc_macro2::TokenStream; 2] =
            [expand::s, crate::checked::checked];
        for expand in expand {
            let expected = expand(input(in_order)).to_string();
            assert_eq!(expand(named(front, &by_name)).to_string(), expected);
        }
    }
    let types = |input| expand::spec_type(input).to_string();
    let by_name = named(front, "film::Video: channel = _, y = _:");
    assert_eq!(types(by_name), types(input(":, _:, :, _")));
    let part = |text: &str| crate::split::split_mut(named(front, text)).to_string();
    assert_eq!(
        part("t, [film::Video: y = :2], [film::Video: time = :, y = 2:]"),
        part("t, [:, :2, :, :], [:, 2:, :, :]"),
    );
    let item = |text: &str| crate::items::spec(named(front, text)).to_string();
    assert_eq!(
        item("pub const A: [2, 3, _, 4] => [3, _, 4] = [film::Video: time = 0];"),
        item("pub const A: [2, 3, _, 4] => [3, _, 4] = [0, :, :, :];"),
    );
}

#[test]
fn unknown_axes_are_asked_for() {
    for (text, call) in [
        (
            "Video: time = a::b, y = ::2",
            "Video ! { [tslice :: __private :: s] [tslice (Video)] ; Video : time = a :: b , y = :: 2 }",
        ),
        (
            "crate::Video: y = 2:",
            "crate :: Video ! { [tslice :: __private :: s] [tslice (crate :: Video)] ; crate :: Video : y = 2 : }",
        ),
    ] {
        let call = call.replace(' ', "");
        let found = expand::s(input(text)).to_string().replace(' ', "");
        assert_eq!(found, call, "{text}");
    }
    let known = named("(Video) [time]", "t, [Video: time = 1:], [Frame: y = 0]");
    let found = crate::split::split_mut(known).to_string().replace(' ', "");
    let front = "Frame!{[tslice::__private::split_mut][tslice(Video)[time](Frame)];t,[";
    assert!(found.starts_with(front), "{found}");
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
        ("-size_of::<T>():", "minus (size_of ::< T > ())"),
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
