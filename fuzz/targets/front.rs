//! The macros' front end, outside of the compiler: any tokens give a spec or mistakes, and text agrees.
#![no_main]
#![allow(dead_code, reason = "the front end is included whole")]

use libfuzzer_sys::fuzz_target;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use tslice::{DynSpec, Encoding, Masks};

#[path = "../../tslice-macros/src"]
mod macros {
    pub(crate) mod ast;
    pub(crate) mod check;
    pub(crate) mod cursor;
    pub(crate) mod diagnostic;
    pub(crate) mod expand;
    pub(crate) mod parse;
}
use macros::{ast, check, cursor, diagnostic, expand, parse};

/// The encoding of entries whose bounds are literals.
fn encoding(spec: &ast::Spec) -> Option<Encoding> {
    let literal = |bound: &ast::Bound| match bound {
        ast::Bound::Literal(number) => Some(number.value),
        ast::Bound::Expr(_) => None,
    };
    let mut encoding =
        Encoding { begin: Vec::new(), end: Vec::new(), strides: Vec::new(), masks: Masks::default() };
    for (at, entry) in spec.entries.iter().enumerate() {
        let (mut begin, mut end, mut stride, masks) = (0, 0, 1, &mut encoding.masks);
        match entry {
            ast::Entry::Ellipsis => masks.ellipsis_mask |= 1 << at,
            ast::Entry::NewAxis => masks.new_axis_mask |= 1 << at,
            ast::Entry::Index(index) => {
                begin = literal(index)?;
                end = begin.saturating_add(1);
                masks.shrink_axis_mask |= 1 << at;
            }
            ast::Entry::Range(range) => {
                match &range.begin {
                    Some(bound) => begin = literal(bound)?,
                    None => masks.begin_mask |= 1 << at,
                }
                match &range.end {
                    Some(bound) => end = literal(bound)?,
                    None => masks.end_mask |= 1 << at,
                }
                if let Some(bound) = &range.stride {
                    stride = literal(bound)?;
                }
            }
        }
        encoding.begin.push(begin);
        encoding.end.push(end);
        encoding.strides.push(stride);
    }
    Some(encoding)
}

/// Whether text has to take it too: parentheses around a literal are Rust's.
fn is_flat(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().all(|token| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Bracket,
        _ => true,
    })
}

fuzz_target!(|text: &str| {
    // Every parsed text would be kept for its spans.
    proc_macro2::extra::invalidate_current_thread_spans();
    let Ok(tokens) = text.parse::<TokenStream>() else { return };
    let root = TokenStream::new();
    let ast::Parsed { spec, mistakes } = parse::spec(tokens.clone());
    let expanded = expand::spec(&root, &spec);
    let _ = expand::items(&root, &parse::items(tokens.clone()));
    match parse::diag(tokens.clone()) {
        Ok(diag) => drop(expand::diag(&root, &diag)),
        Err(mistakes) => drop(expand::mistakes(&mistakes, &TokenStream::new())),
    }
    if let Some(mistakes) = mistakes {
        drop(expand::mistakes(&mistakes, &expanded));
        return;
    }
    // Comments and a byte order mark are Rust's business.
    let shared = is_flat(&tokens) && !text.contains('/') && !text.starts_with('\u{feff}');
    if let Some(encoding) = encoding(&spec).filter(|_| shared) {
        let parsed = text.parse::<DynSpec>().map(|spec| spec.to_encoding());
        assert_eq!(parsed.as_ref(), Ok(&encoding), "{text:?}");
    }
});
