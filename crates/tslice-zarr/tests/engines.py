"""Parts of one copy by engines that people have: processes of `xargs -P` with the variables of Slurm, and workers of `dask.distributed`, of
which one is killed half way; directly, and in two passes. zarr-python reads the result: `engines.py TSLICE-ZARR`.
"""
import importlib.util
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import numpy as np
import zarr

PARTS = 16


def source(directory):
    path = f"{directory}/source.zarr"
    array = zarr.create_array(path, shape=(64, 96, 80), chunks=(1, 96, 80), dtype="u2", dimension_names=["t", "y", "x"])
    array[...] = np.arange(64 * 96 * 80, dtype="u8").reshape(array.shape) % 65521
    return path, np.asarray(array[...])


def copy(program, path, out, *more):
    """The command of a copy with other chunks: it reads each of 64 chunks of the source for several of the target."""
    return [program, path, "::-1, 3:", out, "--chunks", "64x16x16", "--memory", "256MiB", *more]


def check(out, whole, what):
    found = np.asarray(zarr.open_array(out, mode="r")[...])
    assert np.array_equal(found, whole[::-1, 3:]), what
    print(f"{what}: {PARTS} parts are whole")


def passes(out):
    """The arguments of each pass."""
    if "twice" not in out:
        return [[]]
    return [["--via", f"{out}.tmp.zarr", "--pass", number] for number in "12"]


def by_xargs(program, path, whole, out):
    """An array of jobs of Slurm: indices from 100 to 130 in steps of 2, four at a time. Some are started twice."""
    array = {"SLURM_ARRAY_TASK_MIN": "100", "SLURM_ARRAY_TASK_STEP": "2", "SLURM_ARRAY_TASK_COUNT": str(PARTS)}
    jobs = [100 + 2 * part for part in range(PARTS)] + [104, 104, 130]
    for more in passes(out):
        command = ["xargs", "-P4", "-I@", "env", "SLURM_ARRAY_TASK_ID=@", *copy(program, path, out, "--part", "env", *more)]
        subprocess.run(command, input="\n".join(map(str, jobs)), env=os.environ | array, text=True, check=True, capture_output=True)
    check(out, whole, "xargs -P4")


def do(command):
    """What a worker does with a part; it tells its process, so that the test can end it."""
    time.sleep(0.2)
    subprocess.run(command, check=True, capture_output=True)
    return os.getpid()


def by_dask(program, path, whole, out):
    from dask.distributed import Client, LocalCluster, as_completed

    with LocalCluster(n_workers=4, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        for more in passes(out):
            commands = [copy(program, path, out, "--part", f"{part}/{PARTS}", *more) for part in range(1, PARTS + 1)]
            done = as_completed(client.map(do, commands, pure=False), with_results=True)
            _, worker = next(done)
            os.kill(worker, signal.SIGKILL)
            others = [worker for _, worker in done]
            assert len(others) == PARTS - 1 and worker not in others[8:], others
    check(out, whole, "dask.distributed, one of four workers killed")


def run(program):
    program = str(pathlib.Path(program).resolve())
    with tempfile.TemporaryDirectory() as directory:
        path, whole = source(directory)
        has_dask = importlib.util.find_spec("distributed")
        if not has_dask:
            print("skipped: dask.distributed is not here")
        for way in ["once", "twice"]:
            for by in [by_xargs, by_dask][: 2 if has_dask else 1]:
                out = f"{directory}/{by.__name__}-{way}.zarr"
                if way == "once":
                    subprocess.run(copy(program, path, out, "--create"), check=True, capture_output=True)
                by(program, path, whole, out)
                if way == "twice":
                    # The intermediate array is an array as any other.
                    check(f"{out}.tmp.zarr", whole, f"{by.__name__}, the intermediate array")


if __name__ == "__main__":
    run(sys.argv[1])
