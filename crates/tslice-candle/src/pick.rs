//! Lists of a spec, by candle's own operations, which know their gradients.

use candle_core::{Result, Tensor};
use tslice_algebra::__tensors::AxisList;

/// What lists select of a slice.
pub(crate) fn select(slice: Tensor, lists: &[AxisList]) -> Result<Tensor> {
    lists
        .iter()
        .try_fold(slice, |tensor, list| selected(&tensor, list))
}

/// A slice with other values where lists select; they have the shape of what these select, and are
/// not empty. Of a position that is selected more than once, the last value stays.
pub(crate) fn assign(slice: &Tensor, values: &Tensor, lists: &[AxisList]) -> Result<Tensor> {
    let Some((list, rest)) = lists.split_first() else {
        return Ok(values.clone());
    };
    let [outer, len, inner] = list.merged(list.result_axis, slice.dims());
    let values = match rest {
        [] => values.clone(),
        _ => assign(&selected(slice, list)?, values, rest)?,
    };
    let both = [
        slice.reshape((outer, len, inner))?,
        values.reshape((outer, list.positions.len(), inner))?,
    ];
    let ids = ids(&list.assigned(len), slice)?;
    Tensor::cat(&both, 1)?
        .contiguous()?
        .index_select(&ids, 1)?
        .reshape(slice.dims())
}

fn selected(tensor: &Tensor, list: &AxisList) -> Result<Tensor> {
    let (shape, at) = (tensor.dims(), list.result_axis);
    let merged = tensor
        .reshape(list.merged(at, shape).to_vec())?
        .contiguous()?;
    let selected = match &list.positions[..] {
        [] => merged.narrow(1, 0, 0)?,
        positions => merged.index_select(&ids(positions, tensor)?, 1)?,
    };
    selected.reshape(
        [
            &shape[..at],
            &[list.positions.len()],
            &shape[at + list.axes..],
        ]
        .concat(),
    )
}

/// Positions as candle's indices, beside a tensor.
fn ids(positions: &[usize], beside: &Tensor) -> Result<Tensor> {
    let list: Vec<i64> = positions.iter().map(|&position| position as i64).collect();
    Tensor::from_vec(list, positions.len(), beside.device())
}
