//! `Shape![..]`: the tuple of all lengths, with an error in the place of each that is none.

use rust::TokenStream;
use tslice_syntax::{ByRole, Delimiter, Kind, Lexemes, Mistake};

use crate::code::{Code, push};
use crate::errors::error;
use crate::root::Root;
use crate::tokens::stream;

/// `Shape![..]`. A mistake keeps the rank that the user wrote, and stands inside of `Const`: rustc
/// would report another rank, or a missing type, too.
pub(crate) fn shape(input: TokenStream) -> TokenStream {
    let root = Root::from(input);
    let mut extents = Code::new();
    for (_, at) in root.trees.lexemes().between_commas() {
        push(&mut extents, extent(&root, at));
    }
    if !extents.is_empty() {
        extents.extend(mixed!(,));
    }
    mixed!((#extents)).into_iter().collect()
}

/// The extent of a length. Tokens of one fragment of an outer macro are an expression; other tokens
/// are one length each.
fn extent(root: &Root, at: Lexemes<'_>) -> Code {
    let path = &root.path;
    let is_fragment = at
        .iter()
        .all(|lexeme| lexeme.fragment > 0 && lexeme.fragment == at[0].fragment);
    let length = match at {
        [only] if only.is_word("_") => return mixed!(#path::Dyn),
        [only] if only.is_group(Delimiter::Brace) || matches!(only.kind, Kind::Literal(_)) => {
            let length = stream(at);
            return mixed!(#path::Const::<#length>);
        }
        [only] if only.word().is_some() && !only.is_one_of(&["None", "usize", "true", "false"]) => {
            stream(at)
        }
        _ if is_fragment => stream(at),
        _ => {
            let words = "a static shape is a list of lengths: a literal, a name, an expression in \
                braces, or `_`";
            error(root, &Mistake::new(at, words))
        }
    };
    // The braces make it a constant: of an unknown name without them, rustc says that a type is
    // missing.
    mixed!(#path::Const::<{ #length }>)
}
