"""Writes `records.json`: arrays of strings and records of zarr-python as references, and what NumPy selects of them.

Run with zarr 3.1.6 and with zarr 3.4.2, which name the data types of version 3 differently: `python records.py`. Each adds its arrays.
"""

import base64
import json
import pathlib
import warnings

import numpy as np
import zarr

warnings.simplefilter("ignore")
path = pathlib.Path(__file__).with_name("records.json")
refs = json.loads(path.read_text()) if path.exists() else {}
text = lambda value: base64.b64encode(value).decode()
record = np.dtype([("a", "<i4"), ("b", "<f8")])
nested = np.dtype([("it's", "|i1"), ("n", [("x", "<i2"), ("s", "S3")]), ("u", "<U2"), ("t", "<M8[ns]"), ("z", "<c8"), ("é", "?")])
cases = [
    ("bytes", np.dtype("S5"), b"ab"),
    ("characters", np.dtype("<U4"), "xé"),
    ("swapped", np.dtype(">U4"), "xy"),
    ("raw", np.dtype("V7"), b"1234567"),
    ("record", record, np.array((7, -0.5), record)[()]),
    ("nested", nested, np.array((1, (2, b"x"), "é", 3, 1 - 2j, True), nested)[()]),
]


def values(dtype):
    numbers = np.arange(35).reshape(5, 7)
    if dtype.names:
        all = np.zeros((5, 7), dtype)
        for name in dtype.names:
            all[name] = values(dtype[name])
        return all
    if dtype.kind == "V":
        return np.array([b"%07d" % n for n in range(35)], dtype).reshape(5, 7)
    return numbers.astype(dtype)


for version in [2, 3]:
    for name, dtype, fill in cases:
        for kind, fill in [("", {}), ("-filled", {"fill_value": fill})]:
            place = f"{zarr.__version__}/{version}/{name}{kind}"
            store = zarr.storage.MemoryStore()
            shards = (4, 6) if version == 3 and fill and dtype.kind != "V" else None
            order = {"order": "F"} if version == 2 and fill else {}
            array = zarr.create_array(store, shape=(5, 7), chunks=(2, 3), shards=shards, dtype=dtype, zarr_format=version, compressors=None, **fill, **order)
            array[:3, :4] = values(dtype)[:3, :4]
            for key, value in store._store_dict.items():
                value = value.to_bytes()
                refs[f"{place}/{key}"] = json.loads(value) if key[0] in ".z" else "base64:" + text(value)
            picked = array[...][::-2, [6, 0, 3]]
            header = np.lib.format.dtype_to_descr(picked.dtype.newbyteorder("<") if dtype.kind == "U" else picked.dtype)
            refs[f"{place}/picked"] = "base64:" + text(picked.astype(header, copy=False).tobytes())
            refs[f"{place}/descr"] = header if isinstance(header, str) else repr(header)

lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in refs.items())
path.write_text("{\n" + lines + "\n}\n")
