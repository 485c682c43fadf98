//! `serde`: specs are text in formats that people read, and encodings in binary formats.
//!
//! An encoding that the language cannot express exactly (a begin under its mask bit, bits past the
//! last entry) is numbers in every format. What is read is checked as [`Encoding::new`] checks it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use ::serde::de::Error as _;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};
use tslice_syntax::{Entry, ParseSpecError, Row, parse};

use crate::error::SliceError;
use crate::spec::{AsEncoding, Encoding, EncodingRef, InlineSpec, Masks};

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
pub enum Written {
    /// The encoding, which is not checked yet.
    Numbers(#[serde(with = "EncodingFields")] Encoding),
    /// The text of a spec that is more than an encoding.
    Text(String),
}

impl Written {
    /// Reads a spec of a text format, in which it is text or numbers.
    ///
    /// # Errors
    ///
    /// If it is neither.
    pub fn readable<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Readable::deserialize(deserializer)
    }
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
            Written::Text(text) => read(&text)
                .map_err(D::Error::custom)?
                .map_err(D::Error::custom),
            Written::Numbers(numbers) => {
                let checked = numbers.as_encoding().check_fully();
                checked.map(|()| numbers).map_err(D::Error::custom)
            }
        }
    }
}

/// The text of an encoding, if the text expresses it exactly.
fn as_text(encoding: &Encoding) -> Option<String> {
    encoding.as_encoding().check_fully().ok()?;
    let mut spec = InlineSpec::EMPTY;
    for entry in encoding.as_encoding().entries() {
        spec.push(entry);
    }
    let text = spec.to_string();
    (read(&text) == Ok(Ok(encoding.clone()))).then_some(text)
}

/// The encoding of a text, or why it has none.
fn read(text: &str) -> Result<Result<Encoding, SliceError>, ParseSpecError> {
    let spec = parse(text).map_err(|mistakes| ParseSpecError::new(mistakes, text))?;
    let rows: Vec<Row> = spec.entries.iter().map(Entry::numbers).collect();
    let forms = spec.entries.iter().map(Entry::form).collect();
    let column = |of: fn(&Row) -> i64| rows.iter().map(of).collect::<Vec<_>>();
    let begin = column(|row| row.begin);
    let end = column(|row| row.end);
    let strides = column(|row| row.stride);
    Ok(EncodingRef::of(&begin, &end, &strides, forms).try_into())
}
