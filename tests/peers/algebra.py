"""Asks NumPy and ndindex what tslice's algebra of specs has answered.

Reads the lines that `cargo run --release -p tslice-tests --bin algebra -- lines` prints. ndindex knows no negative steps in
`as_subindex` and `as_subchunks`, so it is asked about positive ones; NumPy is asked about all.
"""

import json
import sys
from collections import Counter
from itertools import product

import ndindex
import numpy as np

LEAST = 500


def parsed(text):
    """The index that NumPy takes."""
    text = text.replace("...", "..").replace("..", "...")
    return eval(f"np.s_[{text},]", {"np": np, "newaxis": None}) if text else (...,)


def counted(shape):
    return np.arange(int(np.prod(shape))).reshape(shape)


def sliced(array, chain):
    for text in chain:
        array = array[parsed(text)]
    return array


def same(a, b):
    return a.shape == b.shape and np.array_equal(a, b)


def attempt(array, chain):
    try:
        return sliced(array, chain)
    except IndexError:
        return None


def chain(case):
    array = counted(case["shape"])
    stepwise = sliced(array, case["chain"])
    assert list(stepwise.shape) == case["result"]
    assert same(stepwise, array[parsed(case["spec"])])


def pair(case):
    for rank in range(5):
        for shape in product([1, 4], repeat=rank) if rank > 2 else product(range(7), repeat=rank):
            stepwise, single = (attempt(counted(shape), chain) for chain in (case["chain"], [case["spec"]]))
            assert (stepwise is None) == (single is None), shape
            assert stepwise is None or same(stepwise, single), shape


def axis(case):
    array = counted(case["shape"])
    asked, held = parsed(case["asked"])[0], parsed(case["held"])[0]
    common = np.intersect1d(array[asked], array[held])
    within = array[held][parsed(case["within"])] if case["within"] else array[:0]
    assert np.array_equal(within, common)
    # ndindex wants bounds that are not negative.
    of_shape = [ndindex.Slice(slice).reduce(tuple(case["shape"])) for slice in (asked, held)]
    theirs = of_shape[0].as_subindex(of_shape[1])
    assert np.array_equal(array[held][theirs.raw], within)
    assert [len(part) for part in np.array_split(array[asked], len(case["parts"]))] == case["parts"]
    size = ndindex.ChunkSize((case["chunk"],))
    chunks = size.as_subchunks(ndindex.Slice(asked), tuple(case["shape"]))
    assert [chunk.args[0].start // case["chunk"] for chunk in chunks] == case["chunks"]


kinds = Counter()
for line in sys.stdin:
    case = json.loads(line)
    try:
        {"chain": chain, "pair": pair, "axis": axis}[case["kind"]](case)
    except AssertionError as error:
        sys.exit(f"{error}: {line}")
    kinds[case["kind"]] += 1
assert all(kinds[kind] >= LEAST for kind in ("chain", "pair", "axis")), kinds
print(f"NumPy and ndindex give what the algebra gives: {dict(kinds)}")
