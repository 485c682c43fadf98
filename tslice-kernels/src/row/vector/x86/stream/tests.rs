//! Unit tests of `row::vector::x86::stream`.

use std::vec::Vec;

use super::one;

#[test]
fn streamed_block_is_whole_at_every_alignment() {
    if !std::is_x86_feature_detected!("avx") {
        std::println!("skipped: the machine has no AVX");
        return;
    }
    let source: Vec<u8> = (0..500).map(|i| u8::try_from(i % 249).expect("below 249")).collect();
    for (at, len) in (0..70).flat_map(|at| [0, 1, 63, 64, 65, 127, 128, 300].map(|len| (at, len))) {
        let mut target = std::vec![0xA5; 500];
        let mut expected = target.clone();
        expected[at..][..len].copy_from_slice(&source[at / 2..][..len]);
        let (to, from) = (target.as_mut_ptr().wrapping_add(at), source.as_ptr().wrapping_add(at / 2));
        let _fence = super::past::Fence;
        // SAFETY: `one` needs `len` bytes at both, which 500 at offsets below 70 have, a fence, which there is, and AVX, which was
        // detected.
        unsafe { one(len, to, from) };
        assert!(target == expected, "{at} {len}");
    }
}
