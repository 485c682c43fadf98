//! Zips whose closure knows where it is.

use core::ops::ControlFlow::Continue;

use super::tuples::{BroadcastAll, Items, Operands};
use super::{ResultOf, Zip, whole};
use crate::array::{Array, Owned};
use crate::error::{ShapeError, or_panic};
use crate::layout::{self, Dims, Order};

/// A [`Zip`] whose closures get the index tuple beside the items, in row-major order.
#[must_use = "nothing happens before `for_each` or `map`"]
pub struct IndexedZip<O, const N: usize> {
    zip: Zip<O, N>,
}

/// An index tuple of the common shape.
type IndexOf<O, const N: usize> = <ResultOf<O, N> as Dims>::Owned;

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
    /// The index tuples of the common shape in row-major order, one for each call.
    #[inline]
    fn indices(&self) -> impl FnMut() -> IndexOf<O, N> + use<O, N> {
        let shape = <ResultOf<O, N>>::own_shape(&self.zip.layout());
        let mut next = shape.clone();
        next.as_mut().fill(0);
        move || {
            let index = next.clone();
            layout::advance(next.as_mut(), shape.as_ref());
            index
        }
    }

    /// Calls the closure once for each index tuple of the common shape, in row-major order.
    #[inline]
    pub fn for_each<F>(self, mut f: F)
    where
        F: for<'i> FnMut(IndexOf<O, N>, Items<'i, O>),
    {
        let mut index = self.indices();
        whole(self.zip.visit(Order::RowMajor, (), move |(), items| {
            f(index(), items);
            Continue(())
        }));
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
    pub fn try_map<U, F>(self, mut f: F) -> Result<Array<Owned<U>, ResultOf<O, N>>, ShapeError>
    where
        F: for<'i> FnMut(IndexOf<O, N>, Items<'i, O>) -> U,
    {
        let mut index = self.indices();
        self.zip.try_map(move |items| f(index(), items))
    }
}
