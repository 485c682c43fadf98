//! Tests that run the compiler: what it says of mistakes, and crates as users write them. One
//! binary, because each of them waits for one rustc after the other, and together they keep all
//! processors at work.

mod catalogue;
mod crossing;
mod ui;
mod users;
