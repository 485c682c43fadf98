//! Lists of a spec, by candle's own operations, which know their gradients.

use candle_core::{Result, Tensor};
use tslice::Picks;
use tslice_algebra::DynRegion;
use tslice_core::__ops::{Picked, picked, without_lists};

use crate::error::TSliceError;

/// A list of a spec: some axes of a slice that follow each other become one.
pub(crate) struct List {
    /// The axis of the result.
    at: usize,
    axes: usize,
    /// The positions in row-major order of the axes.
    positions: Vec<usize>,
}

/// What a spec selects if each list is a whole axis, and then the lists.
pub(crate) fn parts<P: Picks<tslice::Dyn>>(
    spec: &P,
    shape: &[usize],
) -> std::result::Result<(DynRegion, Vec<List>), TSliceError> {
    let (mut at, mut lists) = (0, Vec::new());
    for part in picked(spec, shape).map_err(TSliceError::Pick)? {
        match part {
            Picked::Index { .. } => continue,
            Picked::List { axes, positions, .. } => lists.push(List { at, axes, positions }),
            Picked::NewAxis | Picked::Range { .. } => {}
        }
        at += 1;
    }
    Ok((DynRegion::new(without_lists(spec.as_encoding()), shape)?, lists))
}

/// The shape of what lists select of a slice.
pub(crate) fn shape(cut: &DynRegion, lists: &[List]) -> Vec<usize> {
    lists.iter().fold(cut.result_shape(), |shape, list| list.shape(&shape))
}

/// What lists select of a slice.
pub(crate) fn select(slice: Tensor, lists: &[List]) -> Result<Tensor> {
    lists.iter().try_fold(slice, |tensor, list| list.select(&tensor, &list.positions))
}

/// A slice with other values where lists select; they have the shape of what these select, and are not empty. Of a position that
/// is selected more than once, the last value stays.
pub(crate) fn assign(slice: &Tensor, values: &Tensor, lists: &[List]) -> Result<Tensor> {
    let Some((list, rest)) = lists.split_first() else { return Ok(values.clone()) };
    let [outer, len, inner] = list.merged(slice.dims());
    let mut last = vec![None; len];
    for (number, &position) in list.positions.iter().enumerate() {
        last[position] = Some(number);
    }
    let (positions, numbers): (Vec<usize>, Vec<usize>) =
        last.iter().enumerate().filter_map(|(position, number)| Some((position, (*number)?))).unzip();
    let one = List { at: list.at, axes: 1, positions: numbers };
    let values = one.select(values, &one.positions)?;
    let values = match rest {
        [] => values,
        _ => assign(&list.select(slice, &positions)?, &values, rest)?,
    };
    // Both one behind the other, and of each position the one that counts.
    let mut behind = len..;
    let of = last.iter().enumerate().map(|(position, number)| match number {
        Some(_) => behind.next().unwrap_or(position),
        None => position,
    });
    let of = ids(of, slice)?;
    let both = [slice.reshape((outer, len, inner))?, values.reshape((outer, positions.len(), inner))?];
    Tensor::cat(&both, 1)?.contiguous()?.index_select(&of, 1)?.reshape(slice.dims())
}

impl List {
    /// The axes in front, those of the list as one, and those behind.
    fn merged(&self, shape: &[usize]) -> [usize; 3] {
        let (front, list) = shape.split_at(self.at);
        let (list, behind) = list.split_at(self.axes);
        [front, list, behind].map(|part| part.iter().product())
    }

    fn shape(&self, of: &[usize]) -> Vec<usize> {
        [&of[..self.at], &[self.positions.len()], &of[self.at + self.axes..]].concat()
    }

    fn select(&self, tensor: &Tensor, positions: &[usize]) -> Result<Tensor> {
        let merged = tensor.reshape(self.merged(tensor.dims()).to_vec())?.contiguous()?;
        let selected = match positions {
            [] => merged.narrow(1, 0, 0)?,
            _ => merged.index_select(&ids(positions.iter().copied(), tensor)?, 1)?,
        };
        let (front, behind) = (&tensor.dims()[..self.at], &tensor.dims()[self.at + self.axes..]);
        selected.reshape([front, &[positions.len()], behind].concat())
    }
}

/// Positions as candle's indices, beside a tensor.
fn ids(positions: impl Iterator<Item = usize>, beside: &Tensor) -> Result<Tensor> {
    let list: Vec<i64> = positions.map(|position| position as i64).collect();
    let len = list.len();
    Tensor::from_vec(list, len, beside.device())
}
