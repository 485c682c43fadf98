//! What the user wrote, with nothing left to decide but how to spell it in Rust.

use proc_macro2::{Ident, Span, TokenStream};

/// The entries of `s![..]`, in the order of the encoding.
pub(crate) struct Spec {
    pub(crate) entries: Vec<Entry>,
    /// Entry numbers as written: the axis form sorts its entries, but expressions run in source order.
    pub(crate) source_order: Vec<usize>,
}

/// A spec with what is wrong in it, if something is.
pub(crate) struct Parsed {
    pub(crate) spec: Spec,
    pub(crate) mistakes: Option<Mistakes>,
}

/// All mistakes of one macro call.
pub(crate) struct Mistakes {
    pub(crate) errors: syn::Error,
    /// What is readable of half-typed bounds, for editors to know its type.
    pub(crate) fragments: Vec<TokenStream>,
}

pub(crate) enum Entry {
    Ellipsis,
    NewAxis,
    Index(Bound),
    Range(Range),
}

#[derive(Default)]
pub(crate) struct Range {
    pub(crate) begin: Option<Bound>,
    pub(crate) end: Option<Bound>,
    pub(crate) stride: Option<Bound>,
}

pub(crate) enum Bound {
    Literal(Int),
    /// Left to rustc, which parses and types it.
    Expr(TokenStream),
}

#[derive(Clone, Copy)]
pub(crate) struct Int {
    pub(crate) value: i64,
    pub(crate) span: Span,
}

/// One item of `spec! { .. }`. A faulty item keeps its name and its rank, so that only the fault is reported.
pub(crate) struct Item {
    /// Attributes, visibility and `const` or `static`.
    pub(crate) head: TokenStream,
    pub(crate) name: Ident,
    pub(crate) spec: Spec,
}

pub(crate) enum Diag {
    Single(Bound),
    Band(Bound, Bound),
}
