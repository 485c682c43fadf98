//! Masks of the whole shape.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use smallvec::SmallVec;

use super::element::Along;
use super::error::PickError;
use super::mask::{self, WORD, bits};
use super::offsets::Offsets;
use super::places::Places;
use super::plan::Plan;
use super::planned::Planned;
use super::points::Lent;
use super::write::PickMut;
use crate::array::{Array, AsView, Owned, Read, Ref, Write};
use crate::copy::{Buffer, Sink};
use crate::error::or_panic;
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
    #[doc(alias("boolean_mask", "extract", "filter", "where"))]
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
            (Some(source), Some(mask)) => {
                let mut data: Vec<S::Elem> = layout::reserve(&[mask::count(mask)])?;
                keep(source, mask, &mut data);
                Ok(data.into())
            }
            _ => self.planned_of_mask(&mask)?.collect(),
        }
    }

    /// Works like [`select`](Self::select), but writes into the caller's buffer.
    ///
    /// # Panics
    ///
    /// If [`try_select_into`](Self::try_select_into) returns an error.
    #[track_caller]
    pub fn select_into<M: AsView<bool> + ?Sized>(&self, mask: &M, target: &mut [S::Elem])
    where
        S::Elem: Clone,
    {
        or_panic(self.try_select_into(mask, target));
    }

    /// Works like [`select_into`](Self::select_into), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the mask has another shape than the array, or selects another number of elements than `target` has. On error `target` is
    /// unchanged.
    pub fn try_select_into<M: AsView<bool> + ?Sized>(
        &self,
        mask: &M,
        target: &mut [S::Elem],
    ) -> Result<(), PickError>
    where
        S::Elem: Clone,
    {
        let mask = mask.as_view();
        check_shape(mask.lengths(), self.lengths())?;
        match (self.view().as_slice(), mask.as_slice()) {
            (Some(source), Some(mask)) => {
                layout::check_len(&[mask::count(mask)], target.len())?;
                keep(source, mask, &mut Buffer::new(target));
                Ok(())
            }
            _ => self.planned_of_mask(&mask)?.write(target),
        }
    }

    /// What a mask of the whole shape selects.
    fn planned_of_mask<E: Dims>(
        &self,
        mask: &Array<Ref<'_, bool>, E>,
    ) -> Result<Planned<'_, S::Elem>, PickError> {
        let plan = selected(self.lengths(), self.steps(), mask)?;
        // SAFETY: `Planned::new` needs a plan of this array: this is one.
        Ok(unsafe { Planned::new(self, plan) })
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
    /// If [`try_select_mut`](Self::try_select_mut) returns an error.
    #[doc(alias("put_mask", "place"))]
    #[track_caller]
    pub fn select_mut<'a, M: AsView<bool> + ?Sized>(&'a mut self, mask: &'a M) -> PickMut<'a, S::Elem>
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
    pub fn try_select_mut<'a, M: AsView<bool> + ?Sized>(
        &'a mut self,
        mask: &'a M,
    ) -> Result<PickMut<'a, S::Elem>, PickError>
    where
        S: Write,
    {
        let mask = mask.as_view();
        check_shape(mask.lengths(), self.lengths())?;
        if let Some(mask) = mask.as_slice().filter(|_| self.is_contiguous()) {
            // SAFETY: `PickMut::new` needs places of this array: all elements follow each other, and the mask has as many.
            return Ok(unsafe { PickMut::new(self.view_mut(), Places::Lent(Lent::of_mask(mask))) });
        }
        let plan = selected(self.lengths(), self.steps(), &mask)?;
        // SAFETY: `PickMut::new` needs places of this array: this is a plan of it.
        Ok(unsafe { PickMut::new(self.view_mut(), plan.into()) })
    }
}

fn check_shape(mask: &[usize], shape: &[usize]) -> Result<(), PickError> {
    match mask == shape {
        true => Ok(()),
        false => Err(PickError::MaskShape { mask: mask.into(), shape: shape.into() }),
    }
}

/// Copies the elements of a slice at which a mask of its length is true.
fn keep<T: Clone>(source: &[T], mask: &[bool], to: &mut impl Sink<T>) {
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
fn selected<D: Dims>(
    lengths: &[usize],
    steps: &[isize],
    mask: &Array<Ref<'_, bool>, D>,
) -> Result<Plan, PickError> {
    let mask = match mask.as_slice() {
        Some(mask) => Cow::Borrowed(mask),
        None => Cow::Owned(mask.try_to_vec()?),
    };
    let axes = lengths.iter().zip(steps).enumerate();
    let along = axes.map(|(axis, (&len, &stride))| Along { axis, len, stride });
    let mut offsets = Offsets::new(mask::count(&mask), along)?;
    let (row, step) = (lengths.last().copied().unwrap_or(1), steps.last().copied().unwrap_or(0));
    let outer = &lengths[..lengths.len().saturating_sub(1)];
    let mut index: SmallVec<[usize; 8]> = SmallVec::from_elem(0, outer.len());
    for row in mask.chunks_exact(row.max(1)) {
        let parts = index.iter().zip(steps).map(|(index, step)| step.wrapping_mul(index.cast_signed()));
        let first = parts.fold(0_isize, isize::wrapping_add);
        mask::offsets(row, first, step, &mut |block| offsets.append(block))?;
        layout::advance(&mut index, outer);
    }
    Ok(Plan::of_offsets(offsets))
}
