//! `t.tslice(s![..])`.

use candle_core::{Tensor, WithDType};
use tslice::{Dyn, Picks, ShapeError, Slices};
use tslice_algebra::DynRegion;

use crate::error::TSliceError;
use crate::{op, pick, view};

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

    /// A copy of the tensor in which `value`, converted as [`Tensor::to_dtype`] does, stands where the spec selects.
    ///
    /// # Errors
    ///
    /// As [`try_tslice`](Self::try_tslice).
    fn try_tslice_fill<P: Slices<Dyn>>(&self, spec: P, value: impl WithDType) -> Result<Tensor, TSliceError>;

    /// Copies what a spec with lists, masks or groups selects, as [`Array::pick`](tslice::Array::pick) does. Gradients flow back to
    /// the elements that were selected; those of an element that was selected more than once add up.
    ///
    /// ```
    /// use candle_core::{Device, Tensor};
    /// use tslice::s;
    /// use tslice_candle::TSlice;
    ///
    /// let t = Tensor::arange(0_f32, 12., &Device::Cpu)?.reshape((3, 4))?;
    /// assert_eq!(t.tpick(s![[2, 0], ::-2]).to_vec2::<f32>()?, [[11., 9.], [3., 1.]]);
    /// let (ys, xs) = ([0, 1, -1], [1, 1, 0]);
    /// assert_eq!(t.tpick(s![(&ys, &xs)]).to_vec1::<f32>()?, [1., 5., 8.]);
    /// # Ok::<(), candle_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Array::try_pick`](tslice::Array::try_pick); if candle cannot copy these elements.
    fn try_tpick<P: Picks<Dyn>>(&self, spec: P) -> Result<Tensor, TSliceError>;

    /// A copy of the tensor in which `values` stand where a spec with lists selects. They broadcast by NumPy's rule; of an element
    /// that is selected more than once, the last value stays.
    ///
    /// Gradients flow back to the values that stayed, and to the elements that were not selected.
    ///
    /// # Errors
    ///
    /// As [`try_tpick`](Self::try_tpick); if the values do not broadcast, are of another type, or on another device.
    fn try_tpick_assign<P: Picks<Dyn>>(&self, spec: P, values: &Tensor) -> Result<Tensor, TSliceError>;

    /// A copy of the tensor in which `value`, converted as [`Tensor::to_dtype`] does, stands where a spec with lists selects.
    ///
    /// # Errors
    ///
    /// As [`try_tpick`](Self::try_tpick).
    fn try_tpick_fill<P: Picks<Dyn>>(&self, spec: P, value: impl WithDType) -> Result<Tensor, TSliceError>;

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

    /// As [`try_tslice_fill`](Self::try_tslice_fill).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tslice_fill<P: Slices<Dyn>>(&self, spec: P, value: impl WithDType) -> Tensor {
        or_panic(self.try_tslice_fill(spec, value))
    }

    /// As [`try_tpick`](Self::try_tpick).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tpick<P: Picks<Dyn>>(&self, spec: P) -> Tensor {
        or_panic(self.try_tpick(spec))
    }

    /// As [`try_tpick_assign`](Self::try_tpick_assign).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tpick_assign<P: Picks<Dyn>>(&self, spec: P, values: &Tensor) -> Tensor {
        or_panic(self.try_tpick_assign(spec, values))
    }

    /// As [`try_tpick_fill`](Self::try_tpick_fill).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tpick_fill<P: Picks<Dyn>>(&self, spec: P, value: impl WithDType) -> Tensor {
        or_panic(self.try_tpick_fill(spec, value))
    }
}

impl TSlice for Tensor {
    fn try_tslice<P: Slices<Dyn>>(&self, spec: P) -> Result<Tensor, TSliceError> {
        let cut = region(spec, self.dims())?;
        Ok(taken(self, cut)?)
    }

    fn try_tslice_assign<P: Slices<Dyn>>(&self, spec: P, values: &Tensor) -> Result<Tensor, TSliceError> {
        let cut = region(spec, self.dims())?;
        let shape = cut.result_shape();
        let values = broadcast(values, &shape)?;
        op::same_kind(self, &values)?;
        if shape.contains(&0) {
            return Ok(self.clone());
        }
        Ok(op::assign(self, &values, cut)?)
    }

    fn try_tslice_fill<P: Slices<Dyn>>(&self, spec: P, value: impl WithDType) -> Result<Tensor, TSliceError> {
        self.try_tslice_assign(spec, &scalar(value, self)?)
    }

    fn try_tpick<P: Picks<Dyn>>(&self, spec: P) -> Result<Tensor, TSliceError> {
        check_count(self.dims())?;
        let (cut, lists) = pick::parts(&spec, self.dims())?;
        Ok(pick::select(taken(self, cut)?, &lists)?)
    }

    fn try_tpick_assign<P: Picks<Dyn>>(&self, spec: P, values: &Tensor) -> Result<Tensor, TSliceError> {
        check_count(self.dims())?;
        let (cut, lists) = pick::parts(&spec, self.dims())?;
        let shape = pick::shape(&cut, &lists);
        let values = broadcast(values, &shape)?;
        op::same_kind(self, &values)?;
        if shape.contains(&0) {
            return Ok(self.clone());
        }
        let values = if lists.is_empty() {
            values
        } else {
            pick::assign(&taken(self, cut.clone())?, &values, &lists)?
        };
        Ok(op::assign(self, &values, cut)?)
    }

    fn try_tpick_fill<P: Picks<Dyn>>(&self, spec: P, value: impl WithDType) -> Result<Tensor, TSliceError> {
        self.try_tpick_assign(spec, &scalar(value, self)?)
    }
}

/// What a spec selects of a tensor whose elements can be counted, so that no position overflows.
fn region<P: Slices<Dyn>>(spec: P, shape: &[usize]) -> Result<DynRegion, TSliceError> {
    check_count(shape)?;
    Ok(DynRegion::new(spec, shape)?)
}

fn check_count(shape: &[usize]) -> Result<(), TSliceError> {
    let mut lengths = shape.iter().filter(|&&len| len > 0);
    let count = lengths.try_fold(1_isize, |count, &len| count.checked_mul(len.try_into().ok()?));
    count.map(|_| ()).ok_or_else(|| TSliceError::Shape(ShapeError::Overflow { shape: shape.into() }))
}

/// The slice, as a view where candle has one.
fn taken(tensor: &Tensor, cut: DynRegion) -> candle_core::Result<Tensor> {
    match view::view(tensor, &cut)? {
        Some(view) => Ok(view),
        None => op::take(tensor, cut),
    }
}

/// A number as a tensor, of the type and the device of another one.
fn scalar(value: impl WithDType, beside: &Tensor) -> candle_core::Result<Tensor> {
    Tensor::new(value, beside.device())?.to_dtype(beside.dtype())
}

/// Values in another shape by NumPy's rule for assignments: axes are compared from the last one backwards, those that are missing
/// have length 1, and those in front that are too many must have it.
fn broadcast(values: &Tensor, to: &[usize]) -> Result<Tensor, TSliceError> {
    let from = values.dims();
    let (front, kept) = from.split_at(from.len().saturating_sub(to.len()));
    let fits = kept.iter().rev().zip(to.iter().rev()).all(|(from, to)| *from == 1 || from == to);
    if !fits || front.iter().any(|&len| len != 1) {
        return Err(TSliceError::Shape(ShapeError::Broadcast { from: from.into(), to: to.into() }));
    }
    let values = front.iter().try_fold(values.clone(), |values, _| values.squeeze(0))?;
    Ok(values.broadcast_as(to)?)
}

#[track_caller]
fn or_panic<T>(result: Result<T, TSliceError>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}
