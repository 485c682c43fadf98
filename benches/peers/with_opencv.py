"""OpenCV has no slices; it has operations that are slices, with a dst each."""

import cv2
import numpy as np

from task import Entrant, by_axis, python, source

NAME, VERSION = "OpenCV", cv2.__version__
cv2.setNumThreads(1)

WHOLE, BACK, HALF = slice(None), slice(None, None, -1), slice(None, None, 2)


def entrant(task):
    if task["op"] != "copy" or not 2 <= len(task["shape"]) <= 3:
        return None
    a, items = source(task), by_axis(task)
    out = a[items].copy()
    call = called(a, items, out, python(task["spec"]))
    return call and Entrant(call, {"a": a, "cv2": cv2, "out": out}, "reused")


def called(a, items, out, spec):
    """The call that is the slice; None where there is none."""
    if len(items) != a.ndim or None in items:
        return None
    rows, columns, *channel = items
    if [rows, columns] == [WHOLE, WHOLE] and channel == [BACK] and a.shape[2] == 3:
        return "cv2.cvtColor(a, cv2.COLOR_BGR2RGB, out)"
    if [rows, columns] == [WHOLE, WHOLE] and channel and isinstance(channel[0], int):
        return f"cv2.extractChannel(a, {channel[0]}, out)"
    if channel not in ([], [WHOLE]) or not isinstance(rows, slice) or not isinstance(columns, slice):
        return None
    if WHOLE in (rows, columns) and BACK in (rows, columns):
        return f"cv2.flip(a, {int(columns == BACK)}, out)"
    if rows in (WHOLE, HALF) and columns in (WHOLE, HALF) and HALF in (rows, columns):
        return f"cv2.resize(a, {out.shape[1::-1]}, out, 0, 0, cv2.INTER_NEAREST)"
    return f"cv2.copyTo(a[{spec}], None, out)" if (rows.step or 1) == (columns.step or 1) == 1 else None
