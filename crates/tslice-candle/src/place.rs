//! Where in a storage the elements of a slice are.

use candle_core::{Layout, Result, Shape};
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

    /// The layout of the slice, if candle can express it.
    pub(crate) fn layout(&self) -> Option<Layout> {
        let strides: Option<Vec<usize>> = self
            .strides
            .iter()
            .map(|&stride| stride.try_into().ok())
            .collect();
        Some(Layout::new(
            Shape::from(self.shape.clone()),
            strides?,
            self.first,
        ))
    }

    /// The positions of all elements in the storage, in row-major order.
    pub(crate) fn positions(&self) -> Result<Vec<i64>> {
        let mut positions = vec![i64::try_from(self.first).map_err(candle_core::Error::wrap)?];
        for (&len, &stride) in self.shape.iter().zip(&self.strides) {
            let steps = || (0..len as i64).map(|at| at * stride as i64);
            positions = positions
                .iter()
                .flat_map(|&from| steps().map(move |step| from + step))
                .collect();
        }
        Ok(positions)
    }
}
