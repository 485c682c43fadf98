//! `t.tslice(s![..])`.

use candle_core::{Tensor, WithDType};
use tslice::{Dyn, Slices, traits::Picks};
use tslice_algebra::__tensors::ListedRegion;
use tslice_core::__ops::layout::{assignable, check_count};
use tslice_core::__ops::or_panic;

use crate::error::TSliceError;
use crate::{listed, op, pick, value, view};

/// Slices tensors of any device by the specs of [`tslice`].
///
/// The semantics are that crate's: `..` is the ellipsis, ranges clamp, an index drops its axis and
/// may be negative, and a negative stride starts at the last element.
pub trait TSlice {
    /// The elements that a spec selects: of `s![..]`, a `&DynSpec`, or any other spec.
    ///
    /// Indices, new axes and ranges share the memory of the tensor. A range with a step of 2 or
    /// more does too, if the tensor is not part of a graph of gradients; if it is, the result is
    /// one copy. A range with a negative step makes one copy of what is selected. Gradients flow
    /// back to the elements that were selected.
    ///
    /// # Errors
    ///
    /// If an index is out of bounds, a run-time stride is 0, or the spec takes more axes than the
    /// tensor has; if candle cannot copy these elements.
    fn try_tslice<P: Slices<Dyn>>(&self, spec: P) -> Result<Tensor, TSliceError>;

    /// A copy of the tensor in which `values` stand where the spec selects. They broadcast to the
    /// slice by NumPy's rule.
    ///
    /// Gradients flow back to the values, and to the elements that were not selected.
    ///
    /// # Errors
    ///
    /// As [`try_tslice`](Self::try_tslice); if the values do not broadcast to the slice, are of
    /// another type, or on another device.
    fn try_tslice_assign<P: Slices<Dyn>>(
        &self,
        spec: P,
        values: &Tensor,
    ) -> Result<Tensor, TSliceError>;

    /// A copy of the tensor in which `value`, converted as [`Tensor::to_dtype`] does, stands where
    /// the spec selects.
    ///
    /// # Errors
    ///
    /// As [`try_tslice`](Self::try_tslice); if the elements are integers, and `value` is outside
    /// their range.
    fn try_tslice_fill<P: Slices<Dyn>>(
        &self,
        spec: P,
        value: impl WithDType,
    ) -> Result<Tensor, TSliceError>;

    /// Copies what a spec with lists, masks or groups selects, as
    /// [`Array::pick`](tslice::Array::pick) does. Gradients flow back to the elements that were
    /// selected; those of an element that was selected more than once add up.
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

    /// A copy of the tensor in which `values` stand where a spec with lists selects. They broadcast
    /// by NumPy's rule; of an element that is selected more than once, the last value stays.
    ///
    /// Gradients flow back to the values that stayed, and to the elements that were not selected.
    ///
    /// # Errors
    ///
    /// As [`try_tpick`](Self::try_tpick); if the values do not broadcast, are of another type, or
    /// on another device.
    fn try_tpick_assign<P: Picks<Dyn>>(
        &self,
        spec: P,
        values: &Tensor,
    ) -> Result<Tensor, TSliceError>;

    /// A copy of the tensor in which `value`, converted as [`Tensor::to_dtype`] does, stands where
    /// a spec with lists selects.
    ///
    /// # Errors
    ///
    /// As [`try_tpick`](Self::try_tpick); if the elements are integers, and `value` is outside
    /// their range.
    fn try_tpick_fill<P: Picks<Dyn>>(
        &self,
        spec: P,
        value: impl WithDType,
    ) -> Result<Tensor, TSliceError>;

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
        Ok(view::slice(self, sliced(spec, self)?.region)?)
    }

    fn try_tslice_assign<P: Slices<Dyn>>(
        &self,
        spec: P,
        values: &Tensor,
    ) -> Result<Tensor, TSliceError> {
        let listed = sliced(spec, self)?;
        let Some(values) = assignable_to(self, values, &listed.shape)? else {
            return Ok(self.clone());
        };
        Ok(op::assign(self, &values, listed.region)?)
    }

    fn try_tslice_fill<P: Slices<Dyn>>(
        &self,
        spec: P,
        value: impl WithDType,
    ) -> Result<Tensor, TSliceError> {
        self.try_tslice_assign(spec, &value::beside(value, self)?)
    }

    fn try_tpick<P: Picks<Dyn>>(&self, spec: P) -> Result<Tensor, TSliceError> {
        let listed = picked(&spec, self)?;
        Ok(if listed.shape.contains(&0) {
            op::empty(self, &listed.shape)?
        } else if listed.lists.is_empty() {
            view::slice(self, listed.region)?
        } else if self.device().is_cpu() {
            listed::pick(self, spec, listed)?
        } else {
            pick::select(self, &listed)?
        })
    }

    fn try_tpick_assign<P: Picks<Dyn>>(
        &self,
        spec: P,
        values: &Tensor,
    ) -> Result<Tensor, TSliceError> {
        let listed = picked(&spec, self)?;
        let Some(values) = assignable_to(self, values, &listed.shape)? else {
            return Ok(self.clone());
        };
        Ok(if listed.lists.is_empty() {
            op::assign(self, &values, listed.region)?
        } else if self.device().is_cpu() {
            listed::pick_assign(self, spec, &values, listed)?
        } else {
            pick::assign(self, &values, &listed)?
        })
    }

    fn try_tpick_fill<P: Picks<Dyn>>(
        &self,
        spec: P,
        value: impl WithDType,
    ) -> Result<Tensor, TSliceError> {
        self.try_tpick_assign(spec, &value::beside(value, self)?)
    }
}

/// What a spec selects of a tensor whose elements can be counted, so that no position overflows.
fn sliced<P: Slices<Dyn>>(spec: P, tensor: &Tensor) -> Result<ListedRegion, TSliceError> {
    check_count(tensor.dims()).map_err(TSliceError::Shape)?;
    Ok(ListedRegion::without_lists(spec, tensor.dims())?)
}

/// As [`sliced`], for specs with lists.
fn picked<P: Picks<Dyn>>(spec: &P, tensor: &Tensor) -> Result<ListedRegion, TSliceError> {
    check_count(tensor.dims()).map_err(TSliceError::Shape)?;
    ListedRegion::new(spec, tensor.dims()).map_err(TSliceError::Pick)
}

/// Values in the shape to which they are assigned; `None` if this is empty.
fn assignable_to(
    tensor: &Tensor,
    values: &Tensor,
    shape: &[usize],
) -> Result<Option<Tensor>, TSliceError> {
    let values = broadcast(values, shape)?;
    op::same_kind(tensor, &values)?;
    Ok((!shape.contains(&0)).then_some(values))
}

/// Values in the shape to which they are assigned. candle's `broadcast_as` refuses leading axes
/// that are too many.
fn broadcast(values: &Tensor, to: &[usize]) -> Result<Tensor, TSliceError> {
    let leading = assignable(values.dims(), to).map_err(TSliceError::Shape)?;
    let values = (0..leading).try_fold(values.clone(), |values, _| values.squeeze(0))?;
    Ok(values.broadcast_as(to)?)
}
