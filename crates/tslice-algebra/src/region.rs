//! A spec on a shape whose rank the compiler knows.

use tslice_core::__ops::place;
use tslice_core::typed_spec::Kind;
use tslice_core::{
    AxisError, EncodingRef, InlineSpec, Progression, Rank, SliceError, Slices, Spec,
};

use crate::lists::{Lists, Origin, check_same, write_origins};

/// What a spec selects of a shape of R axes, as a result of O axes: the algebra's form of a slice,
/// made by [`of`](Self::of).
///
/// Two regions are equal if they are of one shape and select the same on each axis, in the same
/// order, with the same axes. On a shape, two slices are always one: [`then`](Self::then) gives it.
///
/// All functions are `const`. [`DynRegion`](crate::DynRegion) has the same ones for ranks that are
/// known at run time.
///
/// ```
/// use tslice::s;
/// use tslice_algebra::Region;
///
/// const ROWS: Region<2, 2> = match Region::of(&s![::-2, 10:], [480, 640]) {
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
pub struct Region<const R: usize, const O: usize> {
    shape: [usize; R],
    pub(crate) taken: [Progression; R],
    pub(crate) origins: [Origin; O],
}

impl<const R: usize> Region<R, R> {
    /// All of a shape.
    ///
    /// # Errors
    ///
    /// If an axis is longer than `isize::MAX`.
    pub const fn whole(shape: [usize; R]) -> Result<Self, SliceError> {
        Self::selected(InlineSpec::EMPTY.as_encoding(), shape)
    }
}

impl<const R: usize, const O: usize> Region<R, O> {
    #[inline(always)]
    pub(crate) const fn lists(&self) -> Lists<'_> {
        Lists {
            shape: &self.shape,
            taken: &self.taken,
            origins: &self.origins,
        }
    }

    /// A region of a shape whose lists are to be overwritten.
    #[inline(always)]
    const fn blank(shape: [usize; R]) -> Self {
        Self {
            shape,
            taken: [Progression::NONE; R],
            origins: [Origin::New; O],
        }
    }

    /// What a spec selects of a shape.
    ///
    /// The shape need not be that of an array: its lengths may be anything up to `isize::MAX`,
    /// whatever their product. [`DynRegion::new`](crate::DynRegion::new) does this for any spec.
    ///
    /// # Errors
    ///
    /// If an index is out of bounds, a stride is 0, or an axis is longer than `isize::MAX`.
    #[inline(always)]
    pub const fn of<const N: usize, K: Kind>(
        spec: &Spec<N, K>,
        shape: [usize; R],
    ) -> Result<Self, SliceError>
    where
        Spec<N, K>: Slices<Rank<R>, Output = Rank<O>>,
    {
        Self::selected(spec.as_encoding(), shape)
    }

    /// What an encoding selects of a shape, whose result has rank O.
    #[inline(always)]
    const fn selected(encoding: EncodingRef<'_>, shape: [usize; R]) -> Result<Self, SliceError> {
        let mut region = Self::blank(shape);
        match place(encoding, &shape, &mut region.taken) {
            Ok(()) => {
                write_origins(encoding, R, &mut region.origins);
                Ok(region)
            }
            Err(error) => Err(error),
        }
    }

    /// This region if it was written.
    const fn if_any(self, written: Result<bool, AxisError>) -> Result<Option<Self>, AxisError> {
        match written {
            Ok(true) => Ok(Some(self)),
            Ok(false) => Ok(None),
            Err(error) => Err(error),
        }
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

    /// For each axis of the result, the axis of the source that it comes from; `None` for a new
    /// axis. They ascend, and those that are missing are dropped.
    #[must_use]
    pub const fn origins(&self) -> [Option<usize>; O] {
        let (mut origins, mut axis) = ([None; O], 0);
        while axis < O {
            origins[axis] = self.origins[axis].axis();
            axis += 1;
        }
        origins
    }

    /// The shape of the result.
    #[must_use]
    pub const fn result_shape(&self) -> [usize; O] {
        let mut shape = [0; O];
        self.lists().write_shape(&mut shape);
        shape
    }

    /// The number of elements; `None` if it exceeds `usize::MAX`, as it may where the shape is that
    /// of no array.
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
    /// `a.slice(p).slice(q)` is `a.slice(Region::of(&p, shape)?.then(&q)?.to_spec()?)`.
    ///
    /// # Errors
    ///
    /// If the spec does not fit the result: an index is out of bounds, or a stride is 0. The axes
    /// of the error are those of the result.
    #[inline(always)]
    pub const fn then<const N: usize, K: Kind, const Q: usize>(
        &self,
        next: &Spec<N, K>,
    ) -> Result<Region<R, Q>, SliceError>
    where
        Spec<N, K>: Slices<Rank<O>, Output = Rank<Q>>,
    {
        match Region::of(next, self.result_shape()) {
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
        next: &Region<O, Q>,
    ) -> Result<Region<R, Q>, AxisError> {
        match check_same(&self.result_shape(), &next.shape) {
            Ok(()) => Ok(self.joined(next)),
            Err(error) => Err(error),
        }
    }

    #[inline(always)]
    const fn joined<const Q: usize>(&self, next: &Region<O, Q>) -> Region<R, Q> {
        let mut joined = Region {
            shape: self.shape,
            taken: self.taken,
            origins: [Origin::New; Q],
        };
        self.lists()
            .write_then(next.lists(), &mut joined.taken, &mut joined.origins);
        joined
    }

    /// The elements that both regions select, in the order and with the axes of this one; `None` if
    /// there are none.
    ///
    /// # Errors
    ///
    /// If the regions are of different shapes.
    pub const fn intersect<const Q: usize>(
        &self,
        other: &Region<R, Q>,
    ) -> Result<Option<Self>, AxisError> {
        let mut both = *self;
        let written = self.lists().write_common(other.lists(), &mut both.taken);
        both.if_any(written)
    }

    /// Whether no element is in both regions.
    ///
    /// # Errors
    ///
    /// If the regions are of different shapes.
    pub const fn is_disjoint<const Q: usize>(
        &self,
        other: &Region<R, Q>,
    ) -> Result<bool, AxisError> {
        match self.lists().meets(other.lists()) {
            Ok(meets) => Ok(!meets),
            Err(error) => Err(error),
        }
    }

    /// Whether every element of `other` is in this region.
    ///
    /// # Errors
    ///
    /// If the regions are of different shapes.
    pub const fn contains<const Q: usize>(&self, other: &Region<R, Q>) -> Result<bool, AxisError> {
        self.lists().contains(other.lists())
    }

    /// The smallest box that holds this region: on each axis all positions from the lowest to the
    /// highest; `None` if the region is empty.
    #[must_use]
    pub const fn hull(&self) -> Option<Region<R, R>> {
        match self.hull_with(self) {
            Ok(hull) => hull,
            Err(_) => None,
        }
    }

    /// The smallest box that holds both regions; `None` if both are empty.
    ///
    /// # Errors
    ///
    /// If the regions are of different shapes.
    pub const fn hull_with<const Q: usize>(
        &self,
        other: &Region<R, Q>,
    ) -> Result<Option<Region<R, R>>, AxisError> {
        let mut hull = Region::blank(self.shape);
        let written = self
            .lists()
            .write_hull(other.lists(), &mut hull.taken, &mut hull.origins);
        hull.if_any(written)
    }

    /// Where the elements of this region are in the result of `whole`, in the order and with the
    /// axes of this region; `None` if `whole` has none of them. Elements that `whole` lacks are
    /// left out.
    ///
    /// So `whole.then_region(&self.within(&whole)?)` is what both select: a reader that holds
    /// `whole` finds there what is asked of it.
    ///
    /// ```
    /// use tslice::s;
    /// use tslice_algebra::Region;
    ///
    /// let (asked, held) = (Region::of(&s![8::-2], [10])?, Region::of(&s![4:], [10])?);
    /// let there = asked.within(&held).unwrap().expect("some are held");
    /// assert_eq!(there.to_spec()?.to_string(), "4::-2");
    /// # Ok::<(), tslice::SliceError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the regions are of different shapes.
    pub const fn within<const Q: usize>(
        &self,
        whole: &Region<R, Q>,
    ) -> Result<Option<Region<Q, O>>, AxisError> {
        let mut within = Region::blank(whole.result_shape());
        let written =
            self.lists()
                .write_within(whole.lists(), &mut within.taken, &mut within.origins);
        within.if_any(written)
    }

    /// The region of the result that has the axes and the order of the source again; `None` if this
    /// region is empty.
    ///
    /// If this region selects everything, `a.slice(region).slice(inverse)` is `a`. Otherwise it is
    /// what is selected, lowest position first; axes that were dropped have length 1, and new axes
    /// are gone.
    ///
    /// ```
    /// use tslice::s;
    /// use tslice_algebra::Region;
    ///
    /// let turned = Region::of(&s![::-1, newaxis, :], [4, 5])?;
    /// let back = turned.inverse().expect("it is not empty");
    /// assert_eq!(back.to_spec()?.to_string(), "3::-1, 0, :");
    /// assert_eq!(turned.then_region(&back), Ok(Region::whole([4, 5])?));
    /// # Ok::<(), tslice::SliceError>(())
    /// ```
    #[must_use]
    pub const fn inverse(&self) -> Option<Region<O, R>> {
        let Ok(whole) = Region::whole(self.shape) else {
            return None;
        };
        match whole.within(self) {
            Ok(inverse) => inverse,
            Err(_) => None,
        }
    }

    /// The index in the source of the element at an index in the result; `None` if that is outside
    /// the result.
    #[must_use]
    pub const fn to_source(&self, index: [usize; O]) -> Option<[usize; R]> {
        let mut source = [0; R];
        if self.lists().write_source(&index, &mut source) {
            Some(source)
        } else {
            None
        }
    }

    /// The index in the result of the element at an index in the source; `None` if that is not
    /// selected.
    #[must_use]
    pub const fn to_result(&self, source: [usize; R]) -> Option<[usize; O]> {
        let mut index = [0; O];
        if self.lists().write_result(&source, &mut index) {
            Some(index)
        } else {
            None
        }
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
