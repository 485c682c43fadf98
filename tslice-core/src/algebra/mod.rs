//! The algebra of specs: what a spec does to a shape, and what specs do together, without an array.
//!
//! Two questions are kept apart. What holds for **every shape** is asked of specs: [`canonical`](Spec::canonical) and
//! [`then`](Spec::then), which gives an [`InlineSpec`] or `None`, as not every two slices are one. What holds **on a shape** is
//! asked of a [`Region`], which [`on`](Spec::on) makes of a spec: there `then` always has an answer, and so have `inverse`,
//! `intersect`, `is_disjoint`, `contains`, `hull`, `split`, `chunks`, and an index mapped to the source and back.
//!
//! Typed specs do all of this in `const fn`. A [`DynRegion`] has the same functions for any spec, and
//! [`EncodingRef`] has `canonical` and `then`. Nothing here takes memory that grows with a shape, or time beyond one
//! walk over the axes.
//!
//! A bound outside its axis is clamped, as NumPy does. [`check_strictly`](crate::EncodingRef::check_strictly) refuses it.

mod canonical;
mod chunks;
mod compose;
mod dynamic;
mod lists;
mod region;
mod span;
mod spell;
mod split;
mod strict;
mod tables;

pub use chunks::{ChunkGrid, ChunkRow, ChunkTable};
pub use dynamic::DynRegion;
pub use region::Region;
pub use split::Split;
pub use tables::{ChunkProjection, ChunkTables};

use crate::error::SliceError;
pub use crate::layout::Progression;
use crate::spec::{EncodingRef, InlineSpec, Kind, Spec};

impl<const N: usize, K: Kind> Spec<N, K> {
    /// The canonical form: specs that give the same on every shape have equal ones.
    ///
    /// To give the same is to fit the same shapes, and to select the same elements of each in the same order with the same axes.
    /// It is canonical for axes of up to `i64::MAX` positions, so `0:9223372036854775807` is `:`. A spec that fits no shape, for its
    /// index is `i64::MAX` or `i64::MIN`, stays as it is.
    ///
    /// ```
    /// use tslice::s;
    ///
    /// let canonical = s![1, newaxis, 0:9:4, 3:-1:-1, .., :].canonical()?;
    /// assert_eq!(canonical.to_string(), "newaxis, 1, :9:4, :0, :");
    /// assert_eq!(s![::-1, 2:3].canonical()?, s![-1::-1, 2:1:-1, ..].canonical()?);
    /// # Ok::<(), tslice::SliceError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a stride is 0.
    pub const fn canonical(&self) -> Result<InlineSpec, SliceError> {
        canonical::canonical(self.as_encoding())
    }

    /// The one spec that does what this one and then `next` do, on every shape on which both can be done, and on no other;
    /// `None` if there is none.
    ///
    /// There is none for every sixth pair or so: of `:-3` and then `:5`, the end depends on the length in a way that no bound
    /// says. On a shape there always is one: [`Region::then`]. It is canonical.
    ///
    /// ```
    /// use tslice::s;
    ///
    /// let both = s![2:, ::-1].then(&s![newaxis, 1::2, 0]).expect("one spec does it");
    /// assert_eq!(both.to_string(), "newaxis, 3::2, -1");
    /// assert_eq!(s![:-3].then(&s![:5]), None);
    /// ```
    ///
    /// A stride near `i64::MAX`, as no axis is long enough for two steps of it, makes ranges of one position which only some
    /// lengths have. If only such a range does what both do, the answer may be `None`.
    #[must_use]
    pub const fn then<const N2: usize, K2: Kind>(&self, next: &Spec<N2, K2>) -> Option<InlineSpec> {
        compose::then(self.as_encoding(), next.as_encoding())
    }
}

impl EncodingRef<'_> {
    /// As [`Spec::canonical`].
    ///
    /// # Errors
    ///
    /// If the encoding is wrong for every shape: see [`Encoding::new`](crate::Encoding::new).
    pub const fn canonical(self) -> Result<InlineSpec, SliceError> {
        canonical::canonical(self)
    }

    /// As [`Spec::then`].
    ///
    /// ```
    /// use tslice::{AsEncoding, DynSpec};
    ///
    /// let (a, b): (DynSpec, DynSpec) = ("1:, ::-1".parse()?, "1:".parse()?);
    /// assert_eq!(a.as_encoding().then(b.as_encoding()).unwrap().to_string(), "2:, ::-1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn then(self, next: EncodingRef<'_>) -> Option<InlineSpec> {
        compose::then(self, next)
    }
}
