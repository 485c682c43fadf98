//! Specs, and the rows and masks they stand for.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

use crate::ast::Parsed;
use crate::{expand, parse};

/// The rows of the encoding: begin, end, strides and the five masks, for one spec after another.
#[test]
fn entries_are_encoded_as_the_table_says() {
    let table = [
        ("", "[] [] [] 0 0 0 0 0"),
        ("1", "[1] [2] [1] 0 0 0 0 1"),
        ("- 1,", "[- 1] [0] [1] 0 0 0 0 1"),
        (":", "[0] [0] [1] 1 1 0 0 0"),
        ("2:", "[2] [0] [1] 0 1 0 0 0"),
        (":2:", "[0] [2] [1] 1 0 0 0 0"),
        ("::", "[0] [0] [1] 1 1 0 0 0"),
        ("::-1", "[0] [0] [- 1] 1 1 0 0 0"),
        ("1::2", "[1] [0] [2] 0 1 0 0 0"),
        ("1:9:2", "[1] [9] [2] 0 0 0 0 0"),
        ("...", "[0] [0] [1] 0 0 1 0 0"),
        ("..", "[0] [0] [1] 0 0 1 0 0"),
        ("newaxis, None", "[0 , 0] [0 , 0] [1 , 1] 00 00 00 11 00"),
        ("0x10:1_000u16", "[16] [1000] [1] 0 0 0 0 0"),
        ("n::2", "[begin_0] [0] [2] 0 1 0 0 0"),
        ("n::", "[begin_0] [0] [1] 0 1 0 0 0"),
        ("n: :m", "[begin_0] [0] [stride_0] 0 1 0 0 0"),
        ("(n)::m", "[begin_0] [0] [stride_0] 0 1 0 0 0"),
        ("usize::MAX", "[begin_0] [begin_0 . saturating_add (1)] [1] 0 0 0 0 1"),
        (":Self::N", "[0] [end_0] [1] 1 0 0 0 0"),
        ("<T as Tr<u8>>::N:", "[begin_0] [0] [1] 0 1 0 0 0"),
        ("a::<B, 2>(c)::d", "[begin_0] [0] [stride_0] 0 1 0 0 0"),
        ("x as usize:3", "[begin_0] [3] [1] 0 0 0 0 0"),
        ("a << 1:3", "[begin_0] [3] [1] 0 0 0 0 0"),
        ("f()?::n", "[begin_0] [0] [stride_0] 0 1 0 0 0"),
        ("-1 => 2, 0 => ::3", "[0 , 0 , 2] [0 , 0 , 3] [3 , 1 , 1] 001 001 010 000 100"),
    ];
    for (spec, encoding) in table {
        assert_eq!(encoded(spec), encoding, "{spec}");
    }
}

/// What an outer macro's `$x:expr` is: a group without delimiters.
#[test]
fn a_literal_that_an_outer_macro_hands_on_is_a_literal() {
    let fragment = |text: &str| -> TokenStream {
        let group = Group::new(Delimiter::None, text.parse().expect("tokens"));
        TokenTree::from(group).into()
    };
    let (two, minus_one) = (fragment("2"), fragment("-1"));
    let spec = quote!(#two, #two:#minus_one, -#two, (2));
    assert_eq!(
        encoding(spec),
        "[2 , 2 , - 2 , begin_3] [3 , - 1 , - 1 , begin_3 . saturating_add (1)] [1 , 1 , 1 , 1] 0000 0000 0000 0000 1101"
    );
}

fn encoded(spec: &str) -> String {
    encoding(spec.parse().expect("tokens"))
}

fn encoding(spec: TokenStream) -> String {
    let Parsed { spec: entries, mistakes } = parse::spec(spec);
    assert!(mistakes.is_none(), "{:?}", mistakes.map(|mistakes| mistakes.errors));
    let expansion = expand::spec(&"tslice".parse().expect("a path"), &entries).to_string();
    let field = |name: &str| {
        let (_, value) = expansion.split_once(&format!("{name} : ")).expect("all fields are there");
        let value = value.split(" , begin_mask :").next().unwrap_or_default();
        value[..=value.find(']').expect("an array")].to_owned()
    };
    let masks = expansion.split("0b").skip(1).map(|rest| rest.split('>').next().unwrap_or_default().trim());
    let masks: Vec<_> = masks.collect();
    format!("{} {} {} {}", field("begin"), field("end"), field("strides"), masks.join(" "))
}
