//! burn's `flex` backend: a strided view and a contiguous copy, which allocates.

use burn_backend::{Bytes, DType, Slice, TensorData};
use burn_flex::{FlexTensor, ops};

use crate::axes::Taken;
use crate::case::Slicing;
use crate::contest::{Entrant, Output};
use crate::data::{Digest, Element};

const NAME: &str = "burn-flex";

/// A source in burn's memory.
pub(crate) fn source<T: Element>(data: &[T], shape: &[usize]) -> FlexTensor {
    let dtype = if T::NAME == "uint8" {
        DType::U8
    } else {
        DType::F32
    };
    let bytes = Bytes::from_bytes_vec(bytemuck::cast_slice::<T, u8>(data).to_vec());
    FlexTensor::from_data(TensorData::from_bytes(bytes, shape.to_vec(), dtype))
}

/// burn reverses the range, then steps.
fn slice(taken: &Taken) -> Slice {
    let span = taken.span();
    Slice::new(
        span.start.cast_signed(),
        Some(span.end.cast_signed()),
        taken.step,
    )
}

pub(crate) fn copy<T: Element>(slicing: &Slicing<T>) -> Entrant {
    let source = source(&slicing.data, &slicing.shape);
    let slices: Vec<Slice> = slicing.taken.iter().map(slice).collect();
    let whole = slicing
        .taken
        .iter()
        .zip(&slicing.shape)
        .all(|(axis, &len)| axis.is_whole(len));
    let run = move |copy: &mut FlexTensor| {
        let view = ops::slice::slice(std::hint::black_box(&source).clone(), &slices);
        // The whole tensor shares its memory until it is written.
        *copy = if whole {
            FlexTensor::from_data(view.into_data())
        } else {
            view.to_contiguous()
        };
    };
    let nothing = FlexTensor::from_data(TensorData::from([0_f32]));
    Entrant::new(NAME, Output::Allocated, nothing, run, |copy| {
        Digest::of(copy.bytes())
    })
}

/// The view.
pub(crate) fn make_view(data: &[f32], shape: &[usize], taken: &[Taken]) -> Entrant {
    let source = source(data, shape);
    let slices: Vec<Slice> = taken.iter().map(slice).collect();
    let view = move || ops::slice::slice(std::hint::black_box(&source).clone(), &slices);
    Entrant::view(NAME, view, |view| view.to_contiguous().storage().to_vec())
}
