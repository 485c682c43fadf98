//! The offsets of a layout in row-major order, from both ends.

use core::iter;
use core::mem::take;

use super::{Layout, Loops, Nest, NestAxis, Order};

/// The offset of every index tuple, each once, in row-major order. Axes that are contiguous with
/// each other are joined.
///
/// Rows, planes and the axis around them step by an addition, those outside by their position.
///
/// Where the type of the layout knows the rank, there is nothing to drop. A loop that may panic
/// drops its iterators by reference if they have to be dropped, and so keeps them in memory.
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
            (&[len], &[stride]) => Self::of_rows(Axis::ONE, Axis::of(len, stride)),
            (&[rows, len], &[down, right]) => {
                let (plane, row) = (Axis::of(rows, down), Axis::of(len, right));
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
        let axes = iter::zip(layout.shape(), layout.strides());
        let axes = axes.map(|(&len, &stride)| Axis::of(len, stride));
        let mut outer = Loops::new();
        let Some(Nest { row, .. }) = Nest::new(axes, [1], Order::RowMajor, &mut outer) else {
            return Self::of_rows(Axis::ONE, Axis::of(0, 0));
        };
        let mut others = outer.iter().rev().copied();
        let mut next = || others.next().unwrap_or(Axis::ONE);
        let axes = Axes {
            row,
            plane: next(),
            inner: next(),
            outer: next(),
        };
        // At most 63 axes of an array with elements are longer than 1.
        let mut far = (layout.shape().len() > NEAR).then(|| layout.list_of(Axis::ONE, 64));
        let places = far.as_mut().map_or(&mut [][..], |far| far.as_mut());
        iter::zip(places, others).for_each(|(place, axis)| *place = axis);
        let planes: usize = outer.iter().rev().skip(1).map(|axis| axis.len).product();
        // The first plane is begun, and none is empty.
        let (next, end) = (axes.plane.len, axes.plane.len * planes);
        let runs = Runs {
            next,
            end,
            others: row.len * (end - 1),
            ..Runs::of_plane(&axes)
        };
        Self { runs, axes, far }
    }

    /// The offsets of two axes. The first row is begun.
    #[inline(always)]
    fn of_rows(plane: Axis, row: Axis) -> Self {
        let axes = Axes {
            row,
            plane,
            inner: Axis::ONE,
            outer: Axis::ONE,
        };
        Self {
            runs: Runs::of_plane(&axes),
            axes,
            far: None,
        }
    }

    /// The distance between neighbours of a row.
    #[inline(always)]
    pub(crate) fn stride(&self) -> isize {
        self.axes.row.steps[0]
    }

    /// How many are left.
    #[inline(always)]
    pub(crate) fn left(&self) -> usize {
        self.runs.front.left + self.runs.others
    }

    /// Begins the row behind the one at the front, which has ended; `false` after the last.
    #[inline(always)]
    fn refill(&mut self) -> bool {
        if !self.runs.next_row(&self.axes) {
            self.begin(0);
        }
        self.runs.front.left > 0
    }

    /// Begins the row of the offset behind `n` others, which are left out, if the row at the front
    /// has ended. It is empty after the last.
    #[inline(always)]
    fn begin(&mut self, n: usize) {
        self.runs.front.left = 0;
        if self.runs.others > 0 {
            self.jump(begin, n);
        }
    }

    /// Begins the row of the offset before the last `n`, which are left out, from the back; `false`
    /// if there is none.
    #[inline(always)]
    fn begin_back(&mut self, n: usize) -> bool {
        self.jump(begin_back, n);
        self.runs.back.left > 0
    }

    /// Begins a row by a call. A loop keeps an iterator in registers as long as no reference to it
    /// leaves the loop, so the call is of copies. A list of no more than NEAR places is never in
    /// use, and is not copied: if the type knows the rank, the compiler leaves this out.
    #[inline(always)]
    fn jump(&mut self, begin: Begin, n: usize) {
        let (mut runs, mut axes) = (self.runs, self.axes);
        let far = self.far.as_ref();
        let far = far.filter(|far| far.as_ref().len() > NEAR).cloned();
        let far = far.as_ref().map_or(&[][..], |far| far.as_ref());
        begin(&mut runs, n, &mut axes, far);
        self.runs = runs;
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
        self.nth_back(0)
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
    pub(crate) fn fold_rows<A>(
        mut self,
        mut state: A,
        mut visit: impl FnMut(A, isize, usize) -> A,
    ) -> A {
        while self.runs.front.left > 0 || self.refill() {
            let row = take(&mut self.runs.front);
            state = visit(state, row.first, row.left);
        }
        state
    }
}

/// A joined axis of one layout.
type Axis = NestAxis<1>;

impl Axis {
    #[inline(always)]
    fn of(len: usize, stride: isize) -> Self {
        let steps = [stride];
        Self { len, steps }
    }
}

/// [`begin`] or [`begin_back`].
#[allow(improper_ctypes_definitions, reason = "it is called from here alone")]
type Begin = extern "C" fn(&mut Runs, usize, &mut Axes, &[Axis]);

/// How many axes [`Axes`] are.
const NEAR: usize = 4;

/// The axes of a row, of a plane of rows, and two of those around it, the innermost first.
#[derive(Clone, Copy, Debug)]
struct Axes {
    row: Axis,
    plane: Axis,
    inner: Axis,
    outer: Axis,
}

impl Axes {
    /// The offset of a plane, by its number.
    fn plane(&self, number: usize, far: &[Axis]) -> isize {
        let (mut plane, mut offset) = (number, 0_isize);
        for axis in [self.inner, self.outer].iter().chain(far) {
            let position = if plane < axis.len {
                plane
            } else {
                plane % axis.len
            };
            offset = offset.wrapping_add(axis.steps[0].wrapping_mul(position.cast_signed()));
            if plane < axis.len {
                break;
            }
            plane /= axis.len;
        }
        offset
    }

    /// The offset of a row, by its number.
    fn row(&self, number: usize, far: &[Axis]) -> isize {
        let plane = number / self.plane.len;
        let position = (number - plane * self.plane.len).cast_signed();
        self.plane(plane, far)
            .wrapping_add(self.plane.steps[0].wrapping_mul(position))
    }
}

/// Offsets at one distance from each other: `left` of them, from `first` on.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    first: isize,
    left: usize,
}

impl Run {
    /// Leaves `n` out, of at least as many. What is behind the last one is never used, and may
    /// leave the range of isize.
    #[inline(always)]
    fn skip(&mut self, n: usize, stride: isize) {
        self.first = self
            .first
            .wrapping_add(stride.wrapping_mul(n.cast_signed()));
        self.left -= n;
    }

    /// Takes the first one.
    #[inline(always)]
    fn next(&mut self, stride: isize) -> Option<isize> {
        if self.left == 0 {
            None
        } else {
            Some(self.take(0, stride))
        }
    }

    /// Takes the one behind `n` others, which are left out.
    #[inline(always)]
    fn take(&mut self, n: usize, stride: isize) -> isize {
        self.skip(n, stride);
        let first = self.first;
        self.skip(1, stride);
        first
    }

    /// Takes the one before the last `n`, which are left out.
    #[inline(always)]
    fn take_back(&mut self, n: usize, stride: isize) -> isize {
        self.left -= n + 1;
        self.first
            .wrapping_add(stride.wrapping_mul(self.left.cast_signed()))
    }
}

/// What is left, from the front to the back.
#[derive(Clone, Copy, Debug)]
struct Runs {
    /// The offsets of the row at the front.
    front: Run,
    /// How many offsets all others have, so that a loop asks one number for its end.
    others: usize,
    /// The rows behind it in its plane, each by its first offset.
    rows: Run,
    /// The planes behind that one in the axis around it, if a row was begun there, each by its
    /// first offset. The last ones may be taken from the back.
    planes: Run,
    /// The numbers of the rows behind those: from `next` to `end`.
    next: usize,
    end: usize,
    /// The offsets of the row at the back.
    back: Run,
}

impl Runs {
    /// The offsets of one plane, whose first row is begun.
    #[inline(always)]
    fn of_plane(axes: &Axes) -> Self {
        let Axes { row, plane, .. } = axes;
        let rows = if row.len == 0 { 0 } else { plane.len };
        let front = Run {
            first: 0,
            left: if plane.len == 0 { 0 } else { row.len },
        };
        let rows = Run {
            first: plane.steps[0],
            left: rows.saturating_sub(1),
        };
        Self {
            front,
            others: rows.left * row.len,
            rows,
            planes: Run::default(),
            next: 0,
            end: 0,
            back: Run::default(),
        }
    }

    /// Begins the next plane, of those that are left.
    #[inline(always)]
    fn next_plane(&mut self, axes: &Axes) {
        self.rows = Run {
            first: self.planes.take(0, axes.inner.steps[0]),
            left: axes.plane.len.min(self.end - self.next),
        };
        self.next += self.rows.left;
    }

    /// Begins the next row of the planes at the front; `false` if there is none.
    #[inline(always)]
    fn next_row(&mut self, axes: &Axes) -> bool {
        if self.rows.left == 0 {
            if self.planes.left == 0 || self.next == self.end {
                return false;
            }
            self.next_plane(axes);
        }
        self.front = Run {
            first: self.rows.take(0, axes.plane.steps[0]),
            left: axes.row.len,
        };
        self.others -= axes.row.len;
        true
    }

    /// Takes the last offset of the row at the back, which has some, before `n` others, which are
    /// left out.
    #[inline(always)]
    fn take_back(&mut self, n: usize, axes: &Axes) -> isize {
        self.others -= n + 1;
        self.back.take_back(n, axes.row.steps[0])
    }

    /// Takes the offsets of the whole rows that `n` offsets reach over from `others`. Returns how
    /// many rows that are, and what is left of `n`.
    fn whole_rows(&mut self, n: usize, axes: &Axes) -> (usize, usize) {
        let most = self.rows.left + self.end - self.next;
        // A row without offsets is in an empty array.
        let rows = n.checked_div(axes.row.len).unwrap_or(0).min(most);
        self.others -= rows * axes.row.len;
        (rows, n - rows * axes.row.len)
    }
}

/// Begins the row at the front of the offset behind `n` others, which are left out. It is empty
/// after the last.
///
/// `extern "C"` tells the compiler that nothing unwinds from here. Otherwise each loop would have
/// code that drops the iterator by reference, and the iterator would stay in memory. It would stay
/// there, too, if the axes, which are only read, came by a shared reference: that may be one to the
/// iterator itself instead of to a copy of its axes. Loops that collect take twice as long then.
#[cold]
#[allow(improper_ctypes_definitions, reason = "it is called from here alone")]
extern "C" fn begin(runs: &mut Runs, n: usize, axes: &mut Axes, far: &[Axis]) {
    let (rows, n) = runs.whole_rows(n, axes);
    let here = rows.min(runs.rows.left);
    runs.rows.skip(here, axes.plane.steps[0]);
    runs.next += rows - here;
    if rows > here {
        runs.planes.left = 0;
    }
    if runs.rows.left == 0 && runs.planes.left == 0 && runs.next < runs.end {
        let plane = runs.next / axes.plane.len;
        let begun = runs.next - plane * axes.plane.len;
        runs.planes = Run {
            first: axes.plane(plane, far),
            left: axes.inner.len - plane % axes.inner.len,
        };
        runs.next -= begun;
        runs.next_plane(axes);
        runs.rows.skip(begun, axes.plane.steps[0]);
    }
    if !runs.next_row(axes) {
        (runs.front, runs.others) = (take(&mut runs.back), 0);
    }
    runs.front.skip(n.min(runs.front.left), axes.row.steps[0]);
}

/// Begins the row at the back of the offset before the last `n`, which are left out. It is empty
/// after the last.
#[cold]
#[allow(improper_ctypes_definitions, reason = "it is called from here alone")]
extern "C" fn begin_back(runs: &mut Runs, n: usize, axes: &mut Axes, far: &[Axis]) {
    runs.others -= take(&mut runs.back).left;
    let (rows, n) = runs.whole_rows(n, axes);
    let between = rows.min(runs.end - runs.next);
    runs.end -= between;
    runs.rows.left -= rows - between;
    if runs.next < runs.end {
        runs.end -= 1;
        runs.back = Run {
            first: axes.row(runs.end, far),
            left: axes.row.len,
        };
    } else if runs.rows.left > 0 {
        runs.back = Run {
            first: runs.rows.take_back(0, axes.plane.steps[0]),
            left: axes.row.len,
        };
    } else {
        runs.back = take(&mut runs.front);
        runs.others = runs.back.left;
    }
    let n = n.min(runs.back.left);
    runs.back.left -= n;
    runs.others -= n;
}
