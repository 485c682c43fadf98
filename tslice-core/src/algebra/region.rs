//! A spec on a shape whose rank the compiler knows.

use core::marker::PhantomData;

use super::dialect::{Clamps, Dialect};
use super::error::RegionError;
use super::lists::Lists;
use super::place::{Origin, place};
use super::progression::Progression;
use crate::error::SliceError;
use crate::rank::Rank;
use crate::resolve::Fits;
use crate::spec::{InlineSpec, Spec};

/// What a spec selects of a shape of R axes, as a result of O axes: the algebra's form of a slice, made by
/// [`on`](Spec::on) of a spec.
///
/// Two regions are equal if they are of one shape and select the same on each axis, in the same order, with the same axes. On a shape,
/// two slices are always one: [`then`](Self::then) gives it. The dialect X says what a bound outside its axis means: NumPy
/// [`Clamps`] it; a region made by [`on_strictly`](Spec::on_strictly) [`Refuses`](super::Refuses) it, and so do all that follow from it.
///
/// All functions are `const`. [`DynRegion`](crate::DynRegion) has the same ones for ranks that are known at run time.
///
/// ```
/// use tslice::{Region, s};
///
/// const ROWS: Region<2, 2> = match s![::-2, 10:].on([480, 640]) {
///     Ok(region) => region,
///     Err(_) => panic!("the spec does not fit"),
/// };
/// const CORNER: Region<2, 1> = match ROWS.then(&s![:3, -1]) {
///     Ok(region) => region,
///     Err(_) => panic!("the spec does not fit"),
/// };
/// assert_eq!(CORNER.result_shape(), [3]);
/// assert_eq!(CORNER.to_spec()?.to_string(), "479:474:-2, 639");
/// assert_eq!(CORNER.to_source([2]), Some([475, 639]));
/// assert_eq!(CORNER.to_result([475, 639]), Some([2]));
/// assert_eq!(ROWS.contains(&CORNER), Ok(true));
/// # Ok::<(), tslice::SliceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region<const R: usize, const O: usize, X = Clamps> {
    shape: [usize; R],
    taken: [Progression; R],
    origins: [Origin; O],
    dialect: PhantomData<X>,
}

impl<const R: usize, X: Dialect> Region<R, R, X> {
    /// All of a shape.
    ///
    /// # Errors
    ///
    /// If an axis is longer than `isize::MAX`.
    pub const fn whole(shape: [usize; R]) -> Result<Self, SliceError> {
        let (mut taken, mut origins) = ([Progression::NONE; R], [Origin::New; R]);
        match place::<X>(InlineSpec::EMPTY.as_encoding(), &shape, &mut taken, &mut origins) {
            Ok(()) => Ok(Self { shape, taken, origins, dialect: PhantomData }),
            Err(error) => Err(error),
        }
    }
}

impl<const R: usize, const O: usize, X: Dialect> Region<R, O, X> {
    #[inline(always)]
    pub(super) const fn lists(&self) -> Lists<'_> {
        Lists { shape: &self.shape, taken: &self.taken, origins: &self.origins }
    }

    pub(super) const fn origins(&self) -> [Origin; O] {
        self.origins
    }

    pub(super) const fn made_of(shape: [usize; R], taken: [Progression; R], origins: [Origin; O]) -> Self {
        Self { shape, taken, origins, dialect: PhantomData }
    }

    /// The shape that is sliced.
    #[must_use]
    pub const fn shape(&self) -> [usize; R] {
        self.shape
    }

    /// What is selected on each axis of that shape.
    #[must_use]
    pub const fn axes(&self) -> &[Progression; R] {
        &self.taken
    }

    /// The axis of the source that axis `axis` of the result comes from; `None` if it is a new axis, or there is no such axis.
    #[must_use]
    pub const fn origin(&self, axis: usize) -> Option<usize> {
        match axis < O {
            true => match self.origins[axis] {
                Origin::Axis(axis) => Some(axis),
                _ => None,
            },
            false => None,
        }
    }

    /// The shape of the result.
    #[must_use]
    pub const fn result_shape(&self) -> [usize; O] {
        let mut shape = [0; O];
        self.lists().write_shape(&mut shape);
        shape
    }

    /// The number of elements; `None` if it exceeds `usize::MAX`, as it may where the shape is that of no array.
    #[must_use]
    pub const fn len(&self) -> Option<usize> {
        self.lists().len()
    }

    /// Whether no element is selected.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.lists().is_empty()
    }

    /// What a spec selects of this result, as a region of the source.
    ///
    /// `a.slice(p).slice(q)` is `a.slice(p.on(shape)?.then(&q)?.to_spec()?)`.
    ///
    /// # Errors
    ///
    /// If the spec does not fit the result: an index is out of bounds, a stride is 0, or a bound is outside its axis and the
    /// dialect refuses it. The axes of the error are those of the result.
    #[inline(always)]
    pub const fn then<const N: usize, K: Fits<O, Output = Rank<Q>>, const Q: usize>(
        &self,
        next: &Spec<N, K>,
    ) -> Result<Region<R, Q, X>, SliceError> {
        match next.placed::<O, Q, X>(self.result_shape()) {
            Ok(next) => Ok(self.joined(&next)),
            Err(error) => Err(error),
        }
    }

    /// What a region of this result selects, as a region of the source.
    ///
    /// # Errors
    ///
    /// If `next` is not of the shape of this result.
    pub const fn then_region<const Q: usize>(
        &self,
        next: &Region<O, Q, X>,
    ) -> Result<Region<R, Q, X>, RegionError> {
        match super::lists::check_same(&self.result_shape(), &next.shape) {
            Ok(()) => Ok(self.joined(next)),
            Err(error) => Err(error),
        }
    }

    #[inline(always)]
    const fn joined<const Q: usize>(&self, next: &Region<O, Q, X>) -> Region<R, Q, X> {
        let origins = [Origin::New; Q];
        let mut joined = Region { shape: self.shape, taken: self.taken, origins, dialect: PhantomData };
        self.lists().write_then(next.lists(), &mut joined.taken, &mut joined.origins);
        joined
    }

    /// The index in the source of the element at an index in the result; `None` if that is outside the result.
    #[must_use]
    pub const fn to_source(&self, index: [usize; O]) -> Option<[usize; R]> {
        let mut source = [0; R];
        if self.lists().write_source(&index, &mut source) { Some(source) } else { None }
    }

    /// The index in the result of the element at an index in the source; `None` if that is not selected.
    #[must_use]
    pub const fn to_result(&self, source: [usize; R]) -> Option<[usize; O]> {
        let mut index = [0; O];
        if self.lists().write_result(&source, &mut index) { Some(index) } else { None }
    }

    /// One spec that selects this region of its shape.
    ///
    /// # Errors
    ///
    /// If an axis of the result is a new axis that a slice has emptied, which no entry says.
    pub const fn to_spec(&self) -> Result<InlineSpec, SliceError> {
        self.lists().to_spec()
    }
}
