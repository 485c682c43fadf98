//! Tensors whose rank is known at run time.

use burn_tensor::kind::Basic;
use burn_tensor::{DType, Device, Element, Tensor, TensorData};
use tslice::{Dyn, DynSpec, Rank, Slices, traits::Picks};
use tslice_burn::{TSlice, TSliceError};

/// A tensor of rank 1 to 4.
#[derive(Clone)]
pub(crate) enum Ranked<K: Basic> {
    One(Tensor<1, K>),
    Two(Tensor<2, K>),
    Three(Tensor<3, K>),
    Four(Tensor<4, K>),
}

/// Calls a function that is generic over the rank.
macro_rules! by_rank {
    ($ranked:expr, $tensor:ident => $call:expr) => {
        match $ranked {
            Ranked::One($tensor) => $call,
            Ranked::Two($tensor) => $call,
            Ranked::Three($tensor) => $call,
            Ranked::Four($tensor) => $call,
        }
    };
}
pub(crate) use by_rank;

impl<K: Basic + 'static> Ranked<K> {
    pub(crate) fn new(data: TensorData, device: &Device, dtype: DType) -> Self {
        match data.shape().len() {
            1 => Self::One(Tensor::from_data(data, (device, dtype))),
            2 => Self::Two(Tensor::from_data(data, (device, dtype))),
            3 => Self::Three(Tensor::from_data(data, (device, dtype))),
            4 => Self::Four(Tensor::from_data(data, (device, dtype))),
            rank => panic!("rank {rank}"),
        }
    }

    pub(crate) fn dtype(&self) -> DType {
        by_rank!(self, t => t.dtype())
    }

    pub(crate) fn data(&self) -> TensorData {
        by_rank!(self, t => t.to_data())
    }

    pub(crate) fn take(
        self,
        spec: &DynSpec,
        has_lists: bool,
        rank: usize,
    ) -> Result<Self, TSliceError> {
        by_rank!(self, t => taken(t, spec, has_lists, rank))
    }

    pub(crate) fn assign(
        self,
        spec: &DynSpec,
        has_lists: bool,
        values: Self,
    ) -> Result<Self, TSliceError> {
        by_rank!(values, values => match self {
            Self::One(t) => assigned(t, spec, has_lists, values).map(Self::One),
            Self::Two(t) => assigned(t, spec, has_lists, values).map(Self::Two),
            Self::Three(t) => assigned(t, spec, has_lists, values).map(Self::Three),
            Self::Four(t) => assigned(t, spec, has_lists, values).map(Self::Four),
        })
    }

    pub(crate) fn fill(
        self,
        spec: &DynSpec,
        has_lists: bool,
        value: impl Element,
    ) -> Result<Self, TSliceError> {
        match self {
            Self::One(t) => filled(t, spec, has_lists, value).map(Self::One),
            Self::Two(t) => filled(t, spec, has_lists, value).map(Self::Two),
            Self::Three(t) => filled(t, spec, has_lists, value).map(Self::Three),
            Self::Four(t) => filled(t, spec, has_lists, value).map(Self::Four),
        }
    }
}

fn taken<const D: usize, K: Basic + 'static>(
    t: Tensor<D, K>,
    spec: &DynSpec,
    has_lists: bool,
    rank: usize,
) -> Result<Ranked<K>, TSliceError>
where
    for<'s> &'s DynSpec: Slices<Rank<D>, Output = Dyn> + Picks<Rank<D>, Output = Dyn>,
{
    match (rank, has_lists) {
        (1, false) => t.try_tslice(spec).map(Ranked::One),
        (2, false) => t.try_tslice(spec).map(Ranked::Two),
        (3, false) => t.try_tslice(spec).map(Ranked::Three),
        (4, false) => t.try_tslice(spec).map(Ranked::Four),
        (1, true) => t.try_tpick(spec).map(Ranked::One),
        (2, true) => t.try_tpick(spec).map(Ranked::Two),
        (3, true) => t.try_tpick(spec).map(Ranked::Three),
        (4, true) => t.try_tpick(spec).map(Ranked::Four),
        (rank, _) => panic!("rank {rank}"),
    }
}

fn assigned<const D: usize, const V: usize, K: Basic + 'static>(
    t: Tensor<D, K>,
    spec: &DynSpec,
    has_lists: bool,
    values: Tensor<V, K>,
) -> Result<Tensor<D, K>, TSliceError>
where
    for<'s> &'s DynSpec: Slices<Rank<D>> + Picks<Rank<D>>,
{
    if has_lists {
        t.try_tpick_assign(spec, values)
    } else {
        t.try_tslice_assign(spec, values)
    }
}

fn filled<const D: usize, K: Basic + 'static>(
    t: Tensor<D, K>,
    spec: &DynSpec,
    has_lists: bool,
    value: impl Element,
) -> Result<Tensor<D, K>, TSliceError>
where
    for<'s> &'s DynSpec: Slices<Rank<D>> + Picks<Rank<D>>,
{
    if has_lists {
        t.try_tpick_fill(spec, value)
    } else {
        t.try_tslice_fill(spec, value)
    }
}
