"""Records what NumPy answers to masks of the first axes and to indices of any rank: tests/peers/masks.ndjson.

    python3 tests/peers/masks.py > tests/peers/masks.ndjson
"""

import json
import random

import numpy as np

CASES = 150
chance = random.Random(60)


def shape(least, most):
    return [chance.choice([0, 1, 2, 3, 4]) for _ in range(chance.randint(least, most))]


def answer(case, compute):
    """The case with the result, or with the fact that NumPy refuses it."""
    try:
        result = np.asarray(compute())
    except (IndexError, ValueError):
        return case | {"error": True}
    return case | {"out_shape": list(result.shape), "out": result.ravel().tolist()}


def counting(lengths):
    return np.arange(np.prod(lengths, dtype=int)).reshape(lengths)


def masks():
    lengths = shape(1, 4)
    axes = lengths[: chance.randint(0, len(lengths))]
    if chance.random() < 0.1 and axes:
        axes[chance.randrange(len(axes))] += 1
    share = chance.choice([0, 0.3, 0.7, 1])
    mask = np.array([chance.random() < share for _ in range(int(np.prod(axes, dtype=int)))], bool).reshape(axes)
    case = {"shape": lengths, "mask_shape": axes, "mask": mask.ravel().astype(int).tolist()}
    yield answer({"op": "select"} | case, lambda: counting(lengths)[mask])

    value = lengths[chance.randint(len(axes), len(lengths)) :]
    value = [chance.choice([length, length, 1]) for length in value]
    values = -1 - counting(value)

    def assigned():
        data = counting(lengths)
        data[mask] = values
        return data

    yield answer({"op": "assign"} | case | {"value_shape": value, "value": values.ravel().tolist()}, assigned)


def labels():
    lengths, axes = shape(1, 4), shape(0, 3)
    axis = chance.randrange(len(lengths))
    low, high = -lengths[axis], max(lengths[axis], 1) - 1
    if chance.random() < 0.1:
        high += 1
    count = int(np.prod(axes, dtype=int))
    indices = np.array([chance.randint(low, high) for _ in range(count)], int).reshape(axes)
    case = {"op": "take", "shape": lengths, "axis": axis, "indices_shape": axes, "indices": indices.ravel().tolist()}
    yield answer(case, lambda: np.take(counting(lengths), indices, axis))


for _ in range(CASES):
    for case in [*masks(), *labels()]:
        print(json.dumps(case, separators=(",", ":")))
