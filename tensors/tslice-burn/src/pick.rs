//! Lists of a spec, by burn's own operations, which know their gradients.

use burn_tensor::kind::Basic;
use burn_tensor::{Device, Int, Tensor, TensorData};
use tslice::{PickError, Picks, Rank};
use tslice_algebra::DynRegion;
use tslice_core::__ops::{Picked, picked, without_lists};

/// A list of a spec: some axes of the tensor that follow each other. The first of them becomes that of the list, the others stay
/// with length 1.
pub(crate) struct List {
    axis: usize,
    axes: usize,
    /// The positions in row-major order of the axes.
    positions: Vec<usize>,
}

/// What a spec with lists selects.
pub(crate) struct Parts<const D: usize> {
    /// The slice if each list is a whole axis.
    pub(crate) cut: DynRegion,
    pub(crate) lists: Vec<List>,
    /// The shape of the result while it has all axes of the tensor.
    pub(crate) kept: [usize; D],
    /// The axis of the tensor for each axis of the result.
    pub(crate) origins: Vec<Option<usize>>,
}

impl<const D: usize> Parts<D> {
    pub(crate) fn new<P: Picks<Rank<D>>>(spec: &P, shape: [usize; D]) -> Result<Self, PickError> {
        let found = picked(spec, &shape)?;
        let cut = DynRegion::new(without_lists(spec.as_encoding()), &shape)?;
        let mut parts =
            Self { kept: crate::cut::kept_shape(&cut), cut, lists: Vec::new(), origins: Vec::new() };
        for part in found {
            match part {
                Picked::Index { .. } => {}
                Picked::NewAxis => parts.origins.push(None),
                Picked::Range { axis, .. } => parts.origins.push(Some(axis)),
                Picked::List { axis, axes, positions } => {
                    parts.kept[axis..axis + axes].fill(1);
                    parts.kept[axis] = positions.len();
                    parts.origins.push(Some(axis));
                    parts.lists.push(List { axis, axes, positions });
                }
            }
        }
        Ok(parts)
    }

    /// The shape of the result.
    pub(crate) fn shape(&self) -> Vec<usize> {
        self.origins.iter().map(|axis| axis.map_or(1, |axis| self.kept[axis])).collect()
    }
}

/// What lists select of a slice.
pub(crate) fn select<const D: usize, K: Basic>(slice: Tensor<D, K>, lists: &[List]) -> Tensor<D, K> {
    lists.iter().fold(slice, |tensor, list| list.select(tensor, &list.positions))
}

/// A slice with other values where lists select; they have the shape of what these select, and are not empty. Of a position that
/// is selected more than once, the last value stays.
pub(crate) fn assign<const D: usize, K: Basic>(
    slice: Tensor<D, K>,
    values: Tensor<D, K>,
    lists: &[List],
) -> Tensor<D, K> {
    let Some((list, rest)) = lists.split_first() else { return values };
    let (shape, device) = (slice.dims(), slice.device());
    let [outer, len, inner] = list.merged(shape);
    let mut last = vec![None; len];
    for (number, &position) in list.positions.iter().enumerate() {
        last[position] = Some(number);
    }
    let values = match rest {
        [] => values,
        _ => assign(list.select(slice.clone(), &list.positions), values, rest),
    };
    // Both one behind the other, and of each position the one that counts. `select_assign` leaves repeats open, and booleans out.
    let of = last.iter().enumerate().map(|(position, number)| number.map_or(position, |number| len + number));
    let of = ids(of, &device);
    let both = vec![slice.reshape([outer, len, inner]), values.reshape([outer, list.positions.len(), inner])];
    Tensor::<3, K>::cat(both, 1).select(1, of).reshape(shape)
}

impl List {
    /// The axes in front, those of the list as one, and those behind.
    fn merged<const D: usize>(&self, shape: [usize; D]) -> [usize; 3] {
        let (front, list) = shape.split_at(self.axis);
        let (list, behind) = list.split_at(self.axes);
        [front, list, behind].map(|part| part.iter().product())
    }

    fn select<const D: usize, K: Basic>(&self, tensor: Tensor<D, K>, positions: &[usize]) -> Tensor<D, K> {
        let ids = ids(positions.iter().copied(), &tensor.device());
        if self.axes == 1 {
            return tensor.select(self.axis, ids);
        }
        let mut shape = tensor.dims();
        let merged: Tensor<3, K> = tensor.reshape(self.merged(shape));
        shape[self.axis..self.axis + self.axes].fill(1);
        shape[self.axis] = positions.len();
        merged.select(1, ids).reshape(shape)
    }
}

/// Positions as burn's indices.
fn ids(positions: impl Iterator<Item = usize>, device: &Device) -> Tensor<1, Int> {
    let list: Vec<i64> = positions.map(|position| position as i64).collect();
    let len = list.len();
    Tensor::from_data(TensorData::new(list, [len]), device)
}
