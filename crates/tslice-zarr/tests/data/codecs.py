"""Writes `codecs.json`: small arrays of zarr-python, one for each codec, and one of HDF5, as references whose chunks are in the file.

Run with zarr 3.1.6, numcodecs 0.16.6 and h5py 3.16.0: `python codecs.py`.
"""

import base64
import json
import pathlib
import warnings

import h5py
import numcodecs
import numpy as np
import zarr
from zarr.codecs import numcodecs as codecs

warnings.simplefilter("ignore")
refs = {}


def keep(name, store):
    for key, value in store._store_dict.items():
        value = value.to_bytes()
        refs[f"{name}/{key}"] = json.loads(value) if key[0] in ".z" else "base64:" + base64.b64encode(value).decode()


def write(name, version, values, chunks=(4,), **options):
    store = zarr.storage.MemoryStore()
    array = zarr.create_array(store, shape=values.shape, chunks=chunks, dtype=values.dtype, zarr_format=version, fill_value=0, **options)
    array[:] = values
    keep(name, store)


integers = np.arange(10, dtype="<i4") * 33 - 100
floats = np.arange(10, dtype="<f4") / 4
bools = np.arange(10) % 3 == 0

for codec in ["Fletcher32", "Adler32", "CRC32", "BZ2", "LZ4", "Zlib"]:
    write(f"2/{codec.lower()}", 2, integers, filters=[], compressors=getattr(numcodecs, codec)())
    write(f"3/{codec.lower()}", 3, integers, compressors=[getattr(codecs, codec)()])
for codec, values, options in [
    ("BitRound", floats, {"keepbits": 4}),
    ("Delta", integers, {"dtype": "<i4"}),
    ("PackBits", bools, {}),
    ("Shuffle", integers, {"elementsize": 4}),
]:
    write(f"2/{codec.lower()}", 2, values, filters=[getattr(numcodecs, codec)(**options)], compressors=None)
    place = "compressors" if codec == "Shuffle" else "filters"
    rest = {} if codec == "Shuffle" else {"compressors": None}
    write(f"3/{codec.lower()}", 3, values, **{place: [getattr(codecs, codec)(**options)]}, **rest)

# Differences that wrap, of another type than the elements, of floats, in the other byte order, and of columns.
wrapping = np.array([[0, 127, -128], [100, -100, 5]], "i1")
write("delta/wrapping", 2, wrapping, chunks=(2, 3), filters=[numcodecs.Delta(dtype="i1")], compressors=None)
steps = np.array([[1000, 1010, 900], [901, 905, 1000]], ">i4")
write("delta/narrow", 2, steps, chunks=(2, 2), order="F", filters=[numcodecs.Delta(dtype=">i4", astype=">i2")], compressors=None)
write("delta/wide", 3, steps.astype("<u2"), chunks=(2, 2), filters=[codecs.Delta(dtype="<u2", astype="<i4")], compressors=None)
write("delta/floats", 3, steps.astype("<f4") / np.float32(7), chunks=(2, 2), filters=[codecs.Delta(dtype="<f4")], compressors=None)
write("crc32/end", 2, integers, filters=[], compressors=numcodecs.CRC32(location="end"))
write("lz4/shards", 3, np.repeat(integers, 9), shards=(60,), chunks=(20,), compressors=[codecs.LZ4()])

# The filters of HDF5 in the order in which HDF5 has them, as VirtualiZarr writes them.
path = pathlib.Path("codecs.h5")
cases = [
    ("short", np.arange(35, dtype="<i2").reshape(5, 7) * 3 - 20, (2, 3), True),
    # An odd number of bytes has a checksum of its own kind.
    ("odd", np.arange(25, dtype="u1").reshape(5, 5) * 7, (3, 3), False),
]
with h5py.File(path, "w") as file:
    for name, values, chunks, is_compressed in cases:
        packed = {"shuffle": True, "compression": "gzip"} if is_compressed else {}
        array = file.create_dataset(name, data=values, chunks=chunks, fletcher32=True, **packed)
        shuffled = [{"id": "shuffle", "elementsize": values.itemsize}, {"id": "zlib", "level": 4}]
        refs[f"hdf5/{name}/.zarray"] = {
            "zarr_format": 2,
            "shape": values.shape,
            "chunks": chunks,
            "dtype": values.dtype.str,
            "fill_value": 0,
            "order": "C",
            "filters": (shuffled if is_compressed else []) + [{"id": "fletcher32"}],
            "compressor": None,
        }
        for at in range(array.id.get_num_chunks()):
            info = array.id.get_chunk_info(at)
            chunk = ".".join(str(first // length) for first, length in zip(info.chunk_offset, chunks))
            value = array.id.read_direct_chunk(info.chunk_offset)[1]
            refs[f"hdf5/{name}/{chunk}"] = "base64:" + base64.b64encode(value).decode()
path.unlink()

lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in refs.items())
pathlib.Path(__file__).with_name("codecs.json").write_text("{\n" + lines + "\n}\n")
