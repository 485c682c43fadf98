//! Lists of positions: literal ones, borrowed ones, and masks.

use alloc::vec::Vec;
use core::fmt;

use smallvec::SmallVec;
use tslice_syntax::{Entry, Range};

use super::error::PickError;
use crate::array::{AsView, Integer, View, bound};
use crate::error::ShapeError;
use crate::layout;
use crate::rank::Rank;
use crate::resolve::{check_window, select_range};
use crate::spec::{Bounds, print_list};

/// An axis of which a list selects positions.
#[derive(Clone, Copy)]
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
    /// Appends the offsets of the positions that it selects.
    fn offsets(&self, along: Along, to: &mut Vec<isize>) -> Result<(), PickError>;

    /// Adds the offsets to some that are there; returns the number of positions, and adds nothing if that is another.
    fn add(&self, along: Along, to: &mut [isize]) -> Result<usize, PickError> {
        let mut offsets = Vec::new();
        self.offsets(along, &mut offsets)?;
        if offsets.len() == to.len() {
            to.iter_mut().zip(&offsets).for_each(|(sum, offset)| *sum = sum.wrapping_add(*offset));
        }
        Ok(offsets.len())
    }

    /// Prints it as `s!` reads it.
    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// The lists of an entry, more than one if they are a group.
pub(super) type Group<'l> = SmallVec<[&'l dyn Positions; 2]>;
/// Each list of a spec, with the number of its entry.
pub(super) type Lists<'l> = SmallVec<[(usize, Group<'l>); 4]>;

/// An integer, or a `bool` of a mask.
#[diagnostic::on_unimplemented(
    message = "a list holds integers, or `bool`s if it is a mask, and no `{Self}`",
    label = "a list of something else"
)]
pub trait Listable: Sized + 'static {
    fn borrowed(list: View<'_, Self, 1>) -> Borrowed<'_>;
}

/// How the elements of a list select positions.
trait Element: Copy {
    fn offsets(list: &[Self], along: Along, to: &mut Vec<isize>) -> Result<(), PickError>;
}

/// Writes [`Borrowed`], a variant for each type of elements.
macro_rules! borrowed {
    ($($name:ident $element:ty;)+) => {
        /// A list or a mask that is borrowed: `&rows`. Its type does not have that of the elements, so that a wrong one is one error.
        #[derive(Clone, Copy)]
        pub enum Borrowed<'a> {
            $(
                /// A list of this type.
                $name(View<'a, $element, 1>),
            )+
        }

        $(impl Listable for $element {
            fn borrowed(list: View<'_, Self, 1>) -> Borrowed<'_> {
                Borrowed::$name(list)
            }
        })+

        impl Positions for Borrowed<'_> {
            fn offsets(&self, along: Along, to: &mut Vec<isize>) -> Result<(), PickError> {
                match self {
                    $(Self::$name(list) => match list.as_slice() {
                        Some(list) => Element::offsets(list, along, to),
                        None => Element::offsets(&list.try_to_vec()?, along, to),
                    },)+
                }
            }

            fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("&")?;
                match self {
                    $(Self::$name(list) => f.debug_list().entries(list.iter()).finish(),)+
                }
            }
        }
    };
}

borrowed! {
    Bool bool;
    I8 i8; I16 i16; I32 i32; I64 i64; I128 i128; Isize isize;
    U8 u8; U16 u16; U32 u32; U64 u64; U128 u128; Usize usize;
}

/// What `&rows` may be: a slice, an array, a vector, or an array of rank 1.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list: `&rows` is for a slice, an array or a `Vec` of integers or of `bool`s",
    label = "positions are integers, and a mask is of `bool`s; one integer stands without the `&`"
)]
pub trait AsList<E> {
    #[doc(hidden)]
    fn as_list(&self) -> Borrowed<'_>;
}

#[diagnostic::do_not_recommend]
impl<E: Listable, X: AsView<E, Dims = Rank<1>> + ?Sized> AsList<E> for X {
    #[inline]
    fn as_list(&self) -> Borrowed<'_> {
        E::borrowed(self.as_view())
    }
}

/// A borrowed list of a spec.
#[inline]
pub fn borrowed<E, X: AsList<E> + ?Sized>(list: &X) -> Borrowed<'_> {
    list.as_list()
}

/// A literal list of positions.
pub const fn positions<const N: usize>(list: [i64; N]) -> [i64; N] {
    list
}

/// A literal list with ranges.
pub const fn items<const N: usize>(list: [Entry<i64>; N]) -> [Entry<i64>; N] {
    list
}

/// A range of a literal list.
pub const fn run(begin: Option<i64>, end: Option<i64>, stride: i64) -> Entry<i64> {
    Entry::Range(Range { begin, end, stride: Some(stride) })
}

/// A window of a literal list.
pub const fn window(start: i64, length: i64) -> Entry<i64> {
    Entry::Window { start, length }
}

/// A position of a literal list that has ranges, too.
pub const fn item(index: i64) -> Entry<i64> {
    Entry::Index(index)
}

impl<I: Integer> Element for I {
    fn offsets(list: &[I], along: Along, to: &mut Vec<isize>) -> Result<(), PickError> {
        reserve(to, list.len())?;
        let (len, mut outside) = (layout::signed(along.len), false);
        // Without an early end, so that the compiler makes vector instructions of it.
        let mut position = |&index: &I| {
            let index = bound(index);
            let position = if index < 0 { index.wrapping_add(len) } else { index };
            outside |= position.cast_unsigned() >= len.cast_unsigned();
            position
        };
        match along.stride {
            1 => to.extend(list.iter().map(|index| position(index) as isize)),
            _ => to.extend(list.iter().map(|index| along.offset(position(index)))),
        }
        match outside.then(|| list.iter().position(|&index| !(-len..len).contains(&bound(index)))).flatten() {
            Some(at) => Err(outside_of(bound(list[at]), at, along)),
            None => Ok(()),
        }
    }
}

fn outside_of(index: i64, at: usize, Along { axis, len, .. }: Along) -> PickError {
    PickError::IndexOutOfBounds { at, index, axis, len }
}

/// Room for so many offsets.
fn reserve(to: &mut Vec<isize>, count: usize) -> Result<(), ShapeError> {
    let too_large = |_| ShapeError::TooLarge { shape: [count].into(), element: size_of::<isize>() };
    to.try_reserve(count).map_err(too_large)
}

impl Element for bool {
    fn offsets(mask: &[Self], along: Along, to: &mut Vec<isize>) -> Result<(), PickError> {
        if mask.len() != along.len {
            return Err(PickError::MaskLength { mask: mask.len(), axis: along.axis, len: along.len });
        }
        Ok(selected_offsets(mask, 0, along.stride, to)?)
    }
}

/// Appends the offsets at which a mask is true, the first of which is that of its first element.
pub(super) fn selected_offsets(
    mask: &[bool],
    first: isize,
    stride: isize,
    to: &mut Vec<isize>,
) -> Result<(), ShapeError> {
    for (number, word) in mask.chunks(WORD).enumerate() {
        let first = first.wrapping_add(stride.wrapping_mul((number * WORD).cast_signed()));
        let mut bits = bits(word);
        let count = bits.count_ones() as usize;
        reserve(to, WORD)?;
        let len = to.len();
        if count > WORD / 8 {
            // Each offset is written, and kept if it is selected: no branch has to be foreseen.
            to.resize(len + WORD, 0);
            let places = &mut to[len..];
            let mut at = 0;
            for (position, &selected) in word.iter().enumerate() {
                places[at] = first.wrapping_add(stride.wrapping_mul(position.cast_signed()));
                at += usize::from(selected);
            }
            to.truncate(len + count);
        } else {
            while bits != 0 {
                to.push(first.wrapping_add(stride.wrapping_mul(bits.trailing_zeros() as isize)));
                bits &= bits - 1;
            }
        }
    }
    Ok(())
}

/// The entries of a mask that are looked at together.
pub(super) const WORD: usize = 64;

/// How many entries of at most a word of a mask are true: a sum of bytes, which the compiler makes vector instructions of.
#[inline]
pub(super) fn count(word: &[bool]) -> u8 {
    word.iter().fold(0, |count, &selected| count + u8::from(selected))
}

/// The entries of at most a word of a mask as bits.
#[inline]
pub(super) fn bits(word: &[bool]) -> u64 {
    // Each byte, 0 or 1, to a bit of the highest one.
    let packed = |part: [u8; 8]| u64::from_le_bytes(part).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let Ok(word) = <&[bool; WORD]>::try_from(word) else {
        return word.iter().rev().fold(0, |bits, &selected| bits << 1 | u64::from(selected));
    };
    // Most words of most masks are of one kind.
    match count(word) {
        0 => 0,
        64 => u64::MAX,
        _ => {
            word.as_chunks::<8>().0.iter().rev().fold(0, |bits, part| bits << 8 | packed(part.map(u8::from)))
        }
    }
}

impl<const N: usize> Positions for [i64; N] {
    fn offsets(&self, along: Along, to: &mut Vec<isize>) -> Result<(), PickError> {
        Element::offsets(self, along, to)
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<const N: usize> Positions for [Entry<i64>; N] {
    fn offsets(&self, along: Along, to: &mut Vec<isize>) -> Result<(), PickError> {
        self.iter().enumerate().try_for_each(|(at, item)| selected(item, at, along, to))
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_list(self, f)
    }
}

impl Positions for Vec<Entry<i64>> {
    fn offsets(&self, along: Along, to: &mut Vec<isize>) -> Result<(), PickError> {
        self.iter().enumerate().try_for_each(|(at, item)| selected(item, at, along, to))
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_list(self, f)
    }
}

/// Appends the offsets of an item of a literal list.
fn selected(item: &Entry<i64>, at: usize, along: Along, to: &mut Vec<isize>) -> Result<(), PickError> {
    let Along { axis, len, .. } = along;
    let (first, count, stride) = match *item {
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
        Entry::Ellipsis | Entry::NewAxis => return Ok(()),
    };
    reserve(to, count)?;
    let position = |at: usize| first.wrapping_add(stride.wrapping_mul(layout::signed(at)));
    to.extend((0..count).map(|at| along.offset(position(at))));
    Ok(())
}

/// Prints the lists of an entry as `s!` reads them.
pub(super) fn print(group: &[&dyn Positions], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if let [list] = group {
        return list.print(f);
    }
    for (number, list) in group.iter().enumerate() {
        f.write_str(if number == 0 { "(" } else { ", " })?;
        list.print(f)?;
    }
    f.write_str(")")
}
