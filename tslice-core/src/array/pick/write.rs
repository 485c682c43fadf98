//! Writing what a plan selects.

use core::mem::ManuallyDrop;
use core::ops::RangeInclusive;
use core::{fmt, ptr};

use smallvec::SmallVec;

use super::block::Visit;
use super::error::PickError;
use super::few::Few;
use super::mask;
use super::places::Places;
use super::plan::{Axis, Step, strided, walk};
use crate::array::raw::Base;
use crate::array::{Array, AsView, DynView, DynViewMut, Mut, Ref};
use crate::copy::is_copy;
use crate::error::or_panic;
use crate::layout::{self, Dims, Dynamic};

/// A few columns of so many rows are written one after the other: what one leads through stays in a cache for the next.
const COLUMNS: RangeInclusive<usize> = 32..=1 << 14;
const FEW_COLUMNS: usize = 16;
/// Blocks of fewer elements than this are written one by one.
const SHORT: usize = 8;

/// The elements that a spec with lists selects, to be written: what [`pick_mut`](Array::pick_mut) and
/// [`select_mut`](Array::select_mut) return.
///
/// A list may name a position more than once, so this is no array of exclusive elements. Elements are written in row-major order of
/// what is selected.
#[must_use = "nothing is written before `assign`, `fill`, `apply` or `map_inplace`"]
pub struct PickMut<'a, T> {
    /// The elements of the array that the plan was made for.
    base: Base<Mut<'a, T>>,
    places: Places<'a>,
}

/// The shape: elements may be selected more than once.
impl<T> fmt::Debug for PickMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PickMut").field("shape", &self.shape()).finish_non_exhaustive()
    }
}

impl<'a, T> PickMut<'a, T> {
    /// # Safety
    ///
    /// The places were made for an array of this layout.
    #[inline]
    pub(in crate::array) unsafe fn new<D: Dims>(array: Array<Mut<'a, T>, D>, places: Places<'a>) -> Self {
        Self { base: array.into_base().0, places }
    }

    /// # Safety
    ///
    /// The places were made for an array of this base, which hands out no others.
    pub(super) unsafe fn of(base: Base<Mut<'a, T>>, places: Places<'a>) -> Self {
        Self { base, places }
    }

    /// The shape of what is selected.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        match &self.places {
            Places::Plan(plan) => plan.shape(),
            Places::Few(few) => &few.shape,
            Places::Lent(lent) => lent.shape(),
        }
    }

    /// Overwrites every element by that of `source`, which is broadcast as [`assign`](Array::assign) does it. Of an element that is
    /// selected more than once, the last in row-major order stays.
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let mut t = Tensor::<i32, 2>::zeros([3, 3]);
    /// t.pick_mut(s![[0, -1], 1:]).assign(&[[1, 2], [3, 4]]);
    /// assert_eq!(t, [[0, 1, 2], [0, 0, 0], [0, 3, 4]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the source's shape does not broadcast; the message names both shapes.
    #[track_caller]
    pub fn assign<I, X: AsView<T, I>>(&mut self, source: X)
    where
        T: Clone,
    {
        or_panic(self.try_assign(source));
    }

    /// Works like [`assign`](Self::assign), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the source's shape does not broadcast. On error the array is unchanged.
    pub fn try_assign<I, X: AsView<T, I>>(&mut self, source: X) -> Result<(), PickError>
    where
        T: Clone,
    {
        let source = source.as_view();
        let steps = layout::assignment_strides(source.layout(), self.shape())?;
        // SAFETY: `write` needs steps that lead to elements of the source: it was broadcast to the shape.
        unsafe { self.write(source.base(), &steps) };
        Ok(())
    }

    /// Sets every element to `value`.
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let (mut board, ys, xs) = (Tensor::<char, 2>::full([2, 3], '.'), [0, 1], [2, 0]);
    /// board.pick_mut(s![(&ys, &xs)]).fill('x');
    /// assert_eq!(board, [['.', '.', 'x'], ['x', '.', '.']]);
    /// ```
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        if let Places::Lent(lent) = &self.places
            && let Some(mask) = lent.mask()
            && is_copy::<T>()
        {
            // SAFETY: `slice` needs elements in a row that are in nobody's hands: those of the array, of which the mask has one each, and
            // the base is a new one.
            let elements = unsafe { self.base.exclusive().slice(lent.first(), mask.len()) };
            // SAFETY: `fill` needs elements that are `Copy`: that was asked.
            return unsafe { mask::fill(elements, mask, &value) };
        }
        // SAFETY: `write` needs steps that lead to elements of the source: to the only one.
        unsafe { self.write(Array::of_value(&value).into_base().0, &self.still()) };
    }

    /// Calls `f` with each element and that of `source`, which is broadcast: for an element that is selected more than once, it is
    /// called as often, as `np.add.at` does.
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let (mut histogram, rolled) = (Tensor::<u32, 1>::zeros([6]), [3_u8, 0, 3, 5]);
    /// histogram.pick_mut(s![&rolled]).apply(1, |count, one| *count += one);
    /// assert_eq!(histogram, [1, 0, 0, 2, 0, 1]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the source's shape does not broadcast; the message names both shapes.
    #[doc(alias("add_at", "scatter_add", "index_add", "accumulate"))]
    #[inline]
    #[track_caller]
    pub fn apply<U, I, X: AsView<U, I>>(&mut self, source: X, f: impl FnMut(&mut T, &U)) {
        or_panic(self.try_apply(source, f));
    }

    /// Calls `f` with each element, as often as it is selected: to count is `t.pick_mut(s![&places]).map_inplace(|count| *count += 1)`.
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let mut histogram = Tensor::<u32, 1>::zeros([6]);
    /// histogram.pick_mut(s![&[3, 0, 3, 5]]).map_inplace(|count| *count += 1);
    /// assert_eq!(histogram, [1, 0, 0, 2, 0, 1]);
    /// ```
    #[doc(alias("bincount", "histogram"))]
    #[inline]
    pub fn map_inplace(&mut self, mut f: impl FnMut(&mut T)) {
        // SAFETY: `each` needs steps that lead to elements of the source: to the only one.
        unsafe { self.each(Array::of_value(&()).into_base().0, &self.still(), |element, ()| f(element)) };
    }

    /// Works like [`apply`](Self::apply), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the source's shape does not broadcast. On error the array is unchanged.
    #[inline]
    pub fn try_apply<U, I, X: AsView<U, I>>(
        &mut self,
        source: X,
        f: impl FnMut(&mut T, &U),
    ) -> Result<(), PickError> {
        let source = source.as_view();
        let steps = layout::assignment_strides(source.layout(), self.shape())?;
        // SAFETY: `each` needs steps that lead to elements of the source: it was broadcast to the shape.
        unsafe { self.each(source.base(), &steps, f) };
        Ok(())
    }

    /// The steps that lead to the only element of a source.
    fn still(&self) -> SmallVec<[isize; 8]> {
        SmallVec::from_elem(0, self.shape().len())
    }

    /// # Safety
    ///
    /// With these steps, an index tuple of the shape leads to an element of the source.
    unsafe fn write(&mut self, source: Base<Ref<'_, T>>, steps: &[isize])
    where
        T: Clone,
    {
        let set = |old: &mut T, new: &T| old.clone_from(new);
        if let Places::Few(few) = &self.places
            && few.row > 1
            && let Some(step @ 0..=1) = few.step_in_row(steps)
        {
            let base = &mut self.base;
            return few.each(steps, |target, source_at| {
                // SAFETY: `slice` needs elements in a row that are in nobody's hands: those of a row, and the base is a new one.
                let row = unsafe { base.exclusive().slice(target, few.row) };
                match step {
                    // SAFETY: `item` needs the offset of an element: the condition of this function.
                    0 => row.fill(unsafe { source.item(source_at) }.clone()),
                    // SAFETY: `slice` needs elements in a row: the condition of this function, with step 1.
                    _ => row.clone_from_slice(unsafe { source.slice(source_at, few.row) }),
                }
            });
        }
        let Places::Plan(plan) = &self.places else {
            // SAFETY: `each` needs what this function needs.
            return unsafe { self.each(source, steps, set) };
        };
        if plan.len() == 0 {
            return;
        }
        let mut axes = plan.axes(steps.iter().copied());
        if plan.tail() < SHORT {
            if let Some(((Axis { step: Step::Offsets(columns), .. }, _), rows)) = axes.split_last()
                && rows.iter().all(|(axis, _)| matches!(axis.step, Step::Stride(_)))
                && COLUMNS.contains(&rows.iter().fold(1, |count, (axis, _)| count * axis.len))
                && columns.len() <= FEW_COLUMNS
            {
                // A column at a time: the last of equal ones stays, too.
                axes.rotate_right(1);
            }
            // SAFETY: `each_row` needs axes of the plan of this array, with steps that lead to elements of the source: the condition of this
            // function.
            return unsafe { each_row(&mut self.base, plan.base(), &axes, source, set) };
        }
        let is_list = |(axis, _): &(&Axis, isize)| matches!(axis.step, Step::Offsets(_));
        let (outer, block) = axes.split_at(axes.iter().rposition(is_list).map_or(0, |last| last + 1));
        let to = strided(block.iter().map(|(axis, _)| *axis));
        let steps: SmallVec<[isize; 8]> = block.iter().map(|(_, step)| *step).collect();
        let from = Dynamic::of(&to.shape, &steps);
        let (base, len) = (&mut self.base, layout::len(&to.shape));
        let in_rows = |layout: &Dynamic| layout::is_row_major(&layout.shape, &layout.strides);
        let is_value = from.strides.iter().all(|&step| step == 0);
        if in_rows(&to) && (is_value || in_rows(&from)) {
            return walk(outer, (plan.base(), 0), &mut |target, source_at| {
                // SAFETY: `slice` needs elements in a row that were not handed out: those of a block of the plan, contiguous, and the
                // base is a new one.
                let block = unsafe { base.exclusive().slice(target, len) };
                if is_value {
                    // SAFETY: `item` needs the offset of an element: the condition of this function.
                    block.fill(unsafe { source.item(source_at) }.clone());
                } else {
                    // SAFETY: `slice` needs elements in a row: the condition of this function for a block of the plan, which is contiguous.
                    block.clone_from_slice(unsafe { source.slice(source_at, len) });
                }
            });
        }
        walk(outer, (plan.base(), 0), &mut |target, source_at| {
            // SAFETY: `array` needs index tuples that lead to elements, each to another one, that were not handed out: those of a block of
            // the plan, whose axes behind the last list have strides that are not 0, and the base is a new one.
            let mut block: DynViewMut<'_, T> = unsafe { base.exclusive().array(target, to.clone()) };
            // SAFETY: `array` needs index tuples that lead to elements: the condition of this function for a block of the plan.
            block.assign::<_, DynView<'_, T>>(unsafe { source.array(source_at, from.clone()) });
        });
    }

    /// # Safety
    ///
    /// With these steps, an index tuple of the shape leads to an element of the source.
    unsafe fn each<U>(&mut self, source: Base<Ref<'_, U>>, steps: &[isize], f: impl FnMut(&mut T, &U)) {
        let base = &mut self.base;
        let plan = match &self.places {
            Places::Plan(plan) => plan,
            // SAFETY: `each_of_few` needs rows of this array, with steps that lead to elements of the source: the condition of this
            // function.
            Places::Few(few) => return unsafe { each_of_few(base, few, source, steps, f) },
            Places::Lent(lent) => {
                if lent.shape() == [0] {
                    return;
                }
                let target = lent.first();
                let mut row = Row { base, from: source, target, source: 0, step: steps[0], f };
                // SAFETY: the list was made for this array, and a row of what it selects is all there is.
                return unsafe { lent.each(&mut row) };
            }
        };
        if plan.len() == 0 {
            return;
        }
        // SAFETY: `each_row` needs axes of the plan of this array, with steps that lead to elements of the source: the condition of this
        // function.
        unsafe { each_row(base, plan.base(), &plan.axes(steps.iter().copied()), source, f) };
    }
}

/// Calls a function with the elements of few rows, and those of a source.
///
/// # Safety
///
/// The rows were made for the array of this base. With the steps, an index tuple leads to an element of the source.
unsafe fn each_of_few<T, U>(
    base: &mut Base<Mut<'_, T>>,
    few: &Few,
    source: Base<Ref<'_, U>>,
    steps: &[isize],
    mut f: impl FnMut(&mut T, &U),
) {
    let base = base.exclusive();
    if few.row == 1 {
        // What it uses is moved into it: see `Few::each`.
        return few.each(steps, move |target, source_at| {
            // SAFETY: `item` needs the offset of an element that is in nobody's hands: that of a row. If it was handed out before, that
            // was to `f`, whose calls have ended, and which could not keep it.
            let old = unsafe { base.item(target) };
            // SAFETY: `item` needs the offset of an element: the condition of this function.
            f(old, unsafe { source.item(source_at) });
        });
    }
    let step = few.step_in_row(steps);
    few.each(steps, |target, source_at| {
        // SAFETY: `slice` needs elements in a row that are in nobody's hands: those of a row. If they were handed out before, that was to
        // `f`, whose calls have ended, and which could not keep them.
        let mut row = unsafe { base.slice(target, few.row) }.iter_mut();
        // SAFETY: `item` needs the offset of an element: the condition of this function.
        let mut see = |old, offset| f(old, unsafe { source.item(source_at.wrapping_add(offset)) });
        match step {
            Some(1) => row.zip(0..).for_each(|(old, at)| see(old, at)),
            Some(step) => row.zip(0..).for_each(|(old, at)| see(old, step.wrapping_mul(at))),
            None => {
                let inner = Dynamic::of(&few.shape[few.outer..], &steps[few.outer..]);
                layout::Offsets::new(&inner).fold_each((), |(), offset| {
                    row.next().into_iter().for_each(|old| see(old, offset));
                });
            }
        }
    });
}

/// Calls a function with the elements of some axes, and those of a source.
///
/// # Safety
///
/// The axes are those of a plan for the array of this base, in any order, from the offset `first` on. With the steps beside them, an index
/// tuple leads to an element of the source.
unsafe fn each_row<T, U>(
    base: &mut Base<Mut<'_, T>>,
    first: isize,
    axes: &[(&Axis, isize)],
    source: Base<Ref<'_, U>>,
    mut f: impl FnMut(&mut T, &U),
) {
    let one = Axis { len: 1, step: Step::Stride(0) };
    let ((axis, step), outer) = match axes.split_last() {
        Some((&row, outer)) => (row, outer),
        None => ((&one, 0), &[][..]),
    };
    walk(outer, (first, 0), &mut |target, source_at| {
        if let (Step::Stride(1), 1) = (&axis.step, step) {
            // SAFETY: `slice` needs elements in a row that are in nobody's hands: those of a row of the plan, whose axis has stride 1,
            // and the base is a new one.
            let old = unsafe { base.exclusive().slice(target, axis.len) };
            // SAFETY: `slice` needs elements in a row: the condition of this function for a row of the plan, with step 1.
            let new = unsafe { source.slice(source_at, axis.len) };
            return old.iter_mut().zip(new).for_each(|(old, new)| f(old, new));
        }
        let mut row = Row { base, from: source, target, source: source_at, step, f: &mut f };
        match &axis.step {
            Step::Stride(stride) => {
                let offsets = (0..axis.len).map(|at| stride.wrapping_mul(at.cast_signed()));
                // SAFETY: these are the offsets of a row of the plan.
                unsafe { row.visit(offsets) };
            }
            Step::Offsets(offsets) => offsets.each(0..axis.len, |offsets| {
                // SAFETY: these are the offsets of a row of the plan.
                unsafe { row.visit(offsets.iter().copied()) };
            }),
        }
    });
}

/// A row of what is selected, which is not empty, with the elements of a source.
struct Row<'r, 'a, T, U, F> {
    base: &'r mut Base<Mut<'a, T>>,
    from: Base<Ref<'r, U>>,
    /// The offset of the row.
    target: isize,
    /// The offset of the next element of the source, and the distance to the one behind it.
    source: isize,
    step: isize,
    f: F,
}

impl<T, U, F: FnMut(&mut T, &U)> Visit for Row<'_, '_, T, U, F> {
    #[inline(always)]
    unsafe fn visit(&mut self, offsets: impl Iterator<Item = isize>) {
        // Bases of its own stay in registers.
        let (to, from, target) = (self.base.exclusive(), self.from, self.target);
        let (mut source, step) = (self.source, self.step);
        if step == 0 && is_copy::<U>() {
            // SAFETY: `item` needs the offset of an element: the row is not empty, and the strides of the source were broadcast to its
            // shape.
            let new = unsafe { from.item(source) };
            // One that is in nobody's memory stays in a register.
            // SAFETY: `read` needs a live element, and its bits are used twice: it is `Copy`.
            let new = ManuallyDrop::new(unsafe { ptr::read(new) });
            for offset in offsets {
                // SAFETY: `item` needs the offset of an element that is in nobody's hands: the caller warrants that it is one of the
                // row. If it was handed out before, that was to `f`, whose calls have ended, and which could not keep it.
                (self.f)(unsafe { to.item(target.wrapping_add(offset)) }, &*new);
            }
            return;
        }
        for offset in offsets {
            // SAFETY: `item` needs the offset of an element that is in nobody's hands: the caller warrants that it is one of the row.
            // If it was handed out before, that was to `f`, whose calls have ended, and which could not keep it.
            let old = unsafe { to.item(target.wrapping_add(offset)) };
            // SAFETY: `item` needs the offset of an element: the strides of the source were broadcast to the shape of the plan, which
            // the rows do not leave.
            (self.f)(old, unsafe { from.item(source) });
            source = source.wrapping_add(step);
        }
        self.source = source;
    }
}
