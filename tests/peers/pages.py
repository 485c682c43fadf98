"""Runs the first column of the tables in the documentation by NumPy, and by TensorFlow where it is installed.

Reads tslice/docs/numpy.md and tensorflow.md; the tests of this repository run the second column.
"""

import ast
import pathlib
import re
import sys

import numpy

DOCS = pathlib.Path(__file__).resolve().parents[2] / "tslice" / "docs"


def rows(page, header):
    """The cells of the rows below a table's header."""
    lines = iter((DOCS / page).read_text().splitlines())
    for line in lines:
        if line.startswith(header):
            break
    next(lines)
    for line in lines:
        if not line.startswith("|"):
            break
        yield [cell.strip() for cell in line.strip("|").split(" | ")]


def outcome(expression, names):
    try:
        result = numpy.asarray(eval(expression, names))
    except Exception:
        return "an error"
    return result.tolist()


def check(page, header, names, least):
    failed = passed = 0
    for cells in rows(page, header):
        expression = re.fullmatch("`(.*)`", cells[0]).group(1)
        stated = cells[2]
        expected = stated if stated == "an error" else ast.literal_eval(stated.strip("`"))
        got = outcome(expression, names)
        if got == expected:
            passed += 1
        else:
            failed += 1
            print(f"{page}: {expression} is stated as {expected}, got {got}")
    print(f"{page}: {passed} passed, {failed} failed")
    return failed > 0 or passed < least


def main():
    arrays = {
        "v": numpy.arange(10),
        "a": numpy.arange(24).reshape(2, 3, 4),
        "m": numpy.arange(12).reshape(3, 4),
    }
    wrong = check("numpy.md", "| NumPy | tslice | gives |", {"numpy": numpy, **arrays}, 25)
    try:
        import tensorflow
    except ImportError:
        print("tensorflow.md: skipped, TensorFlow is not installed")
    else:
        tensors = {name: tensorflow.constant(array) for name, array in arrays.items()}
        wrong |= check("tensorflow.md", "| TensorFlow | tslice | gives |", {"tf": tensorflow, **tensors}, 15)
    sys.exit(wrong)


main()
