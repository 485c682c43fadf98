//! Lists of a spec, by candle's own operations, which know their gradients.

use candle_core::{Result, Tensor};
use tslice_algebra::__tensors::{AxisList, ListedRegion};

use crate::{op, view};

/// What a spec with lists selects, which is not empty.
pub(crate) fn select(tensor: &Tensor, listed: &ListedRegion) -> Result<Tensor> {
    selected(view::slice(tensor, listed.region.clone())?, &listed.lists)
}

/// A tensor with other values where lists select; they have the shape of what these select, and are
/// not empty. Of a position that is selected more than once, the last value stays.
pub(crate) fn assign(tensor: &Tensor, values: &Tensor, listed: &ListedRegion) -> Result<Tensor> {
    let slice = view::slice(tensor, listed.region.clone())?;
    let values = assigned(&slice, values, &listed.lists)?;
    op::assign(tensor, &values, listed.region.clone())
}

/// The tensor `zeros` with values added where lists select.
pub(crate) fn added(zeros: &Tensor, values: &Tensor, listed: &ListedRegion) -> Result<Tensor> {
    let mut sum = values.clone();
    for list in listed.lists.iter().rev() {
        let (at, lengths) = (list.result_axis, &zeros.dims()[list.axis..][..list.axes]);
        let shape = [&sum.dims()[..at], lengths, &sum.dims()[at + 1..]].concat();
        let [outer, len, inner] = list.merged(at, &shape);
        let slots = sum.reshape((outer, list.positions.len(), inner))?;
        let none = Tensor::zeros((outer, len, inner), sum.dtype(), sum.device())?;
        let ids = ids(&list.positions, &sum)?;
        sum = none
            .index_add(&ids, &slots.contiguous()?, 1)?
            .reshape(shape)?;
    }
    op::assign(zeros, &sum, listed.region.clone())
}

/// What lists select of a gradient, and zeros for the values that did not stay in an assignment.
pub(crate) fn last(grad: &Tensor, listed: &ListedRegion) -> Result<Tensor> {
    let mut lists = listed.lists.clone();
    let stayed: Vec<_> = lists.iter_mut().map(AxisList::last_of_each).collect();
    let mut last = selected(view::slice(grad, listed.region.clone())?, &lists)?;
    for (list, places) in lists.iter().zip(stayed) {
        let Some(places) = places else {
            continue;
        };
        let mut shape = last.dims().to_vec();
        shape[list.result_axis] = listed.shape[list.result_axis];
        let none = Tensor::zeros(shape, last.dtype(), last.device())?;
        last = none.index_add(&ids(&places, &last)?, &last.contiguous()?, list.result_axis)?;
    }
    Ok(last)
}

fn selected(slice: Tensor, lists: &[AxisList]) -> Result<Tensor> {
    lists
        .iter()
        .try_fold(slice, |tensor, list| selected_by(&tensor, list))
}

fn assigned(slice: &Tensor, values: &Tensor, lists: &[AxisList]) -> Result<Tensor> {
    let Some((list, rest)) = lists.split_first() else {
        return Ok(values.clone());
    };
    let [outer, len, inner] = list.merged(list.result_axis, slice.dims());
    let values = match rest {
        [] => values.clone(),
        _ => assigned(&selected_by(slice, list)?, values, rest)?,
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

fn selected_by(tensor: &Tensor, list: &AxisList) -> Result<Tensor> {
    let (shape, at) = (tensor.dims(), list.result_axis);
    let merged = tensor
        .reshape(list.merged(at, shape).to_vec())?
        .contiguous()?;
    let selected = merged.index_select(&ids(&list.positions, tensor)?, 1)?;
    let len = list.positions.len();
    selected.reshape([&shape[..at], &[len], &shape[at + list.axes..]].concat())
}

/// Positions as candle's indices, beside a tensor.
fn ids(positions: &[usize], beside: &Tensor) -> Result<Tensor> {
    let list: Vec<i64> = positions.iter().map(|&position| position as i64).collect();
    Tensor::from_vec(list, positions.len(), beside.device())
}
