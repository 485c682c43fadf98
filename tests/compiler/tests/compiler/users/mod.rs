//! Crates of users: every edition, what `cargo fix` does to them, names that are in the way and
//! `rustfmt`.

mod editions;
mod formatting;
mod names;
mod package;
