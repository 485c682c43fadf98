//! The lists of a spec, with what they are written with.

use alloc::vec::Vec;
use core::fmt;

use smallvec::SmallVec;
use tslice_syntax::Entry;

use super::elements::{Elements, Listable as _, Written};
use crate::array::{Array, Ref};
use crate::layout::Rank;
use crate::spec::print_list;

/// A list that selects positions of an axis.
pub trait Positions {
    /// What it is written with.
    fn written(&self) -> Written<'_>;

    /// The elements of a borrowed list.
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

impl<const N: usize> Positions for [i64; N] {
    fn written(&self) -> Written<'_> {
        Written::Elements(i64::elements(Array::<Ref<'_, i64>, Rank<1>>::from_slice(&[N], self)))
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

macro_rules! literal {
    ($([$($parameter:tt)*] $list:ty;)+) => {$(
        impl<$($parameter)*> Positions for $list {
                    fn written(&self) -> Written<'_> {
                Written::Items(self)
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
