//! `Shape![..]` with fragments of an outer macro, and if it is mistaken: the macro itself is a
//! `macro_rules`, which can neither look into a fragment nor report at the user's tokens.

use proc_macro2::TokenStream;
use tslice_syntax::{ByRole, Delimiter, Lexemes, Mistake};

use crate::errors::error;
use crate::root::Root;
use crate::tokens::{is_word, stream, tree};

/// The extent of a fragment. Any other token that comes here is not a length: the error stands
/// inside of `Const`, because rustc would report a missing type in its place too.
pub(crate) fn extent(input: TokenStream) -> TokenStream {
    let root = Root::from(input);
    let lexemes = root.trees.lexemes();
    let length = match &lexemes[..] {
        lexemes if lexemes.iter().any(|lexeme| lexeme.fragment == 0) => error_at(&root, lexemes),
        [only] if is_word(only, &["_"]) => {
            return mixed!(#root::Dyn);
        }
        [block] if block.is_group(Delimiter::Brace) => {
            let length = tree(block);
            return mixed!(#root::Const<#length>);
        }
        lexemes => stream(lexemes),
    };
    mixed!(#root::Const<{ #length }>)
}

/// The tuple of all lengths, so that the rank is what the user wrote: rustc would report any other
/// type in its place too.
pub(crate) fn no_shape(input: TokenStream) -> TokenStream {
    let root = Root::from(input);
    let lexemes = root.trees.lexemes();
    let lengths = lexemes
        .between_commas()
        .map(|(length, with_comma)| match length {
            [only] => {
                let only = tree(only);
                mixed!(#root::__extent!(#only #only))
            }
            _ => {
                let at = if length.is_empty() {
                    with_comma
                } else {
                    length
                };
                let error = error_at(&root, at);
                mixed!(#root::Const<{ #error }>)
            }
        });
    mixed!((#(#lengths,)*))
}

fn error_at(root: &Root, at: Lexemes<'_>) -> TokenStream {
    let words =
        "a static shape is a list of lengths: a literal, a name, an expression in braces, or `_`";
    error(root, &Mistake::new(at, words))
}
