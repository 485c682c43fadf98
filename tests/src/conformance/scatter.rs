//! The scatters by index tuples: TensorFlow's, and OpenVINO's ScatterNDUpdate.

use serde_json::Value;
use tslice::{DynTensor, DynView, DynViewMut, traits::Integer};
use tslice_ops::{self as ops, BadIndices, IndicesError, Number, Reduction};

use super::fields::{input, integers, narrow, tensor};
use super::{Answer, Element};

/// One way to ask: the indices, and the operation in place.
type InPlace<'a, T, I> =
    &'a dyn Fn(&mut DynViewMut<'_, T>, &DynView<'_, I>) -> Result<(), IndicesError>;

pub(super) fn tensorflow<T: Element + Number>(case: &Value) -> Result<Answer, String> {
    let op = case["op"].as_str().ok_or("no op")?;
    let updates = tensor::<T>(case, "updates_shape", "updates")?;
    let policy = case["bad_indices"].as_str().unwrap_or("");
    let bad = BadIndices::from_name(policy).ok_or_else(|| format!("bad_indices is {policy}"))?;
    let (shape, indices): (Vec<usize>, Vec<i64>) =
        (integers(case, "indices_shape")?, integers(case, "indices")?);
    let shape_of = integers::<i64>(case, "shape")?;
    let ask = |wide: bool, apart: bool| {
        let small = narrow([&indices]).filter(|_| !wide);
        if !wide && small.is_none() {
            return Ok(None);
        }
        let (held, view_of) = (Apart::of(&updates)?, updates.view());
        let updates = if apart { held.view() } else { view_of };
        let target = if op == "scatter_nd" {
            None
        } else {
            Some(input::<T>(case)?)
        };
        let ask = Ask {
            op,
            updates: &updates,
            bad,
            shape: &shape_of,
            target,
        };
        match small {
            Some([small]) => ask.answer(&shape, &small),
            None => ask.answer(&shape, &indices),
        }
        .map(Some)
    };
    Answer::agreed([ask(true, false)?, ask(false, false)?, ask(true, true)?])
}

struct Ask<'a, T> {
    op: &'a str,
    updates: &'a DynView<'a, T>,
    bad: BadIndices,
    shape: &'a [i64],
    target: Option<DynTensor<T>>,
}

impl<T: Element + Number> Ask<'_, T> {
    fn answer<I: Integer>(&self, shape: &[usize], indices: &[I]) -> Result<Answer, String> {
        let indices = DynView::from_shape(shape, indices).map_err(|e| e.to_string())?;
        let Some(input) = &self.target else {
            let scattered = ops::scatter_nd_with(&indices, self.updates, self.shape, self.bad);
            return Ok(answered(&scattered));
        };
        let reduction = match self.op {
            "tensor_scatter_nd_update" => Reduction::None,
            "tensor_scatter_nd_add" => Reduction::Sum,
            "tensor_scatter_nd_sub" => Reduction::Sub,
            "tensor_scatter_nd_min" => Reduction::Min,
            "tensor_scatter_nd_max" => Reduction::Max,
            op => return Err(format!("op is {op}")),
        };
        let copied =
            ops::tensor_scatter_nd(&input.view(), &indices, self.updates, reduction, self.bad);
        let any = (reduction == Reduction::None && self.bad == BadIndices::Error).then(|| {
            answered(&ops::tensor_scatter_nd_update(
                &input.view(),
                &indices,
                self.updates,
            ))
        });
        let in_place: InPlace<'_, T, I> = &|target, indices| {
            ops::tensor_scatter_nd_assign(target, indices, self.updates, reduction, self.bad)
        };
        let [dense, apart] = assigned(input, &indices, in_place)?;
        Answer::agreed([Some(answered(&copied)), any, Some(dense), Some(apart)])
    }
}

pub(super) fn openvino<T: Element>(case: &Value) -> Result<Answer, String> {
    let (input, updates) = (
        input::<T>(case)?,
        tensor::<T>(case, "updates_shape", "updates")?,
    );
    let reduction = reduction(case)?;
    let (shape, indices): (Vec<usize>, Vec<i64>) =
        (integers(case, "indices_shape")?, integers(case, "indices")?);
    let wide = updated(&input, &shape, &indices, &updates.view(), reduction)?;
    let small =
        narrow([&indices]).map(|[i]| updated(&input, &shape, &i, &updates.view(), reduction));
    let apart = updated(
        &input,
        &shape,
        &indices,
        &Apart::of(&updates)?.view(),
        reduction,
    )?;
    Answer::agreed([Some(wide), small.transpose()?, Some(apart)])
}

fn updated<T: Element, I: Integer>(
    input: &DynTensor<T>,
    shape: &[usize],
    indices: &[I],
    updates: &DynView<'_, T>,
    reduction: Reduction<T>,
) -> Result<Answer, String> {
    let indices = DynView::from_shape(shape, indices).map_err(|e| e.to_string())?;
    let copied = ops::scatter_nd_update(&input.view(), &indices, updates, reduction);
    let in_place: InPlace<'_, T, I> =
        &|target, indices| ops::scatter_nd_update_assign(target, indices, updates, reduction);
    let [dense, apart] = assigned(input, &indices, in_place)?;
    Answer::agreed([Some(answered(&copied)), Some(dense), Some(apart)])
}

/// In place, in a target that lies in row-major order, and in one that does not.
fn assigned<T: Element, I: Integer>(
    input: &DynTensor<T>,
    indices: &DynView<'_, I>,
    in_place: InPlace<'_, T, I>,
) -> Result<[Answer; 2], String> {
    let mut dense = input.clone();
    let written = in_place(&mut dense.view_mut(), indices);
    let dense = answered(&written.map(|()| dense));
    let mut doubled = Apart::of(input)?.0;
    let written = in_place(&mut doubled.slice_mut(tslice::s![.., 0]), indices);
    let apart = answered(&written.map(|()| doubled.slice(tslice::s![.., 0]).to_tensor()));
    Ok([dense, apart])
}

pub(super) fn reduction<T: Element>(case: &Value) -> Result<Reduction<T>, String> {
    let name = case["reduction"].as_str().ok_or("no reduction")?;
    T::reduction(name).ok_or_else(|| format!("reduction is {name}"))
}

pub(super) fn answered<T: Element>(result: &Result<DynTensor<T>, IndicesError>) -> Answer {
    match result {
        Ok(tensor) => Answer::tensor(&tensor.view()),
        Err(error) => Answer::error(super::gather::kind(error)),
    }
}

/// A tensor and something else as the two elements of a new last axis, so that a view of it does
/// not lie in row-major order.
pub(super) struct Apart<T>(pub(super) DynTensor<T>);

impl<T: Element> Apart<T> {
    pub(super) fn of(tensor: &DynTensor<T>) -> Result<Self, String> {
        let doubled = tensor
            .iter()
            .flat_map(|element| [element.clone(), T::default()])
            .collect();
        let shape = [tensor.shape(), &[2]].concat();
        DynTensor::from_shape_vec(&shape, doubled)
            .map(Self)
            .map_err(|e| e.to_string())
    }

    pub(super) fn view(&self) -> DynView<'_, T> {
        self.0.slice(tslice::s![.., 0])
    }
}
