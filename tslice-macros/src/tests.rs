//! The macros outside of the compiler.

mod agreement;
mod crossing;
mod encodings;
mod expansions;
mod expressions;
mod items;
mod mistakes;
mod spans;
mod split;
mod tokens;

use proc_macro2::TokenStream;

/// Random numbers. `proptest` as a dependency of a macro would be compiled a second time, for the
/// host.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % end
    }

    /// An integer of at most this size.
    pub(crate) fn around(&mut self, size: i64) -> i64 {
        let numbers = usize::try_from(2 * size + 1).expect("a small size");
        self.below(numbers) as i64 - size
    }

    /// Any integer.
    pub(crate) fn any(&mut self) -> i64 {
        (self.below(1 << 32) as i64) << 32 | self.below(1 << 32) as i64
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// What a macro gets of `tslice::s![text]`.
fn input(text: &str) -> TokenStream {
    format!("tslice; {text}").parse().expect("tokens")
}
