//! Python's rule for one axis, as its reference says it: bounds clamp to the axis, then positions
//! are walked one by one.

/// An axis under one stride, with the number of steps between all positions.
pub(crate) struct Axis {
    len: i32,
    stride: i32,
    /// One row for each start from -1 to `len`, one column for each stop.
    counts: Vec<u8>,
}

impl Axis {
    pub(crate) fn new(len: i32, stride: i32) -> Self {
        let side = len + 2;
        let mut axis = Self {
            len,
            stride,
            counts: vec![0; (side * side) as usize],
        };
        // A start after the first step is done before the one that steps to it.
        let starts: Vec<i32> = if stride > 0 {
            (-1..=len).rev().collect()
        } else {
            (-1..=len).collect()
        };
        for start in starts {
            for stop in -1..=len {
                let ahead = if stride > 0 {
                    start < stop
                } else {
                    start > stop
                };
                let next = start + stride;
                let rest = if (-1..=len).contains(&next) {
                    axis.counts[axis.at(next, stop)]
                } else {
                    0
                };
                let at = axis.at(start, stop);
                axis.counts[at] = if ahead { 1 + rest } else { 0 };
            }
        }
        axis
    }

    fn at(&self, start: i32, stop: i32) -> usize {
        ((start + 1) * (self.len + 2) + stop + 1) as usize
    }

    /// How many positions are between a start and a stop, the stop not included.
    pub(crate) fn count(&self, start: i32, stop: i32) -> usize {
        self.counts[self.at(start, stop)].into()
    }

    pub(crate) fn start(&self, begin: Option<i32>) -> i32 {
        begin.map_or(if self.stride > 0 { 0 } else { self.len - 1 }, |begin| {
            self.clamped(begin)
        })
    }

    pub(crate) fn stop(&self, end: Option<i32>) -> i32 {
        end.map_or(if self.stride > 0 { self.len } else { -1 }, |end| {
            self.clamped(end)
        })
    }

    fn clamped(&self, bound: i32) -> i32 {
        if bound < 0 {
            (bound + self.len).max(if self.stride > 0 { 0 } else { -1 })
        } else {
            bound.min(if self.stride > 0 {
                self.len
            } else {
                self.len - 1
            })
        }
    }
}
