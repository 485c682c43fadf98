//! Questions about all elements.

use super::zip;
use crate::array::{Array, Read};
use crate::layout::Dims;

impl<S: Read, D: Dims> Array<S, D> {
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
