"""Copies from array to array by the program `tslice-zarr` and its peers, in turns, each in processes of its own: time, bytes read and
written, peak memory: `copies.py TSLICE-ZARR [MIB] [ROUNDS]`, with zarr-python, dask and tensorstore. The table goes into RESULTS.md.
`RECHUNKER` is a Python with rechunker, which needs zarr-python 2 and Dask 2024.8, and copies an array of version 2; `REENCODE` is the
program `zarrs_reencode`. What is missing is left out, with a message.
"""
import datetime
import importlib.metadata
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

MEMORY, LIMIT = 128 << 20, 300
ZSTD = '[{"name": "zstd", "configuration": {"level": 1, "checksum": false}}]'
# Name, source, spec, chunks of the target (0 is the whole axis).
TASKS = [
    ("copy", "cubes", "...", [16, 256, 256]),
    ("crop", "cubes", "7:{end}, 50:450, 50:450", [64, 64, 64]),
    ("::4", "cubes", "::4, ::4, ::4", [64, 64, 64]),
    ("maps to time series", "maps", "...", [0, 16, 16]),
]
PARTS = [1, 4, 64]
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
rechunker.rechunk(a, tuple(chunks), memory // 2, target, **stores).execute()
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


def one(command):
    """MB read and written, and MB of memory. The system adds what a child did to its parent."""
    script = 'timeout $0 "$@" >/dev/null 2>&1; status=$?; cat /proc/$$/io; exit $status'
    process = subprocess.Popen(["sh", "-c", script, str(LIMIT), *command], stdout=subprocess.PIPE, text=True)
    io = dict(line.split(": ") for line in process.stdout.read().splitlines())
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise subprocess.CalledProcessError(status, command)
    return int(io["rchar"]) / 1e6, int(io["wchar"]) / 1e6, usage.ru_maxrss / 1024


def measured(passes):
    """Seconds, MB read and written by all processes, and MB of memory of the largest one. Two run at a time."""
    began, all_parts = time.perf_counter(), []
    for commands in passes:
        with ThreadPoolExecutor(2) as pool:
            all_parts += pool.map(one, commands)
    reads, writes, memory = zip(*all_parts)
    return time.perf_counter() - began, sum(reads), sum(writes), max(memory)


def tslice(program, arguments, of, via):
    """The processes of each pass."""
    ways = [["--via", via, "--pass", number] for number in "12"] if via else [[]]
    return [[[program, *arguments, "--part", f"{part}/{of}", *way] for part in range(1, of + 1)] for way in ways]


def tools(program, source, spec, out, chunks):
    """Passes of processes, by name."""
    text = "x".join(map(str, chunks))
    arguments = [source, spec, out, "--chunks", text, "--codec", "zstd:1", "--memory", str(MEMORY)]
    is_across = "maps" in source
    found = {}
    for of in PARTS if is_across else PARTS[:1]:
        parts = "" if of == 1 else f", {of} parts"
        found[f"tslice{parts}"] = tslice(program, arguments, of, None)
        if is_across:
            found[f"tslice --via{parts}"] = tslice(program, arguments, of, out + ".temp.zarr")
    for name, code in PEERS.items():
        python = os.environ.get("RECHUNKER") if name == "rechunker" else sys.executable
        if python and (name != "rechunker" or spec == "..."):
            found[name] = [[[python, "-c", COMMON + code, source, out, str(MEMORY), str(chunks), spec]]]
    if "REENCODE" in os.environ and spec == "...":
        shape = ",".join(map(str, chunks))
        # Without shards, zarrs_reencode keeps the chunks of the source.
        layout = ["--chunk-shape", shape, "--shard-shape", shape, "--bytes-to-bytes-codecs", ZSTD]
        found["zarrs_reencode"] = [[[os.environ["REENCODE"], *layout, source, out]]]
    return found


def lines(program, mebibytes, rounds):
    planes = mebibytes * 2
    yield "| task | by | s, best to worst | MB read | MB written | MB of memory |\n|---|---|---|---|---|---|"
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR", ".")) as directory:
        # In a process of its own: the memory of this one is counted as that of its children until they are programs.
        subprocess.run([sys.executable, __file__, "make", directory, str(planes)], check=True)
        out = f"{directory}/out.zarr"
        for task, source, spec, chunks in TASKS:
            chunks, spec = [length or planes for length in chunks], spec.format(end=planes - 9)
            passes = tools(program, f"{directory}/{source}.zarr", spec, out, chunks)
            found = {name: [] for name in passes}
            for _ in range(rounds):
                for name in passes:
                    for path in [out, out + ".temp", out + ".temp.zarr"]:
                        shutil.rmtree(path, ignore_errors=True)
                    try:
                        if None not in found[name]:
                            found[name].append(measured(passes[name]))
                    except subprocess.CalledProcessError:
                        found[name].append(None)
            for name, results in found.items():
                if None in results:
                    yield f"| {task} | {name} | fails, or takes over {LIMIT} s | | | |"
                    continue
                best, worst = min(results), max(results)
                yield f"| {task} | {name} | {best[0]:.2f} to {worst[0]:.2f} | " + " | ".join(f"{value:.0f}" for value in best[1:]) + " |"


def versions():
    names = ["zarr", "dask", "tensorstore"]
    yield from (f"{name} {importlib.metadata.version(name)}" for name in names)
    code = "from importlib.metadata import version as v; print('rechunker', v('rechunker'), 'with zarr', v('zarr'))"
    for variable, command in [("RECHUNKER", ["-c", code]), ("REENCODE", ["--version"])]:
        if variable in os.environ:
            yield subprocess.run([os.environ[variable], *command], capture_output=True, text=True).stdout.split("\n")[0]
        else:
            print(f"skipped: {variable} is not set")


def main(program, mebibytes, rounds):
    cpu = next(line.split(": ")[1] for line in open("/proc/cpuinfo").read().splitlines() if line.startswith("model name"))
    about = f"{datetime.date.today()}, {cpu}, {os.cpu_count()} processors, {mebibytes} MiB, {rounds} rounds in turns; {', '.join(versions())}."
    table = []
    for line in lines(program, mebibytes, rounds):
        print(line, flush=True)
        table.append(line)
    page = pathlib.Path(__file__).parent.parent / "RESULTS.md"
    before, rest = page.read_text().split("<!-- copies -->\n")
    after = rest.split("<!-- /copies -->\n")[1]
    page.write_text(f"{before}<!-- copies -->\n{about}\n\n" + "\n".join(table) + f"\n<!-- /copies -->\n{after}")


if __name__ == "__main__" and sys.argv[1] == "make":
    for name, chunks in [("cubes", (64, 64, 64)), ("maps", (1, 512, 512))]:
        for version, suffix in [(3, ""), (2, "2")]:
            make(f"{sys.argv[2]}/{name}.zarr{suffix}", chunks, int(sys.argv[3]), version)
elif __name__ == "__main__":
    main(sys.argv[1], int((sys.argv[2:] or ["256"])[0]), int((sys.argv[3:] or ["3"])[0]))
