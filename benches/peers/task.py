"""What a task means, for every library: sources, slices, and how an entrant is told."""

from dataclasses import dataclass

import numpy as np


@dataclass
class Entrant:
    statement: str  # what is timed
    names: dict  # what it refers to
    output: str  # "reused", "allocated" or "view"
    result: str = "out"  # a NumPy array of the output


def source(task):
    """The same elements as in Rust."""
    count = int(np.prod(task["shape"]))
    modulus = 251 if task.get("dtype") == "uint8" else 1 << 24
    return (np.arange(count) % modulus).astype(task.get("dtype", "float32")).reshape(task["shape"])


def scattered(count, length):
    """The same positions as in Rust."""
    high = (np.arange(count, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)
    return ((high * np.uint64(length)) >> np.uint64(32)).astype(np.int64)


def tuples(task):
    """Index tuples, (count, depth)."""
    shape = task["shape"][: task["depth"]]
    flat = scattered(task["count"], int(np.prod(shape)))
    return np.ascontiguousarray(np.stack(np.unravel_index(flat, shape), axis=-1))


def python(spec):
    """The spec in Python's spelling."""
    entries = [entry.strip() for entry in spec.split(",")]
    return ", ".join({"..": "...", "newaxis": "None"}.get(entry, entry) for entry in entries)


def items(task):
    """The spec as a tuple of slices, indices, None and Ellipsis."""
    found = eval(f"np.index_exp[{python(task['spec'])}]")
    if Ellipsis not in found:
        return found + (Ellipsis,)
    return found


def by_axis(task):
    """The items with whole axes instead of the ellipsis."""
    found = items(task)
    at = next(i for i, item in enumerate(found) if item is Ellipsis)
    axes = len(task["shape"]) - sum(item is not None for item in found) + 1
    return found[:at] + (slice(None),) * axes + found[at + 1 :]


def targets(task):
    """A target of zeros, the part of it that is written, and what is assigned."""
    target = np.zeros(task["shape"], task["dtype"])
    view = target.transpose(task["axes"]) if task["axes"] else target
    view = eval(f"view[{python(task['spec'])}]", {"view": view})
    return target, view, source(task | {"shape": view.shape})


def operands(task):
    """The source of a computation; columns of whole numbers are scored, so that sums are exact."""
    if task["name"] == "scores":
        return source(task | {"dtype": "uint8"}).astype("float64")
    return source(task)


def normalised(a, root):
    """Columns with mean 0 and deviation 1."""
    mean = a.sum(0) / len(a)
    deviation = root((a * a).sum(0) / len(a) - mean * mean)
    return (a - mean) / deviation


def columns(length):
    """The ids that are taken."""
    return scattered(length // 2, length)


def column_mask(length):
    """The mask by which rows are picked."""
    return scattered(length, 2).astype(bool)


def picked(task):
    """The lists by which a table is picked from or written: rows, or the coordinates of points; or a mask."""
    shape, kind = task["shape"], task["name"]
    if kind.startswith("pick mask"):
        share = int(kind.split()[-1])
        first = scattered(shape[0] * shape[1], 2 if share == 50 else 100) == 0
        return (~first if share == 99 else first).reshape(shape)
    if kind == "add points":
        return scattered(1 << 20, shape[0])
    if kind.endswith(("group", "points")):
        return np.divmod(scattered(1 << 20, 1 << 20), 1024)
    return scattered({100: 8, 65536: 65536}.get(shape[0], 512), shape[0])


RUNS = np.r_[0:300, 400:700, 800:1024]


def widths(shape):
    """The widths of the border around an array, the same before and after each axis."""
    return {3: [16, 16, 0], 4: [0, 0, 4, 4]}.get(len(shape), [1, 1])
