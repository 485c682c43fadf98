//! A window over an array.

use super::rule::Border;
use super::widths::PadWidths;
use crate::array::{Array, Owned, Ref};
use crate::copy::{Sink, collect, is_copy};
use crate::error::{AxisError, ShapeError};
use crate::layout::{self, Dims, Layout};

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
        let data = collect(layout::reserve(shape)?, layout::len(shape), |to| self.copy(to))?;
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
        self.copy(&mut Sink::over(target))
    }
}
