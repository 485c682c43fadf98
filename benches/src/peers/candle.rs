//! candle: `narrow` and a contiguous copy; it has no steps.

use candle_core::{DType, Device, Tensor};

use crate::axes::Taken;
use crate::case::Slicing;
use crate::contest::{Entrant, Output};
use crate::data::{Digest, Element};

const NAME: &str = "candle";

/// A source in candle's memory.
pub(crate) fn source<T: Element>(data: &[T], shape: &[usize]) -> Tensor {
    let dtype = if T::NAME == "uint8" {
        DType::U8
    } else {
        DType::F32
    };
    Tensor::from_raw_buffer(bytemuck::cast_slice(data), dtype, shape, &Device::Cpu)
        .expect("as many bytes")
}

fn view(source: &Tensor, taken: &[Taken]) -> candle_core::Result<Tensor> {
    let mut view = source.clone();
    for (axis, taken) in taken.iter().enumerate().rev() {
        if !taken.kept {
            view = view.narrow(axis, taken.first, 1)?.squeeze(axis)?;
        } else if !taken.is_whole(source.dims()[axis]) {
            view = view.narrow(axis, taken.first, taken.len)?;
        }
    }
    Ok(view)
}

fn digest(tensor: &Tensor) -> Digest {
    let flat = tensor.flatten_all().expect("contiguous");
    match flat.dtype() {
        DType::U8 => Digest::of(&flat.to_vec1::<u8>().expect("bytes")),
        _ => Digest::of(&flat.to_vec1::<f32>().expect("floats")),
    }
}

pub(crate) fn copy<T: Element>(slicing: &Slicing<T>) -> Option<Entrant> {
    if slicing.taken.iter().any(|axis| axis.step != 1) {
        return None;
    }
    let (source, taken) = (source(&slicing.data, &slicing.shape), slicing.taken.clone());
    let run = move |copy: &mut Tensor| {
        let view = view(std::hint::black_box(&source), &taken).expect("it fits");
        *copy = view.force_contiguous().expect("memory");
    };
    Some(Entrant::new(
        NAME,
        Output::Allocated,
        Tensor::zeros((), DType::F32, &Device::Cpu).ok()?,
        run,
        digest,
    ))
}

/// The view, where every step is 1.
pub(crate) fn make_view(data: &[f32], shape: &[usize], taken: &[Taken]) -> Option<Entrant> {
    if taken.iter().any(|axis| axis.step != 1) {
        return None;
    }
    let (source, taken) = (source(data, shape), taken.to_vec());
    let view = move || view(std::hint::black_box(&source), &taken).expect("it fits");
    Some(Entrant::view(NAME, view, |view| {
        view.flatten_all()
            .and_then(|flat| flat.to_vec1())
            .expect("floats")
    }))
}

/// Rows of a matrix by `index_select`.
pub(crate) fn rows(data: &[f32], shape: &[usize], indices: &[i64]) -> Entrant {
    let source = source(data, shape);
    let indices = Tensor::new(indices, &Device::Cpu).expect("memory");
    let nothing = Tensor::zeros((), DType::F32, &Device::Cpu).expect("memory");
    let run = move |rows: &mut Tensor| *rows = source.index_select(&indices, 0).expect("in bounds");
    Entrant::new(NAME, Output::Allocated, nothing, run, digest)
}
