//! Running values along an axis: cumulative sums, products, maxima.

use super::axis_count::axis_of;
use super::fold_axis::{FEW, NARROW, is_innermost};
use super::{Array, Integer, Mut, Owned, Read, RemoveAxis, Write, zip};
use crate::error::{ShapeError, or_panic};
use crate::layout::{self, Dims};

impl<S: Read, D: Dims> Array<S, D> {
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
    /// If there is no such axis, or memory runs out.
    #[doc(alias("cumsum", "cumprod", "scan"))]
    #[must_use]
    #[track_caller]
    pub fn accumulate(
        &self,
        axis: impl Integer,
        f: impl FnMut(&S::Elem, &S::Elem) -> S::Elem,
    ) -> Array<Owned<S::Elem>, D>
    where
        S::Elem: Clone,
        D: RemoveAxis,
    {
        or_panic(self.try_accumulate(axis, f))
    }

    /// Works like [`accumulate`](Self::accumulate), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is no such axis, or the tensor does not fit in memory.
    pub fn try_accumulate(
        &self,
        axis: impl Integer,
        f: impl FnMut(&S::Elem, &S::Elem) -> S::Elem,
    ) -> Result<Array<Owned<S::Elem>, D>, ShapeError>
    where
        S::Elem: Clone,
        D: RemoveAxis,
    {
        let axis = axis_of(axis, self.rank())?;
        let mut tensor: Array<Owned<S::Elem>, D> = Array::from_parts(self.lengths(), self.try_to_vec()?);
        tensor.try_accumulate_inplace(axis, f)?;
        Ok(tensor)
    }
}

impl<S: Write, D: Dims> Array<S, D> {
    /// Overwrites every element along an axis with `f` of the result before it and of the element itself.
    ///
    /// # Errors
    ///
    /// If there is no such axis. On error the elements are unchanged.
    fn try_accumulate_inplace(
        &mut self,
        axis: impl Integer,
        mut f: impl FnMut(&S::Elem, &S::Elem) -> S::Elem,
    ) -> Result<(), ShapeError>
    where
        D: RemoveAxis,
    {
        let axis = axis_of(axis, self.rank())?;
        // Lanes without elements may be more than anybody can walk.
        if self.is_empty() {
            return Ok(());
        }
        if is_innermost(self.layout(), axis) {
            for lane in self.try_lanes_mut(axis)? {
                let mut elements = lane.into_iter();
                let Some(mut before) = elements.next() else { continue };
                for element in elements {
                    *element = f(before, element);
                    before = element;
                }
            }
            return Ok(());
        }
        let (len, width) = (self.lengths()[axis], layout::len(&self.lengths()[axis + 1..]));
        if let Some(elements) = self.as_mut_slice().filter(|_| width < NARROW) {
            for rows in elements.chunks_exact_mut(len * width) {
                for at in 1..len {
                    let (before, row) = rows[(at - 1) * width..(at + 1) * width].split_at_mut(width);
                    before.iter().zip(row).for_each(|(before, element)| *element = f(before, element));
                }
            }
            return Ok(());
        }
        if self.rank() <= FEW {
            return accumulate_parts(self.view_mut(), axis, f);
        }
        let (view, axis) = self.view_mut().into_dyn().with_long_axes(axis);
        accumulate_parts(view, axis, f)
    }
}

/// Overwrites each part of a view at a position of an axis with `f` of the part before it and of itself.
fn accumulate_parts<T, D: RemoveAxis>(
    mut view: Array<Mut<'_, T>, D>,
    axis: usize,
    mut f: impl FnMut(&T, &T) -> T,
) -> Result<(), ShapeError> {
    let mut parts = view.try_axis_iter_mut(axis)?;
    let Some(mut before) = parts.next() else { return Ok(()) };
    for mut part in parts {
        zip((&mut part, &before)).for_each(|(element, before)| *element = f(before, element));
        before = part;
    }
    Ok(())
}
