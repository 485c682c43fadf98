"""Records what NumPy prints of arrays of floats: tests/peers/printing.ndjson.

    python3 tests/peers/printing.py > tests/peers/printing.ndjson

The element number i has the bits number i modulo their count.
"""

import json
import random

import numpy

LAYOUTS = {"f64": (numpy.float64, numpy.uint64), "f32": (numpy.float32, numpy.uint32)}
SPECIAL = [0.0, -0.0, float("inf"), float("-inf"), float("nan")]
KINDS = {
    "whole": lambda r: float(r.randint(-1000, 1000)),
    "large": lambda r: float(r.randint(0, 2 * 10 ** r.randint(5, 17))),
    "tenths": lambda r: r.randint(-300, 300) / 10,
    "thirds": lambda r: r.randint(1, 9) / 3,
    "uniform": lambda r: r.random(),
    "normal": lambda r: r.gauss(0, 10 ** r.randint(-3, 4)),
    "dyadic": lambda r: r.randint(-(2**20), 2**20) / 2 ** r.randint(0, 14),
    "powers": lambda r: 10.0 ** r.randint(-9, 9),
    "extreme": lambda r: r.choice([-1, 1]) * r.random() * 10.0 ** r.randint(-300, 300),
    "ratio": lambda r: r.choice([1.0, 999.0, 1000.0, 1000.5, 0.0001, 0.00009999, 0.5]),
    "ties": lambda r: (2 * r.randint(0, 2**30) + 1) / 2 ** r.randint(9, 12),
    "special": lambda r: r.choice(SPECIAL),
    "mixed": lambda r: r.choice(SPECIAL + [1.0, -2.5, 1e-3, 12345.678, 1 / 7]),
}


def shape(r):
    rank = r.choice([0, 1, 1, 1, 2, 2, 3, 4, 5])
    lengths = [r.choice([1, 2, 3, 5, 9][: 6 - rank]) for _ in range(rank)]
    if rank and r.random() < 0.2:
        lengths[r.randrange(rank)] = r.choice([0, 30, 334, 1001, 2000])
    return lengths


def main():
    r = random.Random(78)
    for number in range(800):
        name = r.choice(list(LAYOUTS))
        number_type, bits_type = LAYOUTS[name]
        kind = KINDS[list(KINDS)[number % len(KINDS)]]
        count = r.randint(1, 13)
        with numpy.errstate(over="ignore"):
            values = numpy.array([kind(r) for _ in range(count)], dtype=number_type)
        lengths = shape(r)
        plus = r.random() < 0.1 and len(lengths) > 0
        array = numpy.resize(values, lengths)
        with numpy.printoptions(sign="+" if plus else "-"):
            text = str(array)
        bits = [int(b) for b in values.view(bits_type)]
        case = {"type": name, "shape": lengths, "bits": bits, "plus": plus, "text": text}
        print(json.dumps(case, separators=(",", ":")))


main()
