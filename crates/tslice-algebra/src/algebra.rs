//! The algebra as methods of every spec.

use alloc::vec::Vec;

use tslice_core::{
    Dyn, InlineSpec, PickError, SliceError,
    traits::{AsEncoding, Picks},
};

use crate::dynamic::DynRegion;
use crate::listed::result_shape;
use crate::{canonical, compose};

/// What is asked of specs without an array, for every spec: one from `s!`, a `DynSpec`, an
/// `Encoding`, a reference to one of these.
///
/// In `const` code, [`Region::of`](crate::Region::of), [`then()`](crate::then()) and
/// [`canonical()`](crate::canonical()) do the same.
pub trait Algebra: AsEncoding {
    /// What this spec selects of a shape: [`DynRegion::new`].
    ///
    /// # Errors
    ///
    /// If the spec does not fit the shape, has a list, or an axis is longer than `isize::MAX`.
    fn on(&self, shape: &[usize]) -> Result<DynRegion, SliceError> {
        DynRegion::new(self.as_encoding(), shape)
    }

    /// The shape of what this spec selects of a shape. Lists, runs, masks and groups count, which
    /// no region holds.
    ///
    /// A typed spec without lists has a function of this name of its own, which is `const`.
    ///
    /// ```
    /// use tslice::s;
    /// use tslice_algebra::Algebra;
    ///
    /// let mask = [true, false, true, true];
    /// assert_eq!(s![[0, -1], newaxis, .., &mask].result_shape([5, 6, 4])?, [2, 1, 6, 3]);
    /// assert_eq!(s![([0, 1, 2], [5]), 0].result_shape([5, 6, 4])?, [3]);
    /// # Ok::<(), tslice::PickError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the spec does not fit the shape, an axis is longer than `isize::MAX`, or the elements of
    /// the result cannot be counted.
    fn result_shape(&self, shape: impl AsRef<[usize]>) -> Result<Vec<usize>, PickError>
    where
        Self: Picks<Dyn> + Sized,
    {
        result_shape(self, shape.as_ref())
    }

    /// Whether this spec selects no element of a shape, lists included.
    ///
    /// ```
    /// use tslice::{DynSpec, s};
    /// use tslice_algebra::Algebra;
    ///
    /// assert!(s![[0, 1], [5:]].is_empty_on([2, 4])?);
    /// assert!(!"[5:, 0]".parse::<DynSpec>()?.is_empty_on([2, 4])?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If [`result_shape`](Self::result_shape) returns an error.
    fn is_empty_on(&self, shape: impl AsRef<[usize]>) -> Result<bool, PickError>
    where
        Self: Picks<Dyn> + Sized,
    {
        Ok(self.result_shape(shape)?.contains(&0))
    }

    /// The one spec that does what this one and then `next` do, on every shape on which both can be
    /// done, and on no other; `None` if there is none, or one of the two has a list:
    /// [`then()`](crate::then()).
    ///
    /// ```
    /// use tslice::s;
    /// use tslice_algebra::Algebra;
    ///
    /// let both = s![2:, ::-1].then(&s![newaxis, 1::2, 0]).expect("one spec does it");
    /// assert_eq!(both.to_string(), "newaxis, 3::2, -1");
    /// assert_eq!(s![:-3].then(&s![:5]), None);
    /// ```
    #[must_use]
    fn then(&self, next: impl AsEncoding) -> Option<InlineSpec> {
        compose::then(self.as_encoding(), next.as_encoding())
    }

    /// The canonical form: specs that give the same on every shape have equal ones. See
    /// [`canonical()`](crate::canonical()).
    ///
    /// ```
    /// use tslice::s;
    /// use tslice_algebra::Algebra;
    ///
    /// let canonical = s![1, newaxis, 0:9:4, 3:-1:-1, .., :].canonical()?;
    /// assert_eq!(canonical.to_string(), "newaxis, 1, :9:4, :0, :");
    /// assert_eq!(s![::-1, 2:3].canonical()?, s![-1::-1, 2:1:-1, ..].canonical()?);
    /// # Ok::<(), tslice::SliceError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a stride is 0, the spec has a list, or the encoding is wrong for every shape: see
    /// [`Encoding::new`](tslice_core::Encoding::new).
    fn canonical(&self) -> Result<InlineSpec, SliceError> {
        canonical::canonical(self.as_encoding())
    }
}

impl<S: AsEncoding + ?Sized> Algebra for S {}
