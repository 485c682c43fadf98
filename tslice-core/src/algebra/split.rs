//! A region cut along an axis of its result into parts that differ by at most one position.

use core::iter::FusedIterator;

use super::dialect::{Clamps, Dialect};
use super::dynamic::DynRegion;
use super::error::RegionError;
use super::region::Region;

/// How positions are dealt out to parts, as `numpy.array_split` does: the first parts have one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Deal {
    len: usize,
    parts: usize,
}

impl Deal {
    /// Checks the axis and the number of parts.
    const fn new(axis: usize, rank: usize, len: usize, parts: usize) -> Result<Self, RegionError> {
        if axis >= rank {
            return Err(RegionError::AxisOutOfRange { axis, rank });
        }
        if parts == 0 {
            return Err(RegionError::NoParts { axis, len });
        }
        Ok(Self { len, parts })
    }

    /// The first position of a part, and how many it has.
    const fn part(self, part: usize) -> (usize, usize) {
        let (least, longer) = (self.len / self.parts, self.len % self.parts);
        // At most `len`, as `part` is below the number of parts.
        let before = if part < longer { part } else { longer };
        (part * least + before, least + (part < longer) as usize)
    }
}

/// The parts of a [`Region`], made by [`split`](Region::split): an iterator over regions of the same source.
#[derive(Clone, Copy, Debug)]
pub struct Split<const R: usize, const O: usize, X = Clamps> {
    region: Region<R, O, X>,
    axis: usize,
    deal: Deal,
    next: usize,
}

impl<const R: usize, const O: usize, X: Dialect> Region<R, O, X> {
    /// Splits the result along an axis into parts that differ by at most one position, the longer ones first, as
    /// `numpy.array_split` does. If there are more parts than positions, the last parts are empty.
    ///
    /// ```
    /// use tslice::s;
    ///
    /// let region = s![::-1].on([7])?;
    /// let parts: Vec<_> = region.split(0, 3)?.map(|part| part.to_spec().unwrap().to_string()).collect();
    /// assert_eq!(parts, ["6:3:-1", "3:1:-1", "1::-1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the result has no such axis, or the number of parts is 0.
    pub const fn split(&self, axis: usize, parts: usize) -> Result<Split<R, O, X>, RegionError> {
        let len = if axis < O { self.lists().len_of(axis) } else { 0 };
        match Deal::new(axis, O, len, parts) {
            Ok(deal) => Ok(Split { region: *self, axis, deal, next: 0 }),
            Err(error) => Err(error),
        }
    }
}

impl<const R: usize, const O: usize, X: Dialect> Split<R, O, X> {
    /// Part number `part` of all; `None` if there are no more than `part`.
    #[must_use]
    pub const fn part(&self, part: usize) -> Option<Region<R, O, X>> {
        if part >= self.deal.parts {
            return None;
        }
        let (mut taken, mut origins) = (*self.region.axes(), self.region.origins());
        self.region.lists().write_part(self.axis, self.deal.part(part), &mut taken, &mut origins);
        Some(Region::made_of(self.region.shape(), taken, origins))
    }
}

impl<const R: usize, const O: usize, X: Dialect> Iterator for Split<R, O, X> {
    type Item = Region<R, O, X>;

    fn next(&mut self) -> Option<Self::Item> {
        let part = self.part(self.next)?;
        self.next += 1;
        Some(part)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.deal.parts - self.next;
        (left, Some(left))
    }
}

impl<const R: usize, const O: usize, X: Dialect> ExactSizeIterator for Split<R, O, X> {}
impl<const R: usize, const O: usize, X: Dialect> FusedIterator for Split<R, O, X> {}

impl<X: Dialect> DynRegion<X> {
    /// As [`Region::split`].
    ///
    /// # Errors
    ///
    /// If the result has no such axis, or the number of parts is 0.
    pub fn split(
        &self,
        axis: usize,
        parts: usize,
    ) -> Result<impl ExactSizeIterator<Item = Self> + use<'_, X>, RegionError> {
        let rank = self.lists().origins.len();
        let len = if axis < rank { self.lists().len_of(axis) } else { 0 };
        let deal = Deal::new(axis, rank, len, parts)?;
        Ok((0..parts).map(move |part| {
            let mut cut = self.clone();
            let (taken, origins) = cut.lists_mut();
            self.lists().write_part(axis, deal.part(part), taken, origins);
            cut
        }))
    }
}
