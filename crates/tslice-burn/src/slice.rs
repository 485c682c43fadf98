//! `t.tslice(s![..])`.

use burn_tensor::kind::Basic;
use burn_tensor::{DType, Device, Element, Shape, Tensor};
use tslice::{Rank, Slices, traits::Picks};
use tslice_core::__ops::layout::{assignable, check_count};
use tslice_core::__ops::or_panic;

use crate::error::TSliceError;
use crate::pick::{self, ids, same};
use crate::rank::{NotScalar, ToRank};
use crate::selection::Selection;
use crate::value;

/// Slices tensors of any backend by the specs of [`tslice`]:
/// `t.tslice(s![1, 2:4, newaxis, .., ::-1])`.
///
/// The semantics are that crate's: `..` is the ellipsis, ranges clamp, an index drops its axis and
/// may be negative, and a negative stride starts at the last element. As burn's own methods, these
/// take the tensor by value; a clone of it copies no elements.
pub trait TSlice<const D: usize, K: Basic>: Sized {
    /// The elements that a spec selects. A spec from `s![..]` decides the rank O. A `&DynSpec` does
    /// so at run time, and the caller names O: `let row: Tensor<1> = t.try_tslice(&spec)?`.
    ///
    /// It costs at most two of burn's operations, a slice and a reshape, and fewer if nothing is
    /// sliced or the shape stays.
    ///
    /// # Errors
    ///
    /// If an index is out of bounds or a run-time stride is 0; for a spec that is known at run
    /// time, also if it takes more axes than the tensor has, or the slice has another rank than O;
    /// if the device has no tensors of rank O; if the tensor is quantised.
    fn try_tslice<const O: usize, P>(self, spec: P) -> Result<Tensor<O, K>, TSliceError>
    where
        P: Slices<Rank<D>>,
        P::Output: NotScalar + ToRank<O>;

    /// The tensor with `values` where the spec selects. They broadcast to the slice by NumPy's rule
    /// for assignments.
    ///
    /// # Errors
    ///
    /// If the spec does not fit, as in [`try_tslice`](Self::try_tslice); if the values do not
    /// broadcast to the slice, have elements of another type, or are on another device.
    fn try_tslice_assign<const V: usize, P: Slices<Rank<D>>>(
        self,
        spec: P,
        values: Tensor<V, K>,
    ) -> Result<Self, TSliceError>;

    /// The tensor with `value`, converted to the type of its elements, where the spec selects.
    ///
    /// # Errors
    ///
    /// As [`try_tslice`](Self::try_tslice); if the elements are integers, and `value` is outside
    /// their range.
    fn try_tslice_fill<P: Slices<Rank<D>>>(
        self,
        spec: P,
        value: impl Element,
    ) -> Result<Self, TSliceError>;

    /// What a spec with lists, masks or groups selects, as [`Array::pick`](tslice::Array::pick)
    /// does. Gradients flow back to the elements that were selected; those of an element that was
    /// selected more than once add up.
    ///
    /// ```
    /// use burn_tensor::{Device, Tensor};
    /// use tslice::s;
    /// use tslice_burn::TSlice;
    ///
    /// let t = Tensor::<2>::from_data([[0., 1., 2.], [3., 4., 5.]], &Device::flex());
    /// let read = |t: Tensor<1>| t.try_into_vec_as::<f32>().unwrap();
    /// assert_eq!(read(t.clone().tpick(s![1, [2, 0, -1]])), [5., 3., 5.]);
    /// let (ys, xs) = ([0, -1], [2, 0]);
    /// assert_eq!(read(t.tpick(s![(&ys, &xs)])), [2., 3.]);
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Array::try_pick`](tslice::Array::try_pick); if the result has another rank than O, or
    /// the device has no tensors of rank O.
    fn try_tpick<const O: usize, P>(self, spec: P) -> Result<Tensor<O, K>, TSliceError>
    where
        P: Picks<Rank<D>>,
        P::Output: NotScalar + ToRank<O>;

    /// The tensor with `values` where a spec with lists selects. They broadcast by NumPy's rule; of
    /// an element that is selected more than once, the last value stays.
    ///
    /// # Errors
    ///
    /// As [`try_tpick`](Self::try_tpick); if the values do not broadcast, have elements of another
    /// type, or are on another device.
    fn try_tpick_assign<const V: usize, P: Picks<Rank<D>>>(
        self,
        spec: P,
        values: Tensor<V, K>,
    ) -> Result<Self, TSliceError>;

    /// The tensor with `value`, converted to the type of its elements, where a spec with lists
    /// selects.
    ///
    /// # Errors
    ///
    /// As [`try_tpick`](Self::try_tpick); if the elements are integers, and `value` is outside
    /// their range.
    fn try_tpick_fill<P: Picks<Rank<D>>>(
        self,
        spec: P,
        value: impl Element,
    ) -> Result<Self, TSliceError>;

    /// As [`try_tslice`](Self::try_tslice).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tslice<const O: usize, P>(self, spec: P) -> Tensor<O, K>
    where
        P: Slices<Rank<D>>,
        P::Output: NotScalar + ToRank<O>,
    {
        or_panic(self.try_tslice(spec))
    }

    /// As [`try_tslice_assign`](Self::try_tslice_assign).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tslice_assign<const V: usize, P: Slices<Rank<D>>>(
        self,
        spec: P,
        values: Tensor<V, K>,
    ) -> Self {
        or_panic(self.try_tslice_assign(spec, values))
    }

    /// As [`try_tslice_fill`](Self::try_tslice_fill).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tslice_fill<P: Slices<Rank<D>>>(self, spec: P, value: impl Element) -> Self {
        or_panic(self.try_tslice_fill(spec, value))
    }

    /// As [`try_tpick`](Self::try_tpick).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tpick<const O: usize, P>(self, spec: P) -> Tensor<O, K>
    where
        P: Picks<Rank<D>>,
        P::Output: NotScalar + ToRank<O>,
    {
        or_panic(self.try_tpick(spec))
    }

    /// As [`try_tpick_assign`](Self::try_tpick_assign).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tpick_assign<const V: usize, P: Picks<Rank<D>>>(
        self,
        spec: P,
        values: Tensor<V, K>,
    ) -> Self {
        or_panic(self.try_tpick_assign(spec, values))
    }

    /// As [`try_tpick_fill`](Self::try_tpick_fill).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tpick_fill<P: Picks<Rank<D>>>(self, spec: P, value: impl Element) -> Self {
        or_panic(self.try_tpick_fill(spec, value))
    }
}

impl<const D: usize, K: Basic + 'static> TSlice<D, K> for Tensor<D, K> {
    fn try_tslice<const O: usize, P>(self, spec: P) -> Result<Tensor<O, K>, TSliceError>
    where
        P: Slices<Rank<D>>,
        P::Output: NotScalar + ToRank<O>,
    {
        let selection = Selection::slice(spec, self.dims())?;
        selected(self, &selection)
    }

    fn try_tslice_assign<const V: usize, P: Slices<Rank<D>>>(
        self,
        spec: P,
        values: Tensor<V, K>,
    ) -> Result<Self, TSliceError> {
        let selection = Selection::slice(spec, self.dims())?;
        assigned(self, &selection, values)
    }

    fn try_tslice_fill<P: Slices<Rank<D>>>(
        self,
        spec: P,
        value: impl Element,
    ) -> Result<Self, TSliceError> {
        check_type(self.dtype())?;
        let value = value::beside(value, &self)?;
        self.try_tslice_assign(spec, value)
    }

    fn try_tpick<const O: usize, P>(self, spec: P) -> Result<Tensor<O, K>, TSliceError>
    where
        P: Picks<Rank<D>>,
        P::Output: NotScalar + ToRank<O>,
    {
        let selection = Selection::pick(&spec, self.dims())?;
        selected(self, &selection)
    }

    fn try_tpick_assign<const V: usize, P: Picks<Rank<D>>>(
        self,
        spec: P,
        values: Tensor<V, K>,
    ) -> Result<Self, TSliceError> {
        let selection = Selection::pick(&spec, self.dims())?;
        assigned(self, &selection, values)
    }

    fn try_tpick_fill<P: Picks<Rank<D>>>(
        self,
        spec: P,
        value: impl Element,
    ) -> Result<Self, TSliceError> {
        check_type(self.dtype())?;
        let value = value::beside(value, &self)?;
        self.try_tpick_assign(spec, value)
    }
}

/// burn's operations on quantised tensors are few, and their results have other types.
fn check_type(dtype: DType) -> Result<(), TSliceError> {
    match dtype {
        DType::QFloat(_) => Err(TSliceError::Quantized { dtype }),
        _ => Ok(()),
    }
}

/// The elements that are selected, in the shape of the result.
fn selected<const D: usize, const O: usize, K: Basic + 'static>(
    tensor: Tensor<D, K>,
    selection: &Selection<D>,
) -> Result<Tensor<O, K>, TSliceError> {
    check_type(tensor.dtype())?;
    let shape = selection.shape();
    let Ok(shape) = <[usize; O]>::try_from(shape) else {
        return Err(TSliceError::Rank {
            expected: O,
            rank: shape.len(),
        });
    };
    check_rank(O, &tensor.device())?;
    if shape.contains(&0) {
        check_count(&shape).map_err(TSliceError::Shape)?;
        return Ok(empty(tensor, shape));
    }
    let picked = pick::select(tensor, selection);
    Ok(if shape[..] == selection.kept {
        of_same_rank(picked)
    } else {
        picked.reshape(shape)
    })
}

/// Whether a device belongs to a backend: `NdArray`, or `Cube` for CUDA, ROCm, Metal, Vulkan,
/// WebGPU and burn's CPU backend.
///
/// The features of burn decide which variants the type of a device has, so that only the program
/// can match them.
fn is_of(device: &Device, backend: &str) -> bool {
    format!("{device:?}").contains(&format!("{backend}("))
}

/// The limits of burn 0.22, which panics beyond them. `burn-flex` has no limit.
fn check_rank(rank: usize, device: &Device) -> Result<(), TSliceError> {
    for (backend, most) in [("NdArray", 6), ("Cube", 8)] {
        if rank > most && is_of(device, backend) {
            return Err(TSliceError::TooManyAxes { rank, most });
        }
    }
    Ok(())
}

/// A tensor without elements, in a shape that has a length of 0.
///
/// If gradients are recorded, the result has to be part of the graph of the tensor. burn's `slice`
/// to no elements leaves the graph, a `select` of no positions does not. With fusion, an empty
/// tensor in the graph makes the gradients of other operations wrong, whatever operation it comes
/// from, so that the devices that may fuse get one outside the graph.
fn empty<const D: usize, const O: usize, K: Basic>(
    tensor: Tensor<D, K>,
    shape: [usize; O],
) -> Tensor<O, K> {
    let (device, dtype) = (tensor.device(), tensor.dtype());
    if !device.is_autodiff() || !dtype.is_float() || is_of(&device, "Cube") {
        return Tensor::empty(Shape::from(shape), (&device, dtype));
    }
    let nothing = || ids(&[], &device);
    let none = if tensor.dims().contains(&0) {
        tensor
    } else {
        tensor.select(0, nothing())
    };
    // To `reshape`, a length of 0 is the length that the axis has, and -1 is the length that is
    // left.
    let mut empty_axes = (0..O).filter(|&axis| shape[axis] == 0);
    let mut lengths = shape.map(|len| len.max(1) as i64);
    if let Some(axis) = empty_axes.next() {
        lengths[axis] = -1;
    }
    empty_axes.fold(none.reshape(lengths), |none, axis| {
        none.select(axis, nothing())
    })
}

/// The tensor with values where they are assigned.
fn assigned<const D: usize, const V: usize, K: Basic + 'static>(
    tensor: Tensor<D, K>,
    selection: &Selection<D>,
    values: Tensor<V, K>,
) -> Result<Tensor<D, K>, TSliceError> {
    check_type(tensor.dtype())?;
    if tensor.dtype() != values.dtype() {
        return Err(TSliceError::Elements {
            tensor: tensor.dtype(),
            values: values.dtype(),
        });
    }
    check_devices(&tensor.device(), &values.device())?;
    if selection.shape().contains(&0) {
        assignable(&values.dims(), selection.shape()).map_err(TSliceError::Shape)?;
        return Ok(tensor);
    }
    let beside = selection
        .shape_beside(&values.dims())
        .map_err(TSliceError::Shape)?;
    let values = if values.dims()[..] == beside {
        of_same_rank(values)
    } else {
        values.reshape(Shape::from(beside))
    };
    let kept = selection.kept;
    let values = if beside == kept {
        values
    } else {
        values.expand(kept)
    };
    // Even where nothing of the tensor is left, it stays in the graph of gradients.
    if selection.is_whole() && selection.lists().is_empty() && tensor.device().is_autodiff() {
        return Ok(tensor.slice_assign(&selection.slices()[..], values));
    }
    Ok(pick::assign(tensor, values, selection))
}

/// Whether burn has operations of tensors on two devices.
fn check_devices(tensor: &Device, values: &Device) -> Result<(), TSliceError> {
    // `==` says nothing about gradients. The strategy of checkpointing has a method only with a
    // feature of burn, and is in this text.
    let text = |device: &Device| format!("{device:?}");
    let alike = tensor.is_autodiff() == values.is_autodiff()
        && (!tensor.is_autodiff() || text(tensor) == text(values));
    if tensor == values && alike {
        return Ok(());
    }
    Err(TSliceError::Device {
        tensor: tensor.clone().into(),
        values: values.clone().into(),
    })
}

/// The same tensor, whose rank the compiler does not know to be O. Nothing happens at run time.
fn of_same_rank<const D: usize, const O: usize, K: Basic + 'static>(
    tensor: Tensor<D, K>,
) -> Tensor<O, K> {
    same(&tensor).expect("a shape has one rank")
}
