//! Specs with lists, for the crates whose tensors are not arrays of `tslice-core`.
//!
//! Those crates have an operation for a slice and an operation for a list of positions of one axis.
//! This divides a spec into these, once for all of them. They commute, because the slice has all
//! positions of the axes of the lists.

use alloc::vec::Vec;

use smallvec::SmallVec;
use tslice_core::__ops::{ListPart, Picked, Source, picked_by};
use tslice_core::{
    Dims, PickError, Progression, SliceError,
    traits::{AsEncoding, Picks},
};

use crate::dynamic::DynRegion;
use crate::lists::{Lists, Origin};

/// What a spec with lists selects of a shape.
#[derive(Clone, Debug)]
pub struct ListedRegion<P = Vec<usize>> {
    /// The slice in which each list is replaced by all of its axes. If the result is empty, it is
    /// the whole shape.
    pub region: DynRegion,
    /// The lists, in the order of their axes. They select of the slice, one after the other. If the
    /// result is empty, there are none: their positions may be more than memory holds.
    pub lists: Vec<AxisList<P>>,
    /// The shape of the result.
    pub shape: Vec<usize>,
}

/// A list of a spec. Its axes follow each other, and become one.
#[derive(Clone, Debug)]
pub struct AxisList<P = Vec<usize>> {
    /// The first of its axes.
    pub axis: usize,
    /// The number of its axes: more than 1 for a group.
    pub axes: usize,
    /// The axis of the result.
    pub result_axis: usize,
    /// The positions, in row-major order of its axes as if they were one axis.
    pub positions: P,
}

impl<L> ListedRegion<L> {
    /// What a spec without lists selects.
    ///
    /// # Errors
    ///
    /// If the spec does not fit the shape.
    pub fn without_lists(spec: impl AsEncoding, shape: &[usize]) -> Result<Self, SliceError> {
        let region = DynRegion::new(spec, shape)?;
        let shape = region.result_shape();
        Ok(Self {
            region,
            lists: Vec::new(),
            shape,
        })
    }

    /// What any spec selects, with what a function makes of the positions of each list.
    ///
    /// # Errors
    ///
    /// If the spec does not fit the shape, or the shape of the result overflows; those of the
    /// function.
    pub fn by<P: Source>(
        spec: &P,
        shape: &[usize],
        positions: impl FnMut(ListPart<'_>) -> Result<L, PickError>,
    ) -> Result<Self, PickError> {
        let result_shape = result_shape(spec, shape)?;
        let whole = |axis: usize| Progression::part_of(0, shape[axis], 1);
        let mut taken = SmallVec::<[Progression; 8]>::new();
        let mut origins = SmallVec::<[Origin; 8]>::new();
        let mut lists = Vec::new();
        let mut result_axis = 0;
        let entries = if result_shape.contains(&0) {
            taken.extend((0..shape.len()).map(whole));
            origins.extend((0..shape.len()).map(Origin::Axis));
            Vec::new()
        } else {
            picked_by(spec, shape, positions)?
        };
        for entry in entries {
            let gives_an_axis = !matches!(entry, Picked::Index { .. });
            match entry {
                Picked::NewAxis => origins.push(Origin::New),
                Picked::Index { axis: _, at } => taken.push(Progression::part_of(at, 1, 1)),
                Picked::Range {
                    axis,
                    taken: positions,
                } => {
                    taken.push(positions);
                    origins.push(Origin::Axis(axis));
                }
                Picked::List {
                    axis,
                    axes,
                    positions,
                } => {
                    taken.extend((axis..axis + axes).map(whole));
                    origins.extend((axis..axis + axes).map(Origin::Axis));
                    lists.push(AxisList {
                        axis,
                        axes,
                        result_axis,
                        positions,
                    });
                }
            }
            result_axis += usize::from(gives_an_axis);
        }
        let region = DynRegion::of(Lists {
            shape,
            taken: &taken,
            origins: &origins,
        });
        Ok(Self {
            region,
            lists,
            shape: result_shape,
        })
    }
}

/// The shape of what a spec selects of a shape. It takes no memory for the positions of a list.
pub(crate) fn result_shape<P: Source>(spec: &P, shape: &[usize]) -> Result<Vec<usize>, PickError> {
    let lengths = picked_by(spec, shape, |list| Ok(list.count))?;
    let lengths = lengths.into_iter().filter_map(|entry| match entry {
        Picked::NewAxis => Some(1),
        Picked::Index { .. } => None,
        Picked::Range { taken, .. } => Some(taken.count()),
        Picked::List { positions, .. } => Some(positions),
    });
    Ok(lengths.collect())
}

impl ListedRegion {
    /// What any spec selects.
    ///
    /// # Errors
    ///
    /// If the spec does not fit the shape, or the shape of the result overflows.
    pub fn new<D: Dims, P: Picks<D>>(spec: &P, shape: &[usize]) -> Result<Self, PickError> {
        Self::by(spec, shape, |list| list.positions())
    }
}

impl<L> AxisList<L> {
    /// Three lengths of a shape in which the axes of the list begin at `first`: of the axes in
    /// front, of the axes of the list, and of the axes behind.
    #[must_use]
    pub fn merged(&self, first: usize, shape: &[usize]) -> [usize; 3] {
        let (front, list) = shape.split_at(first);
        let (list, behind) = list.split_at(self.axes);
        [front, list, behind].map(|lengths| lengths.iter().product())
    }
}

/// Takes out each position to which a later one is equal: of several values for one element, the
/// last one stays. Returns the places that are left, or `None` if these are all.
pub fn last_of_each(positions: &mut Vec<usize>) -> Option<Vec<usize>> {
    let mut places: Vec<usize> = (0..positions.len()).collect();
    places.sort_unstable_by_key(|&place| (positions[place], place));
    let next = |at: usize| places.get(at + 1).map(|&place| positions[place]);
    let is_last = |at: usize| next(at) != Some(positions[places[at]]);
    let last: Vec<usize> = (0..places.len())
        .filter(|&at| is_last(at))
        .map(|at| places[at])
        .collect();
    if last.len() == positions.len() {
        return None;
    }
    *positions = last.iter().map(|&place| positions[place]).collect();
    Some(last)
}

/// An assignment at positions as a selection. `len` elements are followed by a value for each
/// position: for each of the `len` elements, the place where its new value stands. Of values for
/// the same element, the last one counts.
#[must_use]
pub fn assigned(positions: &[usize], len: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..len).collect();
    for (number, &position) in positions.iter().enumerate() {
        places[position] = len + number;
    }
    places
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::last_of_each;

    #[test]
    fn last_of_equal_positions_stays() {
        let mut positions = vec![5, 2, 5, 0, 2, 2];
        assert_eq!(last_of_each(&mut positions), Some(vec![3, 5, 2]));
        assert_eq!(positions, [0, 2, 5]);
        assert_eq!(last_of_each(&mut positions), None);
        assert_eq!(positions, [0, 2, 5]);
    }
}
