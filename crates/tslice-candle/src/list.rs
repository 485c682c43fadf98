//! Lists that are tensors. On the CPU their elements are read where they are; on other devices the
//! positions stay there.

use candle_core::{DType, Device, Tensor};
use tslice::traits::{AsList, Picks};
use tslice::{Array, Dyn, PickError, Rank, Ref, ShapeError, View};
use tslice_algebra::__tensors::ListedRegion;
use tslice_core::__ops::{
    Elements, ForeignList, ListPart, Picked, Relisted, Source, layout, picked_by,
};
use tslice_core::traits::Listable;

use crate::error::TSliceError;

/// A tensor of rank 1 as a mask: `s![&Mask(t.gt(0.)?)]`. What is not 0 is selected.
///
/// candle has no type for booleans. What its comparisons return is a tensor of `u8`, and so may be
/// a list of positions, which is what such a tensor is without this.
#[derive(Clone, Debug)]
pub struct Mask(pub Tensor);

/// A list of a spec that is a tensor of rank 1: positions, or a [`Mask`]. `&list` in `s![..]` makes
/// it.
#[derive(Clone, Debug)]
pub struct TensorList {
    list: Tensor,
    is_mask: bool,
}

impl ForeignList for TensorList {}

/// Writes [`AsList`] for positions and masks.
macro_rules! lists {
    ($($list:ty, $this:ident => $tensor:expr, $is_mask:literal;)+) => {$(
        impl AsList<TensorList> for $list {
            type Element = i64;

            fn as_list(&self) -> (Array<Ref<'_, i64>, Rank<1>>, TensorList) {
                let $this = self;
                let list = TensorList {
                    list: $tensor.clone(),
                    is_mask: $is_mask,
                };
                (View::from(&[]), list)
            }
        }
    )+};
}

lists! {
    Tensor, this => this, false;
    Mask, this => this.0, true;
}

/// The positions of a list.
#[derive(Clone, Debug)]
pub(crate) enum Positions {
    /// Known to the host.
    Here(Vec<usize>),
    /// Known to the device alone, as `i64`.
    There(Tensor),
}

impl Positions {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Here(positions) => positions.len(),
            Self::There(positions) => positions.elem_count(),
        }
    }

    /// The positions as candle's indices.
    pub(crate) fn ids(&self, device: &Device) -> candle_core::Result<Tensor> {
        match self {
            Self::Here(positions) => ids(positions, device),
            Self::There(positions) => Ok(positions.clone()),
        }
    }

    /// The positions, read from the device if they are there.
    pub(crate) fn read(&self) -> candle_core::Result<Vec<usize>> {
        Ok(match self {
            Self::Here(positions) => positions.clone(),
            Self::There(positions) => {
                let positions = positions.to_vec1::<i64>()?;
                let of = |position: i64| position.unsigned_abs() as usize;
                positions.into_iter().map(of).collect()
            }
        })
    }
}

/// Positions as candle's indices.
pub(crate) fn ids(positions: &[usize], device: &Device) -> candle_core::Result<Tensor> {
    let list: Vec<i64> = positions.iter().map(|&position| position as i64).collect();
    Tensor::from_vec(list, positions.len(), device)
}

/// A list of a spec that was a tensor.
pub(crate) enum Own {
    Indices(Vec<i64>),
    Mask(Vec<bool>),
    /// Indices as `i64`, on a device.
    There(Tensor),
}

impl Own {
    fn new(list: &TensorList, device: &Device) -> Result<Self, TSliceError> {
        let TensorList { list, is_mask } = list;
        let dtype = list.dtype();
        let is_integer = matches!(
            dtype,
            DType::U8 | DType::U32 | DType::I16 | DType::I32 | DType::I64
        );
        if list.rank() != 1 || !is_integer {
            return Err(TSliceError::List {
                shape: list.dims().to_vec(),
                dtype,
            });
        }
        let (lhs, rhs) = (device.location(), list.device().location());
        if lhs != rhs {
            let op = "tpick";
            return Err(candle_core::Error::DeviceMismatchBinaryOp { lhs, rhs, op }.into());
        }
        let indices = list.to_dtype(DType::I64)?;
        Ok(if *is_mask {
            let mask = indices.to_vec1::<i64>()?;
            Self::Mask(mask.into_iter().map(|entry| entry != 0).collect())
        } else if device.is_cpu() {
            Self::Indices(indices.to_vec1()?)
        } else {
            Self::There(indices)
        })
    }

    /// The elements; of those on a device, as many others.
    fn elements(&self) -> Result<Elements<'_>, ShapeError> {
        Ok(match self {
            Self::Indices(list) => Listable::elements(View::<_, 1>::from(&list[..])),
            Self::Mask(mask) => Listable::elements(View::<_, 1>::from(&mask[..])),
            Self::There(list) => {
                let zeros = View::<i64, 1>::from_strided([list.elem_count()], [0], 0, &[0])?;
                Listable::elements(zeros)
            }
        })
    }
}

/// Whether positions on a device are checked.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Check {
    /// They are, which reads them.
    Always,
    /// Those on the CPU.
    IfHere,
}

/// What a spec selects of a tensor, and the spec with the lists in it that the CPU can read.
pub(crate) struct Listed<'a, S> {
    pub(crate) spec: Relisted<'a, S>,
    pub(crate) region: ListedRegion<Positions>,
}

/// The lists of a spec that are tensors, beside a tensor.
pub(crate) fn own<P: Picks<Dyn, TensorList>>(
    spec: &P,
    tensor: &Tensor,
) -> Result<Vec<Option<Own>>, TSliceError> {
    let foreign = spec.foreign();
    let own = foreign.iter().map(|list| {
        let list = list.as_ref();
        list.map(|list| Own::new(list, tensor.device())).transpose()
    });
    own.collect()
}

/// What a spec selects of a tensor whose elements can be counted, so that no position overflows.
pub(crate) fn listed<'a, P: Picks<Dyn, TensorList>>(
    spec: &'a P,
    own: &'a [Option<Own>],
    tensor: &Tensor,
    check: Check,
) -> Result<Listed<'a, P::Slice>, TSliceError> {
    let (shape, device) = (tensor.dims(), tensor.device());
    layout::check_count(shape).map_err(TSliceError::Shape)?;
    let elements: Result<Vec<_>, ShapeError> = own
        .iter()
        .map(|list| list.as_ref().map(Own::elements).transpose())
        .collect();
    let spec = Relisted::new(spec, elements.map_err(TSliceError::Shape)?);
    if check == Check::Always {
        check_lists(&spec, own, shape)?;
    }
    let (mut next, mut refused) = (0, None);
    let region = ListedRegion::by(&spec, shape, |part| {
        let first = next;
        next += part.lengths().len();
        let of_part = own.get(first..next).unwrap_or(&[]);
        let is_there = |list: &Option<Own>| matches!(list, Some(Own::There(_)));
        if !of_part.iter().any(is_there) {
            return Ok(Positions::Here(part.positions()?));
        }
        Ok(together(&part, of_part, device)?.unwrap_or_else(|error| {
            refused = Some(error);
            Positions::Here(Vec::new())
        }))
    });
    let region = region.map_err(TSliceError::Pick)?;
    match refused {
        Some(error) => Err(error.into()),
        None => Ok(Listed { spec, region }),
    }
}

/// Checks positions on a device.
fn check_lists(
    spec: &impl Source,
    own: &[Option<Own>],
    shape: &[usize],
) -> Result<(), TSliceError> {
    let mut axes = Vec::new();
    for entry in picked_by(spec, shape, |_| Ok(())).map_err(TSliceError::Pick)? {
        if let Picked::List {
            axis, axes: count, ..
        } = entry
        {
            axes.extend(axis..axis + count);
        }
    }
    for (list, axis) in own.iter().zip(axes) {
        let Some(Own::There(list)) = list else {
            continue;
        };
        let len = shape[axis];
        let inside = -layout::signed(len)..layout::signed(len);
        let list = list.to_vec1::<i64>()?;
        if let Some(at) = list.iter().position(|index| !inside.contains(index)) {
            return Err(TSliceError::Pick(PickError::IndexOutOfBounds {
                at,
                index: list[at],
                axis,
                len,
            }));
        }
    }
    Ok(())
}

/// The positions of all axes of a list, or of a group of lists, as one axis. Those lists that are
/// not on the device are uploaded.
fn together(
    part: &ListPart<'_>,
    own: &[Option<Own>],
    device: &Device,
) -> Result<candle_core::Result<Positions>, PickError> {
    let mut lists = Vec::new();
    for (number, &len) in part.lengths().iter().enumerate() {
        let list = match own.get(number) {
            Some(Some(Own::There(list))) => inside(list, len),
            _ => ids(&part.of_list(number)?, device),
        };
        lists.push((list, len));
    }
    Ok(joined(lists).map(Positions::There))
}

/// Positions of axes of these lengths, as positions of the axes as if they were one.
fn joined(lists: Vec<(candle_core::Result<Tensor>, usize)>) -> candle_core::Result<Tensor> {
    let mut lists = lists.into_iter();
    let Some((first, _)) = lists.next() else {
        return Err(candle_core::Error::msg("a group has lists"));
    };
    lists.try_fold(first?, |places, (list, len)| {
        let from = (places * layout::signed(len) as f64)?;
        from.broadcast_add(&list?)
    })
}

/// The positions of an axis of a length, none below 0. One that is outside is the nearest one
/// inside.
fn inside(list: &Tensor, len: usize) -> candle_core::Result<Tensor> {
    let len = layout::signed(len);
    let length = Tensor::new(len, list.device())?.broadcast_as(list.shape())?;
    let from_end = (list + length)?;
    let is_negative = list.lt(0_i64)?;
    is_negative
        .where_cond(&from_end, list)?
        .clamp(0_i64, len - 1)
}

#[cfg(test)]
mod tests {
    use candle_core::{Device, Tensor};

    use super::{inside, joined};

    fn list(list: &[i64]) -> Tensor {
        Tensor::new(list, &Device::Cpu).expect("a list")
    }

    #[test]
    fn positions_on_a_device_count_from_the_end() {
        let positions = inside(&list(&[0, -1, 4, -5, 7, -9]), 5).expect("positions");
        let positions = positions.to_vec1::<i64>().expect("i64");
        assert_eq!(positions, [0, 4, 4, 0, 4, 0]);
    }

    #[test]
    fn groups_on_a_device_are_places_of_one_axis() {
        let lists = [(list(&[1, 0]), 2), (list(&[2]), 3), (list(&[0, 4]), 5)];
        let lists = lists.map(|(list, len)| (Ok(list), len));
        let places = joined(lists.into()).expect("places");
        assert_eq!(places.to_vec1::<i64>().expect("i64"), [25, 14]);
    }
}
