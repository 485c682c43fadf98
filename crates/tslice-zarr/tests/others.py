"""Copies of arrays of every codec, filter, data type and fill value, opened by zarr-python and, where it can, by TensorStore: `others.py TSLICE-ZARR`.

Neither shares code with the program. Values, fill values, attributes and names are those of the source.
"""
import importlib.util
import itertools
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import warnings

import numcodecs
import numcodecs.zarr3 as named
import numpy as np
import zarr
from zarr.codecs import BloscCodec, BytesCodec, Crc32cCodec, GzipCodec, TransposeCodec, ZstdCodec

program = sys.argv[1]
warnings.simplefilter("ignore")
tensorstore = importlib.import_module("tensorstore") if importlib.util.find_spec("tensorstore") else None
SHAPE, CHUNKS = (7, 6), (3, 4)
ATTRIBUTES = {"missing_value": math.nan, "range": [-math.inf, math.inf], "text": 'NaN, "Infinity" \\', "x": {"y": [1, 2.5, None, True]}}
DTYPES = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]

COMPRESSORS = {
    "none": None, "gzip": numcodecs.GZip(1), "zstd": numcodecs.Zstd(1), "zlib": numcodecs.Zlib(1), "bz2": numcodecs.BZ2(1), "lz4": numcodecs.LZ4(1),
    "blosc": numcodecs.Blosc("lz4", 1), "bitshuffle": numcodecs.Blosc("zstd", 1, numcodecs.Blosc.BITSHUFFLE),
}
FILTERS = {
    "shuffle": numcodecs.Shuffle(4), "fletcher32": numcodecs.Fletcher32(), "crc32": numcodecs.CRC32(), "adler32": numcodecs.Adler32(),
    "delta": numcodecs.Delta("<i4"), "scale": numcodecs.FixedScaleOffset(0, 1, "<f4", "<i4"), "bitround": numcodecs.BitRound(20),
    "packbits": numcodecs.PackBits(),
}
OF_FILTER = {"scale": "f4", "bitround": "f4", "packbits": "?"}
OF_VERSION_3 = {
    "gzip": (GzipCodec(level=1),), "zstd": (ZstdCodec(level=1),), "blosc": (BloscCodec(cname="lz4", clevel=1),), "crc32c": (Crc32cCodec(),),
    "numcodecs.blosc": (named.Blosc(cname="lz4", clevel=1),), "numcodecs.zstd": (named.Zstd(level=1),), "numcodecs.gzip": (named.GZip(level=1),),
    "numcodecs.zlib": (named.Zlib(level=1),), "numcodecs.bz2": (named.BZ2(level=1),), "numcodecs.lz4": (named.LZ4(),),
    "numcodecs.shuffle": (named.Shuffle(elementsize=4),), "numcodecs.crc32": (named.CRC32(),), "numcodecs.adler32": (named.Adler32(),),
    "numcodecs.fletcher32": (named.Fletcher32(),), "two": (named.Shuffle(elementsize=4), ZstdCodec(level=1), Crc32cCodec()),
}


def values(dtype):
    count = np.arange(5 * 6) % 7
    return (count % 2 == 0 if dtype == "?" else count).astype(dtype).reshape(5, 6)


def fills(dtype):
    kind = np.dtype(dtype).kind
    return {
        "?": [False, True], "f": [0.0, 1.5, math.nan, math.inf, -math.inf], "c": [0j, 1.5 - 2j, complex(math.nan, math.inf)],
        "i": [0, -5, np.iinfo(dtype).min if kind == "i" else 0], "u": [0, 7, np.iinfo(dtype).max if kind == "u" else 0],
        "b": [False, True],
    }[kind]


def sources():
    """Arrays, by what is special of each."""
    plain = {"shape": SHAPE, "chunks": CHUNKS}
    for name, compressor in COMPRESSORS.items():
        for order in "CF":
            yield f"2 {name} {order}", {**plain, "zarr_format": 2, "dtype": "<i4", "compressors": compressor, "order": order}
    for name, codec in FILTERS.items():
        dtype = OF_FILTER.get(name, "i4")
        for compressor in ["none", "zlib"]:
            yield f"2 {name} {compressor}", {**plain, "zarr_format": 2, "dtype": dtype, "filters": [codec], "compressors": COMPRESSORS[compressor]}
    yield "2 big Delta", {**plain, "zarr_format": 2, "dtype": ">i4", "filters": [numcodecs.Delta(">i4")], "compressors": None}
    yield "2 all of HDF5", {**plain, "zarr_format": 2, "dtype": "i4", "filters": [FILTERS["shuffle"], numcodecs.Zlib(1), FILTERS["fletcher32"]], "compressors": None}
    for name, codecs in OF_VERSION_3.items():
        yield f"3 {name}", {**plain, "dtype": "i4", "compressors": codecs}
        if name in ["gzip", "zstd", "numcodecs.lz4"]:
            yield f"3 {name} shards", {**plain, "shards": (6, 8), "dtype": "i4", "compressors": codecs}
    yield "3 transpose", {**plain, "dtype": "i4", "compressors": None, "filters": [TransposeCodec(order=(1, 0))]}
    yield "3 big", {**plain, "dtype": "i4", "compressors": None, "serializer": BytesCodec(endian="big")}
    yield "3 delta", {**plain, "dtype": "i4", "compressors": None, "filters": [named.Delta(dtype="<i4")]}
    yield "3 packbits", {**plain, "dtype": "?", "compressors": None, "filters": [named.PackBits()]}
    for version, dtype in itertools.product([2, 3], DTYPES):
        for fill in fills(dtype):
            yield f"{version} {dtype} {fill}", {**plain, "zarr_format": version, "dtype": dtype, "fill_value": fill, "compressors": None}
    for version, dtype in itertools.product([2, 3], ["S5", "<U4", "M8[s]", "m8[ms]"]):
        yield f"{version} {dtype}", {**plain, "zarr_format": version, "dtype": dtype, "compressors": None}
    for dtype in ["c8", "f4", "i4"]:
        yield f"2 {dtype} null", {**plain, "zarr_format": 2, "dtype": dtype, "fill_value": None, "compressors": None}


def same(got, expected, what):
    got, expected = np.asarray(got), np.asarray(expected)
    assert (got.shape, got.dtype) == (expected.shape, expected.dtype.newbyteorder("=")), f"{what}: {got.dtype}{got.shape}, {expected.dtype}{expected.shape}"
    is_same = got.tobytes() == expected.astype(got.dtype).tobytes() or np.array_equal(got, expected, equal_nan=got.dtype.kind in "fcmM")
    assert is_same, f"{what}: {got} is not {expected}"


def by_tensorstore(path, expected, what):
    """Whether TensorStore opens it: it lacks codecs of numcodecs, some types, and JSON with NaN."""
    metadata = json.loads(pathlib.Path(path, "zarr.json").read_text())
    if "numcodecs." in json.dumps(metadata["codecs"]) or not isinstance(metadata["data_type"], str) or metadata["data_type"].startswith(("fixed", "numpy")):
        return False
    got = tensorstore.open({"driver": "zarr3", "kvstore": {"driver": "file", "path": path + "/"}}).result().read().result()
    same(got, expected, f"{what}, TensorStore")
    return True


def copied(directory, number, what, settings):
    source, out = f"{directory}/{number}.zarr", f"{directory}/{number}-copy.zarr"
    named_axes = {"dimension_names": ["y", "x"]} if settings.get("zarr_format", 3) == 3 else {}
    array = zarr.create_array(source, **settings, **named_axes)
    # The last chunks are missing.
    if np.dtype(settings["dtype"]).kind in "SUmM":
        array[:5] = np.arange(30).reshape(5, 6).astype("U2" if np.dtype(settings["dtype"]).kind in "SU" else "i8").astype(settings["dtype"])
    else:
        array[:5] = values(settings["dtype"])
    if number % 2:
        array.attrs.update(ATTRIBUTES)
    layout = [[], ["--chunks", "2x6"], ["--chunks", "2x3", "--shards", "4x6"]][number % 3]
    if what.split()[0] == "3" and " shards" not in what and number % 5 == 0:
        zarr.consolidate_metadata(directory)
    done = subprocess.run([program, source, "...", out, "--verify", *layout], capture_output=True, text=True)
    assert done.returncode == 0, f"{what}: {done.stderr}"
    expected = np.asarray(array[...])
    copy = zarr.open_array(out, mode="r")
    same(copy[...], expected, what)
    got, old = copy.fill_value, array.fill_value
    assert old is None or np.array_equal(got, old, equal_nan=np.dtype(copy.dtype).kind in "fcmM"), f"{what}: fill value {got}, not {old}"
    assert repr(dict(copy.attrs)) == repr(dict(array.attrs)), f"{what}: {dict(copy.attrs)}"
    assert not named_axes or copy.metadata.dimension_names == ("y", "x"), what
    if number % 2 or tensorstore is None:
        return False
    return by_tensorstore(out, expected, what)


def pieces(directory):
    """References of kerchunk to an HDF5 file with its filters, and an archive of `ZipStore`."""
    import h5py
    from kerchunk.hdf import SingleHdf5ToZarr

    expected = np.arange(12 * 10, dtype="<i4").reshape(12, 10)
    with h5py.File(f"{directory}/x.h5", "w") as file:
        file.create_dataset("a", data=expected, chunks=(5, 4), shuffle=True, compression="gzip")
    pathlib.Path(f"{directory}/x.json").write_text(json.dumps(SingleHdf5ToZarr(f"{directory}/x.h5", inline_threshold=0).translate()))
    with zarr.storage.ZipStore(f"{directory}/x.zip", mode="w") as store:
        zarr.create_group(store).create_array("a", shape=(12, 10), chunks=(5, 4), dtype="i4")[...] = expected
    for name in ["x.json", "x.zip"]:
        out = f"{directory}/{name}.zarr"
        done = subprocess.run([program, f"{directory}/{name}/a", "::-2", out, "--verify"], capture_output=True, text=True)
        assert done.returncode == 0, f"{name}: {done.stderr}"
        same(zarr.open_array(out, mode="r")[...], expected[::-2], name)


with tempfile.TemporaryDirectory() as directory:
    zarr.create_group(directory)
    results = []
    failed = []
    for number, (what, settings) in enumerate(sources()):
        try:
            results.append(copied(directory, number, what, settings))
        except Exception as error:
            failed.append(f"{what}: {type(error).__name__}: {error}"[:600])
    print(f"{len(results)} copies are opened by zarr-python {zarr.__version__}, {sum(results)} of them by TensorStore")
    assert not failed, f"{len(failed)} failures\n" + "\n".join(failed)
    assert tensorstore is None or sum(results) > 20
if importlib.util.find_spec("kerchunk") and importlib.util.find_spec("h5py"):
    with tempfile.TemporaryDirectory() as directory:
        pieces(directory)
        print("copies of references and of an archive are opened by zarr-python")
else:
    print("skipped: kerchunk is not here")
