import torch

from task import Entrant, by_axis, source, tuples

NAME, VERSION = "PyTorch", torch.__version__.split("+")[0]
torch.set_num_threads(1)


def entrant(task):
    return {"copy": copy, "view": view, "gather_nd": gather_nd, "diag_part": diag_part}[task["op"]](task)


def forwards(item, length):
    """A slice with a negative step as the slice that is flipped then: PyTorch has no negative steps."""
    start, stop, step = item.indices(length)
    count = len(range(start, stop, step))
    return slice(start + (count - 1) * step, start + 1, -step)


def sliced(task):
    """An expression for the slice, and whether it flips: a flip is a copy."""
    entries, flips, axis, kept = [], [], 0, 0
    for item in by_axis(task):
        if isinstance(item, slice) and (item.step or 1) < 0:
            item = forwards(item, task["shape"][axis])
            flips.append(kept)
        axis += item is not None
        kept += item is None or isinstance(item, slice)
        entries.append(spelled(item))
    whole = all(entry in (":", "::1") for entry in entries)
    expression = "a" if whole else f"a[{', '.join(entries)}]"
    return (f"torch.flip({expression}, {flips})" if flips else expression), bool(flips)


def spelled(item):
    if not isinstance(item, slice):
        return repr(item)
    bounds = ["" if bound is None else str(bound) for bound in (item.start, item.stop, item.step)]
    return ":".join(bounds[:2]) if item.step in (None, 1) else ":".join(bounds)


def copy(task):
    names = {"a": torch.from_numpy(source(task)), "torch": torch}
    expression, flips = sliced(task)
    if flips:
        return Entrant(f"out = {expression}", names, "allocated", f"{expression}.numpy()")
    names["out"] = eval(expression, names).clone(memory_format=torch.contiguous_format)
    return Entrant(f"out.copy_({expression})", names, "reused", "out.numpy()")


def view(task):
    expression, flips = sliced(task)
    if flips:
        return None
    names = {"a": torch.from_numpy(source(task)), "torch": torch}
    return Entrant(expression, names, "view", f"{expression}.contiguous().numpy()")


def gather_nd(task):
    a, index = torch.from_numpy(source(task)), torch.from_numpy(tuples(task))
    if task["depth"] == 1:
        names = {"a": a, "index": index[:, 0].contiguous(), "select": torch.index_select}
        names["out"] = a[names["index"]]
        return Entrant("select(a, 0, index, out=out)", names, "reused", "out.numpy()")
    names = {"a": a, "index": tuple(column.contiguous() for column in index.unbind(1))}
    return Entrant("out = a[index]", names, "allocated", "a[index].numpy()")


def diag_part(task):
    if task["lower"] != task["upper"]:
        return None
    a = torch.from_numpy(source(task))
    names = {"a": a, "diagonal": torch.diagonal}
    names["out"] = torch.diagonal(a, task["lower"], -2, -1).clone(memory_format=torch.contiguous_format)
    return Entrant(f"out.copy_(diagonal(a, {task['lower']}, -2, -1))", names, "reused", "out.numpy()")
