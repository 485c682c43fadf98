import numpy as np

from task import RUNS, Entrant, columns, column_mask, normalised, operands, picked, python, scattered, source, targets, tuples, widths

NAME, VERSION = "NumPy", np.__version__


def entrant(task):
    return globals()[task["op"]](task)


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


def write(task):
    target, view, data = targets(task)
    names = {"out": target, "view": view, "data": data, "copyto": np.copyto}
    return Entrant("view[...] = 7" if task["fill"] else "copyto(view, data)", names, "reused")


def total(task):
    a = eval(f"a[{python(task['spec'])}]", {"a": source(task)})
    names = {"a": a, "np": np, "wide": "uint64" if a.dtype == "uint8" else "float64"}
    return Entrant("out = a.sum(dtype=wide)", names, "view", "np.float64(out)")


def evaluate(task):
    count = int(np.prod(task["shape"]))
    a = (np.arange(count) * 7 % 11).astype(task["dtype"]).reshape(task["shape"])
    names = {"a": a, "b": a.copy(), "np": np}
    # What is written in place, or is a view of it, counts once.
    arrays = "((a,) if out is None or np.shares_memory(out, a) else (out, a))"
    numbers = f"np.concatenate([np.ravel(x) for x in {arrays}]).astype('float64')"
    return Entrant(f"out = {task['expression']}", names, "allocated", numbers)


def compute(task):
    a = operands(task)
    names = {"a": a, "np": np}
    match task["name"]:
        case "stencil":
            names["out"] = np.empty_like(a[1:-1, 1:-1])
            names["fifth"] = a.dtype.type(0.2)
            return Entrant(
                "np.add(a[1:-1, 1:-1], a[:-2, 1:-1], out=out); np.add(out, a[2:, 1:-1], out=out); np.add(out, a[1:-1, :-2], out=out); np.add(out, a[1:-1, 2:], out=out); np.multiply(out, fifth, out=out)",
                names,
                "reused",
            )
        case "gray":
            names["w"] = [np.uint32(weight) for weight in (9798, 19235, 3735)]
            expression = "((a[..., 0] * w[0] + a[..., 1] * w[1] + a[..., 2] * w[2] + np.uint32(16384)) >> np.uint32(15)).astype('uint8')"
        case "planes":
            names["out"] = np.empty((3, *a.shape[:2]), "float32")
            return Entrant("np.multiply(a.transpose(2, 0, 1), np.float32(1 / 255), out=out)", names, "reused")
        case "scores":
            names["normalised"] = normalised
            expression = "normalised(a, np.sqrt)"
        case "pool":
            expression = "np.maximum(np.maximum(a[::2, ::2], a[::2, 1::2]), np.maximum(a[1::2, ::2], a[1::2, 1::2]))"
        case "outer":
            names["out"] = np.empty((a.size, a.size), "float32")
            return Entrant("np.add.outer(a, a, out=out)", names, "reused")
        case "rows joined" | "columns joined":
            axis = int(task["name"].startswith("columns"))
            names["parts"] = [a, a, a, a]
            names["out"] = np.concatenate(names["parts"], axis)
            return Entrant(f"np.concatenate(parts, {axis}, out=out)", names, "reused")
        case "stacked":
            names["parts"] = [a, a, a]
            names["out"] = np.stack(names["parts"], -1)
            return Entrant("np.stack(parts, -1, out=out)", names, "reused")
        case "columns taken":
            names["ids"] = columns(a.shape[1])
            names["out"] = a[:, names["ids"]].copy()
            # With the mode "raise", take writes into a buffer of its own first.
            return Entrant("np.take(a, ids, 1, out, 'clip')", names, "reused")
        case "rows compressed":
            names["mask"] = column_mask(a.shape[0])
            names["out"] = a[names["mask"]].copy()
            return Entrant("np.compress(mask, a, 0, out)", names, "reused")
        case "pick rows":
            names |= {"ids": picked(task), "take": np.take}
            names["out"] = a[names["ids"]]
            return Entrant("take(a, ids, 0, out, 'clip')", names, "reused")
        case "pick both":
            names["index"] = np.ix_(picked(task), picked(task))
            expression = "a[index]"
        case "pick runs":
            names |= {"runs": RUNS, "take": np.take, "out": a[:, RUNS].copy()}
            return Entrant("take(a, runs, 1, out, 'clip')", names, "reused")
        case "pick group":
            names["ys"], names["xs"] = picked(task)
            expression = "a[ys, xs]"
        case name if name.startswith("pick mask"):
            names["mask"] = picked(task)
            expression = "a[mask]"
        case "scatter rows":
            names |= {"ids": picked(task), "rows": a[:512], "out": np.zeros_like(a)}
            return Entrant("out.fill(0); out[ids] = rows", names, "reused")
        case "write rows":
            names |= {"ids": picked(task), "rows": a[:512], "out": np.zeros_like(a)}
            return Entrant("out[ids] = rows", names, "reused")
        case "write points" | "scatter points":
            names["ys"], names["xs"] = picked(task)
            names |= {"points": a.reshape(-1), "out": np.zeros_like(a)}
            return Entrant("out[ys, xs] = points", names, "reused")
        case "scatter rows added":
            names |= {"ids": picked(task), "rows": a[:512], "out": np.zeros_like(a)}
            return Entrant("out.fill(0); np.add.at(out, ids, rows)", names, "reused")
        case "scatter elements":
            names |= {"ids": scattered(a.size, 1024).reshape(a.shape), "rows": np.arange(1024)[:, None], "out": np.zeros_like(a)}
            return Entrant("out.fill(0); np.add.at(out, (rows, ids), a)", names, "reused")
        case "set diagonals":
            names |= {"i": np.arange(256), "diagonals": a.reshape(-1)[: 64 * 256].reshape(64, 256), "out": np.zeros_like(a)}
            return Entrant("out[:, i, i] = diagonals", names, "reused")
        case "add points":
            names |= {"ids": picked(task), "one": np.float32(1), "out": np.zeros_like(a)}
            return Entrant("out.fill(0); np.add.at(out, ids, one)", names, "reused")
        case name if name.startswith("pad "):
            names["widths"] = [(width, width) for width in widths(a.shape)]
            value = ", constant_values=7" if name == "pad constant" else ""
            expression = f"np.pad(a, widths, {name.split()[1]!r}{value})"
        case _:
            return None
    return Entrant(f"out = {expression}", names, "allocated", expression)
