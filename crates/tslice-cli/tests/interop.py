"""Files of NumPy and `ml_dtypes`, sliced by the program `tslice`, with NumPy as the judge: `interop.py TSLICE`."""
import contextlib
import pathlib
import subprocess
import sys
import tempfile
import warnings

import ml_dtypes
import numpy as np

program = str(pathlib.Path(sys.argv[1]).resolve())
random = np.random.default_rng(2026)
RECORD = np.dtype([("a", "<i4"), ("é", ">f8", (2, 3)), ("c", [("x", "S3"), ("y", "<U2")]), (("title", "n"), "<M8[ns]")])
DTYPES = [
    "?", "i1", ">i2", "<u4", ">f8", "<c8", "g", "G", "S5", "<U7", ">U3", "V2", "V13", "<M8[ns]", ">m8[25s]", "<M8", RECORD,
    np.dtype([("a", "u1"), ("b", "<f8"), ("c", "<i2")], align=True), np.dtype([("it's", "<i2"), ("日本", RECORD, (2,))]),
    ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2, ml_dtypes.int4,
]
# Text of the program and of NumPy.
SPECS = [
    ("1", "1"), ("::-1, ::2", "::-1, ::2"), ("..., [0, 2, -1]", "..., [0, 2, -1]"), ("None, 1:3, :, -2", "None, 1:3, :, -2"),
    ("([0, 1], [1, 2])", "[0, 1], [1, 2]"), ("1:+2, ..., 0", "1:3, ..., 0"), ("...", "..."),
]


def values(dtype):
    dtype = np.dtype(dtype)
    return np.frombuffer(random.integers(32, 120, 60 * dtype.itemsize, dtype=np.uint8).tobytes(), dtype).reshape(4, 3, 5)


def check(source, array, specs=SPECS, stdin=None):
    """Bytes are compared, because copies of NumPy leave out the padding of records."""
    for text, index in specs:
        done = subprocess.run([program, "npy", source, text, "-"], input=stdin, capture_output=True)
        assert done.returncode == 0, f"{source} [{text}]: {done.stderr}"
        file = pathlib.Path("sliced.npy")
        # NumPy writes the dtype of `float8_e5m2` so, and does not read it.
        file.write_bytes(done.stdout.replace(b"'<f1'", b"'|V1'"))
        got, raw = np.load(file), np.dtype(f"V{array.dtype.itemsize}")
        expected = (array.view(raw) if array.flags.c_contiguous else array.T.view(raw).T)[eval(f"np.s_[{index}]")]
        assert got.shape == expected.shape, f"{source} {array.dtype} [{text}]: {got.shape}, not {expected.shape}"
        assert got.dtype == array.dtype or array.dtype.type.__module__ == "ml_dtypes", f"{got.dtype}, not {array.dtype}"
        assert got.view(raw).tobytes() == expected.tobytes(), f"{source} {array.dtype} [{text}]"
    return len(specs)


def slices():
    for dtype in DTYPES:
        for order in "CF":
            array = np.array(values(dtype), order=order)
            np.save("in.npy", array)
            yield check("in.npy", array)
    arrays = {"a": values("f4"), "b/c": values(RECORD), "w:1": values("S3")}
    for save in (np.savez, np.savez_compressed):
        save("in.npz", **arrays)
        for name, array in arrays.items():
            yield check(f"in.npz:{name}", array)
            yield check(f"-:{name}", array, SPECS[:2], pathlib.Path("in.npz").read_bytes())
        save("one.npz", arrays["a"])
        yield check("one.npz", arrays["a"])
    with open("several.npy", "wb") as file:
        for array in arrays.values():
            np.save(file, array)
    for number, array in enumerate(arrays.values()):
        yield check(f"several.npy:{number}", array)


with tempfile.TemporaryDirectory() as directory, contextlib.chdir(directory), warnings.catch_warnings():
    warnings.simplefilter("ignore")
    print(f"{sum(slices())} slices of files of NumPy {np.__version__} equal NumPy's")
