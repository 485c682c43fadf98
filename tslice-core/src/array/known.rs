//! Arrays of static shapes: from ranks and nested arrays, and back.

use super::nested::Levels;
use super::{Array, Read};
use crate::error::{Message, ShapeError};
use crate::layout::{self, Dims, StaticShape};

impl<S, D: Dims> Array<S, D> {
    /// Returns the same array with its lengths in the type: `array.into_static::<Shape![3, _, 4]>()`. A `_` is a length that is
    /// known at run time only.
    ///
    /// ```
    /// use tslice::{Shape, View, checked};
    ///
    /// let v = View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6]]);
    /// let v = v.into_static::<Shape![2, 3]>()?;
    /// assert_eq!(v.slice(checked![1, ::-1]), [6, 5, 4]);
    ///
    /// let error = v.into_static::<Shape![_, 4]>().unwrap_err();
    /// assert_eq!(error.to_string(), "axis 1 has length 3, expected 4");
    /// # Ok::<(), tslice::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If an axis has another length than the static shape says.
    #[inline]
    pub fn into_static<E: StaticShape<Ranked = D::Ranked>>(self) -> Result<Array<S, E>, ShapeError> {
        self.with_dims().map_err(|array| match layout::check_known::<E>(array.lengths()) {
            Err(error) => error,
            Ok(()) => unreachable!("a length differs"),
        })
    }

    /// Returns the same array without the lengths in its type: a static shape of R axes becomes `Rank<R>`.
    ///
    /// ```
    /// use tslice::{Array, Ref, Shape, View};
    ///
    /// let v = Array::<Ref<i32>, Shape![2, 3]>::from(&[[1, 2, 3], [4, 5, 6]]);
    /// let v: View<i32, 2> = v.into_ranked();
    /// assert_eq!(v, [[1, 2, 3], [4, 5, 6]]);
    /// ```
    #[inline]
    pub fn into_ranked(self) -> Array<S, D::Ranked> {
        self.with_dims().unwrap_or_else(|_| unreachable!("dims of the same rank"))
    }
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Clones the elements into a nested array. The lengths are compared when the program is built.
    ///
    /// ```
    /// use tslice::{Array, Ref, Shape, checked};
    ///
    /// let v = Array::<Ref<i32>, Shape![2, 3]>::from(&[[1, 2, 3], [4, 5, 6]]);
    /// let columns: [[i32; 2]; 2] = v.slice(checked![:, ::-2]).to_nested();
    /// assert_eq!(columns, [[3, 1], [6, 4]]);
    /// ```
    #[must_use]
    #[inline]
    pub fn to_nested<N>(&self) -> N
    where
        D: StaticShape,
        S::Elem: Clone,
        N: Levels<S::Elem, D::List>,
    {
        const { check_lengths(D::LENGTHS, &N::LENGTHS) }
        N::collect(&mut self.into_iter().cloned())
    }
}

/// Fails to build if a length is not known, or is another one in the nested array.
const fn check_lengths(known: &[Option<usize>], nested: &[usize]) {
    let mut axis = 0;
    while axis < known.len() {
        let message = Message::new().text("axis ").number(axis as i128);
        match known[axis] {
            Some(len) if len == nested[axis] => {}
            Some(len) => message
                .text(" has length ")
                .number(len as i128)
                .text(", the nested array has ")
                .number(nested[axis] as i128)
                .panic(),
            None => message.text(" of this static shape has no length that the compiler knows").panic(),
        }
        axis += 1;
    }
}
