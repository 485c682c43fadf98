//! A function of every element: to a new tensor, in place, or to a truth.

use super::zip;
use crate::array::{Array, Owned, Read, Write};
use crate::layout::Dims;

impl<S: Read, D: Dims> Array<S, D> {
    /// Calls a function for each element in row-major order, and returns a tensor of the results.
    ///
    /// The reference may point to a copy of the element, and so lives for the call: `iter().map(|x| x.as_str())` borrows from elements.
    /// [`zip`](crate::zip) does the same for several arrays.
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let t = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.slice(s![:, ::-2]).map(|x| f64::from(*x) / 2.0), [[1.5, 0.5], [3.0, 2.0]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If memory runs out, which is possible for a view that repeats elements.
    #[inline]
    #[track_caller]
    pub fn map<U>(&self, mut f: impl FnMut(&S::Elem) -> U) -> Array<Owned<U>, D> {
        let mapped = zip((self,)).map(|(element,)| f(element));
        mapped.with_dims().unwrap_or_else(|_| unreachable!("an array of these lengths"))
    }

    /// Calls a function for each element, which may change it.
    ///
    /// The order is that of the memory. The reference may point to a copy of the element, which is then written back.
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let mut t = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    /// t.slice_mut(s![:, 1:]).map_inplace(|x| *x *= 10);
    /// assert_eq!(t, [[1, 20, 30], [4, 50, 60]]);
    /// ```
    #[doc(alias("mapv_inplace", "map_mut"))]
    #[inline]
    pub fn map_inplace(&mut self, mut f: impl FnMut(&mut S::Elem))
    where
        S: Write,
    {
        zip((self,)).for_each(|(element,)| f(element));
    }

    /// Returns whether a function returns `true` for every element. It is not called any more after the first `false`.
    ///
    /// ```
    /// let t = tslice::tensor![[1, 2], [3, 4]];
    /// assert!(t.all(|&x| x > 0) && !t.any(|&x| x > 4));
    /// ```
    #[inline]
    #[must_use]
    pub fn all(&self, mut f: impl FnMut(&S::Elem) -> bool /* |x| *x, of each row: rows() */) -> bool {
        match self.view().as_slice() {
            Some(elements) => {
                // Some elements by code of their own: a loop over one at a time takes 3 times as long.
                let (parts, rest) = elements.as_chunks::<8>();
                parts.iter().all(|part| part.iter().all(&mut f)) && rest.iter().all(f)
            }
            None => zip((self,)).all(|(element,)| f(element)),
        }
    }

    /// Returns whether a function returns `true` for an element. It is not called any more after the first `true`.
    #[inline]
    #[must_use]
    pub fn any(&self, mut f: impl FnMut(&S::Elem) -> bool /* |x| *x, of each row: rows() */) -> bool {
        !self.all(move |element| !f(element))
    }
}
