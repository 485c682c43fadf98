//! Slicing along an axis that is known at run time.

use crate::array::{Array, Integer, Mut, Read, Write, bound};
use crate::error::{AxisError, SliceError, or_panic};
use crate::layout::{Dims, Layout, Ranked, signed};
use crate::resolve::{self, Slices};
use crate::spec::AsEncoding;

/// Offset and layout of the slice whose spec begins at an axis.
#[inline]
fn resolve_at<L: Layout, M: Layout>(
    spec: &impl AsEncoding,
    axis: i64,
    layout: &L,
) -> Result<(isize, M), SliceError> {
    let (encoding, rank) = (spec.as_encoding(), layout.shape().len());
    let (taken, given) = encoding.forms().axes(encoding.begin.len());
    // A spec that takes no axis can stand behind the last one, as the axis that it gives can.
    let places = if taken == 0 { rank + given } else { rank };
    let first = if axis < 0 { axis + signed(places) } else { axis };
    let first = match usize::try_from(first) {
        Ok(first) if first < places && first <= rank => first,
        _ => return Err(SliceError::Axis(AxisError::OutOfRange { axis, rank })),
    };
    resolve::resolve(encoding, first, layout)
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Works like [`slice`](Self::slice), for a spec whose first entry is for `axis`: the axes before it stay whole. So the axis may be
    /// known at run time only, and the rank of the result is a type. An axis below 0 counts from the end.
    ///
    /// ```
    /// use tslice::{Tensor, View, s};
    ///
    /// let t = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    /// let axis = 1;
    /// assert_eq!(t.slice_axis(axis, s![1:]), [[2, 3], [5, 6]]);
    /// assert_eq!(t.slice_axis(-1, s![::-1]), [[3, 2, 1], [6, 5, 4]]); // np.flip
    /// let column: View<i32, 1> = t.slice_axis(axis, s![0]);
    /// assert_eq!(column, [1, 4]);
    /// assert_eq!(t.slice_axis(-1, s![newaxis]).shape(), &[2, 3, 1]); // np.expand_dims: the axis is one of the result
    /// ```
    ///
    /// # Panics
    ///
    /// If the axis does not exist, an index is out of bounds, a run-time stride is 0, or the spec takes more axes than there are from
    /// `axis` on.
    #[doc(alias("narrow", "flip"))]
    #[inline]
    #[track_caller]
    pub fn slice_axis<P: Slices<D::Ranked, Output = E>, E: Ranked>(
        &self,
        axis: impl Integer,
        spec: P,
    ) -> Array<S::Shared<'_>, E> {
        let (offset, layout) = or_panic(resolve_at(&spec, bound(axis), self.layout()));
        // SAFETY: `part` needs index tuples that point to elements, and the offset of an element, or 0 if there is none: what a spec is
        // resolved to. The axes before those of the spec are those of this array.
        unsafe { self.part(offset, layout) }
    }

    /// Works like [`slice_axis`](Self::slice_axis), but the elements can be written.
    ///
    /// # Panics
    ///
    /// If [`slice_axis`](Self::slice_axis) would panic.
    #[inline]
    #[track_caller]
    pub fn slice_axis_mut<P: Slices<D::Ranked, Output = E>, E: Ranked>(
        &mut self,
        axis: impl Integer,
        spec: P,
    ) -> Array<Mut<'_, S::Elem>, E>
    where
        S: Write,
    {
        let (offset, layout) = or_panic(resolve_at(&spec, bound(axis), self.layout()));
        // SAFETY: `part_mut` needs index tuples that point to elements, different ones to different elements, and the offset of an
        // element, or 0 if the result is empty: the result of resolving a spec. The axes before those of the spec are those of this array.
        unsafe { self.part_mut(offset, layout) }
    }
}
