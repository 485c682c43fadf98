//! Arrays are their shape and their elements in row-major order:
//! `{"shape": [2, 2], "data": [1, 2, 3, 4]}`.
//!
//! Every array is written; tensors are read, and their shape is checked against the number of
//! elements. More than 1,048,576 elements without size, such as `()`, are an error: they would take
//! time, but no byte of what is read.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use ::serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use ::serde::de::{Error as _, MapAccess, SeqAccess, Unexpected, Visitor};
use ::serde::ser::SerializeStruct;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::array::{Array, DynTensor, Read, Tensor};
use crate::layout::Dims;

const NAME: &str = "Tensor";

/// The elements of an array as a sequence.
struct Elements<'a, S, D: Dims>(&'a Array<S, D>);

impl<S: Read<Elem: Serialize>, D: Dims> Serialize for Elements<'_, S, D> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq(self.0)
    }
}

impl<S: Read<Elem: Serialize>, D: Dims> Serialize for Array<S, D> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let mut fields = serializer.serialize_struct(NAME, 2)?;
        fields.serialize_field("shape", self.lengths())?;
        fields.serialize_field("data", &Elements(self))?;
        fields.end()
    }
}

/// What is read. No room is made for more elements than there are, whatever the shape says.
#[derive(Deserialize)]
#[serde(rename = "Tensor", deny_unknown_fields, bound = "T: Deserialize<'de>")]
struct Fields<T> {
    shape: Vec<usize>,
    data: Data<T>,
}

/// The most elements without size that are read: a binary format has no byte for them, only a
/// number, which may be any.
const MOST_UNITS: usize = 1 << 20;

/// The elements, as they are read.
struct Data<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Data<T> {
    fn deserialize<Z: Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
        if size_of::<T>() > 0 {
            return Vec::deserialize(deserializer).map(Self);
        }
        deserializer.deserialize_seq(Units(PhantomData))
    }
}

/// Reads elements without size.
struct Units<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Units<T> {
    type Value = Data<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at most {MOST_UNITS} elements without size")
    }

    fn visit_seq<Q: SeqAccess<'de>>(self, mut elements: Q) -> Result<Self::Value, Q::Error> {
        let mut data = Vec::new();
        while let Some(element) = elements.next_element()? {
            if data.len() == MOST_UNITS {
                let left = elements.size_hint().unwrap_or(0);
                return Err(Q::Error::invalid_length(
                    left.saturating_add(MOST_UNITS + 1),
                    &self,
                ));
            }
            data.push(element);
        }
        Ok(Data(data))
    }
}

/// Reads the fields by name, and by position only from a format for machines: in text,
/// `[[1, 2], [3, 4]]` is not a shape with its data.
struct ByName<T> {
    is_text: bool,
    fields: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for ByName<T> {
    type Value = Fields<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(r#"an array as `{"shape": [2, 2], "data": [1, 2, 3, 4]}`"#)
    }

    fn visit_map<M: MapAccess<'de>>(self, fields: M) -> Result<Fields<T>, M::Error> {
        Fields::deserialize(MapAccessDeserializer::new(fields))
    }

    fn visit_seq<Q: SeqAccess<'de>>(self, fields: Q) -> Result<Fields<T>, Q::Error> {
        if self.is_text {
            return Err(Q::Error::invalid_type(Unexpected::Seq, &self));
        }
        Fields::deserialize(SeqAccessDeserializer::new(fields))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for DynTensor<T> {
    fn deserialize<Z: Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
        let reader = ByName {
            is_text: deserializer.is_human_readable(),
            fields: PhantomData,
        };
        let fields = deserializer.deserialize_struct(NAME, &["shape", "data"], reader)?;
        Self::from_shape_vec(&fields.shape, fields.data.0).map_err(Z::Error::custom)
    }
}

impl<'de, T: Deserialize<'de>, const R: usize> Deserialize<'de> for Tensor<T, R> {
    fn deserialize<Z: Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
        DynTensor::deserialize(deserializer)?
            .into_rank()
            .map_err(Z::Error::custom)
    }
}
