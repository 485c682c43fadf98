//! What the lists of a spec are written with: literal ones, borrowed ones, and masks.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use tslice_syntax::{Entry, Range};

use super::block::See;
use super::error::PickError;
use super::lent::Visit;
use super::positions::{Along, Element, Positions};
use crate::array::{Array, AsView, Read, View};
use crate::rank::Rank;

/// An integer, or a `bool` of a mask.
#[diagnostic::on_unimplemented(
    message = "a list holds integers, or `bool`s if it is a mask, and no `{Self}`",
    label = "a list of something else"
)]
pub trait Listable: Sized + 'static {
    fn borrowed(list: View<'_, Self, 1>) -> Borrowed<'_>;
}

/// A list or a mask that is borrowed: `&rows`. Its type does not have that of the elements, so that a wrong one is one error. `I` is
/// `IsList`: the compiler cannot infer it for what is no list, and then says nothing more about the spec.
#[derive(Clone, Copy)]
pub struct Borrowed<'a, I = IsList> {
    list: Elements<'a>,
    is: PhantomData<I>,
}

/// What only lists are.
#[derive(Clone, Copy)]
pub struct IsList;

/// A type, known if this is.
pub trait Known {
    type Same<X>;
}

impl Known for IsList {
    type Same<X> = X;
}

/// Writes [`Elements`], a variant for each type of elements.
macro_rules! elements {
    ($($name:ident $element:ty;)+) => {
        /// The elements of a list.
        #[derive(Clone, Copy, Debug)]
        pub enum Elements<'a> {
            $($name(View<'a, $element, 1>),)+
        }

        impl Elements<'_> {
            pub(super) fn len(&self) -> usize {
                match self {
                    $(Elements::$name(list) => list.len(),)+
                }
            }

            /// How many positions they select, if none is outside the axis.
            pub(super) fn check(&self, along: Along) -> Result<usize, PickError> {
                match self {
                    $(Elements::$name(list) => Element::check(list.as_slice().unwrap_or(&[]), along),)+
                }
            }

            /// Visits the offset of each position.
            ///
            /// # Safety
            ///
            /// They were checked, and the offsets of an axis are what is visited.
            pub(super) unsafe fn each(&self, along: Along, visit: &mut impl Visit) {
                match self {
                    $(Elements::$name(list) => {
                        // SAFETY: the caller warrants what `each` needs.
                        unsafe { Element::each(list.as_slice().unwrap_or(&[]), along, visit) }
                    })+
                }
            }
        }

        $(impl Listable for $element {
            fn borrowed(list: View<'_, Self, 1>) -> Borrowed<'_> {
                Borrowed { list: Elements::$name(list), is: PhantomData }
            }
        })+

        impl<I: Known> Positions for Borrowed<'_, I> {
            type Same<X> = I::Same<X>;

            fn count(&self, _: Along) -> Result<usize, PickError> {
                Ok(match &self.list {
                    $(Elements::$name(list) => list.as_slice().map_or(0, Element::count),)+
                })
            }

            fn offsets(&self, along: Along, see: See<'_>) -> Result<(), PickError> {
                match &self.list {
                    $(Elements::$name(list) => match list.as_slice() {
                        Some(list) => Element::offsets(list, along, see),
                        None => Element::offsets(&list.try_to_vec()?, along, see),
                    },)+
                }
            }

            fn lent<'a>(&self) -> Option<Elements<'a>>
            where
                Self: 'a,
            {
                let in_row = match &self.list {
                    $(Elements::$name(list) => list.as_slice().is_some(),)+
                };
                in_row.then_some(self.list)
            }

            fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("&")?;
                match &self.list {
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

/// What `&rows` may be: a slice, an array, a vector, or an array of rank 1.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list: `&rows` is for a slice, an array or a `Vec` of integers or of `bool`s",
    label = "positions are integers, and a mask is of `bool`s; one integer stands without the `&`"
)]
pub trait AsList<I = IsList> {
    /// An integer type, or `bool`.
    #[doc(hidden)]
    type Element: Listable;

    #[doc(hidden)]
    fn as_list(&self) -> Borrowed<'_, I>;
}

/// Writes [`AsList`] for arrays of rank 1. It is not one implementation for all of them, because the compiler says more of a type that
/// has none.
macro_rules! lists {
    ($([$($parameters:tt)*] $list:ty, $element:ty;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($parameters)*> AsList for $list
        where
            $element: Listable,
        {
            type Element = $element;

            #[inline]
            fn as_list(&self) -> Borrowed<'_> {
                Listable::borrowed(self.as_view())
            }
        }
    )+};
}

lists! {
    [T] [T], T;
    [T, const N: usize] [T; N], T;
    [T] Vec<T>, T;
    [S: Read] Array<S, Rank<1>>, S::Elem;
}

#[diagnostic::do_not_recommend]
impl<I, X: AsList<I> + ?Sized> AsList<I> for &X {
    type Element = X::Element;

    #[inline]
    fn as_list(&self) -> Borrowed<'_, I> {
        (**self).as_list()
    }
}

/// A borrowed list of a spec.
#[inline]
pub fn borrowed<I, X: AsList<I> + ?Sized>(list: &X) -> Borrowed<'_, I> {
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
