//! Masks of the first axes, or of all.

use alloc::borrow::Cow;

use smallvec::SmallVec;

use super::elements::{List, contiguous};
use super::error::PickError;
use super::mask;
use super::part::parts_of_axis;
use super::read::Selected;
use super::selection::Selection;
use super::write::PickMut;
use crate::array::{Array, AsView, Owned, Read, Ref, Write};
use crate::error::or_panic;
use crate::layout::{self, Dims, Dynamic, Ranked, SelectBy};

impl<S: Read, D: Dims> Array<S, D> {
    /// Copies the elements at which a mask is `true`, in row-major order, as `a[mask]` does in NumPy.
    ///
    /// The mask has the shape of the array, or of its first axes: one axis of the result takes their place, and each `true` selects
    /// what is left of the others. Masks of any other axis are for [`compress`](Self::compress).
    ///
    /// ```
    /// use tslice::Tensor;
    ///
    /// let t = Tensor::<_, 2>::from([[1, -2, 3], [-4, 5, -6]]);
    /// assert_eq!(t.select(&t.map(|x| *x < 0)), [-2, -4, -6]);
    /// assert_eq!(t.select(&[false, true]), [[-4, 5, -6]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the mask has another shape than the array or its first axes, or the result does not fit in memory.
    #[doc(alias("boolean_mask", "extract", "filter", "where"))]
    #[must_use]
    #[track_caller]
    pub fn select<M: AsView<bool> + ?Sized, E: Ranked>(&self, mask: &M) -> Array<Owned<S::Elem>, E>
    where
        S::Elem: Clone,
        D::Ranked: SelectBy<<M::Dims as Dims>::Ranked, Selected = E>,
    {
        let selection = or_panic(selected(self, &mask.as_view()));
        // SAFETY: `Selected::new` needs a selection of this array: this is one.
        or_panic(unsafe { Selected::new(self, &selection) }.collect())
    }

    /// Selects the elements at which a mask of the array, or of its first axes, is `true`, to be written: see [`PickMut`].
    ///
    /// ```
    /// use tslice::Tensor;
    ///
    /// let mut t = Tensor::<_, 2>::from([[1, -2, 3], [-4, 5, -6]]);
    /// let negative = t.map(|x| *x < 0);
    /// t.select_mut(&negative).fill(0);
    /// assert_eq!(t, [[1, 0, 3], [0, 5, 0]]);
    ///
    /// let mut image = Tensor::<u8, 3>::zeros([2, 2, 3]);
    /// image.select_mut(&[[true, false], [false, false]]).assign(&[255, 128, 0]);
    /// assert_eq!(image, [[[255, 128, 0], [0; 3]], [[0; 3]; 2]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the mask has another shape than the array or its first axes.
    #[doc(alias("put_mask", "place"))]
    #[track_caller]
    pub fn select_mut<'a, M: AsView<bool> + ?Sized>(&'a mut self, mask: &'a M) -> PickMut<'a, S::Elem>
    where
        S: Write,
        D::Ranked: SelectBy<<M::Dims as Dims>::Ranked>,
    {
        let selection = or_panic(selected(self, &mask.as_view()));
        // SAFETY: `PickMut::new` needs a selection for an array of this base: this is one, and the view is given up.
        unsafe { PickMut::new(self.view_mut().into_base().0, selection) }
    }
}

/// The elements of an array that a mask of its first axes selects.
fn selected<'l, S: Read, D: Dims, E: Dims>(
    array: &Array<S, D>,
    mask: &Array<Ref<'l, bool>, E>,
) -> Result<Selection<'l>, PickError> {
    let axes = mask.rank();
    if array.lengths().get(..axes) != Some(mask.lengths()) {
        return Err(PickError::MaskShape { mask: mask.lengths().into(), shape: array.lengths().into() });
    }
    let (lengths, inner) = array.lengths().split_at(axes);
    let (steps, inner_steps) = array.steps().split_at(axes);
    // If the axes of the mask read as one, it is a list of that axis.
    let mut shape: SmallVec<[usize; 8]> = SmallVec::from_elem(mask.len(), 1);
    shape.extend_from_slice(inner);
    let joined = layout::reshape_strides(array.layout(), &shape);
    let mask = contiguous(mask)?;
    if let (Cow::Borrowed(mask), Ok(joined)) = (&mask, joined) {
        let list = [List::of(mask)];
        let parts = parts_of_axis(&list, 0, &shape);
        return Selection::new::<S::Elem>(&parts, &Dynamic::of(&shape, &joined));
    }
    let (row, step) = (lengths.last().copied().unwrap_or(1), steps.last().copied().unwrap_or(0));
    let outer = &lengths[..lengths.len().saturating_sub(1)];
    let mut index: SmallVec<[usize; 8]> = SmallVec::from_elem(0, outer.len());
    Selection::of_offsets(mask::count(&mask), (inner, inner_steps), |see| {
        for row in mask.chunks_exact(row.max(1)) {
            let parts = index.iter().zip(steps).map(|(index, step)| step.wrapping_mul(index.cast_signed()));
            let first = parts.fold(0_isize, isize::wrapping_add);
            layout::advance(&mut index, outer);
            mask::offsets(row, first, step, see);
        }
    })
}
