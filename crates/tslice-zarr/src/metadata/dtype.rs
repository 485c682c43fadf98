//! Strings and records, which the engine lacks: they are opened as raw bytes of the same length, in
//! the byte order in which they are stored, with the dtype that NumPy has for them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use zarrs::array::{DataType, FillValueMetadata};
use zarrs::metadata::v3::MetadataV3;
use zarrs::plugin::ExtensionName;

use crate::error::ZarrError;

/// A dtype in the notation of a NumPy file, without the quotes around one of a single item, and the
/// bytes of an element.
struct Dtype {
    descr: String,
    bytes: usize,
}

/// How elements were described that are opened as raw bytes.
pub(crate) struct RawBytes {
    /// The dtype in the notation of a NumPy file, without quotes.
    pub(crate) descr: String,
    /// Data type and fill value in version 3 of the format; `None` for records of version 2.
    of_version_3: Option<(Value, Value)>,
}

impl RawBytes {
    /// Gives metadata of version 3 the data type again.
    pub(crate) fn restore(&self, metadata: &mut Value) -> Result<(), ZarrError> {
        let Some((data_type, fill)) = &self.of_version_3 else {
            return Err(ZarrError::Copy(
                "records of version 2 of the format are not copied to version 3".to_owned(),
            ));
        };
        metadata["data_type"] = data_type.clone();
        metadata["fill_value"] = fill.clone();
        Ok(())
    }
}

/// The byte order of this machine.
const NATIVE: &str = if cfg!(target_endian = "little") {
    "<"
} else {
    ">"
};

/// The dtype of elements of this data type, or of what was opened as raw bytes, as the header of a
/// NumPy file has it; `None` if NumPy has none.
pub(crate) fn in_file(data_type: &DataType, raw: Option<&RawBytes>) -> Option<String> {
    if let Some(raw) = raw {
        return Some(in_header(&raw.descr));
    }
    let (name, configuration) = (data_type.name_v3()?, data_type.configuration_v3());
    let descr = match &name[..] {
        // As `ml_dtypes` names it to NumPy.
        "bfloat16" => "<V2".to_owned(),
        name => dtype(&json!({ "name": name, "configuration": configuration }))?.descr,
    };
    Some(in_header(&descr.replacen('<', NATIVE, 1)))
}

/// The types of version 3 whose elements are bytes or have fields.
const OF_VERSION_3: [&str; 4] = ["null_terminated_bytes", "raw_bytes", "struct", "structured"];

/// Replaces strings and records in metadata by raw bytes, and their fill value. Returns what they
/// were; `None` if the elements are of another kind, or of one that NumPy lacks too.
///
/// # Errors
///
/// If the fill value is not one of this data type.
pub(crate) fn as_raw_bytes(metadata: &mut Value) -> Result<Option<RawBytes>, String> {
    let is_version_3 = !metadata["data_type"].is_null();
    let data_type = &metadata[if is_version_3 { "data_type" } else { "dtype" }];
    let is_raw = match data_type {
        Value::String(text) => text.starts_with("|S") || text.starts_with("|V"),
        _ => !is_version_3 || OF_VERSION_3.contains(&name(data_type)),
    };
    let Some(Dtype { descr, bytes }) = Some(data_type).filter(|_| is_raw).and_then(dtype) else {
        return Ok(None);
    };
    if is_version_3
        && descr.starts_with('[')
        && metadata["codecs"].to_string().contains(r#""endian":"big""#)
    {
        return Err("records of version 3 are read in the byte order `little` only".to_owned());
    }
    let given = &metadata["fill_value"];
    let fill = fill(data_type, given).filter(|fill| fill.len() == bytes);
    let fill =
        fill.ok_or_else(|| format!("the fill value {given} is not one of the dtype {descr}"))?;
    let given = if given.is_null() {
        json!(STANDARD.encode(&fill))
    } else {
        given.clone()
    };
    let named = if descr.starts_with("|S") {
        "null_terminated_bytes"
    } else {
        "raw_bytes"
    };
    let named = json!({ "name": named, "configuration": { "length_bytes": bytes } });
    let of_version_3 = match is_version_3 {
        true => Some((data_type.clone(), given)),
        false => data_type.is_string().then_some((named, given)),
    };
    metadata["fill_value"] = json!(fill);
    match is_version_3 {
        true => metadata["data_type"] = format!("r{}", 8 * bytes).into(),
        false => metadata["dtype"] = format!("|V{bytes}").into(),
    }
    Ok(Some(RawBytes {
        descr,
        of_version_3,
    }))
}

/// The name of a data type of version 3.
fn name(data_type: &Value) -> &str {
    data_type
        .get("name")
        .unwrap_or(data_type)
        .as_str()
        .unwrap_or_default()
}

/// A field: its name, its data type and its shape.
type Field<'v> = (&'v str, &'v Value, &'v [Value]);

/// The fields of a data type, if it has some.
fn fields(data_type: &Value) -> Option<Vec<Field<'_>>> {
    let fields = data_type
        .pointer("/configuration/fields")
        .unwrap_or(data_type)
        .as_array()?;
    fields.iter().map(field).collect()
}

fn field(field: &Value) -> Option<Field<'_>> {
    match field.as_array().map(Vec::as_slice) {
        Some([name, data_type]) => Some((name.as_str()?, data_type, &[])),
        Some([name, data_type, shape]) => Some((name.as_str()?, data_type, shape.as_array()?)),
        Some(_) => None,
        None => Some((field.get("name")?.as_str()?, field.get("data_type")?, &[])),
    }
}

/// The bytes of an element of a data type of either version; `None` if NumPy has none such.
pub(crate) fn bytes(data_type: &Value) -> Option<usize> {
    Some(dtype(data_type)?.bytes)
}

/// The dtype of a data type of either version; `None` if NumPy has none.
fn dtype(data_type: &Value) -> Option<Dtype> {
    if let Some(fields) = fields(data_type) {
        let (mut items, mut bytes) = (vec![], 0_usize);
        for (name, data_type, shape) in fields {
            let of = dtype(data_type)?;
            let (mut own, mut lengths) = (of.bytes, String::new());
            for len in shape {
                let len = usize::try_from(len.as_u64()?).ok()?;
                own = own.checked_mul(len)?;
                lengths += &format!("{len}, ");
            }
            bytes = bytes.checked_add(own)?;
            let mut item = format!("({}, {}", quoted(name), in_header(&of.descr));
            if !shape.is_empty() {
                item += &format!(", ({lengths})");
            }
            items.push(item + ")");
        }
        return Some(Dtype {
            descr: format!("[{}]", items.join(", ")),
            bytes,
        })
        .filter(|of| of.bytes > 0);
    }
    let configured = |key: &str| data_type.pointer(&format!("/configuration/{key}"));
    let length = || configured("length_bytes")?.as_u64();
    let name = name(data_type);
    let bits = name
        .trim_start_matches(|c: char| !c.is_ascii_digit())
        .parse()
        .unwrap_or(0);
    let number = |kind: &str| format!("{}{kind}{}", if bits == 8 { '|' } else { '<' }, bits / 8);
    let descr = match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
        "bool" => "|b1".to_owned(),
        "int" => number("i"),
        "uint" => number("u"),
        "float" => number("f"),
        "complex" => number("c"),
        "r" => format!("|V{}", bits / 8),
        "null_terminated_bytes" => format!("|S{}", length()?),
        "raw_bytes" => format!("|V{}", length()?),
        "fixed_length_utf" => format!("<U{}", length()? / 4),
        "numpy.datetime" | "numpy.timedelta" => {
            let kind = if name.starts_with("numpy.d") {
                "M8"
            } else {
                "m8"
            };
            let factor = configured("scale_factor")
                .and_then(Value::as_u64)
                .filter(|&factor| factor != 1);
            let factor = factor.map_or_else(String::new, |factor| factor.to_string());
            match configured("unit")?.as_str()? {
                "generic" => format!("<{kind}"),
                unit => format!("<{kind}[{factor}{unit}]"),
            }
        }
        // Of version 2.
        _ => name.to_owned(),
    };
    Some(Dtype {
        bytes: bytes_of(&descr)?,
        descr,
    })
}

/// The bytes of an element of a dtype without fields: `<U4` is four characters.
fn bytes_of(descr: &str) -> Option<usize> {
    let rest = descr.strip_prefix(['<', '>', '|'])?;
    let (kind, size) = rest.split_at_checked(1)?;
    let size: usize = size.split('[').next()?.parse().ok()?;
    match kind {
        "b" | "i" | "u" | "f" | "c" | "m" | "M" | "S" | "V" => Some(size),
        "U" => size.checked_mul(4),
        _ => None,
    }
    .filter(|&bytes| bytes > 0)
}

/// A dtype as the header of a NumPy file has it.
fn in_header(descr: &str) -> String {
    if descr.starts_with('[') {
        descr.to_owned()
    } else {
        format!("'{descr}'")
    }
}

/// A text in the quotes of Python, which reads the escapes of JSON.
fn quoted(text: &str) -> String {
    let json = Value::from(text).to_string();
    match text.contains(['\'', '"']) {
        true => json,
        false => format!("'{}'", json.trim_matches('"')),
    }
}

/// The bytes of a fill value, as zarr-python reads it: text in base 64, or an object with a value
/// for each field; `None` if it is not one of this data type.
fn fill(data_type: &Value, given: &Value) -> Option<Vec<u8>> {
    let Dtype { descr, bytes } = dtype(data_type)?;
    let is_raw = ["[", "|S", "|V"].iter().any(|kind| descr.starts_with(kind));
    match given {
        Value::Null => Some(vec![0; bytes]),
        Value::Object(values) => {
            let of_field = |(name, data_type, shape): Field<'_>| match shape {
                [] => fill(data_type, values.get(name)?),
                _ => None,
            };
            Some(
                fields(data_type)?
                    .into_iter()
                    .map(of_field)
                    .collect::<Option<Vec<_>>>()?
                    .concat(),
            )
        }
        Value::String(text) if is_raw => {
            let mut fill = STANDARD.decode(text).ok()?;
            if descr.starts_with("|S") {
                fill.resize(bytes, 0);
            }
            Some(fill)
        }
        // A number in a field.
        _ => {
            let data_type: MetadataV3 = serde_json::from_value(data_type.clone()).ok()?;
            let given: FillValueMetadata = serde_json::from_value(given.clone()).ok()?;
            let fill = DataType::from_metadata(&data_type)
                .ok()?
                .fill_value_v3(&given)
                .ok()?;
            Some(fill.as_ne_bytes().to_vec())
        }
    }
}
