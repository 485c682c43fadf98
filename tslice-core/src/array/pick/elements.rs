//! The elements of a borrowed list, of any type that a list may have.

use core::fmt;

use smallvec::SmallVec;

use super::block::{See, Visit};
use super::element::{Along, Element};
use super::error::PickError;
use crate::array::View;

/// An integer, or a `bool` of a mask.
#[diagnostic::on_unimplemented(
    message = "a list holds integers, or `bool`s if it is a mask, and no `{Self}`",
    label = "a list of something else"
)]
pub trait Listable: Sized + 'static {
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
            /// At least how many positions they select; 0 if that is not known.
            pub(super) fn count(&self) -> usize {
                match self {
                    $(Elements::$name(list) => list.as_slice().map_or(0, Element::count),)+
                }
            }

            /// How many elements there are, if they follow each other in memory. They select no more positions.
            #[inline(always)]
            pub(super) fn len_in_row(&self) -> Option<usize> {
                match self {
                    $(Elements::$name(list) => list.as_slice().map(<[_]>::len),)+
                }
            }

            /// Whether they are those of a mask.
            pub(super) fn is_mask(&self) -> bool {
                matches!(self, Elements::Bool(_))
            }

            /// Calls a function with the offsets of the positions, some at a time.
            pub(super) fn offsets(&self, along: Along, see: See<'_>) -> Result<(), PickError> {
                match self {
                    $(Elements::$name(list) => match list.as_slice() {
                        Some(list) => Element::offsets(list, along, see),
                        None => Element::offsets(&list.try_to_vec()?, along, see),
                    },)+
                }
            }

            /// Adds the offsets of the positions from a place on to others. `None` for a mask, for elements that do not follow each
            /// other, and if a position is outside the axis.
            pub(super) fn add(&self, begin: usize, along: Along, sums: &mut [isize]) -> Option<()> {
                match self {
                    $(Elements::$name(list) => Element::add(list.as_slice()?, begin, along, sums),)+
                }
            }

            /// [`add`](Self::add) of two lists; `None` also if they have elements of different types.
            pub(super) fn add_two(&self, other: &Self, begin: usize, along: [Along; 2], sums: &mut [isize]) -> Option<()> {
                match (self, other) {
                    $((Elements::$name(list), Elements::$name(other)) => {
                        Element::add_two([list.as_slice()?, other.as_slice()?], begin, along, sums)
                    })+
                    _ => None,
                }
            }

            /// How many positions elements in a row select, if none is outside the axis.
            #[inline(always)]
            pub(super) fn check(&self, along: Along) -> Result<usize, PickError> {
                match self {
                    $(Elements::$name(list) => Element::check(list.as_slice().unwrap_or(&[]), along),)+
                }
            }

            /// Visits the offset of each position that elements in a row select.
            ///
            /// # Safety
            ///
            /// [`check`](Self::check) returned no error, and the offsets of the axis are what is visited.
            #[inline(always)]
            pub(super) unsafe fn each(&self, along: Along, visit: &mut impl Visit) {
                match self {
                    $(Elements::$name(list) => {
                        // SAFETY: the caller warrants what `each` needs.
                        unsafe { Element::each(list.as_slice().unwrap_or(&[]), along, visit) }
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
