//! Writing what is selected.

use core::fmt;
use core::mem::ManuallyDrop;
use core::ptr;

use smallvec::SmallVec;

use super::batch::Batch;
use super::error::PickError;
use super::group::Positioned;
use super::mask;
use super::offsets::Offsets;
use super::selection::{Block, Selection};
use crate::array::{Array, AsView, DynView, DynViewMut, Mut, RawElements, Ref};
use crate::copy::{is_copy, is_primitive};
use crate::error::{ShapeError, or_panic};
use crate::layout::{self, Layout};

/// The elements that a spec with lists selects, to be written: what [`pick_mut`](Array::pick_mut)
/// and [`select_mut`](Array::select_mut) return.
///
/// A list may name a position more than once, so this is not an array of exclusive elements.
/// Elements are written in row-major order of what is selected.
#[must_use = "nothing is written before `assign`, `fill`, `apply` or `map_inplace`"]
pub struct PickMut<'a, T> {
    /// The elements of the array that the selection was made for.
    base: RawElements<Mut<'a, T>>,
    selection: Selection<'a>,
}

/// No selection has this. For a loop over one, the compiler's error is the name of the trait that
/// it misses.
pub trait PicksHaveMapInplaceAndAssign {}

#[doc(hidden)]
impl<'a, T> Iterator for PickMut<'a, T>
where
    Self: PicksHaveMapInplaceAndAssign,
{
    type Item = &'a mut T;

    fn next(&mut self) -> Option<&'a mut T> {
        unreachable!()
    }
}

/// The shape: elements may be selected more than once.
impl<T> fmt::Debug for PickMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PickMut")
            .field("shape", &self.shape())
            .finish_non_exhaustive()
    }
}

impl<'a, T> PickMut<'a, T> {
    /// # Safety
    ///
    /// The selection was made for an array of this base, which hands out no other of its elements.
    pub(crate) unsafe fn new(base: RawElements<Mut<'a, T>>, selection: Selection<'a>) -> Self {
        Self { base, selection }
    }

    /// The shape of what is selected.
    pub fn shape(&self) -> &[usize] {
        self.selection.shape()
    }

    /// Overwrites every element by that of `source`, which is broadcast as
    /// [`assign`](Array::assign) does it. Of an element that is selected more than once, the last
    /// in row-major order stays.
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
        let steps = self.steps(source.layout())?;
        // SAFETY: `write` needs steps that point to elements of the source: it was broadcast to the
        // shape.
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
        or_panic(self.try_assign(Array::of_value(&value)));
    }

    /// Calls `f` with each element and that of `source`, which is broadcast: for an element that is
    /// selected more than once, it is called as often, as `np.add.at` does.
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
    #[track_caller]
    pub fn apply<U, I, X: AsView<U, I> /* map_inplace(f) needs no source */>(
        &mut self,
        source: X,
        f: impl FnMut(&mut T, &U),
    ) {
        or_panic(self.try_apply(source, f));
    }

    /// Calls `f` with each element, as often as it is selected: to count is
    /// `t.pick_mut(s![&places]).map_inplace(|count| *count += 1)`.
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let mut histogram = Tensor::<u32, 1>::zeros([6]);
    /// histogram.pick_mut(s![&[3, 0, 3, 5]]).map_inplace(|count| *count += 1);
    /// assert_eq!(histogram, [1, 0, 0, 2, 0, 1]);
    /// ```
    #[doc(alias("bincount", "histogram"))]
    pub fn map_inplace(&mut self, mut f: impl FnMut(&mut T)) {
        or_panic(self.try_apply(Array::of_value(&()), |element, ()| f(element)));
    }

    /// Works like [`apply`](Self::apply), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the source's shape does not broadcast. On error the array is unchanged.
    pub fn try_apply<U, I, X: AsView<U, I> /* map_inplace(f) needs no source */>(
        &mut self,
        source: X,
        f: impl FnMut(&mut T, &U),
    ) -> Result<(), PickError> {
        let source = source.as_view();
        let steps = self.steps(source.layout())?;
        // SAFETY: `each` needs steps that point to elements of the source: it was broadcast to the
        // shape.
        unsafe { self.each(source.base(), &steps, f) };
        Ok(())
    }

    /// The steps with which a source is assigned.
    fn steps(&self, source: &impl Layout) -> Result<SmallVec<[isize; 8]>, ShapeError> {
        let mut steps = SmallVec::from_elem(0, self.shape().len());
        layout::assignment_strides(source, self.shape(), &mut steps)?;
        Ok(steps)
    }

    /// # Safety
    ///
    /// There is a step for each axis, and with these, an index tuple of the shape points to an
    /// element of the source.
    unsafe fn write(&mut self, source: RawElements<Ref<'_, T>>, steps: &[isize])
    where
        T: Clone,
    {
        let (base, selection) = (&mut self.base, &self.selection);
        if size_of::<T>() == 0 && is_copy::<T>() {
            return;
        }
        if let ([0], [(_, Positioned::Mask(mask, 1))], true) =
            (steps, &selection.lists[..], is_primitive::<T>())
        {
            // SAFETY: `slice` needs contiguous elements, none of which is borrowed: those of the
            // axis of the mask, whose stride is 1. A part that was split off an array has no mask.
            let elements = unsafe { base.exclusive().slice(selection.base, mask.len()) };
            // SAFETY: `item` needs the offset of an element: the condition of this function.
            return mask::fill(elements, mask, unsafe { source.item(0) });
        }
        if size_of::<T>() == 0 {
            // SAFETY: `each` needs what this function needs.
            return unsafe { self.each(source, steps, T::clone_from) };
        }
        let (outer, block) = selection.split(steps);
        let pixel = block.pixel();
        selection.batches(
            outer,
            steps,
            pixel.is_some(),
            &mut |batch| match (batch.offsets, pixel) {
                (&Offsets::Run(run), _) => {
                    let target = batch.base.wrapping_add(run.first);
                    // SAFETY: `write_block` needs a block of the selection, and the elements of the
                    // source for it: those of the positions of a run.
                    block.of_run(run, batch.step, |block| unsafe {
                        write_block(base, block, target, source, batch.from);
                    });
                }
                // SAFETY: `each_of` needs offsets of a selection, and steps that point to elements
                // of the source: the condition of this function.
                (_, Some(pixel)) => unsafe { each_of(base, source, batch, pixel, T::clone_from) },
                _ => batch.each(|target, from| {
                    // SAFETY: `write_block` needs a block of the selection, and the elements of the
                    // source for it: those of a position.
                    unsafe { write_block(base, &block, target, source, from) };
                }),
            },
        );
    }

    /// # Safety
    ///
    /// There is a step for each axis, and with these, an index tuple of the shape points to an
    /// element of the source.
    unsafe fn each<U>(
        &mut self,
        source: RawElements<Ref<'_, U>>,
        steps: &[isize],
        mut f: impl FnMut(&mut T, &U),
    ) {
        let (base, selection) = (&mut self.base, &self.selection);
        let (outer, block) = selection.split(steps);
        let pixel = block.pixel();
        let (axes, pixel) = pixel.map_or((steps.len(), (1, 0)), |pixel| (outer, pixel));
        // SAFETY: `each_of` needs offsets of a selection, and steps that point to elements of the
        // source: the condition of this function.
        selection.batches(axes, steps, true, &mut |batch| unsafe {
            each_of(base, source, batch, pixel, &mut f)
        });
    }
}

/// Calls `f` with the elements of a batch and those of a source: with `len` contiguous ones from
/// each offset on, and those of the source that are `step` apart.
///
/// # Safety
///
/// The batch is one of a selection for the array of this base. Its offsets of the source, and the
/// steps, point to elements of the source.
unsafe fn each_of<T, U>(
    base: &mut RawElements<Mut<'_, T>>,
    source: RawElements<Ref<'_, U>>,
    batch: Batch<'_>,
    (len, step): (usize, isize),
    mut f: impl FnMut(&mut T, &U),
) {
    // The loop has its own copies: behind a reference, each write of an element could change them.
    let base = base.exclusive();
    let one = (batch.step == 0 && step == 0 && is_copy::<U>()).then(|| {
        // SAFETY: `item` needs the offset of an element: the condition of this function.
        let one = unsafe { source.item(batch.from) };
        // SAFETY: `read` needs a live element, and its bits are used twice: it is `Copy`.
        ManuallyDrop::new(unsafe { ptr::read(one) })
    });
    let mut each = move |target, from| {
        // SAFETY: `item` needs the offset of an element that is not borrowed: offsets of all axes
        // add up to one. If it was handed out before, that was to `f`, whose call has ended, and
        // which takes references of any life, so that it cannot keep them.
        let old = unsafe { base.item(target) };
        // SAFETY: `item` needs the offset of an element: that of the index tuple of the selection
        // (the condition of this function).
        f(
            old,
            one.as_deref()
                .unwrap_or_else(|| unsafe { source.item(from) }),
        );
    };
    macro_rules! pixels {
        ($len:literal) => {
            batch.each(|target: isize, from: isize| {
                (0..$len).for_each(|at| {
                    each(
                        target.wrapping_add(at),
                        from.wrapping_add(step.wrapping_mul(at)),
                    )
                });
            })
        };
    }
    match len {
        1 => batch.each(each),
        2 => pixels!(2),
        3 => pixels!(3),
        _ => pixels!(4),
    }
}

/// Writes a block.
///
/// # Safety
///
/// The block is one of a selection for the array of this base, and `target` the offset of its first
/// element. With its steps, its index tuples point to elements of the source from `from` on. T has
/// a size.
unsafe fn write_block<T: Clone>(
    base: &mut RawElements<Mut<'_, T>>,
    block: &Block<'_>,
    target: isize,
    source: RawElements<Ref<'_, T>>,
    from: isize,
) {
    let base = base.exclusive();
    let Some(step @ 0..=1) = block.row_step() else {
        // SAFETY: `array` needs index tuples that point to elements, each to another one, none of
        // which is borrowed: those of a block, whose axes have strides of an exclusive array that
        // are not 0.
        let mut target: DynViewMut<'_, T> = unsafe { base.array(target, block.layout()) };
        // SAFETY: `array` needs index tuples that point to elements: the condition of this
        // function.
        return target
            .assign::<_, DynView<'_, T>>(unsafe { source.array(from, block.of_source()) });
    };
    // SAFETY: `slice` needs contiguous elements, none of which is borrowed: those of a block.
    let row = unsafe { base.slice(target, block.len) };
    match step {
        // SAFETY: `item` needs the offset of an element: the condition of this function.
        0 => row.fill(unsafe { source.item(from) }.clone()),
        // SAFETY: `slice` needs contiguous elements: those of the source, with step 1.
        _ => row.clone_from_slice(unsafe { source.slice(from, block.len) }),
    }
}
