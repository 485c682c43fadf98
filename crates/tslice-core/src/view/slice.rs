//! Slicing an array: all its axes, or one that is known at run time.

use crate::array::{Array, DynView, Integer, Mut, Read, Ref, Write, axis_of, bound};
use crate::error::{AxisError, Message, SliceError, or_panic};
use crate::layout::{Dims, Fixed, Layout, Rank, Ranked};
use crate::resolve::{self, Slices};
use crate::spec::{AsEncoding, Entry, Kind, Range, Spec};

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns a view of the elements that a spec selects:
    /// `array.slice(s![1, 2:4, newaxis, .., ::-1])`. Nothing is copied.
    ///
    /// A spec from `s!`, by value or by reference, turns rank R into R - C + P if it takes C axes
    /// and gives P axes. A `&DynSpec` gives a rank that is known at run time.
    /// The semantics are those of NumPy's basic slicing and TensorFlow's StridedSlice.
    ///
    /// # Panics
    ///
    /// If an index is out of bounds or a run-time stride is 0; if the rank of the array or of the
    /// spec is known at run time only, also if the spec takes more axes than the array has. The
    /// message names axis, index and length.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{View, s};
    ///
    /// let v = View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6]]);
    /// let column: View<i32, 1> = v.slice(s![:, -1]);
    /// assert_eq!(column, [3, 6]);
    /// assert_eq!(v.slice(s![.., ::-2]), [[3, 1], [6, 4]]);
    /// ```
    #[doc(alias(
        "column",
        "narrow",
        "flip",
        "fliplr",
        "squeeze",
        "unsqueeze",
        "expand_dims",
        "newaxis"
    ))]
    #[inline(always)]
    #[track_caller]
    pub fn slice<P: Slices<D, Output = E>, E: Dims /* one spec: s![0, 1:3] */>(
        &self,
        spec: P,
    ) -> Array<S::Shared<'_>, E> {
        if const { P::INLINED } {
            let mut layout = E::Layout::blank();
            let offset = spec.resolve_or_panic(self.layout(), &mut layout);
            // SAFETY: `part` needs index tuples that point to elements, and the offset of an
            // element, or 0 if there is none: what a spec is resolved to.
            unsafe { self.part(offset, layout) }
        } else {
            self.slice_called(spec)
        }
    }

    /// Works like [`slice`](Self::slice), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If an index or a window is out of bounds ([`SliceError::IndexOutOfBounds`],
    /// [`SliceError::WindowOutOfBounds`]), a stride is 0 ([`SliceError::ZeroStride`]), or the spec
    /// takes more axes than the array has ([`SliceError::TooManyIndices`]).
    #[inline]
    pub fn try_slice<P: Slices<D, Output = E>, E: Dims>(
        &self,
        spec: P,
    ) -> Result<Array<S::Shared<'_>, E>, SliceError> {
        // Where the proof of a spec fails when the program is built, the compiler then names the
        // line of the call.
        let _ = P::INLINED;
        let mut layout = E::Layout::blank();
        let offset = spec.resolve(self.layout(), &mut layout)?;
        // SAFETY: `part` needs index tuples that point to elements, and the offset of an element,
        // or 0 if there is none: what a spec is resolved to.
        Ok(unsafe { self.part(offset, layout) })
    }

    /// [`slice`](Self::slice) as a function of its own, which is compiled once for a kind of spec
    /// and not in each caller.
    #[inline(never)]
    #[track_caller]
    fn slice_called<P: Slices<D, Output = E>, E: Dims>(&self, spec: P) -> Array<S::Shared<'_>, E> {
        let mut layout = E::Layout::blank();
        let offset = spec.resolve_or_panic(self.layout(), &mut layout);
        // SAFETY: `part` needs index tuples that point to elements, and the offset of an element,
        // or 0 if there is none: what a spec is resolved to.
        unsafe { self.part(offset, layout) }
    }

    /// Works like [`slice`](Self::slice), but the elements can be written.
    ///
    /// # Panics
    ///
    /// If [`slice`](Self::slice) panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let mut t = Tensor::<i32, 2>::zeros([2, 3]);
    /// t.slice_mut(s![.., ::2]).fill(1);
    /// assert_eq!(t, [[1, 0, 1], [1, 0, 1]]);
    /// ```
    #[inline]
    #[track_caller]
    pub fn slice_mut<P: Slices<D, Output = E>, E: Dims /* one spec: s![0, 1:3] */>(
        &mut self,
        spec: P,
    ) -> Array<Mut<'_, S::Elem>, E>
    where
        S: Write,
    {
        // The line of a proof that fails, as in `try_slice`.
        let _ = P::INLINED;
        let mut layout = E::Layout::blank();
        let offset = spec.resolve_or_panic(self.layout(), &mut layout);
        // SAFETY: `part_mut` needs index tuples that point to elements, different ones to different
        // elements, and the offset of an element, or 0 if there is none: what a spec is resolved
        // to.
        unsafe { self.part_mut(offset, layout) }
    }

    /// Works like [`slice_mut`](Self::slice_mut), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If [`try_slice`](Self::try_slice) returns an error.
    #[inline]
    pub fn try_slice_mut<P: Slices<D, Output = E>, E: Dims>(
        &mut self,
        spec: P,
    ) -> Result<Array<Mut<'_, S::Elem>, E>, SliceError>
    where
        S: Write,
    {
        // The line of a proof that fails, as in `try_slice`.
        let _ = P::INLINED;
        let mut layout = E::Layout::blank();
        let offset = spec.resolve(self.layout(), &mut layout)?;
        // SAFETY: `part_mut` needs index tuples that point to elements, different ones to different
        // elements, and the offset of an element, or 0 if there is none: what a spec is resolved
        // to.
        Ok(unsafe { self.part_mut(offset, layout) })
    }

    /// Works like [`slice`](Self::slice), for a spec whose first entry is for `axis`: the axes
    /// before it stay whole. So the axis may be known at run time only, and the rank of the result
    /// is a type. An axis below 0 counts from the end.
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
    /// // np.expand_dims: the axis is one of the result.
    /// assert_eq!(t.slice_axis(-1, s![newaxis]).shape(), &[2, 3, 1]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the axis does not exist, an index is out of bounds, a run-time stride is 0, or the spec
    /// takes more axes than there are from `axis` on.
    #[doc(alias("narrow", "flip", "mirror", "reverse"))]
    #[inline]
    #[track_caller]
    pub fn slice_axis<P: Slices<D::Ranked, Output = E>, E: Ranked /* (axis, s![1:3]) */>(
        &self,
        axis: impl Integer,
        spec: P,
    ) -> Array<S::Shared<'_>, E> {
        let mut layout = E::Layout::blank();
        let offset = or_panic(resolve_at(&spec, bound(axis), self.layout(), &mut layout));
        // SAFETY: `part` needs index tuples that point to elements, and the offset of an element,
        // or 0 if there is none: what a spec is resolved to. The axes before those of the spec are
        // those of this array.
        unsafe { self.part(offset, layout) }
    }

    /// Works like [`slice_axis`](Self::slice_axis), but the elements can be written.
    ///
    /// # Panics
    ///
    /// If [`slice_axis`](Self::slice_axis) panics.
    #[inline]
    #[track_caller]
    pub fn slice_axis_mut<P: Slices<D::Ranked, Output = E>, E: Ranked /* (axis, s![1:3]) */>(
        &mut self,
        axis: impl Integer,
        spec: P,
    ) -> Array<Mut<'_, S::Elem>, E>
    where
        S: Write,
    {
        let mut layout = E::Layout::blank();
        let offset = or_panic(resolve_at(&spec, bound(axis), self.layout(), &mut layout));
        // SAFETY: `part_mut` needs index tuples that point to elements, different ones to different
        // elements, and the offset of an element, or 0 if the result is empty: the result of
        // resolving a spec. The axes before those of the spec are those of this array.
        unsafe { self.part_mut(offset, layout) }
    }
}

impl<'a, T, D: Dims> Array<Mut<'a, T>, D> {
    /// Works like [`slice_mut`](Self::slice_mut), but gives up this view for a slice that lives for
    /// `'a`.
    ///
    /// # Panics
    ///
    /// If [`slice`](Self::slice) panics.
    #[track_caller]
    pub fn into_slice_mut<P: Slices<D, Output = E>, E: Dims>(
        self,
        spec: P,
    ) -> Array<Mut<'a, T>, E> {
        let _ = P::INLINED;
        let mut layout = E::Layout::blank();
        let offset = spec.resolve_or_panic(self.layout(), &mut layout);
        // SAFETY: `into_part` needs index tuples that point to elements, different ones to
        // different elements, and the offset of an element, or 0 if there is none: what a spec is
        // resolved to.
        unsafe { self.into_part(offset, layout) }
    }
}

impl<T> DynView<'_, T> {
    /// The part with a range of each axis.
    ///
    /// # Panics
    ///
    /// If a stride is 0, and its range is not empty.
    #[doc(hidden)]
    pub fn slice_ranges(&self, ranges: impl Iterator<Item = Range>) -> Self {
        let (offset, layout) = resolve::resolve_ranges(ranges, self.layout());
        // SAFETY: `part` needs index tuples that point to elements, and the offset of an element,
        // or 0 if there is none: what ranges are resolved to.
        unsafe { self.part(offset, layout) }
    }

    /// The view with one position of each axis that only repeats elements: all its values, and the
    /// first place of each. The last `kept` axes stay.
    #[doc(hidden)]
    pub fn once(&self, kept: usize) -> Self {
        let outer = self.rank().saturating_sub(kept);
        let axes = self.strides().iter().enumerate();
        self.slice_ranges(axes.map(|(axis, &stride)| Range {
            end: (axis < outer && stride == 0).then_some(1),
            ..Range::WHOLE
        }))
    }
}

impl<'a, T, const R: usize> Array<Ref<'a, T>, Rank<R>> {
    /// Works like [`slice`](Self::slice), but is a `const fn` for `const` and `static` items. It
    /// takes specs from `s!` by value.
    ///
    /// # Panics
    ///
    /// If an index is out of bounds or a stride is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{View, s};
    ///
    /// static TABLE: [u8; 6] = [1, 2, 3, 4, 5, 6];
    /// const LAST_COLUMN: View<u8, 1> = View::new([2, 3], &TABLE).const_slice(s![:, -1]);
    /// assert_eq!(LAST_COLUMN, [3, 6]);
    /// ```
    #[track_caller]
    pub const fn const_slice<const N: usize, K: Kind, const O: usize>(
        &self,
        spec: Spec<N, K>,
    ) -> Array<Ref<'a, T>, Rank<O>>
    where
        Spec<N, K>: Slices<Rank<R>, Output = Rank<O>>,
    {
        let mut layout = Fixed::BLANK;
        match resolve::const_resolve::<N, K, R, O>(&spec.numbers, self.layout(), &mut layout) {
            // SAFETY: `const_part` needs index tuples that point to elements, and the offset of an
            // element, or 0 if there is none: what a spec is resolved to.
            Ok(offset) => unsafe { self.const_part(offset, layout) },
            Err(SliceError::ZeroStride { axis }) => Message::zero_stride(axis).panic(),
            Err(SliceError::IndexOutOfBounds { axis, index, len }) => {
                Message::outside(&Entry::Index(index), axis, len as i64).panic()
            }
            Err(SliceError::WindowOutOfBounds {
                axis,
                start,
                length,
                stride,
                len,
            }) => {
                let window = Entry::Window {
                    start,
                    length,
                    stride,
                };
                Message::outside(&window, axis, len as i64).panic()
            }
            // The types of a spec and of an array leave no other fault.
            Err(_) => panic!("the spec does not fit the array"),
        }
    }
}

/// Writes the layout of the slice whose spec begins at an axis, and returns its offset.
#[inline]
fn resolve_at<L: Layout, M: Layout>(
    spec: &impl AsEncoding,
    axis: i64,
    layout: &L,
    to: &mut M,
) -> Result<isize, SliceError> {
    let (encoding, rank) = (spec.as_encoding(), layout.shape().len());
    let (taken, given) = encoding.forms().axes(encoding.begin.len());
    // A spec that takes no axis can stand behind the last one, as the axis that it gives can.
    let places = if taken == 0 { rank + given } else { rank };
    let first = axis_of(axis, places).ok().filter(|&first| first <= rank);
    let first = first.ok_or(SliceError::Axis(AxisError::OutOfRange { axis, rank }))?;
    resolve::resolve(encoding, first, layout, to)
}
