//! Picking by lists, masks and groups of lists beside slices.
//!
//! `plan` turns a spec into offsets, which are made and checked once for each list. `read` copies what a plan selects, `write` writes
//! there, `select` is for masks of the whole shape, `picked` for tensors of other crates.

mod block;
mod element;
mod elements;
mod error;
mod few;
mod lists;
mod mask;
mod offsets;
mod part;
mod picked;
mod places;
mod plan;
mod planned;
mod points;
mod positions;
mod read;
mod read_few;
mod select;
mod source;
mod spec;
mod split;
mod write;

use super::{Array, Mut, Owned, Read, Write};
use crate::error::or_panic;
use crate::layout::Dims;
use crate::resolve::Slices;
use few::Few;
pub(super) use part::parts_of_axis;
use part::{Part, with_parts};
use places::Places;
pub(super) use plan::Plan;
pub(super) use planned::Planned;
use points::Points;
pub(super) use positions::Positions;
use source::Source;

pub use error::PickError;
pub use lists::{AsList, Borrowed, borrowed, item, items, positions, run, window};
pub use picked::{Picked, picked, without_lists, written_lists};
pub use split::Split;
pub use write::PickMut;

/// A spec that picks from arrays of dims D: one of `s!` with lists or without, or a reference to one, or a
/// [`DynSpec`](crate::DynSpec).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot pick from an array of {D}",
    label = "write `s![..]` with at most as many indices, ranges and lists as axes, or pass a `&DynSpec`"
)]
pub trait Picks<D: Dims>: Source {
    /// The dims of what is picked.
    type Output: Dims;
}

impl<D: Dims, P: Source> Picks<D> for P
where
    P::Slice: Slices<D>,
{
    type Output = <P::Slice as Slices<D>>::Output;
}

impl<S: Read, D: Dims> Array<S, D> {
    /// A plan of what some parts select.
    fn planned(&self, parts: &[Part<'_, '_>]) -> Result<Planned<'_, S::Elem>, PickError> {
        let plan = Plan::new(parts, self.lengths(), self.steps())?;
        // SAFETY: `Planned::new` needs a plan of this array: this is one.
        Ok(unsafe { Planned::new(self, plan) })
    }

    /// Copies what a list selects of an axis.
    pub(in crate::array) fn taken<E: Dims>(
        &self,
        axis: usize,
        list: &Borrowed<'_>,
    ) -> Result<Array<Owned<S::Elem>, E>, PickError>
    where
        S::Elem: Clone,
    {
        if axis == 0
            && let Some(elements) = list.elements()
        {
            if let Some(points) = Points::of_vector(&elements, self.lengths(), self.steps())
                // SAFETY: `points` needs those of an array of this layout: they were made for this one.
                && let Some(taken) = unsafe { self.points(points) }
            {
                return Ok(taken);
            }
            if let Some(few) = Few::of_list(&elements, self.lengths(), self.steps()) {
                // SAFETY: `few` needs rows of an array of this layout: they were made for this one.
                return Ok(unsafe { self.few(&few) }?);
            }
        }
        self.copy_parts(&parts_of_axis(&[list], axis, self.lengths()))
    }

    /// Copies what some parts select.
    fn copy_parts<E: Dims>(&self, parts: &[Part<'_, '_>]) -> Result<Array<Owned<S::Elem>, E>, PickError>
    where
        S::Elem: Clone,
    {
        match Few::new(parts, self.lengths(), self.steps()) {
            // SAFETY: `few` needs rows of an array of this layout: they were made for this one.
            Some(few) => Ok(unsafe { self.few(&few) }?),
            None => self.planned(parts)?.collect(),
        }
    }

    /// Copies what some parts select over a buffer.
    pub(in crate::array) fn copy_parts_into(
        &self,
        parts: &[Part<'_, '_>],
        target: &mut [S::Elem],
    ) -> Result<(), PickError>
    where
        S::Elem: Clone,
    {
        match Few::new(parts, self.lengths(), self.steps()) {
            // SAFETY: `few_into` needs rows of an array of this layout: they were made for this one.
            Some(few) => unsafe { self.few_into(&few, target) },
            None => self.planned(parts)?.write(target),
        }
    }

    /// Copies what a spec selects into a tensor: `array.pick(s![[0, 2, -1], 1:4, &columns])`.
    ///
    /// A list takes an axis and gives one, at its own place, and acts alone: two lists select every combination, as `np.ix_` does. A
    /// group `(&ys, &xs)` takes an axis for each list and gives one, at its place: the positions are taken together, as coordinates; a
    /// list of one position is repeated beside the others. A list of `bool`s is a mask. Ranges, indices, new axes and the ellipsis are those of
    /// [`slice`](Self::slice).
    ///
    /// # Panics
    ///
    /// If [`try_pick`](Self::try_pick) returns an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let t = Tensor::from_shape_fn([4, 5], |[i, j]| 10 * i + j);
    /// assert_eq!(t.pick(s![[2, 0, -1], :2]), [[20, 21], [0, 1], [30, 31]]);
    /// assert_eq!(t.pick(s![0, [0:2, 4]]), [0, 1, 4]);
    ///
    /// let (rows, odd) = (vec![1, 1], t.slice(s![0]).map(|x| x % 2 == 1));
    /// assert_eq!(t.pick(s![&rows, &odd]), [[11, 13], [11, 13]]);
    /// assert_eq!(t.pick(s![([0, 3], [4, 1])]), [4, 31]);
    /// ```
    #[doc(alias("take", "gather", "ix_", "oindex", "vindex", "isel", "fancy indexing"))]
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn pick<P: Picks<D, Output = E>, E: Dims>(&self, spec: P) -> Array<Owned<S::Elem>, E>
    where
        S::Elem: Clone,
    {
        or_panic(self.try_pick(spec))
    }

    /// Works like [`pick`](Self::pick), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If an index, of a list or not, is out of bounds; if a mask has another length than its axis, or the lists of a group differ in
    /// length; if the spec takes more axes than there are; if the result does not fit in memory.
    #[inline]
    pub fn try_pick<P: Picks<D, Output = E>, E: Dims>(
        &self,
        spec: P,
    ) -> Result<Array<Owned<S::Elem>, E>, PickError>
    where
        S::Elem: Clone,
    {
        match self.pick_points(&spec) {
            Some(picked) => Ok(picked),
            None => self.pick_parts(&spec),
        }
    }

    /// What a spec selects if it is a list or a group alone, or with indices. `None` also if something is wrong with it.
    #[inline(always)]
    fn pick_points<E: Dims>(&self, spec: &impl Source) -> Option<Array<Owned<S::Elem>, E>>
    where
        S::Elem: Clone,
    {
        spec.alone(|group| {
            let points = Points::new(spec, group, self.lengths(), self.steps())?;
            // SAFETY: `points` needs those of an array of this layout: they were made for this one.
            unsafe { self.points(points) }
        })
    }

    #[inline(never)]
    fn pick_parts<E: Dims>(&self, spec: &impl Source) -> Result<Array<Owned<S::Elem>, E>, PickError>
    where
        S::Elem: Clone,
    {
        if let Some(few) = Few::of_rows(spec, self.lengths(), self.steps()) {
            // SAFETY: `few` needs rows of an array of this layout: they were made for this one.
            return Ok(unsafe { self.few(&few) }?);
        }
        with_parts(spec, self.lengths(), |parts| self.copy_parts(parts))
    }

    /// Works like [`pick`](Self::pick), but writes into the caller's buffer, in row-major order.
    ///
    /// # Panics
    ///
    /// If [`try_pick_into`](Self::try_pick_into) returns an error.
    #[track_caller]
    pub fn pick_into<P: Picks<D>>(&self, spec: P, target: &mut [S::Elem])
    where
        S::Elem: Clone,
    {
        or_panic(self.try_pick_into(spec, target));
    }

    /// Works like [`pick_into`](Self::pick_into), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If [`try_pick`](Self::try_pick) would return an error, or `target` has another length than the result. On error `target` is
    /// unchanged.
    pub fn try_pick_into<P: Picks<D>>(&self, spec: P, target: &mut [S::Elem]) -> Result<(), PickError>
    where
        S::Elem: Clone,
    {
        if let Some(few) = Few::of_rows(&spec, self.lengths(), self.steps()) {
            // SAFETY: `few_into` needs rows of an array of this layout: they were made for this one.
            return unsafe { self.few_into(&few, target) };
        }
        with_parts(&spec, self.lengths(), |parts| self.copy_parts_into(parts, target))
    }

    /// Works like [`pick`](Self::pick), but copies on the threads of rayon's pool.
    ///
    /// # Panics
    ///
    /// If [`try_par_pick`](Self::try_par_pick) returns an error.
    #[cfg(feature = "rayon")]
    #[must_use]
    #[track_caller]
    pub fn par_pick<P: Picks<D, Output = E>, E: Dims>(&self, spec: P) -> Array<Owned<S::Elem>, E>
    where
        S::Elem: Clone + Send + Sync,
    {
        or_panic(self.try_par_pick(spec))
    }

    /// Works like [`par_pick`](Self::par_pick), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If [`try_pick`](Self::try_pick) would return an error.
    #[cfg(feature = "rayon")]
    pub fn try_par_pick<P: Picks<D, Output = E>, E: Dims>(
        &self,
        spec: P,
    ) -> Result<Array<Owned<S::Elem>, E>, PickError>
    where
        S::Elem: Clone + Send + Sync,
    {
        with_parts(&spec, self.lengths(), |parts| self.planned(parts)?.par_collect())
    }

    /// Selects what a spec does, to be written: `array.pick_mut(s![&rows, ..]).assign(&x)`. See [`PickMut`].
    ///
    /// # Panics
    ///
    /// If [`try_pick_mut`](Self::try_pick_mut) returns an error.
    #[doc(alias("put", "scatter", "index_put", "index_copy", "index_add"))]
    #[inline]
    #[track_caller]
    pub fn pick_mut<'a, P: Picks<D> + 'a>(&'a mut self, spec: P) -> PickMut<'a, S::Elem>
    where
        S: Write,
    {
        or_panic(self.try_pick_mut(spec))
    }

    /// Works like [`pick_mut`](Self::pick_mut), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If [`try_pick`](Self::try_pick) would return an error about the spec.
    #[inline]
    pub fn try_pick_mut<'a, P: Picks<D> + 'a>(
        &'a mut self,
        spec: P,
    ) -> Result<PickMut<'a, S::Elem>, PickError>
    where
        S: Write,
    {
        self.view_mut().try_into_pick_mut(spec)
    }
}

impl<'a, T, D: Dims> Array<Mut<'a, T>, D> {
    /// Works like [`try_pick_mut`](Self::try_pick_mut), but gives the view up, so that what is selected lives for `'a`.
    ///
    /// # Errors
    ///
    /// If [`try_pick_mut`](Self::try_pick_mut) would return an error.
    #[inline]
    pub fn try_into_pick_mut<P: Picks<D> + 'a>(self, spec: P) -> Result<PickMut<'a, T>, PickError> {
        if let Some(places) = Places::of_points(&spec, self.lengths(), self.steps()) {
            // SAFETY: `PickMut::new` needs places of this array: they were made for it.
            return Ok(unsafe { PickMut::new(self, places) });
        }
        if let Some(few) = Few::of_rows(&spec, self.lengths(), self.steps()) {
            // SAFETY: `PickMut::new` needs places of this array: the rows were made for it.
            return Ok(unsafe { PickMut::new(self, Places::Few(few)) });
        }
        let places =
            with_parts(&spec, self.lengths(), |parts| Places::new(parts, self.lengths(), self.steps()))?;
        // SAFETY: `PickMut::new` needs places of this array: these are some.
        Ok(unsafe { PickMut::new(self, places) })
    }
}
