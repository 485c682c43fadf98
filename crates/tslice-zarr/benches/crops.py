"""Loads the crops of the example `crops` by a peer, in the same batches: `crops.py tensorstore|zarr PLACES [CACHE_BYTES]`."""
import sys
import time

import numpy as np

peer, places = sys.argv[1], np.loadtxt(sys.argv[2], dtype=int)
CROP, BATCH, PATH = 32, 250, "target/crops/volume.zarr"

if peer == "zarr":
    import zarr

    zarr.config.set({"threading.max_workers": 2})
    array = zarr.open_array(PATH, mode="r")

    def load(batch, out):
        for at, (z, y, x) in enumerate(batch):
            out[at] = array[z : z + CROP, y : y + CROP, x : x + CROP]

else:
    import tensorstore

    cache = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    context = {"data_copy_concurrency": {"limit": 2}, "cache_pool": {"total_bytes_limit": cache}}
    kvstore = {"driver": "file", "path": PATH + "/"}
    array = tensorstore.open({"driver": "zarr3", "kvstore": kvstore, "context": context}, read=True).result()

    def load(batch, out):
        # Within a batch, TensorStore reads a chunk once for all that ask for it.
        with tensorstore.Batch() as together:
            crops = [array[z : z + CROP, y : y + CROP, x : x + CROP].read(batch=together) for z, y, x in batch]
        for at, crop in enumerate(crops):
            out[at] = crop.result()


out, total, began = np.empty((BATCH, CROP, CROP, CROP), np.uint16), 0, time.perf_counter()
for first in range(0, len(places), BATCH):
    load(places[first : first + BATCH], out)
    total += int(out.sum(dtype=np.uint64))
print(f"{peer}: {time.perf_counter() - began:.2f} s, sum {total}")
