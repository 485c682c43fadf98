//! Tests that run the compiler: what it says of mistakes, and crates as users write them.
