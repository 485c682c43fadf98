//! Lists of a spec, by candle's own operations, which know their gradients.

use candle_core::{Result, Tensor};
use tslice_algebra::__tensors::{self, AxisList};

use crate::list::{Positions, ids};
use crate::{op, view};

type ListedRegion = __tensors::ListedRegion<Positions>;

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
        let ids = list.positions.ids(sum.device())?;
        sum = none
            .index_add(&ids, &slots.contiguous()?, 1)?
            .reshape(shape)?;
    }
    op::assign(zeros, &sum, listed.region.clone())
}

/// What lists select of a gradient, and zeros for the values that did not stay in an assignment.
pub(crate) fn last(grad: &Tensor, listed: &ListedRegion) -> Result<Tensor> {
    let mut lists = listed.lists.clone();
    let mut stayed = Vec::new();
    for list in &mut lists {
        let mut positions = list.positions.read()?;
        stayed.push(__tensors::last_of_each(&mut positions));
        list.positions = Positions::Here(positions);
    }
    let mut last = selected(view::slice(grad, listed.region.clone())?, &lists)?;
    for (list, places) in lists.iter().zip(stayed) {
        let Some(places) = places else {
            continue;
        };
        let mut shape = last.dims().to_vec();
        shape[list.result_axis] = listed.shape[list.result_axis];
        let none = Tensor::zeros(shape, last.dtype(), last.device())?;
        last = none.index_add(
            &ids(&places, last.device())?,
            &last.contiguous()?,
            list.result_axis,
        )?;
    }
    Ok(last)
}

fn selected(slice: Tensor, lists: &[AxisList<Positions>]) -> Result<Tensor> {
    lists
        .iter()
        .try_fold(slice, |tensor, list| selected_by(&tensor, list))
}

fn assigned(slice: &Tensor, values: &Tensor, lists: &[AxisList<Positions>]) -> Result<Tensor> {
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
    let ids = ids(
        &__tensors::assigned(&list.positions.read()?, len),
        slice.device(),
    )?;
    Tensor::cat(&both, 1)?
        .contiguous()?
        .index_select(&ids, 1)?
        .reshape(slice.dims())
}

fn selected_by(tensor: &Tensor, list: &AxisList<Positions>) -> Result<Tensor> {
    let (shape, at) = (tensor.dims(), list.result_axis);
    let merged = tensor
        .reshape(list.merged(at, shape).to_vec())?
        .contiguous()?;
    let selected = merged.index_select(&list.positions.ids(tensor.device())?, 1)?;
    let len = list.positions.len();
    selected.reshape([&shape[..at], &[len], &shape[at + list.axes..]].concat())
}

#[cfg(test)]
mod tests {
    use candle_core::{Device, Result, Tensor};
    use tslice::{s, traits::Picks};
    use tslice_algebra::__tensors::ListedRegion;
    use tslice_core::traits::AsEncoding;

    use super::{added, assign, select};
    use crate::list::{Positions, ids};

    fn elements(t: &Tensor) -> Result<Vec<i64>> {
        t.flatten_all()?.to_vec1()
    }

    /// Positions on a device select, assign and add what those of the host do.
    fn agree<P: Picks<tslice::Dyn> + AsEncoding>(spec: &P) -> Result<()> {
        let t = Tensor::arange(0_i64, 60, &Device::Cpu)?.reshape((4, 3, 5))?;
        let of = |is_there: bool| {
            ListedRegion::by(spec, t.dims(), |part| {
                let positions = part.positions()?;
                let there = ids(&positions, t.device()).expect("positions");
                Ok(if is_there {
                    Positions::There(there)
                } else {
                    Positions::Here(positions)
                })
            })
        };
        let (here, there) = (of(false).expect("it fits"), of(true).expect("it fits"));
        let picked = select(&t, &here)?;
        assert_eq!(elements(&select(&t, &there)?)?, elements(&picked)?);
        let values = (picked * 100.)?;
        let expected = elements(&assign(&t, &values, &here)?)?;
        assert_eq!(elements(&assign(&t, &values, &there)?)?, expected);
        let expected = elements(&added(&t.zeros_like()?, &values, &here)?)?;
        assert_eq!(
            elements(&added(&t.zeros_like()?, &values, &there)?)?,
            expected
        );
        Ok(())
    }

    #[test]
    fn positions_of_a_device_select_as_those_of_the_host() -> Result<()> {
        agree(&s![[3, 0, 3], 1:, [4, -1]])?;
        agree(&s![1, ([0, 2, 0], [1, 1, 1])])?;
        agree(&s![::-2, newaxis, [2, 2], ::-1])
    }
}
