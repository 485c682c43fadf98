//! Sorting along an axis.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::best::is_unordered;
use super::{Array, Integer, Owned, Read, RemoveAxis, Write};
use crate::error::or_panic;
use crate::layout::{self, Dims};

/// The order of elements that have one. Sorting asks only whether the first comes before the second: one comparison, without a branch.
#[inline(always)]
fn order<T: PartialOrd>(a: &T, b: &T) -> Ordering {
    if a < b {
        Ordering::Less
    } else if b < a {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}

/// Sorts elements; what has no order, as a NaN, comes last.
fn sort_row<T: PartialOrd>(row: &mut [T]) {
    let (mut at, mut end) = (0, row.len());
    while at < end {
        if is_unordered(&row[at]) {
            end -= 1;
            row.swap(at, end);
        } else {
            at += 1;
        }
    }
    row[..end].sort_unstable_by(order);
}

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: PartialOrd + Copy,
{
    /// Sorts the lines along the last axis, as [`sort_axis`](Self::sort_axis) does.
    ///
    /// ```
    /// let mut t = tslice::tensor![[3, 1, 2], [9, 8, 9]];
    /// t.sort();
    /// assert_eq!(t, [[1, 2, 3], [8, 9, 9]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If [`sort_axis`](Self::sort_axis) does.
    #[doc(alias("sort_by", "unique"))]
    #[track_caller]
    pub fn sort(&mut self)
    where
        S: Write,
        D: RemoveAxis,
    {
        self.sort_axis(-1);
    }

    /// Sorts the lines along an axis, the least element first and NaNs last, as `np.sort` does.
    ///
    /// # Panics
    ///
    /// If there is no such axis, memory runs out, or `PartialOrd` of the elements is no order.
    #[track_caller]
    pub fn sort_axis(&mut self, axis: impl Integer)
    where
        S: Write,
        D: RemoveAxis,
    {
        for mut lane in self.lanes_mut(axis) {
            match lane.as_mut_slice() {
                Some(lane) => sort_row(lane),
                None => {
                    let mut sorted = lane.to_vec();
                    sort_row(&mut sorted);
                    lane.assign(&sorted);
                }
            }
        }
    }

    /// Returns the positions along the last axis in order, as [`argsort_axis`](Self::argsort_axis) does.
    ///
    /// ```
    /// use tslice::{s, tensor};
    ///
    /// let scores = tensor![[0.5, 0.25, 2.0], [7.0, 9.0, 8.0]];
    /// assert_eq!(scores.argsort(), [[1, 0, 2], [0, 2, 1]]);
    /// assert_eq!(scores.argsort().slice(s![:, :0:-1]), [[2, 0], [1, 2]]); // the two greatest of each row
    /// ```
    ///
    /// # Panics
    ///
    /// If [`argsort_axis`](Self::argsort_axis) does.
    #[doc(alias("topk", "argsort_by"))]
    #[must_use]
    #[track_caller]
    pub fn argsort(&self) -> Array<Owned<usize>, D::Ranked>
    where
        D: RemoveAxis,
        D::Ranked: RemoveAxis,
    {
        self.argsort_axis(-1)
    }

    /// Returns the positions along an axis in the order of the elements there, the least one first, equals as they stand, and NaNs last,
    /// as `np.argsort` with a stable sort does.
    ///
    /// # Panics
    ///
    /// If there is no such axis, memory runs out, or `PartialOrd` of the elements is no order.
    #[must_use]
    #[track_caller]
    pub fn argsort_axis(&self, axis: impl Integer) -> Array<Owned<usize>, D::Ranked>
    where
        D: RemoveAxis,
        D::Ranked: RemoveAxis,
    {
        let mut places: Vec<usize> = or_panic(layout::reserve(self.lengths()));
        places.resize(self.len(), 0);
        let mut places = Array::from_parts(self.lengths(), places);
        let mut pairs = Vec::new();
        for (mut to, lane) in places.lanes_mut(axis).zip(self.view().lanes(axis)) {
            pairs.clear();
            pairs.reserve(lane.len());
            let elements = || lane.iter().copied().zip(0..);
            pairs.extend(elements().filter(|(element, _)| !is_unordered(element)));
            pairs.sort_by(|(a, _), (b, _)| order(a, b));
            if pairs.len() < lane.len() {
                pairs.extend(elements().filter(|(element, _)| is_unordered(element)));
            }
            to.iter_mut().zip(&pairs).for_each(|(to, (_, place))| *to = *place);
        }
        places
    }
}
