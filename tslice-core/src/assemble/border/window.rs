//! A window over an array.

use tslice_kernels::Gaps;

use super::rule::Border;
use super::widths::PadWidths;
use crate::array::{Array, Owned, Ref};
use crate::assemble::boxes::boxed;
use crate::copy::{self, OverLive, Sink, collect, is_copy};
use crate::error::{AxisError, ShapeError};
use crate::layout::{self, Dims, Dynamic, Layout};

/// A number for each axis of an array of dims D.
type List<D, N> = <<D as Dims>::Layout as Layout>::List<N>;

/// A window that may leave an array.
pub(super) struct Window<'a, T, D: Dims> {
    pub(super) view: Array<Ref<'a, T>, D>,
    pub(super) start: List<D, isize>,
    pub(super) shape: List<D, usize>,
    pub(super) border: Border<T>,
}

impl<'a, T, D: Dims> Window<'a, T, D> {
    /// The window that sees the whole array. It is changed where it stays: to hand it over would take longer than a small border.
    #[inline(always)]
    pub(super) fn whole(view: Array<Ref<'a, T>, D>, border: Border<T>) -> Self {
        let (start, mut shape) = (view.layout().list(0), view.layout().list(0));
        shape.as_mut().copy_from_slice(view.lengths());
        Self { view, start, shape, border }
    }

    /// Becomes the window of a shape that begins at `start`.
    pub(super) fn see(&mut self, start: &[isize], shape: &[usize]) -> Result<(), ShapeError> {
        let expected = self.view.rank();
        if let Some(rank) = [start.len(), shape.len()].into_iter().find(|rank| *rank != expected) {
            return Err(AxisError::RankMismatch { expected, rank }.into());
        }
        self.start.as_mut().copy_from_slice(start);
        self.shape.as_mut().copy_from_slice(shape);
        self.check()
    }

    /// Becomes the window that leaves an array by the widths.
    pub(super) fn surround(&mut self, widths: &impl PadWidths<D::Ranked>) -> Result<(), ShapeError> {
        let rank = self.view.rank();
        let mut axes = self.start.as_mut().iter_mut().zip(self.shape.as_mut());
        widths.each(rank, |before, after| {
            if let Some((start, len)) = axes.next() {
                // A sum beyond `usize` is beyond what a shape may count, and so is a width beyond `isize`, if there is any element.
                *len = len.saturating_add(before).saturating_add(after);
                *start = 0_isize.saturating_sub_unsigned(before);
            }
        })?;
        self.check()
    }

    fn check(&self) -> Result<(), ShapeError> {
        let shape = self.shape.as_ref();
        layout::check_count(shape)?;
        let mut axes = self.view.lengths().iter().zip(shape);
        match axes.position(|(here, len)| *here == 0 && *len > 0) {
            Some(axis) if !matches!(self.border, Border::Constant(_)) => {
                Err(AxisError::NoElements { axis }.into())
            }
            _ => Ok(()),
        }
    }

    /// A tensor of what the window shows.
    pub(super) fn collect(&self) -> Result<Array<Owned<T>, D::Ranked>, ShapeError>
    where
        T: Clone,
    {
        let shape = self.shape.as_ref();
        if let (0, true, Some(element)) = (size_of::<T>(), is_copy::<T>(), self.some_element()) {
            let data = Array::of_value(element).try_broadcast_to(shape)?.try_to_vec()?;
            return Ok(Array::from_parts(shape, data));
        }
        let data = match &self.border {
            Border::Constant(value) if layout::len(shape) < copy::FEW => {
                let mut data = layout::filled(shape, value.clone())?;
                self.assign_seen(&mut data);
                data
            }
            _ => collect(layout::reserve(shape)?, layout::len(shape), |to| self.copy(to))?,
        };
        Ok(Array::from_parts(shape, data))
    }

    /// Writes what the window shows over a buffer.
    pub(super) fn write(&self, target: &mut [T]) -> Result<(), ShapeError>
    where
        T: Clone,
    {
        layout::check_len(self.shape.as_ref(), target.len())?;
        if size_of::<T>() == 0 && is_copy::<T>() {
            return Ok(());
        }
        match &self.border {
            Border::Constant(value) if target.len() < copy::FEW => {
                target.fill(value.clone());
                self.assign_seen(target);
                Ok(())
            }
            _ => self.copy(&mut Sink::over(target)),
        }
    }

    /// Assigns the elements of the array that the window shows to their places in a result.
    fn assign_seen(&self, target: &mut [T])
    where
        T: Clone,
    {
        let (start, shape) = (self.start.as_ref(), self.shape.as_ref());
        let (mut lengths, strides) = (layout::list(shape), Dynamic::of_shape(shape).strides);
        let (mut offset, mut from) = (0, self.view.as_ptr());
        for (axis, len) in lengths.iter_mut().enumerate() {
            let (before, first) = (start[axis].min(0).unsigned_abs(), start[axis].max(0));
            let seen = self.view.lengths()[axis].saturating_sub(first.unsigned_abs());
            *len = seen.min(shape[axis].saturating_sub(before));
            if *len == 0 {
                return;
            }
            offset += before * strides[axis].unsigned_abs();
            from = from.wrapping_offset(first * self.view.steps()[axis]);
        }
        let layout: <D::Ranked as Dims>::Layout = boxed(&lengths, &strides);
        let to = target[offset..].as_mut_ptr();
        // SAFETY: `assign` needs live elements at `to`: those of the positions of the result that show the array, which is borrowed
        // exclusively; and at `from` those that they show (invariant 1), none of which is in the result.
        unsafe { copy::assign::<_, OverLive, _>(to, &layout, Gaps::Exclusive, from, self.view.steps()) };
    }
}
