//! What two regions of one shape have in common, and where one is in the other.

use super::dialect::Dialect;
use super::error::RegionError;
use super::lists::Lists;
use super::place::Origin;
use super::progression::Progression;
use super::region::Region;

impl<const R: usize, const O: usize, X: Dialect> Region<R, O, X> {
    /// The elements that both regions select, in the order and with the axes of this one; `None` if there are none.
    ///
    /// # Errors
    ///
    /// If the regions are of different shapes.
    pub const fn intersect<const Q: usize>(
        &self,
        other: &Region<R, Q, X>,
    ) -> Result<Option<Self>, RegionError> {
        if let Err(error) = self.lists().check_shape(other.lists()) {
            return Err(error);
        }
        if !self.lists().meets(other.lists()) {
            return Ok(None);
        }
        let mut taken = *self.axes();
        self.lists().write_intersection(other.lists(), &mut taken);
        Ok(Some(Self::made_of(self.shape(), taken, self.origins())))
    }

    /// Whether no element is in both regions.
    ///
    /// # Errors
    ///
    /// If the regions are of different shapes.
    pub const fn is_disjoint<const Q: usize>(&self, other: &Region<R, Q, X>) -> Result<bool, RegionError> {
        match self.lists().check_shape(other.lists()) {
            Ok(()) => Ok(!self.lists().meets(other.lists())),
            Err(error) => Err(error),
        }
    }

    /// Whether every element of `other` is in this region.
    ///
    /// # Errors
    ///
    /// If the regions are of different shapes.
    pub const fn contains<const Q: usize>(&self, other: &Region<R, Q, X>) -> Result<bool, RegionError> {
        match self.lists().check_shape(other.lists()) {
            Ok(()) => Ok(self.lists().contains(other.lists())),
            Err(error) => Err(error),
        }
    }

    /// The smallest box that holds this region: on each axis all positions from the lowest to the highest; `None` if the region
    /// is empty.
    #[must_use]
    pub const fn hull(&self) -> Option<Region<R, R, X>> {
        if self.is_empty() {
            return None;
        }
        Some(self.boxed(self.lists()))
    }

    /// The smallest box that holds both regions; `None` if both are empty.
    ///
    /// # Errors
    ///
    /// If the regions are of different shapes.
    pub const fn hull_with<const Q: usize>(
        &self,
        other: &Region<R, Q, X>,
    ) -> Result<Option<Region<R, R, X>>, RegionError> {
        if let Err(error) = self.lists().check_shape(other.lists()) {
            return Err(error);
        }
        Ok(if self.is_empty() {
            other.hull()
        } else if other.is_empty() {
            self.hull()
        } else {
            Some(self.boxed(other.lists()))
        })
    }

    const fn boxed(&self, other: Lists<'_>) -> Region<R, R, X> {
        let (mut taken, mut origins) = ([Progression::NONE; R], [Origin::New; R]);
        self.lists().write_hull(other, &mut taken, &mut origins);
        Region::made_of(self.shape(), taken, origins)
    }

    /// Where the elements of this region are in the result of `whole`, in the order and with the axes of this region; `None` if
    /// `whole` has none of them. Elements that `whole` lacks are left out.
    ///
    /// So `whole.then_region(&self.within(&whole)?)` is what both select: a reader that holds `whole` finds there what is asked of
    /// it.
    ///
    /// ```
    /// use tslice::s;
    ///
    /// let (asked, held) = (s![8::-2].on([10])?, s![4:].on([10])?);
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
        whole: &Region<R, Q, X>,
    ) -> Result<Option<Region<Q, O, X>>, RegionError> {
        if let Err(error) = self.lists().check_shape(whole.lists()) {
            return Err(error);
        }
        if !self.lists().meets(whole.lists()) {
            return Ok(None);
        }
        let (mut taken, mut kept, mut origins) = ([Progression::NONE; Q], [Origin::New; R], [Origin::New; O]);
        self.lists().write_within(whole.lists(), &mut taken, &mut kept, &mut origins);
        Ok(Some(Region::made_of(whole.result_shape(), taken, origins)))
    }

    /// The region of the result that has the axes and the order of the source again; `None` if this region is empty.
    ///
    /// If this region selects everything, `a.slice(region).slice(inverse)` is `a`. Otherwise it is what is selected, lowest
    /// position first; axes that were dropped have length 1, and new axes are gone.
    ///
    /// ```
    /// use tslice::s;
    ///
    /// let turned = s![::-1, newaxis, :].on([4, 5])?;
    /// let back = turned.inverse().expect("it is not empty");
    /// assert_eq!(back.to_spec()?.to_string(), "3::-1, 0, :");
    /// assert_eq!(turned.then_region(&back), Ok(s![].on([4, 5])?));
    /// # Ok::<(), tslice::SliceError>(())
    /// ```
    #[must_use]
    pub const fn inverse(&self) -> Option<Region<O, R, X>> {
        match Region::whole(self.shape()) {
            Ok(whole) => match whole.within(self) {
                Ok(inverse) => inverse,
                Err(_) => None,
            },
            Err(_) => None,
        }
    }
}
