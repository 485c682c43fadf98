//! Copies that transpose, and join or split pixels as well: three axes come in the reverse order,
//! as between a photograph in C's order and one in Fortran's.
//!
//! A part of the copy at a time moves to a stage, which stays in the first cache, and from there to
//! the target. On the stage, the rows of pixels are the rows of their planes: one step transposes
//! planes, the other one joins them or splits pixels.

use core::mem::MaybeUninit;
use core::ops::RangeInclusive;

use super::super::plan::{CopyAxis, parts};
use super::{Blocks, Gaps, LINE, Taker};

/// The channels of pixels that kernels join and split.
const CHANNELS: RangeInclusive<usize> = 2..=4;
/// Bytes of a stage: with half or twice as many, most copies take a tenth longer.
const STAGE: usize = 16 << 10;

#[repr(align(64))]
struct Stage(MaybeUninit<[u8; STAGE]>);

/// Three axes of a copy: the channels of pixels, which are the last axis of either target or source
/// and the first one of the other; and two axes of planes.
struct Reversal {
    channels: CopyAxis,
    /// Along the rows of pixels.
    row: CopyAxis,
    /// From row to row.
    far: CopyAxis,
    /// Whether the pixels are in the target.
    joins: bool,
}

impl Reversal {
    /// The axes of a copy that takes less time in two steps. They become its last ones.
    fn of(blocks: &mut Blocks<'_>) -> Option<Self> {
        let block = blocks.block;
        let step = |count: usize| (count * block).cast_signed();
        let (&last, rest) = blocks.axes.split_last()?;
        let find = |is: &dyn Fn(&CopyAxis) -> bool| rest.iter().position(is);
        let nearest = find(&|axis| axis.source.unsigned_abs() == block)?;
        let first = rest[nearest];
        let joins = CHANNELS.contains(&last.len);
        // Four elements of four bytes and more are moved as squares in less time.
        let is_square = block > 2 && first.len == 4;
        let splits = CHANNELS.contains(&first.len) && !is_square && first.source > 0;
        // There are kernels for elements of these sizes.
        let is_known = matches!(block, 1 | 2 | 4 | 8);
        if last.target != step(1) || !is_known || !(joins || splits) {
            return None;
        }
        let (channels, far) = if joins { (last, first) } else { (first, last) };
        let between =
            find(&|axis| step(channels.len) == if joins { axis.target } else { axis.source })?;
        let row = rest[between];
        if between == nearest || far.len * block < LINE / 4 || row.len * block < LINE {
            return None;
        }
        let count = rest.len();
        blocks.axes[nearest..count].rotate_left(1);
        let between = between - usize::from(nearest < between);
        blocks.axes[between..count - 1].rotate_left(1);
        Some(Self {
            channels,
            row,
            far,
            joins,
        })
    }

    /// The most positions along `far` and `row` that are on the stage at once.
    fn sides(&self, block: usize) -> [usize; 2] {
        [LINE / block, STAGE / LINE / self.channels.len]
    }

    /// The axes of a part of `far` and `row`: to the stage, and from it.
    fn steps(&self, [far, row]: [CopyAxis; 2], block: usize) -> [[CopyAxis; 3]; 2] {
        let [far_side, row_side] = self.sides(block);
        let next_row = row_side * block;
        let staged = [
            (self.channels, far_side * next_row),
            (far, next_row),
            (row, block),
        ];
        let first = staged.map(|(axis, step)| CopyAxis {
            target: step.cast_signed(),
            ..axis
        });
        let [channels, far, row] = staged.map(|(axis, step)| CopyAxis {
            source: step.cast_signed(),
            ..axis
        });
        let second = if self.joins {
            [far, row, channels]
        } else {
            [channels, row, far]
        };
        [first, second]
    }
}

/// Moves a copy in two steps.
pub(super) fn try_stage(blocks: &mut Blocks<'_>) -> bool {
    let Some(axes) = Reversal::of(blocks) else {
        return false;
    };
    let (block, level) = (blocks.block, blocks.level);
    let mut stage = Stage(MaybeUninit::uninit());
    let stage: *mut u8 = stage.0.as_mut_ptr().cast();
    let mut takers = [Taker::default(); 2];
    let outer = &blocks.axes[..blocks.axes.len() - 3];
    for first in blocks.places(outer) {
        for ((to, from), part) in parts(first, [axes.far, axes.row], axes.sides(block)) {
            let [mut first, mut second] = axes.steps(part, block);
            // Of the invariants of both copies, 1 and 2 are those of this one for its target and
            // its source, of which these are a part; on the stage, every index tuple of that part
            // has a place of its own, which the first one writes; 3 is the same.
            let steps = [
                (&mut first, stage, from),
                (&mut second, to, stage.cast_const()),
            ];
            for ((axes, to, from), taker) in steps.into_iter().zip(&mut takers) {
                let gaps = Gaps::Shared;
                let mut step = Blocks {
                    axes,
                    block,
                    to,
                    from,
                    level,
                    gaps,
                };
                step.run(taker);
            }
        }
    }
    true
}
