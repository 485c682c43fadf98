//! What users of NumPy and of tensors write first, where it takes more than one call here.

use alloc::vec::Vec;
use core::hint;

use num_traits::{AsPrimitive, Zero};
use smallvec::SmallVec;

use super::axis_count::axis_of;
use super::{Array, AsView, Integer, Owned, Read, zip};
use crate::copy::{FEW, is_copy};
use crate::error::{AxisError, ShapeError, or_panic};
use crate::layout::{self, Dims, Dynamic, IntoShape, Layout as _};
use crate::rank::Dyn;

impl<T: Clone + Zero, D: Dims> Array<Owned<T>, D> {
    /// Makes an array of zeros of the shape of another array.
    ///
    /// ```
    /// use tslice::{Tensor, tensor};
    ///
    /// assert_eq!(Tensor::zeros_like(&tensor![[1, 2]]), [[0, 0]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If memory runs out.
    #[must_use]
    pub fn zeros_like<S: Read<Elem = T>>(array: &Array<S, D>) -> Self {
        Self::from_parts(array.lengths(), alloc::vec![T::zero(); array.len()])
    }
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns whether a function returns `true` for every element. It is not called any more after the first `false`.
    ///
    /// ```
    /// let t = tslice::tensor![[1, 2], [3, 4]];
    /// assert!(t.all(|&x| x > 0) && !t.any(|&x| x > 4));
    /// ```
    #[inline]
    #[must_use]
    pub fn all(&self, mut f: impl FnMut(&S::Elem) -> bool) -> bool {
        match self.view().as_slice() {
            Some(elements) => {
                // Some elements by code of their own, so that the loop takes no more time than they do.
                let (parts, rest) = elements.as_chunks::<8>();
                parts.iter().all(|part| part.iter().all(&mut f)) && rest.iter().all(f)
            }
            // A plan takes longer than few elements do.
            None if self.len() < FEW => self.into_iter().all(f),
            None => zip((self,)).all(|(element,)| f(element)),
        }
    }

    /// Returns whether a function returns `true` for an element. It is not called any more after the first `true`.
    #[inline]
    #[must_use]
    pub fn any(&self, mut f: impl FnMut(&S::Elem) -> bool) -> bool {
        !self.all(move |element| !f(element))
    }

    /// Returns for how many elements a function returns `true`.
    ///
    /// ```
    /// assert_eq!(tslice::tensor![[1, 5], [6, 4]].count(|&x| x > 4), 2);
    /// ```
    #[doc(alias("count_nonzero"))]
    #[inline]
    #[must_use]
    pub fn count(&self, mut f: impl FnMut(&S::Elem) -> bool) -> usize {
        self.into_iter().fold(0, |count, element| count + usize::from(f(element)))
    }

    /// Returns the elements as numbers of another type, by the rules of `as`: `t.cast::<f64>()`.
    ///
    /// ```
    /// assert_eq!(tslice::tensor![1, 2].cast::<f64>().mean(), 1.5);
    /// ```
    ///
    /// # Panics
    ///
    /// If memory runs out.
    #[doc(alias("astype"))]
    #[must_use]
    #[track_caller]
    pub fn cast<U: Copy + 'static>(&self) -> Array<Owned<U>, D>
    where
        S::Elem: AsPrimitive<U>,
    {
        self.map(|element| element.as_())
    }

    /// Returns a copy with `value` where a mask is `true`, as `masked_fill` of PyTorch does. The mask is broadcast; to write in place, use
    /// [`select_mut`](Self::select_mut).
    ///
    /// ```
    /// assert_eq!(tslice::tensor![[1, 2], [3, 4]].masked_fill(&[false, true], 0), [[1, 0], [3, 0]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the mask does not broadcast to the shape of the array, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn masked_fill(&self, mask: impl AsView<bool>, value: S::Elem) -> Array<Owned<S::Elem>, D>
    where
        S::Elem: Clone,
    {
        let (array, mask) = (self.view(), mask.as_view());
        let choose = |x: &S::Elem, masked: bool| match is_copy::<S::Elem>() {
            // Both are read, so that no branch has to be foreseen.
            true => hint::select_unpredictable(masked, value.clone(), x.clone()),
            false if masked => value.clone(),
            false => x.clone(),
        };
        let filled = match (array.as_slice(), mask.as_slice()) {
            (Some(elements), Some(masked)) if mask.lengths() == array.lengths() => {
                zip((elements, masked)).map(|(x, &masked)| choose(x, masked)).into_vec()
            }
            _ => {
                let mask = or_panic(mask.into_dyn().try_broadcast_to(array.lengths()));
                zip((array.into_dyn(), mask)).map(|(x, &masked)| choose(x, masked)).into_vec()
            }
        };
        Array::from_parts(self.lengths(), filled)
    }

    /// Repeats each position of an axis `count` times, one beside the other, as `np.repeat` does.
    ///
    /// ```
    /// let t = tslice::tensor![[1, 2]];
    /// assert_eq!((t.repeat(2, 1), t.tile([2, 2])), (tslice::tensor![[1, 1, 2, 2]], tslice::tensor![[1, 2, 1, 2], [1, 2, 1, 2]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such axis, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn repeat(&self, count: usize, axis: impl Integer) -> Array<Owned<S::Elem>, D::Ranked>
    where
        S::Elem: Clone,
    {
        let axis = or_panic(axis_of(axis, self.rank()).map_err(ShapeError::Axis));
        let mut counts: SmallVec<[usize; 8]> = SmallVec::from_elem(1, self.rank());
        counts[axis] = count;
        or_panic(self.repeated(&counts, 1))
    }

    /// Repeats the whole array `counts` times along each axis, as `np.tile` does.
    ///
    /// # Panics
    ///
    /// If there is not one count for each axis, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn tile(&self, counts: impl IntoShape<D>) -> Array<Owned<S::Elem>, D::Ranked>
    where
        S::Elem: Clone,
    {
        or_panic(self.repeated(counts.lengths().as_ref(), 0))
    }

    /// A copy with each axis repeated: as a whole if `place` is 0, or position by position if it is 1.
    fn repeated(&self, counts: &[usize], place: usize) -> Result<Array<Owned<S::Elem>, D::Ranked>, ShapeError>
    where
        S::Elem: Clone,
    {
        if counts.len() != self.rank() {
            return Err(AxisError::RankMismatch { expected: counts.len(), rank: self.rank() }.into());
        }
        let scaled = self.lengths().iter().zip(counts).map(|(len, count)| len.saturating_mul(*count));
        let shape: SmallVec<[usize; 8]> = scaled.collect();
        layout::check_count(&shape)?;
        // Each axis has another one beside it, along which it is repeated, and one copy takes all of them.
        let mut layout = Dynamic::blank();
        for ((&len, &stride), &count) in self.lengths().iter().zip(self.steps()).zip(counts) {
            let (lengths, strides) =
                if place == 0 { ([count, len], [0, stride]) } else { ([len, count], [stride, 0]) };
            layout.shape.extend(lengths);
            layout.strides.extend(strides);
        }
        if shape.contains(&0) {
            return Ok(Array::from_parts(&shape, Vec::new()));
        }
        // SAFETY: `part` needs index tuples that lead to elements: without the axes that repeat, which have stride 0, they are those of
        // this array. They were counted: no length is 0, so that they are as many as the result has.
        let view: Array<S::Lent<'_>, Dyn> = unsafe { self.part(0, layout) };
        Ok(Array::from_parts(&shape, view.try_to_vec()?))
    }
}
