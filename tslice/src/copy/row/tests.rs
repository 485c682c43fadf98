//! Every level against a walk over the index tuples.

use std::vec::Vec;

use proptest::prelude::*;

use super::super::level::Level;
use super::super::plan::{Axis, Joined, join};
use super::run_at;

/// A copy of `shape` by steps: source axes are `gaps` apart and may run backwards, the target is row-major.
#[derive(Clone, Debug)]
struct Case {
    shape: Vec<usize>,
    steps: Vec<isize>,
    order: Vec<usize>,
    size: usize,
}

fn case() -> impl Strategy<Value = Case> {
    let axis =
        (prop_oneof![1..6_usize, 1..80_usize, 100..300_usize], prop_oneof![Just(1), -4..5_isize, Just(9)]);
    (prop::collection::vec(axis, 1..4), prop::sample::select(std::vec![1, 2, 3, 4, 8, 12, 16]), any::<bool>())
        .prop_map(|(axes, size, swap)| {
            let (mut shape, steps): (Vec<usize>, Vec<isize>) = axes.into_iter().unzip();
            while shape.iter().product::<usize>() > 6000 {
                let longest = shape.iter_mut().max().expect("an axis");
                *longest /= 2;
            }
            let mut order: Vec<usize> = (0..shape.len()).collect();
            if swap {
                order.reverse();
            }
            Case { shape, steps, order, size }
        })
}

impl Case {
    /// The source's bytes, the offset of its first element, and the axes in bytes.
    fn build(&self) -> (Vec<u8>, usize, Vec<Axis>) {
        let rank = self.shape.len();
        let (mut sources, mut stride) = (std::vec![0_isize; rank], self.size.cast_signed());
        let mut first = 0;
        for &axis in self.order.iter().rev() {
            let step = self.steps[axis];
            sources[axis] = stride * step;
            if step < 0 {
                first += stride * -step * (self.shape[axis].cast_signed() - 1);
            }
            stride *= (step.abs().max(1)) * self.shape[axis].cast_signed();
        }
        let mut target = self.size.cast_signed();
        let mut axes: Vec<Axis> = Vec::new();
        for axis in (0..rank).rev() {
            axes.insert(0, Axis { len: self.shape[axis], target, source: sources[axis] });
            target *= self.shape[axis].cast_signed();
        }
        let bytes =
            (0..stride.unsigned_abs()).map(|i| u8::try_from(i * 37 % 251).expect("below 251")).collect();
        (bytes, first.unsigned_abs(), axes)
    }
}

fn walk(axes: &[Axis], size: usize, source: &[u8], first: usize, target: &mut [u8]) {
    let mut tuples = std::vec![(0_isize, first.cast_signed())];
    for axis in axes {
        let steps = 0..axis.len.cast_signed();
        tuples = tuples
            .into_iter()
            .flat_map(|(t, s)| steps.clone().map(move |i| (t + i * axis.target, s + i * axis.source)))
            .collect();
    }
    for (t, s) in tuples {
        target[t.unsigned_abs()..][..size].copy_from_slice(&source[s.unsigned_abs()..][..size]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8 * ProptestConfig::default().cases))]
    #[test]
    fn every_level_matches_the_walk(case in case()) {
        let (source, first, axes) = case.build();
        let len = axes.iter().map(|axis| axis.len).product::<usize>() * case.size;
        let mut expected = std::vec![0xEE; len];
        walk(&axes, case.size, &source, first, &mut expected);
        let mut joined = axes.clone();
        let Joined { count, block } = join(axes.iter().copied(), case.size, &mut joined).expect("no axis is empty");
        for level in Level::available() {
            // Guard bytes on both sides show a store outside the target.
            let mut target = std::vec![0xA5; len + 256];
            let (to, from) = (target[128..].as_mut_ptr(), source[first..].as_ptr());
            let from = source.as_ptr().wrapping_add(from as usize - source.as_ptr() as usize);
            // SAFETY: the axes were built for these buffers.
            unsafe { run_at(level, &mut joined.clone()[..count], block, to, from) };
            prop_assert!(target[128..128 + len] == expected[..], "{level:?} {case:?}");
            prop_assert!(target[..128].iter().chain(&target[128 + len..]).all(|&byte| byte == 0xA5), "{level:?}");
        }
    }
}

#[test]
fn streamed_blocks_are_whole_at_every_alignment_and_length() {
    let source: Vec<u8> = (0..2000).map(|i| u8::try_from(i % 249).expect("below 249")).collect();
    for (at, len) in (0..70).flat_map(|at| [64, 65, 127, 128, 300].map(move |len| (at, len))) {
        let axes = [Axis { len: 3, target: 600, source: -500 }];
        let mut target = std::vec![0xA5; 2000];
        let mut expected = target.clone();
        for i in 0..3 {
            expected[at + 600 * i..][..len].copy_from_slice(&source[1000 + at / 2 - 500 * i..][..len]);
        }
        let (to, from) = (target.as_mut_ptr().wrapping_add(at), source.as_ptr().wrapping_add(1000 + at / 2));
        for level in Level::available() {
            // SAFETY: three blocks inside both vectors.
            if unsafe { super::vectors::streamed(level, &axes, len, to, from) } {
                assert!(target == expected, "{level:?} {at} {len}");
            }
        }
    }
}
