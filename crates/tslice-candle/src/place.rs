//! Where in a storage the elements of a slice are.

use candle_core::{Layout, Shape};
use tslice_algebra::DynRegion;

/// The elements of a slice: the first one, the shape of the result, and signed strides.
pub(crate) struct Place {
    pub(crate) first: usize,
    pub(crate) shape: Vec<usize>,
    pub(crate) strides: Vec<isize>,
}

impl Place {
    /// A slice of a tensor with a layout. No axis of the slice is empty.
    pub(crate) fn of(cut: &DynRegion, layout: &Layout) -> Self {
        let strides = layout.stride();
        let firsts = strides
            .iter()
            .zip(cut.axes())
            .map(|(stride, axis)| stride * axis.first());
        let step = |axis: usize| {
            strides[axis]
                .cast_signed()
                .wrapping_mul(cut.axes()[axis].step())
        };
        Self {
            first: layout.start_offset() + firsts.sum::<usize>(),
            shape: cut.result_shape(),
            strides: cut
                .origins()
                .into_iter()
                .map(|axis| axis.map_or(0, step))
                .collect(),
        }
    }

    /// The layout of the same elements with each axis whose stride is negative turned around, and
    /// these axes: candle's strides are not negative.
    pub(crate) fn forwards(mut self) -> (Layout, Vec<usize>) {
        let mut turned = Vec::new();
        for (axis, stride) in self.strides.iter_mut().enumerate() {
            if *stride < 0 {
                *stride = stride.wrapping_neg();
                self.first -= (self.shape[axis] - 1) * stride.unsigned_abs();
                turned.push(axis);
            }
        }
        let strides = self.strides.iter().map(|stride| stride.unsigned_abs());
        let layout = Layout::new(Shape::from(self.shape), strides.collect(), self.first);
        (layout, turned)
    }
}
