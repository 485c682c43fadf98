//! `t.tslice(s![..])`.

use burn_tensor::kind::{Basic, Numeric};
use burn_tensor::{Bool, DType, Device, Element, Int, Shape, Tensor};
use tslice::traits::{Picks, SelectBy, TakeBy};
use tslice::{AxisError, PickError, Rank, Slices};
use tslice_core::__ops::layout::{assignable, check_count, signed};
use tslice_core::__ops::or_panic;

use crate::error::TSliceError;
use crate::list::{Check, Places, TensorList, ids};
use crate::pick;
use crate::rank::{NotScalar, ToRank, of_same_rank};
use crate::selection::Selection;
use crate::value::{self, Values};

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
    fn try_tslice_assign<P: Slices<Rank<D>>>(
        self,
        spec: P,
        values: impl Values<K>,
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
    /// A list may be a tensor of the same device: integers of rank 1, or a mask of booleans. It
    /// stays there.
    ///
    /// ```
    /// use burn_tensor::{Device, Int, Tensor};
    /// use tslice::s;
    /// use tslice_burn::TSlice;
    ///
    /// let t = Tensor::<2>::from_data([[0., 1., 2.], [3., 4., 5.]], &Device::flex());
    /// let read = |t: Tensor<1>| t.try_into_vec_as::<f32>().unwrap();
    /// assert_eq!(read(t.clone().tpick(s![1, [2, 0, -1]])), [5., 3., 5.]);
    /// let (ys, xs) = ([0, -1], [2, 0]);
    /// assert_eq!(read(t.clone().tpick(s![(&ys, &xs)])), [2., 3.]);
    /// let columns = Tensor::<1, Int>::from_data([2, 0, -1], &Device::flex());
    /// assert_eq!(read(t.tpick(s![1, &columns])), [5., 3., 5.]);
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Array::try_pick`](tslice::Array::try_pick); if the result has another rank than O, or
    /// the device has no tensors of rank O; if a list is a tensor of another device. Whether the
    /// positions of such a list are inside the axis is read from the device.
    fn try_tpick<const O: usize, P>(self, spec: P) -> Result<Tensor<O, K>, TSliceError>
    where
        P: Picks<Rank<D>, TensorList>,
        P::Output: NotScalar + ToRank<O>;

    /// The tensor with `values` where a spec with lists selects. They broadcast by NumPy's rule; of
    /// an element that is selected more than once, the last value stays.
    ///
    /// # Errors
    ///
    /// As [`try_tpick`](Self::try_tpick); if the values do not broadcast, have elements of another
    /// type, or are on another device.
    fn try_tpick_assign<P: Picks<Rank<D>, TensorList>>(
        self,
        spec: P,
        values: impl Values<K>,
    ) -> Result<Self, TSliceError>;

    /// The tensor with `value`, converted to the type of its elements, where a spec with lists
    /// selects.
    ///
    /// # Errors
    ///
    /// As [`try_tpick`](Self::try_tpick); if the elements are integers, and `value` is outside
    /// their range.
    fn try_tpick_fill<P: Picks<Rank<D>, TensorList>>(
        self,
        spec: P,
        value: impl Element,
    ) -> Result<Self, TSliceError>;

    /// As [`try_tpick_assign`](Self::try_tpick_assign), but the values are added to the elements.
    /// Of an element that is selected more than once, each value is added, as by `np.add.at`.
    ///
    /// # Errors
    ///
    /// As [`try_tpick_assign`](Self::try_tpick_assign).
    fn try_tpick_add<P: Picks<Rank<D>, TensorList>>(
        self,
        spec: P,
        values: impl Values<K>,
    ) -> Result<Self, TSliceError>
    where
        K: Numeric;

    /// The positions of an axis to which indices point, as [`Array::take`](tslice::Array::take)
    /// does: the axes of the indices take the place of the axis. An axis below 0 counts from the
    /// last one. It is what an embedding does, whose labels have any rank:
    ///
    /// ```
    /// use burn_tensor::{Device, Int, Tensor};
    /// use tslice_burn::TSlice;
    ///
    /// let device = Device::flex();
    /// let table = Tensor::<2>::from_data([[0., 1.], [2., 3.], [4., 5.]], &device);
    /// let labels = Tensor::<2, Int>::from_data([[2, 0, -1], [1, 1, 0]], &device);
    /// let embedded: Tensor<3> = table.ttake(0, &labels);
    /// assert_eq!(embedded.dims(), [2, 3, 2]);
    /// ```
    ///
    /// # Errors
    ///
    /// If the axis does not exist, or an index is out of bounds, which is read from the device; if
    /// the indices are on another device; if the device has no tensors of rank O.
    fn try_ttake<const I: usize, const O: usize>(
        self,
        axis: i64,
        indices: &Tensor<I, Int>,
    ) -> Result<Tensor<O, K>, TSliceError>
    where
        Rank<D>: TakeBy<Rank<I>, Taken: NotScalar + ToRank<O>>;

    /// The elements at which a mask of the first axes, or of all, is true, as
    /// [`Array::select`](tslice::Array::select) does: one axis takes the place of the mask's axes.
    /// The number of selected places is read from the device.
    ///
    /// ```
    /// use burn_tensor::{Device, Tensor};
    /// use tslice_burn::TSlice;
    ///
    /// let t = Tensor::<2>::from_data([[1., -2., 3.], [-4., 5., -6.]], &Device::flex());
    /// let negative = t.clone().lower_scalar(0.);
    /// assert_eq!(t.tselect(&negative).try_into_vec_as::<f32>().unwrap(), [-2., -4., -6.]);
    /// ```
    ///
    /// # Errors
    ///
    /// If the mask has another shape than the first axes, or is on another device.
    fn try_tselect<const M: usize, const O: usize>(
        self,
        mask: &Tensor<M, Bool>,
    ) -> Result<Tensor<O, K>, TSliceError>
    where
        Rank<D>: SelectBy<Rank<M>, Selected: NotScalar + ToRank<O>>;

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
    fn tslice_assign<P: Slices<Rank<D>>>(self, spec: P, values: impl Values<K>) -> Self {
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

    /// As [`try_tpick`](Self::try_tpick), but positions that are a tensor are checked
    /// on the CPU alone: those on other devices are not read, and one outside its axis counts as
    /// the nearest position inside.
    ///
    /// # Panics
    ///
    /// If that returns an error. Positions that are not read are not checked.
    #[must_use]
    #[track_caller]
    fn tpick<const O: usize, P>(self, spec: P) -> Tensor<O, K>
    where
        P: Picks<Rank<D>, TensorList>,
        P::Output: NotScalar + ToRank<O>;

    /// As [`try_tpick_assign`](Self::try_tpick_assign), with the positions of
    /// [`tpick`](Self::tpick).
    ///
    /// # Panics
    ///
    /// If that returns an error. Positions that are not read are not checked.
    #[must_use]
    #[track_caller]
    fn tpick_assign<P: Picks<Rank<D>, TensorList>>(self, spec: P, values: impl Values<K>) -> Self;

    /// As [`try_tpick_fill`](Self::try_tpick_fill), with the positions of [`tpick`](Self::tpick).
    ///
    /// # Panics
    ///
    /// If that returns an error. Positions that are not read are not checked.
    #[must_use]
    #[track_caller]
    fn tpick_fill<P: Picks<Rank<D>, TensorList>>(self, spec: P, value: impl Element) -> Self;

    /// As [`try_tpick_add`](Self::try_tpick_add), with the positions of [`tpick`](Self::tpick).
    ///
    /// # Panics
    ///
    /// If that returns an error. Positions that are not read are not checked.
    #[must_use]
    #[track_caller]
    fn tpick_add<P: Picks<Rank<D>, TensorList>>(self, spec: P, values: impl Values<K>) -> Self
    where
        K: Numeric;

    /// As [`try_ttake`](Self::try_ttake), with the positions of [`tpick`](Self::tpick).
    ///
    /// # Panics
    ///
    /// If that returns an error. Positions that are not read are not checked.
    #[must_use]
    #[track_caller]
    fn ttake<const I: usize, const O: usize>(
        self,
        axis: i64,
        indices: &Tensor<I, Int>,
    ) -> Tensor<O, K>
    where
        Rank<D>: TakeBy<Rank<I>, Taken: NotScalar + ToRank<O>>;

    /// As [`try_tselect`](Self::try_tselect).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tselect<const M: usize, const O: usize>(self, mask: &Tensor<M, Bool>) -> Tensor<O, K>
    where
        Rank<D>: SelectBy<Rank<M>, Selected: NotScalar + ToRank<O>>;
}

impl<const D: usize, K: Basic + 'static> TSlice<D, K> for Tensor<D, K> {
    fn try_tslice<const O: usize, P>(self, spec: P) -> Result<Tensor<O, K>, TSliceError>
    where
        P: Slices<Rank<D>>,
        P::Output: NotScalar + ToRank<O>,
    {
        let selection = Selection::slice(spec, self.dims())?;
        selected(self, &selection, selection.shape())
    }

    fn try_tslice_assign<P: Slices<Rank<D>>>(
        self,
        spec: P,
        values: impl Values<K>,
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
        P: Picks<Rank<D>, TensorList>,
        P::Output: NotScalar + ToRank<O>,
    {
        picked(self, &spec, Check::Always)
    }

    fn try_tpick_assign<P: Picks<Rank<D>, TensorList>>(
        self,
        spec: P,
        values: impl Values<K>,
    ) -> Result<Self, TSliceError> {
        pick_assigned(self, &spec, values, Check::Always)
    }

    fn try_tpick_fill<P: Picks<Rank<D>, TensorList>>(
        self,
        spec: P,
        value: impl Element,
    ) -> Result<Self, TSliceError> {
        pick_filled(self, &spec, value, Check::Always)
    }

    fn try_tpick_add<P: Picks<Rank<D>, TensorList>>(
        self,
        spec: P,
        values: impl Values<K>,
    ) -> Result<Self, TSliceError>
    where
        K: Numeric,
    {
        pick_added(self, &spec, values, Check::Always)
    }

    fn try_ttake<const I: usize, const O: usize>(
        self,
        axis: i64,
        indices: &Tensor<I, Int>,
    ) -> Result<Tensor<O, K>, TSliceError>
    where
        Rank<D>: TakeBy<Rank<I>, Taken: NotScalar + ToRank<O>>,
    {
        taken(self, axis, indices, Check::Always)
    }

    fn try_tselect<const M: usize, const O: usize>(
        self,
        mask: &Tensor<M, Bool>,
    ) -> Result<Tensor<O, K>, TSliceError>
    where
        Rank<D>: SelectBy<Rank<M>, Selected: NotScalar + ToRank<O>>,
    {
        let shape = self.dims();
        let device = self.device();
        if M > D || shape[..M] != mask.dims() {
            return Err(PickError::MaskShape {
                mask: mask.dims().into(),
                shape: shape.into(),
            }
            .into());
        }
        let mask = mask.clone().flatten(0, M - 1);
        let places = Places::new(TensorList::mask(mask), &device)?;
        let selection = Selection::along(shape, (0, M), places.inside(0))?;
        let result = selection.shape().to_vec();
        selected(self, &selection, &result)
    }

    fn tpick<const O: usize, P>(self, spec: P) -> Tensor<O, K>
    where
        P: Picks<Rank<D>, TensorList>,
        P::Output: NotScalar + ToRank<O>,
    {
        or_panic(picked(self, &spec, Check::IfHere))
    }

    fn tpick_assign<P: Picks<Rank<D>, TensorList>>(self, spec: P, values: impl Values<K>) -> Self {
        or_panic(pick_assigned(self, &spec, values, Check::IfHere))
    }

    fn tpick_fill<P: Picks<Rank<D>, TensorList>>(self, spec: P, value: impl Element) -> Self {
        or_panic(pick_filled(self, &spec, value, Check::IfHere))
    }

    fn tpick_add<P: Picks<Rank<D>, TensorList>>(self, spec: P, values: impl Values<K>) -> Self
    where
        K: Numeric,
    {
        or_panic(pick_added(self, &spec, values, Check::IfHere))
    }

    fn ttake<const I: usize, const O: usize>(
        self,
        axis: i64,
        indices: &Tensor<I, Int>,
    ) -> Tensor<O, K>
    where
        Rank<D>: TakeBy<Rank<I>, Taken: NotScalar + ToRank<O>>,
    {
        or_panic(taken(self, axis, indices, Check::IfHere))
    }

    fn tselect<const M: usize, const O: usize>(self, mask: &Tensor<M, Bool>) -> Tensor<O, K>
    where
        Rank<D>: SelectBy<Rank<M>, Selected: NotScalar + ToRank<O>>,
    {
        or_panic(self.try_tselect(mask))
    }
}

fn picked<const D: usize, const O: usize, K: Basic + 'static>(
    tensor: Tensor<D, K>,
    spec: &impl Picks<Rank<D>, TensorList>,
    check: Check,
) -> Result<Tensor<O, K>, TSliceError> {
    let selection = Selection::pick(spec, tensor.dims(), &tensor.device(), check)?;
    selected(tensor, &selection, selection.shape())
}

fn pick_assigned<const D: usize, K: Basic + 'static>(
    tensor: Tensor<D, K>,
    spec: &impl Picks<Rank<D>, TensorList>,
    values: impl Values<K>,
    check: Check,
) -> Result<Tensor<D, K>, TSliceError> {
    let selection = Selection::pick(spec, tensor.dims(), &tensor.device(), check)?;
    assigned(tensor, &selection, values)
}

fn pick_filled<const D: usize, K: Basic + 'static>(
    tensor: Tensor<D, K>,
    spec: &impl Picks<Rank<D>, TensorList>,
    value: impl Element,
    check: Check,
) -> Result<Tensor<D, K>, TSliceError> {
    check_type(tensor.dtype())?;
    let value = value::beside(value, &tensor)?;
    pick_assigned(tensor, spec, value, check)
}

fn pick_added<const D: usize, K: Numeric + 'static>(
    tensor: Tensor<D, K>,
    spec: &impl Picks<Rank<D>, TensorList>,
    values: impl Values<K>,
    check: Check,
) -> Result<Tensor<D, K>, TSliceError> {
    let selection = Selection::pick(spec, tensor.dims(), &tensor.device(), check)?;
    Ok(match beside(&tensor, &selection, values)? {
        Some(values) => pick::add(tensor, values, &selection),
        None => tensor,
    })
}

fn taken<const D: usize, const I: usize, const O: usize, K: Basic + 'static>(
    tensor: Tensor<D, K>,
    axis: i64,
    indices: &Tensor<I, Int>,
    check: Check,
) -> Result<Tensor<O, K>, TSliceError> {
    let (shape, device) = (tensor.dims(), tensor.device());
    let axis = axis_of(axis, D).map_err(|error| TSliceError::Shape(error.into()))?;
    let list = indices.clone().flatten(0, I - 1);
    let places = Places::new(TensorList::positions(list), &device)?;
    let positions = places.checked(axis, shape[axis], check, &device)?;
    let selection = Selection::along(shape, (axis, 1), positions)?;
    let mut result = shape.to_vec();
    result.splice(axis..=axis, indices.dims());
    selected(tensor, &selection, &result)
}

/// burn's operations on quantised tensors are few, and their results have other types.
fn check_type(dtype: DType) -> Result<(), TSliceError> {
    match dtype {
        DType::QFloat(_) => Err(TSliceError::Quantized { dtype }),
        _ => Ok(()),
    }
}

/// The elements that are selected, in a shape of as many elements.
fn selected<const D: usize, const O: usize, K: Basic + 'static>(
    tensor: Tensor<D, K>,
    selection: &Selection<D>,
    shape: &[usize],
) -> Result<Tensor<O, K>, TSliceError> {
    check_type(tensor.dtype())?;
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

/// The number of an axis, which counts from the last one if it is below 0.
fn axis_of(axis: i64, rank: usize) -> Result<usize, AxisError> {
    let from_end = if axis < 0 { axis + signed(rank) } else { axis };
    match usize::try_from(from_end) {
        Ok(axis) if axis < rank => Ok(axis),
        _ => Err(AxisError::OutOfRange { axis, rank }),
    }
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
fn assigned<const D: usize, K: Basic + 'static>(
    tensor: Tensor<D, K>,
    selection: &Selection<D>,
    values: impl Values<K>,
) -> Result<Tensor<D, K>, TSliceError> {
    let Some(values) = beside(&tensor, selection, values)? else {
        return Ok(tensor);
    };
    // Even where nothing of the tensor is left, it stays in the graph of gradients.
    if selection.is_whole() && selection.lists().is_empty() && tensor.device().is_autodiff() {
        return Ok(tensor.slice_assign(&selection.slices()[..], values));
    }
    Ok(pick::assign(tensor, values, selection))
}

/// Values in the shape of what is selected of a tensor; `None` if that is empty.
fn beside<const D: usize, K: Basic + 'static>(
    tensor: &Tensor<D, K>,
    selection: &Selection<D>,
    values: impl Values<K>,
) -> Result<Option<Tensor<D, K>>, TSliceError> {
    check_type(tensor.dtype())?;
    let (dtype, device, from) = values.form();
    if tensor.dtype() != dtype {
        return Err(TSliceError::Elements {
            tensor: tensor.dtype(),
            values: dtype,
        });
    }
    check_devices(&tensor.device(), &device)?;
    if selection.shape().contains(&0) {
        assignable(&from, selection.shape()).map_err(TSliceError::Shape)?;
        return Ok(None);
    }
    let beside = selection.shape_beside(&from).map_err(TSliceError::Shape)?;
    let values = values.in_shape(beside);
    let kept = selection.kept;
    Ok(Some(if beside == kept {
        values
    } else {
        values.expand(kept)
    }))
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
