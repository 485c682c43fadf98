//! Crates of users: every edition, what `cargo fix` does to them, names that are in the way, `rustfmt`, and proofs that come when they
//! are built.

mod editions;
mod formatting;
mod names;
mod package;
mod proofs;
