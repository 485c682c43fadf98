//! The positions of a list, of which a report needs few: a range in a list may be of any length.

use alloc::vec::Vec;

use tslice_core::__ops::Picked;
use tslice_core::Progression;

/// The most elements of a drawing.
pub(crate) const MAX_CELLS: usize = 4096;

/// The positions of a list, or those of a group as if its axes were one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listed {
    pub(crate) count: usize,
    pub(crate) last: Option<usize>,
    /// The first positions, one more than a drawing has at most.
    pub(crate) front: Vec<usize>,
}

impl Listed {
    /// Appends positions.
    pub(crate) fn push(&mut self, run: Progression) {
        self.count += run.count();
        self.last = run.last().or(self.last);
        let room = (MAX_CELLS + 1).saturating_sub(self.front.len());
        let front = (0..run.count().min(room)).filter_map(|number| run.get(number));
        self.front.extend(front);
    }
}

/// The length of the axis of the result that a part gives; `None` if it gives none.
pub(crate) fn given(part: &Picked<Listed>) -> Option<usize> {
    match part {
        Picked::NewAxis => Some(1),
        Picked::Index { .. } => None,
        Picked::Range { taken, .. } => Some(taken.count()),
        Picked::List { positions, .. } => Some(positions.count),
    }
}
