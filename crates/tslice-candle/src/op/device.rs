//! On other devices: the operations that every backend of candle has.
//!
//! They run on the CPU too, which is how they are tested.

use candle_core::backend::{BackendDevice, BackendStorage};
use candle_core::{Layout, Result, Shape};
use tslice::Progression;
use tslice_algebra::DynRegion;

use crate::place::Place;

/// Storages that their device makes.
pub(super) trait OnDevice: BackendStorage<Device: BackendDevice<Storage = Self>> {}

impl<S: BackendStorage<Device: BackendDevice<Storage = S>>> OnDevice for S {}

/// A strided copy, and a selection by the positions of an axis for each negative step, because
/// candle's strides are not negative.
pub(super) fn take<S: OnDevice>(storage: &S, layout: &Layout, cut: &DynRegion) -> Result<S> {
    let (forwards, turned) = Place::of(cut, layout).forwards();
    let mut result = copied(storage, &forwards)?;
    for axis in turned {
        let len = forwards.dims()[axis];
        let backwards = Progression::part_of(len - 1, len, -1);
        result = selected(&result, forwards.dims(), axis, backwards)?;
    }
    Ok(result)
}

/// A copy in which the positions of one axis after another are replaced: of the first axis that is
/// not taken whole by what the other axes make of these positions, and of the last one by the
/// values.
pub(super) fn assign<S: OnDevice>(
    (to, layout): (&S, &Layout),
    values: (&S, &Layout),
    cut: &DynRegion,
) -> Result<S> {
    let mut shape = layout.dims().to_vec();
    let is_part = |&axis: &usize| !cut.axes()[axis].is_whole(shape[axis]);
    let parts: Vec<usize> = (0..shape.len()).filter(is_part).collect();
    let mut result = copied(values.0, values.1)?;
    if parts.is_empty() {
        return Ok(result);
    }
    let mut bases = vec![copied(to, layout)?];
    for (number, &axis) in parts[..parts.len() - 1].iter().enumerate() {
        let taken = cut.axes()[axis];
        bases.push(selected(&bases[number], &shape, axis, taken)?);
        shape[axis] = taken.count();
    }
    for (base, &axis) in bases.into_iter().zip(&parts).rev() {
        shape[axis] = layout.dims()[axis];
        result = replaced(base, &shape, axis, cut.axes()[axis], &result)?;
    }
    Ok(result)
}

/// The positions of an axis of a row-major storage.
fn selected<S: OnDevice>(
    storage: &S,
    shape: &[usize],
    axis: usize,
    taken: Progression,
) -> Result<S> {
    let ids: Vec<i64> = (0..taken.count()).map(|at| taken.at(at) as i64).collect();
    let ids = storage.device().storage_from_slice(&ids)?;
    let layout = Layout::contiguous(Shape::from(shape.to_vec()));
    storage.index_select(&ids, &layout, &list(taken.count()), axis)
}

/// A row-major storage with other values at the positions of an axis.
fn replaced<S: OnDevice>(
    mut storage: S,
    shape: &[usize],
    axis: usize,
    taken: Progression,
    values: &S,
) -> Result<S> {
    let outer: usize = shape[..axis].iter().product();
    let inner: usize = shape[axis + 1..].iter().product();
    let (len, row) = (shape[axis] * inner, taken.count() * inner);
    if taken.step() == 1 {
        values.copy2d(&mut storage, outer, row, row, len, 0, taken.first() * inner)?;
        return Ok(storage);
    }
    let both_shape = [outer, shape[axis] + taken.count(), inner];
    let device = storage.device().clone();
    let mut both = device.zeros_impl(&Shape::from(both_shape.to_vec()), storage.dtype())?;
    storage.copy2d(&mut both, outer, len, len, len + row, 0, 0)?;
    values.copy2d(&mut both, outer, row, row, len + row, 0, len)?;
    let mut ids: Vec<i64> = (0..shape[axis] as i64).collect();
    for at in 0..taken.count() {
        ids[taken.at(at)] = (shape[axis] + at) as i64;
    }
    let ids = device.storage_from_slice(&ids)?;
    let layout = Layout::contiguous(Shape::from(both_shape.to_vec()));
    both.index_select(&ids, &layout, &list(shape[axis]), 1)
}

fn copied<S: OnDevice>(storage: &S, layout: &Layout) -> Result<S> {
    let mut copy = storage
        .device()
        .zeros_impl(layout.shape(), storage.dtype())?;
    storage.copy_strided_src(&mut copy, 0, layout)?;
    Ok(copy)
}

/// The layout of elements that lie one behind the other.
fn list(len: usize) -> Layout {
    Layout::contiguous(Shape::from(len))
}

#[cfg(test)]
mod tests {
    use candle_core::{CpuStorage, Layout, Shape, WithDType};
    use tslice::{s, traits::AsEncoding};
    use tslice_algebra::DynRegion;

    use super::super::cpu;
    use super::{assign, take};

    fn elements(storage: candle_core::Result<CpuStorage>) -> Vec<f32> {
        f32::cpu_storage_data(storage.expect("f32 can be copied")).expect("f32")
    }

    fn agree(spec: impl AsEncoding) {
        let storage = CpuStorage::F32((0..200_u8).map(f32::from).collect());
        for (strides, first) in [
            (vec![20, 5, 1], 0),
            (vec![1, 4, 12], 7),
            (vec![40, 10, 2], 1),
        ] {
            let layout = Layout::new(Shape::from((4, 3, 5)), strides, first);
            let cut = DynRegion::new(spec.as_encoding(), layout.dims()).expect("it fits");
            assert_eq!(
                elements(take(&storage, &layout, &cut)),
                elements(cpu::take(&storage, &layout, &cut))
            );
            let shape = cut.result_shape();
            let values = (&storage, &Layout::contiguous_with_offset(shape, 100));
            let to = (&storage, &layout);
            assert_eq!(
                elements(assign(to, values, &cut)),
                elements(cpu::assign(to, values, &cut))
            );
        }
    }

    #[test]
    fn kernels_of_every_backend_match_the_cpu() {
        agree(s![]);
        agree(s![1, .., ::2]);
        agree(s![::-1, newaxis, 2]);
        agree(s![3:0:-2, 1:, ::-4]);
        agree(s![-1, -1, -1]);
    }
}
