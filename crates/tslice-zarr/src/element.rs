//! The types of elements.

use std::borrow::Cow;

use bytemuck::{CheckedBitPattern, NoUninit, Zeroable};
use half::{bf16, f16};
use num_complex::Complex;
use serde_json::Value;
use zarrs::array::DataType;
use zarrs::plugin::ExtensionName;

use crate::error::ZarrError;

/// A type of elements that Zarr arrays hold: the integers, the floats with [`half::f16`] and
/// [`half::bf16`], `bool`, and complex floats.
pub trait Element:
    zarrs::array::Element + CheckedBitPattern + NoUninit + Zeroable + Send + Sync + sealed::Sealed
{
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! elements {
    ($($element:ty),+) => { $(
        impl sealed::Sealed for $element {}
        impl Element for $element {}
    )+ };
}

elements!(
    bool, u8, u16, u32, u64, i8, i16, i32, i64, f16, bf16, f32, f64
);
elements!(Complex<f16>, Complex<bf16>, Complex<f32>, Complex<f64>);

/// What is done with elements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

/// Whether arrays of this data type are read or written as elements of type T.
pub(crate) fn check<T: Element>(
    data_type: &DataType,
    name: impl FnOnce() -> String,
    access: Access,
) -> Result<(), ZarrError> {
    let (asked, written) = (std::any::type_name::<T>(), access == Access::Write);
    T::validate_data_type(data_type).map_err(|_| ZarrError::Elements {
        array: name(),
        asked,
        written,
    })
}

/// The name of a data type in the newest version of the format that has it, with the unit of dates
/// and durations.
pub(crate) fn name(data_type: &DataType) -> String {
    let Some(name) = data_type.name_v3().or_else(|| data_type.name_v2()) else {
        return data_type.to_string();
    };
    let configuration = data_type.configuration_v3();
    match (
        configuration.get("unit").and_then(Value::as_str),
        configuration.get("scale_factor"),
    ) {
        (Some(unit), Some(factor)) if *factor != 1 => format!("{name}[{factor}{unit}]"),
        (Some(unit), _) => format!("{name}[{unit}]"),
        _ => name.into_owned(),
    }
}

/// Decoded bytes as elements, without a copy if they are aligned.
pub(crate) fn of_bytes<T: Element>(bytes: &[u8]) -> Result<Cow<'_, [T]>, ZarrError> {
    let wrong = || ZarrError::chunk("", "the bytes are not elements of the data type");
    match bytemuck::checked::try_cast_slice(bytes) {
        Ok(elements) => Ok(Cow::Borrowed(elements)),
        Err(bytemuck::checked::CheckedCastError::InvalidBitPattern) => Err(wrong()),
        Err(_) => {
            let (items, rest) = (
                bytes.chunks_exact(size_of::<T>()),
                bytes.len() % size_of::<T>(),
            );
            if rest != 0 {
                return Err(wrong());
            }
            let read = |item| bytemuck::checked::try_pod_read_unaligned(item).map_err(|_| wrong());
            items
                .map(read)
                .collect::<Result<Vec<T>, _>>()
                .map(Cow::Owned)
        }
    }
}
