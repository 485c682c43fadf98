//! The front end outside of the compiler.

mod encodings;
mod expansions;
mod mistakes;
mod roles;
mod spans;
mod text;
mod tokens;
