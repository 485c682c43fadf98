//! The positions that a list selects of an axis, as offsets.

use alloc::vec::Vec;
use core::fmt;

use smallvec::SmallVec;
use tslice_syntax::{Entry, Range};

use super::block::{BLOCK, See};
use super::error::PickError;
use super::lent::Visit;
use super::lists::Elements;
use super::mask;
use crate::array::{Integer, bound};
use crate::layout;
use crate::resolve::{check_window, select_range};
use crate::spec::{Bounds, print_list};

/// An axis of which a list selects positions.
#[derive(Clone, Copy, Debug)]
pub struct Along {
    pub(super) axis: usize,
    pub(super) len: usize,
    pub(super) stride: isize,
}

impl Along {
    /// The offset of a position, which is below the length.
    #[inline(always)]
    fn offset(self, position: i64) -> isize {
        (position as isize).wrapping_mul(self.stride)
    }
}

/// A list that selects positions of an axis.
pub trait Positions {
    /// A type, known if that of this list is.
    type Same<X>
    where
        Self: Sized;

    /// At least how many positions it selects.
    fn count(&self, along: Along) -> Result<usize, PickError>;

    /// Calls a function with the offsets of the positions, some at a time: each leads to a position of the axis.
    fn offsets(&self, along: Along, see: See<'_>) -> Result<(), PickError>;

    /// The elements of a borrowed list, if they follow each other.
    fn lent<'a>(&self) -> Option<Elements<'a>>
    where
        Self: 'a,
    {
        None
    }

    /// Prints it as `s!` reads it.
    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// The lists of an entry, more than one if they are a group.
pub(super) type Group<'l> = SmallVec<[&'l dyn Positions; 2]>;
/// Each list of a spec, with the number of its entry.
pub(super) type Lists<'l> = SmallVec<[(usize, Group<'l>); 4]>;

/// How the elements of a list select positions.
pub(super) trait Element: Copy {
    fn count(list: &[Self]) -> usize;

    fn offsets(list: &[Self], along: Along, see: See<'_>) -> Result<(), PickError>;

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
        let mut offsets = [0; BLOCK];
        for (number, block) in list.chunks(BLOCK).enumerate() {
            check(block, number * BLOCK, along)?;
            let places = offsets.iter_mut().zip(block);
            match along.stride {
                1 => places.for_each(|(place, &index)| *place = position(index, along) as isize),
                _ => places.for_each(|(place, &index)| *place = along.offset(position(index, along))),
            }
            see(&offsets[..block.len()])?;
        }
        Ok(())
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

/// Whether all indices of a part of a list are inside the axis. `first` is where the part begins.
fn check<I: Integer>(part: &[I], first: usize, along: Along) -> Result<(), PickError> {
    let len = layout::signed(along.len);
    // No comparison of each and no early end, so that the compiler makes vector instructions of it.
    let outside = if size_of::<I>() < size_of::<i64>() {
        let span = |(low, high): (I, I), &index: &I| (low.min(index), high.max(index));
        let (low, high) = part.iter().fold((I::zero(), I::zero()), span);
        bound(low) < -len || bound(high) >= len
    } else {
        // A position is outside if it, or how far it is before the last one, is negative. Most lists have no negative index.
        let is_negative = |along| {
            let sign = |signs: i64, &index: &I| {
                let position = position(index, along);
                signs | position | (len - 1).wrapping_sub(position)
            };
            part.iter().fold(0, sign) < 0
        };
        is_negative(Along { len: 0, ..along }) && is_negative(along)
    };
    let is_outside = |&index: &I| !(-len..len).contains(&bound(index));
    match outside.then(|| part.iter().position(is_outside)).flatten() {
        Some(at) => Err(outside_of(bound(part[at]), first + at, along)),
        None => Ok(()),
    }
}

fn outside_of(index: i64, at: usize, Along { axis, len, .. }: Along) -> PickError {
    PickError::IndexOutOfBounds { at, index, axis, len }
}

impl Element for bool {
    fn count(mask: &[Self]) -> usize {
        mask::count(mask)
    }

    fn offsets(mask: &[Self], along: Along, see: See<'_>) -> Result<(), PickError> {
        if mask.len() != along.len {
            return Err(PickError::MaskLength { mask: mask.len(), axis: along.axis, len: along.len });
        }
        Ok(mask::offsets(mask, 0, along.stride, see)?)
    }

    fn check(mask: &[Self], along: Along) -> Result<usize, PickError> {
        Self::offsets(mask, along, &mut |_| Ok(()))?;
        Ok(mask::count(mask))
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

impl<const N: usize> Positions for [i64; N] {
    type Same<X> = X;

    fn count(&self, _: Along) -> Result<usize, PickError> {
        Ok(N)
    }

    fn offsets(&self, along: Along, see: See<'_>) -> Result<(), PickError> {
        Element::offsets(self, along, see)
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<const N: usize> Positions for [Entry<i64>; N] {
    type Same<X> = X;

    fn count(&self, along: Along) -> Result<usize, PickError> {
        count_of(self, along)
    }

    fn offsets(&self, along: Along, see: See<'_>) -> Result<(), PickError> {
        offsets_of(self, along, see)
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_list(self, f)
    }
}

impl Positions for Vec<Entry<i64>> {
    type Same<X> = X;

    fn count(&self, along: Along) -> Result<usize, PickError> {
        count_of(self, along)
    }

    fn offsets(&self, along: Along, see: See<'_>) -> Result<(), PickError> {
        offsets_of(self, along, see)
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_list(self, f)
    }
}

/// How many positions the items of a literal list select. More than can be counted fit in no memory.
fn count_of(items: &[Entry<i64>], along: Along) -> Result<usize, PickError> {
    items.iter().enumerate().try_fold(0_usize, |sum, (at, item)| {
        let (_, count, _) = selected(item, at, along)?;
        Ok(sum.saturating_add(count))
    })
}

fn offsets_of(items: &[Entry<i64>], along: Along, see: See<'_>) -> Result<(), PickError> {
    for (at, item) in items.iter().enumerate() {
        let (first, count, stride) = selected(item, at, along)?;
        let position = |at: usize| first.wrapping_add(stride.wrapping_mul(layout::signed(at)));
        let mut offsets = (0..count).map(|at| along.offset(position(at)));
        while offsets.len() > 0 {
            see(&offsets.by_ref().take(BLOCK).collect::<SmallVec<[isize; BLOCK]>>())?;
        }
    }
    Ok(())
}

/// The first position that an item of a literal list selects, how many there are, and the distance to the next.
fn selected(item: &Entry<i64>, at: usize, along: Along) -> Result<(i64, usize, i64), PickError> {
    let Along { axis, len, .. } = along;
    Ok(match *item {
        Entry::Index(index) => {
            let position = if index < 0 { index.wrapping_add(layout::signed(len)) } else { index };
            if position.cast_unsigned() >= len as u64 {
                return Err(outside_of(index, at, along));
            }
            (position, 1, 1)
        }
        Entry::Range(Range { begin, end, stride }) => {
            let bounds = Bounds { begin, end, stride: stride.unwrap_or(1) };
            let (first, count) = select_range(bounds, axis, len)?;
            (first, count, bounds.stride)
        }
        Entry::Window { start, length } => {
            check_window(start, length, axis, len)?;
            let first = if start < 0 { start + layout::signed(len) } else { start };
            (first, usize::try_from(length).unwrap_or(0), 1)
        }
        Entry::Ellipsis | Entry::NewAxis => (0, 0, 1),
    })
}
