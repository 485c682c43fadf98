//! The algebra of regions over borrowed lists, so that it is one for ranks known to the compiler
//! and ranks that are not.
//!
//! Each function is one walk over the axes. Lists to be written have the length that is needed.

use tslice_core::{AxisError, EncodingRef, Progression};

use crate::axis;

/// Where an axis of the result comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    /// This axis of the source.
    Axis(usize),
    /// None: it is a new axis of length 1.
    New,
    /// None: it is a new axis that a slice has emptied.
    Emptied,
}

impl Origin {
    /// The axis of the source.
    pub(crate) const fn axis(self) -> Option<usize> {
        match self {
            Self::Axis(axis) => Some(axis),
            Self::New | Self::Emptied => None,
        }
    }
}

/// Writes the origin of each axis of the result of an encoding that fits a shape of rank `rank`.
#[inline(always)]
pub(crate) const fn write_origins(encoding: EncodingRef<'_>, rank: usize, origins: &mut [Origin]) {
    let entries = encoding.begin.len();
    let (consumed, _) = encoding.forms().axes(entries);
    let (mut at, mut axis, mut out) = (0, 0, 0);
    while at <= entries {
        // The ellipsis stands for the axes that no entry consumes.
        let end = if at == encoding.ellipsis() {
            axis + rank - consumed
        } else {
            axis
        };
        while axis < end {
            origins[out] = Origin::Axis(axis);
            axis += 1;
            out += 1;
        }
        if at < entries {
            let (takes, gives) = encoding.entry(at).axes();
            if gives {
                origins[out] = if takes {
                    Origin::Axis(axis)
                } else {
                    Origin::New
                };
                out += 1;
            }
            axis += takes as usize;
        }
        at += 1;
    }
}

/// The lists of a region.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lists<'l> {
    /// The lengths of the source.
    pub(crate) shape: &'l [usize],
    /// What is selected on each axis of the source. An axis that the result lacks has at most one
    /// position.
    pub(crate) taken: &'l [Progression],
    /// Where each axis of the result comes from; axes of the source are in their order.
    pub(crate) origins: &'l [Origin],
}

impl Lists<'_> {
    /// The length of an axis of the result.
    #[inline(always)]
    pub(crate) const fn len_of(self, axis: usize) -> usize {
        match self.origins[axis] {
            Origin::Axis(axis) => self.taken[axis].count(),
            Origin::New => 1,
            Origin::Emptied => 0,
        }
    }

    #[inline(always)]
    pub(crate) const fn write_shape(self, shape: &mut [usize]) {
        let mut axis = 0;
        while axis < self.origins.len() {
            shape[axis] = self.len_of(axis);
            axis += 1;
        }
    }

    pub(crate) const fn is_empty(self) -> bool {
        let mut axis = 0;
        while axis < self.origins.len() {
            if self.len_of(axis) == 0 {
                return true;
            }
            axis += 1;
        }
        // An axis that the result lacks may still select nothing.
        let mut axis = 0;
        while axis < self.taken.len() {
            if self.taken[axis].count() == 0 {
                return true;
            }
            axis += 1;
        }
        false
    }

    /// Whether both select some element.
    pub(crate) const fn meets(self, other: Lists<'_>) -> Result<bool, AxisError> {
        if let Err(error) = check_same(self.shape, other.shape) {
            return Err(error);
        }
        let mut meets = !self.is_empty() && !other.is_empty();
        let mut axis = 0;
        while meets && axis < self.taken.len() {
            meets = self.taken[axis].common(other.taken[axis]).is_some();
            axis += 1;
        }
        Ok(meets)
    }

    /// Whether every element that `other` selects is selected here.
    pub(crate) const fn contains(self, other: Lists<'_>) -> Result<bool, AxisError> {
        if let Err(error) = check_same(self.shape, other.shape) {
            return Err(error);
        }
        if other.is_empty() || self.is_empty() {
            return Ok(other.is_empty());
        }
        let (mut axis, mut contains) = (0, true);
        while contains && axis < self.taken.len() {
            contains = axis::contains(self.taken[axis], other.taken[axis]);
            axis += 1;
        }
        Ok(contains)
    }

    /// Writes what both select on each axis, in the order of this region; false if that is nothing.
    pub(crate) const fn write_common(
        self,
        other: Lists<'_>,
        taken: &mut [Progression],
    ) -> Result<bool, AxisError> {
        let meets = self.meets(other);
        let mut axis = 0;
        while axis < taken.len() && matches!(meets, Ok(true)) {
            taken[axis] = axis::intersect(self.taken[axis], other.taken[axis]);
            axis += 1;
        }
        meets
    }

    /// Writes the smallest box around what both regions select; false if they select nothing.
    pub(crate) const fn write_hull(
        self,
        other: Lists<'_>,
        taken: &mut [Progression],
        origins: &mut [Origin],
    ) -> Result<bool, AxisError> {
        if let Err(error) = check_same(self.shape, other.shape) {
            return Err(error);
        }
        let (a, b) = match (self.is_empty(), other.is_empty()) {
            (true, true) => return Ok(false),
            (true, false) => (other, other),
            (false, true) => (self, self),
            (false, false) => (self, other),
        };
        let mut axis = 0;
        while axis < taken.len() {
            taken[axis] = axis::hull(a.taken[axis], b.taken[axis]);
            origins[axis] = Origin::Axis(axis);
            axis += 1;
        }
        Ok(true)
    }

    /// Writes what `next`, a region of this result, selects of the source: `taken` holds what this
    /// region takes.
    #[inline(always)]
    pub(crate) const fn write_then(
        self,
        next: Lists<'_>,
        taken: &mut [Progression],
        origins: &mut [Origin],
    ) {
        let mut axis = 0;
        while axis < self.origins.len() {
            if let Origin::Axis(from) = self.origins[axis] {
                taken[from] = axis::then(self.taken[from], next.taken[axis]);
            }
            axis += 1;
        }
        let mut out = 0;
        while out < origins.len() {
            origins[out] = match next.origins[out] {
                Origin::Axis(axis) => match self.origins[axis] {
                    Origin::New if next.taken[axis].count() == 0 => Origin::Emptied,
                    origin => origin,
                },
                origin => origin,
            };
            out += 1;
        }
    }

    /// Writes where the elements that both regions select are in the result of `whole`, in the
    /// order and with the axes of this region; false if there are none.
    pub(crate) const fn write_within(
        self,
        whole: Lists<'_>,
        taken: &mut [Progression],
        origins: &mut [Origin],
    ) -> Result<bool, AxisError> {
        match self.meets(whole) {
            Ok(true) => {}
            other => return other,
        }
        let mut at = 0;
        while at < whole.origins.len() {
            taken[at] = match whole.origins[at] {
                Origin::Axis(axis) => axis::numbered_in(
                    axis::intersect(self.taken[axis], whole.taken[axis]),
                    whole.taken[axis],
                ),
                _ => Progression::whole(1),
            };
            at += 1;
        }
        let (mut at, mut out) = (0, 0);
        while out < origins.len() {
            origins[out] = self.origins[out];
            if let Origin::Axis(axis) = self.origins[out] {
                // Both results have the axes of the source in their order.
                while at < whole.origins.len()
                    && !matches!(whole.origins[at], Origin::Axis(of) if of >= axis)
                {
                    at += 1;
                }
                let kept = at < whole.origins.len()
                    && matches!(whole.origins[at], Origin::Axis(of) if of == axis);
                origins[out] = if kept { Origin::Axis(at) } else { Origin::New };
            }
            out += 1;
        }
        Ok(true)
    }

    /// Writes what is selected if of axis `axis` of the result only `count` positions from `from`
    /// on stay.
    pub(crate) const fn write_part(
        self,
        axis: usize,
        (from, count): (usize, usize),
        taken: &mut [Progression],
        origins: &mut [Origin],
    ) {
        match self.origins[axis] {
            Origin::Axis(source) => {
                taken[source] =
                    axis::then(self.taken[source], Progression::part_of(from, count, 1));
            }
            _ if count == 0 => origins[axis] = Origin::Emptied,
            _ => {}
        }
    }

    /// Writes the index in the source of an index in the result; false if that is outside the
    /// result.
    pub(crate) const fn write_source(self, index: &[usize], source: &mut [usize]) -> bool {
        if index.len() != self.origins.len() || self.is_empty() {
            return false;
        }
        let mut axis = 0;
        while axis < self.taken.len() {
            source[axis] = self.taken[axis].first();
            axis += 1;
        }
        let mut out = 0;
        while out < index.len() {
            if index[out] >= self.len_of(out) {
                return false;
            }
            if let Origin::Axis(axis) = self.origins[out] {
                source[axis] = self.taken[axis].at(index[out]);
            }
            out += 1;
        }
        true
    }

    /// Writes the index in the result of an index in the source; false if that is not selected.
    pub(crate) const fn write_result(self, source: &[usize], index: &mut [usize]) -> bool {
        if source.len() != self.taken.len() || self.is_empty() {
            return false;
        }
        let mut axis = 0;
        while axis < source.len() {
            if self.taken[axis].find(source[axis]).is_none() {
                return false;
            }
            axis += 1;
        }
        let mut out = 0;
        while out < index.len() {
            index[out] = match self.origins[out] {
                Origin::Axis(axis) => match self.taken[axis].find(source[axis]) {
                    Some(k) => k,
                    None => return false,
                },
                _ => 0,
            };
            out += 1;
        }
        true
    }

    /// The number of elements; `None` if it exceeds `usize::MAX`.
    pub(crate) const fn len(self) -> Option<usize> {
        let (mut product, mut out) = (1_usize, 0);
        if self.is_empty() {
            return Some(0);
        }
        while out < self.origins.len() {
            match product.checked_mul(self.len_of(out)) {
                Some(p) => product = p,
                None => return None,
            }
            out += 1;
        }
        Some(product)
    }
}

/// Checks that two shapes are one.
pub(crate) const fn check_same(shape: &[usize], other: &[usize]) -> Result<(), AxisError> {
    if shape.len() != other.len() {
        return Err(AxisError::RankMismatch {
            expected: shape.len(),
            rank: other.len(),
        });
    }
    let mut axis = 0;
    while axis < shape.len() {
        if shape[axis] != other[axis] {
            return Err(AxisError::LengthMismatch {
                axis,
                len: other[axis],
                expected: shape[axis],
            });
        }
        axis += 1;
    }
    Ok(())
}
