//! `serde`: specs are text in formats that people read, and encodings in binary formats. A
//! [`DynSpec`] that is more than its encoding is text everywhere.
//!
//! An encoding that the language cannot express exactly (a begin under its mask bit, bits past the
//! last entry) is numbers in every format. What is read is checked as [`Encoding::new`] checks it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use ::serde::de::Error as _;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::spec::{AsEncoding, DynSpec, Encoding, Masks};

/// The five masks by name. A mask that is 0 may be left out.
#[derive(Default, Serialize, Deserialize)]
#[serde(remote = "Masks", rename = "Masks", deny_unknown_fields, default)]
struct MaskFields {
    begin_mask: u32,
    end_mask: u32,
    ellipsis_mask: u32,
    new_axis_mask: u32,
    shrink_axis_mask: u32,
}

/// An encoding that is not checked yet.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Encoding", rename = "Encoding", deny_unknown_fields)]
struct EncodingFields {
    begin: Vec<i64>,
    end: Vec<i64>,
    strides: Vec<i64>,
    masks: Masks,
}

/// A spec as it is written in binary formats.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Spec")]
enum Written {
    Numbers(#[serde(with = "EncodingFields")] Encoding),
    Text(String),
}

/// A spec as it is written in text formats. The variants are tried in this order.
#[derive(Deserialize)]
#[serde(remote = "Written", untagged)]
#[serde(expecting = "a spec in text, or an encoding with begin, end, strides and masks")]
enum Readable {
    Text(String),
    Numbers(#[serde(with = "EncodingFields")] Encoding),
}

impl Serialize for Masks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        MaskFields::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Masks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let masks = MaskFields::deserialize(deserializer)?;
        // Checking an encoding without entries checks its masks.
        Encoding::new(Vec::new(), Vec::new(), Vec::new(), masks).map_err(D::Error::custom)?;
        Ok(masks)
    }
}

impl Serialize for Encoding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable()
            && let Some(text) = as_text(self)
        {
            return serializer.serialize_str(&text);
        }
        EncodingFields::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Encoding {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = if deserializer.is_human_readable() {
            Readable::deserialize(deserializer)?
        } else {
            Written::Numbers(EncodingFields::deserialize(deserializer)?)
        };
        match written {
            Written::Text(text) => {
                let spec: DynSpec = text.parse().map_err(D::Error::custom)?;
                Self::try_from(spec.as_encoding()).map_err(D::Error::custom)
            }
            Written::Numbers(Self {
                begin,
                end,
                strides,
                masks,
            }) => Self::new(begin, end, strides, masks).map_err(D::Error::custom),
        }
    }
}

impl Serialize for DynSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_text = serializer.is_human_readable();
        match Encoding::try_from(self.as_encoding()) {
            Ok(numbers) if is_text => numbers.serialize(serializer),
            Ok(numbers) => Written::Numbers(numbers).serialize(serializer),
            // A window or a list is text everywhere.
            Err(_) if is_text => serializer.collect_str(self),
            Err(_) => Written::Text(self.to_string()).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for DynSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = if deserializer.is_human_readable() {
            Readable::deserialize(deserializer)?
        } else {
            Written::deserialize(deserializer)?
        };
        match written {
            Written::Text(text) => text.parse().map_err(D::Error::custom),
            Written::Numbers(numbers) => Self::try_from(numbers).map_err(D::Error::custom),
        }
    }
}

/// The text of an encoding, if the text expresses it exactly.
fn as_text(encoding: &Encoding) -> Option<String> {
    let text = DynSpec::try_from(encoding.clone()).ok()?.to_string();
    let back: DynSpec = text.parse().ok()?;
    (back.to_encoding() == *encoding).then_some(text)
}
