//! The steps of a selection, by burn's own operations, which know their gradients.
//!
//! The slice and each list of a spec commute. The step that selects the smallest part comes first,
//! so that the others move no more than that.

use std::any::Any;

use burn_tensor::kind::Basic;
use burn_tensor::{Bool, DType, Device, IndexingUpdateOp, Int, Tensor, TensorData};
use tslice_algebra::__tensors::AxisList;

use crate::selection::{Selection, Step};

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
        if let Some(places) = list.last_of_each() {
            let ids = ids(&places, &values.device());
            values = of_type(values.select(list.axis, ids), tensor.dtype());
        }
    }
    let steps = selection.steps(&lists, tensor.dims());
    assigned(tensor, values, &steps)
}

/// The value, if its type has this name, too. Nothing is copied but the handle of a tensor.
pub(crate) fn same<A: 'static, B: Clone + 'static>(value: &A) -> Option<B> {
    (value as &dyn Any).downcast_ref().cloned()
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
    let ids = ids(&list.positions, &tensor.device());
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

/// A tensor with other values at the positions of a list, which are distinct.
fn assigned_at<const D: usize, K: Basic + 'static>(
    tensor: Tensor<D, K>,
    values: Tensor<D, K>,
    list: &AxisList,
) -> Tensor<D, K> {
    let (shape, device) = (tensor.dims(), tensor.device());
    let [outer, len, inner] = list.merged(list.axis, &shape);
    let merged: Tensor<3, K> = tensor.reshape([outer, len, inner]);
    let values: Tensor<3, K> = values.reshape([outer, list.positions.len(), inner]);
    if same::<_, Tensor<3, Bool>>(&merged).is_none() {
        let ids = ids(&list.positions, &device);
        return merged
            .select_assign(1, ids, values, IndexingUpdateOp::Assign)
            .reshape(shape);
    }
    // For booleans, burn has no such operation.
    let runs: Vec<&[usize]> = list.positions.chunk_by(|a, b| a + 1 == *b).collect();
    if runs.len() > FEW_RUNS {
        let ids = ids(&list.assigned(len), &device);
        let dtype = merged.dtype();
        let places = Tensor::cat(vec![merged, values], 1).select(1, ids);
        return of_type(places, dtype).reshape(shape);
    }
    let mut result = merged;
    let mut from = 0;
    for run in runs {
        let part = values
            .clone()
            .slice([0..outer, from..from + run.len(), 0..inner]);
        let at = [0..outer, run[0]..run[0] + run.len(), 0..inner];
        result = result.slice_assign(at, part);
        from += run.len();
    }
    result.reshape(shape)
}

/// Positions as burn's indices: of 32 bits if that is enough, because some devices lack those of 64
/// bits. The default of the device may be narrower.
pub(crate) fn ids(positions: &[usize], device: &Device) -> Tensor<1, Int> {
    let narrow: Result<Vec<i32>, _> = positions
        .iter()
        .map(|&position| position.try_into())
        .collect();
    let data = match narrow {
        Ok(narrow) => TensorData::new(narrow, [positions.len()]),
        Err(_) => {
            let wide = positions.iter().map(|&position| position as i64).collect();
            TensorData::new::<i64, _>(wide, [positions.len()])
        }
    };
    let dtype = data.dtype();
    Tensor::from_data(data, (device, dtype))
}

#[cfg(test)]
mod tests {
    use burn_tensor::{DType, Device};

    use super::ids;

    #[test]
    fn positions_beyond_32_bits_keep_their_values() {
        let last = usize::try_from(i32::MAX).expect("64 bits");
        let small = ids(&[0, last], &Device::flex());
        assert_eq!(
            (
                small.dtype(),
                small.try_into_vec_as::<i64>().expect("integers")[1]
            ),
            (DType::I32, last as i64)
        );
        let large = ids(&[0, last + 1], &Device::flex());
        assert_eq!(
            (
                large.dtype(),
                large.try_into_vec_as::<i64>().expect("integers")[1]
            ),
            (DType::I64, 1 << 31)
        );
    }
}
