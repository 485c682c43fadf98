//! The metadata of a copy: those of the source, with another shape, and other chunks and codecs if
//! these are asked for.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use zarrs::array::codec::api::Codec;
use zarrs::metadata::v3::MetadataV3;

use crate::array::{OpenedArray, ZarrArray};
use crate::error::ZarrError;
use crate::owned_grid;

/// How the chunks of a copy are stored. What is `None` is as in the source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Layout {
    /// The shape of chunks, or of the parts of shards that are read alone.
    pub chunks: Option<Vec<usize>>,
    /// The shape of shards; an empty list says that chunks are values of their own.
    pub shards: Option<Vec<usize>>,
    /// The codec that compresses chunks, and its level: `none`, `zstd:5`, `gzip:5`, or `blosc:5`.
    pub codec: Option<String>,
}

/// The attribute of an intermediate array, which says of which copy it is.
pub(super) const BETWEEN: &str = "tslice_intermediate";

impl<S> OpenedArray<S> {
    /// The metadata in version 3 of the format, with codecs as zarr-python reads them: each an
    /// object with a configuration, those of arrays before those of bytes. Version 2 may have
    /// filters of bytes before what makes bytes of elements.
    pub(super) fn metadata(&self) -> Result<Value, ZarrError> {
        let mut metadata = self.engine.metadata()?;
        if let Some(raw) = &self.raw {
            raw.restore(&mut metadata)?;
        }
        complete(&mut metadata["codecs"]);
        Ok(metadata)
    }
}

/// Gives each codec of a list its configuration, and brings them into the order of version 3.
fn complete(codecs: &mut Value) {
    let Some(list) = codecs.as_array_mut() else {
        return;
    };
    // A codec that need not be understood is left out.
    list.retain(|codec| kind(codec).is_some());
    list.sort_by_key(|codec| match kind(codec) {
        Some(Codec::ArrayToArray(_)) => 0,
        Some(Codec::ArrayToBytes(_)) => 1,
        _ => 2,
    });
    for codec in list {
        // The engine writes a name alone where there is nothing else.
        if codec.is_string() {
            *codec = json!({ "name": codec });
        }
        let configuration = &mut codec["configuration"];
        if configuration.is_null() {
            *configuration = json!({});
        }
        // Codecs of elements have them in the order of the machine.
        for dtype in ["dtype", "astype"] {
            if let Some(Value::String(dtype)) = configuration.get_mut(dtype) {
                *dtype = dtype.replace('>', "<");
            }
        }
        for inner in ["codecs", "index_codecs"] {
            if let Some(inner) = configuration.get_mut(inner) {
                complete(inner);
            }
        }
    }
}

fn kind(codec: &Value) -> Option<Codec> {
    let codec = serde_json::from_value::<MetadataV3>(codec.clone()).ok()?;
    Codec::from_metadata(&codec).ok()
}

/// The codecs of the source: where it has shards, those of their parts, with the configuration of
/// the shards.
fn unsharded(codecs: &Value) -> (Vec<Value>, Option<Value>) {
    let (mut all, mut shards) = (vec![], None);
    for codec in codecs.as_array().into_iter().flatten() {
        if codec["name"] != "sharding_indexed" {
            all.push(codec.clone());
            continue;
        }
        let configuration = &codec["configuration"];
        let (inside, inner) = unsharded(&configuration["codecs"]);
        all.extend(inside);
        shards = inner.or_else(|| Some(configuration.clone()));
    }
    (all, shards)
}

/// A codec by its name and level.
fn named(text: &str, element: usize) -> Result<Vec<Value>, ZarrError> {
    let (name, level) = match text.split_once(':') {
        Some((name, level)) => (name, level.parse::<i64>().map(Some)),
        None => (text, Ok(None)),
    };
    let wrong = || {
        ZarrError::Copy(format!(
            "codec `{text}`: `none`, `zstd`, `gzip` and `blosc` are known, with a level from 0 to 9 (zstd: 22), as in zstd:5"
        ))
    };
    let level = level.map_err(|_| wrong())?;
    let most = if name == "zstd" { 22 } else { 9 };
    if level.is_some_and(|level| !(0..=most).contains(&level)) {
        return Err(wrong());
    }
    let configuration = match name {
        "none" if level.is_none() => return Ok(vec![]),
        "zstd" => json!({ "level": level.unwrap_or(3), "checksum": false }),
        "gzip" => json!({ "level": level.unwrap_or(5) }),
        "blosc" => json!({
            "cname": "zstd", "clevel": level.unwrap_or(5), "shuffle": "shuffle", "typesize": element, "blocksize": 0
        }),
        _ => return Err(wrong()),
    };
    Ok(vec![
        json!({ "name": name, "configuration": configuration }),
    ])
}

impl<D: tslice::Dims, S> ZarrArray<D, S> {
    /// The metadata, of version 3 of the format, of an array that holds what is selected here: data
    /// type, fill value, attributes, names of axes, chunks, shards and codecs are those of this
    /// array as far as `layout` does not name others. Chunks are cut to the result. An axis that is
    /// new, or that was picked together with others, has no name.
    ///
    /// # Errors
    ///
    /// If the layout has another rank, lengths of 0, shards that are not multiples of chunks on an
    /// axis, or a codec that is not known; if the metadata cannot be expressed in version 3.
    pub fn metadata_of_copy(&self, layout: &Layout) -> Result<String, ZarrError> {
        self.metadata_with(layout, None)
    }

    /// As [`metadata_of_copy`](Self::metadata_of_copy); of an intermediate array if there is a text
    /// that says of which copy.
    pub(super) fn metadata_with(
        &self,
        layout: &Layout,
        between: Option<String>,
    ) -> Result<String, ZarrError> {
        let engine = &self.source.engine;
        let mut metadata = self.source.metadata()?;
        let (mut list, sharding) = unsharded(&metadata["codecs"]);
        if let Some(text) = &layout.codec {
            list.retain(|codec| !matches!(kind(codec), Some(Codec::BytesToBytes(_))));
            list.extend(named(text, engine.fill().len())?);
        }
        let is_whole = self.region().is_some_and(|region| {
            region
                .origins()
                .into_iter()
                .eq((0..engine.shape.len()).map(Some))
        });
        if !is_whole {
            // The axes that it permutes are not those of the result.
            list.retain(|codec| codec["name"] != "transpose");
        }
        let (chunks, shards) = self.blocks(layout)?;
        if shards.is_some() {
            let bytes = json!({ "name": "bytes", "configuration": { "endian": "little" } });
            let mut shards = sharding.unwrap_or_else(
                || json!({ "index_codecs": [bytes, { "name": "crc32c" }], "index_location": "end" }),
            );
            shards["chunk_shape"] = json!(chunks);
            shards["codecs"] = json!(list);
            list = vec![json!({ "name": "sharding_indexed", "configuration": shards })];
        }
        let grid = shards.unwrap_or(chunks);
        metadata["shape"] = json!(self.shape());
        metadata["chunk_grid"] =
            json!({ "name": "regular", "configuration": { "chunk_shape": grid } });
        metadata["codecs"] = json!(list);
        metadata["chunk_key_encoding"] =
            json!({ "name": "default", "configuration": { "separator": "/" } });
        if let Some(fields) = metadata.as_object_mut() {
            fields.remove("dimension_names");
            if let Some(attributes) = fields.get_mut("attributes").and_then(Value::as_object_mut) {
                // Version 3 has a field for them.
                attributes.remove("_ARRAY_DIMENSIONS");
                attributes.remove(BETWEEN);
            }
        }
        if let Some(text) = between {
            metadata["attributes"] = json!({ BETWEEN: text });
        }
        if self.names().iter().any(Option::is_some) {
            metadata["dimension_names"] = json!(self.names());
        }
        Ok(crate::metadata::as_python(format!("{metadata:#}")))
    }

    /// The shape of the chunks of a copy, and that of its shards.
    fn blocks(&self, layout: &Layout) -> Result<(Vec<usize>, Option<Vec<usize>>), ZarrError> {
        for (name, shape) in [("chunks", &layout.chunks), ("shards", &layout.shards)] {
            let Some(shape) = shape
                .as_ref()
                .filter(|shape| name == "chunks" || !shape.is_empty())
            else {
                continue;
            };
            if shape.len() != self.rank() {
                let (rank, own) = (shape.len(), self.rank());
                return Err(ZarrError::Copy(format!(
                    "{name} {shape:?} have rank {rank}, the result has rank {own}"
                )));
            }
            if let Some(axis) = shape.iter().position(|&len| len == 0) {
                return Err(ZarrError::Copy(format!(
                    "axis {axis}: {name} cannot have length 0"
                )));
            }
        }
        let engine = &self.source.engine;
        let longest: Vec<usize> = engine.grid().into_iter().map(owned_grid::longest).collect();
        let cut = |lengths: &[usize]| {
            let of = |result| {
                self.selection
                    .along(result)
                    .next()
                    .map_or(1, |(axis, _)| lengths[axis])
            };
            (0..self.rank())
                .map(|axis| of(axis).min(self.shape()[axis]).max(1))
                .collect::<Vec<_>>()
        };
        let sharding = engine.part();
        let chunks = layout
            .chunks
            .clone()
            .unwrap_or_else(|| cut(sharding.unwrap_or(&longest)));
        // Whole chunks, as many as a shard of the source would need.
        let whole = |(shard, chunk): (usize, &usize)| shard.div_ceil(*chunk).saturating_mul(*chunk);
        let as_source =
            || sharding.map(|_| cut(&longest).into_iter().zip(&chunks).map(whole).collect());
        let shards = layout
            .shards
            .clone()
            .or_else(as_source)
            .filter(|shards: &Vec<usize>| !shards.is_empty());
        for (axis, (shard, chunk)) in shards.iter().flatten().zip(&chunks).enumerate() {
            if shard % chunk != 0 {
                return Err(ZarrError::Copy(format!(
                    "axis {axis}: shards of length {shard} are not a multiple of chunks of length {chunk}"
                )));
            }
        }
        Ok((chunks, shards))
    }
}
