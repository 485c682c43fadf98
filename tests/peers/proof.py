"""The formulas of `crates/tslice-core/src/resolve/range.rs` and `inside.rs`, as an SMT solver reads them, against Python's rule.

    exhaustive samples 2000 | python tests/peers/proof.py [all]

First the formulas below answer the samples, which the library has answered: they are the source's. Then the solver proves, for
integers of a width and for every bound, stride and length at once, that they are what `slice.indices` says, computed wider so
that nothing overflows. The division of both is the same one: that both divide the same numbers is what is proved. `all` adds the count with its division at 8 bits, and 64 bits.
"""

import sys
import time

from z3 import (
    BitVec, BitVecVal, Bool, BoolVal, If, And, Not, Or, SignExt, Solver, UDiv, UGT, UGE, ULE, ULT, ZeroExt, sat, simplify,
    unsat,
)


def source(begin, has_begin, end, has_end, stride, length, bits):
    """range.rs: start, the distance as an unsigned number, whether it is above 0, and the stride's size."""
    number = lambda n: BitVecVal(n, bits)
    up = stride > 0
    first, last = If(up, number(0), number(-1)), If(up, length, length - 1)

    def clamp(bound):
        front = If(bound < 0, bound + length, bound)
        return If(front < first, first, If(front > last, last, front))

    start = If(has_begin, clamp(begin), If(up, first, last))
    stop = If(has_end, clamp(end), If(up, last, first))
    distance = If(up, stop - start, start - stop)
    return start, distance, distance > 0, If(stride < 0, -stride, stride)


def quick(begin, has_begin, end, has_end, stride, length, bits):
    """inside.rs: start, the distance, whether it is right, and the stride's size."""
    sign = lambda n: n >> (bits - 1)
    back = sign(stride)
    position = lambda bound: bound + (length & sign(bound))
    start = If(has_begin, position(begin), (length - 1) & back)
    stop = If(has_end, position(end), length | back)
    mirrored = lambda at: (at ^ back) + (length & back)
    low, high = mirrored(start), mirrored(stop)
    right = And(ULT(low, high), ULE(high, length), stride != 0)
    return start, high - low, right, (stride + back) ^ back


def python(begin, has_begin, end, has_end, stride, length, bits):
    """PySlice_AdjustIndices, two bits wider: start, the distance, whether it is above 0, and the stride's size."""
    begin, end, stride, length = (SignExt(2, n) for n in (begin, end, stride, length))
    zero = BitVecVal(0, bits + 2)
    down = stride < 0

    def adjust(bound):
        low = If(bound + length < 0, If(down, zero - 1, zero), bound + length)
        high = If(bound >= length, If(down, length - 1, length), bound)
        return If(bound < 0, low, high)

    start = If(has_begin, adjust(begin), If(down, length - 1, zero))
    stop = If(has_end, adjust(end), If(down, zero - 1, length))
    distance = If(down, start - stop, stop - start)
    return start, distance, distance > 0, If(down, -stride, stride)


def variables(bits):
    names = [BitVec(name, bits) for name in ("begin", "end", "stride", "length")]
    begin, end, stride, length = names
    return (begin, Bool("has_begin"), end, Bool("has_end"), stride, length), And(stride != 0, length >= 0)


def count(distance, size):
    return UDiv(distance - 1, size) + 1


def prove(bits, seconds):
    given, legal = variables(bits)
    start, distance, some, size = source(*given, bits)
    # The wider number equals the narrow one, so that dividing gives one result.
    p_start, p_distance, p_some, p_size = python(*given, bits)
    q_start, q_distance, q_right, q_size = quick(*given, bits)
    same = [
        ("start", SignExt(2, start) == p_start),
        ("emptiness", some == p_some),
        ("distance", Or(Not(some), ZeroExt(2, distance) == p_distance)),
        ("size of the stride", ZeroExt(2, size) == p_size),
        ("the quick start", Or(Not(q_right), SignExt(2, q_start) == p_start)),
        ("the quick distance", Or(Not(q_right), ZeroExt(2, q_distance) == p_distance)),
        ("the quick size of the stride", ZeroExt(2, q_size) == p_size),
        ("what the quick way lets through", Or(Not(q_right), p_some)),
    ]
    for name, claim in same:
        ask(f"{bits} bits: {name}", And(legal, Not(claim)), seconds)


def prove_counts(bits, seconds):
    """The count with its division, in one formula: slow for a solver, so for fewer bits."""
    given, legal = variables(bits)
    _, distance, some, size = source(*given, bits)
    _, p_distance, p_some, p_size = python(*given, bits)
    ours = If(some, ZeroExt(2, count(distance, size)), 0)
    theirs = If(p_some, count(p_distance, p_size), 0)
    ask(f"{bits} bits: count", And(legal, ours != theirs), seconds)


def ask(name, opposite, seconds):
    solver = Solver()
    solver.set("timeout", seconds * 1000)
    solver.add(opposite)
    began = time.monotonic()
    answer = solver.check()
    taken = time.monotonic() - began
    print(f"{name}: {'proved' if answer == unsat else answer} in {taken:.1f} s", flush=True)
    if answer == sat:
        sys.exit(f"{name}: {solver.model()}")
    if answer != unsat:
        undecided.append(name)


def value(term):
    return simplify(term)


def check(line, bits=64):
    words = line.split()
    begin, end = words[:2]
    stride, length = int(words[2]), int(words[3])
    number = lambda text: BitVecVal(0 if text == "-" else int(text), bits)
    given = (
        number(begin), BoolVal(begin != "-"), number(end), BoolVal(end != "-"), BitVecVal(stride, bits),
        BitVecVal(length, bits),
    )
    bound = lambda text: None if text == "-" else int(text)
    indices = range(*slice(bound(begin), bound(end), stride).indices(length))
    start, distance, some, size = (value(term) for term in source(*given, bits))
    counted = value(count(distance, size)).as_long() if str(some) == "True" else 0
    said = ["-" if counted == 0 else str(start.as_signed_long()), str(counted)]
    # `len` of a range stops at 63 bits; none is longer here.
    real = ["-" if len(indices) == 0 else str(indices[0]), str(len(indices))]
    assert words[4:] == said == real, f"{line}: the formulas say {said}, Python {real}"
    start, distance, right, size = (value(term) for term in quick(*given, bits))
    if str(right) == "True":
        quick_count = value(count(distance, size)).as_long()
        assert words[4:] == [str(start.as_signed_long()), str(quick_count)], f"{line}: the quick way"


undecided = []
samples = [line for line in sys.stdin if line.strip()]
for line in samples:
    check(line)
print(f"{len(samples)} samples: the formulas, the library and Python agree")
assert samples, "no samples"
prove(16, 60)
if sys.argv[1:] == ["all"]:
    prove_counts(8, 600)
    prove(64, 600)
if undecided:
    print("not decided in time: " + ", ".join(undecided))
