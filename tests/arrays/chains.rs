//! Each operation on views of up to 6 axes in any order, which are reversed, stepped, repeated and
//! inside larger arrays, against [`Model`](tslice_tests::model::Model) and loops over positions.

mod assembling;
mod computing;
mod picking;
mod reading;
mod writing;

use std::fmt::Debug;

use tslice_tests::algebra::Random;
use tslice_tests::sizes;

/// An element that is made of a number: different ones of different numbers, if these are near
/// each other.
trait Element: Clone + PartialEq + Debug {
    fn of(number: usize) -> Self;
}

macro_rules! elements {
    ($($t:ty: |$number:ident| $of:expr;)+) => {$(
        impl Element for $t {
            fn of($number: usize) -> Self {
                $of
            }
        }
    )+};
}

elements! {
    u8: |n| (n % 251) as u8;
    u16: |n| (n % 65_521) as u16;
    u32: |n| n as u32;
    f32: |n| n as f32;
    f64: |n| n as f64;
    [u8; 3]: |n| [(n % 251) as u8, (n / 251) as u8, 7];
    String: |n| n.to_string();
}

/// Calls a function with a random shape of each rank up to 6, for many cases. A failing case prints
/// its number and shape.
fn each_shape(cases: u64, most: usize, check: impl Fn(&mut Random, &[usize])) {
    for case in 1..=cases {
        let random = &mut Random(case.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let rank = (case % 7) as usize;
        let most = [most / 30, most][random.below(2)];
        let shape = sizes::spread(random, rank, most);
        let shown = Shown(format!("case {case}: {shape:?}"));
        check(random, &shape);
        std::mem::forget(shown);
    }
}

/// Prints a case if it is dropped, which is by a panic alone.
struct Shown(String);

impl Drop for Shown {
    fn drop(&mut self) {
        eprintln!("{}", self.0);
    }
}
