//! Mistakes in the items of `spec! { .. }`.

use proc_macro2::{Group, TokenStream, TokenTree};
use syn::Result;

use crate::diagnostic::error;

pub(crate) const ITEM_SHAPE: &str = "expected an item such as `pub const NAME = [1:3, ..];`";

pub(crate) fn item_with_type(written: &[TokenTree]) -> Result<()> {
    if written.is_empty() {
        return Ok(());
    }
    let written: TokenStream = written.iter().cloned().collect();
    Err(error(written, "the type of a named spec is written by the macro: leave it out"))
}

pub(crate) fn item_end(body: &Group, end: &[TokenTree]) -> Result<()> {
    match end {
        [TokenTree::Punct(semicolon)] if semicolon.as_char() == ';' => Ok(()),
        [] => Err(error(body, "a named spec ends with `;`: write it after this bracket")),
        end => Err(error(end.iter().cloned().collect::<TokenStream>(), "a named spec ends with `]` and `;`")),
    }
}
