//! Every level against a walk over the index tuples.

use std::sync::OnceLock;
use std::vec::Vec;

use proptest::prelude::*;

use super::super::level::Level;
use super::super::plan::{self, CopyAxis, Joined, join};
use super::{Blocks, Gaps, PAGE};

/// A copy of elements of `size` bytes between two buffers.
#[derive(Clone, Debug)]
struct Case {
    shape: Vec<usize>,
    /// The source stride of each axis, in strides of a source that holds the shape without gaps.
    source_steps: Vec<isize>,
    /// The target stride of each axis, in strides of a target that holds the shape without gaps; none is 0.
    target_steps: Vec<isize>,
    /// Whether the first axis of the source is the innermost one.
    transposed: bool,
    size: usize,
}

fn case() -> impl Strategy<Value = Case> {
    let len = prop_oneof![1..6_usize, 1..80_usize, 100..300_usize];
    let source_step = prop_oneof![Just(1), -4..5_isize, Just(9)];
    let target_step =
        prop_oneof![6 => Just(1_isize), 1 => Just(2), 1 => Just(3), 1 => Just(-1), 1 => Just(-2)];
    let size = prop::sample::select(std::vec![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 24, 40]);
    let dense = any::<bool>();
    (prop::collection::vec((len, source_step, target_step), 1..4), size, any::<bool>(), dense).prop_map(
        |(axes, size, transposed, dense)| {
            let mut shape: Vec<usize> = axes.iter().map(|axis| axis.0).collect();
            let apart: usize = axes.iter().map(|axis| axis.1.unsigned_abs().max(1)).product();
            while shape.iter().product::<usize>() > usize::min(6000, 200_000 / apart) {
                let longest = shape.iter_mut().max().expect("an axis");
                *longest /= 2;
            }
            let source_steps = axes.iter().map(|axis| axis.1).collect();
            let target_steps = axes.iter().map(|axis| if dense { 1 } else { axis.2 }).collect();
            Case { shape, source_steps, target_steps, transposed, size }
        },
    )
}

/// One side of a copy: the strides in bytes, and where in how many bytes the element of index 0 is.
struct Side {
    strides: Vec<isize>,
    first: usize,
    len: usize,
}

impl Case {
    fn side(&self, steps: &[isize], transposed: bool) -> Side {
        let rank = self.shape.len();
        let (mut strides, mut stride, mut first) = (std::vec![0; rank], self.size.cast_signed(), 0);
        for i in 0..rank {
            let axis = if transposed { i } else { rank - 1 - i };
            let (len, step) = (self.shape[axis].cast_signed(), steps[axis]);
            strides[axis] = stride * step;
            first += (stride * -step * (len - 1)).max(0);
            stride *= step.abs().max(1) * len;
        }
        Side { strides, first: first.unsigned_abs(), len: stride.unsigned_abs() }
    }
}

fn walk(axes: &[CopyAxis], size: usize, (source, from): (&[u8], usize), (target, to): (&mut [u8], usize)) {
    let [axis, inside @ ..] = axes else {
        return target[to..][..size].copy_from_slice(&source[from..][..size]);
    };
    for at in 0..axis.len.cast_signed() {
        let (from, to) = (from.cast_signed() + at * axis.source, to.cast_signed() + at * axis.target);
        walk(inside, size, (source, from.unsigned_abs()), (target, to.unsigned_abs()));
    }
}

/// Bytes of which neighbours differ, as do those a vector apart.
fn counting(len: usize) -> &'static [u8] {
    static ALL: OnceLock<Vec<u8>> = OnceLock::new();
    let byte = |i: usize| u8::try_from(i * 37 % 251).expect("below 251");
    &ALL.get_or_init(|| (0..10 << 20).map(byte).collect())[..len]
}

/// Copies blocks by every level, each into a target of its own, and compares all of the target with a walk's: what is
/// in the blocks, between them, and on both sides.
#[track_caller]
fn every_level_matches(
    axes: &[CopyAxis],
    size: usize,
    (source, from): (&[u8], usize),
    (len, to): (usize, usize),
) {
    // A page on both sides of the target, which no copy may change.
    let mut expected = std::vec![0xA5; len + 2 * PAGE];
    walk(axes, size, (source, from), (&mut expected, PAGE + to));
    let mut joined = axes.to_vec();
    let Joined { count, block } = join(axes.iter().copied(), size, &mut joined).expect("no axis is empty");
    let mut levels = 0;
    // Without gaps it is all one whose they are.
    let blocks = axes.iter().map(|axis| axis.len).product::<usize>() * size;
    let gaps: &[Gaps] = if blocks == len { &[Gaps::Exclusive] } else { &[Gaps::Exclusive, Gaps::Shared] };
    for (level, &gaps) in Level::available().flat_map(|level| gaps.iter().map(move |gaps| (level, gaps))) {
        let (mut target, mut axes) = (std::vec![0xA5; expected.len()], joined[..count].to_vec());
        let from = source.as_ptr().wrapping_add(from);
        let to = target.as_mut_ptr().wrapping_add(PAGE + to);
        Blocks { axes: &mut axes, block, to, from, level, gaps }.run();
        if target != expected {
            let wrong = target.iter().zip(&expected).position(|(byte, expected)| byte != expected);
            panic!("{level:?}, {gaps:?}: byte {wrong:?} of {len} behind {PAGE} is wrong");
        }
        levels += 1;
    }
    assert!(levels > 0, "every machine has a level");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2 * ProptestConfig::default().cases))]
    #[test]
    fn every_level_matches_the_walk(case in case()) {
        let source = case.side(&case.source_steps, case.transposed);
        let target = case.side(&case.target_steps, false);
        let strides = target.strides.iter().zip(&source.strides);
        let axes = case.shape.iter().zip(strides);
        let mut axes: Vec<CopyAxis> =
            axes.map(|(&len, (&target, &source))| CopyAxis { len, target, source }).collect();
        plan::sort(&mut axes);
        every_level_matches(&axes, case.size, (counting(source.len), source.first), (target.len, target.first));
    }
}

/// Axes of blocks of `size` bytes, outermost first, which the shuffles and the squares of transposed planes take.
#[derive(Clone, Debug)]
struct Vectors {
    axes: Vec<CopyAxis>,
    size: usize,
}

fn signed(number: usize, backwards: bool) -> isize {
    if backwards { -number.cast_signed() } else { number.cast_signed() }
}

/// Rows of groups of a few blocks, contiguous in the target.
fn groups() -> impl Strategy<Value = Vectors> {
    let (size, blocks, groups, rows) = (1..16_usize, 1..9_usize, 30..700_usize, 1..4_usize);
    // From block to block of a group: near, or in another plane; and from group to group.
    let steps = (prop_oneof![0..5_usize, 300..3000_usize], 1..13_usize, 0..40_usize);
    (size, blocks, groups, rows, steps, any::<[bool; 3]>()).prop_map(
        |(size, blocks, groups, rows, (block_step, group_step, gap), backwards)| {
            let group = size * blocks;
            let axis = |len, target: usize, source, backwards| CopyAxis {
                len,
                target: target.cast_signed(),
                source: signed(source, backwards),
            };
            let axes = std::vec![
                axis(rows, group * groups + gap, size * group_step * groups + gap, backwards[0]),
                axis(groups, group, size * group_step, backwards[1]),
                axis(blocks, size, size * block_step, backwards[2]),
            ];
            Vectors { axes, size }
        },
    )
}

/// Planes that are contiguous along one axis in the source, and along the other in the target.
fn transposed() -> impl Strategy<Value = Vectors> {
    let size = prop::sample::select(std::vec![1, 2, 4, 8, 16]);
    let (across, along) = (2..90_usize, 4..140_usize);
    (size, across, along, 1..3_usize, [0..40_usize, 0..40_usize], any::<[bool; 4]>()).prop_map(
        |(size, across, along, planes, [target_gap, source_gap], backwards)| {
            let (target, source) = (size * along + target_gap, size * across + source_gap);
            let axes = std::vec![
                CopyAxis {
                    len: planes,
                    target: signed(target * across, false),
                    source: signed(source * along, backwards[0]),
                },
                CopyAxis {
                    len: across,
                    target: signed(target, backwards[1]),
                    source: signed(size, backwards[2])
                },
                CopyAxis { len: along, target: signed(size, false), source: signed(source, backwards[3]) },
            ];
            Vectors { axes, size }
        },
    )
}

/// Where the block of index 0 is in as many bytes as all blocks reach over, and how many those are.
fn reach(strides: impl Iterator<Item = (usize, isize)>, size: usize) -> (usize, usize) {
    let (mut before, mut after) = (0, size);
    for (len, stride) in strides {
        let distance = (len - 1) * stride.unsigned_abs();
        if stride < 0 { before += distance } else { after += distance }
    }
    (before, before + after)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2 * ProptestConfig::default().cases))]
    #[test]
    fn levels_with_vectors_match_the_loop(case in prop_oneof![groups(), transposed()]) {
        let Vectors { axes, size } = case;
        let (from, source) = reach(axes.iter().map(|axis| (axis.len, axis.source)), size);
        let (to, target) = reach(axes.iter().map(|axis| (axis.len, axis.target)), size);
        every_level_matches(&axes, size, (counting(source), from), (target, to));
    }
}

#[test]
fn transposed_planes_with_crowded_rows_are_whole() {
    for size in [1, 2, 4, 8, 16_usize] {
        for (across, along, at) in [(64, 64, 0), (65, 70, 3), (130, 67, 0), (17, 200, 1), (200, 17, 2)] {
            let (across, along) = (usize::max(across / size, 2), usize::max(along / size, 2));
            let (target, source) = (1024, size * across + 5);
            for backwards in [[false; 4], [false, true, false, true], [true; 4]] {
                let axes = [
                    CopyAxis {
                        len: across,
                        target: signed(target, backwards[1]),
                        source: signed(size, backwards[2]),
                    },
                    CopyAxis {
                        len: along,
                        target: signed(size, false),
                        source: signed(source, backwards[3]),
                    },
                ];
                let (from, len) = reach(axes.iter().map(|axis| (axis.len, axis.source)), size);
                let (to, room) = reach(axes.iter().map(|axis| (axis.len, axis.target)), size);
                every_level_matches(&axes, size, (counting(len), from), (room + at, to + at));
            }
        }
    }
}

#[test]
fn long_blocks_are_whole_at_every_alignment() {
    let source = counting(6000);
    for (at, len) in (0..70).flat_map(|at| [64, 65, 127, 128, 300].map(move |len| (at, len))) {
        let axes = [CopyAxis { len: 5, target: 600, source: -500 }];
        every_level_matches(&axes, len, (source, 2500 + at / 2), (3100, at));
    }
}

#[test]
fn copies_larger_than_the_caches_are_whole() {
    let source = counting((9 << 20) + 5000);
    for (block, first) in [(4099, 1), (4160, 0), (100_000, 63)] {
        let step = isize::try_from(block).expect("a small number");
        let count = (9 << 20) / block;
        let axes = [CopyAxis { len: count, target: step + 1, source: -step }];
        every_level_matches(
            &axes,
            block,
            (source, (count - 1) * block + first),
            ((block + 1) * count, first),
        );
    }
}

/// Rows of `len` groups, which are `step` bytes apart in the target, and as many that there are blocks enough for
/// vectors.
#[track_caller]
fn spread(group: &[CopyAxis], size: usize, step: usize, source_step: isize, len: usize, at: usize) {
    let rows = 1100_usize.div_ceil(len);
    let target = step.cast_signed();
    let row = CopyAxis { len, target, source: source_step };
    let (gap, source_row) = (len.cast_signed() * target + 5, len.cast_signed() * source_step + 3);
    let axes: Vec<CopyAxis> = [CopyAxis { len: rows, target: gap, source: source_row }, row]
        .into_iter()
        .chain(group.iter().copied())
        .collect();
    let (from, source) = reach(axes.iter().map(|axis| (axis.len, axis.source)), size);
    let (to, target) = reach(axes.iter().map(|axis| (axis.len, axis.target)), size);
    every_level_matches(&axes, size, (counting(source), from), (target + at, to + at));
}

#[test]
fn rows_with_gaps_are_whole_at_every_stride() {
    for size in 1..=16_usize {
        for step in size..=42 {
            let near = size.cast_signed();
            // Of the six, every second one: neighbours have the others.
            let sources = [near, -near, 0, step.cast_signed(), near + 1, -3 * near];
            for &source in sources.iter().skip((size + step) % 2).step_by(2) {
                let len = [1, 3, 64 / step + 1, 97, 700][(size + 3 * step) % 5];
                spread(&[], size, step, source, len, (7 * step + size) % 64);
            }
        }
    }
}

#[test]
fn rows_with_gaps_are_whole_at_every_alignment() {
    for (size, step) in [(1, 2), (1, 3), (1, 4), (2, 4), (2, 6), (3, 4), (4, 8), (8, 16), (8, 24), (12, 16)] {
        for at in 0..64 {
            spread(&[], size, step, size.cast_signed(), 70 + at, at);
            spread(&[], size, step, 0, 1 + at, at);
        }
    }
}

#[test]
fn groups_with_gaps_are_whole() {
    for (size, len, inner, step) in [(1, 2, 2, 4), (1, 3, 1, 4), (2, 2, 6, 9), (4, 3, 8, 24), (3, 5, 3, 17)] {
        for (inner_source, source) in [(1, 1), (-1, 3), (0, 1), (1, 0), (2, -5), (-1, -3)] {
            let unit = isize::try_from(size).expect("a small number");
            let group = CopyAxis { len, target: inner, source: inner_source * unit };
            spread(&[group], size, step, source * unit, 61, 3);
        }
    }
}

/// Rows of `len` pixels of `channels` elements of `size` bytes, from planes or into planes.
#[track_caller]
fn pixels(size: usize, channels: usize, len: usize, [split, backwards]: [bool; 2], at: usize) {
    let rows = 1100 / (len * channels * size) + 2;
    let (pixel, plane) = (channels * size, (len * size + at) * rows + 3 * at);
    let channel = [(channels, size, plane), (rows, pixel * len + at, len * size + at), (len, pixel, size)];
    let mut axes: Vec<CopyAxis> = channel
        .map(|(len, pixels, planes)| match split {
            true => CopyAxis { len, target: planes.cast_signed(), source: pixels.cast_signed() },
            false => CopyAxis { len, target: pixels.cast_signed(), source: planes.cast_signed() },
        })
        .into();
    if backwards {
        axes[0].source = -axes[0].source;
    }
    plan::sort(&mut axes);
    let (from, source) = reach(axes.iter().map(|axis| (axis.len, axis.source)), size);
    let (to, target) = reach(axes.iter().map(|axis| (axis.len, axis.target)), size);
    every_level_matches(&axes, size, (counting(source), from), (target + at, to + at));
}

#[test]
fn planes_and_pixels_are_whole_at_every_size() {
    for (size, channels) in [1, 2, 4, 8].into_iter().flat_map(|size| (2..=5).map(move |k| (size, k))) {
        for len in (1..=100 / size).chain([700]) {
            for turned in [[false, false], [false, true], [true, false], [true, true]] {
                pixels(size, channels, len, turned, len % 5);
            }
        }
    }
}

#[test]
fn a_block_is_repeated_at_every_size() {
    let source = counting(300);
    for block in 1..=300 {
        let axes = [
            CopyAxis { len: 3, target: 200 * isize::try_from(block).expect("a small number"), source: 0 },
            CopyAxis { len: 150, target: isize::try_from(block).expect("a small number"), source: 0 },
        ];
        every_level_matches(&axes, block, (source, 0), (600 * block, 0));
    }
}

#[test]
fn a_block_is_repeated_at_every_alignment() {
    for (block, at) in [1, 2, 4, 8, 16].into_iter().flat_map(|block| (0..64).map(move |at| (block, at))) {
        let len = 1100 / block + at;
        let axes = [CopyAxis { len, target: signed(block, false), source: 0 }];
        every_level_matches(&axes, block, (counting(300), 0), (len * block + at, at));
    }
}
