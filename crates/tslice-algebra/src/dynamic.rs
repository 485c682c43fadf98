//! A spec on a shape whose rank is known at run time.

use alloc::vec::Vec;

use smallvec::{SmallVec, smallvec};
use tslice_core::__ops::selections;
use tslice_core::{AxisError, InlineSpec, Progression, SliceError, traits::AsEncoding};

use crate::lists::{Lists, Origin, check_same, write_origins};
use crate::region::Region;

/// A list with an entry for each axis, without a heap up to rank 8.
pub(crate) type List<T> = SmallVec<[T; 8]>;

/// What a spec selects of a shape whose rank is known at run time: [`Region`] without the ranks in
/// its type.
///
/// Made by [`new`](Self::new) of any spec, and from a [`Region`]. Each function takes a time that
/// grows with the rank alone, for any rank.
///
/// ```
/// use tslice::DynSpec;
/// use tslice_algebra::DynRegion;
///
/// let spec: DynSpec = "::-2, 10:".parse()?;
/// let region = DynRegion::new(&spec, &[480, 640])?;
/// let corner = region.then(&":3, -1".parse::<DynSpec>()?)?;
/// assert_eq!(corner.result_shape(), [3]);
/// assert_eq!(corner.to_spec()?.to_string(), "479:474:-2, 639");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DynRegion {
    shape: List<usize>,
    pub(crate) taken: List<Progression>,
    pub(crate) origins: List<Origin>,
}

impl<const R: usize, const O: usize> From<Region<R, O>> for DynRegion {
    fn from(region: Region<R, O>) -> Self {
        Self::of(region.lists())
    }
}

impl DynRegion {
    pub(crate) fn of(
        Lists {
            shape,
            taken,
            origins,
        }: Lists<'_>,
    ) -> Self {
        let (shape, taken) = (SmallVec::from_slice(shape), SmallVec::from_slice(taken));
        Self {
            shape,
            taken,
            origins: SmallVec::from_slice(origins),
        }
    }

    /// A region of a shape whose lists are to be overwritten.
    fn blank(shape: &[usize], rank: usize) -> Self {
        let (taken, origins) = (
            smallvec![Progression::NONE; shape.len()],
            smallvec![Origin::New; rank],
        );
        Self {
            shape: SmallVec::from_slice(shape),
            taken,
            origins,
        }
    }

    /// What a spec selects of a shape.
    ///
    /// # Errors
    ///
    /// If the spec does not fit the shape, or an axis is longer than `isize::MAX`.
    pub fn new(spec: impl AsEncoding, shape: &[usize]) -> Result<Self, SliceError> {
        let encoding = spec.as_encoding();
        let taken = selections(encoding, shape)?;
        let (consumed, produced) = encoding.forms().axes(encoding.begin.len());
        let mut origins = smallvec![Origin::New; shape.len() - consumed + produced];
        write_origins(encoding, shape.len(), &mut origins);
        Ok(Self {
            shape: SmallVec::from_slice(shape),
            taken,
            origins,
        })
    }

    /// All of a shape.
    ///
    /// # Errors
    ///
    /// If an axis is longer than `isize::MAX`.
    pub fn whole(shape: &[usize]) -> Result<Self, SliceError> {
        Self::new(InlineSpec::EMPTY, shape)
    }

    pub(crate) fn lists(&self) -> Lists<'_> {
        Lists {
            shape: &self.shape,
            taken: &self.taken,
            origins: &self.origins,
        }
    }

    /// The shape that is sliced.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// What is selected on each axis of that shape.
    #[must_use]
    pub fn axes(&self) -> &[Progression] {
        &self.taken
    }

    /// Works like [`Region::origins`].
    #[must_use]
    pub fn origins(&self) -> Vec<Option<usize>> {
        self.origins.iter().map(|origin| origin.axis()).collect()
    }

    /// The shape of the result.
    #[must_use]
    pub fn result_shape(&self) -> Vec<usize> {
        self.lengths().to_vec()
    }

    fn lengths(&self) -> List<usize> {
        let mut shape = smallvec![0; self.origins.len()];
        self.lists().write_shape(&mut shape);
        shape
    }

    /// Works like [`Region::len`].
    #[must_use]
    pub fn len(&self) -> Option<usize> {
        self.lists().len()
    }

    /// Whether no element is selected.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lists().is_empty()
    }

    /// Works like [`Region::then`], for any spec.
    ///
    /// # Errors
    ///
    /// If the spec does not fit the result.
    pub fn then(&self, next: impl AsEncoding) -> Result<Self, SliceError> {
        Ok(self.joined(&Self::new(next, &self.lengths())?))
    }

    /// Works like [`Region::then_region`].
    ///
    /// # Errors
    ///
    /// If `next` is not of the shape of this result.
    pub fn then_region(&self, next: &Self) -> Result<Self, AxisError> {
        check_same(&self.lengths(), &next.shape)?;
        Ok(self.joined(next))
    }

    fn joined(&self, next: &Self) -> Self {
        let mut both = Self {
            origins: smallvec![Origin::New; next.origins.len()],
            ..self.clone()
        };
        self.lists()
            .write_then(next.lists(), &mut both.taken, &mut both.origins);
        both
    }

    /// Works like [`Region::intersect`].
    ///
    /// # Errors
    ///
    /// If the regions are of different shapes.
    pub fn intersect(&self, other: &Self) -> Result<Option<Self>, AxisError> {
        let mut both = self.clone();
        Ok(self
            .lists()
            .write_common(other.lists(), &mut both.taken)?
            .then_some(both))
    }

    /// Works like [`Region::is_disjoint`].
    ///
    /// # Errors
    ///
    /// If the regions are of different shapes.
    pub fn is_disjoint(&self, other: &Self) -> Result<bool, AxisError> {
        Ok(!self.lists().meets(other.lists())?)
    }

    /// Works like [`Region::contains`].
    ///
    /// # Errors
    ///
    /// If the regions are of different shapes.
    pub fn contains(&self, other: &Self) -> Result<bool, AxisError> {
        self.lists().contains(other.lists())
    }

    /// Works like [`Region::hull`].
    #[must_use]
    pub fn hull(&self) -> Option<Self> {
        self.hull_with(self).ok()?
    }

    /// Works like [`Region::hull_with`].
    ///
    /// # Errors
    ///
    /// If the regions are of different shapes.
    pub fn hull_with(&self, other: &Self) -> Result<Option<Self>, AxisError> {
        let mut hull = Self::blank(&self.shape, self.shape.len());
        let any = self
            .lists()
            .write_hull(other.lists(), &mut hull.taken, &mut hull.origins)?;
        Ok(any.then_some(hull))
    }

    /// Works like [`Region::within`].
    ///
    /// # Errors
    ///
    /// If the regions are of different shapes.
    pub fn within(&self, whole: &Self) -> Result<Option<Self>, AxisError> {
        let mut within = Self::blank(&whole.lengths(), self.origins.len());
        let any =
            self.lists()
                .write_within(whole.lists(), &mut within.taken, &mut within.origins)?;
        Ok(any.then_some(within))
    }

    /// Works like [`Region::inverse`].
    #[must_use]
    pub fn inverse(&self) -> Option<Self> {
        Self::whole(&self.shape).ok()?.within(self).ok()?
    }

    /// Works like [`Region::to_source`]; `None` too if the index has another rank than the result.
    #[must_use]
    pub fn to_source(&self, index: &[usize]) -> Option<Vec<usize>> {
        let mut source = alloc::vec![0; self.shape.len()];
        self.lists()
            .write_source(index, &mut source)
            .then_some(source)
    }

    /// Works like [`Region::to_result`]; `None` too if the index has another rank than the source.
    #[must_use]
    pub fn to_result(&self, source: &[usize]) -> Option<Vec<usize>> {
        let mut index = alloc::vec![0; self.origins.len()];
        self.lists()
            .write_result(source, &mut index)
            .then_some(index)
    }

    /// Works like [`Region::to_spec`].
    ///
    /// # Errors
    ///
    /// Works like [`Region::to_spec`]; if more than 31 entries are needed, one run of whole axes
    /// not counted.
    pub fn to_spec(&self) -> Result<InlineSpec, SliceError> {
        self.lists().to_spec()
    }
}
