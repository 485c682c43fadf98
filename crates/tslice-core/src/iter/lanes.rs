//! The lines along an axis, rows and columns, and one value from each.

use alloc::vec::Vec;
use core::borrow::Borrow;

use super::axis_iter::{Parts, line, without};
use crate::array::{
    Array, Borrowed, Integer, Mut, Owned, Read, Ref, RemoveAxis, Write, axis_of, reserve,
};
use crate::error::{AxisError, or_panic};
use crate::layout::{Dims, Layout, Rank, Ranked};

/// An iterator over the lines along an axis: views of rank 1, shared or exclusive as the storage S
/// is.
///
/// D are the dims of the other axes.
pub type Lanes<S, D /* Lanes<Ref<'a, f32>, Rank<2>> */> = Parts<S, Rank<1>, D>;

/// Inlined, so that a loop over few lanes keeps the iterator in registers.
#[inline(always)]
fn across<S: Borrowed, D: RemoveAxis<Output = E>, E: Ranked>(
    array: Array<S, D>,
    axis: impl Integer,
) -> Result<Lanes<S, E>, AxisError> {
    let axis = axis_of(axis, array.rank())?;
    let outer = without(D::known(array.layout()).borrow(), axis);
    let lane = line(&array, axis);
    Ok(Parts::new(array, outer, lane))
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns an iterator over the lines along an axis: views of rank 1, in row-major order of the
    /// other axes.
    ///
    /// ```
    /// let t = tslice::Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let sums: Vec<i32> = t.lanes(0).map(|column| column.iter().sum()).collect();
    /// assert_eq!(sums, [5, 7, 9]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the axis does not exist.
    #[doc(alias("columns"))]
    #[inline]
    #[track_caller]
    pub fn lanes<E: Ranked>(&self, axis: impl Integer) -> Lanes<S::Shared<'_>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        or_panic(across(self.lent(), axis))
    }

    /// Returns an iterator over the lines along the last axis, in row-major order of the other
    /// axes.
    ///
    /// ```
    /// let t = tslice::Tensor::from([[[1, 2], [3, 4]], [[5, 6], [7, 8]]]);
    /// let sums: Vec<i32> = t.rows().map(|row| row.iter().sum()).collect();
    /// assert_eq!(sums, [3, 7, 11, 15]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the rank is known at run time only and is 0.
    #[inline]
    #[track_caller]
    pub fn rows<E: Ranked>(&self /* row(0), slice(s![0:2]) */) -> Lanes<S::Shared<'_>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        self.lanes(self.rank().saturating_sub(1))
    }

    /// Calls a function for each line along an axis, and returns a tensor of the results, without
    /// that axis.
    ///
    /// ```
    /// use tslice::{Tensor, View};
    ///
    /// let t = Tensor::<_, 2>::from([[3.0, 9.0, 4.0], [5.0, 5.0, 2.0]]);
    /// let spread = |lane: View<f64, 1>| Some(lane.max()? - lane.min()?);
    /// assert_eq!(t.map_axis(1, spread), [Some(6.0), Some(3.0)]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the axis does not exist, or memory runs out.
    #[doc(alias("median", "percentile", "all_axis", "any_axis"))]
    #[track_caller]
    pub fn map_axis<U, E: Ranked /* (axis, |line| ..) */>(
        &self,
        axis: impl Integer,
        mut f: impl FnMut(Array<Ref<'_, S::Elem>, Rank<1>>) -> U,
    ) -> Array<Owned<U>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        let axis = or_panic(axis_of(axis, self.rank()));
        let rest: E::Layout = without(self.layout(), axis);
        let mut data: Vec<U> = or_panic(reserve(rest.shape()));
        let places = data.as_mut_ptr();
        let count = self.view().lanes(axis).fold(0, |count, lane| {
            let place = places.wrapping_add(count);
            // SAFETY: `write` needs a place for a result, and there is one for each lane. A check
            // of the count would take as long as a lane of three elements.
            unsafe { place.write(f(lane)) };
            count + 1
        });
        // If `f` panics, the results before it are not dropped.
        // SAFETY: `set_len` needs as many live elements: one was written for each lane.
        unsafe { data.set_len(count) };
        Array::from_parts(rest.shape(), data)
    }

    /// Works like [`lanes`](Self::lanes), but the lines are exclusive: no element is in two of
    /// them.
    ///
    /// # Panics
    ///
    /// If the axis does not exist.
    #[inline]
    #[track_caller]
    pub fn lanes_mut<E: Ranked>(&mut self, axis: impl Integer) -> Lanes<Mut<'_, S::Elem>, E>
    where
        D: RemoveAxis<Output = E>,
        S: Write,
    {
        or_panic(across(self.view_mut(), axis))
    }

    /// Works like [`rows`](Self::rows), but the lines are exclusive: no element is in two of them.
    ///
    /// # Panics
    ///
    /// If the rank is known at run time only and is 0.
    #[inline]
    #[track_caller]
    pub fn rows_mut<E: Ranked>(&mut self) -> Lanes<Mut<'_, S::Elem>, E>
    where
        D: RemoveAxis<Output = E>,
        S: Write,
    {
        self.lanes_mut(self.rank().saturating_sub(1))
    }
}
