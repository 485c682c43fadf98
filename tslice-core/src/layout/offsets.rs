//! The offsets of a layout in row-major order, from both ends.

use core::mem::take;

use super::Layout;
use super::runs::{Axes, Axis, NEAR, Runs, begin, begin_back};

/// The offset of every index tuple, each once, in row-major order. Axes that are contiguous with each other are joined.
///
/// Rows and planes step by an addition, the axes outside of them by their position.
///
/// Where the type of the layout knows the rank, there is nothing to drop. A loop that may panic drops its iterators by reference if they
/// have to be dropped, and so keeps them in memory.
#[derive(Clone)]
pub(crate) struct Offsets<L: Layout> {
    runs: Runs,
    axes: Axes,
    /// If there are axes that [`Axes`] have no place for, those and others of one position.
    far: Option<L::List<Axis>>,
}

impl<L: Layout> Offsets<L> {
    /// Up to two axes are handled where it is called: rows and planes are made often.
    #[inline]
    pub(crate) fn new(layout: &L) -> Self {
        match (layout.shape(), layout.strides()) {
            (&[len], &[stride]) => Self::of_rows(Axis::ONE, Axis { len, steps: [stride] }),
            (&[rows, len], &[down, right]) => {
                let (plane, row) = (Axis { len: rows, steps: [down] }, Axis { len, steps: [right] });
                match row.around(plane) {
                    Some(row) => Self::of_rows(Axis::ONE, row),
                    None => Self::of_rows(plane, row),
                }
            }
            _ => Self::joined(layout),
        }
    }

    #[inline(never)]
    fn joined(layout: &L) -> Self {
        let (shape, strides) = (layout.shape(), layout.strides());
        let mut list = (shape.len() > NEAR).then(|| layout.list(Axis::ONE));
        let far = list.as_mut().map_or(&mut [][..], |list| list.as_mut());
        let (mut near, mut outermost) = ([Axis::ONE; NEAR], 0);
        for (&len, &stride) in shape.iter().zip(strides).rev().filter(|(len, _)| **len != 1) {
            let axis = Axis { len, steps: [stride] };
            let mut places = near.iter_mut().chain(&mut *far).skip(outermost);
            let joined = places.next().and_then(|last| last.around(axis).map(|joined| *last = joined));
            if joined.is_none() {
                places.next().into_iter().for_each(|place| *place = axis);
                outermost += 1;
            }
        }
        if shape.contains(&0) {
            return Self::of_rows(Axis::ONE, Axis { len: 0, steps: [0] });
        }
        let planes = near[2..].iter().chain(&*far).fold(1, |count: usize, axis| count.wrapping_mul(axis.len));
        let [row, plane, inner, outer] = near;
        let axes = Axes { row, plane, inner, outer };
        Self { runs: Runs::of_plane(&axes).with_planes(&axes, planes), axes, far: list }
    }

    /// The offsets of two axes. The first row is begun.
    #[inline(always)]
    fn of_rows(plane: Axis, row: Axis) -> Self {
        let axes = Axes { row, plane, inner: Axis::ONE, outer: Axis::ONE };
        Self { runs: Runs::of_plane(&axes), axes, far: None }
    }

    /// The distance between neighbours of a row.
    #[inline(always)]
    pub(crate) fn stride(&self) -> isize {
        self.axes.row.steps[0]
    }

    /// How many are left.
    #[inline(always)]
    pub(crate) fn left(&self) -> usize {
        self.runs.left()
    }

    /// Begins the row behind the one at the front, which has ended; `false` after the last.
    #[inline(always)]
    fn refill(&mut self) -> bool {
        if !self.runs.next_row(&self.axes) {
            self.begin(0);
        }
        self.runs.front.left > 0
    }

    /// Begins the row of the offset behind `n` others, which are left out, if the row at the front has ended. It is empty after the last.
    #[inline(always)]
    fn begin(&mut self, n: usize) {
        self.runs.front.left = 0;
        if self.runs.others > 0 {
            // A loop keeps an iterator in registers as long as no reference to it leaves the loop.
            let (mut runs, mut axes, far) = (self.runs, self.axes, self.far());
            begin(&mut runs, n, &mut axes, far.as_ref().map_or(&[], |far| far.as_ref()));
            self.runs = runs;
        }
    }

    /// Begins the row of the offset before the last `n`, which are left out, from the back; `false` if there is none.
    #[inline(always)]
    fn begin_back(&mut self, n: usize) -> bool {
        let (mut runs, mut axes, far) = (self.runs, self.axes, self.far());
        begin_back(&mut runs, n, &mut axes, far.as_ref().map_or(&[], |far| far.as_ref()));
        self.runs = runs;
        self.runs.back.left > 0
    }

    /// The far axes for a call, as no reference to an iterator leaves a loop. A list of no more than NEAR places is never in use, and is
    /// not copied: if the type knows the rank, the compiler leaves this out.
    #[inline(always)]
    fn far(&self) -> Option<L::List<Axis>> {
        self.far.as_ref().filter(|far| far.as_ref().len() > NEAR).cloned()
    }

    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<isize> {
        if self.runs.front.left == 0 && !self.refill() {
            return None;
        }
        Some(self.runs.front.take(0, self.axes.row.steps[0]))
    }

    #[inline(always)]
    pub(crate) fn next_back(&mut self) -> Option<isize> {
        if self.runs.back.left == 0 && !self.begin_back(0) {
            return None;
        }
        Some(self.runs.take_back(0, &self.axes))
    }

    /// The offset after `n` others, which are left out.
    #[inline(always)]
    pub(crate) fn nth(&mut self, n: usize) -> Option<isize> {
        let Some(behind) = n.checked_sub(self.runs.front.left) else {
            return Some(self.runs.front.take(n, self.stride()));
        };
        // The next row is begun without a division.
        if behind < self.axes.row.len && self.runs.next_row(&self.axes) {
            return Some(self.runs.front.take(behind, self.stride()));
        }
        self.begin(behind);
        self.runs.front.next(self.stride())
    }

    /// The offset before the last `n`, which are left out.
    #[inline(always)]
    pub(crate) fn nth_back(&mut self, n: usize) -> Option<isize> {
        let Some(before) = n.checked_sub(self.runs.back.left) else {
            return Some(self.runs.take_back(n, &self.axes));
        };
        if !self.begin_back(before) {
            return None;
        }
        Some(self.runs.take_back(0, &self.axes))
    }

    /// Visits the rows that are left, each by the offset of its first element and its length.
    #[inline(always)]
    pub(crate) fn fold_rows<A>(mut self, mut state: A, mut visit: impl FnMut(A, isize, usize) -> A) -> A {
        while self.runs.front.left > 0 || self.refill() {
            let row = take(&mut self.runs.front);
            state = visit(state, row.first, row.left);
        }
        state
    }
}
