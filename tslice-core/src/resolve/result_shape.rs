//! The shape of the result of a typed spec, in `const` code too.

use super::{Fits, Origin, place};
use crate::error::SliceError;
use crate::layout::Progression;
use crate::rank::Rank;
use crate::spec::{Kind, Spec};

impl<const N: usize, K: Kind> Spec<N, K> {
    /// The shape of the result on a shape.
    ///
    /// The shape need not be that of an array: its lengths may be anything up to `isize::MAX`, whatever their product.
    ///
    /// ```
    /// const SHAPE: [usize; 3] = match tslice::s![1, ::2, newaxis].result_shape([4, 5, 6]) {
    ///     Ok(shape) => shape,
    ///     Err(_) => panic!("the spec does not fit"),
    /// };
    /// assert_eq!(SHAPE, [3, 1, 6]);
    /// let buffer = [0_u8; SHAPE[0] * SHAPE[2]];
    /// # let _ = buffer;
    /// ```
    ///
    /// # Errors
    ///
    /// If an index is out of bounds, a stride is 0, or an axis is longer than `isize::MAX`.
    pub const fn result_shape<const R: usize, const O: usize>(
        &self,
        shape: [usize; R],
    ) -> Result<[usize; O], SliceError>
    where
        K: Fits<R, Output = Rank<O>>,
    {
        let (mut taken, mut origins) = ([Progression::NONE; R], [Origin::New; O]);
        if let Err(error) = place(self.as_encoding(), &shape, &mut taken, &mut origins) {
            return Err(error);
        }
        let (mut result, mut axis) = ([0; O], 0);
        while axis < O {
            result[axis] = origins[axis].len(&taken);
            axis += 1;
        }
        Ok(result)
    }
}
