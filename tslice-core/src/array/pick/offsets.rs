//! The offsets of the positions of a list.

use alloc::vec::Vec;
use core::ops::Range;

use super::block::BLOCK;
use super::element::Along;
use super::error::PickError;
use super::positions::Positions;
use crate::error::ShapeError;

/// Tables of at most so many offsets stay in the nearest cache.
const CACHED: usize = 1 << 12;

/// The offset of each position of a list. Long ones have 32 bits each where that is enough, because memory is what they take.
#[derive(Clone, Debug)]
pub(super) enum Offsets {
    Near(Vec<i32>),
    Far(Vec<isize>),
}

/// Calls a method of the vector.
macro_rules! either {
    ($offsets:expr, $list:ident => $value:expr) => {
        match $offsets {
            Offsets::Near($list) => $value,
            Offsets::Far($list) => $value,
        }
    };
}

impl Offsets {
    /// Room for a number of offsets along some axes.
    pub(super) fn new(count: usize, along: impl Iterator<Item = Along>) -> Result<Self, ShapeError> {
        let reach = |sum: usize, along: Along| {
            let last = along.len.saturating_sub(1);
            sum.saturating_add(last.saturating_mul(along.stride.unsigned_abs()))
        };
        let is_near = count > CACHED && i32::try_from(along.fold(0, reach)).is_ok();
        let mut offsets = if is_near { Self::Near(Vec::new()) } else { Self::Far(Vec::new()) };
        offsets.reserve(count)?;
        Ok(offsets)
    }

    fn reserve(&mut self, count: usize) -> Result<(), ShapeError> {
        let too_large = |_| ShapeError::TooLarge { shape: [count].into(), element: size_of::<isize>() };
        either!(self, list => list.try_reserve(count)).map_err(too_large)
    }

    /// Appends offsets. One that is not as near as was said comes of a bad position, and becomes some other offset.
    pub(super) fn append(&mut self, block: &[isize]) -> Result<(), ShapeError> {
        self.reserve(block.len())?;
        match self {
            Self::Near(list) => list.extend(block.iter().map(|&offset| offset as i32)),
            Self::Far(list) => list.extend_from_slice(block),
        }
        Ok(())
    }

    /// Adds offsets to those from a place on, which are as many.
    pub(super) fn add(&mut self, first: usize, block: &[isize]) {
        match self {
            Self::Near(list) => {
                let sums = list[first..].iter_mut().zip(block);
                sums.for_each(|(sum, &offset)| *sum = sum.wrapping_add(offset as i32));
            }
            Self::Far(list) => {
                let sums = list[first..].iter_mut().zip(block);
                sums.for_each(|(sum, &offset)| *sum = sum.wrapping_add(offset));
            }
        }
    }

    /// Adds one offset to all from a place on.
    pub(super) fn add_to_all(&mut self, first: usize, offset: isize) {
        match self {
            Self::Near(list) => {
                list[first..].iter_mut().for_each(|sum| *sum = sum.wrapping_add(offset as i32));
            }
            Self::Far(list) => list[first..].iter_mut().for_each(|sum| *sum = sum.wrapping_add(offset)),
        }
    }

    pub(super) fn len(&self) -> usize {
        either!(self, list => list.len())
    }

    #[inline(always)]
    pub(super) fn at(&self, at: usize) -> isize {
        match self {
            Self::Near(list) => list[at] as isize,
            Self::Far(list) => list[at],
        }
    }

    /// Calls a function with the offsets of a range, some at a time.
    pub(super) fn each(&self, range: Range<usize>, mut see: impl FnMut(&[isize])) {
        match self {
            Self::Near(list) => {
                let mut block = [0; BLOCK];
                for near in list[range].chunks(BLOCK) {
                    block.iter_mut().zip(near).for_each(|(place, &offset)| *place = offset as isize);
                    see(&block[..near.len()]);
                }
            }
            Self::Far(list) => see(&list[range]),
        }
    }
}

/// The offset of each position of a list, or of the lists of a group.
pub(super) fn offsets(
    group: &[&dyn Positions],
    axis: usize,
    shape: &[usize],
    strides: &[isize],
) -> Result<Offsets, PickError> {
    let along = |number: usize| {
        let axis = axis + number;
        Along { axis, len: shape[axis], stride: strides[axis] }
    };
    let table = |list: usize| {
        let mut offsets = Offsets::new(group[list].count(along(list))?, (0..group.len()).map(along))?;
        group[list].offsets(along(list), &mut |block| offsets.append(block))?;
        Ok::<_, PickError>(offsets)
    };
    let mut sums = table(0)?;
    for (number, list) in group.iter().enumerate().skip(1) {
        if sums.len() == 1 {
            let alone = sums.at(0);
            sums = table(number)?;
            sums.add_to_all(0, alone);
            continue;
        }
        let (mut len, mut last) = (0, 0);
        list.offsets(along(number), &mut |block| {
            if len + block.len() <= sums.len() {
                sums.add(len, block);
            }
            len += block.len();
            last = block.last().copied().unwrap_or(last);
            Ok(())
        })?;
        match len {
            // One position is together with each: so far it is with the first.
            1 if sums.len() > 1 => sums.add_to_all(1, last),
            _ if len == sums.len() || len == 1 => {}
            _ => return Err(PickError::GroupLength { axis, expected: sums.len(), list: number, len }),
        }
    }
    Ok(sums)
}
