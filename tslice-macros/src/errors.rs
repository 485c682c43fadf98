//! Mistakes to errors at the user's tokens.

use rust::{Delimiter, Literal, TokenTree};
use tslice_syntax::{Mistake, Mistakes, unparenthesised};

use crate::code::{Code, group};
use crate::grammar::terms::terms;
use crate::root::Root;
use crate::tokens::stream;

/// All errors as one expression, behind what could be read: editors complete the user's expressions
/// in it. `compile_error!` at the end has the error type, which rustc accepts everywhere, so that
/// nothing else is reported.
pub(crate) fn as_expression(root: &Root, mistakes: &Mistakes, read: &[TokenTree]) -> Code {
    let (fragments, errors) = (fragments(root, mistakes), as_items(root, &[], mistakes));
    mixed!({
        #fragments
        let _ = { #read };
        #errors
    })
}

/// All errors behind an expression. The operator is one that rustc does not look up for the error
/// type.
pub(crate) fn beside(root: &Root, mistakes: &Mistakes, read: &[TokenTree]) -> Code {
    let (fragments, errors) = (fragments(root, mistakes), as_items(root, &[], mistakes));
    mixed!(#read & { #fragments #errors })
}

/// The sound expressions in the mistakes, as statements. A minus in front of a sum is the
/// language's, which negates an unsigned number, too: each term stands alone.
fn fragments(root: &Root, mistakes: &Mistakes) -> Code {
    let mut statements = Code::new();
    for mistake in mistakes.as_slice() {
        for fragment in &mistake.fragments {
            let lexemes = root.trees.lexemes_of(fragment);
            let lexemes = unparenthesised(&lexemes);
            let terms = terms(&lexemes).unwrap_or_else(|| vec![(false, &lexemes)]);
            for (_, term) in terms {
                let operand = stream(term);
                statements.extend(mixed!(let _ = &(#operand);));
            }
        }
    }
    statements
}

/// All errors, one item or statement each, behind the attributes of the item that is wrong.
pub(crate) fn as_items(root: &Root, attributes: &[TokenTree], mistakes: &Mistakes) -> Code {
    let mut errors = Code::new();
    for mistake in mistakes.as_slice() {
        errors.extend_from_slice(attributes);
        errors.extend(error(root, mistake));
    }
    errors
}

/// All errors as one type: an array whose length is unknown, so that rustc compares it with
/// nothing. `compile_error!` itself would be the type `()`.
pub(crate) fn as_type(root: &Root, mistakes: &Mistakes) -> Code {
    let errors = as_items(root, &[], mistakes);
    mixed!([(); { #errors }])
}

/// `core::compile_error! { message }`, which rustc reports from its first token to its last. The
/// spans are the user's alone: with any other, rustc adds a note about the macro, or does not join
/// them. In the edition 2015, a path that begins with `::` is one of the user's crate.
pub(crate) fn error(root: &Root, mistake: &Mistake) -> Code {
    let (start, end) = root.trees.ends(&mistake.span);
    let mut message = Literal::string(&mistake.message);
    message.set_span(end);
    let message = [group(Delimiter::Brace, vec![message.into()], end)];
    located!(start, core::compile_error! #message)
}
