import numpy as np

from task import Entrant, python, source, tuples

NAME, VERSION = "NumPy", np.__version__


def entrant(task):
    return {"copy": copy, "view": view, "gather_nd": gather_nd, "diag_part": diag_part}[task["op"]](task)


def copy(task):
    a, spec = source(task), python(task["spec"])
    names = {"a": a, "out": eval(f"a[{spec}]").copy(), "copyto": np.copyto}
    return Entrant(f"copyto(out, a[{spec}])", names, "reused")


def view(task):
    names = {"a": source(task), "np": np}
    spec = python(task["spec"])
    return Entrant(f"a[{spec}]", names, "view", f"np.ascontiguousarray(a[{spec}])")


def gather_nd(task):
    a, index = source(task), tuples(task)
    if task["depth"] == 1:
        # With the mode "raise", take writes into a buffer of its own first.
        names = {"a": a, "index": index[:, 0].copy(), "take": np.take, "out": a[index[:, 0]]}
        return Entrant("take(a, index, 0, out, 'clip')", names, "reused")
    names = {"a": a, "index": tuple(np.ascontiguousarray(column) for column in index.T)}
    return Entrant("out = a[index]", names, "allocated", "a[index]")


def diag_part(task):
    if task["lower"] != task["upper"]:
        return None
    a = source(task)
    out = a.diagonal(task["lower"], -2, -1).copy()
    statement = f"copyto(out, a.diagonal({task['lower']}, -2, -1))"
    return Entrant(statement, {"a": a, "out": out, "copyto": np.copyto}, "reused")
