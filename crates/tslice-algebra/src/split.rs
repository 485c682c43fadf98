//! A region cut along an axis of its result into parts that differ by at most one position.

use core::iter::FusedIterator;

use tslice_core::AxisError;

use crate::dynamic::DynRegion;
use crate::error::CutError;
use crate::lists::Lists;
use crate::region::Region;

/// How positions are shared out among parts, as `numpy.array_split` does: the first parts have one
/// more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shares {
    len: usize,
    parts: usize,
}

impl Shares {
    /// Checks the axis and the number of parts.
    const fn new(region: Lists<'_>, axis: usize, parts: usize) -> Result<Self, CutError> {
        let rank = region.origins.len();
        if axis >= rank {
            let axis = axis as i64;
            return Err(CutError::Axis(AxisError::OutOfRange { axis, rank }));
        }
        let len = region.len_of(axis);
        if parts == 0 {
            return Err(CutError::NoParts { axis, len });
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

/// The parts of a [`Region`], made by [`split`](Region::split): an iterator over regions of the
/// same source.
#[must_use = "iterators are lazy"]
#[derive(Clone, Copy, Debug)]
pub struct Split<const R: usize, const O: usize> {
    region: Region<R, O>,
    axis: usize,
    shares: Shares,
    next: usize,
}

impl<const R: usize, const O: usize> Region<R, O> {
    /// Splits the result along an axis into parts that differ by at most one position, the longer
    /// ones first, as `numpy.array_split` does. If there are more parts than positions, the last
    /// parts are empty.
    ///
    /// ```
    /// use tslice::s;
    /// use tslice_algebra::Region;
    ///
    /// let region = Region::of(&s![::-1], [7])?;
    /// let parts: Vec<_> = region.split(0, 3)?.map(|part| part.to_spec().unwrap().to_string()).collect();
    /// assert_eq!(parts, ["6:3:-1", "3:1:-1", "1::-1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the result has no such axis, or the number of parts is 0.
    pub const fn split(&self, axis: usize, parts: usize) -> Result<Split<R, O>, CutError> {
        match Shares::new(self.lists(), axis, parts) {
            Ok(shares) => Ok(Split {
                region: *self,
                axis,
                shares,
                next: 0,
            }),
            Err(error) => Err(error),
        }
    }
}

impl<const R: usize, const O: usize> Split<R, O> {
    /// Part number `part`; `None` if there are at most `part` parts.
    #[must_use]
    pub const fn part(&self, part: usize) -> Option<Region<R, O>> {
        if part >= self.shares.parts {
            return None;
        }
        let (positions, mut cut) = (self.shares.part(part), self.region);
        self.region
            .lists()
            .write_part(self.axis, positions, &mut cut.taken, &mut cut.origins);
        Some(cut)
    }
}

impl<const R: usize, const O: usize> Iterator for Split<R, O> {
    type Item = Region<R, O>;

    fn next(&mut self) -> Option<Self::Item> {
        let part = self.part(self.next)?;
        self.next += 1;
        Some(part)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.shares.parts - self.next;
        (left, Some(left))
    }
}

impl<const R: usize, const O: usize> ExactSizeIterator for Split<R, O> {}
impl<const R: usize, const O: usize> FusedIterator for Split<R, O> {}

impl DynRegion {
    /// Works like [`Region::split`].
    ///
    /// # Errors
    ///
    /// If the result has no such axis, or the number of parts is 0.
    pub fn split(
        &self,
        axis: usize,
        parts: usize,
    ) -> Result<impl ExactSizeIterator<Item = Self> + use<'_>, CutError> {
        let shares = Shares::new(self.lists(), axis, parts)?;
        Ok((0..parts).map(move |part| {
            let mut cut = self.clone();
            self.lists()
                .write_part(axis, shares.part(part), &mut cut.taken, &mut cut.origins);
            cut
        }))
    }
}
