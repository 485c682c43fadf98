//! Lists that are tensors: they stay on their device.
//!
//! A position below 0 counts from the end, by an operation of the device. Whether all positions are
//! inside their axes is a number that has to be read, and so is the count of a mask, on which the
//! shape of the result depends.

use burn_tensor::{Bool, DType, Device, IndexingUpdateOp, Int, Tensor, TensorData};
use tslice::traits::AsList;
use tslice::{Array, PickError, Rank, Ref, ShapeError, View};
use tslice_core::__ops::{Elements, ForeignList, ListPart, layout};
use tslice_core::traits::Listable;

use crate::error::TSliceError;
use crate::value;

/// A list of a spec that is a tensor of rank 1: positions as integers, or a mask. `&list` in
/// `s![..]` makes it.
#[derive(Clone, Debug)]
pub struct TensorList(List);

#[derive(Clone, Debug)]
enum List {
    Positions(Tensor<1, Int>),
    Mask(Tensor<1, Bool>),
}

impl ForeignList for TensorList {}

impl TensorList {
    pub(crate) fn positions(list: Tensor<1, Int>) -> Self {
        Self(List::Positions(list))
    }

    pub(crate) fn mask(mask: Tensor<1, Bool>) -> Self {
        Self(List::Mask(mask))
    }
}

impl AsList<TensorList> for Tensor<1, Int> {
    type Element = i64;

    fn as_list(&self) -> (Array<Ref<'_, i64>, Rank<1>>, TensorList) {
        (View::from(&[]), TensorList::positions(self.clone()))
    }
}

impl AsList<TensorList> for Tensor<1, Bool> {
    type Element = bool;

    fn as_list(&self) -> (Array<Ref<'_, bool>, Rank<1>>, TensorList) {
        (View::from(&[]), TensorList::mask(self.clone()))
    }
}

/// Whether positions that are tensors are checked.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Check {
    /// They are, which waits for the device.
    Always,
    /// If the device is the CPU.
    IfHere,
}

/// A list of an axis whose length is known to be that of the axis, if it is a mask: positions.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    list: Tensor<1, Int>,
    /// The length of the mask that these are the positions of.
    mask: Option<usize>,
}

impl Places {
    /// The positions, beside a tensor on a device.
    pub(crate) fn new(list: TensorList, device: &Device) -> Result<Self, TSliceError> {
        let of = match &list.0 {
            List::Positions(list) => list.device(),
            List::Mask(mask) => mask.device(),
        };
        if of != *device {
            return Err(TSliceError::ListDevice {
                tensor: device.clone().into(),
                list: of.into(),
            });
        }
        // Without gradients, an operation may have any others beside it.
        Ok(match list.0 {
            List::Positions(list) => Self {
                list: list.inner(),
                mask: None,
            },
            List::Mask(mask) => Self {
                mask: Some(mask.dims()[0]),
                list: positions_of(mask.inner()),
            },
        })
    }

    /// As many positions as this has, for what only needs their number.
    pub(crate) fn stand_in(&self) -> Result<Elements<'static>, ShapeError> {
        let list = View::<i64, 1>::from_strided([self.list.dims()[0]], [0], 0, &[0])?;
        Ok(Listable::elements(list))
    }

    /// Checks the mask, whose length is that of the axis.
    pub(crate) fn check_mask(&self, axis: usize, len: usize) -> Result<(), PickError> {
        match self.mask {
            Some(mask) if mask != len => Err(PickError::MaskLength { mask, axis, len }),
            _ => Ok(()),
        }
    }

    /// Whether a position is outside an axis of a length, as a tensor of one element; `None` if
    /// that is known to be false.
    pub(crate) fn is_outside(&self, len: usize) -> Option<Tensor<1, Bool>> {
        if self.mask.is_some() || self.list.dims() == [0] {
            return None;
        }
        let (least, most) = value::range_of_integers(self.list.dtype());
        let len = layout::signed(len);
        let above = (i128::from(len) <= most).then(|| self.list.clone().greater_equal_scalar(len));
        let below = (least < i128::from(-len)).then(|| self.list.clone().lower_scalar(-len));
        match (above, below) {
            (Some(above), Some(below)) => Some(above.bool_or(below).any()),
            (above, below) => Some(above.or(below)?.any()),
        }
    }

    /// The error for the first position that is outside an axis of a length.
    pub(crate) fn check(&self, axis: usize, len: usize) -> Result<(), PickError> {
        let signed = i128::from(layout::signed(len));
        let is_unsigned = value::range_of_integers(self.list.dtype()).0 == 0;
        let list = self.list.to_data();
        let list: Vec<i128> = if is_unsigned {
            list.iter::<u64>().map(i128::from).collect()
        } else {
            list.iter::<i64>().map(i128::from).collect()
        };
        match list
            .iter()
            .position(|index| !(-signed..signed).contains(index))
        {
            None => Ok(()),
            Some(at) => Err(PickError::IndexOutOfBounds {
                at,
                index: i64::try_from(list[at]).unwrap_or(i64::MAX),
                axis,
                len,
            }),
        }
    }

    /// The positions of an axis of a length.
    pub(crate) fn checked(
        &self,
        axis: usize,
        len: usize,
        check: Check,
        device: &Device,
    ) -> Result<Tensor<1, Int>, PickError> {
        // An axis without positions has none for any index, which needs no look at the indices.
        let is_read = check == Check::Always || is_here(device) || len == 0;
        let outside = is_read.then(|| self.is_outside(len)).flatten();
        if outside.is_some_and(|outside| outside.into_scalar()) {
            self.check(axis, len)?;
        }
        Ok(self.inside(len))
    }

    /// The positions of an axis of a length, none below 0, as integers of 32 or 64 bits. One that
    /// is outside is the nearest one inside.
    pub(crate) fn inside(&self, len: usize) -> Tensor<1, Int> {
        if self.mask.is_some() {
            return self.list.clone();
        }
        let (dtype, last) = (self.list.dtype(), layout::signed(len.max(1)) - 1);
        let (least, most) = value::range_of_integers(dtype);
        let wide = if last >= i64::from(i32::MAX) || most > i128::from(u32::MAX) {
            DType::I64
        } else {
            DType::I32
        };
        if least == 0 {
            // Above the last position, an unsigned integer may not fit in the type with a sign.
            let list = if i128::from(last) < most {
                self.list.clone().clamp_max(last)
            } else {
                self.list.clone()
            };
            return cast(list, wide);
        }
        let list = cast(self.list.clone(), wide);
        let from_end = list.clone().add_scalar(last + 1);
        let is_negative = list.clone().lower_scalar(0);
        list.mask_where(is_negative, from_end).clamp(0, last)
    }
}

/// The positions of all axes of a list, or of a group of lists, as one axis. Those lists that are
/// not tensors are uploaded.
pub(crate) fn together(
    part: &ListPart<'_>,
    lists: &[Option<Places>],
    device: &Device,
) -> Result<Tensor<1, Int>, PickError> {
    let lengths = part.lengths();
    let all = layout::check_count(lengths).map(|()| lengths.iter().product::<usize>())?;
    let narrow = all <= i32::MAX.unsigned_abs() as usize;
    let dtype = if narrow { DType::I32 } else { DType::I64 };
    let mut sum: Option<Tensor<1, Int>> = None;
    let mut stride = all;
    for (number, &len) in lengths.iter().enumerate() {
        stride /= len.max(1);
        let list = match lists.get(number) {
            Some(Some(list)) => list.inside(len),
            _ => ids(&part.of_list(number)?, device),
        };
        if lengths.len() == 1 {
            return Ok(list);
        }
        let offsets = cast(list, dtype).mul_scalar(layout::signed(stride));
        sum = Some(match sum {
            Some(sum) => sum.add(offsets),
            None => offsets,
        });
    }
    Ok(sum.unwrap_or_else(|| ids(&[], device)))
}

/// The positions at which a mask is true. Their number is read.
fn positions_of(mask: Tensor<1, Bool>) -> Tensor<1, Int> {
    let (len, device) = (mask.dims()[0], mask.device());
    if len == 0 {
        return ids(&[], &device);
    }
    let dtype = dtype_of(len);
    // Behind each entry, the number of those that are true up to it.
    let counts = cast(mask.clone().int(), dtype).cumsum(0);
    let last = counts.clone().slice_dim(0, len - 1..len);
    let count = last.into_data().iter::<i64>().next().unwrap_or(0);
    let places = counts.sub_scalar(1).mask_fill(mask.bool_not(), count);
    let numbers = Tensor::arange(0..layout::signed(len), (&device, dtype));
    // Entries that are false share the last place, which is cut off.
    let count = count.unsigned_abs() as usize;
    Tensor::<1, Int>::zeros([count + 1], (&device, dtype))
        .scatter_nd::<2, 1>(places.reshape([len, 1]), numbers, IndexingUpdateOp::Assign)
        .slice_dim(0, 0..count)
}

/// The integers with a sign that hold the positions of an axis.
pub(crate) fn dtype_of(len: usize) -> DType {
    if i32::try_from(len).is_ok() {
        DType::I32
    } else {
        DType::I64
    }
}

fn cast(list: Tensor<1, Int>, dtype: DType) -> Tensor<1, Int> {
    if list.dtype() == dtype {
        list
    } else {
        list.cast(dtype)
    }
}

/// Whether a device is the CPU, and each operation is done when it returns.
pub(crate) fn is_here(device: &Device) -> bool {
    let device = format!("{device:?}");
    ["Flex", "NdArray(", "LibTorch(Cpu"]
        .iter()
        .any(|name| device.contains(name))
}

/// Positions as burn's indices: of 32 bits if that is enough, because some devices lack those of 64
/// bits. The default of the device may be narrower.
pub(crate) fn ids(positions: &[usize], device: &Device) -> Tensor<1, Int> {
    let narrow: Result<Vec<i32>, _> = positions
        .iter()
        .map(|&position| position.try_into())
        .collect();
    let data = match narrow {
        Ok(narrow) => TensorData::new(narrow, [positions.len()]),
        Err(_) => {
            let wide = positions.iter().map(|&position| position as i64).collect();
            TensorData::new::<i64, _>(wide, [positions.len()])
        }
    };
    let dtype = data.dtype();
    Tensor::from_data(data, (device, dtype))
}

#[cfg(test)]
mod tests {
    use burn_tensor::{DType, Device};

    use super::ids;

    #[test]
    fn positions_beyond_32_bits_keep_their_values() {
        let last = usize::try_from(i32::MAX).expect("64 bits");
        let small = ids(&[0, last], &Device::flex());
        assert_eq!(
            (
                small.dtype(),
                small.try_into_vec_as::<i64>().expect("integers")[1]
            ),
            (DType::I32, last as i64)
        );
        let large = ids(&[0, last + 1], &Device::flex());
        assert_eq!(
            (
                large.dtype(),
                large.try_into_vec_as::<i64>().expect("integers")[1]
            ),
            (DType::I64, 1 << 31)
        );
    }
}
