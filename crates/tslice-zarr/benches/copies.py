"""Copies from array to array by the program `tslice-zarr` and its peers, in turns, each in a process of its own: time, bytes read and
written, peak memory: `copies.py TSLICE-ZARR [MIB] [ROUNDS]`, with zarr-python, dask and tensorstore. `RECHUNKER` is a Python with rechunker,
which needs zarr-python 2, and copies an array of version 2 of the format; `REENCODE` is the program `zarrs_reencode`.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

SIZES = {"copy": [16, 256, 256], "columns": [0, 16, 16], "crop": [64, 64, 64], "::4": [64, 64, 64]}
SPECS = {"copy": "...", "columns": "...", "crop": "7:{end}, 50:450, 50:450", "::4": "::4, ::4, ::4"}
ZSTD = '[{"name": "zstd", "configuration": {"level": 1, "checksum": false}}]'

COMMON = """
import sys, numpy as np
source, target, memory, chunks, index = sys.argv[1], sys.argv[2], int(sys.argv[3]), eval(sys.argv[4]), eval(f"np.s_[{sys.argv[5]}]")
"""
PEERS = {
    "zarr-python": """
import zarr
zarr.config.set({"threading.max_workers": 2})
a = zarr.open_array(source, mode="r")[index]
b = zarr.create_array(target, shape=a.shape, chunks=chunks, dtype=a.dtype, compressors=zarr.codecs.ZstdCodec(level=1))
b[...] = a
""",
    "Dask": """
import dask, dask.array as da, zarr
dask.config.set(scheduler="threads", num_workers=2)
a = da.from_zarr(source)[index].rechunk(chunks)
b = zarr.create_array(target, shape=a.shape, chunks=chunks, dtype=a.dtype, compressors=zarr.codecs.ZstdCodec(level=1))
a.to_zarr(b)
""",
    "TensorStore": """
import tensorstore as ts
context = ts.Context({"data_copy_concurrency": {"limit": 2}, "cache_pool": {"total_bytes_limit": memory // 2}})
file = lambda path: {"driver": "zarr3", "kvstore": {"driver": "file", "path": path}}
a = ts.open(file(source), context=context, recheck_cached_data=False).result()[index]
a = a[ts.d[:].translate_to[0]]
codecs = ["bytes", {"name": "zstd", "configuration": {"level": 1}}]
metadata = {"shape": a.shape, "data_type": "uint16", "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, codecs[1]],
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunks}}}
b = ts.open(file(target) | {"metadata": metadata}, create=True, context=context).result()
b.write(a).result()
""",
    "rechunker": """
import dask, numcodecs, rechunker, zarr
dask.config.set(scheduler="threads", num_workers=2)
a = zarr.open_array(source + "2", mode="r")
zstd = {"compressor": numcodecs.Zstd(level=1)}
stores = {"temp_store": target + ".temp", "target_options": zstd, "temp_options": zstd}
rechunker.rechunk(a, tuple(chunks), memory // 4, target, **stores).execute()
""",
}


def make(path, chunks, planes, version):
    import numcodecs
    import numpy as np
    import zarr

    codec = zarr.codecs.ZstdCodec(level=1) if version == 3 else numcodecs.Zstd(level=1)
    array = zarr.create_array(path, shape=(planes, 512, 512), chunks=chunks, dtype="u2", compressors=codec, zarr_format=version)
    random = np.random.default_rng(61)
    for begin in range(0, planes, 64):
        z, y, x = np.ogrid[begin : begin + 64, :512, :512]
        array[begin : begin + 64] = (z * 3 + y * 5 + x * 7 + random.integers(0, 16, (64, 512, 512))).astype("u2")


def measured(command):
    """Seconds of the clock and of processors, MB read and written, and MB of memory. The system adds what a child did to its parent."""
    script = '"$@" >/dev/null 2>&1; status=$?; cat /proc/$$/io; exit $status'
    began = time.perf_counter()
    process = subprocess.Popen(["sh", "-c", script, "sh", *command], stdout=subprocess.PIPE, text=True)
    io = dict(line.split(": ") for line in process.stdout.read().splitlines())
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - began
    if status:
        return None
    return seconds, usage.ru_utime + usage.ru_stime, int(io["rchar"]) / 1e6, int(io["wchar"]) / 1e6, usage.ru_maxrss / 1024


def main(program, mebibytes, rounds):
    planes, memory = mebibytes * 2, 1 << 30
    with tempfile.TemporaryDirectory() as directory:
        cubes, slices, out = (f"{directory}/{name}.zarr" for name in ["cubes", "slices", "out"])
        # In a process of its own: the memory of this one is counted as that of its children until they are programs.
        subprocess.run([sys.executable, __file__, "make", cubes, slices, str(planes)], check=True)
        print("| task | by | s | s of processors | MB read | MB written | MB of memory |\n|---|---|---|---|---|---|---|")
        for task, chunks in SIZES.items():
            chunks = [length or planes for length in chunks]
            source, spec = (slices if task == "columns" else cubes), SPECS[task].format(end=planes - 9)
            tslice = [program, source, spec, out, "--chunks", "x".join(map(str, chunks)), "--codec", "zstd:1"]
            commands = {"tslice": [*tslice, "--memory", str(memory)], "tslice, 256 MiB": [*tslice, "--memory", "256MiB"]}
            commands |= {
                name: [python, "-c", COMMON + code, source, out, str(memory), str(chunks), spec]
                for name, code in PEERS.items()
                if (python := os.environ.get("RECHUNKER") if name == "rechunker" else sys.executable)
                if name != "rechunker" or spec == "..."
            }
            if "REENCODE" in os.environ and spec == "...":
                shape = ",".join(map(str, chunks))
                # Without shards, 0.8.1 keeps the chunks of the source.
                layout = ["--chunk-shape", shape, "--shard-shape", shape, "--bytes-to-bytes-codecs", ZSTD]
                commands["zarrs_reencode"] = [os.environ["REENCODE"], *layout, source, out]
            found = {name: [] for name in commands}
            for _ in range(rounds):
                for name, command in commands.items():
                    for path in [out, out + ".temp"]:
                        shutil.rmtree(path, ignore_errors=True)
                    found[name].append(measured(command))
            for name, results in found.items():
                if None in results:
                    print(f"| {task} | {name} | fails | | | | |")
                    continue
                best = min(results)
                print(f"| {task} | {name} | {best[0]:.2f} | {best[1]:.2f} | {best[2]:.0f} | {best[3]:.0f} | {best[4]:.0f} |", flush=True)
        command = [program, cubes, "...", out, "--chunks", "16x256x256", "--codec", "zstd:1", "--memory", "512MiB"]
        found = {1: [], 2: [], 4: []}
        for _ in range(rounds):
            for of, sums in found.items():
                shutil.rmtree(out, ignore_errors=True)
                with ThreadPoolExecutor(of) as pool:
                    parts = list(pool.map(measured, [[*command, "--part", f"{part}/{of}"] for part in range(1, of + 1)]))
                sums.append((sum(part[1] for part in parts), sum(part[2] for part in parts)))
        for of, sums in found.items():
            print(f"{of} parts side by side: {min(sums)[0]:.2f} s of processors, {min(sums)[1]:.0f} MB read together")


if __name__ == "__main__" and sys.argv[1] == "make":
    for path, chunks in [(sys.argv[2], (64, 64, 64)), (sys.argv[3], (1, 512, 512))]:
        for version, name in [(3, path), (2, path + "2")]:
            make(name, chunks, int(sys.argv[4]), version)
elif __name__ == "__main__":
    main(sys.argv[1], int((sys.argv[2:] or ["512"])[0]), int((sys.argv[3:] or ["3"])[0]))
