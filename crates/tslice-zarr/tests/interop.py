"""Arrays of zarr-python, and of an HDF5 file, sliced by the program `tslice-zarr`, and arrays of the example `writer` read by zarr-python, with NumPy as the judge:
`interop.py TSLICE-ZARR WRITER [CASES]`.

Both are built by `cargo build --release -p tslice-zarr --features cli --bins --examples`.
"""
import importlib.util
import io
import itertools
import json
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import warnings

import numpy as np
import zarr
from zarr.codecs import BloscCodec, BytesCodec, Crc32cCodec, GzipCodec, TransposeCodec, ZstdCodec

program, writer = sys.argv[1:3]
cases = int(sys.argv[3]) if len(sys.argv) > 3 else 150
chance = random.Random(2026)
DTYPES = ["?", "u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", "f2", "f4", "f8", "c8", "c16"]


def values(shape, dtype):
    count = int(np.prod(shape, dtype=int))
    return (np.arange(count) % 113).astype(dtype).reshape(shape)


def entry(length):
    if length and chance.random() < 0.25:
        return str(chance.randrange(-length, length))
    bound = lambda: "" if chance.random() < 0.3 else str(chance.randrange(-length - 2, length + 3))
    return f"{bound()}:{bound()}" + chance.choice(["", "", ":2", ":3", ":-1", ":-2", ":-3"])


def spec(shape):
    """Text that NumPy and the program read alike."""
    entries = [entry(length) for length in shape[: chance.randrange(len(shape) + 1)]]
    if chance.random() < 0.3:
        entries.insert(chance.randrange(len(entries) + 1), "None")
    if chance.random() < 0.3:
        entries.append("...")
    return ", ".join(entries)


def listed(length):
    """Positions from both ends, some more than once, some in runs; as text, and as NumPy has them."""
    items, positions = [], []
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(length)
        end = min(length, at + chance.randrange(1, 4))
        if end - at > 1:
            items.append(f"{at}:{end}")
            positions += range(at, end)
        else:
            items.append(str(at - length if chance.random() < 0.3 else at))
            positions.append(at)
    return f"[{', '.join(items)}]", positions


def outer(shape):
    """Lists and ranges, each of which acts alone: text, and what `oindex` takes."""
    texts, index = [], []
    for length in shape:
        if chance.random() < 0.6:
            text, positions = listed(length)
            texts.append(text)
            index.append(np.array(positions))
        else:
            step = chance.randrange(1, 4)
            texts.append(f"::{step}")
            index.append(slice(None, None, step))
    return ", ".join(texts), tuple(index)


def points(shape):
    """Lists of one length, which act together: text, and what `vindex` takes."""
    index = [[chance.randrange(length) for _ in range(5)] for length in shape]
    return f"({', '.join(map(str, index))})", tuple(np.array(positions) for positions in index)


def picked(path, directory, case, array, whole, what):
    """Lists, with NumPy and zarr-python as the judges."""
    for text, index, by in [(*outer(array.shape), "oindex"), (*points(array.shape), "vindex")]:
        if by == "vindex" and len(array.shape) < 2:
            continue
        out = pathlib.Path(f"{directory}/{case}-{by}.npy")
        done = subprocess.run([program, path, text, str(out)], capture_output=True, text=True)
        assert done.returncode == 0, f"{what} [{text}]: {done.stderr}"
        got, expected = np.load(out), np.asarray(whole)
        same(got, np.asarray(getattr(array, by)[index]), f"{what} [{text}], {by} of zarr-python")
        if by == "oindex":
            for axis, entry in enumerate(index):
                expected = expected[(slice(None),) * axis + (entry,)]
        else:
            expected = expected[index]
        same(got, expected, f"{what} [{text}], NumPy")
        out.unlink()
        yield text


def create(path, shape, dtype):
    """An array by chance: the version of the format, chunks, shards, codecs, byte order, order; some chunks are left out."""
    chunks = tuple(chance.randrange(1, 6) for _ in shape)
    fill = chance.choice([0, 1])
    fill = bool(fill) if dtype == "?" else fill
    name = chance.choice(["none", "gzip", "zstd", "blosc", "crc32c"])
    if chance.random() < 0.3:
        import numcodecs

        order = chance.choice("CF") if shape else "C"
        codec = {"gzip": numcodecs.GZip(1), "zstd": numcodecs.Zstd(1), "blosc": numcodecs.Blosc(cname="lz4", clevel=1)}.get(name)
        endian = "|" if np.dtype(dtype).itemsize == 1 else chance.choice("<>")
        return zarr.create_array(
            path, shape=shape, chunks=chunks, dtype=np.dtype(endian + dtype), zarr_format=2, compressors=codec, order=order, fill_value=fill
        ), f"v2 {name} {endian} {order}"
    codecs = {
        "none": (), "gzip": (GzipCodec(level=1),), "zstd": (ZstdCodec(level=1),), "crc32c": (Crc32cCodec(),),
        "blosc": (BloscCodec(cname="zstd", clevel=1, shuffle="bitshuffle"),),
    }[name]
    endian = chance.choice(["little", "big"])
    serializer = BytesCodec(endian=endian if np.dtype(dtype).itemsize > 1 else None)
    filters = (TransposeCodec(order=tuple(reversed(range(len(shape))))),) if len(shape) > 1 and chance.random() < 0.3 else ()
    shards = tuple(length * chance.randrange(1, 4) for length in chunks) if shape and chance.random() < 0.5 else None
    return zarr.create_array(
        path, shape=shape, chunks=chunks, shards=shards, dtype=dtype, compressors=codecs, filters=filters, serializer=serializer,
        fill_value=fill,
    ), f"v3 {name} {endian} shards {shards} filters {len(filters)}"


def same(got, expected, what):
    assert got.shape == expected.shape, f"{what}: {got.shape}, not {expected.shape}"
    assert np.array_equal(got, expected), f"{what}: {got} is not {expected}"


def read(directory, case):
    shape = tuple(chance.randrange(0 if chance.random() < 0.1 else 1, 14) for _ in range(chance.randrange(0, 4)))
    dtype = chance.choice(DTYPES)
    array, kind = create(f"{directory}/{case}.zarr", shape, dtype)
    # The rest has the fill value.
    part = tuple(slice(0, chance.randrange(0, length + 1)) for length in shape)
    array[part] = values(shape, dtype)[part]
    whole = array[...]
    for number in range(3):
        text = spec(shape)
        out = pathlib.Path(f"{directory}/{case}-{number}.npy")
        done = subprocess.run([program, f"{directory}/{case}.zarr", text, str(out)], capture_output=True, text=True)
        what = f"[{text}] of {shape} {dtype} {kind}"
        assert done.returncode == 0, f"{what}: {done.stderr}"
        same(np.load(out), np.asarray(whole)[eval(f"np.s_[{text or '...'}]")], what)
        out.unlink()
    if shape and 0 not in shape:
        return len(list(picked(f"{directory}/{case}.zarr", directory, case, array, whole, f"{shape} {dtype} {kind}")))
    return 0


def written(directory):
    """What the crate wrote, by slices and by lists, is what it says it wrote: number k, in row-major order, is k % 113, and every third of axis 0 is the fill value."""
    subprocess.run([writer, directory], check=True)
    for path in sorted(pathlib.Path(directory).iterdir()):
        array = zarr.open_array(str(path), mode="r")
        expected = values(array.shape, array.dtype)
        expected[2::3] = array.fill_value
        same(np.asarray(array[...]), expected, str(path))
        yield path


def copied(directory, case):
    """A copy to another array, in parts, is what NumPy selects of the source, with its names, attributes and fill value."""
    shape = tuple(chance.randrange(1, 14) for _ in range(chance.randrange(1, 4)))
    dtype = chance.choice(DTYPES)
    path, out = f"{directory}/{case}.zarr", f"{directory}/{case}-copy.zarr"
    array, kind = create(path, shape, dtype)
    array.attrs["number"] = case
    part = tuple(slice(0, chance.randrange(0, length + 1)) for length in shape)
    array[part] = values(shape, dtype)[part]
    text, index = (spec(shape), None) if chance.random() < 0.5 else outer(shape)
    expected = np.asarray(array[...])
    if index is None:
        expected = expected[eval(f"np.s_[{text or '...'}]")]
    else:
        for axis, entry in enumerate(index):
            expected = expected[(slice(None),) * axis + (entry,)]
    layout, lengths = [], [chance.randrange(1, length + 2) for length in expected.shape]
    if chance.random() < 0.6 and lengths:
        layout = ["--chunks", "x".join(map(str, lengths))]
        if chance.random() < 0.5:
            layout += ["--shards", "x".join(str(length * chance.randrange(1, 4)) for length in lengths)]
    if chance.random() < 0.5:
        layout += ["--codec", chance.choice(["none", "zstd:5", "gzip:1", "blosc:3"])]
    of = chance.randrange(1, 6)
    what = f"[{text}] of {shape} {dtype} {kind}, {layout} in {of} parts"
    numbers = list(range(1, of + 1))
    chance.shuffle(numbers)
    ways = [[]] if chance.random() < 0.5 else [["--via", f"{out}.tmp.zarr", "--pass", number] for number in "12"]
    runs = [["--create"], *([*way, "--part", f"{number}/{of}", "--verify"] for way in ways for number in numbers)]
    for arguments in runs if expected.size else [[]]:
        done = subprocess.run([program, path, text, out, *layout, *arguments], capture_output=True, text=True)
        if expected.size == 0:
            assert done.returncode == 1 and "nothing is selected" in done.stderr, f"{what}: {done.stderr}"
            return 0
        assert done.returncode == 0, f"{what}: {done.stderr}"
    copy = zarr.open_array(out, mode="r")
    assert (copy.attrs["number"], copy.dtype) == (case, array.dtype.newbyteorder("=")), f"{what}: {copy.metadata}"
    same(np.asarray(copy[...]), expected, what)
    assert np.array_equal(copy.fill_value, array.fill_value), f"{what}: {copy.fill_value}"
    return 1


def masked(directory):
    """Masks of files, by the names and numbers of axes."""
    path, whole = f"{directory}/masks.zarr", np.arange(12 * 10 * 8, dtype="i4").reshape(12, 10, 8)
    array = zarr.create_array(path, shape=whole.shape, chunks=(5, 4, 3), dtype="i4", dimension_names=["t", "y", "x"])
    array[...] = whole
    days, columns = np.arange(12) % 3 == 0, np.arange(8) > 3
    np.save(f"{directory}/days.npy", days)
    np.save(f"{directory}/columns.npy", columns)
    arguments = [path, "x=::-1", f"{directory}/out.zarr", "--mask", f"t={directory}/days.npy", "--mask", f"-1={directory}/columns.npy"]
    subprocess.run([program, *arguments], check=True, capture_output=True)
    copy = zarr.open_array(f"{directory}/out.zarr", mode="r")
    same(np.asarray(copy[...]), whole[days][:, :, columns][:, :, ::-1], "masks")
    assert copy.metadata.dimension_names == ("t", "y", "x"), copy.metadata
    # A mask for an axis of another length, and a place that is taken.
    for change, words in [({4: f"y={directory}/days.npy"}, "12 bools are not a mask for axis y of length 10"), ({}, "an array is there")]:
        done = subprocess.run([program, *(change.get(at, text) for at, text in enumerate(arguments))], capture_output=True, text=True)
        assert done.returncode == 1 and words in done.stderr and done.stderr.count("\n") == 1, done.stderr


def refused(directory):
    """What is wrong with a copy is one line, and leaves nothing that is half written."""
    path, out, npy, strings = (f"{directory}/{name}" for name in ["refused.zarr", "other.zarr", "out.npy", "strings.zarr"])
    array = zarr.create_array(path, shape=(40, 50, 60), chunks=(5, 50, 60), dtype="f8", compressors=None)
    array[...] = np.random.default_rng(1).random(array.shape)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        zarr.create_array(strings, shape=(3,), chunks=(3,), dtype="string")
    subprocess.run([program, path, ":5", f"{directory}/taken.zarr"], check=True, capture_output=True)
    cases = [
        ([path, ":5", f"{directory}/taken.zarr"], "taken.zarr: an array is there: --force replaces it, --resume writes the chunks that it lacks"),
        ([path, ":6", f"{directory}/taken.zarr", "--part", "1/2"], "taken.zarr: `zarr.json` is there, with other shape"),
        ([path, "...", out, "--part", "5/4"], "part 5 of 4 does not exist: parts are counted from 1 to 4"),
        ([path, "...", out, "--part", "1/4", "--force"], "'--part <I/N>' cannot be used with '--force'"),
        ([path, "5:5", out], "nothing is selected: the result has shape [0, 50, 60]"),
        ([path, "...", out, "--chunks", "5x0x60"], "axis 1: chunks cannot have length 0"),
        ([path, "...", out, "--memory", "1MiB"], "the memory is 1048576 bytes"),
        ([path, "...", npy, "--memory", "1MiB"], "the memory is 1048576 bytes"),
        ([path, "...", npy, "--memory", "much"], "`much` is not a size: write 2GiB, 512MiB or a number of bytes"),
        ([path, "...", npy, "--part", "1/2"], "are those of a Zarr array: name one, as NAME.zarr or a URL"),
        ([strings, "...", out], "elements of type string are not supported: they do not have a fixed size"),
        ([strings, "...", npy], "elements of type string are not supported: they do not have a fixed size"),
    ]
    for arguments, words in cases:
        done = subprocess.run([program, *arguments], capture_output=True, text=True)
        assert done.returncode != 0 and words in done.stderr and done.stderr.count("\n") == 1, f"{arguments}: {done.stderr}"
        assert not any(pathlib.Path(place).exists() for place in [out, npy]), arguments
    # No file may be larger, as on a disk that is full.
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
    for to, words in [(npy, "out.npy: File too large"), (out, "writing 960000 bytes: File too large")]:
        layout = [] if to == npy else ["--chunks", "40x50x60", "--codec", "none"]
        done = subprocess.run([program, path, "...", to, *layout], preexec_fn=limit, restore_signals=False, capture_output=True, text=True)
        assert done.returncode == 1 and words in done.stderr and done.stderr.count("\n") == 1, done.stderr
    left = [str(place) for place in pathlib.Path(directory).rglob("*") if "tslice" in place.name or place.suffix in [".tmp", ".npy"]]
    assert left == [] and [place.name for place in pathlib.Path(out).rglob("*") if place.is_file()] == ["zarr.json"], left
    return len(cases) + 2


def dates(directory):
    """Dates and durations, which NumPy reads with their unit."""
    count = 0
    for version in [2, 3]:
        for dtype in ["M8[ns]", "M8[3M]", "M8[D]", "m8[25s]", "m8[us]"]:
            path, out = f"{directory}/{version}-{dtype}.zarr", f"{directory}/out.npy"
            array = zarr.create_array(path, shape=(7, 5), chunks=(3, 2), dtype=np.dtype("<" + dtype), zarr_format=version)
            array[:4] = np.arange(20).reshape(4, 5).astype(dtype)
            done = subprocess.run([program, path, "::-2, [4, 0]", out, "--force"], capture_output=True, text=True)
            assert done.returncode == 0, f"{version} {dtype}: {done.stderr}"
            got, expected = np.load(out), np.asarray(array[...])[::-2][:, [4, 0]]
            assert got.dtype == expected.dtype, f"{version} {dtype}: {got.dtype}"
            same(got.view("i8"), expected.view("i8"), f"{version} {dtype}")
            count += 1
    return count


def numbered(shape, dtype):
    """Strings and records of the numbers from 0 on."""
    array = np.zeros(shape, dtype)
    for name in dtype.names or []:
        array[name] = numbered(shape, dtype[name])
    if not dtype.names:
        array[...] = np.arange(array.size).reshape(shape).astype("S3" if dtype.kind == "V" else dtype)
    return array


def fixed_sizes(directory):
    """Strings, raw bytes and records: dtype and bytes as NumPy has them, with negative steps, lists and new axes, and chunks that are missing."""
    record = np.dtype([("a", "<i4"), ("b", "<f8")])
    nested = np.dtype([("a'", "|i1"), ("n", [("x", "<i2"), ("s", "S3")]), ("u", "<U2"), ("é", "<M8[ns]")])
    fills = {np.dtype("S5"): b"ab", np.dtype("<U4"): "xé", np.dtype("V7"): b"1234567", record: np.array((7, 0.5), record)[()]}
    fills[nested] = np.array((1, (2, b"x"), "é", 3), nested)[()]
    count = 0
    for version, (dtype, fill), fill_is_given in itertools.product([2, 3], fills.items(), [False, True]):
        path, out = f"{directory}/{count}.zarr", f"{directory}/out.npy"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            array = zarr.create_array(
                path, shape=(9, 7), chunks=(2, 3), dtype=dtype, zarr_format=version, compressors=None, **({"fill_value": fill} if fill_is_given else {})
            )
            array[2:7, :4] = numbered((5, 4), dtype)
            whole = array[...]
        for text, expected in [
            (spec(whole.shape), None), ("::-2, None, [6, 0, 3:5]", whole[::-2][:, None, [6, 0, 3, 4]]), ("([0, 8, 4], [6, 1, 1])", whole[[0, 8, 4], [6, 1, 1]])
        ]:
            done = subprocess.run([program, path, text, out, "--force"], capture_output=True, text=True)
            assert done.returncode == 0, f"{version} {dtype} [{text}]: {done.stderr}"
            got, expected = np.load(out), whole[eval(f"np.s_[{text or '...'}]")] if expected is None else expected
            # One element of NumPy's forgets zeros at its end.
            expected = np.asarray(expected, whole.dtype)
            assert (got.dtype, got.shape) == (expected.dtype, expected.shape), f"{version} {dtype} [{text}]: {got.dtype}"
            assert got.tobytes() == expected.tobytes(), f"{version} {dtype} [{text}]: {got} is not {expected}"
            if 0 not in expected.shape:
                copied_as_bytes([path, text, f"{directory}/copy.zarr"], expected, array, fill_is_given)
        count += 1
    return count


def copied_as_bytes(arguments, expected, array, fill_is_given):
    """A copy of such elements, in two parts; version 3 of the format has no records of version 2."""
    chunks = ["--chunks", "x".join(str(chance.randrange(1, length + 2)) for length in expected.shape)] if expected.shape else []
    for more in [["--create"], ["--part", "2/2", "--verify"], ["--part", "1/2", "--verify"]]:
        done = subprocess.run([program, *arguments, *chunks, *more], capture_output=True, text=True)
        if array.metadata.zarr_format == 2 and array.dtype.names:
            assert done.returncode == 1 and "records of version 2" in done.stderr, f"{arguments}: {done.stderr}"
            return
        assert done.returncode == 0, f"{array.dtype} {arguments} {chunks} {more}: {done.stderr}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        copy = zarr.open_array(arguments[2], mode="r")
        got = np.asarray(copy[...], copy.dtype)
    assert (got.dtype, got.shape) == (expected.dtype, expected.shape), f"{array.dtype} {arguments}: {got.dtype} {got.shape}"
    assert got.tobytes() == expected.tobytes(), f"{array.dtype} {arguments}: {got} is not {expected}"
    assert not fill_is_given or copy.fill_value == array.fill_value, f"{array.dtype}: {copy.fill_value} is not {array.fill_value}"
    shutil.rmtree(arguments[2])


def references(directory):
    """Chunks of an HDF5 file, by the references that kerchunk writes."""
    import h5py
    from kerchunk.hdf import SingleHdf5ToZarr

    archive, refs = f"{directory}/archive.nc", f"{directory}/archive.json"
    arrays = {}
    with h5py.File(archive, "w") as file:
        for number, how in enumerate([{}, {"compression": "gzip"}, {"compression": "gzip", "shuffle": True}]):
            for dtype in ["<f4", ">i2", "u1"]:
                name = f"{dtype[-2:]}_{number}"
                arrays[name] = np.arange(40 * 30 * 20).reshape(40, 30, 20).astype(dtype)
                file.create_dataset(name, data=arrays[name], chunks=(chance.randrange(1, 40), 7, 20), **how)
    pathlib.Path(refs).write_text(json.dumps(SingleHdf5ToZarr(archive, inline_threshold=chance.choice([0, 400])).translate()))
    for name, array in arrays.items():
        text, out = spec(array.shape), f"{directory}/{name}.npy"
        done = subprocess.run([program, f"{refs}/{name}", text, out], capture_output=True, text=True)
        assert done.returncode == 0, f"{name} [{text}]: {done.stderr}"
        same(np.load(out), np.asarray(array)[eval(f"np.s_[{text or '...'}]")], f"{name} [{text}]")
    return len(arrays)


def archives(directory):
    """Arrays in archives of `ZipStore`, some of whose chunks were written twice; the slice comes by standard output."""
    count = 0
    for version in [2, 3]:
        path = f"{directory}/{version}.zip"
        with warnings.catch_warnings(), zarr.storage.ZipStore(path, mode="w") as store:
            warnings.simplefilter("ignore")
            group, arrays = zarr.create_group(store, zarr_format=version), {}
            for dtype in ["u1", ">i2", "<f8", "c8"]:
                shards = (8, 6) if version == 3 and dtype != "u1" else None
                array = group.create_array(f"a/{dtype[-2:]}", shape=(13, 9), chunks=(4, 3), shards=shards, dtype=dtype)
                array[:7], array[3] = values((7, 9), dtype), values((9,), dtype)
                arrays[array.path] = array[...]
        for name, array in arrays.items():
            text = spec(array.shape)
            done = subprocess.run([program, f"{path}/{name}", text, "-"], capture_output=True)
            assert done.returncode == 0, f"{version} {name} [{text}]: {done.stderr}"
            same(np.load(io.BytesIO(done.stdout)), np.asarray(array)[eval(f"np.s_[{text or '...'}]")], f"{version} {name} [{text}]")
            count += 1
    return count


with tempfile.TemporaryDirectory() as directory:
    picks = sum(read(directory, case) for case in range(cases))
with tempfile.TemporaryDirectory() as directory:
    masked(directory)
    print(f"{sum(copied(directory, case) for case in range(cases))} copies in parts are read by zarr-python as NumPy has them")
with tempfile.TemporaryDirectory() as directory:
    print(f"{refused(directory)} copies are refused in one line")
with tempfile.TemporaryDirectory() as directory:
    print(f"{dates(directory)} arrays of dates are read as NumPy has them")
with tempfile.TemporaryDirectory() as directory:
    print(f"{fixed_sizes(directory)} arrays of strings and records are read as NumPy has them")
with tempfile.TemporaryDirectory() as directory:
    print(f"{archives(directory)} arrays of archives equal NumPy's")
if importlib.util.find_spec("kerchunk") and importlib.util.find_spec("h5py"):
    with tempfile.TemporaryDirectory() as directory:
        print(f"{references(directory)} arrays of an HDF5 file are read by the references of kerchunk")
else:
    print("skipped: kerchunk is not here")
with tempfile.TemporaryDirectory() as directory:
    count = len(list(written(directory)))
    assert count > 0
print(f"{cases * 3} slices and {picks} picks of {cases} arrays of zarr-python {zarr.__version__} equal NumPy's; {count} arrays written here are read there")
# A program of its own: the workers of Dask import the file that starts them.
subprocess.run([sys.executable, str(pathlib.Path(__file__).with_name("engines.py")), program], check=True)
