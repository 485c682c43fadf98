//! A window over an array, which is copied row after row, by what it shows of each axis.

use core::{iter, mem};

use smallvec::SmallVec;

use super::PadWidths;
use crate::array::{Array, Owned, Ref};
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

/// What the window shows of an axis.
struct Shown {
    stretches: SmallVec<[Stretch; 3]>,
    /// The stride of the array.
    stride: isize,
    /// The elements of a position.
    unit: usize,
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
        let data = collect(layout::reserve(shape)?, layout::len(shape), |to| {
            self.copy(to)
        })?;
        Ok(Array::from_parts(shape, data))
    }

    /// Writes what the window shows over a buffer.
    pub(super) fn write(&self, target: &mut [T]) -> Result<(), ShapeError> {
        layout::check_len(self.shape.as_ref(), target.len())?;
        self.copy(&mut Sink::over(target))
    }

    /// Copies what the window shows, in row-major order.
    fn copy(&self, to: &mut Sink<'_, T>) -> Result<(), ShapeError> {
        let (start, shape) = (self.start.as_ref(), self.shape.as_ref());
        let (lengths, steps) = (self.view.lengths(), self.view.steps());
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
        // Axes at the end that are contiguous and shown as a whole are a part of the one before.
        let (mut outer, mut unit) = (shape.len(), 1_usize);
        while let Some(axis) = outer.checked_sub(1)
            && (start[axis], shape[axis]) == (0, lengths[axis])
            && (lengths[axis] == 1 || steps[axis] == unit.cast_signed())
        {
            (outer, unit) = (axis, unit * lengths[axis]);
        }
        let too_large = |_| ShapeError::TooLarge {
            shape: shape.into(),
            element: size_of::<Stretch>(),
        };
        let mut axes = SmallVec::<[Shown; 4]>::new();
        for axis in 0..outer {
            let (mut stretches, mut at) = (SmallVec::new(), 0);
            while at < shape[axis] {
                let begin = start[axis] as i128 + at as i128;
                let stretch = self.border.stretch(lengths[axis], begin, shape[axis] - at);
                at += stretch.len;
                stretches.try_reserve(1).map_err(too_large)?;
                stretches.push(stretch);
            }
            axes.push(Shown {
                stretches,
                stride: steps[axis],
                unit: layout::len(&shape[axis + 1..]),
            });
        }
        let mut blank = 0;
        self.copy_axes(&axes, unit, 0, &mut blank, to);
        self.repeat(&mut blank, to);
        Ok(())
    }

    /// Copies what the window shows of some axes, at the offset `first` of the others; `unit`
    /// elements if there are no axes. First come `blank` elements of a constant border: those at
    /// the end of a row are written together with those before the next one.
    fn copy_axes(
        &self,
        axes: &[Shown],
        unit: usize,
        first: isize,
        blank: &mut usize,
        to: &mut Sink<'_, T>,
    ) {
        let Some((axis, inner)) = axes.split_first() else {
            self.repeat(blank, to);
            // SAFETY: `slice` needs contiguous elements: those of the axes that the array shows as
            // a whole.
            return to.run(unsafe { self.view.base().slice(first, unit) });
        };
        for &Stretch { len, source } in &axis.stretches {
            let Some((position, step)) = source else {
                *blank += len * axis.unit;
                continue;
            };
            let first = first.wrapping_add(position.cast_signed().wrapping_mul(axis.stride));
            let stride = step.wrapping_mul(axis.stride);
            if inner.is_empty() {
                self.repeat(blank, to);
                // SAFETY: `spaced` needs contiguous elements at each offset: a stretch has
                // positions of the axis (`Border::stretch`), and the elements of a position are
                // contiguous.
                unsafe { to.spaced(self.view.base(), first, (len, stride), axis.unit) };
            } else {
                for number in 0..len.cast_signed() {
                    self.copy_axes(
                        inner,
                        unit,
                        first.wrapping_add(stride.wrapping_mul(number)),
                        blank,
                        to,
                    );
                }
            }
        }
    }

    /// Writes as many elements of a constant border as are due.
    fn repeat(&self, blank: &mut usize, to: &mut Sink<'_, T>) {
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
#[derive(Clone, Copy, Debug, PartialEq)]
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
        // How far `at` is behind the begin of its period.
        let within = |period: i128| at.rem_euclid(period);
        // The first position and the step, and how many positions follow.
        let (source, count) = match self {
            _ if (0..signed).contains(&at) => (Some((at, 1)), signed - at),
            Self::Constant(_) => (None, beyond),
            Self::Edge => (Some((if at < 0 { 0 } else { signed - 1 }, 0)), beyond),
            // An axis of one element, which repeats.
            _ if len == 1 => (Some((0, 0)), beyond),
            Self::Wrap => (Some((within(signed), 1)), signed - within(signed)),
            Self::Reflect | Self::Symmetric => {
                let ends = i128::from(matches!(self, Self::Symmetric));
                let period = 2 * (signed - 1 + ends);
                match within(period) {
                    at if at < signed => (Some((at, 1)), signed - at),
                    at => (Some((period - ends - at, -1)), period - at),
                }
            }
        };
        Stretch {
            len: usize::try_from(count).unwrap_or(usize::MAX).min(room),
            source: source.map(|(first, step)| (usize::try_from(first).unwrap_or(0), step)),
        }
    }
}
