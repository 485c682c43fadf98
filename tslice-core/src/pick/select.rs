//! Masks of the whole shape.

use alloc::borrow::Cow;

use smallvec::SmallVec;

use super::elements::Listable as _;
use super::error::PickError;
use super::mask::{self, WORD, bits};
use super::read::Selected;
use super::selection::Selection;
use super::write::PickMut;
use crate::array::{Array, AsView, Owned, Read, Ref, Write};
use crate::copy::{Sink, collect};
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
        or_panic(self.try_select(mask))
    }

    /// [`select`](Self::select), with its error as a value.
    pub(crate) fn try_select<M: AsView<bool> + ?Sized>(
        &self,
        mask: &M,
    ) -> Result<Array<Owned<S::Elem>, Rank<1>>, PickError>
    where
        S::Elem: Clone,
    {
        let mask = mask.as_view();
        check_shape(mask.lengths(), self.lengths())?;
        match (self.view().as_slice(), mask.as_slice()) {
            (Some(source), Some(mask)) => {
                let count = mask::count(mask);
                let data = collect(layout::reserve(&[count])?, count, |to| {
                    keep(source, mask, to);
                    Ok::<_, PickError>(())
                })?;
                Ok(data.into())
            }
            _ => self.with_masked(&mask, |selected| selected.collect()),
        }
    }

    /// Calls a function with what a mask of the whole shape selects.
    fn with_masked<R, E: Dims>(
        &self,
        mask: &Array<Ref<'_, bool>, E>,
        see: impl FnOnce(Selected<'_, '_, S::Elem>) -> Result<R, PickError>,
    ) -> Result<R, PickError>
    where
        S::Elem: Clone,
    {
        let selection = selected(self.lengths(), self.steps(), mask)?;
        // SAFETY: `Selected::new` needs a selection of this array: this is one.
        see(unsafe { Selected::new(self, &selection) })
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
        or_panic(self.try_select_mut(mask))
    }

    /// [`select_mut`](Self::select_mut), with its error as a value.
    pub(crate) fn try_select_mut<'a, M: AsView<bool> + ?Sized>(
        &'a mut self,
        mask: &'a M,
    ) -> Result<PickMut<'a, S::Elem>, PickError>
    where
        S: Write,
    {
        let mask = mask.as_view();
        check_shape(mask.lengths(), self.lengths())?;
        let selection = match mask.as_slice().filter(|_| self.is_contiguous()) {
            Some(mask) => {
                let list = Array::<Ref<'a, bool>, Rank<1>>::from_slice(&[mask.len()], mask);
                Selection::of_mask(bool::elements(list), mask.len())?
            }
            None => selected(self.lengths(), self.steps(), &mask)?,
        };
        // SAFETY: `PickMut::new` needs a selection of this array: the positions of a mask as long as the elements, if they are contiguous, or
        // those of the array's layout.
        Ok(unsafe { PickMut::new(self.view_mut(), selection) })
    }
}

fn check_shape(mask: &[usize], shape: &[usize]) -> Result<(), PickError> {
    match mask == shape {
        true => Ok(()),
        false => Err(PickError::MaskShape { mask: mask.into(), shape: shape.into() }),
    }
}

/// Copies the elements of a slice at which a mask of its length is true.
fn keep<T: Clone>(source: &[T], mask: &[bool], to: &mut Sink<'_, T>) {
    for (source, mask) in source.chunks(WORD).zip(mask.chunks(WORD)) {
        let mut bits = bits(mask);
        let changes = (bits ^ bits << 1).count_ones() as usize;
        if changes > WORD / 8 {
            // Branchless: each position is written, and kept if it is selected.
            let (mut positions, mut at) = ([0_u8; WORD + 1], 0);
            for (position, &selected) in (0..).zip(mask) {
                positions[at] = position;
                at += usize::from(selected);
            }
            to.elements(positions[..at].iter().map(|&position| source[usize::from(position)].clone()));
        } else {
            let mut first = 0;
            while bits != 0 {
                let gap = bits.trailing_zeros() as usize;
                let run = (bits >> gap).trailing_ones() as usize;
                // Most runs of few elements are of one, for which a call that copies takes long.
                match source[first + gap..][..run] {
                    [ref one] => to.element(one),
                    ref run => to.run(run),
                }
                first += gap + run;
                bits = bits.checked_shr((gap + run) as u32).unwrap_or(0);
            }
        }
    }
}

/// The elements of a layout that a mask of its shape selects.
fn selected<'l, D: Dims>(
    lengths: &[usize],
    steps: &[isize],
    mask: &Array<Ref<'_, bool>, D>,
) -> Result<Selection<'l>, PickError> {
    let mask = match mask.as_slice() {
        Some(mask) => Cow::Borrowed(mask),
        None => Cow::Owned(mask.try_to_vec()?),
    };
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
