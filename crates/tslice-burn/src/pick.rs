//! Lists of a spec, by burn's own operations, which know their gradients.
//!
//! Booleans are selected as integers: the `select` of `burn-flex` 0.22 gives booleans the element
//! type `U8`, which other operations refuse.

use std::any::Any;

use burn_tensor::kind::Basic;
use burn_tensor::{Bool, DType, Device, Int, Tensor, TensorData};
use tslice_algebra::__tensors::AxisList;

/// What lists select of a slice.
pub(crate) fn select<const D: usize, K: Basic + 'static>(
    slice: Tensor<D, K>,
    lists: &[AxisList],
) -> Tensor<D, K> {
    match same::<_, Tensor<D, Bool>>(&slice) {
        Some(booleans) if !lists.is_empty() => {
            let dtype = booleans.dtype();
            of_booleans(lists.iter().fold(booleans.int(), selected), dtype)
        }
        _ => lists.iter().fold(slice, selected),
    }
}

/// A slice with other values where lists select; they have the shape of what these select, and are
/// not empty. Of a position that is selected more than once, the last value stays.
pub(crate) fn assign<const D: usize, K: Basic + 'static>(
    slice: Tensor<D, K>,
    values: Tensor<D, K>,
    lists: &[AxisList],
) -> Tensor<D, K> {
    match (
        same::<_, Tensor<D, Bool>>(&slice),
        same::<_, Tensor<D, Bool>>(&values),
    ) {
        (Some(booleans), Some(values)) if !lists.is_empty() => {
            let dtype = booleans.dtype();
            of_booleans(assigned(booleans.int(), values.int(), lists), dtype)
        }
        _ => assigned(slice, values, lists),
    }
}

/// The value, if its type has this name, too. Nothing is copied but the handle of a tensor.
pub(crate) fn same<A: 'static, B: Clone + 'static>(value: &A) -> Option<B> {
    (value as &dyn Any).downcast_ref().cloned()
}

/// Integers that are 0 or 1 as booleans of an element type. K is `Bool`.
fn of_booleans<const D: usize, K: Basic + 'static>(
    integers: Tensor<D, Int>,
    dtype: DType,
) -> Tensor<D, K> {
    let mut booleans = integers.bool();
    if booleans.dtype() != dtype && matches!(dtype, DType::Bool(_)) {
        // `bool` gives the device's default.
        let none = Tensor::full(booleans.shape(), false, (&booleans.device(), dtype));
        booleans = none.mask_fill(booleans, true);
    }
    same(&booleans).expect("K is `Bool`")
}

fn selected<const D: usize, K: Basic>(tensor: Tensor<D, K>, list: &AxisList) -> Tensor<D, K> {
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

fn assigned<const D: usize, K: Basic>(
    slice: Tensor<D, K>,
    values: Tensor<D, K>,
    lists: &[AxisList],
) -> Tensor<D, K> {
    let Some((list, rest)) = lists.split_first() else {
        return values;
    };
    let (shape, device) = (slice.dims(), slice.device());
    let [outer, len, inner] = list.merged(list.axis, &shape);
    let values = match rest {
        [] => values,
        _ => assigned(selected(slice.clone(), list), values, rest),
    };
    // `select_assign` leaves open which of several values for one position stays, and refuses
    // booleans.
    let both = vec![
        slice.reshape([outer, len, inner]),
        values.reshape([outer, list.positions.len(), inner]),
    ];
    Tensor::<3, K>::cat(both, 1)
        .select(1, ids(&list.assigned(len), &device))
        .reshape(shape)
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
