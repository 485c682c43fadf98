//! A window over an array, which is copied row after row, by what it shows of each axis.

use core::{iter, mem};

use smallvec::SmallVec;

use super::PadWidths;
use crate::array::{Array, Owned, Ref, reserve};
use crate::copy::{Sink, collect, is_copy};
use crate::error::{AxisError, ShapeError};
use crate::layout::{self, Dims, Layout};

/// A number for each axis of an array of dims D.
type List<D, N> = <<D as Dims>::Layout as Layout>::List<N>;

/// A window that may leave an array.
pub(super) struct Window<'a, T, D: Dims> {
    view: Array<Ref<'a, T>, D>,
    start: List<D, isize>,
    shape: List<D, usize>,
    border: Border<T>,
}

/// An axis on which the window shows more than one position.
struct Shown {
    /// What it shows: all positions, or the first period of a periodic border.
    stretches: SmallVec<[Stretch; 3]>,
    /// The stride of the array.
    stride: isize,
    /// The elements of a position.
    unit: usize,
    /// The elements of the stretches, and those after them, which repeat them.
    period: usize,
    repeated: usize,
}

impl<'a, T: Clone, D: Dims> Window<'a, T, D> {
    /// The window that sees the whole array. It is changed where it stays: to hand it over would
    /// take longer than a small border.
    pub(super) fn whole(view: Array<Ref<'a, T>, D>, border: Border<T>) -> Self {
        let (start, mut shape) = (view.layout().list(0), view.layout().list(0));
        shape.as_mut().copy_from_slice(view.lengths());
        Self {
            view,
            start,
            shape,
            border,
        }
    }

    /// Becomes the window of a shape that begins at `start`.
    pub(super) fn see(&mut self, start: &[isize], shape: &[usize]) -> Result<(), ShapeError> {
        let expected = self.view.rank();
        if let Some(rank) = [start.len(), shape.len()]
            .into_iter()
            .find(|rank| *rank != expected)
        {
            return Err(AxisError::RankMismatch { expected, rank }.into());
        }
        self.start.as_mut().copy_from_slice(start);
        self.shape.as_mut().copy_from_slice(shape);
        self.check()
    }

    /// Becomes the window that leaves an array by the widths.
    pub(super) fn surround(
        &mut self,
        widths: &impl PadWidths<D::Ranked>,
    ) -> Result<(), ShapeError> {
        let (expected, widths) = (self.view.rank(), widths.each());
        if let Some(rank) = widths.size_hint().1.filter(|rank| *rank != expected) {
            return Err(AxisError::RankMismatch { expected, rank }.into());
        }
        let axes = iter::zip(self.start.as_mut(), self.shape.as_mut());
        for ((start, len), (before, after)) in axes.zip(widths) {
            // A sum beyond `usize` is beyond what a shape may count, and so is a width beyond
            // `isize`, if there is any element.
            *len = len.saturating_add(before).saturating_add(after);
            *start = 0_isize.saturating_sub_unsigned(before);
        }
        self.check()
    }

    fn check(&self) -> Result<(), ShapeError> {
        let shape = self.shape.as_ref();
        layout::check_count(shape)?;
        let is_constant = matches!(self.border, Border::Constant(_));
        let mut axes = self.view.lengths().iter().zip(shape);
        match axes.position(|(here, len)| *here == 0 && *len > 0 && !is_constant) {
            Some(axis) => Err(AxisError::NoElements { axis }.into()),
            None => Ok(()),
        }
    }

    /// A tensor of what the window shows.
    pub(super) fn collect(&self) -> Result<Array<Owned<T>, D::Ranked>, ShapeError> {
        let shape = self.shape.as_ref();
        let data = collect(reserve(shape)?, layout::len(shape), |to| self.copy(to))?;
        Ok(Array::from_parts(shape, data))
    }

    /// Writes what the window shows over a buffer.
    pub(super) fn write(&self, target: &mut [T]) -> Result<(), ShapeError> {
        layout::check_len(self.shape.as_ref(), target.len())?;
        self.copy(&mut Sink::over(target))
    }

    /// Copies what the window shows, in row-major order.
    fn copy(&self, to: &mut Sink<'_, T>) -> Result<(), ShapeError> {
        let shape = self.shape.as_ref();
        if shape.contains(&0) {
            return Ok(());
        }
        if size_of::<T>() == 0 && is_copy::<T>() {
            // These may be more than a loop could visit.
            let element = match &self.border {
                Border::Constant(value) => value,
                // SAFETY: `item` needs the offset of an element: the view has a first one, because
                // the border is not a constant (`check`).
                _ => unsafe { self.view.base().item(0) },
            };
            to.array(&Array::of_value(element).try_broadcast_to(shape)?);
            return Ok(());
        }
        // Elements of a constant border that are not yet written: those at the end of a row are
        // written together with those before the next one.
        let (mut blank, mut axes) = (0, SmallVec::new());
        match self.axes(&mut axes) {
            // SAFETY: `copy_axes` needs the offset of the axes outside of these: there is none but
            // those of which `axes` has added the position.
            Some(first) => unsafe { self.copy_axes(&axes, first, (1, 0), &mut blank, to) },
            None => blank = layout::len(shape),
        }
        self.write_blank(&mut blank, to);
        Ok(())
    }

    /// Appends the axes that show more than one position, innermost first, without those at the
    /// end that are contiguous and shown as a whole, and returns the offset of the others; `None`
    /// if an axis of length 1 shows the constant.
    fn axes(&self, axes: &mut SmallVec<[Shown; 4]>) -> Option<isize> {
        let (starts, shape) = (self.start.as_ref(), self.shape.as_ref());
        let (mut first, mut unit) = (0_isize, 1_usize);
        for axis in (0..shape.len()).rev() {
            let (start, len) = (starts[axis], self.view.lengths()[axis]);
            let (shown, stride) = (shape[axis], self.view.steps()[axis]);
            let is_joined = axes.is_empty() && stride == unit.cast_signed();
            if shown == 1 {
                let (position, _) = self.border.stretch(len, start as i128, 1).source?;
                first = first.wrapping_add(position.cast_signed().wrapping_mul(stride));
            } else if !is_joined || (start, shown) != (0, len) {
                let period = self.border.period(len);
                let apart = period.map_or(shown, |period| period.min(shown));
                axes.push(Shown {
                    stretches: SmallVec::new(),
                    stride,
                    unit,
                    period: apart * unit,
                    repeated: (shown - apart) * unit,
                });
                // Where they are kept: to move them takes longer than a small border.
                let stretches = &mut axes.last_mut()?.stretches;
                self.border.stretches(len, start, apart, stretches);
            }
            unit *= shown;
        }
        Some(first)
    }

    /// Copies what some axes show at each of `count` offsets of the axes outside of them, which
    /// begin at `first` and are `stride` apart; the only elements if there are no axes. There are
    /// less than 64, as each shows two positions or more.
    ///
    /// # Safety
    ///
    /// The axes are the first ones of [`axes`](Self::axes), and each offset is one of positions of
    /// all others.
    unsafe fn copy_axes(
        &self,
        axes: &[Shown],
        first: isize,
        (count, stride): (usize, isize),
        blank: &mut usize,
        to: &mut Sink<'_, T>,
    ) {
        let base = self.view.base();
        let Some((axis, inner)) = axes.split_last() else {
            // SAFETY: `slice` needs contiguous elements: those of the axes that the array shows as
            // a whole.
            return to.run(unsafe { base.slice(first, layout::len(self.shape.as_ref())) });
        };
        for number in 0..count.cast_signed() {
            let first = first.wrapping_add(stride.wrapping_mul(number));
            for &Stretch { len, source } in &axis.stretches {
                let Some((begin, step)) = source else {
                    *blank += len * axis.unit;
                    continue;
                };
                let first = first.wrapping_add(begin.cast_signed().wrapping_mul(axis.stride));
                let positions = (len, step.wrapping_mul(axis.stride));
                if inner.is_empty() {
                    self.write_blank(blank, to);
                    // SAFETY: `spaced` needs contiguous elements at each offset: a stretch has
                    // positions of the axis (`Border::stretch`), the elements of a position are
                    // contiguous, and `first` is at positions of the others (the condition of this
                    // function).
                    unsafe { to.spaced(base, first, positions, axis.unit) };
                } else {
                    // SAFETY: `copy_axes` needs offsets of positions of the other axes: those of a
                    // stretch are of this one, and `first` is at positions of those outside of it.
                    unsafe { self.copy_axes(inner, first, positions, blank, to) };
                }
            }
            if axis.repeated > 0 {
                to.again(axis.period, axis.repeated);
            }
        }
    }

    /// Writes the elements of a constant border that are not yet written.
    fn write_blank(&self, blank: &mut usize, to: &mut Sink<'_, T>) {
        if let Border::Constant(value) = &self.border {
            to.repeat(value, mem::take(blank));
        }
    }
}

/// What is beyond the border of an array, for [`pad`](crate::Array::pad) and
/// [`crop`](crate::Array::crop). The names are those of the modes of `np.pad`, and so are the
/// elements, however far the border reaches.
///
/// ```
/// use tslice::{Border, Tensor};
///
/// let t = Tensor::<_, 1>::from([1, 2, 3]);
/// assert_eq!(t.pad(2, Border::Constant(0)), [0, 0, 1, 2, 3, 0, 0]);
/// assert_eq!(t.pad(2, Border::Edge), [1, 1, 1, 2, 3, 3, 3]);
/// assert_eq!(t.pad(2, Border::Reflect), [3, 2, 1, 2, 3, 2, 1]);
/// assert_eq!(t.pad(2, Border::Symmetric), [2, 1, 1, 2, 3, 3, 2]);
/// assert_eq!(t.pad(2, Border::Wrap), [2, 3, 1, 2, 3, 1, 2]);
/// ```
#[doc(alias("Pad", "PadMode", "Padding", "BorderMode"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Border<T> {
    /// One value.
    Constant(T),
    /// The first and the last element of the axis.
    Edge,
    /// The elements of the axis backwards and forwards in turns, without the one at the border. An
    /// axis of length 1 repeats its element.
    Reflect,
    /// The elements of the axis backwards and forwards in turns, with the one at the border.
    Symmetric,
    /// The axis from its other end.
    Wrap,
}

impl<T> From<T> for Border<T> {
    fn from(value: T) -> Self {
        Self::Constant(value)
    }
}

/// Neighbouring positions of a window on an axis, and the positions of the array that are seen
/// there.
#[derive(Clone, Copy)]
pub(super) struct Stretch {
    /// How many positions they are.
    pub len: usize,
    /// The first position, and the step to the next one; `None` where the border is a constant.
    pub source: Option<(usize, isize)>,
}

impl<T> Border<T> {
    /// The longest stretch that begins at `at`, of at most `room` positions. The axis has `len`
    /// elements, or the border is a constant.
    pub(super) fn stretch(&self, len: usize, at: i128, room: usize) -> Stretch {
        let signed = len as i128;
        // How far it is to the array from a place before it; all the room behind it.
        let beyond = if at < 0 { -at } else { room as i128 };
        // The first position and the step, and how many positions follow.
        let (source, count) = match self {
            _ if (0..signed).contains(&at) => (Some((at, 1)), signed - at),
            Self::Constant(_) => (None, beyond),
            Self::Edge => (Some((if at < 0 { 0 } else { signed - 1 }, 0)), beyond),
            Self::Reflect | Self::Wrap | Self::Symmetric => {
                let period = self.period(len).map_or(1, |period| period as i128);
                let ends = i128::from(matches!(self, Self::Symmetric));
                match at.rem_euclid(period) {
                    at if at < signed => (Some((at, 1)), signed - at),
                    at => (Some((period - ends - at, -1)), period - at),
                }
            }
        };
        Stretch {
            len: usize::try_from(count).unwrap_or(usize::MAX).min(room),
            source: source.map(|(first, step)| {
                let first = usize::try_from(first).expect("a position of the axis");
                (first, step)
            }),
        }
    }

    /// Appends the stretches of the first `len` positions of a window that begins at `start`, on an
    /// axis of `axis` elements: three at most, because there are at most as many positions as a
    /// period has.
    fn stretches(&self, axis: usize, start: isize, len: usize, to: &mut SmallVec<[Stretch; 3]>) {
        let mut at = 0;
        while at < len {
            let stretch = self.stretch(axis, start as i128 + at as i128, len - at);
            at += stretch.len;
            to.push(stretch);
        }
    }

    /// After how many positions a window over an axis of `len` elements shows the same ones again.
    fn period(&self, len: usize) -> Option<usize> {
        match self {
            Self::Constant(_) | Self::Edge => None,
            Self::Reflect => Some((2 * len).saturating_sub(2).max(1)),
            Self::Symmetric => Some(2 * len),
            Self::Wrap => Some(len),
        }
    }
}
