//! Writes arrays for `tests/interop.py` into a directory, one for each of several data types and
//! codecs.

use std::num::NonZeroU64;
use std::path::Path;
use std::sync::Arc;

use tslice::{Tensor, s};
use tslice_zarr::{Element, ZarrArray};
use zarrs::array::codec::array_to_bytes::sharding::ShardingCodecBuilder;
use zarrs::array::codec::{BytesCodec, Crc32cCodec, GzipCodec, TransposeCodec, ZstdCodec};
use zarrs::array::{ArrayBuilder, DataType, FillValue, data_type};
use zarrs::filesystem::FilesystemStore;
use zarrs::metadata_ext::codec::transpose::TransposeOrder;

type Failure = Box<dyn std::error::Error>;

const SHAPE: [usize; 3] = [10, 7, 9];

fn main() -> Result<(), Failure> {
    let directory = std::env::args_os()
        .nth(1)
        .ok_or("usage: writer DIRECTORY")?;
    let directory = Path::new(&directory);
    write::<u8>(directory, data_type::uint8(), 3_u8.into(), |n| n as u8)?;
    write::<u16>(directory, data_type::uint16(), 3_u16.into(), |n| n as u16)?;
    write::<i64>(directory, data_type::int64(), (-3_i64).into(), |n| n as i64)?;
    write::<f32>(directory, data_type::float32(), 0.5_f32.into(), |n| {
        n as f32
    })?;
    write::<half::f16>(
        directory,
        data_type::float16(),
        half::f16::ONE.into(),
        |n| half::f16::from_f32(n as f32),
    )
}

/// Writes the array by several codecs: all of it, but for every third position of axis 0.
fn write<T: Element>(
    directory: &Path,
    data_type: DataType,
    fill: FillValue,
    value: fn(usize) -> T,
) -> Result<(), Failure> {
    let values = Tensor::from_shape_fn(SHAPE, |[i, j, k]| value(((i * 7 + j) * 9 + k) % 113));
    for kind in ["plain", "gzip", "zstd", "big", "transposed", "shards"] {
        let path = directory.join(format!(
            "{kind}-{}.zarr",
            std::any::type_name::<T>().replace(':', "_")
        ));
        let mut builder =
            ArrayBuilder::new(vec![10, 7, 9], [4, 4, 4], data_type.clone(), fill.clone());
        match kind {
            "gzip" => _ = builder.bytes_to_bytes_codecs(vec![Arc::new(GzipCodec::new(1)?)]),
            "zstd" => {
                _ = builder.bytes_to_bytes_codecs(vec![
                    Arc::new(ZstdCodec::new(1, false)),
                    Arc::new(Crc32cCodec::new()),
                ]);
            }
            "big" if size_of::<T>() > 1 => {
                _ = builder.array_to_bytes_codec(Arc::new(BytesCodec::big()))
            }
            "transposed" => {
                let order = TransposeOrder::new(&[2, 0, 1]).map_err(|error| error.to_string())?;
                _ = builder.array_to_array_codecs(vec![Arc::new(TransposeCodec::new(order))]);
            }
            "shards" => {
                let part = [2, 1, 4].map(|len| NonZeroU64::new(len).unwrap_or(NonZeroU64::MIN));
                let mut codec = ShardingCodecBuilder::new(part.to_vec(), &data_type);
                codec.bytes_to_bytes_codecs(vec![Arc::new(ZstdCodec::new(1, false))]);
                _ = builder.array_to_bytes_codec(Arc::new(codec.build()));
            }
            _ => {}
        }
        std::fs::create_dir_all(&path)?;
        let array = builder.build(Arc::new(FilesystemStore::new(&path)?), "/")?;
        array.store_metadata()?;
        let array = ZarrArray::writable(&array)?.into_rank::<3>()?;
        if matches!(kind, "gzip" | "shards") {
            // By lists and masks, out of order, and some of it twice.
            let (rows, mask) = (
                [9, 1, 4, 0, 3, 9, 7, 6],
                [true, false, true, true, false, false, true],
            );
            for columns in [mask, mask.map(|is| !is)] {
                let part = values.pick(s![&rows, &columns, ..]);
                array.tpick_assign(s![&rows, &columns, ..], &part)?;
            }
            continue;
        }
        for part in [s![0::3], s![1::3]] {
            // From the last one on, so that chunks are written, read and written again.
            let back = s![::-1];
            array
                .tslice(part)
                .tslice(back)
                .assign(values.slice(part).slice(back))?;
        }
    }
    Ok(())
}
