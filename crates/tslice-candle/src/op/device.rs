//! On other devices: the operations that every backend of candle has.
//!
//! They run on the CPU too, which is how they are tested.

use candle_core::backend::{BackendDevice, BackendStorage};
use candle_core::{Layout, Result, Shape};
use tslice_algebra::DynRegion;

use crate::place::Place;

/// Storages that their device makes.
pub(super) trait OnDevice: BackendStorage<Device: BackendDevice<Storage = Self>> {}

impl<S: BackendStorage<Device: BackendDevice<Storage = S>>> OnDevice for S {}

/// One kernel: a strided copy, or a selection by position if a step is negative, because candle's
/// strides are not.
pub(super) fn take<S: OnDevice>(storage: &S, layout: &Layout, cut: &DynRegion) -> Result<S> {
    let place = Place::of(cut, layout);
    if let Some(strided) = place.layout() {
        return copied(storage, &strided);
    }
    let positions = place.positions()?;
    let reach = positions
        .iter()
        .max()
        .map_or(0, |&last| last.unsigned_abs() as usize + 1);
    let ids = storage.device().storage_from_slice(&positions)?;
    storage.index_select(&ids, &list(reach), &list(positions.len()), 0)
}

/// A copy, and a kernel that writes the values by position.
pub(super) fn assign<S: OnDevice>(
    (to, layout): (&S, &Layout),
    values: (&S, &Layout),
    cut: &DynRegion,
) -> Result<S> {
    let mut result = copied(to, layout)?;
    let values = copied(values.0, values.1)?;
    let positions = Place::of(cut, &Layout::contiguous(layout.shape())).positions()?;
    let ids = result.device().storage_from_slice(&positions)?;
    let slots = list(positions.len());
    result.scatter_set(
        &list(layout.shape().elem_count()),
        &ids,
        &slots,
        &values,
        &slots,
        0,
    )?;
    Ok(result)
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
