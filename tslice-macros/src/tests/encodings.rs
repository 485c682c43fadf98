//! Specs with expressions, and the rows and masks they stand for.

use proc_macro2::{Delimiter, Group, Literal, TokenStream, TokenTree};
use quote::quote;

use super::input;
use crate::expand;

/// The rows of the encoding: begin, end, strides and the five masks, for one spec after another.
#[test]
fn entries_are_encoded_as_the_table_says() {
    let table = [
        ("", "[] [] [] 0 0 0 0 0"),
        ("- 1,", "[- 1] [0] [1] 0 0 0 0 1"),
        (":2:", "[0] [2] [1] 1 0 0 0 0"),
        ("newaxis, None", "[0 , 0] [0 , 0] [1 , 1] 00 00 00 11 00"),
        ("0x10:1_000u16", "[16] [1000] [1] 0 0 0 0 0"),
        ("n::2", "[__begin_0] [0] [2] 0 1 0 0 0"),
        ("n::", "[__begin_0] [0] [1] 0 1 0 0 0"),
        ("n: :m", "[__begin_0] [0] [__stride_0] 0 1 0 0 0"),
        ("(n)::m", "[__begin_0] [0] [__stride_0] 0 1 0 0 0"),
        (
            "usize::MAX",
            "[__begin_0] [__begin_0 . saturating_add (1)] [1] 0 0 0 0 1",
        ),
        (":Self::N", "[0] [__end_0] [1] 1 0 0 0 0"),
        ("<T as Tr<u8>>::N:", "[__begin_0] [0] [1] 0 1 0 0 0"),
        ("a::<B, 2>(c)::d", "[__begin_0] [0] [__stride_0] 0 1 0 0 0"),
        ("x as usize:3", "[__begin_0] [3] [1] 0 0 0 0 0"),
        ("x as Id<A, B>:3", "[__begin_0] [3] [1] 0 0 0 0 0"),
        ("a << 1:3", "[__begin_0] [3] [1] 0 0 0 0 0"),
        ("f()?::n", "[__begin_0] [0] [__stride_0] 0 1 0 0 0"),
        ("q.x::n", "[__begin_0] [0] [__stride_0] 0 1 0 0 0"),
        ("-n:", "[__begin_0] [0] [1] 0 1 0 0 0"),
        (
            "-1 => 2, 0 => ::3",
            "[0 , 0 , 2] [0 , 0 , 3] [3 , 1 , 1] 001 001 010 000 100",
        ),
    ];
    for (spec, encoding) in table {
        assert_eq!(encoded(input(spec)), encoding, "{spec}");
    }
}

/// What an outer macro's `$x:expr` is: a group without delimiters.
#[test]
fn literal_from_an_outer_macro_is_a_literal() {
    let fragment = |text: &str| -> TokenStream {
        let group = Group::new(Delimiter::None, text.parse().expect("tokens"));
        TokenTree::from(group).into()
    };
    let (two, minus_one, sum) = (fragment("2"), fragment("-1"), fragment("a + 1"));
    assert_eq!(
        encoded(quote!(tslice; #two, #two:#minus_one, -#two, (2))),
        "[2 , 2 , - 2 , __begin_3] [3 , - 1 , - 1 , __begin_3 . saturating_add (1)] [1 , 1 , 1 , 1] 0000 0000 0000 0000 1101"
    );
    assert_eq!(
        encoded(quote!(tslice; #sum:-#minus_one)),
        "[__begin_0] [__end_0] [1] 0 0 0 0 0"
    );
    let negative = Literal::i64_unsuffixed(-7);
    assert_eq!(
        encoded(quote!(tslice; #negative:)),
        "[- 7] [0] [1] 0 1 0 0 0"
    );
}

#[test]
fn label_from_an_outer_macro_is_a_label() {
    let label = TokenTree::from(Group::new(Delimiter::None, "'a".parse().expect("tokens")));
    let block = quote!({ break #label n });
    assert_eq!(
        encoded(quote!(tslice; (#label: #block), { #label: #block }:)),
        "[__begin_0 , __begin_1] [__begin_0 . saturating_add (1) , 0] [1 , 1] 00 10 00 00 01"
    );
}

#[track_caller]
fn encoded(input: TokenStream) -> String {
    let expansion = expand::s(input).to_string();
    assert!(!expansion.contains("compile_error"), "{expansion}");
    let row = |name: &str| {
        let (_, value) = expansion
            .split_once(&format!("{name} : "))
            .expect("all rows are there");
        let (value, _) = value.split_once(']').expect("a row is a list");
        format!("{value}]")
    };
    let masks = expansion
        .split("0b")
        .skip(1)
        .map(|rest| rest.split(',').next().unwrap_or_default().trim());
    let masks: Vec<_> = masks.collect();
    format!(
        "{} {} {} {}",
        row("begin"),
        row("end"),
        row("strides"),
        masks.join(" ")
    )
}
