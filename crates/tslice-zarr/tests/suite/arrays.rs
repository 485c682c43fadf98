//! Arrays by chance: metadata as text, elements that follow from their index, chunks that are
//! missing.

use std::sync::Arc;

use zarrs::array::{Array, Element};
use zarrs::storage::storage_adapter::performance_metrics::PerformanceMetricsStorageAdapter;
use zarrs::storage::store::MemoryStore;
use zarrs::storage::{StoreKey, WritableStorageTraits};

use crate::chance::Chance;

pub(crate) type Metered = PerformanceMetricsStorageAdapter<MemoryStore>;

/// A type with a value for each number.
pub(crate) trait Numbered: Element + Copy + PartialEq + std::fmt::Debug {
    /// The names of the data type in versions 3 and 2, the latter without its byte order.
    const NAMES: (&'static str, &'static str);
    fn of(number: usize) -> Self;
    /// Number 3 as JSON.
    const THREE: &'static str = "3";
}

macro_rules! numbered {
    ($($t:ty: $v3:literal, $v2:literal;)+) => { $(
        impl Numbered for $t {
            const NAMES: (&'static str, &'static str) = ($v3, $v2);
            fn of(number: usize) -> Self { (number % 113) as $t }
        }
    )+ };
}

numbered! {
    u8: "uint8", "u1"; u16: "uint16", "u2"; u32: "uint32", "u4"; u64: "uint64", "u8";
    i8: "int8", "i1"; i16: "int16", "i2"; i32: "int32", "i4"; i64: "int64", "i8";
    f32: "float32", "f4"; f64: "float64", "f8";
}

impl Numbered for bool {
    const NAMES: (&'static str, &'static str) = ("bool", "b1");
    const THREE: &'static str = "true";
    fn of(number: usize) -> Self {
        number % 2 == 1
    }
}

impl Numbered for half::f16 {
    const NAMES: (&'static str, &'static str) = ("float16", "f2");
    fn of(number: usize) -> Self {
        Self::from_f32((number % 113) as f32)
    }
}

impl Numbered for half::bf16 {
    const NAMES: (&'static str, &'static str) = ("bfloat16", "");
    fn of(number: usize) -> Self {
        Self::from_f32((number % 113) as f32)
    }
}

impl Numbered for num_complex::Complex<f32> {
    const NAMES: (&'static str, &'static str) = ("complex64", "c8");
    const THREE: &'static str = "[3.0, 0.0]";
    fn of(number: usize) -> Self {
        Self::new((number % 113) as f32, 0.0)
    }
}

macro_rules! raw_bits {
    ($($bytes:literal $name:literal $three:literal;)+) => { $(
        impl Numbered for [u8; $bytes] {
            const NAMES: (&'static str, &'static str) = ($name, "");
            const THREE: &'static str = $three;
            fn of(number: usize) -> Self {
                let mut bytes = [(number % 113) as u8; $bytes];
                bytes[0] = 0;
                bytes
            }
        }
    )+ };
}

raw_bits! {
    3 "r24" "[0, 3, 3]";
    7 "r56" "[0, 3, 3, 3, 3, 3, 3]";
    20 "r160" "[0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]";
}

/// An array with what an oracle needs to know of it.
pub(crate) struct Made {
    pub(crate) array: Array<Metered>,
    pub(crate) store: Arc<Metered>,
    pub(crate) shape: Vec<usize>,
    pub(crate) chunk: Vec<usize>,
    /// Parts of a shard.
    pub(crate) part: Option<Vec<usize>>,
    /// The axes of an encoded shard: a transposition comes before it.
    pub(crate) order: Vec<usize>,
    /// Whether the chunk with this number, in row-major order, was written.
    written: Vec<bool>,
    /// The parts of shards with these numbers have nothing but the fill value.
    hole: usize,
    pub(crate) metadata: String,
}

pub(crate) fn list(numbers: &[usize]) -> String {
    format!("{numbers:?}")
}

/// The number of an index in a shape.
pub(crate) fn number(index: &[usize], shape: &[usize]) -> usize {
    index
        .iter()
        .zip(shape)
        .fold(0, |number, (at, len)| number * len + at)
}

/// All indices of a shape.
pub(crate) fn indices(shape: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    let shape = shape.to_vec();
    (0..shape.iter().product()).map(move |mut number: usize| {
        let mut index = vec![0; shape.len()];
        for (at, len) in index.iter_mut().zip(&shape).rev() {
            (*at, number) = (number % len, number / len);
        }
        index
    })
}

impl Made {
    /// What the array has at an index.
    pub(crate) fn element<T: Numbered>(&self, index: &[usize]) -> T {
        let chunk: Vec<usize> = index
            .iter()
            .zip(&self.chunk)
            .map(|(at, len)| at / len)
            .collect();
        if !self.written[number(&chunk, &self.chunks())] || self.is_hole(index) {
            return T::of(3);
        }
        T::of(number(index, &self.shape))
    }

    pub(crate) fn chunks(&self) -> Vec<usize> {
        self.shape
            .iter()
            .zip(&self.chunk)
            .map(|(len, chunk)| len.div_ceil(*chunk))
            .collect()
    }

    fn is_hole(&self, index: &[usize]) -> bool {
        let Some(part) = &self.part else { return false };
        let parts: Vec<usize> = index.iter().zip(part).map(|(at, len)| at / len).collect();
        (parts.iter().sum::<usize>() + self.hole).is_multiple_of(4)
    }

    pub(crate) fn by_chance<T: Numbered>(chance: &mut Chance) -> Self {
        let rank = chance.of(&[0, 1, 1, 2, 2, 3, 3, 4]);
        let longest = [1, 40, 17, 9, 6][rank];
        let shape: Vec<usize> = (0..rank)
            .map(|_| {
                if chance.one_in(20) {
                    0
                } else {
                    1 + chance.below(longest)
                }
            })
            .collect();
        let part: Vec<usize> = (0..rank).map(|_| 1 + chance.below(4)).collect();
        let sharded = chance.one_in(2);
        let times: Vec<usize> = (0..rank)
            .map(|_| if sharded { 1 + chance.below(3) } else { 1 })
            .collect();
        let chunk: Vec<usize> = part
            .iter()
            .zip(&times)
            .map(|(part, times)| part * times)
            .collect();
        let mut order: Vec<usize> = (0..rank).collect();
        if sharded && rank > 1 && chance.one_in(3) {
            order.rotate_left(1);
        }
        let v2 = !sharded && chance.one_in(3) && !T::NAMES.1.is_empty();
        let metadata = if v2 {
            version_2::<T>(chance, &shape, &chunk)
        } else {
            version_3::<T>(
                chance,
                &shape,
                &chunk,
                sharded.then_some((&part[..], &order[..])),
            )
        };
        Self::new::<T>(
            chance,
            metadata,
            v2,
            shape,
            chunk,
            sharded.then_some(part),
            order,
        )
    }

    fn new<T: Numbered>(
        chance: &mut Chance,
        metadata: String,
        v2: bool,
        shape: Vec<usize>,
        chunk: Vec<usize>,
        part: Option<Vec<usize>>,
        order: Vec<usize>,
    ) -> Self {
        let store = Arc::new(PerformanceMetricsStorageAdapter::new(Arc::new(
            MemoryStore::new(),
        )));
        let key = StoreKey::new(if v2 { ".zarray" } else { "zarr.json" }).expect("a key");
        store
            .set(&key, metadata.clone().into_bytes().into())
            .expect("memory");
        let array =
            Array::open(store.clone(), "/").unwrap_or_else(|error| panic!("{error}: {metadata}"));
        let (hole, written) = (chance.below(4), vec![]);
        let mut made = Self {
            array,
            store,
            shape,
            chunk,
            part,
            order,
            written,
            hole,
            metadata,
        };
        made.written = indices(&made.chunks()).map(|_| !chance.one_in(4)).collect();
        let inside =
            |index: &[usize], shape: &[usize]| index.iter().zip(shape).all(|(at, len)| at < len);
        for at in indices(&made.chunks()).filter(|at| made.written[number(at, &made.chunks())]) {
            let elements: Vec<T> = indices(&made.chunk)
                .map(|local| {
                    let index: Vec<usize> = local
                        .iter()
                        .zip(&at)
                        .zip(&made.chunk)
                        .map(|((l, c), n)| c * n + l)
                        .collect();
                    // What is beyond the array is never seen.
                    if inside(&index, &made.shape) {
                        made.element(&index)
                    } else {
                        T::of(1)
                    }
                })
                .collect();
            let at: Vec<u64> = at.iter().map(|&at| at as u64).collect();
            made.array
                .store_chunk(&at, elements)
                .unwrap_or_else(|error| panic!("{error}: {}", made.metadata));
        }
        made
    }
}

const COMPRESSORS: [&str; 6] = [
    "",
    "",
    r#", {"name": "crc32c"}"#,
    r#", {"name": "gzip", "configuration": {"level": 1}}"#,
    r#", {"name": "zstd", "configuration": {"level": 1, "checksum": true}}"#,
    r#", {"name": "blosc", "configuration": {"cname": "lz4", "clevel": 1, "shuffle": "noshuffle", "blocksize": 0}}"#,
];

/// Codecs for blocks of a rank.
fn codecs(chance: &mut Chance, rank: usize) -> String {
    let endian = chance.of(&["little", "big"]);
    let bytes = format!(r#"{{"name": "bytes", "configuration": {{"endian": "{endian}"}}}}"#);
    let transpose = match rank {
        2.. if chance.one_in(3) => {
            let order: Vec<usize> = (0..rank).map(|axis| (axis + 1) % rank).collect();
            format!(
                r#"{{"name": "transpose", "configuration": {{"order": {}}}}}, "#,
                list(&order)
            )
        }
        _ => String::new(),
    };
    format!("[{transpose}{bytes}{}]", chance.of(&COMPRESSORS))
}

fn version_3<T: Numbered>(
    chance: &mut Chance,
    shape: &[usize],
    chunk: &[usize],
    part: Option<(&[usize], &[usize])>,
) -> String {
    let inner = codecs(chance, shape.len());
    let codecs = match part {
        None => inner,
        Some((part, order)) => {
            let transpose = match order.is_sorted() {
                true => String::new(),
                false => {
                    format!(
                        r#"{{"name": "transpose", "configuration": {{"order": {}}}}}, "#,
                        list(order)
                    )
                }
            };
            let part: Vec<usize> = order.iter().map(|&axis| part[axis]).collect();
            let end = chance.of(&["start", "end"]);
            format!(
                r#"[{transpose}{{"name": "sharding_indexed", "configuration": {{"chunk_shape": {}, "codecs": {inner}, "index_location": "{end}",
                "index_codecs": [{{"name": "bytes", "configuration": {{"endian": "little"}}}}, {{"name": "crc32c"}}]}}}}]"#,
                list(&part)
            )
        }
    };
    let key = chance.of(&["/", "."]);
    format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": {}, "data_type": "{}", "fill_value": {},
        "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": {}}}}}, "codecs": {codecs},
        "chunk_key_encoding": {{"name": "default", "configuration": {{"separator": "{key}"}}}}}}"#,
        list(shape),
        T::NAMES.0,
        T::THREE,
        list(chunk),
    )
}

fn version_2<T: Numbered>(chance: &mut Chance, shape: &[usize], chunk: &[usize]) -> String {
    let endian = if size_of::<T>() == 1 {
        "|"
    } else {
        chance.of(&["<", ">"])
    };
    let compressor = chance.of(&[
        "null",
        r#"{"id": "gzip", "level": 1}"#,
        r#"{"id": "zstd", "level": 1}"#,
    ]);
    // The engine has undefined behaviour for order F without axes.
    let order = if shape.is_empty() {
        "C"
    } else {
        chance.of(&["C", "F"])
    };
    let key = chance.of(&["/", "."]);
    format!(
        r#"{{"zarr_format": 2, "shape": {}, "chunks": {}, "dtype": "{endian}{}", "fill_value": {}, "order": "{order}",
        "compressor": {compressor}, "filters": null, "dimension_separator": "{key}"}}"#,
        list(shape),
        list(chunk),
        T::NAMES.1,
        T::THREE,
    )
}
