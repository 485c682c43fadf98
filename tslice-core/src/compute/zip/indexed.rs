//! Zips whose closure knows where it is.

use core::convert::Infallible;
use core::mem::MaybeUninit;
use core::ops::ControlFlow::Continue;
use core::ptr::NonNull;
use core::slice;

use super::axes;
use super::tuples::{BroadcastAll, Items, Operands};
use super::walk::{self, RowWay};
use super::{ResultOf, Zip, whole};
use crate::array::{Array, Owned};
use crate::error::{ShapeError, or_panic};
use crate::layout::{Dims, Layout, NestAxis};

/// A [`Zip`] whose closures get the index tuple beside the items, in row-major order.
#[must_use = "nothing happens before `for_each` or `map`"]
pub struct IndexedZip<O, const N: usize> {
    zip: Zip<O, N>,
}

/// An index tuple of the common shape.
type IndexOf<O, const N: usize> = <ResultOf<O, N> as Dims>::Owned;

/// The index tuple at a position of a row.
#[inline(always)]
fn index_in_row<D: Dims>(row: &D::Owned, at: usize) -> D::Owned {
    let mut index = row.clone();
    if let Some(last) = index.as_mut().last_mut() {
        *last = at;
    }
    index
}

impl<O: Operands<N>, const N: usize> Zip<O, N>
where
    O::Dims: BroadcastAll,
{
    /// Gives the closure the index tuple, too, as its first argument.
    ///
    /// ```
    /// use tslice::{Tensor, zip};
    ///
    /// let a = Tensor::<_, 2>::from([[5, 6], [7, 8]]);
    /// let mut lower = a.to_tensor();
    /// zip((&mut lower,)).indexed().for_each(|[i, j], (x,)| if j > i { *x = 0 });
    /// assert_eq!(lower, [[5, 0], [7, 8]]);
    /// assert_eq!(zip((&a, &[1, 2])).indexed().map(|[i, _], (a, b)| i as i32 * (a + b)), [[0, 0], [8, 10]]);
    /// ```
    pub fn indexed(self) -> IndexedZip<O, N> {
        IndexedZip { zip: self }
    }
}

impl<O: Operands<N>, const N: usize> IndexedZip<O, N>
where
    O::Dims: BroadcastAll,
{
    /// Calls the closure for each index tuple in row-major order, and writes what it returns to `out`.
    ///
    /// # Safety
    ///
    /// `out` has a place for as many results as there are index tuples.
    #[inline]
    unsafe fn walk<U, F>(mut self, mut out: *mut MaybeUninit<U>, mut f: F)
    where
        F: for<'i> FnMut(IndexOf<O, N>, Items<'i, O>) -> U,
    {
        let layout = self.zip.layout();
        if layout.shape().contains(&0) {
            return;
        }
        let mut axes = layout.list(NestAxis::<N>::ONE);
        let (shapes, strides) = (self.zip.operands.shapes(), self.zip.operands.strides());
        let rank = layout.shape().len();
        for (at, axis) in axes.as_mut().iter_mut().enumerate() {
            *axis = axes::axis_of(shapes, strides, O::SIZES, at, rank);
        }
        let row =
            axes.as_mut().last_mut().map_or(NestAxis::ONE, |row| core::mem::replace(row, NestAxis::ONE));
        let way = RowWay::of(&row, O::SIZES, O::EXCLUSIVE);
        // SAFETY: `first` needs that elements of shared operands are not written: items of them are shared references.
        let mut first = unsafe { self.zip.operands.first_element() };
        let mut index = <ResultOf<O, N>>::own_shape(&layout);
        index.as_mut().fill(0);
        // One loop over the rows, whatever the rank is, so that there is one place at which a row is walked: a call for each row, and its
        // index in memory, would cost short rows more than their elements.
        loop {
            // A copy inside the closure: the compiler knows that writing elements does not change it.
            let of_row = index.clone();
            // SAFETY: a slice of places needs `row.len` of them: `out` has one for each index tuple, and rows come one after the other.
            let places = unsafe { slice::from_raw_parts_mut(out, row.len) };
            out = out.wrapping_add(row.len);
            // SAFETY: `one_row` needs a live element of each operand for each position of the row, which only this walk reaches if it
            // is exclusive: the steps are those of the arrays (their invariants 1 and 2), which the operands borrow, and an exclusive
            // operand is not repeated. The way is that of these steps.
            (_, f) = whole(unsafe {
                walk::one_row::<N, O, U, (usize, F), Infallible, _>(
                    way,
                    first,
                    &row.steps,
                    places,
                    (0, f),
                    &mut move |(at, mut f), items| {
                        let value = f(index_in_row::<ResultOf<O, N>>(&of_row, at), items);
                        Continue(((at + 1, f), value))
                    },
                )
            });
            match axes::next_tuple(first, index.as_mut(), axes.as_mut()) {
                Some(next) => first = next,
                None => return,
            }
        }
    }

    /// Calls the closure once for each index tuple of the common shape, in row-major order.
    #[inline]
    pub fn for_each<F>(self, mut f: F)
    where
        F: for<'i> FnMut(IndexOf<O, N>, Items<'i, O>),
    {
        // SAFETY: `walk` needs a place for each result: a `()` needs no memory.
        unsafe {
            self.walk(NonNull::<MaybeUninit<()>>::dangling().as_ptr(), move |index, items| f(index, items))
        }
    }

    /// Calls the closure for each index tuple in row-major order, and makes a tensor of the results, as [`Zip::map`] does.
    ///
    /// # Panics
    ///
    /// If memory runs out.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn map<U, F>(self, f: F) -> Array<Owned<U>, ResultOf<O, N>>
    where
        F: for<'i> FnMut(IndexOf<O, N>, Items<'i, O>) -> U,
    {
        or_panic(self.try_map(f))
    }

    /// Works like [`map`](Self::map), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the tensor does not fit in memory.
    #[inline]
    pub fn try_map<U, F>(self, f: F) -> Result<Array<Owned<U>, ResultOf<O, N>>, ShapeError>
    where
        F: for<'i> FnMut(IndexOf<O, N>, Items<'i, O>) -> U,
    {
        let (mut data, layout, len) = self.zip.result::<U>()?;
        // SAFETY: `walk` needs a place for each result, which the spare capacity has.
        unsafe { self.walk(data.spare_capacity_mut().as_mut_ptr(), f) };
        // SAFETY: `set_len` needs `len` live elements: the walk wrote one for each index tuple.
        unsafe { data.set_len(len) };
        Ok(Array::from_parts(layout.shape(), data))
    }
}
