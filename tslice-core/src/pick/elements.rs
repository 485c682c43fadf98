//! The positions that a list selects: of a borrowed list of any type that a list may have, and of a literal one.

use core::fmt;
use core::ops::Range as Positions;

use smallvec::SmallVec;
use tslice_syntax::{Entry, Range};

use super::error::PickError;
use super::mask;
use crate::array::{Integer, View, bound};
use crate::error::ShapeError;
use crate::layout;
use crate::resolve::{select_range, select_window};
use crate::spec::Bounds;

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

/// What a list is written with.
#[derive(Clone, Copy)]
pub enum Written<'a> {
    /// Positions, or a mask.
    Elements(Elements<'a>),
    /// A literal list with ranges.
    Items(&'a [Entry<i64>]),
}

impl Written<'_> {
    /// The number of positions that the list selects, if none is outside the axis. More than can be counted is `usize::MAX`.
    pub(super) fn check(&self, along: Along) -> Result<usize, PickError> {
        match self {
            Self::Elements(elements) => elements.check(along),
            Self::Items(items) => items
                .iter()
                .enumerate()
                .try_fold(0_usize, |sum, (at, item)| Ok(sum.saturating_add(run_of(item, at, along)?.len))),
        }
    }

    /// Whether a list that was checked selects one position.
    pub(super) fn is_one(&self, along: Along) -> bool {
        match self {
            Self::Elements(elements) if !elements.is_mask() => elements.len() == 1,
            _ => self.check(along) == Ok(1),
        }
    }

    /// Calls a function with the offsets of the positions, at most a block at a time. The list was checked.
    pub(super) fn offsets(&self, along: Along, see: See<'_>) -> Result<(), PickError> {
        let items = match self {
            Self::Elements(elements) => return Ok(elements.offsets(along, see)?),
            Self::Items(items) => items,
        };
        for (at, item) in items.iter().enumerate() {
            let run = run_of(item, at, along)?;
            (0..run.len).for_each(|position| see(&[run.at(position)]));
        }
        Ok(())
    }
}

/// What an item of a literal list selects.
pub(super) fn run_of(item: &Entry<i64>, at: usize, along: Along) -> Result<Run, PickError> {
    let Along { axis, len, .. } = along;
    let (first, len, stride) = match *item {
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
    };
    Ok(Run { first: along.offset(first), len, stride: along.offset(stride) })
}

/// Calls a function with the offsets of some positions of lists that are taken together, a block at a time. The lists were checked and are
/// contiguous. A mask is alone, and all of its positions are visited.
pub(super) fn each_block(lists: &[(Elements<'_>, Along)], range: Positions<usize>, see: See<'_>) {
    match lists {
        [(Elements::Bool(mask), along)] => {
            return mask::offsets(mask.as_slice().unwrap_or(&[]), 0, along.stride, see);
        }
        // The indices are the offsets: row `add points, 1 M points in 1024 f32` takes 1.5 times as long with a copy of them.
        [(Elements::Usize(list), Along { stride: 1, .. })] => {
            let list = &list.as_slice().unwrap_or(&[])[range];
            // SAFETY: a slice needs elements that are valid for its type: `isize` has the size of `usize`, and all bits are valid.
            return see(unsafe { core::slice::from_raw_parts(list.as_ptr().cast(), list.len()) });
        }
        _ => {}
    }
    let mut block: SmallVec<[isize; BLOCK]> = SmallVec::from_elem(0, range.len().min(BLOCK));
    for begin in range.clone().step_by(BLOCK) {
        let offsets = &mut block[..BLOCK.min(range.end - begin)];
        offsets.fill(0);
        lists.iter().for_each(|(list, along)| list.add(begin, *along, offsets));
        see(offsets);
    }
}

fn outside_of(index: i64, at: usize, Along { axis, len, .. }: Along) -> PickError {
    PickError::IndexOutOfBounds { at, index, axis, len }
}

/// How the elements of a list select positions.
trait Element: Copy {
    /// The number of positions that a list selects, if none is outside the axis.
    fn check(list: &[Self], along: Along) -> Result<usize, PickError>;

    /// Calls a function with the offsets of the positions of a list that was checked, a block at a time.
    fn offsets(list: &[Self], along: Along, see: See<'_>);

    /// Adds the offsets of the first positions of a list that was checked, one to each sum. A mask is never added.
    fn add(_list: &[Self], _along: Along, _sums: &mut [isize]) {}
}

impl<I: Integer> Element for I {
    fn check(list: &[I], along: Along) -> Result<usize, PickError> {
        let len = layout::signed(along.len);
        // A comparison of each index, and an early end, would keep the compiler from vector instructions.
        let are_inside = |last: I| {
            // All bits together are below a power of two if each index is.
            let signs = match along.len.is_power_of_two() {
                true => outside(list.iter().fold(I::zero(), |all, &index| all | index), last),
                false => list.iter().fold(I::zero(), |signs, &index| signs | outside(index, last)),
            };
            signs.leading_zeros() > 0
        };
        // Most lists have no negative index.
        if I::from(len - 1).is_some_and(|last| last.leading_zeros() > 0 && are_inside(last)) {
            return Ok(list.len());
        }
        let span = |(low, high): (I, I), &index: &I| (low.min(index), high.max(index));
        let (low, high) = list.iter().fold((I::zero(), I::zero()), span);
        let outside = bound(low) < -len || bound(high) >= len;
        let is_outside = |&index: &I| !(-len..len).contains(&bound(index));
        match outside.then(|| list.iter().position(is_outside)).flatten() {
            Some(at) => Err(outside_of(bound(list[at]), at, along)),
            None => Ok(list.len()),
        }
    }

    fn offsets(list: &[I], along: Along, see: See<'_>) {
        let mut block: SmallVec<[isize; BLOCK]> = SmallVec::from_elem(0, list.len().min(BLOCK));
        for part in list.chunks(BLOCK) {
            let offsets = &mut block[..part.len()];
            offsets.fill(0);
            <I as Element>::add(part, along, offsets);
            see(offsets);
        }
    }

    fn add(list: &[I], along: Along, sums: &mut [isize]) {
        let sums = sums.iter_mut().zip(list);
        match along.stride {
            1 => sums.for_each(|(sum, &index)| *sum = sum.wrapping_add(position(index, along) as isize)),
            _ => sums.for_each(|(sum, &index)| *sum = sum.wrapping_add(along.offset(position(index, along)))),
        }
    }
}

impl Element for bool {
    fn check(mask: &[bool], along: Along) -> Result<usize, PickError> {
        match mask.len() == along.len {
            true => Ok(mask::count(mask)),
            false => Err(PickError::MaskLength { mask: mask.len(), axis: along.axis, len: along.len }),
        }
    }

    fn offsets(mask: &[bool], along: Along, see: See<'_>) {
        mask::offsets(mask, 0, along.stride, see);
    }
}

/// The position of an index that is inside the axis and may be negative.
#[inline(always)]
fn position<I: Integer>(index: I, along: Along) -> i64 {
    if I::min_value().is_zero() {
        index.to_u64().unwrap_or(u64::MAX).cast_signed()
    } else {
        let index = bound(index);
        index.wrapping_add(index >> 63 & layout::signed(along.len))
    }
}

/// A number with its highest bit set if an index is below 0 or behind the last one, which is not below 0.
#[inline(always)]
fn outside<I: Integer>(index: I, last: I) -> I {
    index | last.wrapping_sub(&index)
}

/// An integer, or a `bool` of a mask.
#[diagnostic::on_unimplemented(
    message = "a list holds integers, or `bool`s if it is a mask, but not `{Self}`",
    label = "a list of something else"
)]
pub trait Listable: Copy + 'static {
    fn elements(list: View<'_, Self, 1>) -> Elements<'_>;
}

/// The elements of the lists of an entry.
pub(super) type OfGroup<'l> = SmallVec<[Elements<'l>; 2]>;

/// Writes [`Elements`], a variant for each type of elements.
macro_rules! elements {
    ($($name:ident $element:ty;)+) => {
        /// The elements of a list.
        #[derive(Clone, Copy)]
        pub enum Elements<'a> {
            $($name(View<'a, $element, 1>),)+
        }

        $(impl Listable for $element {
            fn elements(list: View<'_, Self, 1>) -> Elements<'_> {
                Elements::$name(list)
            }
        })+

        impl Elements<'_> {
            fn len(&self) -> usize {
                match self {
                    $(Elements::$name(list) => list.len(),)+
                }
            }

            /// The number of elements, if they are contiguous in memory.
            pub(super) fn len_in_row(&self) -> Option<usize> {
                match self {
                    $(Elements::$name(list) => list.as_slice().map(<[_]>::len),)+
                }
            }

            pub(super) fn is_mask(&self) -> bool {
                matches!(self, Elements::Bool(_))
            }

            /// The number of positions that they select, if none is outside the axis.
            pub(super) fn check(&self, along: Along) -> Result<usize, PickError> {
                match self {
                    $(Elements::$name(list) => match list.as_slice() {
                        Some(list) => Element::check(list, along),
                        None => Element::check(&list.try_to_vec()?, along),
                    },)+
                }
            }

            /// Calls a function with the offsets of the positions, a block at a time. The elements were checked.
            pub(super) fn offsets(&self, along: Along, see: See<'_>) -> Result<(), ShapeError> {
                match self {
                    $(Elements::$name(list) => match list.as_slice() {
                        Some(list) => Element::offsets(list, along, see),
                        None => Element::offsets(&list.try_to_vec()?, along, see),
                    },)+
                }
                Ok(())
            }

            /// Adds the offsets of the positions from `begin` on, one to each sum. The elements were checked, are contiguous, and are not a
            /// mask.
            pub(super) fn add(&self, begin: usize, along: Along, sums: &mut [isize]) {
                match self {
                    $(Elements::$name(list) => {
                        let list = list.as_slice().and_then(|list| list.get(begin..)).unwrap_or(&[]);
                        Element::add(list, along, sums);
                    })+
                }
            }
        }

        impl fmt::Debug for Elements<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Elements::$name(list) => f.debug_list().entries(list.iter()).finish(),)+
                }
            }
        }
    };
}

elements! {
    Bool bool;
    I8 i8; I16 i16; I32 i32; I64 i64; I128 i128; Isize isize;
    U8 u8; U16 u16; U32 u32; U64 u64; U128 u128; Usize usize;
}
