//! Picking positions of an axis that is known at run time, by indices or by a mask, and by a mask
//! of the first axes, or of all.

use core::iter;

use smallvec::SmallVec;

use super::elements::{self, Along, Elements, List, Listable, contiguous};
use super::error::PickError;
use super::group::{Made, Positioned};
use super::lists::{AsMask, AsPositions};
use super::read::Selected;
use super::selection::{Selection, needs_no_offsets};
use super::write::PickMut;
use crate::array::{Array, AsView, DynView, Integer, Owned, Read, Ref, Write, axis_of};
use crate::error::or_panic;
use crate::layout::{self, Dims, Dynamic, Offsets, Ranked, SelectBy, TakeBy};

impl<S: Read, D: Dims> Array<S, D> {
    /// Copies the elements at which a mask is `true`, in row-major order, as `a[mask]` does in
    /// NumPy.
    ///
    /// The mask has the shape of the array, or of its first axes: one axis of the result takes
    /// their place, and each `true` selects what is left of the others. Masks of any other axis are
    /// for [`compress`](Self::compress).
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
    /// If the mask has another shape than the array or its first axes, or the result does not fit
    /// in memory.
    #[doc(alias("boolean_mask", "extract", "filter", "where"))]
    #[track_caller]
    pub fn select<M, E: Ranked /* &a.map(|&x| x > 0), or take(axis, &rows) */>(
        &self,
        mask: &M,
    ) -> Array<Owned<S::Elem>, E>
    where
        M: AsView<bool> + ?Sized,
        S::Elem: Clone,
        D::Ranked: SelectBy<<M::Dims as Dims>::Ranked, Selected = E>,
    {
        let selection = or_panic(selected(self, &mask.as_view()));
        // SAFETY: `Selected::new` needs a selection of this array: this is one.
        or_panic(unsafe { Selected::new(self, &selection) }.collect(selection.shape()))
    }

    /// Selects the elements at which a mask of the array, or of its first axes, is `true`, to be
    /// written: see [`PickMut`].
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
    pub fn select_mut<'a, M: AsView<bool> + ?Sized /* &a.map(|&x| x > 0) */>(
        &'a mut self,
        mask: &'a M,
    ) -> PickMut<'a, S::Elem>
    where
        S: Write,
        D::Ranked: SelectBy<<M::Dims as Dims>::Ranked>,
    {
        let selection = or_panic(selected(self, &mask.as_view()));
        // SAFETY: `PickMut::new` needs a selection for an array of this base: this is one, and the
        // view is given up.
        unsafe { PickMut::new(self.view_mut().into_base().0, selection) }
    }
}

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: Clone,
{
    /// Copies the positions of an axis to which indices point, in their order, as `np.take` does:
    /// `t.take(0, &[2, 0, -1])`.
    ///
    /// The indices are a slice, a nested array, a `Vec` or an array, of any primitive integer type;
    /// negative numbers count from the end. Their axes take the place of the axis: a list gives an
    /// array of the same rank, and labels of rank 2 one axis more. A mask is for
    /// [`compress`](Self::compress) and [`select`](Self::select), index tuples for `gather_nd` of
    /// the crate `tslice-ops`.
    ///
    /// # Panics
    ///
    /// If [`try_take`](Self::try_take) returns an error.
    ///
    /// # Examples
    ///
    /// ```
    /// let t = tslice::Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.take(0, &[1, 0, 1]), [[4, 5, 6], [1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.take(1, &vec![-1_i8, 0]), [[3, 1], [6, 4]]);
    ///
    /// let palette = tslice::tensor![[0, 0, 0], [255, 128, 0]];
    /// let labels = tslice::tensor![[0_u8, 1], [1, 1]];
    /// let picture = palette.take(0, &labels);
    /// assert_eq!(picture, [[[0, 0, 0], [255, 128, 0]], [[255, 128, 0], [255, 128, 0]]]);
    /// ```
    #[doc(alias("gather"))]
    #[track_caller]
    pub fn take<K: Dims, E: Ranked /* take(0, &rows) */>(
        &self,
        axis: impl Integer,
        indices: impl AsPositions<K>,
    ) -> Array<Owned<S::Elem>, E>
    where
        D::Ranked: TakeBy<K::Ranked, Taken = E>,
    {
        or_panic(self.try_take(axis, indices))
    }

    /// Works like [`take`](Self::take), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the axis does not exist, an index is out of bounds (its position counts in row-major
    /// order), or the result does not fit in memory.
    pub fn try_take<K: Dims, E: Ranked>(
        &self,
        axis: impl Integer,
        indices: impl AsPositions<K>,
    ) -> Result<Array<Owned<S::Elem>, E>, PickError>
    where
        D::Ranked: TakeBy<K::Ranked, Taken = E>,
    {
        let axis = axis_of(axis, self.rank()).map_err(|error| PickError::Shape(error.into()))?;
        let (indices, _) = indices.as_list();
        // The axes of the list take the place of the axis.
        let (outer, inner) = self.lengths().split_at(axis);
        let mut taken = SmallVec::<[usize; 8]>::from_slice(outer);
        taken.extend_from_slice(indices.lengths());
        taken.extend_from_slice(&inner[1..]);
        let elements;
        let selection = if needs_no_offsets::<S::Elem>(&taken) {
            check(&indices.into_dyn(), axis, self.lengths())?;
            layout::check_count(&taken)?;
            Selection::of_first(&taken)
        } else {
            elements = contiguous(&indices)?;
            Selection::along::<S::Elem>(axis, List::of(&elements), self.layout())?
        };
        // SAFETY: `Selected::new` needs a selection of this array: this is one.
        unsafe { Selected::new(self, &selection) }.collect(&taken)
    }

    /// Copies the positions of an axis that a mask selects, as `np.compress` does:
    /// `t.compress(0, &[true, false, true])`.
    ///
    /// The mask has one entry for each position of the axis; it is a slice, an array, a `Vec` or an
    /// array of rank 1. To pick by numbers, see [`take`](Self::take); by a mask of the first axes
    /// or of all, [`select`](Self::select).
    ///
    /// # Panics
    ///
    /// If the axis does not exist, the mask has another length than the axis, or the result does
    /// not fit in memory.
    ///
    /// # Examples
    ///
    /// ```
    /// let t = tslice::Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.compress(1, &[true, false, true]), [[1, 3], [4, 6]]);
    /// assert_eq!(t.compress(0, &t.slice(tslice::s![:, 0]).map(|&first| first > 2)), [[4, 5, 6]]);
    /// ```
    #[doc(alias("mask", "boolean_mask"))]
    #[track_caller]
    pub fn compress(
        &self,
        axis: impl Integer,
        mask: impl AsMask,
    ) -> Array<Owned<S::Elem>, D::Ranked> {
        let axis = or_panic(axis_of(axis, self.rank()));
        let mask = List::Elements(Elements::Mask(mask.as_view()));
        let selection = or_panic(Selection::along::<S::Elem>(axis, mask, self.layout()));
        // SAFETY: `Selected::new` needs a selection of this array: this is one.
        or_panic(unsafe { Selected::new(self, &selection) }.collect(selection.shape()))
    }
}

/// Checks the indices of an axis, those that a view repeats once.
fn check<I: Listable>(
    indices: &DynView<'_, I>,
    axis: usize,
    shape: &[usize],
) -> Result<(), PickError> {
    let once = indices.once(0);
    let along = Along {
        axis,
        len: shape[axis],
        stride: 0,
    };
    List::of(&contiguous(&once)?)
        .check(along)
        .map(drop)
        .map_err(|mut error| {
            if let PickError::IndexOutOfBounds { at, .. } = &mut error {
                // The place of the first one among all indices.
                let mut index: SmallVec<[usize; 8]> = SmallVec::from_elem(0, once.rank());
                layout::unravel(&mut index, once.shape(), *at);
                *at = index
                    .iter()
                    .zip(indices.shape())
                    .fold(0, |at, (i, len)| at * len + i);
            }
            error
        })
}

/// The elements of an array that a mask of its first axes selects.
fn selected<'l, S: Read, D: Dims, E: Dims>(
    array: &Array<S, D>,
    mask: &Array<Ref<'l, bool>, E>,
) -> Result<Selection<'l>, PickError> {
    let axes = mask.rank();
    if array.lengths().get(..axes) != Some(mask.lengths()) {
        return Err(PickError::MaskShape {
            mask: mask.lengths().into(),
            shape: array.lengths().into(),
        });
    }
    let (lengths, steps) = (mask.lengths(), &array.steps()[..axes]);
    let count = elements::count(mask);
    let positions = || {
        // If the axes of the mask read as one, it is a list of that axis.
        if let Some(mask) = mask.as_slice()
            && let Some(step) = layout::only_step(lengths, steps)
        {
            return Ok(Positioned::Mask(mask.into(), step));
        }
        let mut offsets = Offsets::new(&Dynamic::of(lengths, steps));
        let offsets = mask.iter().zip(iter::from_fn(|| offsets.next()));
        let offsets = offsets.filter_map(|(selected, offset)| selected.then_some(offset));
        Ok(Positioned::Made(Made::of(count, offsets)?))
    };
    Selection::in_place_of::<S::Elem>(0..axes, count, array.layout(), positions)
}
