//! `t.tslice(s![..])`.

use std::any::Any;

use burn_tensor::kind::Basic;
use burn_tensor::{Shape, Tensor};
use tslice::{AxisError, Rank, ShapeError, Slices};
use tslice_algebra::DynRegion;

use crate::cut;
use crate::error::TSliceError;
use crate::rank::{NotScalar, ToRank};

/// Slices tensors of any backend by the specs of [`tslice`]: `t.tslice(s![1, 2:4, newaxis, .., ::-1])`.
///
/// The semantics are that crate's: `..` is the ellipsis, ranges clamp, an index drops its axis and may be negative, and a negative
/// stride starts at the last element. As burn's own methods, these take the tensor by value; a clone of it copies no elements.
pub trait TSlice<const D: usize, K: Basic>: Sized {
    /// The elements that a spec selects. A spec from `s![..]` decides the rank O. A `&DynSpec` does so at run time, and the caller
    /// names O: `let row: Tensor<1> = t.try_tslice(&spec)?`.
    ///
    /// It costs at most two of burn's operations, a slice and a reshape, and fewer if nothing is sliced or the shape stays.
    ///
    /// # Errors
    ///
    /// If an index is out of bounds or a run-time stride is 0; for a spec that is known at run time, also if it takes more axes
    /// than the tensor has, or the slice has another rank than O.
    fn try_tslice<const O: usize, P>(self, spec: P) -> Result<Tensor<O, K>, TSliceError>
    where
        P: Slices<Rank<D>>,
        P::Output: NotScalar + ToRank<O>;

    /// The tensor with `values` where the spec selects. They broadcast to the slice by NumPy's rule for assignments.
    ///
    /// # Errors
    ///
    /// If the spec does not fit, as in [`try_tslice`](Self::try_tslice); if the values do not broadcast to the slice, have
    /// elements of another type, or are on another device.
    fn try_tslice_assign<const V: usize, P: Slices<Rank<D>>>(
        self,
        spec: P,
        values: Tensor<V, K>,
    ) -> Result<Self, TSliceError>;

    /// As [`try_tslice`](Self::try_tslice).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tslice<const O: usize, P>(self, spec: P) -> Tensor<O, K>
    where
        P: Slices<Rank<D>>,
        P::Output: NotScalar + ToRank<O>,
    {
        or_panic(self.try_tslice(spec))
    }

    /// As [`try_tslice_assign`](Self::try_tslice_assign).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tslice_assign<const V: usize, P: Slices<Rank<D>>>(self, spec: P, values: Tensor<V, K>) -> Self {
        or_panic(self.try_tslice_assign(spec, values))
    }
}

impl<const D: usize, K: Basic + 'static> TSlice<D, K> for Tensor<D, K> {
    fn try_tslice<const O: usize, P>(self, spec: P) -> Result<Tensor<O, K>, TSliceError>
    where
        P: Slices<Rank<D>>,
        P::Output: NotScalar + ToRank<O>,
    {
        let dims = self.dims();
        let cut = DynRegion::new(spec, &dims)?;
        let shape = cut.result_shape();
        if shape.len() != O {
            let rank = shape.len();
            return Err(TSliceError::Shape(ShapeError::Axis(AxisError::RankMismatch { expected: O, rank })));
        }
        if shape.contains(&0) {
            // In a shape to reshape to, 0 means another thing to burn.
            return Ok(Tensor::empty(Shape::from(shape), (&self.device(), self.dtype())));
        }
        let kept = cut::kept_shape::<D>(&cut);
        let sliced = match cut::slices(&cut) {
            Some(slices) => self.slice(&slices[..]),
            None => self,
        };
        Ok(if shape == kept { of_same_rank(sliced) } else { sliced.reshape(Shape::from(shape)) })
    }

    fn try_tslice_assign<const V: usize, P: Slices<Rank<D>>>(
        self,
        spec: P,
        values: Tensor<V, K>,
    ) -> Result<Self, TSliceError> {
        let dims = self.dims();
        let cut = DynRegion::new(spec, &dims)?;
        let Some(beside) = cut::shape_beside::<D>(&cut, &values.dims()) else {
            let to = cut.result_shape().into();
            return Err(TSliceError::Shape(ShapeError::Broadcast { from: values.dims().into(), to }));
        };
        if self.dtype() != values.dtype() {
            return Err(TSliceError::Elements { tensor: self.dtype(), values: values.dtype() });
        }
        let devices = (self.device(), values.device());
        if devices.0 != devices.1 || devices.0.is_autodiff() != devices.1.is_autodiff() {
            return Err(TSliceError::Device { tensor: devices.0.into(), values: devices.1.into() });
        }
        let kept = cut::kept_shape::<D>(&cut);
        if kept.contains(&0) {
            return Ok(self);
        }
        let values = if values.dims()[..] == beside {
            of_same_rank(values)
        } else {
            values.reshape(Shape::from(beside))
        };
        let values = if beside == kept { values } else { values.expand(kept) };
        Ok(match cut::slices(&cut) {
            Some(slices) => self.slice_assign(&slices[..], values),
            None => values,
        })
    }
}

/// The same tensor, whose rank the compiler does not know to be O. Nothing happens at run time.
fn of_same_rank<const D: usize, const O: usize, K: Basic + 'static>(tensor: Tensor<D, K>) -> Tensor<O, K> {
    let mut slot = Some(tensor);
    let same = (&mut slot as &mut dyn Any).downcast_mut::<Option<Tensor<O, K>>>().and_then(Option::take);
    same.expect("a shape has one rank")
}

#[track_caller]
fn or_panic<T>(result: Result<T, TSliceError>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}
