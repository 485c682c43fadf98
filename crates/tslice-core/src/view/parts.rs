//! Several parts of one array: exclusive slices at once, an axis split in two, and one slice
//! assigned to another.

use crate::array::{Array, Borrowed, Integer, Mut, RawElements, Read, Write, axis_of};
use crate::error::{SliceError, or_panic, panic};
use crate::layout::{self, Dims, Layout, Progression};
use crate::resolve::{self, Slices};

/// A tuple of one to six specs, which [`multi_slice_mut`](Array::multi_slice_mut) takes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of specs",
    label = "write a tuple of one to six specs, as in `(s![0], s![1:])`",
    note = "for more, a part is split again, or `chunks_mut` and `axis_iter_mut` give all parts of \
        an axis"
)]
pub trait MultiSlice<'a, T, D: Dims>: sealed::Specs {
    /// The tuple of exclusive views, one for each spec.
    type Views;

    /// Checks that each spec is valid, and that no two of them select a common element.
    #[doc(hidden)]
    fn check(&self, layout: &D::Layout) -> Result<(), SliceError>;

    /// Gives up a view for its slices by each spec.
    ///
    /// # Safety
    ///
    /// No two of the specs select a common element of the view.
    #[doc(hidden)]
    #[track_caller]
    unsafe fn split(self, view: Array<Mut<'a, T>, D>) -> Self::Views;
}

mod sealed {
    pub trait Specs {}
}

/// An array of this crate: a variable of another type is reported in these words.
#[diagnostic::on_unimplemented(
    message = "`split_mut!` does not split `{Self}`",
    label = "this is not an array of this crate",
    note = "a `Vec` or a nested array: `let mut t = ViewMut::from(&mut v);`; an array of ndarray: \
        `let mut t = a.lend_mut();`"
)]
pub trait SplitArray {}

#[doc(hidden)]
impl<S: Read, D: Dims> SplitArray for Array<S, D> {}

/// Finds the array behind any number of references for `split_mut!`.
pub trait SplitMut {
    /// The array.
    fn __array(&mut self) -> &mut Self;
}

impl<A: SplitArray + ?Sized> SplitMut for A {
    fn __array(&mut self) -> &mut Self {
        self
    }
}

/// The two parts of an array that is split along an axis.
type Both<S, D> = (Array<S, D>, Array<S, D>);

/// Checks that no two selections have a common element.
#[inline(always)]
fn check_disjoint<const N: usize>(
    selections: &[impl AsRef<[Progression]>; N],
) -> Result<(), SliceError> {
    for (second, own) in selections.iter().enumerate() {
        for (first, other) in selections[..second].iter().enumerate() {
            if !layout::disjoint(other.as_ref(), own.as_ref()) {
                return Err(SliceError::Overlap { first, second });
            }
        }
    }
    Ok(())
}

/// The part of an array that a spec selects, apart from the impls of tuples, so that the compiler
/// checks it once.
///
/// # Safety
///
/// The layout is that of the array which was given up for the base. No other slice has the elements
/// of the part.
#[inline(always)]
#[track_caller]
unsafe fn part<'a, T, D: Dims, P: Slices<D>>(
    spec: P,
    base: &RawElements<Mut<'a, T>>,
    layout: &D::Layout,
) -> Array<Mut<'a, T>, P::Output> {
    let mut part = <P::Output as Dims>::Layout::blank();
    let offset = or_panic(spec.resolve(layout, &mut part));
    // SAFETY: `array` needs index tuples that point to elements, different ones to different
    // elements, and the offset of an element, or 0 if there is none: what a spec is resolved to. No
    // other slice has the elements (the condition of `part`).
    unsafe { base.array(offset, part) }
}

macro_rules! tuples {
    ($($($spec:ident)+;)+) => {$(
        impl<$($spec),+> sealed::Specs for ($($spec,)+) {}

        #[diagnostic::do_not_recommend]
        #[allow(non_snake_case, reason = "a spec has the name of its type")]
        impl<'a, T: 'a, D: Dims, $($spec: Slices<D> + Copy),+> MultiSlice<'a, T, D>
            for ($($spec,)+)
        {
            type Views = ($(Array<Mut<'a, T>, $spec::Output>,)+);

            #[inline(always)]
            fn check(&self, layout: &D::Layout) -> Result<(), SliceError> {
                let ($($spec,)+) = self;
                check_disjoint(&[$(resolve::selections_on($spec.as_encoding(), layout)?),+])
            }

            #[inline(always)]
            #[track_caller]
            unsafe fn split(self, view: Array<Mut<'a, T>, D>) -> Self::Views {
                let ($($spec,)+) = self;
                let (base, layout) = view.into_base();
                ($({
                    // SAFETY: `part` needs the layout of the base, and that no other slice has the
                    // elements: the condition of `split`.
                    unsafe { part($spec, &base, &layout) }
                },)+)
            }
        }
    )+};
}

tuples! { A; A B; A B C; A B C E; A B C E F; A B C E F G; }

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns several exclusive slices at once: a tuple of specs gives a tuple of views.
    ///
    /// There may be up to six specs. Slices may interleave (even and odd columns, for example),
    /// but no element may be in two of them. `split_mut!` proves that of literal specs while it is
    /// compiled.
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
    #[inline(always)]
    #[track_caller]
    pub fn multi_slice_mut<'s, M: MultiSlice<'s, S::Elem, D> /* ((s![0], s![1:])) */>(
        &'s mut self,
        specs: M,
    ) -> M::Views
    where
        S: Write,
    {
        or_panic(specs.check(self.layout()));
        // SAFETY: `split` needs specs without common elements: they were checked.
        unsafe { specs.split(self.view_mut()) }
    }

    /// Works like [`multi_slice_mut`](Self::multi_slice_mut), but returns an error instead of
    /// panicking.
    ///
    /// # Errors
    ///
    /// If two slices share an element, or one of them is invalid on its own.
    pub fn try_multi_slice_mut<'s, M: MultiSlice<'s, S::Elem, D>>(
        &'s mut self,
        specs: M,
    ) -> Result<M::Views, SliceError>
    where
        S: Write,
    {
        specs.check(self.layout())?;
        // SAFETY: `split` needs specs without common elements: they were checked.
        Ok(unsafe { specs.split(self.view_mut()) })
    }

    /// Works like [`split_at`](Self::split_at), but the elements can be written.
    ///
    /// # Panics
    ///
    /// If the axis does not exist, or it has fewer than `at` positions.
    #[inline]
    #[track_caller]
    pub fn split_at_mut(
        &mut self,
        axis: impl Integer,
        at: usize,
    ) -> Both<Mut<'_, S::Elem>, D::Ranked>
    where
        S: Write,
    {
        split(self.view_mut(), axis, at)
    }

    /// Splits an axis in two views: its first `at` positions, and the others.
    ///
    /// ```
    /// let v = tslice::View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6]]);
    /// let (left, right) = v.split_at(1, 2);
    /// assert_eq!(left, [[1, 2], [4, 5]]);
    /// assert_eq!(right, [[3], [6]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the axis does not exist, or it has fewer than `at` positions.
    #[inline]
    #[track_caller]
    pub fn split_at(&self, axis: impl Integer, at: usize) -> Both<S::Shared<'_>, D::Ranked> {
        split(self.lent(), axis, at)
    }
}

/// The parts of an array that is given up for them. They do not own what is between their elements.
///
/// # Panics
///
/// If the axis does not exist, or it has fewer than `at` positions.
#[inline]
#[track_caller]
pub fn split<S: Borrowed, D: Dims>(
    array: Array<S, D>,
    axis: impl Integer,
    at: usize,
) -> Both<S, D::Ranked> {
    let axis = or_panic(axis_of(axis, array.rank()));
    let (base, layout) = array.into_base();
    let len = layout.shape()[axis];
    assert!(
        at <= len,
        "axis {axis} with length {len} cannot be split at {at}"
    );
    let [low, high] =
        [at, len - at].map(|count| layout::changed(&layout, |lengths, _| lengths[axis] = count));
    let empty = high.shape().contains(&0);
    // An element of the second part is one of the array, so its offset does not overflow.
    let offset = if empty {
        0
    } else {
        at.cast_signed().wrapping_mul(layout.strides()[axis])
    };
    // SAFETY: `array` needs index tuples that point to elements, different ones to different
    // elements: they are those of the array up to a position of the axis. Nothing else was handed
    // out.
    let first = unsafe { base.array(0, low) };
    // SAFETY: `array` needs index tuples that point to elements, different ones to different
    // elements: they are those of the array from that position on, whose offset this is, or 0 if
    // there is none. So none of them is in the other part.
    let second = unsafe { base.array(offset, high) };
    (first, second)
}

/// The value, or a panic that names the spec whose error it is.
#[track_caller]
fn of<V>(spec: &str, result: Result<V, SliceError>) -> V {
    match result {
        Ok(value) => value,
        Err(error) => panic(&format_args!("the {spec}: {error}")),
    }
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Overwrites one slice of this array by another one of it, as `t[1:] = t[:-1]` does in NumPy.
    /// The two may overlap: what is written is what the source was before.
    ///
    /// The source is broadcast as [`assign`](Self::assign) does it. Slices that overlap go through
    /// a copy of the source. Several slices without common elements can be borrowed at once by
    /// [`multi_slice_mut`](Self::multi_slice_mut).
    ///
    /// # Panics
    ///
    /// If a spec does not fit the array, or the source does not broadcast to the target.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let mut t = Tensor::<_, 1>::from([1, 2, 3, 4]);
    /// t.assign_within(s![1:], s![:-1]);
    /// assert_eq!(t, [1, 1, 2, 3]);
    /// t.assign_within(s![:], s![::-1]);
    /// assert_eq!(t, [3, 2, 1, 1]);
    /// ```
    #[track_caller]
    pub fn assign_within<P: Slices<D>, Q: Slices<D>>(&mut self, target: P, source: Q)
    where
        S: Write,
        S::Elem: Clone,
    {
        let select = |encoding| resolve::selections(encoding, self.lengths());
        let ours = of("target", select(target.as_encoding()));
        let theirs = of("source", select(source.as_encoding()));
        let mut to = <P::Output as Dims>::Layout::blank();
        let to_offset = of("target", target.resolve(self.layout(), &mut to));
        let mut from = <Q::Output as Dims>::Layout::blank();
        let from_offset = of("source", source.resolve(self.layout(), &mut from));
        if !layout::disjoint(&ours, &theirs) {
            // SAFETY: `part` needs index tuples that point to elements, and the offset of an
            // element, or 0 if there is none: what a spec is resolved to.
            let copied = unsafe { self.part::<Q::Output>(from_offset, from) }.to_tensor();
            // SAFETY: `part_mut` needs index tuples that point to elements, different ones to
            // different elements, and the offset of an element, or 0 if there is none: what a spec
            // is resolved to.
            return unsafe { self.part_mut::<P::Output>(to_offset, to) }.assign(&copied);
        }
        let base = self.base_mut();
        // SAFETY: `array` needs index tuples that point to elements, and the offset of an element,
        // or 0 if there is none: what a spec is resolved to.
        let source = unsafe { base.shared().array::<Q::Output>(from_offset, from) };
        // SAFETY: `array` needs index tuples that point to elements, different ones to different
        // elements, and the offset of an element, or 0 if there is none: what a spec is resolved
        // to. None of them was handed out: the two slices have no element in common.
        unsafe { base.array::<P::Output>(to_offset, to) }.assign(&source);
    }
}
