//! Arrays are their shape and their elements in row-major order: `{"shape": [2, 2], "data": [1, 2, 3, 4]}`.
//!
//! Every array is written; tensors are read, and their shape is checked against the number of elements.

use alloc::vec::Vec;

use ::serde::de::Error as _;
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
#[serde(rename = "Tensor", deny_unknown_fields)]
struct Fields<T> {
    shape: Vec<usize>,
    data: Vec<T>,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for DynTensor<T> {
    fn deserialize<Z: Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
        let Fields { shape, data } = Fields::deserialize(deserializer)?;
        Self::from_shape_vec(&shape, data).map_err(Z::Error::custom)
    }
}

impl<'de, T: Deserialize<'de>, const R: usize> Deserialize<'de> for Tensor<T, R> {
    fn deserialize<Z: Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
        DynTensor::deserialize(deserializer)?.into_rank().map_err(Z::Error::custom)
    }
}
