//! Slice-8's lists as one range for each axis.

use smallvec::SmallVec;

use super::Slice8Error;
use tslice_core::__ops::{self, bound};
use tslice_core::traits::Integer;

#[derive(Clone, Copy)]
pub(crate) struct Range {
    pub(crate) begin: i64,
    pub(crate) end: i64,
    pub(crate) stride: i64,
}

impl Range {
    /// Both bounds are present.
    pub(super) fn bounds(self) -> __ops::Range {
        __ops::Range {
            begin: Some(self.begin),
            end: Some(self.end),
            stride: Some(self.stride),
        }
    }
}

/// The range of each axis; `None` leaves the axis whole.
pub(crate) type Ranges = SmallVec<[Option<Range>; 8]>;

pub(crate) fn check_lengths(
    rank: usize,
    lists: [usize; 3],
    axes: Option<usize>,
) -> Result<(), Slice8Error> {
    let [start, stop, step] = lists;
    if rank == 0 {
        return Err(Slice8Error::ScalarInput);
    }
    let given = lists.into_iter().chain(axes).fold(0, usize::max);
    if given > rank {
        return Err(Slice8Error::TooManyAxes { given, rank });
    }
    if lists.into_iter().chain(axes).any(|len| len != start) {
        return Err(Slice8Error::LengthMismatch {
            start,
            stop,
            step,
            axes,
        });
    }
    Ok(())
}

/// The axes counted from the front.
pub(crate) fn unique<X: Integer>(
    axes: &[X],
    rank: usize,
) -> Result<SmallVec<[usize; 8]>, Slice8Error> {
    let mut known: SmallVec<[usize; 8]> = SmallVec::new();
    for &axis in axes {
        known.push(from_front(bound(axis), rank)?);
    }
    // The entry that each axis has been seen in.
    let mut entries: SmallVec<[Option<usize>; 8]> = SmallVec::from_elem(None, rank);
    for (second, &axis) in known.iter().enumerate() {
        if let Some(first) = entries[axis].replace(second) {
            return Err(Slice8Error::DuplicateAxes {
                axis,
                first,
                second,
            });
        }
    }
    Ok(known)
}

/// The ranges of all axes; `start`, `stop` and `step` have one entry for each of `axes`.
pub(crate) fn ranges<A: Integer, O: Integer, E: Integer>(
    shape: &[usize],
    start: &[A],
    stop: &[O],
    step: &[E],
    axes: &[usize],
) -> Result<Ranges, Slice8Error> {
    let mut ranges: Ranges = SmallVec::from_elem(None, shape.len());
    for (entry, &axis) in axes.iter().enumerate() {
        let (start, stop, step) = (bound(start[entry]), bound(stop[entry]), bound(step[entry]));
        if step == 0 {
            return Err(Slice8Error::ZeroStep { axis });
        }
        ranges[axis] = Some(Range {
            begin: begin(start, step, shape[axis]),
            end: stop,
            stride: step,
        });
    }
    Ok(ranges)
}

fn from_front(axis: i64, rank: usize) -> Result<usize, Slice8Error> {
    let front = if axis < 0 {
        axis.saturating_add_unsigned(rank as u64)
    } else {
        axis
    };
    let known = usize::try_from(front).ok().filter(|&front| front < rank);
    known.ok_or(Slice8Error::AxisOutOfRange { axis, rank })
}

/// The begin with which `resolve`, whose arithmetic is Python's, does what Slice-8 does: a start
/// below the axis is element 0, under a negative step too.
fn begin(start: i64, step: i64, len: usize) -> i64 {
    let below = 0_i64.saturating_sub_unsigned(len as u64);
    if step < 0 && start < below { 0 } else { start }
}
