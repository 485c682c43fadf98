//! Specs put on a shape whose rank the compiler knows.

use super::dialect::{Dialect, Refuses};
use super::place::{Origin, place};
use super::progression::Progression;
use super::region::Region;
use crate::error::SliceError;
use crate::rank::Rank;
use crate::resolve::Fits;
use crate::spec::{Kind, Spec};

impl<const N: usize, K: Kind> Spec<N, K> {
    /// What this spec selects of a shape, in NumPy's dialect: bounds outside their axis are clamped.
    ///
    /// The shape need not be that of an array: its lengths may be anything up to `isize::MAX`, whatever their product.
    ///
    /// # Errors
    ///
    /// If an index is out of bounds, a stride is 0, or an axis is longer than `isize::MAX`.
    #[inline(always)]
    pub const fn on<const R: usize, const O: usize>(
        &self,
        shape: [usize; R],
    ) -> Result<Region<R, O>, SliceError>
    where
        K: Fits<R, Output = Rank<O>>,
    {
        self.placed(shape)
    }

    /// As [`on`](Self::on), but a bound outside its axis is an error: in the dialect of libraries that do not clamp.
    ///
    /// ```
    /// use tslice::{SliceError, s};
    ///
    /// let error = s![2:20].on_strictly([10]).unwrap_err();
    /// assert_eq!(error, SliceError::BoundOutOfBounds { axis: 0, bound: 20, len: 10 });
    /// let region = s![2:10].on_strictly([10])?;
    /// assert!(region.then(&s![:9]).is_err() && region.then(&s![:8]).is_ok());
    /// # Ok::<(), SliceError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`on`](Self::on); if a bound of a range is where NumPy would clamp it.
    #[inline(always)]
    pub const fn on_strictly<const R: usize, const O: usize>(
        &self,
        shape: [usize; R],
    ) -> Result<Region<R, O, Refuses>, SliceError>
    where
        K: Fits<R, Output = Rank<O>>,
    {
        self.placed(shape)
    }

    #[inline(always)]
    pub(super) const fn placed<const R: usize, const O: usize, X: Dialect>(
        &self,
        shape: [usize; R],
    ) -> Result<Region<R, O, X>, SliceError> {
        let (mut taken, mut origins) = ([Progression::NONE; R], [Origin::New; O]);
        match place::<X>(self.as_encoding(), &shape, &mut taken, &mut origins) {
            Ok(()) => Ok(Region::made_of(shape, taken, origins)),
            Err(error) => Err(error),
        }
    }

    /// The shape of the result on a shape, as NumPy slices.
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
    /// As [`on`](Self::on).
    pub const fn result_shape<const R: usize, const O: usize>(
        &self,
        shape: [usize; R],
    ) -> Result<[usize; O], SliceError>
    where
        K: Fits<R, Output = Rank<O>>,
    {
        match self.on(shape) {
            Ok(region) => Ok(region.result_shape()),
            Err(error) => Err(error),
        }
    }

    /// Whether the result on a shape has no elements.
    ///
    /// # Errors
    ///
    /// As [`on`](Self::on).
    pub const fn is_empty_on<const R: usize, const O: usize>(
        &self,
        shape: [usize; R],
    ) -> Result<bool, SliceError>
    where
        K: Fits<R, Output = Rank<O>>,
    {
        match self.on(shape) {
            Ok(region) => Ok(region.is_empty()),
            Err(error) => Err(error),
        }
    }
}
