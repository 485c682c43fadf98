//! What the compiler says of each mistake; `TRYBUILD=overwrite` blesses.

#[test]
fn mistakes_are_reported_at_their_tokens() {
    trybuild::TestCases::new().compile_fail("ui/*.rs");
}

#[test]
fn every_lifetime_mistake_is_a_compile_error() {
    trybuild::TestCases::new().compile_fail("lifetimes/*.rs");
}
