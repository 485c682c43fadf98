//! The engine that is `zarrs` 0.23. What changes there from version to version is named here and in `shard`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tslice::algebra::Grid;
use zarrs::array::{
    Array, ArrayBytes, ArrayPartialDecoderTraits, ArrayShardedExt, ArraySubset, ArrayToBytesCodecTraits,
    BytesPartialDecoderTraits, CodecOptions, DataType, StoragePartialDecoder,
};
use zarrs::plugin::ExtensionName;
use zarrs::storage::{ReadableStorageTraits, ReadableWritableStorageTraits};

use crate::cost::Cost;
use crate::element;
use crate::engine::{Engine, Part, Parts};
use crate::error::ZarrError;
use crate::shard::{Shard, Sharding};
use crate::store::{Counting, Named, Traffic};

/// The grid of an array has at most so many edges, if it is not regular.
const MOST_EDGES: u64 = 1 << 24;

/// How an axis is cut, owned.
enum Cuts {
    Regular(usize),
    Edges(Vec<usize>),
}

/// An array of `zarrs`.
pub(crate) struct Zarrs {
    array: Array<dyn ReadableStorageTraits>,
    writable: Option<Array<dyn ReadableWritableStorageTraits>>,
    shape: Vec<usize>,
    cuts: Vec<Cuts>,
    part: Option<Vec<usize>>,
    sharding: Option<Arc<Sharding>>,
    /// The shape of all chunks, if it is one.
    block: Option<Vec<usize>>,
    options: CodecOptions,
    traffic: Arc<Traffic>,
}

impl Zarrs {
    pub(crate) fn readable<S: ?Sized + ReadableStorageTraits + 'static>(
        array: &Array<S>,
        name: &str,
    ) -> Result<Self, ZarrError> {
        let store: Arc<dyn ReadableStorageTraits> = Arc::new(array.storage());
        let traffic = Arc::default();
        let named = Named::new(name, store, &traffic);
        Self::new(array.with_storage(Arc::new(named)), None, traffic)
    }

    pub(crate) fn writable<S: ?Sized + ReadableWritableStorageTraits + 'static>(
        array: &Array<S>,
        name: &str,
    ) -> Result<Self, ZarrError> {
        let traffic = Arc::default();
        let named = Arc::new(Named::new(name, array.storage(), &traffic));
        Self::new(array.with_storage(named.clone()), Some(array.with_storage(named)), traffic)
    }

    fn new(
        array: Array<dyn ReadableStorageTraits>,
        writable: Option<Array<dyn ReadableWritableStorageTraits>>,
        traffic: Arc<Traffic>,
    ) -> Result<Self, ZarrError> {
        let place = array.path().as_str().to_owned();
        let wrong = |what: &str| ZarrError::Open(format!("array {place}: {what}"));
        let shape = lengths(array.shape()).ok_or_else(|| wrong("an axis is longer than an axis can be"))?;
        let size = array.data_type().fixed_size();
        let size = size.filter(|&size| size > 0 && size == array.fill_value().size());
        let size = size.ok_or_else(|| {
            wrong(&format!("elements of type {} have no fixed size", element::name(array.data_type())))
        })?;
        let fits = |lengths: &[usize]| {
            let bytes = lengths.iter().try_fold(size, |bytes, &len| bytes.checked_mul(len));
            match bytes {
                Some(bytes) if isize::try_from(bytes).is_ok() => Ok(()),
                _ => Err(wrong(&format!("a chunk of shape {lengths:?} does not fit into memory"))),
            }
        };
        let regular = array.chunk_grid().name_v3().is_some_and(|name| name == "regular");
        let (cuts, block) = if regular {
            let block =
                array.chunk_shape(&vec![0; shape.len()]).map_err(|error| wrong(&error.to_string()))?;
            let block: Option<Vec<usize>> = block.iter().map(|len| usize::try_from(len.get()).ok()).collect();
            let block = block.ok_or_else(|| wrong("a chunk is longer than an axis can be"))?;
            fits(&block)?;
            (block.iter().map(|&len| Cuts::Regular(len)).collect(), Some(block))
        } else {
            let cuts: Result<Vec<_>, _> =
                (0..shape.len()).map(|axis| edges(&array, axis, shape[axis])).collect();
            let cuts = cuts.map_err(|what| wrong(&what))?;
            let longest =
                cuts.iter().map(|cuts| cuts.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0));
            fits(&longest.collect::<Vec<_>>())?;
            (cuts.into_iter().map(Cuts::Edges).collect(), None)
        };
        let part = match (array.is_sharded(), array.effective_subchunk_shape(), &block) {
            // Behind a compressor of whole shards there is no part to be read alone.
            (true, Some(part), Some(block)) if array.codecs().bytes_to_bytes_codecs().is_empty() => {
                let part: Vec<usize> =
                    part.iter().map(|len| usize::try_from(len.get()).unwrap_or(0)).collect();
                let divides = part.len() == block.len()
                    && part.iter().zip(block).all(|(&part, &block)| part > 0 && block % part == 0);
                if !divides {
                    return Err(wrong(&format!("parts of shape {part:?} do not divide shards of {block:?}")));
                }
                let count =
                    part.iter().zip(block).try_fold(16_usize, |all, (part, len)| all.checked_mul(len / part));
                if count.is_none_or(|bytes| isize::try_from(bytes).is_err()) {
                    return Err(wrong("the index of a shard does not fit into memory"));
                }
                Some(part)
            }
            _ => None,
        };
        // Chunks are decoded side by side, so each by one thread.
        let options = CodecOptions::default().with_concurrent_target(1);
        let shards = part.as_ref().and(block.as_ref());
        let sharding = shards.and_then(|shard| Sharding::of(&array, shard, options)).map(Arc::new);
        Ok(Self { array, writable, shape, cuts, part, sharding, block, options, traffic })
    }

    fn parts_in(
        &self,
        store: Arc<dyn ReadableStorageTraits>,
        chunk: &[u64],
        whole: bool,
    ) -> Result<Option<Box<dyn Parts>>, ZarrError> {
        let key = self.array.chunk_key(chunk);
        if let Some(sharding) = &self.sharding {
            let open = || sharding.open(store, key, whole);
            let shard = unbroken(|| self.key(chunk), open)??;
            return Ok(shard.map(|shard| Box::new(shard) as Box<dyn Parts>));
        }
        let from: Arc<dyn BytesPartialDecoderTraits> = match whole {
            true => match store.get(&key)? {
                None => return Ok(None),
                Some(bytes) => Arc::new(Vec::from(bytes)),
            },
            false => Arc::new(StoragePartialDecoder::new(store, key.clone())),
        };
        let key = key.to_string();
        let shape = self.array.chunk_shape(chunk).map_err(|error| ZarrError::of_chunk(&key, error))?;
        let (data_type, fill) = (self.array.data_type(), self.array.fill_value());
        let codecs = self.array.codecs();
        let decoder = unbroken(
            || key.clone(),
            || codecs.partial_decoder(from, &shape, data_type, fill, &self.options),
        )?;
        let decoder = decoder.map_err(|error| ZarrError::of_codec(&key, error))?;
        Ok(Some(Box::new(Decoder { key, decoder, options: self.options })))
    }
}

fn lengths(shape: &[u64]) -> Option<Vec<usize>> {
    shape.iter().map(|&len| usize::try_from(len).ok().filter(|&len| isize::try_from(len).is_ok())).collect()
}

/// Where the chunks of an axis begin, and where the last one ends.
fn edges(array: &Array<dyn ReadableStorageTraits>, axis: usize, len: usize) -> Result<Vec<usize>, String> {
    let grid = array.chunk_grid();
    let count = grid.grid_shape().get(axis).copied().unwrap_or(0);
    if count > MOST_EDGES {
        return Err(format!(
            "axis {axis} is cut into {count} chunks, {MOST_EDGES} are the most of a grid that is not regular"
        ));
    }
    let mut chunk = vec![0; grid.dimensionality()];
    let mut edges = vec![0];
    for number in 0..count {
        chunk[axis] = number;
        let subset = grid.subset(&chunk).map_err(|error| error.to_string())?;
        let end = subset.and_then(|subset| usize::try_from(*subset.end_exc().get(axis)?).ok());
        edges.push(end.ok_or_else(|| format!("chunk {number} of axis {axis} has no end"))?);
    }
    if edges[edges.len() - 1] < len {
        return Err(format!("the chunks of axis {axis} with length {len} end at {}", edges[edges.len() - 1]));
    }
    Ok(edges)
}

impl Engine for Zarrs {
    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data_type(&self) -> &DataType {
        self.array.data_type()
    }

    fn fill(&self) -> &[u8] {
        self.array.fill_value().as_ne_bytes()
    }

    fn grid(&self) -> Vec<Grid<'_>> {
        let cut = |cuts| match cuts {
            &Cuts::Regular(len) => Grid::Regular(len),
            Cuts::Edges(edges) => Grid::Edges(edges),
        };
        self.cuts.iter().map(cut).collect()
    }

    fn part(&self) -> Option<&[usize]> {
        self.part.as_deref()
    }

    fn block(&self, chunk: &[u64]) -> Result<Vec<usize>, ZarrError> {
        if let Some(block) = &self.block {
            return Ok(block.clone());
        }
        let shape =
            self.array.chunk_shape(chunk).map_err(|error| ZarrError::of_chunk(&self.key(chunk), error))?;
        Ok(shape.iter().map(|len| usize::try_from(len.get()).unwrap_or(usize::MAX)).collect())
    }

    fn key(&self, chunk: &[u64]) -> String {
        self.array.chunk_key(chunk).to_string()
    }

    fn chunk(&self, chunk: &[u64]) -> Result<Option<Vec<u8>>, ZarrError> {
        let retrieve =
            || self.array.retrieve_chunk_if_exists_opt::<ArrayBytes<'static>>(chunk, &self.options);
        let bytes = unbroken(|| self.key(chunk), retrieve)?;
        match bytes.map_err(|error| ZarrError::of_chunk(&self.key(chunk), error))? {
            None => Ok(None),
            Some(bytes) => fixed(bytes).map(Some).map_err(|what| ZarrError::chunk(&self.key(chunk), what)),
        }
    }

    fn parts(&self, chunk: &[u64], whole: bool) -> Result<Option<Box<dyn Parts>>, ZarrError> {
        self.parts_in(self.array.storage(), chunk, whole)
    }

    fn cost(&self, chunk: &[u64], parts: Option<&mut dyn Iterator<Item = Part>>) -> Result<Cost, ZarrError> {
        let store = Arc::new(Counting::over(self.array.storage()));
        match parts {
            None => _ = store.get(&self.array.chunk_key(chunk))?,
            Some(parts) => {
                // The index is read, the parts are not.
                store.open.store(true, Ordering::Relaxed);
                let shard = self.parts_in(store.clone(), chunk, false)?;
                store.open.store(false, Ordering::Relaxed);
                if let Some(shard) = shard {
                    for part in parts {
                        _ = shard.read(&part)?;
                    }
                }
            }
        }
        Ok(store.traffic.cost())
    }

    fn traffic(&self) -> Cost {
        self.traffic.cost()
    }

    fn store(&self, chunk: &[u64], elements: &[u8]) -> Result<(), ZarrError> {
        let Some(array) = &self.writable else { return Err(ZarrError::ReadOnly) };
        let stored = array.store_chunk_opt(chunk, ArrayBytes::from(elements), &self.options);
        stored.map_err(|error| ZarrError::of_chunk(&self.key(chunk), error))
    }
}

/// A decoder that has read the index of its shard.
struct Decoder {
    key: String,
    decoder: Arc<dyn ArrayPartialDecoderTraits>,
    options: CodecOptions,
}

impl Parts for Decoder {
    fn read(&self, part: &Part) -> Result<Option<Vec<u8>>, ZarrError> {
        let subset = ArraySubset::new_with_start_shape(part.start.clone(), part.shape.clone());
        let subset = subset.map_err(|error| ZarrError::chunk(&self.key, error))?;
        let decode = || self.decoder.partial_decode(&subset, &self.options);
        let bytes = unbroken(|| self.key.clone(), decode)?;
        let bytes = bytes.map_err(|error| ZarrError::of_codec(&self.key, error))?;
        fixed(bytes).map(Some).map_err(|what| ZarrError::chunk(&self.key, what))
    }
}

impl Parts for Shard {
    fn read(&self, part: &Part) -> Result<Option<Vec<u8>>, ZarrError> {
        unbroken(|| self.key().to_owned(), || self.part(&part.start))?
    }
}

/// What the engine returns; an error if it panics, as it does for some bytes that are no chunk.
fn unbroken<R>(key: impl FnOnce() -> String, work: impl FnOnce() -> R) -> Result<R, ZarrError> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| ZarrError::chunk(&key(), "the bytes cannot be decoded"))
}

fn fixed(bytes: ArrayBytes<'_>) -> Result<Vec<u8>, String> {
    Ok(bytes.into_fixed().map_err(|error| error.to_string())?.into_owned())
}
