//! Masks of the whole shape.

use alloc::borrow::Cow;

use smallvec::SmallVec;

use super::error::PickError;
use super::lists::{AsList as _, Positions};
use super::mask;
use super::part::parts_of_axis;
use super::read::Selected;
use super::selection::Selection;
use super::write::PickMut;
use crate::array::{Array, AsView, Owned, Read, Ref, Write};
use crate::error::or_panic;
use crate::layout::{self, Dims, Rank};

impl<S: Read, D: Dims> Array<S, D> {
    /// Copies the elements at which a mask of the whole shape is `true`, in row-major order, as `a[mask]` does in NumPy.
    ///
    /// ```
    /// use tslice::Tensor;
    ///
    /// let t = Tensor::<_, 2>::from([[1, -2, 3], [-4, 5, -6]]);
    /// assert_eq!(t.select(&t.map(|x| *x < 0)), [-2, -4, -6]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the mask has another shape than the array, or the result does not fit in memory.
    #[doc(alias("boolean_mask", "extract", "filter", "where"))]
    #[must_use]
    #[track_caller]
    pub fn select<M: AsView<bool> + ?Sized>(&self, mask: &M) -> Array<Owned<S::Elem>, Rank<1>>
    where
        S::Elem: Clone,
    {
        let selection = or_panic(selected(self, &mask.as_view()));
        // SAFETY: `Selected::new` needs a selection of this array: this is one.
        or_panic(unsafe { Selected::new(self, &selection) }.collect())
    }

    /// Selects the elements at which a mask of the whole shape is `true`, to be written: see [`PickMut`].
    ///
    /// ```
    /// use tslice::Tensor;
    ///
    /// let mut t = Tensor::<_, 2>::from([[1, -2, 3], [-4, 5, -6]]);
    /// let negative = t.map(|x| *x < 0);
    /// t.select_mut(&negative).fill(0);
    /// assert_eq!(t, [[1, 0, 3], [0, 5, 0]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the mask has another shape than the array.
    #[doc(alias("put_mask", "place"))]
    #[track_caller]
    pub fn select_mut<'a, M: AsView<bool> + ?Sized>(&'a mut self, mask: &'a M) -> PickMut<'a, S::Elem>
    where
        S: Write,
    {
        let selection = or_panic(selected(self, &mask.as_view()));
        // SAFETY: `PickMut::new` needs a selection of this array: this is one.
        unsafe { PickMut::new(self.view_mut(), selection) }
    }
}

/// The elements of an array that a mask of its shape selects.
fn selected<'l, S: Read, D: Dims, E: Dims>(
    array: &Array<S, D>,
    mask: &Array<Ref<'l, bool>, E>,
) -> Result<Selection<'l>, PickError> {
    if mask.lengths() != array.lengths() {
        return Err(PickError::MaskShape { mask: mask.lengths().into(), shape: array.lengths().into() });
    }
    if let Some(mask) = mask.as_slice()
        && array.is_contiguous()
    {
        let (list, shape) = (mask.as_list(), [mask.len()]);
        let lent = list.lent().into_iter().collect();
        let list: [&dyn Positions; 1] = [&list];
        return Selection::new(
            &parts_of_axis(&list, 0, &shape),
            &lent,
            (&shape, &[1]),
            size_of::<S::Elem>() > 0,
        );
    }
    let mask = match mask.as_slice() {
        Some(mask) => Cow::Borrowed(mask),
        None => Cow::Owned(mask.try_to_vec()?),
    };
    let (lengths, steps) = (array.lengths(), array.steps());
    let (row, step) = (lengths.last().copied().unwrap_or(1), steps.last().copied().unwrap_or(0));
    let outer = &lengths[..lengths.len().saturating_sub(1)];
    let mut index: SmallVec<[usize; 8]> = SmallVec::from_elem(0, outer.len());
    Selection::of_offsets(mask::count(&mask), |see| {
        for row in mask.chunks_exact(row.max(1)) {
            let parts = index.iter().zip(steps).map(|(index, step)| step.wrapping_mul(index.cast_signed()));
            let first = parts.fold(0_isize, isize::wrapping_add);
            layout::advance(&mut index, outer);
            mask::offsets(row, first, step, see);
        }
        Ok(())
    })
}
