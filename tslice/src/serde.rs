//! `serde`: a [`DynSpec`] is text in formats that people read, and its encoding in binary formats.
//! One that is more than its encoding is text everywhere.

use alloc::string::ToString;

use ::serde::de::Error as _;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};
use tslice_core::__specs::Written;
use tslice_core::Encoding;
use tslice_core::traits::AsEncoding;

use crate::DynSpec;

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
            Written::readable(deserializer)?
        } else {
            Written::deserialize(deserializer)?
        };
        match written {
            Written::Text(text) => text.parse().map_err(D::Error::custom),
            Written::Numbers(numbers) => Self::try_from(numbers).map_err(D::Error::custom),
        }
    }
}
