//! Reading an array: its shape, its elements, copies of them.

use alloc::vec::Vec;
use core::ops::Index;

use crate::array::{Array, Borrowed, Owned, Read, reserve};
use crate::copy::{Sink, collect};
use crate::error::{ShapeError, or_panic, panic};
use crate::layout::{self, Dims, IntoIndex, Layout};

impl<S, D: Dims> Array<S, D> {
    /// The lengths of the axes.
    #[doc(alias("dim"))]
    #[inline(always)]
    pub fn shape(&self /* of an axis: shape()[axis] */) -> &D::Shape {
        D::shape(self.layout())
    }

    /// The distance between neighbours on each axis, in elements. It may be negative or 0.
    #[inline(always)]
    pub fn strides(&self /* of an axis: strides()[axis] */) -> &D::Strides {
        D::strides(self.layout())
    }

    /// The number of axes.
    #[inline]
    pub fn rank(&self) -> usize {
        self.lengths().len()
    }

    /// The number of elements.
    #[doc(alias("size", "numel"))]
    #[inline]
    pub fn len(&self /* of an axis: shape()[axis] */) -> usize {
        layout::len(self.lengths())
    }

    /// Whether the array has no elements.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.lengths().contains(&0)
    }

    /// Whether the elements follow each other in row-major order without gaps.
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        layout::is_row_major(self.lengths(), self.steps())
    }

    /// The lengths of the axes, whatever the dims are.
    #[inline(always)]
    pub(crate) fn lengths(&self) -> &[usize] {
        self.shape().as_ref()
    }

    /// The strides, whatever the dims are.
    #[inline(always)]
    pub(crate) fn steps(&self) -> &[isize] {
        self.layout().strides()
    }
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns the element at an index tuple, or `None` if the tuple is outside the shape. An index
    /// below 0 counts from the end.
    ///
    /// ```
    /// let v = tslice::View::<_, 2>::from(&[[1, 2], [3, 4]]);
    /// assert_eq!((v.get([1, 0]), v.get([-1, 0]), v.get([2, 0])), (Some(&3), Some(&3), None));
    /// ```
    #[doc(alias("item", "scalar", "at"))]
    #[inline]
    pub fn get<I: IntoIndex<D> /* one argument: [1, 0] */>(
        &self,
        index: I,
    ) -> Option<<S::Shared<'_> as Borrowed>::Item> {
        let offset = self.offset(&index)?;
        // SAFETY: `item` needs the offset of an element: the tuple is inside the shape.
        Some(unsafe { self.lent_base().item(offset) })
    }

    /// The offset of the element at an index tuple that is inside the shape.
    #[inline(always)]
    pub(super) fn offset(&self, index: &impl IntoIndex<D>) -> Option<isize> {
        let positions = index.positions(self.lengths());
        layout::offset(self.lengths(), self.steps(), positions.as_ref())
    }

    /// The offset of the element at an index tuple. A panic names the caller's line, which it does
    /// not from a closure.
    ///
    /// # Panics
    ///
    /// If the tuple is outside the shape; the message names both.
    #[inline(always)]
    #[track_caller]
    pub(super) fn inside(&self, index: impl IntoIndex<D>) -> isize {
        match self.offset(&index) {
            Some(offset) => offset,
            None => outside(index, D::own_shape(self.layout())),
        }
    }

    /// Returns the elements as one slice, or `None` if they do not follow each other in row-major
    /// order without gaps.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> Option<<S::Shared<'_> as Borrowed>::Slice> {
        // SAFETY: `slice` needs elements that follow each other: they are contiguous, and `len` of
        // them.
        self.is_contiguous()
            .then(|| unsafe { self.lent_base().slice(0, self.len()) })
    }

    /// Clones the elements into a vector, in row-major order. `Copy` elements move as bytes.
    ///
    /// # Panics
    ///
    /// If the elements take more than `isize::MAX` bytes, which is possible for a view that repeats
    /// elements, or memory runs out.
    #[doc(alias("tolist", "unique", "sort"))]
    #[must_use]
    #[track_caller]
    pub fn to_vec(&self) -> Vec<S::Elem>
    where
        S::Elem: Clone,
    {
        or_panic(self.try_to_vec())
    }

    /// Works like [`to_vec`](Self::to_vec), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the vector does not fit in memory.
    pub fn try_to_vec(&self) -> Result<Vec<S::Elem>, ShapeError>
    where
        S::Elem: Clone,
    {
        collect(reserve(self.lengths())?, self.len(), |to| {
            to.array(&self.view());
            Ok(())
        })
    }

    /// Clones the elements into a tensor, in row-major order. `Copy` elements move as bytes.
    ///
    /// # Panics
    ///
    /// If [`to_vec`](Self::to_vec) panics.
    #[doc(alias("copy", "contiguous"))]
    #[inline]
    #[track_caller]
    pub fn to_tensor(&self /* of other elements: map(f) */) -> Array<Owned<S::Elem>, D>
    where
        S::Elem: Clone,
    {
        Array::from_parts(self.lengths(), self.to_vec())
    }

    /// Clones the elements into the caller's buffer, in row-major order. `Copy` elements move as
    /// bytes.
    ///
    /// # Panics
    ///
    /// If `target` has another length.
    #[track_caller]
    pub fn copy_to_slice(&self, target: &mut [S::Elem])
    where
        S::Elem: Clone,
    {
        or_panic(layout::check_len(self.lengths(), target.len()));
        Sink::over(target).array(&self.view());
    }
}

/// An index is an array or a tuple of numbers, `a[[1, 2]]` or `a[(1, 2)]`; a number if there is one
/// axis, `v[1]`; a slice or a vector too if the rank is known at run time only. A number below 0
/// counts from the end: `v[-1]`.
impl<S: Read, D: Dims, I: IntoIndex<D>> Index<I> for Array<S, D> {
    type Output = S::Elem;

    /// # Panics
    ///
    /// If the index tuple is outside the shape; the message names both.
    #[inline]
    #[track_caller]
    fn index(&self, index: I) -> &S::Elem {
        // SAFETY: `item` needs the offset of an element: `inside` gives no other.
        unsafe { self.base().item(self.inside(index)) }
    }
}

/// By value, so that an array that is indexed in a loop can stay in registers.
#[cold]
#[inline(never)]
#[track_caller]
fn outside<D: Dims>(index: impl IntoIndex<D>, shape: D::Owned) -> ! {
    let (index, shape) = (index.lengths::<i128>(), shape.as_ref());
    let index = index.as_ref();
    if index.len() != shape.len() {
        let (numbers, rank) = (index.len(), shape.len());
        panic(&format_args!(
            "index {index:?} has length {numbers}, shape {shape:?} has rank {rank}"
        ));
    }
    panic(&format_args!(
        "index {index:?} is out of bounds for shape {shape:?}"
    ))
}
