//! A list of which no table is made: it is read once to be checked, and again where it is used.

use super::Picks;
use super::block::{BLOCK, Visit};
use super::element::Along;
use super::elements::Elements;
use super::error::PickError;
use super::offsets::CACHED;
use crate::array::{Array, Read, Ref};
use crate::layout::Dims;
use crate::rank::Rank;

/// The only list of a spec, which selects positions of the only axis of an array, or a mask of all elements of an array.
#[derive(Debug)]
pub(super) struct Lent<'a> {
    list: Elements<'a>,
    along: Along,
}

impl<'a> Lent<'a> {
    /// The list of a spec, if there is nothing else, and a table would take as long as the list, or not stay in the nearest cache.
    pub(super) fn new<S: Read, D: Dims, P: Picks<D> + 'a>(array: &Array<S, D>, spec: &P) -> Option<Self> {
        let (&[len], &[stride]) = (array.lengths(), array.steps()) else { return None };
        let list = spec.lent().filter(|_| spec.as_encoding().begin.len() == 1)?;
        if (BLOCK + 1..=CACHED).contains(&list.len_in_row()?) {
            return None;
        }
        Some(Self { list, along: Along { axis: 0, len, stride } })
    }

    /// A mask of the elements of an array, which follow each other.
    pub(super) fn of_mask(mask: &'a [bool]) -> Self {
        let list = Elements::Bool(Array::<Ref<'a, bool>, Rank<1>>::from_slice(&[mask.len()], mask));
        Self { list, along: Along { axis: 0, len: mask.len(), stride: 1 } }
    }

    /// How many positions there are, if none is outside the axis.
    pub(super) fn check(&self) -> Result<usize, PickError> {
        self.list.check(self.along)
    }

    /// Visits the offset of each position.
    ///
    /// # Safety
    ///
    /// [`check`](Self::check) returned no error, and the offsets of the axis are what is visited.
    pub(super) unsafe fn each(&self, visit: &mut impl Visit) {
        // SAFETY: the caller warrants what `each` needs.
        unsafe { self.list.each(self.along, visit) };
    }
}
