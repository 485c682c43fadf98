//! Which offsets of a layout are left, from both ends.

use core::mem::take;

use super::NestAxis;

/// A joined axis of one layout.
pub(super) type Axis = NestAxis<1>;

/// How many axes [`Axes`] are.
pub(super) const NEAR: usize = 4;

/// The axes of a row, of a plane of rows, and two of those around it, the innermost first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axes {
    pub(super) row: Axis,
    pub(super) plane: Axis,
    pub(super) inner: Axis,
    pub(super) outer: Axis,
}

impl Axes {
    /// The offset of a plane, by its position among the axes around it, the innermost first.
    pub(super) fn offset(&self, mut plane: usize, far: &[Axis]) -> isize {
        let mut offset: isize = 0;
        for axis in [self.inner, self.outer].iter().chain(far) {
            let position = if plane < axis.len { plane } else { plane % axis.len };
            offset = offset.wrapping_add(axis.steps[0].wrapping_mul(position.cast_signed()));
            if plane < axis.len {
                break;
            }
            plane /= axis.len;
        }
        offset
    }
}

/// Offsets at one distance from each other: `left` of them, from `first` on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run {
    pub(crate) first: isize,
    pub(crate) left: usize,
}

impl Run {
    /// All positions of an axis, from an offset on.
    #[inline(always)]
    fn of(axis: Axis, first: isize) -> Self {
        Self { first, left: axis.len }
    }

    /// Leaves `n` out, of at least as many. What is behind the last one is never used, and may leave the range of isize.
    #[inline(always)]
    pub(crate) fn skip(&mut self, n: usize, stride: isize) {
        self.first = self.first.wrapping_add(stride.wrapping_mul(n.cast_signed()));
        self.left -= n;
    }

    /// Takes the first one.
    #[inline(always)]
    pub(crate) fn next(&mut self, stride: isize) -> Option<isize> {
        if self.left == 0 { None } else { Some(self.take(0, stride)) }
    }

    /// Takes the one behind `n` others, which are left out.
    #[inline(always)]
    pub(crate) fn take(&mut self, n: usize, stride: isize) -> isize {
        self.skip(n, stride);
        let first = self.first;
        self.skip(1, stride);
        first
    }

    /// Takes the one before the last `n`, which are left out.
    #[inline(always)]
    pub(super) fn take_back(&mut self, n: usize, stride: isize) -> isize {
        self.left -= n + 1;
        self.first.wrapping_add(stride.wrapping_mul(self.left.cast_signed()))
    }
}

/// What is left: of the row at the front and the plane that it is in, the planes behind it, by position, and what is left of the plane
/// and the row at the back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runs {
    pub(super) front: Run,
    /// How many offsets all but the row at the front have, so that a loop asks one number for its end.
    others: usize,
    rows: Run,
    next: usize,
    end: usize,
    last_rows: Run,
    back: Run,
}

impl Runs {
    /// The offsets of one plane, whose first row is begun.
    #[inline(always)]
    pub(super) fn of_plane(axes: &Axes) -> Self {
        let Axes { row, plane, .. } = axes;
        let (rows, none) = (if row.len == 0 { 0 } else { plane.len }, Run { first: 0, left: 0 });
        let front = Run { first: 0, left: if plane.len == 0 { 0 } else { row.len } };
        let rows = Run { first: plane.steps[0], left: rows.saturating_sub(1) };
        Self { front, others: rows.left * row.len, rows, next: 0, end: 0, last_rows: none, back: none }
    }

    /// With the given number of planes, of which the first one is begun. None of them is empty.
    pub(super) fn with_planes(self, axes: &Axes, planes: usize) -> Self {
        let plane = axes.row.len * axes.plane.len;
        Self { next: 1, end: planes, others: plane * planes - axes.row.len, ..self }
    }

    /// A copy, field by field: one that is copied as a whole for a call would be handed over itself, and stay in memory.
    #[inline(always)]
    pub(super) fn in_registers(self) -> Self {
        let Self { front, others, rows, next, end, last_rows, back } = self;
        Self { front, others, rows, next, end, last_rows, back }
    }

    /// How many offsets are left.
    #[inline(always)]
    pub(super) fn left(&self) -> usize {
        self.front.left + self.others
    }

    /// Begins the row behind the one at the front, which has ended; `false` after the last.
    #[inline(always)]
    pub(super) fn refill(&mut self, axes: &Axes, far: &Option<impl Far>) -> bool {
        if self.next_row(axes) {
            return true;
        }
        if self.others == 0 {
            return false;
        }
        self.begin_others(0, axes, far);
        true
    }

    /// Begins the row of the offset behind `n` others, which are left out, if the row at the front has ended. It is empty after the last.
    #[inline(always)]
    pub(super) fn begin(&mut self, n: usize, axes: &Axes, far: &Option<impl Far>) {
        self.front.left = 0;
        if self.others > 0 {
            self.begin_others(n, axes, far);
        }
    }

    #[inline(always)]
    fn begin_others(&mut self, n: usize, axes: &Axes, far: &Option<impl Far>) {
        // A loop keeps an iterator in registers as long as no reference to it leaves the loop.
        let (mut runs, mut axes) = (*self, *axes);
        begin(&mut runs, n, &mut axes, seen(&copy_of(far)));
        *self = runs;
    }

    /// What is left of the row at the front, or the next row if that has ended, which is then taken: for loops over rows, which have these
    /// runs in memory.
    #[inline(always)]
    pub(super) fn take_row(&mut self, axes: &mut Axes, far: &[Axis]) -> Option<Run> {
        if self.front.left == 0 && !self.next_row(axes) {
            if self.others == 0 {
                return None;
            }
            begin(self, 0, axes, far);
        }
        Some(take(&mut self.front))
    }

    /// Begins the next row of the plane at the front; `false` if there is none.
    #[inline(always)]
    pub(super) fn next_row(&mut self, axes: &Axes) -> bool {
        if self.rows.left == 0 {
            return false;
        }
        self.front = Run::of(axes.row, self.rows.take(0, axes.plane.steps[0]));
        self.others -= axes.row.len;
        true
    }

    /// Begins the row before the one at the back, which has ended; `false` before the first.
    #[inline(always)]
    pub(super) fn refill_back(&mut self, axes: &Axes, far: &Option<impl Far>) -> bool {
        if self.left() == 0 {
            return false;
        }
        if self.last_rows.left == 0 && self.next < self.end {
            self.begin_back(0, axes, far);
            return true;
        }
        if self.last_rows.left == 0 {
            self.last_rows = take(&mut self.rows);
        }
        self.next_row_back(axes);
        true
    }

    /// Begins the last row of the plane at the back; `false` if there is none: then the row at the front is the last one.
    #[inline(always)]
    fn next_row_back(&mut self, axes: &Axes) -> bool {
        let is_one = self.last_rows.left > 0;
        if is_one {
            self.back = Run::of(axes.row, self.last_rows.take_back(0, axes.plane.steps[0]));
        } else {
            self.back = take(&mut self.front);
            self.others = self.back.left;
        }
        is_one
    }

    /// [`begin`](Self::begin) from the back.
    #[inline(always)]
    pub(super) fn begin_back(&mut self, n: usize, axes: &Axes, far: &Option<impl Far>) {
        let (mut runs, mut axes) = (*self, *axes);
        begin_back(&mut runs, n, &mut axes, seen(&copy_of(far)));
        *self = runs;
    }

    /// Takes the last offset of the row at the back, which has some, before `n` others, which are left out.
    #[inline(always)]
    pub(super) fn take_back(&mut self, n: usize, axes: &Axes) -> isize {
        self.others -= n + 1;
        self.back.take_back(n, axes.row.steps[0])
    }

    /// Takes what is left of the row at the back.
    #[inline(always)]
    pub(super) fn take_last_row(&mut self) -> Run {
        self.others -= self.back.left;
        take(&mut self.back)
    }

    /// How many offsets are left of the row at the back.
    #[inline(always)]
    pub(super) fn left_at_back(&self) -> usize {
        self.back.left
    }

    /// The rows behind the one at the front, if all are in its plane and none was begun at its end.
    #[inline(always)]
    pub(super) fn one_plane(&self) -> Option<Run> {
        (self.next == self.end && self.last_rows.left == 0 && self.back.left == 0).then_some(self.rows)
    }

    /// Leaves whole rows and planes out, if the row at the front has ended, and `n` offsets with them at most. Returns how many of the `n`
    /// are left.
    fn skip_rows(&mut self, n: usize, axes: &Axes) -> usize {
        let rows = whole(n, axes.row.len, self.rows.left);
        self.rows.skip(rows, axes.plane.steps[0]);
        let planes = self.planes_behind(n, rows, self.rows, axes);
        self.next += planes;
        n - self.without(rows, planes, axes)
    }

    /// [`skip_rows`](Self::skip_rows) from the back.
    fn skip_rows_back(&mut self, n: usize, axes: &Axes) -> usize {
        let rows = whole(n, axes.row.len, self.last_rows.left);
        self.last_rows.left -= rows;
        let planes = self.planes_behind(n, rows, self.last_rows, axes);
        self.end -= planes;
        n - self.without(rows, planes, axes)
    }

    /// How many whole planes follow in `n` offsets, after the given rows of a plane that has more rows.
    fn planes_behind(&self, n: usize, rows: usize, others: Run, axes: &Axes) -> usize {
        let most = if others.left == 0 { self.end - self.next } else { 0 };
        whole(n - rows * axes.row.len, axes.row.len * axes.plane.len, most)
    }

    /// Counts rows and planes that were left out. Returns how many offsets that are.
    fn without(&mut self, rows: usize, planes: usize, axes: &Axes) -> usize {
        let count = (rows + planes * axes.plane.len) * axes.row.len;
        self.others -= count;
        count
    }
}

/// The axes that [`Axes`] have no place for.
pub(super) trait Far: AsRef<[Axis]> + Clone {}
impl<F: AsRef<[Axis]> + Clone> Far for F {}

/// A copy for a call, as no reference to an iterator leaves a loop. A list of no more than NEAR places is never in use, and is not copied:
/// if the type knows the rank, the compiler leaves this out.
#[inline(always)]
fn copy_of<F: Far>(far: &Option<F>) -> Option<F> {
    far.as_ref().filter(|far| far.as_ref().len() > NEAR).cloned()
}

#[inline(always)]
pub(super) fn seen(far: &Option<impl Far>) -> &[Axis] {
    far.as_ref().map_or(&[], |far| far.as_ref())
}

/// How many rows or planes of `len` offsets are in `n`, at most the given count. One without offsets is in an empty array.
fn whole(n: usize, len: usize, most: usize) -> usize {
    n.checked_div(len).unwrap_or(0).min(most)
}

/// [`Runs::begin`].
///
/// `extern "C"` tells the compiler that nothing unwinds from here. Otherwise each loop would have code that drops the iterator by
/// reference, and the iterator would stay in memory. It would stay there, too, if the axes, which are only read, came by a shared reference:
/// that may be one to the iterator itself instead of to a copy of its axes. Loops that collect take twice as long then.
#[cold]
#[allow(improper_ctypes_definitions, reason = "it is called from here alone")]
extern "C" fn begin(runs: &mut Runs, mut n: usize, axes: &mut Axes, far: &[Axis]) {
    loop {
        runs.front.left = 0;
        n = runs.skip_rows(n, axes);
        if runs.rows.left == 0 {
            if runs.next < runs.end {
                runs.rows = Run::of(axes.plane, axes.offset(runs.next, far));
                runs.next += 1;
            } else {
                runs.rows = take(&mut runs.last_rows);
            }
        }
        let is_last = !runs.next_row(axes);
        if is_last {
            (runs.front, runs.others) = (take(&mut runs.back), 0);
        }
        if is_last || n < runs.front.left {
            return runs.front.skip(n.min(runs.front.left), axes.row.steps[0]);
        }
        n -= runs.front.left;
    }
}

/// [`Runs::begin_back`].
#[cold]
#[allow(improper_ctypes_definitions, reason = "it is called from here alone")]
extern "C" fn begin_back(runs: &mut Runs, mut n: usize, axes: &mut Axes, far: &[Axis]) {
    loop {
        runs.take_last_row();
        n = runs.skip_rows_back(n, axes);
        if runs.last_rows.left == 0 {
            if runs.next < runs.end {
                runs.end -= 1;
                runs.last_rows = Run::of(axes.plane, axes.offset(runs.end, far));
            } else {
                runs.last_rows = take(&mut runs.rows);
            }
        }
        let is_last = !runs.next_row_back(axes);
        if is_last || n < runs.back.left {
            let n = n.min(runs.back.left);
            runs.back.left -= n;
            runs.others -= n;
            return;
        }
        n -= runs.back.left;
    }
}
