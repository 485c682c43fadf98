//! The lists of a spec, and the offsets of the positions that they select.
//!
//! A borrowed list has any integer type. It is read as blocks of `i64`, and all else is written once, for those.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range as Positions;

use smallvec::SmallVec;
use tslice_syntax::{Entry, Range};

use super::error::PickError;
use super::mask;
use crate::array::{Array, Integer, Ref, View, bound};
use crate::error::ShapeError;
use crate::layout::{self, Rank};
use crate::resolve::{select_range, select_window};
use crate::spec::{Bounds, print_list};

/// Offsets are made, and used, at most this many at a time: a block stays in the first cache. Loads of elements do not overlap with those of the
/// next block, so row `pick group, 1 M points of f32 1024^2` takes 1.3 times as long with 64.
pub(super) const BLOCK: usize = 512;

/// Takes a block of offsets.
pub(super) type See<'s> = &'s mut dyn FnMut(&[isize]);

/// An axis of which a list selects positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Along {
    pub(super) axis: usize,
    pub(super) len: usize,
    pub(super) stride: isize,
}

impl Along {
    /// The position of an index, if it is inside the axis.
    fn position(self, index: i64) -> Option<i64> {
        let len = layout::signed(self.len);
        let position = if index < 0 { index.wrapping_add(len) } else { index };
        (0..len).contains(&position).then_some(position)
    }

    /// The offset of a position, which is below the length.
    #[inline(always)]
    fn offset(self, position: i64) -> isize {
        (position as isize).wrapping_mul(self.stride)
    }
}

/// Positions of an axis that are equally far from each other, as offsets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) first: isize,
    pub(super) len: usize,
    pub(super) stride: isize,
}

impl Run {
    /// Some of the positions.
    pub(super) fn part(self, range: Positions<usize>) -> Self {
        Self { first: self.at(range.start), len: range.len(), stride: self.stride }
    }

    /// The offset of a position of the run.
    #[inline(always)]
    pub(super) fn at(self, position: usize) -> isize {
        self.first.wrapping_add(self.stride.wrapping_mul(position.cast_signed()))
    }
}

/// A list of a spec.
#[derive(Clone)]
pub enum List<'a> {
    /// A borrowed list.
    Elements(Elements<'a>),
    /// Literal positions.
    Positions(SmallVec<[i64; 4]>),
    /// A literal list with ranges.
    Items(Vec<Entry<i64>>),
}

/// The lists of a spec, in the order of its entries.
pub(super) type AllLists<'a> = SmallVec<[List<'a>; 2]>;

/// The elements of a borrowed list.
#[derive(Clone, Copy)]
pub enum Elements<'a> {
    /// A mask.
    Mask(View<'a, bool, 1>),
    /// Positions.
    Indices(Indices<'a>),
}

impl<'a> List<'a> {
    pub(super) fn of<I: Listable>(list: &'a [I]) -> Self {
        Self::Elements(I::elements(Array::<Ref<'a, I>, Rank<1>>::over_slice(&[list.len()], list)))
    }

    /// The number of positions that the list selects, if none is outside the axis. More than can be counted is `usize::MAX`.
    pub(super) fn check(&self, along: Along) -> Result<usize, PickError> {
        match self {
            Self::Elements(Elements::Mask(mask)) => match mask.len() == along.len {
                true => Ok(mask::count(&contiguous(mask)?)),
                false => Err(PickError::MaskLength { mask: mask.len(), axis: along.axis, len: along.len }),
            },
            Self::Elements(Elements::Indices(indices)) => indices.check(along),
            Self::Positions(positions) => Indices::of(positions).check(along),
            Self::Items(items) => items
                .iter()
                .enumerate()
                .try_fold(0_usize, |sum, (at, item)| Ok(sum.saturating_add(run_of(item, at, along)?.len))),
        }
    }

    /// Whether a list that was checked selects one position.
    pub(super) fn is_one(&self, along: Along) -> bool {
        match self {
            Self::Elements(Elements::Indices(indices)) => indices.len() == 1,
            _ => self.check(along) == Ok(1),
        }
    }

    pub(super) fn is_mask(&self) -> bool {
        matches!(self, Self::Elements(Elements::Mask(_)))
    }

    /// Calls a function with the offsets of the positions, at most a block at a time. The list was checked.
    pub(super) fn offsets(&self, along: Along, see: See<'_>) -> Result<(), PickError> {
        match self {
            Self::Elements(Elements::Mask(mask)) => mask::offsets(&contiguous(mask)?, 0, along.stride, see),
            Self::Elements(Elements::Indices(indices)) => {
                each_block(&[(*indices, along)], 0..indices.len(), see);
            }
            Self::Positions(list) => each_block(&[(Indices::of(list), along)], 0..list.len(), see),
            Self::Items(items) => {
                for (at, item) in items.iter().enumerate() {
                    let run = run_of(item, at, along)?;
                    (0..run.len).for_each(|position| see(&[run.at(position)]));
                }
            }
        }
        Ok(())
    }
}

/// The list as `s!` reads it.
impl fmt::Debug for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Elements(Elements::Mask(mask)) => {
                f.write_str("&")?;
                f.debug_list().entries(mask.iter()).finish()
            }
            Self::Elements(Elements::Indices(indices)) => {
                f.write_str("&")?;
                indices.fmt(f)
            }
            Self::Positions(positions) => positions.fmt(f),
            Self::Items(items) => print_list(items, f),
        }
    }
}

/// Prints the lists of an entry as `s!` reads them.
pub(super) fn print(group: &[List<'_>], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if let [list] = group {
        return fmt::Debug::fmt(list, f);
    }
    for (number, list) in group.iter().enumerate() {
        write!(f, "{}{list:?}", if number == 0 { "(" } else { ", " })?;
    }
    f.write_str(")")
}

/// The entries of a mask.
fn contiguous<'m>(mask: &'m View<'_, bool, 1>) -> Result<Cow<'m, [bool]>, ShapeError> {
    match mask.as_slice() {
        Some(mask) => Ok(Cow::Borrowed(mask)),
        None => mask.try_to_vec().map(Cow::Owned),
    }
}

/// What an item of a literal list selects.
pub(super) fn run_of(item: &Entry<i64>, at: usize, along: Along) -> Result<Run, PickError> {
    let Along { axis, len, .. } = along;
    let (first, len, stride) = match *item {
        Entry::Index(index) => {
            (along.position(index).ok_or(PickError::IndexOutOfBounds { at, index, axis, len })?, 1, 1)
        }
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
    };
    Ok(Run { first: along.offset(first), len, stride: along.offset(stride) })
}

/// Calls a function with the offsets of some positions of lists that are taken together, a block at a time. The lists were checked.
pub(super) fn each_block(lists: &[(Indices<'_>, Along)], range: Positions<usize>, see: See<'_>) {
    let (mut room, mut sums) = (Room::<i64>::new(), Room::<isize>::new());
    room.resize(range.len().min(BLOCK), 0);
    sums.resize(room.len(), 0);
    for begin in range.clone().step_by(BLOCK) {
        let part = begin..range.end.min(begin + BLOCK);
        if let [(list, Along { stride: 1, .. })] = lists
            && let block = list.block(part.clone(), &mut room)
            && !list.counts_from_end(block)
            && let Some(offsets) = cast(block)
        {
            // Row `add points, 1 M points in 1024 f32` takes 1.5 times as long with a copy.
            see(offsets);
            continue;
        }
        let sums = &mut sums[..part.len()];
        sums.fill(0);
        for (list, along) in lists {
            let block = list.block(part.clone(), &mut room);
            let places = sums.iter_mut().zip(block);
            match along.stride {
                _ if list.counts_from_end(block) => places.for_each(|(sum, &index)| {
                    let position = index.wrapping_add(index >> 63 & layout::signed(along.len));
                    *sum = sum.wrapping_add(along.offset(position));
                }),
                1 => places.for_each(|(sum, &index)| *sum = sum.wrapping_add(index as isize)),
                _ => places.for_each(|(sum, &index)| *sum = sum.wrapping_add(along.offset(index))),
            }
        }
        see(sums);
    }
}

/// Room for a block.
type Room<T> = SmallVec<[T; BLOCK]>;

impl<'a> Indices<'a> {
    pub(super) fn of(list: &'a [i64]) -> Self {
        Self::I64(View::<'a, i64, 1>::over_slice(&[list.len()], list))
    }

    /// Whether a block of the list has an index below 0 that counts from the end.
    fn counts_from_end(&self, block: &[i64]) -> bool {
        self.is_signed() && block.iter().fold(0, |all, &index| all | index) < 0
    }

    /// The number of positions that a list selects, if none is outside the axis.
    fn check(&self, along: Along) -> Result<usize, PickError> {
        let Along { axis, len, .. } = along;
        let last = layout::signed(len).wrapping_sub(1);
        let from_end = if self.is_signed() { layout::signed(len) } else { 0 };
        let is_outside = |index: i64| if index < 0 { index.wrapping_add(from_end) < 0 } else { index > last };
        let mut room = Room::<i64>::new();
        room.resize(self.len().min(BLOCK), 0);
        for begin in (0..self.len()).step_by(BLOCK) {
            let block = self.block(begin..self.len().min(begin + BLOCK), &mut room);
            // All bits together are at least each index, so that one comparison is enough for most lists.
            let all = block.iter().fold(0, |all, &index| all | index);
            if !(0..=last).contains(&all)
                && let Some(at) = block.iter().position(|&index| is_outside(index))
            {
                let index = if self.is_signed() || block[at] >= 0 { block[at] } else { i64::MAX };
                return Err(PickError::IndexOutOfBounds { at: begin + at, index, axis, len });
            }
        }
        Ok(self.len())
    }
}

/// Some of the integers of a list as `i64`. An unsigned one of 64 bits that is beyond `i64` is below 0, and any other the nearest `i64`.
fn block<'b, I: Integer>(
    list: &'b View<'_, I, 1>,
    range: Positions<usize>,
    room: &'b mut [i64],
) -> &'b [i64] {
    let room = &mut room[..range.len()];
    match list.as_slice().map(|list| &list[range.clone()]) {
        Some(list) => match cast(list) {
            Some(block) => return block,
            None => room.iter_mut().zip(list).for_each(|(place, index)| *place = bound(*index)),
        },
        None => {
            let indices = list.iter().skip(range.start);
            room.iter_mut().zip(indices).for_each(|(place, index)| *place = bound(*index));
        }
    }
    room
}

/// The same integers as another type of the same size.
fn cast<I: Integer, J: Integer>(list: &[I]) -> Option<&[J]> {
    let is_alike = size_of::<I>() == size_of::<J>() && align_of::<I>() == align_of::<J>();
    // SAFETY: a slice needs elements that are valid for its type: `Integer` is sealed, and all bits of a primitive integer are valid.
    is_alike.then(|| unsafe { core::slice::from_raw_parts(list.as_ptr().cast(), list.len()) })
}

/// An integer, or a `bool` of a mask.
#[diagnostic::on_unimplemented(
    message = "a list holds integers, or `bool`s if it is a mask, but not `{Self}`",
    label = "a list of something else"
)]
pub trait Listable: Copy + 'static {
    fn elements(list: View<'_, Self, 1>) -> Elements<'_>;
}

impl Listable for bool {
    fn elements(list: View<'_, Self, 1>) -> Elements<'_> {
        Elements::Mask(list)
    }
}

/// Writes [`Indices`], a variant for each type of integers.
macro_rules! indices {
    ($($name:ident $element:ty;)+) => {
        /// Positions, as a list of integers.
        #[derive(Clone, Copy)]
        pub enum Indices<'a> {
            $($name(View<'a, $element, 1>),)+
        }

        $(impl Listable for $element {
            fn elements(list: View<'_, Self, 1>) -> Elements<'_> {
                Elements::Indices(Indices::$name(list))
            }
        })+

        impl Indices<'_> {
            pub(super) fn len(&self) -> usize {
                match self {
                    $(Indices::$name(list) => list.len(),)+
                }
            }

            fn is_signed(&self) -> bool {
                match self {
                    $(Indices::$name(_) => <$element>::MIN != 0,)+
                }
            }

            /// Some of the integers, as [`block`] gives them.
            fn block<'b>(&'b self, range: Positions<usize>, room: &'b mut [i64]) -> &'b [i64] {
                match self {
                    $(Indices::$name(list) => block(list, range, room),)+
                }
            }
        }

        impl fmt::Debug for Indices<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Indices::$name(list) => f.debug_list().entries(list.iter()).finish(),)+
                }
            }
        }
    };
}

indices! {
    I8 i8; I16 i16; I32 i32; I64 i64; I128 i128; Isize isize;
    U8 u8; U16 u16; U32 u32; U64 u64; U128 u128; Usize usize;
}
