//! Iterators: over elements, with or without their index, over the parts along an axis, over lanes
//! and chunks.

#![allow(unsafe_code, reason = "hands out each element once, by its offset")]

mod axis_iter;
mod elements;
mod lanes;
#[cfg(feature = "rayon")]
mod parallel;

pub(crate) use axis_iter::without;
pub use axis_iter::{AxisChunks, AxisIter, Parts};
pub use elements::{Elements, Indexed};
pub use lanes::Lanes;
#[cfg(feature = "rayon")]
pub use parallel::ParallelParts;

/// A trait without impls, for the error of `rows()[1]`.
#[diagnostic::on_unimplemented(
    message = "`rows()`, `lanes(axis)`, `axis_iter(axis)` and `chunks(axis, len)` are iterators: \
        `row(1)` is a row, `slice(s![:, 1])` a column, `nth(1)` the second part",
    label = "an iterator"
)]
pub trait PartsAreTakenByRowOrNth<I> {
    /// Unknown, so that the compiler reports nothing else about it.
    type Part;
}

/// Writes the traits of an iterator whose items are made by `$item` of positions, which
/// `$positions` has from both ends, and jumps over: `$left` says how many are left. `$fold` is its
/// `fold`, if that is quicker than item by item. Items with a name are parts, which threads may
/// share.
macro_rules! both_ends {
    (
        [$($parameters:tt)*] $iterator:ty, $name:literal, $of:ty,
        $positions:ident . $left:ident, $item:ident, $($fold:ident)?
    ) => {
        both_ends! { [$($parameters)*] $iterator, $of, $positions.$left, $item, $($fold)? }

        /// Prints the number of items that are left.
        impl<$($parameters)*> core::fmt::Debug for $iterator {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct($name).field("left", &self.$positions.$left()).finish()
            }
        }

        #[doc(hidden)]
        impl<$($parameters)*, I> core::ops::Index<I> for $iterator
        where
            Self: crate::iter::PartsAreTakenByRowOrNth<I>,
        {
            type Output = <Self as crate::iter::PartsAreTakenByRowOrNth<I>>::Part;

            fn index(&self, _: I) -> &Self::Output {
                unreachable!()
            }
        }

        #[cfg(feature = "rayon")]
        impl<$($parameters)*> crate::iter::parallel::sealed::Parts for $iterator {
            unsafe fn at(&self, number: usize) -> $of {
                let position = self.$positions.clone().nth(number);
                self.$item(position.expect("a number of those that are left"))
            }
        }

        #[cfg(feature = "rayon")]
        impl<$($parameters)*> rayon::iter::IntoParallelIterator for $iterator
        where
            $of: Send,
            Self: Send + Sync,
        {
            type Iter = crate::iter::ParallelParts<Self>;
            type Item = $of;

            fn into_par_iter(self) -> Self::Iter {
                crate::iter::ParallelParts { parts: self }
            }
        }
    };
    (
        [$($parameters:tt)*] $iterator:ty, $of:ty,
        $positions:ident . $left:ident, $item:ident, $($fold:ident)?
    ) => {
        impl<$($parameters)*> Iterator for $iterator {
            type Item = $of;

            #[inline(always)]
            fn next(&mut self) -> Option<$of> {
                self.$positions.next().map(|position| self.$item(position))
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.$positions.$left(), Some(self.$positions.$left()))
            }

            #[inline]
            fn count(self) -> usize {
                self.$positions.$left()
            }

            #[inline]
            fn last(mut self) -> Option<$of> {
                self.next_back()
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<$of> {
                self.$positions.nth(n).map(|position| self.$item(position))
            }

            $(
                #[inline]
                fn fold<A, F: FnMut(A, $of) -> A>(self, start: A, visit: F) -> A {
                    self.$fold(start, visit)
                }
            )?
        }

        impl<$($parameters)*> DoubleEndedIterator for $iterator {
            #[inline(always)]
            fn next_back(&mut self) -> Option<$of> {
                self.$positions.next_back().map(|position| self.$item(position))
            }

            #[inline]
            fn nth_back(&mut self, n: usize) -> Option<$of> {
                self.$positions.nth_back(n).map(|position| self.$item(position))
            }
        }

        impl<$($parameters)*> ExactSizeIterator for $iterator {}
        impl<$($parameters)*> core::iter::FusedIterator for $iterator {}
    };
}

use both_ends;
