//! Operations of their own in candle's graph: what a slice takes, and the two that its gradients
//! need.

mod cpu;
mod device;

use candle_core::backend::BackendDevice;
use candle_core::{
    CpuStorage, CudaStorage, CustomOp1, CustomOp2, Error, Layout, MetalStorage, Result, Shape,
    Tensor,
};
use tslice_algebra::DynRegion;

pub(crate) use cpu::{pick, pick_add, pick_assign};

/// Copies the elements of a slice that is not empty.
pub(crate) fn take(tensor: &Tensor, cut: DynRegion) -> Result<Tensor> {
    tensor.apply_op1(Take { cut })
}

/// A copy of a tensor with other values in a slice that is not empty; they have its shape.
pub(crate) fn assign(tensor: &Tensor, values: &Tensor, cut: DynRegion) -> Result<Tensor> {
    tensor.apply_op2(values, Assign { cut })
}

/// A tensor without elements, which is part of the graph of another one.
pub(crate) fn empty(tensor: &Tensor, shape: &[usize]) -> Result<Tensor> {
    tensor.apply_op1(Empty {
        shape: shape.to_vec().into(),
    })
}

/// Checks what operations of two tensors need.
pub(crate) fn same_kind(a: &Tensor, b: &Tensor) -> Result<()> {
    let (op, (lhs, rhs)) = ("tslice_assign", (a.dtype(), b.dtype()));
    if lhs != rhs {
        return Err(Error::DTypeMismatchBinaryOp { lhs, rhs, op }.bt());
    }
    let (lhs, rhs) = (a.device().location(), b.device().location());
    if lhs != rhs {
        return Err(Error::DeviceMismatchBinaryOp { lhs, rhs, op }.bt());
    }
    Ok(())
}

/// The elements of a slice.
struct Take {
    cut: DynRegion,
}

impl CustomOp1 for Take {
    fn name(&self) -> &'static str {
        "tslice"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        Ok((cpu::take(storage, layout, &self.cut)?, shape(&self.cut)))
    }

    fn cuda_fwd(&self, storage: &CudaStorage, layout: &Layout) -> Result<(CudaStorage, Shape)> {
        Ok((device::take(storage, layout, &self.cut)?, shape(&self.cut)))
    }

    fn metal_fwd(&self, storage: &MetalStorage, layout: &Layout) -> Result<(MetalStorage, Shape)> {
        Ok((device::take(storage, layout, &self.cut)?, shape(&self.cut)))
    }

    fn bwd(&self, arg: &Tensor, _result: &Tensor, grad: &Tensor) -> Result<Option<Tensor>> {
        assign(&arg.zeros_like()?, grad, self.cut.clone()).map(Some)
    }
}

/// No elements.
struct Empty {
    shape: Shape,
}

impl Empty {
    fn forward<S: device::OnDevice>(&self, storage: &S) -> Result<(S, Shape)> {
        let device = storage.device();
        let none = device.zeros_impl(&self.shape, storage.dtype())?;
        Ok((none, self.shape.clone()))
    }
}

impl CustomOp1 for Empty {
    fn name(&self) -> &'static str {
        "tslice"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, _: &Layout) -> Result<(CpuStorage, Shape)> {
        self.forward(storage)
    }

    fn cuda_fwd(&self, storage: &CudaStorage, _: &Layout) -> Result<(CudaStorage, Shape)> {
        self.forward(storage)
    }

    fn metal_fwd(&self, storage: &MetalStorage, _: &Layout) -> Result<(MetalStorage, Shape)> {
        self.forward(storage)
    }

    fn bwd(&self, arg: &Tensor, _result: &Tensor, _grad: &Tensor) -> Result<Option<Tensor>> {
        arg.zeros_like().map(Some)
    }
}

/// A tensor with other values in a slice.
struct Assign {
    cut: DynRegion,
}

impl Assign {
    fn forward<S: device::OnDevice>(
        &self,
        to: (&S, &Layout),
        values: (&S, &Layout),
    ) -> Result<(S, Shape)> {
        Ok((device::assign(to, values, &self.cut)?, to.1.shape().clone()))
    }
}

impl CustomOp2 for Assign {
    fn name(&self) -> &'static str {
        "tslice_assign"
    }

    fn cpu_fwd(
        &self,
        to: &CpuStorage,
        l: &Layout,
        values: &CpuStorage,
        of: &Layout,
    ) -> Result<(CpuStorage, Shape)> {
        Ok((
            cpu::assign((to, l), (values, of), &self.cut)?,
            l.shape().clone(),
        ))
    }

    fn cuda_fwd(
        &self,
        to: &CudaStorage,
        l: &Layout,
        values: &CudaStorage,
        of: &Layout,
    ) -> Result<(CudaStorage, Shape)> {
        self.forward((to, l), (values, of))
    }

    fn metal_fwd(
        &self,
        to: &MetalStorage,
        l: &Layout,
        values: &MetalStorage,
        of: &Layout,
    ) -> Result<(MetalStorage, Shape)> {
        self.forward((to, l), (values, of))
    }

    fn bwd(
        &self,
        _to: &Tensor,
        values: &Tensor,
        _result: &Tensor,
        grad: &Tensor,
    ) -> Result<(Option<Tensor>, Option<Tensor>)> {
        let kept = assign(grad, &values.zeros_like()?, self.cut.clone())?;
        Ok((Some(kept), Some(take(grad, self.cut.clone())?)))
    }
}

fn shape(cut: &DynRegion) -> Shape {
    cut.result_shape().into()
}
