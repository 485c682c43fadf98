//! Every level against a walk over the index tuples.

use core::cmp::Reverse;
use std::sync::LazyLock;
use std::vec::Vec;

use proptest::prelude::*;

use super::super::level::Level;
use super::super::plan::CopyAxis;
use super::super::plan::tests::offsets;
use super::{Blocks, Gaps, PAGE, Taker};

/// Axes, outermost first, and the bytes of a block.
type Copied = (Vec<CopyAxis>, usize);

/// Copies of elements between buffers in which an axis may have gaps, run backwards or repeat.
fn strided() -> impl Strategy<Value = Copied> {
    let len = prop_oneof![1..6_usize, 1..80_usize, 100..300_usize];
    let source_step = prop_oneof![Just(1), -4..5_isize, Just(9)];
    let target_step =
        prop_oneof![6 => Just(1_isize), 1 => Just(2), 1 => Just(3), 1 => Just(-1), 1 => Just(-2)];
    let size = prop::sample::select(std::vec![
        1_usize, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 24, 40
    ]);
    let dense = any::<bool>();
    (
        prop::collection::vec((len, source_step, target_step), 1..4),
        size,
        any::<bool>(),
        dense,
    )
        .prop_map(|(axes, size, transposed, dense)| {
            let mut shape: Vec<usize> = axes.iter().map(|axis| axis.0).collect();
            let apart: usize = axes
                .iter()
                .map(|axis| axis.1.unsigned_abs().max(1))
                .product();
            while shape.iter().product::<usize>() > usize::min(6000, 200_000 / apart) {
                let longest = shape.iter_mut().max().expect("an axis");
                *longest /= 2;
            }
            let mut copied: Vec<CopyAxis> = shape
                .iter()
                .map(|&len| CopyAxis {
                    len,
                    target: 0,
                    source: 0,
                })
                .collect();
            let (mut target, mut source) = (size.cast_signed(), size.cast_signed());
            for at in (0..shape.len()).rev() {
                let step = if dense { 1 } else { axes[at].2 };
                copied[at].target = target * step;
                target *= step.abs() * shape[at].cast_signed();
                let at = if transposed { shape.len() - 1 - at } else { at };
                let step = axes[at].1;
                copied[at].source = source * step;
                source *= step.abs().max(1) * shape[at].cast_signed();
            }
            copied.sort_by_key(|axis| Reverse(axis.target.unsigned_abs()));
            (copied, size)
        })
}

/// Bytes of which neighbours differ, as do those a vector apart.
static COUNTING: LazyLock<Vec<u8>> = LazyLock::new(|| {
    (0..10_u64 << 20)
        .map(|i| (i * 37 % 251).to_le_bytes()[0])
        .collect()
});

/// Where the block of index 0 is in as many bytes as all blocks reach over, and how many those are.
fn reach(strides: impl Iterator<Item = (usize, isize)>, size: usize) -> (usize, usize) {
    let (mut before, mut after) = (0, size);
    for (len, stride) in strides {
        let distance = (len - 1) * stride.unsigned_abs();
        if stride < 0 {
            before += distance
        } else {
            after += distance
        }
    }
    (before, before + after)
}

/// Axes and blocks as copies have them: axes that are contiguous with each other are one, and a
/// contiguous row is a block.
fn joined(axes: &[CopyAxis], block: usize) -> Copied {
    let mut joined: Vec<CopyAxis> = Vec::new();
    for &axis in axes.iter().filter(|axis| axis.len != 1) {
        let [target, source] = [axis.target, axis.source].map(|step| step * axis.len.cast_signed());
        match joined.last_mut() {
            Some(outer) if (outer.target, outer.source) == (target, source) => {
                *outer = CopyAxis {
                    len: outer.len * axis.len,
                    ..axis
                };
            }
            _ => joined.push(axis),
        }
    }
    let unit = block.cast_signed();
    let row = joined.pop_if(|row| (row.target, row.source) == (unit, unit));
    (joined, row.map_or(block, |row| row.len * block))
}

/// Copies blocks by every level, each into a target of its own, and compares all of the target with
/// a walk's: what is in the blocks, between them, and on both sides. The bytes of target and source
/// begin `at` bytes behind others.
#[track_caller]
fn every_level_matches(axes: &[CopyAxis], size: usize, [target_at, source_at]: [usize; 2]) {
    let (from, source) = reach(axes.iter().map(|axis| (axis.len, axis.source)), size);
    let (to, len) = reach(axes.iter().map(|axis| (axis.len, axis.target)), size);
    let (source, from, to) = (
        &COUNTING[..source + source_at],
        from + source_at,
        PAGE + target_at + to,
    );
    // A page on both sides of the target, which no copy may change.
    let mut expected = std::vec![0xA5; target_at + len + 2 * PAGE];
    // The walk over axes has a test of its own.
    for (t, s) in offsets(axes) {
        let (to, from) = (to.wrapping_add_signed(t), from.wrapping_add_signed(s));
        expected[to..][..size].copy_from_slice(&source[from..][..size]);
    }
    let (joined, block) = joined(axes, size);
    // Without gaps it is all one whose they are.
    let blocks = axes.iter().map(|axis| axis.len).product::<usize>() * size;
    let gaps: &[Gaps] = if blocks == len {
        &[Gaps::Exclusive]
    } else {
        &[Gaps::Exclusive, Gaps::Shared]
    };
    for (level, &gaps) in
        Level::available().flat_map(|level| gaps.iter().map(move |gaps| (level, gaps)))
    {
        let (mut target, mut axes) = (std::vec![0xA5; expected.len()], joined.clone());
        let (from, to) = (
            source.as_ptr().wrapping_add(from),
            target.as_mut_ptr().wrapping_add(to),
        );
        Blocks {
            axes: &mut axes,
            block,
            to,
            from,
            level,
            gaps,
        }
        .run(&mut Taker::default());
        if target != expected {
            let wrong = target
                .iter()
                .zip(&expected)
                .position(|(byte, expected)| byte != expected);
            panic!("{level:?}, {gaps:?}: byte {wrong:?} of {len} behind {PAGE} is wrong");
        }
    }
}

fn signed(number: usize, backwards: bool) -> isize {
    if backwards {
        -number.cast_signed()
    } else {
        number.cast_signed()
    }
}

fn axis(len: usize, target: usize, source: isize) -> CopyAxis {
    CopyAxis {
        len,
        target: target.cast_signed(),
        source,
    }
}

/// Rows of groups of a few blocks, contiguous in the target.
fn groups() -> impl Strategy<Value = Copied> {
    let (size, blocks, groups, rows) = (1..16_usize, 1..9_usize, 30..700_usize, 1..4_usize);
    // From block to block of a group: near, or in another plane; and from group to group.
    let steps = (
        prop_oneof![0..5_usize, 300..3000_usize],
        1..13_usize,
        0..40_usize,
    );
    (size, blocks, groups, rows, steps, any::<[bool; 3]>()).prop_map(
        |(size, blocks, groups, rows, (block_step, group_step, gap), backwards)| {
            let group = size * blocks;
            let row_step = size * group_step * groups + gap;
            let axes = std::vec![
                axis(rows, group * groups + gap, signed(row_step, backwards[0])),
                axis(groups, group, signed(size * group_step, backwards[1])),
                axis(blocks, size, signed(size * block_step, backwards[2])),
            ];
            (axes, size)
        },
    )
}

/// A plane that is contiguous along one axis in the source, and along the other in the target, with
/// rows these bytes apart.
fn plane(
    size: usize,
    [across, along]: [usize; 2],
    [target, source]: [usize; 2],
    backwards: [bool; 3],
) -> [CopyAxis; 2] {
    let target = signed(target, backwards[0]);
    [
        CopyAxis {
            len: across,
            target,
            source: signed(size, backwards[1]),
        },
        axis(along, size, signed(source, backwards[2])),
    ]
}

fn transposed() -> impl Strategy<Value = Copied> {
    let size = prop::sample::select(std::vec![1, 2, 4, 8, 16]);
    let (across, along) = (2..90_usize, 4..140_usize);
    (
        size,
        across,
        along,
        1..3_usize,
        [0..40_usize, 0..40_usize],
        any::<[bool; 4]>(),
    )
        .prop_map(
            |(size, across, along, planes, [target_gap, source_gap], [far, a, b, c])| {
                let (target, source) = (size * along + target_gap, size * across + source_gap);
                let mut axes =
                    std::vec![axis(planes, target * across, signed(source * along, far))];
                axes.extend(plane(size, [across, along], [target, source], [a, b, c]));
                (axes, size)
            },
        )
}

/// Pixels and planes whose axes are in the reverse order, with gaps between what is further apart
/// than a row of pixels.
fn reversed() -> impl Strategy<Value = Copied> {
    let (size, channels) = (prop::sample::select(std::vec![1, 2, 4, 8]), 2..6_usize);
    let (row, far, planes) = (8..130_usize, 2..140_usize, 1..3_usize);
    let gaps = [0..40_usize, 0..40_usize, 0..40_usize];
    (size, channels, row, far, planes, gaps, any::<[bool; 5]>()).prop_map(
        |(size, channels, row, far, planes, [target_gap, plane_gap, gap], backwards)| {
            let pixel = size * channels;
            // In the target, pixels follow each other; in the source, neighbours of a plane.
            let line = row * pixel + target_gap;
            let (plane, depth) = (size * far + plane_gap, (size * far + plane_gap) * row + gap);
            let mut axes = [
                axis(planes, line * far, signed(depth * channels, backwards[0])),
                axis(far, line, signed(size, backwards[1])),
                axis(row, pixel, signed(plane, backwards[2])),
                axis(channels, size, signed(depth, backwards[3])),
            ];
            if backwards[4] {
                for axis in &mut axes {
                    let source = axis.source.abs();
                    axis.source = axis.target * axis.source.signum();
                    axis.target = source;
                }
                axes[1..].reverse();
            }
            (axes.to_vec(), size)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4 * ProptestConfig::default().cases))]
    #[test]
    fn every_level_matches_the_walk(
        (axes, size) in prop_oneof![2 => strided(), 1 => groups(), 1 => transposed(), 1 => reversed()]
    ) {
        every_level_matches(&axes, size, [0, 0]);
    }
}

#[test]
fn transposed_planes_with_crowded_rows_are_whole() {
    for size in [1, 2, 4, 8, 16_usize] {
        for (across, along, at) in [
            (64, 64, 0),
            (65, 70, 3),
            (130, 67, 0),
            (17, 200, 1),
            (200, 17, 2),
        ] {
            let sides = [across, along].map(|side| usize::max(side / size, 2));
            for backwards in [[false; 3], [true, false, true], [true; 3]] {
                let axes = plane(size, sides, [1024, size * sides[0] + 5], backwards);
                every_level_matches(&axes, size, [at, 0]);
            }
        }
    }
}

#[test]
fn long_blocks_are_whole_at_every_alignment() {
    for (at, len) in (0..70).flat_map(|at| [64, 65, 127, 128, 300].map(move |len| (at, len))) {
        every_level_matches(&[axis(5, 600, -500)], len, [at, at / 2]);
    }
}

#[test]
fn copies_larger_than_the_caches_are_whole() {
    for (block, first) in [(4099, 1), (4160, 0), (100_000, 63)] {
        let axes = [axis((9 << 20) / block, block + 1, signed(block, true))];
        every_level_matches(&axes, block, [first; 2]);
    }
}

/// Rows of `len` groups, which are `step` bytes apart in the target, and as many that there are
/// blocks enough for vectors.
#[track_caller]
fn spread(group: &[CopyAxis], size: usize, step: usize, source: isize, len: usize, at: usize) {
    let row = axis(len, step, source);
    let far = axis(
        1100_usize.div_ceil(len),
        len * step + 5,
        len.cast_signed() * source + 3,
    );
    let axes: Vec<CopyAxis> = [far, row]
        .into_iter()
        .chain(group.iter().copied())
        .collect();
    every_level_matches(&axes, size, [at, 0]);
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
    for (size, step) in [
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 4),
        (2, 6),
        (3, 4),
        (4, 8),
        (8, 16),
        (8, 24),
        (12, 16),
    ] {
        for at in 0..64 {
            spread(&[], size, step, size.cast_signed(), 70 + at, at);
            spread(&[], size, step, 0, 1 + at, at);
        }
    }
}

#[test]
fn groups_with_gaps_are_whole() {
    for (size, len, inner, step) in [
        (1, 2, 2, 4),
        (1, 3, 1, 4),
        (2, 2, 6, 9),
        (4, 3, 8, 24),
        (3, 5, 3, 17),
    ] {
        for (inner_source, source) in [(1, 1), (-1, 3), (0, 1), (1, 0), (2, -5), (-1, -3)] {
            let unit = signed(size, false);
            spread(
                &[axis(len, inner, inner_source * unit)],
                size,
                step,
                source * unit,
                61,
                3,
            );
        }
    }
}

/// Axes of which neither is inside the other: a position of one is between two of the other.
#[test]
fn axes_between_each_other_are_whole() {
    for size in [1, 2, 3, 4, 8, 16] {
        for (near, far, len) in [
            (2, 3, 3),
            (2, 5, 5),
            (3, 4, 4),
            (3, 7, 7),
            (4, 5, 5),
            (5, 6, 4),
        ] {
            for rows in [2, 5, 17, 64, 90] {
                for backwards in [false, true] {
                    let axes = [
                        axis(rows, far * size, signed(len * size, backwards)),
                        axis(len, near * size, signed(size, backwards)),
                    ];
                    every_level_matches(&axes, size, [rows % 7, len]);
                }
            }
        }
    }
}

/// Rows of `len` pixels of `channels` elements of `size` bytes, from planes or into planes.
#[track_caller]
fn pixels(size: usize, channels: usize, len: usize, [split, backwards]: [bool; 2], at: usize) {
    let rows = 1100 / (len * channels * size) + 2;
    let (pixel, plane) = (channels * size, (len * size + at) * rows + 3 * at);
    let channel = [
        (channels, size, plane),
        (rows, pixel * len + at, len * size + at),
        (len, pixel, size),
    ];
    let mut axes = channel.map(|(len, pixels, planes)| match split {
        true => axis(len, planes, pixels.cast_signed()),
        false => axis(len, pixels, planes.cast_signed()),
    });
    if backwards {
        axes[0].source = -axes[0].source;
    }
    axes.sort_by_key(|axis| Reverse(axis.target));
    every_level_matches(&axes, size, [at, 0]);
}

#[test]
fn planes_and_pixels_are_whole_at_every_size() {
    for (size, channels) in [1, 2, 4, 8]
        .into_iter()
        .flat_map(|size| (2..=5).map(move |k| (size, k)))
    {
        for len in (1..=100 / size).chain([700]) {
            for turned in [[false, false], [false, true], [true, false], [true, true]] {
                pixels(size, channels, len, turned, len % 5);
            }
        }
    }
}

#[test]
fn a_block_is_repeated_at_every_size() {
    for block in 1..=300 {
        every_level_matches(
            &[axis(3, 200 * block, 0), axis(150, block, 0)],
            block,
            [0, 0],
        );
    }
}

#[test]
fn a_block_is_repeated_at_every_alignment() {
    for (block, at) in [1, 2, 4, 8, 16]
        .into_iter()
        .flat_map(|block| (0..64).map(move |at| (block, at)))
    {
        every_level_matches(&[axis(1100 / block + at, block, 0)], block, [at, 0]);
    }
}
