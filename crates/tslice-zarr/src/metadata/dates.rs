//! Dates and durations of version 2, `<M8[ns]`: the engine has them in version 3 alone, so they are
//! opened as integers of the same bytes.

use serde_json::{Value, json};
use zarrs::array::{Array, ArrayMetadata, DataType};
use zarrs::metadata::v3::MetadataV3;
use zarrs::storage::store::MemoryStore;

use crate::error::ZarrError;

/// Replaces dates in metadata of version 2 by integers. Returns the data type of version 3 that
/// they have; `None` if there are none.
pub(crate) fn as_integers(metadata: &mut Value) -> Option<MetadataV3> {
    let dtype = metadata["dtype"].as_str()?;
    let (order, rest) = (dtype.get(..1)?, dtype.strip_prefix(['<', '>'])?);
    let (name, unit) = match (rest.strip_prefix("M8"), rest.strip_prefix("m8")) {
        (Some(unit), _) => ("numpy.datetime64", unit),
        (_, Some(unit)) => ("numpy.timedelta64", unit),
        _ => return None,
    };
    let factor_and_unit = match unit {
        "" => "generic",
        _ => unit.strip_prefix('[')?.strip_suffix(']')?,
    };
    let unit = factor_and_unit.trim_start_matches(|c: char| c.is_ascii_digit());
    let factor: u32 = match &factor_and_unit[..factor_and_unit.len() - unit.len()] {
        "" => 1,
        digits => digits.parse().ok().filter(|&factor| factor > 0)?,
    };
    let data_type =
        json!({ "name": name, "configuration": { "unit": unit, "scale_factor": factor } });
    let data_type = serde_json::from_value(data_type).ok()?;
    // Not all units are known to the engine.
    DataType::from_metadata(&data_type).ok()?;
    metadata["dtype"] = format!("{order}i8").into();
    let fill = &metadata["fill_value"];
    if fill.is_null() || fill == "NaT" {
        metadata["fill_value"] = i64::MIN.into();
    }
    Some(data_type)
}

/// The array that was opened as integers, with its own data type.
pub(crate) fn restored(
    array: Array<MemoryStore>,
    data_type: MetadataV3,
) -> Result<Array<MemoryStore>, ZarrError> {
    let array = array
        .to_v3()
        .map_err(|error| ZarrError::Open(error.to_string()))?;
    let (storage, mut metadata) = (array.storage(), array.metadata().clone());
    if let ArrayMetadata::V3(metadata) = &mut metadata {
        metadata.data_type = data_type;
    }
    Ok(Array::new_with_metadata(storage, "/", metadata)?)
}
