//! Folds and running values along an axis, in its order.

use alloc::vec::Vec;
use core::mem::MaybeUninit;

use super::lanes;
use crate::array::{Array, Integer, Owned, Read, RemoveAxis, axis_of};
use crate::compute::zip::zip;
use crate::error::{ShapeError, or_panic};
use crate::layout::{self, Dims, Ranked};

impl<S: Read, D: Dims> Array<S, D> {
    /// Combines the elements along an axis, each time from `init` on, and returns a tensor without that axis.
    ///
    /// `f` gets the value so far and the next element. Elements of one result come in the order of the axis; results may be
    /// made in turn or together.
    ///
    /// ```
    /// use tslice::Tensor;
    ///
    /// let t = Tensor::<_, 2>::from([[1, 7, 3], [4, 5, 6]]);
    /// assert_eq!(t.fold_axis(0, 0, |sum, x| sum + x), [5, 12, 9]);
    ///
    /// // The position of the largest element of each row.
    /// let start = (0, 0, i32::MIN);
    /// let largest = |(i, at, max), &x: &i32| if x > max { (i + 1, i, x) } else { (i + 1, at, max) };
    /// assert_eq!(t.fold_axis(1, start, largest).map(|&(_, at, _)| at), [1, 2]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the axis does not exist, or memory runs out.
    #[doc(alias("reduce"))]
    #[track_caller]
    #[must_use]
    pub fn fold_axis<A: Clone, E: Ranked>(
        &self,
        axis: impl Integer,
        init: A,
        mut f: impl FnMut(A, &S::Elem) -> A,
    ) -> Array<Owned<A>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        let fold = |axis, values: &mut Vec<A>| {
            if lanes::are_apart(self, axis) {
                values.extend(self.lanes(axis).map(|lane| lane.view().iter().fold(init.clone(), &mut f)));
                return Ok(());
            }
            let mut folded = self.view().index_axis(axis, 0).map(|_| MaybeUninit::new(init.clone()));
            for position in 0..self.lengths()[axis] {
                zip((&mut folded, self.view().index_axis(axis, position))).for_each(|(value, element)| {
                    // SAFETY: `assume_init_read` needs a value that is not read again: the next line replaces it, and a panic before that
                    // ends the fold, which leaks all values.
                    let before = unsafe { value.assume_init_read() };
                    value.write(f(before, element));
                });
            }
            // SAFETY: `assume_init` needs a value: each place was written, and written again after each read.
            values.extend(folded.into_vec().into_iter().map(|value| unsafe { value.assume_init() }));
            Ok(())
        };
        or_panic(lanes::without_axis(self, axis, Some(init.clone()), fold))
    }

    /// Returns a tensor in which every element along an axis is `f` of the result before it and of the element itself. The
    /// first one stays as it is.
    ///
    /// ```
    /// use tslice::Tensor;
    ///
    /// let t = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.accumulate(0, |sum, x| sum + x), [[1, 2, 3], [5, 7, 9]]);
    /// assert_eq!(t.accumulate(1, |product, x| product * x), [[1, 2, 6], [4, 20, 120]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the axis does not exist, or memory runs out.
    #[doc(alias("cumsum", "cumprod", "scan"))]
    #[must_use]
    #[track_caller]
    pub fn accumulate(
        &self,
        axis: impl Integer,
        mut f: impl FnMut(&S::Elem, &S::Elem) -> S::Elem,
    ) -> Array<Owned<S::Elem>, D>
    where
        S::Elem: Clone,
        D: RemoveAxis,
    {
        let axis = or_panic(axis_of(axis, self.rank()).map_err(ShapeError::from));
        let mut values = or_panic(self.try_to_vec());
        let (len, width) = (self.lengths()[axis], layout::len(&self.lengths()[axis + 1..]));
        if !values.is_empty() {
            values.chunks_exact_mut(len * width).for_each(|rows| accumulate_rows(rows, width, &mut f));
        }
        Array::from_parts(self.lengths(), values)
    }
}

/// Replaces each row but the first one of some of `width` elements by `f` of the row before it and of itself.
fn accumulate_rows<T>(rows: &mut [T], width: usize, f: &mut impl FnMut(&T, &T) -> T) {
    if let [first, others @ ..] = rows
        && width == 1
    {
        others.iter_mut().fold(first, |before, element| {
            *element = f(before, element);
            element
        });
        return;
    }
    for end in (2 * width..=rows.len()).step_by(width) {
        let (before, row) = rows[end - 2 * width..end].split_at_mut(width);
        before.iter().zip(row).for_each(|(before, element)| *element = f(before, element));
    }
}
