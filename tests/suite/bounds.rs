//! Random bounds: small ones, which meet short axes on every side, and the extremes of `i64`.

use proptest::prelude::*;

/// Mostly between -7 and 7.
pub(crate) fn bound() -> impl Strategy<Value = i64> {
    prop_oneof![8 => -7..8_i64, 1 => prop::sample::select(vec![i64::MIN, i64::MIN + 1, i64::MAX - 1, i64::MAX])]
}

/// A bound that is not 0.
pub(crate) fn stride() -> impl Strategy<Value = i64> {
    bound().prop_filter("a stride is not 0", |stride| *stride != 0)
}
