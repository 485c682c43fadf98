//! Masks of the whole shape.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use smallvec::SmallVec;

use super::error::PickError;
use super::plan::Plan;
use super::positions::{WORD, bits, count, selected_offsets};
use super::write::PickMut;
use crate::array::{Array, AsView, Owned, Read, Ref, Write};
use crate::error::{ShapeError, or_panic};
use crate::layout::{self, Dims};
use crate::rank::Rank;

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
    /// If [`try_select`](Self::try_select) returns an error.
    #[doc(alias("boolean_mask", "masked_select", "extract", "filter", "where"))]
    #[must_use]
    #[track_caller]
    pub fn select<M: AsView<bool> + ?Sized>(&self, mask: &M) -> Array<Owned<S::Elem>, Rank<1>>
    where
        S::Elem: Clone,
    {
        or_panic(self.try_select(mask))
    }

    /// Works like [`select`](Self::select), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the mask has another shape than the array, or the result does not fit in memory.
    pub fn try_select<M: AsView<bool> + ?Sized>(
        &self,
        mask: &M,
    ) -> Result<Array<Owned<S::Elem>, Rank<1>>, PickError>
    where
        S::Elem: Clone,
    {
        let mask = mask.as_view();
        check_shape(mask.lengths(), self.lengths())?;
        match (self.view().as_slice(), mask.as_slice()) {
            (Some(source), Some(mask)) => Ok(kept(source, mask)?.into()),
            _ => self.picked(&selected(self.lengths(), self.steps(), &mask)?),
        }
    }
}

impl<S: Read, D: Dims> Array<S, D> {
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
    /// If [`try_select_mut`](Self::try_select_mut) returns an error.
    #[doc(alias("masked_fill", "put_mask", "place"))]
    #[track_caller]
    pub fn select_mut<M: AsView<bool> + ?Sized>(&mut self, mask: &M) -> PickMut<'_, S::Elem>
    where
        S: Write,
    {
        or_panic(self.try_select_mut(mask))
    }

    /// Works like [`select_mut`](Self::select_mut), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the mask has another shape than the array.
    pub fn try_select_mut<M: AsView<bool> + ?Sized>(
        &mut self,
        mask: &M,
    ) -> Result<PickMut<'_, S::Elem>, PickError>
    where
        S: Write,
    {
        let mask = mask.as_view();
        check_shape(mask.lengths(), self.lengths())?;
        let plan = selected(self.lengths(), self.steps(), &mask)?;
        Ok(PickMut::new(self.view_mut().into_dyn(), plan))
    }
}

fn check_shape(mask: &[usize], shape: &[usize]) -> Result<(), PickError> {
    match mask == shape {
        true => Ok(()),
        false => Err(PickError::MaskShape { mask: mask.into(), shape: shape.into() }),
    }
}

/// The elements of a slice at which a mask of its length is true.
fn kept<T: Clone>(source: &[T], mask: &[bool]) -> Result<Vec<T>, ShapeError> {
    let count = mask.chunks(WORD).map(|word| usize::from(count(word))).sum();
    let mut kept: Vec<T> = layout::reserve(&[count])?;
    for (source, mask) in source.chunks(WORD).zip(mask.chunks(WORD)) {
        let mut bits = bits(mask);
        let changes = (bits ^ bits << 1).count_ones() as usize;
        if changes > WORD / 8 {
            // Each position is written, and kept if it is selected: no branch has to be foreseen.
            let (mut positions, mut at) = ([0_u8; WORD + 1], 0);
            for (position, &selected) in (0..).zip(mask) {
                positions[at] = position;
                at += usize::from(selected);
            }
            kept.extend(positions[..at].iter().map(|&position| source[usize::from(position)].clone()));
        } else {
            let mut first = 0;
            while bits != 0 {
                let gap = bits.trailing_zeros() as usize;
                let run = (bits >> gap).trailing_ones() as usize;
                // Most runs of few elements are of one, for which a call that copies takes long.
                match source[first + gap..][..run] {
                    [ref one] => kept.push(one.clone()),
                    ref run => kept.extend_from_slice(run),
                }
                first += gap + run;
                bits = bits.checked_shr((gap + run) as u32).unwrap_or(0);
            }
        }
    }
    Ok(kept)
}

/// The elements of a layout that a mask of its shape selects.
fn selected<D: Dims>(
    lengths: &[usize],
    steps: &[isize],
    mask: &Array<Ref<'_, bool>, D>,
) -> Result<Plan, PickError> {
    let mask = match mask.as_slice() {
        Some(mask) => Cow::Borrowed(mask),
        None => Cow::Owned(mask.try_to_vec()?),
    };
    let mut offsets = Vec::new();
    let (row, step) = (lengths.last().copied().unwrap_or(1), steps.last().copied().unwrap_or(0));
    let outer = &lengths[..lengths.len().saturating_sub(1)];
    let mut index: SmallVec<[usize; 8]> = SmallVec::from_elem(0, outer.len());
    for row in mask.chunks_exact(row.max(1)) {
        let parts = index.iter().zip(steps).map(|(index, step)| step.wrapping_mul(index.cast_signed()));
        selected_offsets(row, parts.fold(0_isize, isize::wrapping_add), step, &mut offsets)?;
        layout::advance(&mut index, outer);
    }
    Ok(Plan::of_offsets(offsets))
}
