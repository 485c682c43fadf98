//! The lists of a spec, and the offsets of the positions that they select.
//!
//! A borrowed list has any integer type. It is read as blocks of `i64`, and all else is written
//! once, for those.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range as Positions;
use core::{fmt, iter};

use smallvec::SmallVec;
use tslice_entry::{Entry, print_list};

use super::error::PickError;
use super::mask;
use super::offsets::{Offsets, Run, See};
use crate::array::{Array, Integer, Ref, View, bound};
use crate::error::ShapeError;
use crate::layout::{self, Dims, Rank};
use crate::resolve::select;

/// Offsets are made, and used, at most this many at a time: a block stays in the first cache. Loads
/// of elements do not overlap with those of the next block, so row
/// `pick group, 1 M points of f32 1024^2` takes 1.3 times as long with 64.
pub(super) const BLOCK: usize = 512;

/// An axis of which a list selects positions.
#[derive(Clone, Copy)]
pub(super) struct Along {
    pub(super) axis: usize,
    pub(super) len: usize,
    pub(super) stride: isize,
}

impl Along {
    /// The position of an index, if it is inside the axis.
    fn position(self, index: i64) -> Option<i64> {
        let len = layout::signed(self.len);
        let position = index.wrapping_add(index >> 63 & len);
        (0..len).contains(&position).then_some(position)
    }

    /// The error for an index, which is entry `at` of its list.
    fn out_of_bounds(self, at: usize, index: i64) -> PickError {
        PickError::IndexOutOfBounds {
            at,
            index,
            axis: self.axis,
            len: self.len,
        }
    }

    /// The offset of a position, which is below the length.
    fn offset(self, position: i64) -> isize {
        (position as isize).wrapping_mul(self.stride)
    }
}

/// A list of a spec.
#[derive(Clone)]
pub enum List<'a> {
    /// A borrowed list.
    Elements(Elements<'a>),
    /// A literal list.
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
        Self::Elements(I::elements(Array::<Ref<'a, I>, Rank<1>>::over_slice(
            &[list.len()],
            list,
        )))
    }

    /// The number of positions that the list selects, if none is outside the axis. More than can be
    /// counted is `usize::MAX`.
    pub(super) fn check(&self, along: Along) -> Result<usize, PickError> {
        match self {
            Self::Elements(Elements::Mask(mask)) => match mask.len() == along.len {
                true => Ok(count(mask)),
                false => Err(PickError::MaskLength {
                    mask: mask.len(),
                    axis: along.axis,
                    len: along.len,
                }),
            },
            Self::Elements(Elements::Indices(indices)) => indices.check(along),
            Self::Items(items) => iter::zip(0.., items).try_fold(0_usize, |sum, (at, item)| {
                Ok(sum.saturating_add(run_of(item, at, along)?.len))
            }),
        }
    }
}

/// The list as `s!` reads it.
impl fmt::Debug for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Elements(elements) => {
                f.write_str("&")?;
                match elements {
                    Elements::Mask(mask) => f.debug_list().entries(mask.iter()).finish(),
                    Elements::Indices(indices) => indices.print(f),
                }
            }
            Self::Items(items) => print_list(items, f),
        }
    }
}

/// The lists of an entry, as `s!` reads them.
pub(super) struct Written<'g, 'l>(pub(super) &'g [List<'l>]);

impl fmt::Display for Written<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [list] = self.0 {
            return fmt::Debug::fmt(list, f);
        }
        for (number, list) in self.0.iter().enumerate() {
            write!(f, "{}{list:?}", if number == 0 { "(" } else { ", " })?;
        }
        f.write_str(")")
    }
}

/// The elements in row-major order, copied if they are not contiguous.
pub(super) fn contiguous<'a, T: Clone, D: Dims>(
    array: &Array<Ref<'a, T>, D>,
) -> Result<Cow<'a, [T]>, ShapeError> {
    match array.as_slice() {
        Some(elements) => Ok(Cow::Borrowed(elements)),
        None => array.try_to_vec().map(Cow::Owned),
    }
}

/// The number of entries of a mask that are true. Axes that repeat entries are not visited.
pub(super) fn count<D: Dims>(mask: &Array<Ref<'_, bool>, D>) -> usize {
    if let Some(mask) = mask.as_slice() {
        return mask::count(mask);
    }
    let mask = mask.view().into_dyn();
    let once = mask.once(0);
    let axes = iter::zip(mask.shape(), once.shape()).filter(|(_, len)| **len > 0);
    let repeats: usize = axes.map(|(all, len)| all / len).product();
    repeats * once.iter().filter(|selected| **selected).count()
}

/// What an item of a literal list selects.
pub(super) fn run_of(item: &Entry<i64>, at: usize, along: Along) -> Result<Run, PickError> {
    let (first, len, stride) = match *item {
        Entry::Index(index) => (
            along
                .position(index)
                .ok_or(along.out_of_bounds(at, index))?,
            1,
            1,
        ),
        // A range or a window.
        entry => select(entry, 1, at, along.axis, along.len)?,
    };
    Ok(Run {
        first: along.offset(first),
        len,
        stride: along.offset(stride),
    })
}

/// Calls a function with the offsets of the positions of lists of one length that are taken
/// together, a block at a time. The lists were checked.
pub(super) fn each_block(lists: &[(Indices<'_>, Along)], see: See<'_>) {
    let count = lists.first().map_or(0, |(list, _)| list.len());
    let (mut room, mut sums) = (Room::new(), SmallVec::<[isize; BLOCK]>::new());
    for part in blocks(count) {
        if let [(list, Along { stride: 1, .. })] = lists
            && let block = list.block(part.clone(), &mut room)
            && !list.has_negative(block)
            && let Some(offsets) = cast(block)
        {
            // Row `add points, 1 M points in 1024 f32` takes 1.5 times as long with a copy.
            see(Offsets::Table(offsets));
            continue;
        }
        sums.clear();
        sums.resize(part.len(), 0);
        for (list, along) in lists {
            let block = list.block(part.clone(), &mut room);
            let places = sums.iter_mut().zip(block);
            match along.stride {
                _ if list.has_negative(block) => places.for_each(|(sum, &index)| {
                    let position = index.wrapping_add(index >> 63 & layout::signed(along.len));
                    *sum = sum.wrapping_add(along.offset(position));
                }),
                1 => places.for_each(|(sum, &index)| *sum = sum.wrapping_add(index as isize)),
                _ => places.for_each(|(sum, &index)| *sum = sum.wrapping_add(along.offset(index))),
            }
        }
        see(Offsets::Table(&sums));
    }
}

/// The positions of each block of a list.
fn blocks(len: usize) -> impl Iterator<Item = Positions<usize>> {
    let begins = (0..len).step_by(BLOCK);
    begins.map(move |begin| begin..len.min(begin + BLOCK))
}

/// Positions: a list of integers of any type. Code for a type is part of the crate that lists its
/// integers, and not of this one, whatever it is used for.
#[derive(Clone, Copy)]
pub struct Indices<'a> {
    /// The list as elements without a size. Invariant: it is a list of the type that `read` reads.
    list: View<'a, (), 1>,
    read: Read,
    /// Whether an index may count from the end.
    is_signed: bool,
}

/// Integers of a block that have another size than `i64`.
type Room = SmallVec<[i64; BLOCK]>;

/// Reads some integers of a list as `i64`, where they are, or in the room. Those without a sign
/// that are larger become negative.
///
/// # Safety
///
/// The list is one of integers of the type that the function reads.
type Read = for<'b> unsafe fn(View<'b, (), 1>, Positions<usize>, &'b mut Room) -> &'b [i64];

impl<'a> Indices<'a> {
    #[inline]
    fn of<I: Integer>(list: View<'a, I, 1>) -> Self {
        Self {
            // SAFETY: `retyped` needs elements of the other type at the places of the list: `()` is
            // anywhere.
            list: unsafe { list.retyped() },
            read: read::<I>,
            is_signed: I::min_value() < I::zero(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The number of positions that the list selects, if none is outside the axis.
    fn check(&self, along: Along) -> Result<usize, PickError> {
        let index = |read: i64| match read {
            ..0 if !self.is_signed => i64::MAX,
            index => index,
        };
        let is_outside = |read: &i64| along.position(index(*read)).is_none();
        // A repeated index is checked once.
        let is_repeated = self.list.steps() == [0];
        let apart = if is_repeated { 1 } else { self.len() };
        let mut room = Room::new();
        for part in blocks(apart.min(self.len())) {
            let block = self.block(part.clone(), &mut room);
            // All bits together are at least each index, so that one comparison is enough for most
            // lists.
            let bits = block.iter().fold(0, |bits, index| bits | index);
            if (bits < 0 || is_outside(&bits))
                && let Some(at) = block.iter().position(is_outside)
            {
                return Err(along.out_of_bounds(part.start + at, index(block[at])));
            }
        }
        Ok(self.len())
    }

    /// Whether an index of a block is below 0, and counts from the end.
    fn has_negative(&self, block: &[i64]) -> bool {
        self.is_signed && block.iter().fold(0, |all, index| all | index) < 0
    }

    /// Some of the integers, as [`Read`] says.
    fn block<'b>(&self, range: Positions<usize>, room: &'b mut Room) -> &'b [i64]
    where
        'a: 'b,
    {
        // SAFETY: `read` needs a list of its type: the invariant of `Indices`.
        unsafe { (self.read)(self.list, range, room) }
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut room = Room::new();
        let list = self.block(0..self.len(), &mut room).iter();
        let index = |&read: &i64| match self.is_signed {
            true => i128::from(read),
            false => i128::from(read.cast_unsigned()),
        };
        f.debug_list().entries(list.map(index)).finish()
    }
}

/// A [`Read`] of integers of type `I`.
unsafe fn read<'b, I: Integer>(
    list: View<'b, (), 1>,
    range: Positions<usize>,
    room: &'b mut Room,
) -> &'b [i64] {
    // SAFETY: `retyped` needs elements of type `I`: the condition of `Read`.
    let all: View<'b, I, 1> = unsafe { list.retyped() };
    let list = all.as_slice().map(|list| &list[range.clone()]);
    if let Some(block) = list.and_then(cast) {
        return block;
    }
    room.resize(range.len(), 0);
    let places = room.iter_mut();
    match list {
        Some(list) => places
            .zip(list)
            .for_each(|(place, index)| *place = bound(*index)),
        None => places
            .zip(range)
            .for_each(|(place, at)| *place = bound(*integer(&all, at))),
    }
    room
}

/// The integer at a position of a list. Code for `list[[at]]`, with its message, is several times
/// as long, for each type of integers.
fn integer<'l, I>(list: &'l View<'_, I, 1>, at: usize) -> &'l I {
    assert!(at < list.len(), "a position of the list");
    // SAFETY: `item` needs the offset of an element: that of a position of the list.
    unsafe {
        list.base()
            .item(list.steps()[0].wrapping_mul(at.cast_signed()))
    }
}

/// The same integers as another type of the same size.
fn cast<I: Integer, J: Integer>(list: &[I]) -> Option<&[J]> {
    let is_alike = size_of::<I>() == size_of::<J>() && align_of::<I>() == align_of::<J>();
    // SAFETY: a slice needs elements that are valid for its type: `Integer` is sealed, and all bits
    // of a primitive integer are valid.
    is_alike.then(|| unsafe { core::slice::from_raw_parts(list.as_ptr().cast(), list.len()) })
}

/// An integer, or a `bool` of a mask.
#[diagnostic::on_unimplemented(
    message = "a list holds integers, or `bool`s if it is a mask, but not `{Self}`",
    label = "a list of something else"
)]
pub trait Listable: Copy + 'static {
    #[doc(hidden)]
    fn elements(list: View<'_, Self, 1>) -> Elements<'_>;
}

impl Listable for bool {
    fn elements(list: View<'_, Self, 1>) -> Elements<'_> {
        Elements::Mask(list)
    }
}

#[diagnostic::do_not_recommend]
impl<I: Integer> Listable for I {
    #[inline]
    fn elements(list: View<'_, Self, 1>) -> Elements<'_> {
        Elements::Indices(Indices::of(list))
    }
}
