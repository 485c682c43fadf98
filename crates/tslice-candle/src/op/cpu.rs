//! On the CPU: tslice moves the elements.

use candle_core::backend::BackendStorage;
use candle_core::{CpuStorage, Error, Layout, Result, WithDType};
use tslice::{Dyn, DynView, DynViewMut, traits::Picks};
use tslice_algebra::DynRegion;

use crate::place::Place;

/// Calls a function that is generic over the element with the lists of two storages of one type.
macro_rules! by_type {
    ($function:ident, $place:expr, $a:expr, $b:expr) => {
        by_type! {
            $function, $place, $a, $b, U8 U32 I16 I32 I64 BF16 F16 F32 F64 F8E4M3
        }
    };
    ($function:ident, $place:expr, $a:expr, $b:expr, $($variant:ident)+) => {
        match ($a.0, $b.0) {
            $((CpuStorage::$variant(a), CpuStorage::$variant(b)) => {
                Ok(CpuStorage::$variant($function($place, (a, $a.1), (b, $b.1))?))
            })+
            // The others are bytes of several elements.
            (a, _) => Err(Error::UnsupportedDTypeForOp(a.dtype(), "tslice").bt()),
        }
    };
}

pub(super) fn take(storage: &CpuStorage, layout: &Layout, cut: &DynRegion) -> Result<CpuStorage> {
    let (place, from) = (Place::of(cut, layout), (storage, layout));
    by_type!(taken, &place, from, from)
}

pub(super) fn assign(
    to: (&CpuStorage, &Layout),
    values: (&CpuStorage, &Layout),
    cut: &DynRegion,
) -> Result<CpuStorage> {
    let place = Place::of(cut, &Layout::contiguous(to.1.shape()));
    by_type!(assigned, &place, to, values)
}

/// What a spec with lists selects, which is not empty.
pub(crate) fn pick<P: Picks<Dyn>>(
    spec: P,
    storage: &CpuStorage,
    layout: &Layout,
) -> Result<CpuStorage> {
    let from = (storage, layout);
    by_type!(picked, spec, from, from)
}

/// A copy with values where a spec with lists selects; they have the shape of the result.
pub(crate) fn pick_assign<P: Picks<Dyn>>(
    spec: P,
    to: (&CpuStorage, &Layout),
    values: (&CpuStorage, &Layout),
) -> Result<CpuStorage> {
    by_type!(assigned_at, spec, to, values)
}

/// A copy with values added where a spec with lists selects; they have the shape of the result.
pub(crate) fn pick_add<P: Picks<Dyn>>(
    spec: P,
    to: (&CpuStorage, &Layout),
    values: (&CpuStorage, &Layout),
) -> Result<CpuStorage> {
    by_type!(added_at, spec, to, values)
}

fn taken<T: Copy>(
    place: &Place,
    (elements, _): (&[T], &Layout),
    _: (&[T], &Layout),
) -> Result<Vec<T>> {
    let view = DynView::from_strided(&place.shape, &place.strides, place.first, elements);
    view.map_err(Error::wrap)?.try_to_vec().map_err(Error::wrap)
}

fn assigned<T: Copy>(
    place: &Place,
    to: (&[T], &Layout),
    values: (&[T], &Layout),
) -> Result<Vec<T>> {
    let mut elements = all(to)?.try_to_vec().map_err(Error::wrap)?;
    let slice = DynViewMut::from_strided(&place.shape, &place.strides, place.first, &mut elements);
    slice
        .map_err(Error::wrap)?
        .try_assign(&all(values)?)
        .map_err(Error::wrap)?;
    Ok(elements)
}

fn picked<T: Copy, P: Picks<Dyn>>(
    spec: P,
    from: (&[T], &Layout),
    _: (&[T], &Layout),
) -> Result<Vec<T>> {
    let picked = all(from)?.try_pick::<P, P::Output>(spec);
    Ok(picked.map_err(Error::wrap)?.into_vec())
}

fn assigned_at<T: Copy, P: Picks<Dyn>>(
    spec: P,
    to: (&[T], &Layout),
    values: (&[T], &Layout),
) -> Result<Vec<T>> {
    let mut elements = all(to)?.try_to_vec().map_err(Error::wrap)?;
    let mut copy = DynViewMut::from_shape(to.1.dims(), &mut elements).map_err(Error::wrap)?;
    let mut places = copy.try_pick_mut(spec).map_err(Error::wrap)?;
    places.try_assign(&all(values)?).map_err(Error::wrap)?;
    Ok(elements)
}

fn added_at<T: WithDType, P: Picks<Dyn>>(
    spec: P,
    to: (&[T], &Layout),
    values: (&[T], &Layout),
) -> Result<Vec<T>> {
    let mut elements = all(to)?.try_to_vec().map_err(Error::wrap)?;
    let mut copy = DynViewMut::from_shape(to.1.dims(), &mut elements).map_err(Error::wrap)?;
    let mut places = copy.try_pick_mut(spec).map_err(Error::wrap)?;
    let add = |element: &mut T, value: &T| *element += *value;
    places.try_apply(&all(values)?, add).map_err(Error::wrap)?;
    Ok(elements)
}

/// All elements of a tensor.
fn all<'a, T>((elements, layout): (&'a [T], &Layout)) -> Result<DynView<'a, T>> {
    let strides: Vec<isize> = layout
        .stride()
        .iter()
        .map(|stride| stride.cast_signed())
        .collect();
    DynView::from_strided(layout.dims(), &strides, layout.start_offset(), elements)
        .map_err(Error::wrap)
}
