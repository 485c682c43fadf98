//! How an element of a list or of a mask selects positions of an axis.

use super::block::{BLOCK, See, Visit};
use super::error::PickError;
use super::mask;
use crate::array::zip::is_long;
use crate::array::{Integer, bound};
use crate::layout;

/// Lists of at most so many positions use a smaller table of offsets than a block, because a table is filled with zeros first.
pub(super) const FEW: usize = 16;

/// An axis of which a list selects positions.
#[derive(Clone, Copy, Debug)]
pub struct Along {
    pub(super) axis: usize,
    pub(super) len: usize,
    pub(super) stride: isize,
}

impl Along {
    /// The position of an index, if it is inside the axis.
    pub(super) fn position(self, index: i64) -> Option<i64> {
        let len = layout::signed(self.len);
        let position = if index < 0 { index.wrapping_add(len) } else { index };
        (0..len).contains(&position).then_some(position)
    }

    /// The offset of a position, which is below the length.
    #[inline(always)]
    pub(super) fn offset(self, position: i64) -> isize {
        (position as isize).wrapping_mul(self.stride)
    }
}

/// How the elements of a list select positions.
pub(super) trait Element: Copy {
    fn count(list: &[Self]) -> usize;

    fn offsets(list: &[Self], along: Along, see: See<'_>) -> Result<(), PickError>;

    /// Adds the offsets of the positions from a place of a list on. `None` for a mask, and if one is outside the axis.
    fn add(_list: &[Self], _begin: usize, _along: Along, _sums: &mut [isize]) -> Option<()> {
        None
    }

    /// [`add`](Self::add) of two lists in one loop; `None` also if there is no loop with wide vectors for so many.
    fn add_two(_lists: [&[Self]; 2], _begin: usize, _along: [Along; 2], _sums: &mut [isize]) -> Option<()> {
        None
    }

    /// How many positions a list selects, if none is outside the axis.
    fn check(list: &[Self], along: Along) -> Result<usize, PickError>;

    /// Visits the offset of each position of a list.
    ///
    /// # Safety
    ///
    /// The list was checked, and the offsets of an axis are what is visited.
    unsafe fn each(list: &[Self], along: Along, visit: &mut impl Visit);
}

impl<I: Integer> Element for I {
    fn count(list: &[I]) -> usize {
        list.len()
    }

    fn offsets(list: &[I], along: Along, see: See<'_>) -> Result<(), PickError> {
        if list.len() <= FEW {
            return offsets_in(&mut [0; FEW], list, along, see);
        }
        offsets_in(&mut [0; BLOCK], list, along, see)
    }

    fn add(list: &[I], begin: usize, along: Along, sums: &mut [isize]) -> Option<()> {
        let part = list.get(begin..)?.get(..sums.len())?;
        let last = layout::signed(along.len) - 1;
        let signs = sums.iter_mut().zip(part).fold(0, |signs, (sum, &index)| {
            let position = position(index, along);
            *sum = sum.wrapping_add(along.offset(position));
            signs | outside(position, last)
        });
        (signs >= 0).then_some(())
    }

    fn add_two(lists: [&[I]; 2], begin: usize, along: [Along; 2], sums: &mut [isize]) -> Option<()> {
        if !is_long(sums.len()) {
            return None;
        }
        let [rows, columns] = lists.map(|list| list.get(begin..)?.get(..sums.len()));
        let lists = [rows?, columns?];
        // SAFETY: `add_two` needs a machine with AVX2 and FMA: `is_long`.
        #[allow(unused_unsafe, reason = "of x86-64 only")]
        let signs = unsafe { add_two(lists, along, sums) };
        (signs >= 0).then_some(())
    }

    fn check(list: &[I], along: Along) -> Result<usize, PickError> {
        check(list, 0, along)?;
        Ok(list.len())
    }

    #[inline(always)]
    unsafe fn each(list: &[I], along: Along, visit: &mut impl Visit) {
        match along.stride {
            // SAFETY: the caller warrants what `visit` needs.
            1 => unsafe { visit.visit(list.iter().map(|&index| position(index, along) as isize)) },
            // SAFETY: the caller warrants what `visit` needs.
            _ => unsafe { visit.visit(list.iter().map(|&index| along.offset(position(index, along)))) },
        }
    }
}

/// Adds the offsets of positions of two lists to others, and returns a number that is negative if one is outside its axis. Narrow vectors
/// would not be faster than a loop for each list.
#[inline(never)]
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma"))]
fn add_two<I: Integer>([rows, columns]: [&[I]; 2], [down, across]: [Along; 2], sums: &mut [isize]) -> i64 {
    let (last_row, last_column) = (layout::signed(down.len) - 1, layout::signed(across.len) - 1);
    sums.iter_mut().zip(rows).zip(columns).fold(0, |signs, ((sum, &row), &column)| {
        let (row, column) = (position(row, down), position(column, across));
        *sum = sum.wrapping_add(down.offset(row)).wrapping_add(across.offset(column));
        signs | outside(row, last_row) | outside(column, last_column)
    })
}

/// Makes as many offsets of a list together as there is room for.
fn offsets_in<I: Integer, const N: usize>(
    room: &mut [isize; N],
    list: &[I],
    along: Along,
    see: See<'_>,
) -> Result<(), PickError> {
    for (number, block) in list.chunks(N).enumerate() {
        check(block, number * N, along)?;
        let places = room.iter_mut().zip(block);
        match along.stride {
            1 => places.for_each(|(place, &index)| *place = position(index, along) as isize),
            _ => places.for_each(|(place, &index)| *place = along.offset(position(index, along))),
        }
        see(&room[..block.len()])?;
    }
    Ok(())
}

/// The position of an index that may be negative, or another number below zero or beyond the last position.
#[inline(always)]
fn position<I: Integer>(index: I, along: Along) -> i64 {
    if I::min_value().is_zero() {
        index.to_u64().unwrap_or(u64::MAX).cast_signed()
    } else {
        let index = bound(index);
        index.wrapping_add(index >> 63 & layout::signed(along.len))
    }
}

/// A number with its highest bit set if a position is below 0 or behind the last one, which is not below 0.
#[inline(always)]
fn outside<I: Integer>(position: I, last: I) -> I {
    position | last.wrapping_sub(&position)
}

/// Whether all indices of a part of a list are inside the axis. `first` is where the part begins.
fn check<I: Integer>(part: &[I], first: usize, along: Along) -> Result<(), PickError> {
    let len = layout::signed(along.len);
    // No comparison of each and no early end, so that the compiler makes vector instructions of it.
    let are_inside = |last: I| {
        // All bits together are below a power of two if each index is.
        let signs = match along.len.is_power_of_two() {
            true => outside(part.iter().fold(I::zero(), |all, &index| all | index), last),
            false => part.iter().fold(I::zero(), |signs, &index| signs | outside(index, last)),
        };
        signs.leading_zeros() > 0
    };
    // Most lists have no negative index.
    if I::from(len - 1).is_some_and(|last| last.leading_zeros() > 0 && are_inside(last)) {
        return Ok(());
    }
    let span = |(low, high): (I, I), &index: &I| (low.min(index), high.max(index));
    let (low, high) = part.iter().fold((I::zero(), I::zero()), span);
    let outside = bound(low) < -len || bound(high) >= len;
    let is_outside = |&index: &I| !(-len..len).contains(&bound(index));
    match outside.then(|| part.iter().position(is_outside)).flatten() {
        Some(at) => Err(outside_of(bound(part[at]), first + at, along)),
        None => Ok(()),
    }
}

pub(super) fn outside_of(index: i64, at: usize, Along { axis, len, .. }: Along) -> PickError {
    PickError::IndexOutOfBounds { at, index, axis, len }
}

impl Element for bool {
    fn count(mask: &[Self]) -> usize {
        mask::count(mask)
    }

    fn offsets(mask: &[Self], along: Along, see: See<'_>) -> Result<(), PickError> {
        Self::check(mask, along)?;
        Ok(mask::offsets(mask, 0, along.stride, see)?)
    }

    fn check(mask: &[Self], along: Along) -> Result<usize, PickError> {
        match mask.len() == along.len {
            true => Ok(mask::count(mask)),
            false => Err(PickError::MaskLength { mask: mask.len(), axis: along.axis, len: along.len }),
        }
    }

    unsafe fn each(mask: &[Self], along: Along, visit: &mut impl Visit) {
        // What is seen is never an error.
        _ = mask::offsets(mask, 0, along.stride, &mut |offsets| {
            // SAFETY: the caller warrants what `visit` needs.
            unsafe { visit.visit(offsets.iter().copied()) };
            Ok(())
        });
    }
}
