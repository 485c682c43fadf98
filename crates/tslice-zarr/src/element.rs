//! The types of elements.

use std::borrow::Cow;

use bytemuck::{CheckedBitPattern, NoUninit, Zeroable};
use serde_json::Value;
use zarrs::array::DataType;
use zarrs::plugin::ExtensionName;

use crate::error::ZarrError;

/// A type of elements that Zarr arrays hold: the integers, the floats with `half::f16` and
/// `half::bf16`, `bool`, complex floats, and `[u8; N]` for raw bits.
pub trait Element:
    zarrs::array::Element + CheckedBitPattern + NoUninit + Zeroable + Send + Sync
{
}

impl<T> Element for T where
    T: zarrs::array::Element + CheckedBitPattern + NoUninit + Zeroable + Send + Sync
{
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

/// Decoded bytes of elements of type T as these, without a copy if they are aligned.
pub(crate) fn of_bytes<T: Element>(bytes: &[u8]) -> Result<Cow<'_, [T]>, ZarrError> {
    let wrong = || ZarrError::chunk("", "the bytes are not elements of the data type");
    match bytemuck::checked::try_cast_slice(bytes) {
        Ok(elements) => Ok(Cow::Borrowed(elements)),
        Err(bytemuck::checked::CheckedCastError::InvalidBitPattern) => Err(wrong()),
        Err(_) => {
            let read = |item| bytemuck::checked::try_pod_read_unaligned(item).map_err(|_| wrong());
            let items = bytes.chunks_exact(size_of::<T>()).map(read);
            items.collect::<Result<_, _>>().map(Cow::Owned)
        }
    }
}
