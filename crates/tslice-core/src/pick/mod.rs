//! Picking by lists, masks and groups of lists beside slices.
//!
//! `part` turns a spec into what each entry selects, and checks its lists. `group` makes the
//! offsets of lists, `selection` holds what a spec selects of an array, and `batch` visits it.
//! `read` copies what is selected, `write` writes there, `take` is for lists of one axis and for
//! masks of the first axes, `picked_by` for tensors of other crates.

#![allow(
    unsafe_code,
    reason = "reads and writes elements by offsets that were checked"
)]

mod batch;
mod elements;
mod error;
mod group;
mod lists;
mod mask;
mod offsets;
mod part;
mod picked;
mod read;
mod selection;
mod split;
mod take;
mod write;

use read::Selected;
use selection::Selection;

use crate::array::{Array, Mut, Owned, Read, Write};
use crate::error::or_panic;
use crate::layout::Dims;
use crate::resolve::Slices;

pub use elements::{Elements, List, Listable};
pub use error::PickError;
pub use group::ListPart;
pub use lists::{
    AsList, AsMask, AsPositions, Borrowed, ForeignList, IsList, SeeList, Source, borrowed, item,
    items, positions, print_listed, run, window,
};
pub use part::Picked;
pub use picked::{Relisted, picked_by, written_lists};
pub use split::Split;
pub use write::PickMut;

/// A spec that picks from arrays of dims D: one of `s!` with lists or without, or a reference to
/// one, or a `DynSpec`. F is the type of lists of another crate, such as tensors on a device, which
/// tensors of that crate take.
#[diagnostic::on_unimplemented(
    message = "this is not a spec that picks from an array of {D}",
    label = "not a spec for this array",
    note = "write `s![..]` with at most as many indices, ranges and lists as axes, or pass a \
        `&DynSpec`",
    note = "a list of positions is `s![[0, 2]]`, one that has a name, or a mask, `s![&rows]`; \
        positions of an axis are for `take(axis, &rows)`, a mask of all axes for `select(&mask)`"
)]
pub trait Picks<D: Dims, F = IsList>: Source<F, Slice: Slices<D>> {
    /// The dims of what is picked.
    type Output: Dims;
}

impl<D: Dims, F, P: Source<F>> Picks<D, F> for P
where
    P::Slice: Slices<D>,
{
    type Output = <P::Slice as Slices<D>>::Output;
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Copies what a spec selects into a tensor: `array.pick(s![[0, 2, -1], 1:4, &columns])`.
    ///
    /// A list takes an axis and gives one, at its own place, and acts alone: two lists select every
    /// combination, as `np.ix_` does. A group `(&ys, &xs)` takes an axis for each list and gives
    /// one, at its place: the positions are taken together, as coordinates; a list of one position
    /// is repeated beside the others. A list of `bool`s is a mask. Ranges, indices, new axes and
    /// the ellipsis are those of [`slice`](Self::slice).
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
    #[doc(alias(
        "argsort",
        "topk",
        "gather",
        "ix_",
        "oindex",
        "vindex",
        "isel",
        "fancy indexing"
    ))]
    #[track_caller]
    pub fn pick<P: Picks<D, Output = E>, E: Dims /* one spec: s![&ys, 0] */>(
        &self,
        spec: P,
    ) -> Array<Owned<S::Elem>, E>
    where
        S::Elem: Clone,
    {
        or_panic(self.try_pick(spec))
    }

    /// Works like [`pick`](Self::pick), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If an index, of a list or not, is out of bounds; if a mask has another length than its axis,
    /// or the lists of a group differ in length; if the spec takes more axes than there are; if the
    /// result does not fit in memory.
    pub fn try_pick<P: Picks<D, Output = E>, E: Dims>(
        &self,
        spec: P,
    ) -> Result<Array<Owned<S::Elem>, E>, PickError>
    where
        S::Elem: Clone,
    {
        let selection = Selection::of::<S::Elem>(&spec, self.layout())?;
        // SAFETY: `Selected::new` needs a selection of this array: this is one.
        unsafe { Selected::new(self, &selection) }.collect(selection.shape())
    }

    /// Works like [`pick`](Self::pick), but writes into the caller's buffer, in row-major order.
    ///
    /// # Panics
    ///
    /// If [`try_pick`](Self::try_pick) would return an error, or `target` has another length than
    /// the result. `target` is unchanged then.
    #[track_caller]
    pub fn pick_into<P: Picks<D>>(&self, spec: P, target: &mut [S::Elem])
    where
        S::Elem: Clone,
    {
        let selection = or_panic(Selection::of::<S::Elem>(&spec, self.layout()));
        // SAFETY: `Selected::new` needs a selection of this array: this is one.
        or_panic(unsafe { Selected::new(self, &selection) }.write(target));
    }

    /// Works like [`pick`](Self::pick), but copies on the threads of rayon's pool.
    ///
    /// # Panics
    ///
    /// If [`try_pick`](Self::try_pick) would return an error.
    #[cfg(feature = "rayon")]
    #[track_caller]
    pub fn par_pick<P: Picks<D, Output = E>, E: Dims>(&self, spec: P) -> Array<Owned<S::Elem>, E>
    where
        S::Elem: Clone + Send + Sync,
    {
        // Threads need the offsets of any position, which a mask does not have.
        let selection = or_panic(Selection::of::<S::Elem>(&spec, self.layout()));
        let selection = or_panic(selection.owned(selection.rows()));
        // SAFETY: `Selected::new` needs a selection of this array: this is one.
        or_panic(unsafe { Selected::new(self, &selection) }.par_collect())
    }

    /// Selects what a spec does, to be written: `array.pick_mut(s![&rows, ..]).assign(&x)`. See
    /// [`PickMut`].
    ///
    /// # Panics
    ///
    /// If [`try_pick_mut`](Self::try_pick_mut) returns an error.
    #[doc(alias("put", "scatter", "index_put", "index_copy", "index_add"))]
    #[track_caller]
    pub fn pick_mut<'a, P: Picks<D> + 'a /* one spec: s![&ys, 0] */>(
        &'a mut self,
        spec: P,
    ) -> PickMut<'a, S::Elem>
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
    /// [`into_pick_mut`](Self::into_pick_mut), with its error as a value.
    pub(crate) fn try_into_pick_mut<P: Picks<D> + 'a>(
        self,
        spec: P,
    ) -> Result<PickMut<'a, T>, PickError> {
        let selection = Selection::of::<T>(&spec, self.layout())?;
        // SAFETY: `PickMut::new` needs a selection for an array of this base: this is one, and the
        // view is given up.
        Ok(unsafe { PickMut::new(self.into_base().0, selection) })
    }
}
