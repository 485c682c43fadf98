//! Several parts of one array: exclusive slices at once, and an axis split in two.

use smallvec::SmallVec;

use super::{Array, Mut, Read, Write};
use crate::error::{ShapeError, SliceError, or_panic};
use crate::layout::{self, Dims, Layout, Rewritten as _, Selection};
use crate::resolve::{self, Slices};
use crate::spec::EncodingRef;

/// A tuple of one to eight specs, which [`multi_slice_mut`](Array::multi_slice_mut) takes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tuple of specs",
    label = "write a tuple of one to eight specs, as in `(s![0], s![1:])`"
)]
pub trait MultiSlice<'a, T, D: Dims> {
    /// The tuple of exclusive views, one for each spec.
    type Views;

    /// Slices by each spec, if no two of them select a common element.
    #[doc(hidden)]
    fn split(self, all: Array<Mut<'a, T>, D>) -> Result<Self::Views, SliceError>;
}

/// The two parts of an array that is split along an axis.
pub type Halves<S, D> = [Array<S, D>; 2];

/// Checks that no two encodings select a common element of a shape.
fn check_disjoint(encodings: &[EncodingRef<'_>], shape: &[usize]) -> Result<(), SliceError> {
    let mut selections: SmallVec<[SmallVec<[Selection; 8]>; 6]> = SmallVec::new();
    for (second, encoding) in encodings.iter().enumerate() {
        let own = resolve::selections(*encoding, shape)?;
        if let Some(first) = selections.iter().position(|other| !layout::disjoint(other, &own)) {
            return Err(SliceError::Overlap { first, second });
        }
        selections.push(own);
    }
    Ok(())
}

/// A slice of an array that is given up for its parts.
///
/// # Safety
///
/// No other part of the array has an element of this one.
unsafe fn part<'a, T, D: Dims, P: Slices<D>>(
    all: &Array<Mut<'a, T>, D>,
    spec: P,
) -> Result<Array<Mut<'a, T>, P::Output>, SliceError> {
    let (offset, layout) = spec.resolve(&all.layout)?;
    // SAFETY: `offset` needs a result inside the allocation: resolving gives the offset of an element, or 0 if there is none.
    // Nobody else reaches the elements, because no other part has them (the condition of `part`).
    Ok(Array { storage: Mut::at(unsafe { all.storage.ptr.offset(offset) }), layout })
}

macro_rules! tuples {
    ($(($($spec:ident $at:tt),+))+) => {$(
        impl<'a, T: 'a, D: Dims, $($spec: Slices<D>),+> MultiSlice<'a, T, D> for ($($spec,)+) {
            type Views = ($(Array<Mut<'a, T>, $spec::Output>,)+);

            fn split(self, all: Array<Mut<'a, T>, D>) -> Result<Self::Views, SliceError> {
                check_disjoint(&[$(self.$at.as_encoding()),+], all.lengths())?;
                // SAFETY: `part` needs parts without common elements: `check_disjoint` found the specs to select none twice.
                Ok(($(unsafe { part(&all, self.$at) }?,)+))
            }
        }
    )+};
}

tuples! {
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, E 3)
    (A 0, B 1, C 2, E 3, F 4)
    (A 0, B 1, C 2, E 3, F 4, G 5)
    (A 0, B 1, C 2, E 3, F 4, G 5, H 6)
    (A 0, B 1, C 2, E 3, F 4, G 5, H 6, I 7)
}

impl<S: Write, D: Dims> Array<S, D> {
    /// Returns several exclusive slices at once: a tuple of specs gives a tuple of views.
    ///
    /// Slices may interleave (even and odd columns, for example), but no element may be in two of them.
    ///
    /// # Panics
    ///
    /// If two slices share an element, or one of them is invalid on its own.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let mut t = Tensor::<_, 2>::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
    /// let (mut even, odd) = t.multi_slice_mut((s![:, ::2], s![:, 1::2]));
    /// even.assign(&odd);
    /// assert_eq!(t, [[2, 2, 4, 4], [6, 6, 8, 8]]);
    /// ```
    #[must_use]
    #[track_caller]
    pub fn multi_slice_mut<'s, M: MultiSlice<'s, S::Elem, D>>(&'s mut self, specs: M) -> M::Views {
        or_panic(self.try_multi_slice_mut(specs))
    }

    /// As [`multi_slice_mut`](Self::multi_slice_mut), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If two slices share an element, or one of them is invalid on its own.
    pub fn try_multi_slice_mut<'s, M: MultiSlice<'s, S::Elem, D>>(
        &'s mut self,
        specs: M,
    ) -> Result<M::Views, SliceError> {
        specs.split(self.view_mut())
    }

    /// As [`split_at`](Self::split_at), but exclusive: the elements can be written.
    ///
    /// # Panics
    ///
    /// If there is no such axis, or it has fewer than `at` positions.
    #[must_use]
    #[track_caller]
    pub fn split_at_mut(&mut self, axis: usize, at: usize) -> Halves<Mut<'_, S::Elem>, D::Ranked> {
        or_panic(self.try_split_at_mut(axis, at))
    }

    /// As [`split_at_mut`](Self::split_at_mut), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is no such axis, or it has fewer than `at` positions.
    pub fn try_split_at_mut(
        &mut self,
        axis: usize,
        at: usize,
    ) -> Result<Halves<Mut<'_, S::Elem>, D::Ranked>, ShapeError> {
        let ([low, high], offset) = split::<D>(&self.layout, axis, at)?;
        let first = self.storage.ptr_mut();
        // SAFETY: `offset` needs a result inside the allocation: as in `try_split_at`. The two parts have different positions
        // of the axis, so no element is in both (invariant 2).
        let second = unsafe { first.offset(offset) };
        Ok([Array { storage: Mut::at(first), layout: low }, Array { storage: Mut::at(second), layout: high }])
    }
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Splits an axis in two views: its first `at` positions, and the others.
    ///
    /// ```
    /// let v = tslice::View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6]]);
    /// let [left, right] = v.split_at(1, 2);
    /// assert_eq!(left, [[1, 2], [4, 5]]);
    /// assert_eq!(right, [[3], [6]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such axis, or it has fewer than `at` positions.
    #[must_use]
    #[track_caller]
    pub fn split_at(&self, axis: usize, at: usize) -> Halves<S::Lent<'_>, D::Ranked> {
        or_panic(self.try_split_at(axis, at))
    }

    /// As [`split_at`](Self::split_at), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is no such axis, or it has fewer than `at` positions.
    pub fn try_split_at(&self, axis: usize, at: usize) -> Result<Halves<S::Lent<'_>, D::Ranked>, ShapeError> {
        let ([low, high], offset) = split::<D>(&self.layout, axis, at)?;
        let first = self.storage.ptr();
        // SAFETY: `offset` needs a result inside the allocation: it is that of the first element of the second part, or 0 if
        // that part is empty.
        let second = unsafe { first.offset(offset) };
        let lend = |first, layout| Array { storage: self.storage.lend(first), layout };
        Ok([lend(first, low), lend(second, high)])
    }
}

/// The layouts of the two parts, and the offset of the first element of the second.
fn split<D: Dims>(
    layout: &D::Layout,
    axis: usize,
    at: usize,
) -> Result<([<D::Ranked as Dims>::Layout; 2], isize), ShapeError> {
    let rank = layout.shape().len();
    let Some(&len) = layout.shape().get(axis) else { return Err(ShapeError::AxisOutOfRange { axis, rank }) };
    if at > len {
        return Err(ShapeError::SplitOutOfRange { axis, at, len });
    }
    let with = |count: usize| {
        let mut part = D::ranked(layout);
        if let Some((lengths, steps)) = part.reset(rank) {
            lengths.copy_from_slice(layout.shape());
            steps.copy_from_slice(layout.strides());
            lengths[axis] = count;
        }
        part
    };
    let parts = [with(at), with(len - at)];
    let empty = parts[1].shape().contains(&0);
    // An element of the second part is one of the array, so its offset does not overflow.
    let offset = if empty { 0 } else { at.cast_signed().wrapping_mul(layout.strides()[axis]) };
    Ok((parts, offset))
}
