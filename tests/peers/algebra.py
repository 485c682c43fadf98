"""Asks NumPy, ndindex and TensorStore what tslice's algebra of specs has answered.

Reads the lines that `cargo run --release -p tslice-programs --bin algebra -- lines` prints. ndindex knows no negative steps in
`as_subindex` and `as_subchunks`, so it is asked about positive ones; NumPy is asked about all. TensorStore composes the chains
that select something: its bounds are positions of a domain, so it is given what Python makes of the bounds on each axis.
"""

import json
import sys
from collections import Counter
from itertools import product

import ndindex
import numpy as np
import tensorstore as ts

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


def in_domain(spec, shape):
    """A spec as TensorStore reads it: an entry for each axis, no bound that counts from the end."""
    given = sum(entry is not None and entry is not ... for entry in spec)
    at = next((i for i, entry in enumerate(spec) if entry is ...), len(spec))
    spec = spec[:at] + (slice(None),) * (len(shape) - given) + spec[at + 1 :]
    axes, entries = iter(shape), []
    for entry in spec:
        if isinstance(entry, slice):
            length = next(axes)
            begin, end, step = entry.indices(length)
            # TensorStore refuses the most negative step; one beyond the axis takes as few.
            entry = slice(begin, end, max(-length - 1, min(step, length + 1)))
        elif entry is not None:
            length = next(axes)
            entry = entry + length if entry < 0 else entry
        entries.append(entry)
    return tuple(entries)


def composed(shape, chain):
    """The transform that TensorStore makes of a chain, and the elements that it selects."""
    array = ts.array(counted(shape))
    for text in chain:
        array = array[in_domain(parsed(text), array.shape)]
        if array.rank:
            array = array[ts.d[:].translate_to[0]]
    return array.read().result()


def chain(case):
    array = counted(case["shape"])
    stepwise = sliced(array, case["chain"])
    assert list(stepwise.shape) == case["result"]
    assert same(stepwise, array[parsed(case["spec"])])
    if stepwise.size:
        assert same(composed(case["shape"], case["chain"]), stepwise)
        assert same(composed(case["shape"], [case["spec"]]), stepwise)
        kinds["composed"] += 1


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
assert kinds["composed"] >= LEAST // 4, kinds
print(f"NumPy, ndindex and TensorStore give what the algebra gives: {dict(kinds)}")
