//! `t.tslice(s![..])`.

use candle_core::Tensor;
use tslice::{Dyn, ShapeError, Slices};
use tslice_algebra::DynRegion;

use crate::error::TSliceError;
use crate::{op, view};

/// Slices tensors of any device by the specs of [`tslice`].
///
/// The semantics are that crate's: `..` is the ellipsis, ranges clamp, an index drops its axis and may be negative, and a negative
/// stride starts at the last element.
pub trait TSlice {
    /// The elements that a spec selects: of `s![..]`, a `&DynSpec`, or any other spec.
    ///
    /// Indices, new axes and ranges share the memory of the tensor. A range with a step of 2 or more does too, if the tensor is
    /// not part of a graph of gradients; if it is, the result is one copy. A range with a negative step makes one copy of what is
    /// selected. Gradients flow back to the elements that were selected.
    ///
    /// # Errors
    ///
    /// If an index is out of bounds, a run-time stride is 0, or the spec takes more axes than the tensor has; if candle cannot
    /// copy these elements.
    fn try_tslice<P: Slices<Dyn>>(&self, spec: P) -> Result<Tensor, TSliceError>;

    /// A copy of the tensor in which `values` stand where the spec selects. They broadcast to the slice by NumPy's rule.
    ///
    /// Gradients flow back to the values, and to the elements that were not selected.
    ///
    /// # Errors
    ///
    /// As [`try_tslice`](Self::try_tslice); if the values do not broadcast to the slice, are of another type, or on another
    /// device.
    fn try_tslice_assign<P: Slices<Dyn>>(&self, spec: P, values: &Tensor) -> Result<Tensor, TSliceError>;

    /// As [`try_tslice`](Self::try_tslice).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tslice<P: Slices<Dyn>>(&self, spec: P) -> Tensor {
        or_panic(self.try_tslice(spec))
    }

    /// As [`try_tslice_assign`](Self::try_tslice_assign).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tslice_assign<P: Slices<Dyn>>(&self, spec: P, values: &Tensor) -> Tensor {
        or_panic(self.try_tslice_assign(spec, values))
    }
}

impl TSlice for Tensor {
    fn try_tslice<P: Slices<Dyn>>(&self, spec: P) -> Result<Tensor, TSliceError> {
        let cut = region(spec, self.dims())?;
        match view::view(self, &cut)? {
            Some(view) => Ok(view),
            None => Ok(op::take(self, cut)?),
        }
    }

    fn try_tslice_assign<P: Slices<Dyn>>(&self, spec: P, values: &Tensor) -> Result<Tensor, TSliceError> {
        let cut = region(spec, self.dims())?;
        let shape = cut.result_shape();
        if !broadcasts(values.dims(), &shape) {
            return Err(TSliceError::Shape(ShapeError::Broadcast {
                from: values.dims().into(),
                to: shape.into(),
            }));
        }
        op::same_kind(self, values)?;
        if shape.contains(&0) {
            return Ok(self.clone());
        }
        Ok(op::assign(self, &values.broadcast_as(shape)?, cut)?)
    }
}

/// What a spec selects of a tensor whose elements can be counted, so that no position overflows.
fn region<P: Slices<Dyn>>(spec: P, shape: &[usize]) -> Result<DynRegion, TSliceError> {
    let mut lengths = shape.iter().filter(|&&len| len > 0);
    let count = lengths.try_fold(1_isize, |count, &len| count.checked_mul(len.try_into().ok()?));
    match count {
        Some(_) => Ok(DynRegion::new(spec, shape)?),
        None => Err(TSliceError::Shape(ShapeError::Overflow { shape: shape.into() })),
    }
}

/// NumPy's rule: axes are compared from the last one backwards, and those that are missing have length 1.
fn broadcasts(from: &[usize], to: &[usize]) -> bool {
    from.len() <= to.len()
        && from.iter().rev().zip(to.iter().rev()).all(|(from, to)| *from == 1 || from == to)
}

#[track_caller]
fn or_panic<T>(result: Result<T, TSliceError>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}
