//! The front end outside of the compiler.

mod encodings;
mod expansions;
mod mistakes;
mod spans;
mod text;
mod tokens;
