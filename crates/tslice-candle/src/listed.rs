//! Operations of specs with lists in candle's graph, on the CPU: the strides of the tensor are those of a view of tslice, so that
//! nothing is copied but what is selected.

use std::sync::{Mutex, PoisonError};

use candle_core::{
    CpuStorage, CustomOp1, CustomOp2, Error, Layout, Result, Shape, Storage, Tensor,
};
use tslice::{Dyn, traits::Picks};
use tslice_algebra::__tensors;

use crate::list::Positions;
use crate::{op, pick};

type ListedRegion = __tensors::ListedRegion<Positions>;

/// Copies what a spec with lists selects of a tensor on the CPU, which is not empty.
pub(crate) fn pick<P: Picks<Dyn>>(
    tensor: &Tensor,
    spec: P,
    listed: ListedRegion,
) -> Result<Tensor> {
    let (storage, layout) = tensor.storage_and_layout();
    let picked = op::pick(spec, elements(&storage)?, layout)?;
    drop(storage);
    tensor.apply_op1(Computed::new(picked, listed.shape.clone(), listed))
}

/// A copy of a tensor on the CPU with values where a spec with lists selects; they have the shape
/// of the result, which is not empty.
pub(crate) fn pick_assign<P: Picks<Dyn>>(
    tensor: &Tensor,
    spec: P,
    values: &Tensor,
    listed: ListedRegion,
) -> Result<Tensor> {
    let (storage, layout) = tensor.storage_and_layout();
    let (source, of) = values.storage_and_layout();
    let (to, from) = ((elements(&storage)?, layout), (elements(&source)?, of));
    let assigned = op::pick_assign(spec, to, from)?;
    drop((storage, source));
    tensor.apply_op2(
        values,
        Computed::new(assigned, tensor.dims().to_vec(), listed),
    )
}

/// As [`pick_assign`], but the values are added to the elements.
pub(crate) fn pick_add<P: Picks<Dyn>>(
    tensor: &Tensor,
    spec: P,
    values: &Tensor,
    listed: ListedRegion,
) -> Result<Tensor> {
    let (storage, layout) = tensor.storage_and_layout();
    let (source, of) = values.storage_and_layout();
    let (to, from) = ((elements(&storage)?, layout), (elements(&source)?, of));
    let sum = op::pick_add(spec, to, from)?;
    drop((storage, source));
    let computed = Computed::new(sum, tensor.dims().to_vec(), listed);
    tensor.apply_op2(values, Added(computed))
}

fn elements(storage: &Storage) -> Result<&CpuStorage> {
    match storage {
        Storage::Cpu(storage) => Ok(storage),
        _ => Err(Error::msg("the tensor is not on the CPU")),
    }
}

/// The result of an operation: the spec borrows its lists, and an operation outlives them.
struct Computed {
    result: Mutex<Option<CpuStorage>>,
    shape: Vec<usize>,
    listed: ListedRegion,
}

impl Computed {
    fn new(result: CpuStorage, shape: Vec<usize>, listed: ListedRegion) -> Self {
        Self {
            result: Mutex::new(Some(result)),
            shape,
            listed,
        }
    }

    fn take(&self) -> Result<(CpuStorage, Shape)> {
        let mut result = self.result.lock().unwrap_or_else(PoisonError::into_inner);
        let result = result.take().ok_or_else(|| Error::msg("called twice"))?;
        Ok((result, self.shape.clone().into()))
    }
}

/// What lists select.
impl CustomOp1 for Computed {
    fn name(&self) -> &'static str {
        "tpick"
    }

    fn cpu_fwd(&self, _: &CpuStorage, _: &Layout) -> Result<(CpuStorage, Shape)> {
        self.take()
    }

    fn bwd(&self, arg: &Tensor, _result: &Tensor, grad: &Tensor) -> Result<Option<Tensor>> {
        pick::added(&arg.zeros_like()?, grad, &self.listed).map(Some)
    }
}

/// A tensor with other values where lists select.
impl CustomOp2 for Computed {
    fn name(&self) -> &'static str {
        "tpick_assign"
    }

    fn cpu_fwd(
        &self,
        _: &CpuStorage,
        _: &Layout,
        _: &CpuStorage,
        _: &Layout,
    ) -> Result<(CpuStorage, Shape)> {
        self.take()
    }

    fn bwd(
        &self,
        _to: &Tensor,
        values: &Tensor,
        _result: &Tensor,
        grad: &Tensor,
    ) -> Result<(Option<Tensor>, Option<Tensor>)> {
        let kept = pick::assign(grad, &values.zeros_like()?, &self.listed)?;
        Ok((Some(kept), Some(pick::last(grad, &self.listed)?)))
    }
}

/// A tensor with values added where lists select.
struct Added(Computed);

impl CustomOp2 for Added {
    fn name(&self) -> &'static str {
        "tpick_add"
    }

    fn cpu_fwd(
        &self,
        _: &CpuStorage,
        _: &Layout,
        _: &CpuStorage,
        _: &Layout,
    ) -> Result<(CpuStorage, Shape)> {
        self.0.take()
    }

    fn bwd(
        &self,
        _to: &Tensor,
        _values: &Tensor,
        _result: &Tensor,
        grad: &Tensor,
    ) -> Result<(Option<Tensor>, Option<Tensor>)> {
        let of_values = pick::select(grad, &self.0.listed)?;
        Ok((Some(grad.clone()), Some(of_values)))
    }
}
