//! `t.tslice(s![..])`.

use candle_core::{Tensor, WithDType};
use tslice::{AxisError, Dyn, PickError, Slices, s, traits::Picks};
use tslice_algebra::__tensors::ListedRegion;
use tslice_core::__ops::layout::{assignable, check_count, signed};
use tslice_core::__ops::or_panic;

use crate::error::TSliceError;
use crate::list::{self, Check, Mask, Positions, TensorList};
use crate::value::{self, Values};
use crate::{listed, op, pick, view};

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
        values: impl Values,
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
    /// A list may be a tensor of rank 1 on the same device, of `u8`, `u32`, `i16`, `i32` or `i64`.
    /// As a [`Mask`], it selects where it is not 0.
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
    /// let rows = Tensor::new(&[-1_i64, 0], &Device::Cpu)?;
    /// assert_eq!(t.tpick(s![&rows, 1:3]).to_vec2::<f32>()?, [[9., 10.], [1., 2.]]);
    /// # Ok::<(), candle_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Array::try_pick`](tslice::Array::try_pick); if candle cannot copy these elements; if a
    /// list is a tensor of another rank than 1, of floats, or on another device. Whether positions
    /// on a device other than the CPU are inside their axis is read from there.
    fn try_tpick<P: Picks<Dyn, TensorList>>(&self, spec: P) -> Result<Tensor, TSliceError>;

    /// A copy of the tensor in which `values` stand where a spec with lists selects. They broadcast
    /// by NumPy's rule; of an element that is selected more than once, the last value stays.
    ///
    /// Gradients flow back to the values that stayed, and to the elements that were not selected.
    ///
    /// # Errors
    ///
    /// As [`try_tpick`](Self::try_tpick); if the values do not broadcast, are of another type, or
    /// on another device.
    fn try_tpick_assign<P: Picks<Dyn, TensorList>>(
        &self,
        spec: P,
        values: impl Values,
    ) -> Result<Tensor, TSliceError>;

    /// A copy of the tensor in which `value`, converted as [`Tensor::to_dtype`] does, stands where
    /// a spec with lists selects.
    ///
    /// # Errors
    ///
    /// As [`try_tpick`](Self::try_tpick); if the elements are integers, and `value` is outside
    /// their range.
    fn try_tpick_fill<P: Picks<Dyn, TensorList>>(
        &self,
        spec: P,
        value: impl WithDType,
    ) -> Result<Tensor, TSliceError>;

    /// As [`try_tpick_assign`](Self::try_tpick_assign), but the values are added to the elements.
    /// Of an element that is selected more than once, each value is added, as by `np.add.at`. Sums
    /// of integers overflow as those of candle do.
    ///
    /// # Errors
    ///
    /// As [`try_tpick_assign`](Self::try_tpick_assign).
    fn try_tpick_add<P: Picks<Dyn, TensorList>>(
        &self,
        spec: P,
        values: impl Values,
    ) -> Result<Tensor, TSliceError>;

    /// The positions of an axis to which indices point, as [`Array::take`](tslice::Array::take)
    /// does: the axes of the indices take the place of the axis. An axis below 0 counts from the
    /// last one. It is what an embedding does, whose labels have any rank:
    ///
    /// ```
    /// use candle_core::{Device, Tensor};
    /// use tslice_candle::TSlice;
    ///
    /// let table = Tensor::arange(0_f32, 6., &Device::Cpu)?.reshape((3, 2))?;
    /// let labels = Tensor::new(&[[2_u32, 0, 2], [1, 1, 0]], &Device::Cpu)?;
    /// assert_eq!(table.ttake(0, &labels).dims(), [2, 3, 2]);
    /// # Ok::<(), candle_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the axis does not exist, or an index is out of bounds; as [`try_tpick`](Self::try_tpick).
    fn try_ttake(&self, axis: i64, indices: &Tensor) -> Result<Tensor, TSliceError>;

    /// The elements at which a mask of the first axes, or of all, is not 0, as
    /// [`Array::select`](tslice::Array::select) does: one axis takes the place of the mask's axes.
    ///
    /// ```
    /// use candle_core::{Device, Tensor};
    /// use tslice_candle::TSlice;
    ///
    /// let t = Tensor::new(&[[1_f32, -2., 3.], [-4., 5., -6.]], &Device::Cpu)?;
    /// assert_eq!(t.tselect(&t.lt(0_f32)?).to_vec1::<f32>()?, [-2., -4., -6.]);
    /// # Ok::<(), candle_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the mask has another shape than the first axes; as [`try_tpick`](Self::try_tpick).
    fn try_tselect(&self, mask: &Tensor) -> Result<Tensor, TSliceError>;

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
    fn tslice_assign<P: Slices<Dyn>>(&self, spec: P, values: impl Values) -> Tensor {
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

    /// As [`try_tpick`](Self::try_tpick), but positions on a device other than the CPU are not
    /// checked: one outside its axis counts as the nearest position inside.
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tpick<P: Picks<Dyn, TensorList>>(&self, spec: P) -> Tensor;

    /// As [`try_tpick_assign`](Self::try_tpick_assign), with the positions of
    /// [`tpick`](Self::tpick).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tpick_assign<P: Picks<Dyn, TensorList>>(&self, spec: P, values: impl Values) -> Tensor;

    /// As [`try_tpick_fill`](Self::try_tpick_fill), with the positions of [`tpick`](Self::tpick).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tpick_fill<P: Picks<Dyn, TensorList>>(&self, spec: P, value: impl WithDType) -> Tensor;

    /// As [`try_tpick_add`](Self::try_tpick_add), with the positions of [`tpick`](Self::tpick).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tpick_add<P: Picks<Dyn, TensorList>>(&self, spec: P, values: impl Values) -> Tensor;

    /// As [`try_ttake`](Self::try_ttake), with the positions of [`tpick`](Self::tpick).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn ttake(&self, axis: i64, indices: &Tensor) -> Tensor;

    /// As [`try_tselect`](Self::try_tselect).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tselect(&self, mask: &Tensor) -> Tensor {
        or_panic(self.try_tselect(mask))
    }
}

impl TSlice for Tensor {
    fn try_tslice<P: Slices<Dyn>>(&self, spec: P) -> Result<Tensor, TSliceError> {
        Ok(view::slice(self, sliced(spec, self)?.region)?)
    }

    fn try_tslice_assign<P: Slices<Dyn>>(
        &self,
        spec: P,
        values: impl Values,
    ) -> Result<Tensor, TSliceError> {
        let listed = sliced(spec, self)?;
        let Some(values) = assignable_to(self, values.tensor(), &listed.shape)? else {
            return Ok(self.clone());
        };
        Ok(op::assign(self, &values, listed.region)?)
    }

    fn try_tslice_fill<P: Slices<Dyn>>(
        &self,
        spec: P,
        value: impl WithDType,
    ) -> Result<Tensor, TSliceError> {
        self.try_tslice_assign(spec, value::beside(value, self)?)
    }

    fn try_tpick<P: Picks<Dyn, TensorList>>(&self, spec: P) -> Result<Tensor, TSliceError> {
        picked(self, &spec, Check::Always)
    }

    fn try_tpick_assign<P: Picks<Dyn, TensorList>>(
        &self,
        spec: P,
        values: impl Values,
    ) -> Result<Tensor, TSliceError> {
        pick_assigned(self, &spec, values.tensor(), Check::Always)
    }

    fn try_tpick_fill<P: Picks<Dyn, TensorList>>(
        &self,
        spec: P,
        value: impl WithDType,
    ) -> Result<Tensor, TSliceError> {
        pick_assigned(self, &spec, &value::beside(value, self)?, Check::Always)
    }

    fn try_tpick_add<P: Picks<Dyn, TensorList>>(
        &self,
        spec: P,
        values: impl Values,
    ) -> Result<Tensor, TSliceError> {
        pick_added(self, &spec, values.tensor(), Check::Always)
    }

    fn try_ttake(&self, axis: i64, indices: &Tensor) -> Result<Tensor, TSliceError> {
        taken(self, axis, indices, Check::Always)
    }

    fn try_tselect(&self, mask: &Tensor) -> Result<Tensor, TSliceError> {
        let (shape, of_mask) = (self.dims(), mask.dims());
        if !shape.starts_with(of_mask) {
            return Err(TSliceError::Pick(PickError::MaskShape {
                mask: of_mask.into(),
                shape: shape.into(),
            }));
        }
        let merged = [&[mask.elem_count()], &shape[of_mask.len()..]].concat();
        self.reshape(merged)?
            .try_tpick(s![&Mask(mask.flatten_all()?)])
    }

    fn tpick<P: Picks<Dyn, TensorList>>(&self, spec: P) -> Tensor {
        or_panic(picked(self, &spec, Check::IfHere))
    }

    fn tpick_assign<P: Picks<Dyn, TensorList>>(&self, spec: P, values: impl Values) -> Tensor {
        or_panic(pick_assigned(self, &spec, values.tensor(), Check::IfHere))
    }

    fn tpick_fill<P: Picks<Dyn, TensorList>>(&self, spec: P, value: impl WithDType) -> Tensor {
        let value = or_panic(value::beside(value, self));
        or_panic(pick_assigned(self, &spec, &value, Check::IfHere))
    }

    fn tpick_add<P: Picks<Dyn, TensorList>>(&self, spec: P, values: impl Values) -> Tensor {
        or_panic(pick_added(self, &spec, values.tensor(), Check::IfHere))
    }

    fn ttake(&self, axis: i64, indices: &Tensor) -> Tensor {
        or_panic(taken(self, axis, indices, Check::IfHere))
    }
}

fn picked<P: Picks<Dyn, TensorList>>(
    tensor: &Tensor,
    spec: &P,
    check: Check,
) -> Result<Tensor, TSliceError> {
    let own = list::own(spec, tensor)?;
    let list::Listed { spec, region } = list::listed(spec, &own, tensor, check)?;
    Ok(if region.shape.contains(&0) {
        op::empty(tensor, &region.shape)?
    } else if region.lists.is_empty() {
        view::slice(tensor, region.region)?
    } else if tensor.device().is_cpu() {
        listed::pick(tensor, &spec, region)?
    } else {
        pick::select(tensor, &region)?
    })
}

fn pick_assigned<P: Picks<Dyn, TensorList>>(
    tensor: &Tensor,
    spec: &P,
    values: &Tensor,
    check: Check,
) -> Result<Tensor, TSliceError> {
    let own = list::own(spec, tensor)?;
    let list::Listed { spec, region } = list::listed(spec, &own, tensor, check)?;
    let Some(values) = assignable_to(tensor, values, &region.shape)? else {
        return Ok(tensor.clone());
    };
    Ok(if region.lists.is_empty() {
        op::assign(tensor, &values, region.region)?
    } else if tensor.device().is_cpu() {
        listed::pick_assign(tensor, &spec, &values, region)?
    } else {
        pick::assign(tensor, &values, &region)?
    })
}

fn pick_added<P: Picks<Dyn, TensorList>>(
    tensor: &Tensor,
    spec: &P,
    values: &Tensor,
    check: Check,
) -> Result<Tensor, TSliceError> {
    let own = list::own(spec, tensor)?;
    let list::Listed { spec, region } = list::listed(spec, &own, tensor, check)?;
    let Some(values) = assignable_to(tensor, values, &region.shape)? else {
        return Ok(tensor.clone());
    };
    Ok(if tensor.device().is_cpu() {
        listed::pick_add(tensor, &spec, &values, region)?
    } else {
        (tensor + pick::added(&tensor.zeros_like()?, &values, &region)?)?
    })
}

fn taken(
    tensor: &Tensor,
    axis: i64,
    indices: &Tensor,
    check: Check,
) -> Result<Tensor, TSliceError> {
    let shape = tensor.dims();
    let axis = axis_of(axis, shape.len()).map_err(|error| TSliceError::Shape(error.into()))?;
    let list = indices.flatten_all()?;
    // The axis is the first one for the selection, which then copies nothing else.
    let taken = picked(&tensor.transpose(0, axis)?, &s![&list], check);
    let taken = taken.map_err(|mut error| {
        if let TSliceError::Pick(PickError::IndexOutOfBounds { axis: of_list, .. }) = &mut error {
            *of_list = axis;
        }
        error
    })?;
    let result = [&shape[..axis], indices.dims(), &shape[axis + 1..]].concat();
    Ok(taken.transpose(0, axis)?.reshape(result)?)
}

/// The number of an axis, which counts from the last one if it is below 0.
fn axis_of(axis: i64, rank: usize) -> Result<usize, AxisError> {
    let from_end = if axis < 0 { axis + signed(rank) } else { axis };
    match usize::try_from(from_end) {
        Ok(axis) if axis < rank => Ok(axis),
        _ => Err(AxisError::OutOfRange { axis, rank }),
    }
}

/// What a spec selects of a tensor whose elements can be counted, so that no position overflows.
fn sliced<P: Slices<Dyn>>(
    spec: P,
    tensor: &Tensor,
) -> Result<ListedRegion<Positions>, TSliceError> {
    check_count(tensor.dims()).map_err(TSliceError::Shape)?;
    Ok(ListedRegion::without_lists(spec, tensor.dims())?)
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
