//! A spec on a shape whose rank is known at run time.

use core::marker::PhantomData;

use smallvec::{SmallVec, smallvec};

use super::dialect::{Clamps, Dialect};
use super::error::RegionError;
use super::lists::{Lists, check_same};
use super::place::{Origin, place, rank_of};
use super::progression::Progression;
use super::region::Region;
use crate::error::SliceError;
use crate::spec::{AsEncoding, InlineSpec};

/// A list with an entry for each axis, without a heap up to rank 8.
pub(super) type List<T> = SmallVec<[T; 8]>;

/// What a spec selects of a shape whose rank is known at run time: [`Region`] without the ranks in its type.
///
/// Made by [`Algebra::on`](crate::Algebra::on) of any spec, and from a [`Region`]. Each function takes a time that grows with
/// the rank alone, for any rank.
///
/// ```
/// use tslice::{Algebra, DynSpec};
///
/// let spec: DynSpec = "::-2, 10:".parse()?;
/// let region = spec.on(&[480, 640])?;
/// let corner = region.then(&":3, -1".parse::<DynSpec>()?)?;
/// assert_eq!(&corner.result_shape()[..], [3]);
/// assert_eq!(corner.to_spec()?.to_string(), "479:474:-2, 639");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DynRegion<X = Clamps> {
    shape: List<usize>,
    taken: List<Progression>,
    origins: List<Origin>,
    dialect: PhantomData<X>,
}

impl<const R: usize, const O: usize, X: Dialect> From<Region<R, O, X>> for DynRegion<X> {
    fn from(region: Region<R, O, X>) -> Self {
        Self::of(region.lists())
    }
}

impl<X: Dialect> DynRegion<X> {
    fn of(Lists { shape, taken, origins }: Lists<'_>) -> Self {
        let (shape, taken, origins) =
            (SmallVec::from_slice(shape), SmallVec::from_slice(taken), SmallVec::from_slice(origins));
        Self { shape, taken, origins, dialect: PhantomData }
    }

    fn blank(shape: &[usize], rank: usize) -> Self {
        let (taken, origins) = (smallvec![Progression::NONE; shape.len()], smallvec![Origin::New; rank]);
        Self { shape: SmallVec::from_slice(shape), taken, origins, dialect: PhantomData }
    }

    /// What a spec selects of a shape, in the dialect X.
    ///
    /// # Errors
    ///
    /// If the spec does not fit the shape, or an axis is longer than `isize::MAX`.
    pub fn new(spec: impl AsEncoding, shape: &[usize]) -> Result<Self, SliceError> {
        let encoding = spec.as_encoding();
        let mut region = Self::blank(shape, rank_of(encoding, shape.len())?);
        place::<X>(encoding, shape, &mut region.taken, &mut region.origins)?;
        Ok(region)
    }

    /// All of a shape.
    ///
    /// # Errors
    ///
    /// If an axis is longer than `isize::MAX`.
    pub fn whole(shape: &[usize]) -> Result<Self, SliceError> {
        Self::new(InlineSpec::EMPTY, shape)
    }

    pub(super) fn lists(&self) -> Lists<'_> {
        Lists { shape: &self.shape, taken: &self.taken, origins: &self.origins }
    }

    pub(super) fn lists_mut(&mut self) -> (&mut [Progression], &mut [Origin]) {
        (&mut self.taken, &mut self.origins)
    }

    pub(super) fn made_of(shape: &[usize], taken: List<Progression>, origins: &[Origin]) -> Self {
        let (shape, origins) = (SmallVec::from_slice(shape), SmallVec::from_slice(origins));
        Self { shape, taken, origins, dialect: PhantomData }
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

    /// As [`Region::origin`].
    #[must_use]
    pub fn origin(&self, axis: usize) -> Option<usize> {
        match self.origins.get(axis) {
            Some(&Origin::Axis(axis)) => Some(axis),
            _ => None,
        }
    }

    /// The shape of the result.
    #[must_use]
    pub fn result_shape(&self) -> SmallVec<[usize; 8]> {
        let mut shape = smallvec![0; self.origins.len()];
        self.lists().write_shape(&mut shape);
        shape
    }

    /// As [`Region::len`].
    #[must_use]
    pub fn len(&self) -> Option<usize> {
        self.lists().len()
    }

    /// Whether no element is selected.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lists().is_empty()
    }

    /// As [`Region::then`], for any spec.
    ///
    /// # Errors
    ///
    /// If the spec does not fit the result.
    pub fn then(&self, next: impl AsEncoding) -> Result<Self, SliceError> {
        Ok(self.joined(&Self::new(next, &self.result_shape())?))
    }

    /// As [`Region::then_region`].
    ///
    /// # Errors
    ///
    /// If `next` is not of the shape of this result.
    pub fn then_region(&self, next: &Self) -> Result<Self, RegionError> {
        check_same(&self.result_shape(), &next.shape)?;
        Ok(self.joined(next))
    }

    fn joined(&self, next: &Self) -> Self {
        let mut both = Self { origins: smallvec![Origin::New; next.origins.len()], ..self.clone() };
        self.lists().write_then(next.lists(), &mut both.taken, &mut both.origins);
        both
    }

    /// As [`Region::intersect`].
    ///
    /// # Errors
    ///
    /// If the regions are of different shapes.
    pub fn intersect(&self, other: &Self) -> Result<Option<Self>, RegionError> {
        self.lists().check_shape(other.lists())?;
        Ok(self.lists().meets(other.lists()).then(|| {
            let mut both = self.clone();
            self.lists().write_intersection(other.lists(), &mut both.taken);
            both
        }))
    }

    /// As [`Region::is_disjoint`].
    ///
    /// # Errors
    ///
    /// If the regions are of different shapes.
    pub fn is_disjoint(&self, other: &Self) -> Result<bool, RegionError> {
        self.lists().check_shape(other.lists())?;
        Ok(!self.lists().meets(other.lists()))
    }

    /// As [`Region::contains`].
    ///
    /// # Errors
    ///
    /// If the regions are of different shapes.
    pub fn contains(&self, other: &Self) -> Result<bool, RegionError> {
        self.lists().check_shape(other.lists())?;
        Ok(self.lists().contains(other.lists()))
    }

    /// As [`Region::hull`].
    #[must_use]
    pub fn hull(&self) -> Option<Self> {
        (!self.is_empty()).then(|| self.boxed(self))
    }

    /// As [`Region::hull_with`].
    ///
    /// # Errors
    ///
    /// If the regions are of different shapes.
    pub fn hull_with(&self, other: &Self) -> Result<Option<Self>, RegionError> {
        self.lists().check_shape(other.lists())?;
        Ok(match (self.is_empty(), other.is_empty()) {
            (true, _) => other.hull(),
            (_, true) => self.hull(),
            _ => Some(self.boxed(other)),
        })
    }

    fn boxed(&self, other: &Self) -> Self {
        let mut hull = Self::blank(&self.shape, self.shape.len());
        self.lists().write_hull(other.lists(), &mut hull.taken, &mut hull.origins);
        hull
    }

    /// As [`Region::within`].
    ///
    /// # Errors
    ///
    /// If the regions are of different shapes.
    pub fn within(&self, whole: &Self) -> Result<Option<Self>, RegionError> {
        self.lists().check_shape(whole.lists())?;
        Ok(self.lists().meets(whole.lists()).then(|| {
            let mut within = Self::blank(&whole.result_shape(), self.origins.len());
            let mut kept: List<Origin> = smallvec![Origin::New; self.shape.len()];
            let Self { taken, origins, .. } = &mut within;
            self.lists().write_within(whole.lists(), taken, &mut kept, origins);
            within
        }))
    }

    /// As [`Region::inverse`].
    #[must_use]
    pub fn inverse(&self) -> Option<Self> {
        Self::whole(&self.shape).ok()?.within(self).ok()?
    }

    /// As [`Region::to_source`]; `None` too if the index has another rank than the result.
    #[must_use]
    pub fn to_source(&self, index: &[usize]) -> Option<SmallVec<[usize; 8]>> {
        let mut source = smallvec![0; self.shape.len()];
        self.lists().write_source(index, &mut source).then_some(source)
    }

    /// As [`Region::to_result`]; `None` too if the index has another rank than the source.
    #[must_use]
    pub fn to_result(&self, source: &[usize]) -> Option<SmallVec<[usize; 8]>> {
        let mut index = smallvec![0; self.origins.len()];
        self.lists().write_result(source, &mut index).then_some(index)
    }

    /// As [`Region::to_spec`].
    ///
    /// # Errors
    ///
    /// As [`Region::to_spec`]; if more than 31 entries are needed, one run of whole axes not counted.
    pub fn to_spec(&self) -> Result<InlineSpec, SliceError> {
        self.lists().to_spec()
    }
}
