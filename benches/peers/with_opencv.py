"""OpenCV has no slices; it has operations that are slices, with a dst each."""

import cv2
import numpy as np

from task import Entrant, by_axis, operands, python, source, targets, widths

NAME, VERSION = "OpenCV", cv2.__version__
cv2.setNumThreads(1)

WHOLE, BACK, HALF = slice(None), slice(None, None, -1), slice(None, None, 2)


def entrant(task):
    if task["op"] == "write":
        return write(task)
    if task["op"] == "compute":
        return compute(task)
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


def write(task):
    """insertChannel and flip, with the target as dst."""
    if task["fill"]:
        return None
    target, _, data = targets(task)
    names = {"out": target, "data": data, "cv2": cv2}
    if task["axes"]:
        return Entrant("cv2.transpose(data, out)", names, "reused")
    rows, columns, *channel = by_axis(task)
    if [rows, columns] == [WHOLE, WHOLE] and channel and isinstance(channel[0], int):
        return Entrant(f"cv2.insertChannel(data, out, {channel[0]})", names, "reused")
    if [rows, columns] == [WHOLE, WHOLE] and channel == [BACK]:
        return Entrant("cv2.cvtColor(data, cv2.COLOR_BGR2RGB, out)", names, "reused")
    if [rows, columns] == [WHOLE, BACK] and channel in ([], [WHOLE]):
        return Entrant("cv2.flip(data, 1, out)", names, "reused")
    return None


def compute(task):
    a = operands(task)
    names = {"a": a, "cv2": cv2}
    match task["name"]:
        case "gray":
            names["out"] = np.empty(a.shape[:2], "uint8")
            return Entrant("cv2.cvtColor(a, cv2.COLOR_RGB2GRAY, out)", names, "reused")
        case "rows joined" | "columns joined":
            join = "hconcat" if task["name"].startswith("columns") else "vconcat"
            names["parts"] = [a, a, a, a]
            names["out"] = np.concatenate(names["parts"], int(join == "hconcat"))
            return Entrant(f"cv2.{join}(parts, out)", names, "reused")
        case "stacked":
            names["parts"] = [a, a, a]
            names["out"] = np.stack(names["parts"], -1)
            return Entrant("cv2.merge(parts, out)", names, "reused")
        case name if name.startswith("pad ") and a.ndim < 4:
            mode = {"constant": "CONSTANT", "edge": "REPLICATE", "reflect": "REFLECT_101", "symmetric": "REFLECT", "wrap": "WRAP"}
            top, left = widths(a.shape)[:2]
            border = f"cv2.BORDER_{mode[name.split()[1]]}"
            names["out"] = cv2.copyMakeBorder(a, top, top, left, left, eval(border, names), value=(7, 7, 7))
            call = f"cv2.copyMakeBorder(a, {top}, {top}, {left}, {left}, {border}, out, (7, 7, 7))"
            return Entrant(call, names, "reused")
        case _:
            return None
