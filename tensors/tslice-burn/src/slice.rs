//! `t.tslice(s![..])`.

use std::any::Any;

use burn_tensor::kind::Basic;
use burn_tensor::{ElementConversion, Shape, Slice, Tensor};
use tslice::{Picks, Rank, ShapeError, Slices};
use tslice_algebra::DynRegion;

use crate::cut;
use crate::error::TSliceError;
use crate::pick::{self, List, Parts};
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

    /// The tensor with `value`, converted to the type of its elements, where the spec selects.
    ///
    /// # Errors
    ///
    /// As [`try_tslice`](Self::try_tslice).
    fn try_tslice_fill<P: Slices<Rank<D>>>(
        self,
        spec: P,
        value: impl ElementConversion,
    ) -> Result<Self, TSliceError>;

    /// What a spec with lists, masks or groups selects, as [`Array::pick`](tslice::Array::pick) does. Gradients flow back to the
    /// elements that were selected; those of an element that was selected more than once add up.
    ///
    /// ```
    /// use burn_tensor::{Device, Tensor};
    /// use tslice::s;
    /// use tslice_burn::TSlice;
    ///
    /// let t = Tensor::<2>::from_data([[0., 1., 2.], [3., 4., 5.]], &Device::flex());
    /// let read = |t: Tensor<1>| t.try_into_vec_as::<f32>().unwrap();
    /// assert_eq!(read(t.clone().tpick(s![1, [2, 0, -1]])), [5., 3., 5.]);
    /// let (ys, xs) = ([0, -1], [2, 0]);
    /// assert_eq!(read(t.tpick(s![(&ys, &xs)])), [2., 3.]);
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Array::try_pick`](tslice::Array::try_pick); if the result has another rank than O.
    fn try_tpick<const O: usize, P>(self, spec: P) -> Result<Tensor<O, K>, TSliceError>
    where
        P: Picks<Rank<D>>,
        P::Output: NotScalar + ToRank<O>;

    /// The tensor with `values` where a spec with lists selects. They broadcast by NumPy's rule; of an element that is selected more
    /// than once, the last value stays.
    ///
    /// # Errors
    ///
    /// As [`try_tpick`](Self::try_tpick); if the values do not broadcast, have elements of another type, or are on another device.
    fn try_tpick_assign<const V: usize, P: Picks<Rank<D>>>(
        self,
        spec: P,
        values: Tensor<V, K>,
    ) -> Result<Self, TSliceError>;

    /// The tensor with `value`, converted to the type of its elements, where a spec with lists selects.
    ///
    /// # Errors
    ///
    /// As [`try_tpick`](Self::try_tpick).
    fn try_tpick_fill<P: Picks<Rank<D>>>(
        self,
        spec: P,
        value: impl ElementConversion,
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

    /// As [`try_tslice_fill`](Self::try_tslice_fill).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tslice_fill<P: Slices<Rank<D>>>(self, spec: P, value: impl ElementConversion) -> Self {
        or_panic(self.try_tslice_fill(spec, value))
    }

    /// As [`try_tpick`](Self::try_tpick).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tpick<const O: usize, P>(self, spec: P) -> Tensor<O, K>
    where
        P: Picks<Rank<D>>,
        P::Output: NotScalar + ToRank<O>,
    {
        or_panic(self.try_tpick(spec))
    }

    /// As [`try_tpick_assign`](Self::try_tpick_assign).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tpick_assign<const V: usize, P: Picks<Rank<D>>>(self, spec: P, values: Tensor<V, K>) -> Self {
        or_panic(self.try_tpick_assign(spec, values))
    }

    /// As [`try_tpick_fill`](Self::try_tpick_fill).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    fn tpick_fill<P: Picks<Rank<D>>>(self, spec: P, value: impl ElementConversion) -> Self {
        or_panic(self.try_tpick_fill(spec, value))
    }
}

impl<const D: usize, K: Basic + 'static> TSlice<D, K> for Tensor<D, K> {
    fn try_tslice<const O: usize, P>(self, spec: P) -> Result<Tensor<O, K>, TSliceError>
    where
        P: Slices<Rank<D>>,
        P::Output: NotScalar + ToRank<O>,
    {
        let cut = DynRegion::new(spec, &self.dims())?;
        result(self, &cut, &[], cut::kept_shape(&cut), cut.result_shape())
    }

    fn try_tslice_assign<const V: usize, P: Slices<Rank<D>>>(
        self,
        spec: P,
        values: Tensor<V, K>,
    ) -> Result<Self, TSliceError> {
        let cut = DynRegion::new(spec, &self.dims())?;
        assigned(self, &cut, &[], cut::kept_shape(&cut), &cut.origins(), values)
    }

    fn try_tslice_fill<P: Slices<Rank<D>>>(
        self,
        spec: P,
        value: impl ElementConversion,
    ) -> Result<Self, TSliceError> {
        let value = scalar(&self, value);
        self.try_tslice_assign(spec, value)
    }

    fn try_tpick<const O: usize, P>(self, spec: P) -> Result<Tensor<O, K>, TSliceError>
    where
        P: Picks<Rank<D>>,
        P::Output: NotScalar + ToRank<O>,
    {
        let parts = Parts::new(&spec, self.dims()).map_err(TSliceError::Pick)?;
        result(self, &parts.cut, &parts.lists, parts.kept, parts.shape())
    }

    fn try_tpick_assign<const V: usize, P: Picks<Rank<D>>>(
        self,
        spec: P,
        values: Tensor<V, K>,
    ) -> Result<Self, TSliceError> {
        let parts = Parts::new(&spec, self.dims()).map_err(TSliceError::Pick)?;
        assigned(self, &parts.cut, &parts.lists, parts.kept, &parts.origins, values)
    }

    fn try_tpick_fill<P: Picks<Rank<D>>>(
        self,
        spec: P,
        value: impl ElementConversion,
    ) -> Result<Self, TSliceError> {
        let value = scalar(&self, value);
        self.try_tpick_assign(spec, value)
    }
}

/// A number of a tensor's type, beside it.
fn scalar<const D: usize, K: Basic>(tensor: &Tensor<D, K>, value: impl ElementConversion) -> Tensor<1, K> {
    Tensor::full([1], value, (&tensor.device(), tensor.dtype()))
}

fn sliced<const D: usize, K: Basic>(tensor: Tensor<D, K>, cut: &DynRegion) -> Tensor<D, K> {
    if cut::is_whole(cut) { tensor } else { tensor.slice(&cut::slices(cut)[..]) }
}

/// What lists select of a slice, in the shape of the result; `kept` is that with all axes of the tensor.
fn result<const D: usize, const O: usize, K: Basic + 'static>(
    tensor: Tensor<D, K>,
    cut: &DynRegion,
    lists: &[List],
    kept: [usize; D],
    shape: Vec<usize>,
) -> Result<Tensor<O, K>, TSliceError> {
    if shape.len() != O {
        return Err(TSliceError::Rank { expected: O, rank: shape.len() });
    }
    if shape.contains(&0) {
        let device = tensor.device();
        if !device.is_autodiff() || tensor.dims().contains(&0) {
            // In a shape to reshape to, 0 means another thing to burn.
            return Ok(Tensor::empty(Shape::from(shape), (&device, tensor.dtype())));
        }
        // Some element, no times: the result stays in the graph.
        let one: [Slice; D] = std::array::from_fn(|_| Slice::from(0..1));
        return Ok(tensor.slice(&one[..]).reshape([1; O]).expand(Shape::from(shape)));
    }
    let picked = pick::select(sliced(tensor, cut), lists);
    Ok(if shape == kept { of_same_rank(picked) } else { picked.reshape(Shape::from(shape)) })
}

/// The tensor with values where lists select of a slice, whose axes come from `origins`.
fn assigned<const D: usize, const V: usize, K: Basic + 'static>(
    tensor: Tensor<D, K>,
    cut: &DynRegion,
    lists: &[List],
    kept: [usize; D],
    origins: &[Option<usize>],
    values: Tensor<V, K>,
) -> Result<Tensor<D, K>, TSliceError> {
    let Some(beside) = cut::shape_beside(kept, origins, &values.dims()) else {
        let to = origins.iter().map(|axis| axis.map_or(1, |axis| kept[axis])).collect();
        return Err(TSliceError::Shape(ShapeError::Broadcast { from: values.dims().into(), to }));
    };
    if tensor.dtype() != values.dtype() {
        return Err(TSliceError::Elements { tensor: tensor.dtype(), values: values.dtype() });
    }
    let devices = (tensor.device(), values.device());
    if devices.0 != devices.1 || devices.0.is_autodiff() != devices.1.is_autodiff() {
        return Err(TSliceError::Device { tensor: devices.0.into(), values: devices.1.into() });
    }
    if kept.contains(&0) {
        return Ok(tensor);
    }
    let values =
        if values.dims()[..] == beside { of_same_rank(values) } else { values.reshape(Shape::from(beside)) };
    let values = if beside == kept { values } else { values.expand(kept) };
    let values = match lists {
        [] => values,
        _ => pick::assign(sliced(tensor.clone(), cut), values, lists),
    };
    // Even where nothing of the tensor is left, it stays in the graph of gradients.
    Ok(if cut::is_whole(cut) && !devices.0.is_autodiff() {
        values
    } else {
        tensor.slice_assign(&cut::slices(cut)[..], values)
    })
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
