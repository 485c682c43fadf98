//! Unit tests of `row::vector::x86::fill`.

use std::vec::Vec;

use super::{LINE, fill};

fn a_row_is_filled<const B: usize>() {
    let block: [u8; B] = core::array::from_fn(|at| u8::try_from(at * 7 + 1).expect("a byte"));
    for (at, more) in (0..64).flat_map(|at| (0..9).map(move |more| (at, more))) {
        let len = LINE + B + more * B;
        let mut target = std::vec![0xA5; 512];
        let mut expected = target.clone();
        let blocks: Vec<u8> = block.iter().copied().cycle().take(len).collect();
        expected[at..][..len].copy_from_slice(&blocks);
        // SAFETY: `fill` needs a block, `len` bytes, which 512 at offsets below 64 have, and AVX, which was detected.
        unsafe { fill::<B>(target.as_mut_ptr().wrapping_add(at), block.as_ptr(), len) };
        assert!(target == expected, "{B} {at} {len}");
    }
}

#[test]
fn row_is_filled_at_every_alignment() {
    if std::is_x86_feature_detected!("avx") {
        a_row_is_filled::<1>();
        a_row_is_filled::<2>();
        a_row_is_filled::<4>();
        a_row_is_filled::<8>();
        a_row_is_filled::<16>();
    }
}
