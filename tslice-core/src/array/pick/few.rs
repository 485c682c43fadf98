//! Few rows or points of an array, which need no plan.

use super::block::BLOCK;
use super::element::Along;
use super::elements::Elements;
use super::error::PickError;
use super::lists::Borrowed;
use super::plan::Plan;
use super::planned::Planned;
use super::points::{Points, UNPLANNED};
use super::positions::Positions as _;
use super::source::Source;
use crate::array::{Array, Owned, Read};
use crate::layout::{self, Dims};

/// The list of a spec, if it stands at the first axis, and all others stay whole.
#[inline]
pub(super) fn list_of_rows(spec: &impl Source) -> Option<Elements<'_>> {
    let encoding = spec.as_encoding();
    let alone = match encoding.begin.len() {
        1 => true,
        2 => encoding.masks.ellipsis_mask == 0b10,
        _ => false,
    };
    if !alone || encoding.lists != 1 {
        return None;
    }
    spec.alone()?.first().copied()
}

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: Clone,
{
    /// The elements that lists lead to, if they are few or come from a group.
    ///
    /// # Safety
    ///
    /// The points were made for an array of this layout.
    pub(super) unsafe fn points<E: Dims>(&self, points: Points<'_, '_>) -> Option<Array<Owned<S::Elem>, E>> {
        let is_short = points.len() <= UNPLANNED && !points.has_mask();
        if !is_short && !points.is_group() {
            return None;
        }
        let (base, first) = (self.base(), points.first());
        let mut data = layout::reserve::<S::Elem>(&[points.len()]).ok()?;
        points.offsets(|offsets| {
            // SAFETY: `item` needs the offset of an element: the caller warrants that the points are those of this array.
            let element = |offset: &isize| unsafe { base.item(first.wrapping_add(*offset)) }.clone();
            data.extend(offsets.iter().map(element));
        })?;
        Some(Array::from_parts(&[data.len()], data))
    }

    /// What a list selects of an axis.
    pub(in crate::array) fn taken<E: Dims>(
        &self,
        axis: usize,
        list: &Borrowed<'_>,
    ) -> Result<Array<Owned<S::Elem>, E>, PickError> {
        match self.few_rows(list.elements().filter(|_| axis == 0))? {
            Some(taken) => Ok(taken),
            None => self.planned_of_axis(axis, list)?.collect(),
        }
    }

    /// What a list selects of an axis, planned.
    pub(in crate::array) fn planned_of_axis(
        &self,
        axis: usize,
        list: &Borrowed<'_>,
    ) -> Result<Planned<'_, S::Elem>, PickError> {
        let plan = Plan::of_axis(list, axis, self.lengths(), self.steps())?;
        // SAFETY: `Planned::new` needs a plan of this array: this is one.
        Ok(unsafe { Planned::new(self, plan) })
    }

    /// What a list selects of the first axis, if it is short, and its elements and those of the array follow each other.
    #[allow(clippy::type_complexity, reason = "a result or none")]
    pub(super) fn few_rows<E: Dims>(
        &self,
        list: Option<Elements<'_>>,
    ) -> Result<Option<Array<Owned<S::Elem>, E>>, PickError> {
        let view = self.view();
        let (Some(list), Some(source), Some(&len)) = (list, view.as_slice(), self.lengths().first()) else {
            return Ok(None);
        };
        let row = layout::len(&self.lengths()[1..]);
        let most = if row == 1 { UNPLANNED } else { BLOCK };
        if list.len_in_row().is_none_or(|len| len > most) {
            return Ok(None);
        }
        let mut shape = layout::list(self.lengths());
        shape[0] = list.count();
        let mut data = layout::reserve::<S::Elem>(&shape)?;
        list.offsets(Along { axis: 0, len, stride: row.cast_signed() }, &mut |offsets| {
            let rows = offsets.iter().map(|offset| &source[offset.unsigned_abs()..][..row]);
            if row == 1 {
                data.extend(rows.map(|row| row[0].clone()));
            } else {
                rows.for_each(|row| data.extend_from_slice(row));
            }
            Ok(())
        })?;
        Ok(Some(Array::from_parts(&shape, data)))
    }
}
