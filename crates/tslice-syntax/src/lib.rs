//! The language of `tslice`: what the macros and the parser of text share.
//!
//! ```text
//! spec    = [ entry { "," entry } [ "," ] ]                 at most 31 entries
//! entry   = ellipsis | newaxis | range | window | index | list | group
//! ellipsis= ".." | "..."                                    at most one
//! newaxis = "newaxis" | "None"
//! range   = [ bound ] ":" [ bound ] [ ":" [ bound ] ]       begin : end : stride
//! window  = bound ":" "+" bound                              start and length, inside of the axis
//! index   = bound
//! list    = "[" item { "," item } "]" | "&" expression       positions and ranges, or borrowed
//! item    = range | window | index
//! group   = "(" list "," list { "," list } ")"               positions together: axes become one
//! axes    = axis "=>" ( range | window | index | list ) { "," ... }  the axis form
//!         | path ":" name "=" ( range | window | index | list ) { "," ... }    names of `axes!`
//! ```
//!
//! A spec goes one way: a token of Rust or a piece of text is a [`Lexeme`]; [`lex`] gives each its
//! [`Role`]; [`spec`] reads entries and collects the mistakes, each with the span of what is wrong;
//! [`Entry::row`] and [`Entry::form`] say what an entry contributes to the encoding. [`parse`] does
//! all of it for text, and [`plain`] is a shorter way for text that is plain. A [`Dialect`] says
//! what a bound may be, which is the only difference between Rust and text.
//!
//! No function recurses by the length of a text or the number of its entries, and all take linear
//! time. A message quotes about [`MAX_QUOTE`] characters at a time, a spec has [`MAX_MISTAKES`]
//! mistakes at most, and a text [`MAX_PIECES`] pieces.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod axis_form;
mod band;
mod bound;
mod brackets;
mod entry;
mod error;
mod expression;
mod foreign;
mod lex;
mod lexeme;
mod list;
mod literal;
mod mistake;
mod named;
mod parse;
mod quick;
mod respell;
mod shape;
#[cfg(test)]
mod tests;
mod text;
mod token;

pub use axis_form::{Axes, without_axis};
pub use band::band;
pub use bound::{Dialect, is_operator};
pub use entry::{Bound, List, Listed, Spec, in_numbers};
pub use error::ParseSpecError;
pub use expression::comma_in;
pub use lex::{KEYWORDS, group, lex, lex_text, unparenthesised};
pub use lexeme::{ByRole, in_operand, is_cast, sign};
pub use list::list_size;
pub use literal::{Unfit, integer, literal};
pub use mistake::{MAX_MISTAKES, Mistake, Mistakes, Result, own_span, refuse};
pub use named::{axes_by_names, number};
pub use parse::spec;
pub use quick::plain;
pub use respell::MAX_QUOTE;
pub use text::{SpecMistake, parse, parse_by_names};
pub use token::{Delimiter, Kind, Lexeme, Lexemes, MAX_PIECES, Role, Tokens};
pub use tslice_entry::{Cell, Entry, Form, Forms, MASKS, MAX_ENTRIES, Range, Row};
