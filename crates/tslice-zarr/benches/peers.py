"""Slices arrays for `peers.rs`: reads lines `ARRAY<tab>SPEC`, answers with the best time in milliseconds and the sum of the elements."""
import sys
import time

import numpy as np

peer, directory = sys.argv[1:]


def write():
    """Noise in the low bits of a smooth field, as a microscope has."""
    import zarr

    z, y, x = np.meshgrid(*[np.arange(256, dtype=np.float32)] * 3, indexing="ij")
    field = 2000 + 900 * np.sin(z / 17) * np.cos(y / 23) + 400 * np.sin(x / 11)
    field += np.random.default_rng(7).normal(0, 6, field.shape)
    field = field.astype(np.uint16)
    compressor = zarr.codecs.ZstdCodec(level=1)
    zarr.create_array(f"{directory}/chunks", data=field, chunks=(64,) * 3, compressors=compressor)
    zarr.create_array(f"{directory}/shards", data=field, chunks=(32,) * 3, shards=(128,) * 3, compressors=compressor)


if peer == "zarr":
    import zarr

    zarr.config.set({"threading.max_workers": 2})
    write()
    arrays = {name: zarr.open_array(f"{directory}/{name}", mode="r") for name in ("chunks", "shards")}
    listed = lambda index: any(isinstance(entry, list) for entry in (index if isinstance(index, tuple) else (index,)))
    read = lambda array, index: array.oindex[index] if listed(index) else array[index]
    print("zarr-python", zarr.__version__, flush=True)
else:
    import tensorstore

    # TensorStore has no version in Python.
    from importlib.metadata import version

    context = {"data_copy_concurrency": {"limit": 2}, "cache_pool": {"total_bytes_limit": 0}}
    arrays = {}
    read = lambda array, index: array[index].read().result()
    print("tensorstore", version("tensorstore"), flush=True)

    def opened(name):
        kvstore = {"driver": "file", "path": f"{directory}/{name}/"}
        return tensorstore.open({"driver": "zarr3", "kvstore": kvstore, "context": context}, read=True).result()


for line in sys.stdin:
    name, spec = line.rstrip("\n").split("\t")
    if name not in arrays:
        arrays[name] = opened(name)
    array, index = arrays[name], eval(f"np.s_[{spec}]")
    try:
        best, total, began = float("inf"), 0, time.perf_counter()
        for _ in range(5):
            start = time.perf_counter()
            result = read(array, index)
            best = min(best, time.perf_counter() - start)
            total = total or int(np.asarray(result).sum(dtype=np.uint64))
            if time.perf_counter() - began > 0.5:
                break
        print(best * 1e3, total, flush=True)
    except Exception as error:
        print(type(error).__name__, flush=True)
