//! The positions that a list selects of an axis, as offsets.

use alloc::vec::Vec;
use core::fmt;

use smallvec::SmallVec;
use tslice_syntax::{Entry, Range};

use super::block::{BLOCK, See};
use super::element::{Along, Element, FEW, outside_of};
use super::elements::{Elements, Listable as _};
use super::error::PickError;
use crate::array::{Array, Ref};
use crate::layout;
use crate::rank::Rank;
use crate::resolve::{select_range, select_window};
use crate::spec::{Bounds, print_list};

/// A list that selects positions of an axis.
pub trait Positions {
    /// At least how many positions it selects.
    fn count(&self, along: Along) -> Result<usize, PickError>;

    /// Calls a function with the offsets of the positions, some at a time: each leads to a position of the axis.
    fn offsets(&self, along: Along, see: See<'_>) -> Result<(), PickError>;

    /// The elements of a borrowed list.
    fn lent<'a>(&self) -> Option<Elements<'a>>
    where
        Self: 'a,
    {
        None
    }

    /// The elements, if it is a list of nothing else.
    fn elements(&self) -> Option<Elements<'_>> {
        None
    }

    /// Prints it as `s!` reads it.
    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// The lists of an entry, more than one if they are a group.
pub(super) type Group<'l> = SmallVec<[&'l dyn Positions; 2]>;
/// Each list of a spec, with the number of its entry.
pub(super) type Lists<'l> = SmallVec<[(usize, Group<'l>); 4]>;

impl<const N: usize> Positions for [i64; N] {
    fn count(&self, _: Along) -> Result<usize, PickError> {
        Ok(N)
    }

    fn offsets(&self, along: Along, see: See<'_>) -> Result<(), PickError> {
        Element::offsets(self, along, see)
    }

    fn elements(&self) -> Option<Elements<'_>> {
        Some(i64::elements(Array::<Ref<'_, i64>, Rank<1>>::from_slice(&[N], self)))
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

macro_rules! literal {
    ($([$($parameter:tt)*] $list:ty;)+) => {$(
        impl<$($parameter)*> Positions for $list {
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
    )+};
}

literal! {
    [const N: usize] [Entry<i64>; N];
    [] Vec<Entry<i64>>;
}

/// How many positions the items of a literal list select. More than can be counted fit in no memory.
fn count_of(items: &[Entry<i64>], along: Along) -> Result<usize, PickError> {
    items.iter().enumerate().try_fold(0_usize, |sum, (at, item)| {
        let (_, count, _) = selected(item, at, along)?;
        Ok(sum.saturating_add(count))
    })
}

fn offsets_of(items: &[Entry<i64>], along: Along, see: See<'_>) -> Result<(), PickError> {
    let mut block: SmallVec<[isize; FEW]> = SmallVec::new();
    for (at, item) in items.iter().enumerate() {
        let (first, count, stride) = selected(item, at, along)?;
        let position = |at: usize| first.wrapping_add(stride.wrapping_mul(layout::signed(at)));
        for begin in (0..count).step_by(BLOCK) {
            block.clear();
            block.extend((begin..count.min(begin + BLOCK)).map(|at| along.offset(position(at))));
            see(&block)?;
        }
    }
    Ok(())
}

/// The first position that an item of a literal list selects, how many there are, and the distance to the next.
fn selected(item: &Entry<i64>, at: usize, along: Along) -> Result<(i64, usize, i64), PickError> {
    let Along { axis, len, .. } = along;
    Ok(match *item {
        Entry::Index(index) => (along.position(index).ok_or_else(|| outside_of(index, at, along))?, 1, 1),
        Entry::Range(Range { begin, end, stride }) => {
            let bounds = Bounds { begin, end, stride: stride.unwrap_or(1) };
            let (first, count) = select_range(bounds, axis, len)?;
            (first, count, bounds.stride)
        }
        Entry::Window { start, length, stride } => {
            let (first, count) = select_window([start, length, stride], axis, len)?;
            (first, count, stride)
        }
        Entry::Ellipsis | Entry::NewAxis | Entry::List | Entry::Grouped => (0, 0, 1),
    })
}
