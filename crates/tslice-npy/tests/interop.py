"""Arrays of NumPy, read and written again by the example `again`, with NumPy as the judge: `interop.py AGAIN`."""
import contextlib
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

program = str(pathlib.Path(sys.argv[1]).resolve())
random = np.random.default_rng(2026)
DTYPES = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8", "c8", "c16"]
SHAPES = [(), (0,), (1,), (7,), (4, 3, 5), (2, 0, 3), (70_000,), (300, 1, 257), (1,) * 32]


def values(dtype, shape):
    whole = random.integers(0, 2 if dtype == "?" else 100, shape)
    return np.asarray(whole, dtype) if np.dtype(dtype).kind in "?biu" else np.asarray(whole / 7 - 3, dtype)


def arrays():
    for dtype in DTYPES:
        for shape in SHAPES:
            for order in "CF":
                for ends in "<>":
                    array = np.array(values(dtype, shape), np.dtype(dtype).newbyteorder(ends), order=order)
                    yield f"{dtype.replace('?', 'bool')} {shape} {order} {ends}", array


with tempfile.TemporaryDirectory() as directory, contextlib.chdir(directory):
    expected = dict(arrays())
    for save in (np.savez, np.savez_compressed):
        save("in.npz", **expected)
        subprocess.run([program, "in.npz", "out.npz"], check=True)
        got = np.load("out.npz")
        assert len(got.files) == 2 * len(expected), len(got.files)
        for name, array in expected.items():
            for copy in (got[name], got[f"{name}/compressed"]):
                assert copy.dtype == array.dtype.newbyteorder("="), f"{name}: {copy.dtype}"
                assert copy.shape == array.shape and (copy == array).all(), name
    print(f"{2 * len(expected)} arrays of NumPy {np.__version__} were read and written again")
