//! Which elements of an array are written.

use alloc::boxed::Box;

use smallvec::{SmallVec, smallvec};

use super::error::PickError;
use super::few::Few;
use super::part::Part;
use super::plan::Plan;
use super::points::{Lent, Points};
use super::source::Source;

/// Offsets of more positions leave the caches: a plan has them in half of the bytes.
const MANY: usize = 1 << 18;

/// Elements of an array: few by their offsets, or those of a list that is read again, or of a plan.
pub(in crate::array) enum Places<'a> {
    /// In a box, because the others are small.
    Plan(Box<Plan>),
    Few(Few),
    Lent(Lent<'a>),
}

impl From<Plan> for Places<'_> {
    fn from(plan: Plan) -> Self {
        Self::Plan(Box::new(plan))
    }
}

impl<'a> Places<'a> {
    /// What some parts select of an array.
    pub(super) fn new(parts: &[Part<'_, '_>], shape: &[usize], strides: &[isize]) -> Result<Self, PickError> {
        match Few::new(parts, shape, strides) {
            Some(few) => Ok(Self::Few(few)),
            None => Ok(Plan::new(parts, shape, strides)?.into()),
        }
    }

    /// The elements that the only lists of a spec lead to. One that is borrowed is read twice, which takes less time than a table.
    #[inline]
    pub(super) fn of_points<P: Source + 'a>(spec: &P, shape: &[usize], strides: &[isize]) -> Option<Self> {
        spec.alone(|group| {
            let points = Points::new(spec, group, shape, strides)?;
            if let (false, Some(list)) = (points.is_group(), spec.lent()) {
                return Lent::new(points, list).map(Self::Lent);
            }
            if points.len() > MANY {
                return None;
            }
            let mut offsets = SmallVec::new();
            offsets.try_reserve(points.len()).ok()?;
            offsets.resize(points.len(), 0);
            points.add(0, &mut offsets)?;
            let shape = smallvec![offsets.len()];
            Some(Self::Few(Few { first: points.first(), offsets, row: 1, shape, outer: 1 }))
        })
    }
}
