//! rten-tensor: `copy_from` into a tensor that is there; negative steps have `slice_copy` only,
//! which allocates.

use std::hint::black_box;

use rten_tensor::prelude::*;
use rten_tensor::{SliceItem, SliceRange, Tensor, TensorView};

pub(crate) mod words {
    //! The words of the tables' slices.

    use rten_tensor::SliceRange;

    pub(crate) fn by(step: isize) -> SliceRange {
        SliceRange::new(0, None, step)
    }
}

use crate::axes::Taken;
use crate::case::Slicing;
use crate::contest::{Entrant, Output};
use crate::data::{Digest, Element};

const NAME: &str = "rten-tensor";

fn item(taken: &Taken) -> SliceItem {
    let first = taken.first.cast_signed();
    if !taken.kept {
        return SliceItem::Index(first);
    }
    let end = taken.last().cast_signed() + taken.step.signum();
    SliceItem::Range(SliceRange::new(
        first,
        (end >= 0).then_some(end),
        taken.step,
    ))
}

pub(crate) fn copy<T: Element>(slicing: &Slicing<T>) -> Option<Entrant> {
    let backwards = slicing.taken.iter().any(|axis| axis.step < 0);
    // Its `slice_copy` of version 0.27 panics there.
    if backwards && slicing.shape.len() > 4 {
        return None;
    }
    let items: Vec<SliceItem> = slicing.taken.iter().map(item).collect();
    let (data, shape) = (slicing.data.clone(), slicing.shape.clone());
    let kept = slicing.taken.iter().filter(|axis| axis.kept);
    let buffer = Tensor::<T>::from_data(
        &kept.map(|axis| axis.len).collect::<Vec<_>>(),
        vec![T::zeroed(); slicing.output_len],
    );
    let digest = |buffer: &Tensor<T>| Digest::of(buffer.data().expect("row-major"));
    if backwards {
        let run = move |buffer: &mut Tensor<T>| {
            *buffer =
                TensorView::from_data(&shape[..], black_box(&data[..])).slice_copy(&items[..]);
        };
        return Some(Entrant::new(NAME, Output::Allocated, buffer, run, digest));
    }
    let run = move |buffer: &mut Tensor<T>| {
        buffer
            .copy_from(&TensorView::from_data(&shape[..], black_box(&data[..])).slice(&items[..]));
    };
    Some(Entrant::new(NAME, Output::Reused, buffer, run, digest))
}
