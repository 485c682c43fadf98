//! The steps of a selection, by burn's own operations, which know their gradients.
//!
//! The slice and each list of a spec commute. The step that selects the smallest part comes first,
//! so that the others move no more than that.

use burn_tensor::kind::{Basic, Numeric};
use burn_tensor::{Bool, DType, IndexingUpdateOp, Int, Tensor};
use tslice_algebra::__tensors::{self, AxisList};

use crate::list::{dtype_of, ids};
use crate::rank::same;
use crate::selection::{Positions, Selection, Step};

/// Runs of positions up to which a list of booleans is assigned by one slice for each run.
const FEW_RUNS: usize = 64;

/// What a selection has of a tensor, with the axes of the tensor.
pub(crate) fn select<const D: usize, K: Basic + 'static>(
    tensor: Tensor<D, K>,
    selection: &Selection<D>,
) -> Tensor<D, K> {
    let (dtype, lists) = (tensor.dtype(), selection.lists());
    let steps = selection.steps(lists, tensor.dims());
    let selected = steps.into_iter().fold(tensor, selected);
    of_type(selected, dtype)
}

/// A tensor with other values where a selection is; they have the shape of what it selects, and are
/// not empty. Of an element that is selected more than once, the last value stays.
pub(crate) fn assign<const D: usize, K: Basic + 'static>(
    tensor: Tensor<D, K>,
    values: Tensor<D, K>,
    selection: &Selection<D>,
) -> Tensor<D, K> {
    let (mut values, mut lists) = (values, selection.lists().to_vec());
    for list in &mut lists {
        let Positions::Here(positions) = &mut list.positions else {
            continue;
        };
        if let Some(places) = __tensors::last_of_each(positions) {
            let ids = ids(&places, &values.device());
            values = of_type(values.select(list.axis, ids), tensor.dtype());
        }
    }
    let steps = selection.steps(&lists, tensor.dims());
    assigned(tensor, values, &steps)
}

/// A tensor with values added where a selection is; they have the shape of what it selects, and are
/// not empty. Each value of an element that is selected more than once is added.
pub(crate) fn add<const D: usize, K: Numeric + 'static>(
    tensor: Tensor<D, K>,
    values: Tensor<D, K>,
    selection: &Selection<D>,
) -> Tensor<D, K> {
    let steps = selection.steps(selection.lists(), tensor.dims());
    added(tensor, values, selection, &steps)
}

/// A tensor with elements of a type: the `select` of `burn-flex` 0.22 gives booleans the type `U8`,
/// which most other operations refuse. Its `slice_assign` takes them.
fn of_type<const D: usize, K: Basic>(tensor: Tensor<D, K>, dtype: DType) -> Tensor<D, K> {
    if tensor.dtype() == dtype || !matches!(dtype, DType::Bool(_)) {
        return tensor;
    }
    let none = Tensor::full(tensor.shape(), false, (&tensor.device(), dtype));
    let whole: Vec<_> = tensor.dims().into_iter().map(|len| 0..len).collect();
    none.slice_assign(&whole[..], tensor)
}

fn selected<const D: usize, K: Basic>(tensor: Tensor<D, K>, step: Step<'_>) -> Tensor<D, K> {
    let list = match step {
        Step::Slice(slices) => return tensor.slice(&slices[..]),
        Step::List(list) => list,
    };
    let ids = list.positions.ids(&tensor.device());
    if list.axes == 1 {
        return tensor.select(list.axis, ids);
    }
    let mut shape = tensor.dims();
    let merged: Tensor<3, K> = tensor.reshape(list.merged(list.axis, &shape));
    shape[list.axis..list.axis + list.axes].fill(1);
    shape[list.axis] = list.positions.len();
    merged.select(1, ids).reshape(shape)
}

fn assigned<const D: usize, K: Basic + 'static>(
    tensor: Tensor<D, K>,
    values: Tensor<D, K>,
    steps: &[Step<'_>],
) -> Tensor<D, K> {
    let Some((step, rest)) = steps.split_first() else {
        return values;
    };
    let values = if rest.is_empty() {
        values
    } else {
        let part = of_type(selected(tensor.clone(), step.clone()), tensor.dtype());
        assigned(part, values, rest)
    };
    match step {
        Step::Slice(slices) => tensor.slice_assign(&slices[..], values),
        Step::List(list) => assigned_at(tensor, values, list),
    }
}

/// The tensor with values added where the steps select. The first one selects of the tensor, each
/// other one of what the step before selects.
fn added<const D: usize, K: Numeric + 'static>(
    tensor: Tensor<D, K>,
    values: Tensor<D, K>,
    selection: &Selection<D>,
    steps: &[Step<'_>],
) -> Tensor<D, K> {
    let Some((step, rest)) = steps.split_first() else {
        return tensor.add(values);
    };
    let values = if rest.is_empty() {
        values
    } else {
        let part = selection.selected_shape(tensor.dims(), step);
        let zeros = Tensor::zeros(part, (&tensor.device(), tensor.dtype()));
        added(zeros, values, selection, rest)
    };
    match step {
        Step::Slice(slices) => {
            let sum = tensor.clone().slice(&slices[..]).add(values);
            tensor.slice_assign(&slices[..], sum)
        }
        Step::List(list) => {
            let (shape, device) = (tensor.dims(), tensor.device());
            let [outer, len, inner] = list.merged(list.axis, &shape);
            let merged: Tensor<3, K> = tensor.reshape([outer, len, inner]);
            let values = values.reshape([outer, list.positions.len(), inner]);
            let ids = list.positions.ids(&device);
            merged
                .select_assign(1, ids, values, IndexingUpdateOp::Add)
                .reshape(shape)
        }
    }
}

/// A tensor with other values at the positions of a list. Those that the host knows are distinct;
/// of equal ones, the last value stays.
fn assigned_at<const D: usize, K: Basic + 'static>(
    tensor: Tensor<D, K>,
    values: Tensor<D, K>,
    list: &AxisList<Positions>,
) -> Tensor<D, K> {
    let (shape, device) = (tensor.dims(), tensor.device());
    let [outer, len, inner] = list.merged(list.axis, &shape);
    let merged: Tensor<3, K> = tensor.reshape([outer, len, inner]);
    let values: Tensor<3, K> = values.reshape([outer, list.positions.len(), inner]);
    let is_bool = same::<_, Tensor<3, Bool>>(&merged).is_some();
    let result = match &list.positions {
        // For booleans, burn has no such operation.
        Positions::Here(positions) if is_bool => replaced(merged, values, positions),
        // Equal positions have burn's gradients only as a selection.
        Positions::There(positions) if is_bool || device.is_autodiff() => {
            let places = last_places((**positions).clone(), len);
            chosen(merged, values, places)
        }
        positions => {
            let ids = positions.ids(&device);
            merged.select_assign(1, ids, values, IndexingUpdateOp::Assign)
        }
    };
    result.reshape(shape)
}

/// Other values at positions of axis 1.
fn replaced<K: Basic>(tensor: Tensor<3, K>, values: Tensor<3, K>, at: &[usize]) -> Tensor<3, K> {
    let [outer, len, inner] = tensor.dims();
    let runs: Vec<&[usize]> = at.chunk_by(|a, b| a + 1 == *b).collect();
    if runs.len() > FEW_RUNS {
        let places = ids(&__tensors::assigned(at, len), &tensor.device());
        return chosen(tensor, values, places);
    }
    let mut result = tensor;
    let mut from = 0;
    for run in runs {
        let part = values
            .clone()
            .slice([0..outer, from..from + run.len(), 0..inner]);
        let at = [0..outer, run[0]..run[0] + run.len(), 0..inner];
        result = result.slice_assign(at, part);
        from += run.len();
    }
    result
}

/// What is at some places of a tensor and the values behind it, on axis 1.
fn chosen<K: Basic>(
    tensor: Tensor<3, K>,
    values: Tensor<3, K>,
    places: Tensor<1, Int>,
) -> Tensor<3, K> {
    let dtype = tensor.dtype();
    let places = Tensor::cat(vec![tensor, values], 1).select(1, places);
    of_type(places, dtype)
}

/// As [`__tensors::assigned`], on a device.
fn last_places(positions: Tensor<1, Int>, len: usize) -> Tensor<1, Int> {
    let (device, all) = (positions.device(), len + positions.dims()[0]);
    let numbers =
        |from: usize, to: usize| Tensor::arange(from as i64..to as i64, (&device, dtype_of(all)));
    let last = IndexingUpdateOp::Max;
    numbers(0, len).select_assign(0, positions, numbers(len, all), last)
}
