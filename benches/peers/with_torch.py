import torch

from task import RUNS, Entrant, by_axis, columns, column_mask, operands, picked, python, scattered, source, targets, tuples, widths

NAME, VERSION = "PyTorch", torch.__version__.split("+")[0]
torch.set_num_threads(1)


def entrant(task):
    return globals()[task["op"]](task)


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


def write(task):
    target, view, data = (torch.from_numpy(array) for array in targets(task | {"spec": ":"}))
    flips = []
    if task["axes"] is None:
        found = by_axis(task)
        flips = [axis for axis, item in enumerate(found) if isinstance(item, slice) and (item.step or 1) < 0]
        if not flips:
            view = eval(f"view[{python(task['spec'])}]", {"view": view})
            data = torch.from_numpy(source(task | {"shape": list(view.shape)}))
        elif any((item.start, item.stop, item.step) not in ((None, None, -1), (None, None, None)) for item in found):
            return None
    names = {"out": target, "view": view, "data": data, "torch": torch}
    call = "view.fill_(7)" if task["fill"] else f"view.copy_(torch.flip(data, {flips}))" if flips else "view.copy_(data)"
    return Entrant(call, names, "reused", "out.numpy()")


def total(task):
    expression, flips = sliced(task)
    if flips:
        return None
    a = eval(expression, {"a": torch.from_numpy(source(task))})
    names = {"a": a, "wide": torch.int64 if a.dtype == torch.uint8 else torch.float64}
    return Entrant("out = a.sum(dtype=wide)", names, "view", "out.double().numpy()")


def compute(task):
    a = torch.from_numpy(operands(task))
    names = {"a": a, "torch": torch}
    match task["name"]:
        case "stencil":
            names["out"] = torch.empty_like(a[1:-1, 1:-1])
            call = "torch.add(a[1:-1, 1:-1], a[:-2, 1:-1], out=out); out.add_(a[2:, 1:-1]); out.add_(a[1:-1, :-2]); out.add_(a[1:-1, 2:]); out.mul_(0.2)"
        case "planes":
            names["out"] = torch.empty((3, *a.shape[:2]))
            call = "out.copy_(a.permute(2, 0, 1)); out.mul_(1 / 255)"
        case "scores":
            return None  # its sums of squares are rounded otherwise
        case "pool":
            expression = "torch.nn.functional.max_pool2d(a[None], 2)[0]"
            return Entrant(f"out = {expression}", names, "allocated", f"{expression}.numpy()")
        case "outer":
            names["out"] = torch.empty(len(a), len(a))
            call = "torch.add(a[:, None], a, out=out)"
        case "rows joined" | "columns joined":
            axis = int(task["name"].startswith("columns"))
            names["parts"] = [a, a, a, a]
            names["out"] = torch.cat(names["parts"], axis)
            call = f"torch.cat(parts, {axis}, out=out)"
        case "stacked":
            names["parts"] = [a, a, a]
            names["out"] = torch.stack(names["parts"], -1)
            call = "torch.stack(parts, -1, out=out)"
        case "columns taken":
            names["ids"] = torch.from_numpy(columns(a.shape[1]))
            names["out"] = a[:, names["ids"]].contiguous()
            call = "torch.index_select(a, 1, ids, out=out)"
        case "rows compressed":
            names["mask"] = torch.from_numpy(column_mask(a.shape[0]))
            return Entrant("out = a[mask]", names, "allocated", "a[mask].numpy()")
        case "pick rows":
            names["ids"] = torch.from_numpy(picked(task))
            names["out"] = a[names["ids"]]
            call = "torch.index_select(a, 0, ids, out=out)"
        case "pick both":
            names["ids"] = torch.from_numpy(picked(task))
            expression = "a[ids[:, None], ids]"
            return Entrant(f"out = {expression}", names, "allocated", f"({expression}).numpy()")
        case "pick runs":
            names["ids"] = torch.from_numpy(RUNS)
            names["out"] = a[:, names["ids"]].contiguous()
            call = "torch.index_select(a, 1, ids, out=out)"
        case "pick group":
            names["ys"], names["xs"] = map(torch.from_numpy, picked(task))
            return Entrant("out = a[ys, xs]", names, "allocated", "a[ys, xs].numpy()")
        case name if name.startswith("pick mask"):
            names["mask"] = torch.from_numpy(picked(task))
            return Entrant("out = a[mask]", names, "allocated", "a[mask].numpy()")
        case "scatter rows":
            names |= {"ids": torch.from_numpy(picked(task)), "rows": a[:512], "out": torch.zeros_like(a)}
            call = "out.zero_(); out.index_put_((ids,), rows)"
        case "write rows":
            names |= {"ids": torch.from_numpy(picked(task)), "rows": a[:512], "out": torch.zeros_like(a)}
            call = "out.index_put_((ids,), rows)"
        case "write points" | "scatter points":
            names["ys"], names["xs"] = map(torch.from_numpy, picked(task))
            names |= {"points": a.reshape(-1), "out": torch.zeros_like(a)}
            call = "out.index_put_((ys, xs), points)"
        case "scatter rows added":
            names |= {"ids": torch.from_numpy(picked(task)), "rows": a[:512], "out": torch.zeros_like(a)}
            call = "out.zero_(); out.index_add_(0, ids, rows)"
        case "scatter elements":
            names |= {"ids": torch.from_numpy(scattered(a.numel(), 1024).reshape(a.shape)), "out": torch.zeros_like(a)}
            call = "out.zero_(); out.scatter_add_(1, ids, a)"
        case "set diagonals":
            names |= {"diagonals": a.reshape(-1)[: 64 * 256].reshape(64, 256), "out": torch.zeros_like(a)}
            call = "out.diagonal(dim1=1, dim2=2).copy_(diagonals)"
        case "add points":
            names |= {"ids": torch.from_numpy(picked(task)), "out": torch.zeros_like(a)}
            names["one"] = torch.ones(1).expand(len(names["ids"]))
            call = "out.zero_(); out.index_put_((ids,), one, accumulate=True)"
        case name if name.startswith("pad "):
            sides = [side for width in reversed(widths(a.shape)) for side in (width, width)]
            mode = name.split()[1]
            if mode != "constant":
                # The other modes pad the last axes, behind one or two that stay, and take floats.
                if mode == "symmetric" or a.dtype == torch.uint8:
                    return None
                mode = {"edge": "replicate", "wrap": "circular"}.get(mode, mode)
                names["a"], sides = (a if a.ndim == 4 else a[None, None]), sides[:4]
            expression = f"torch.nn.functional.pad(a, {sides}, {mode!r}{', 7' if mode == 'constant' else ''})"
            shape = f".reshape({[length + 2 * width for length, width in zip(a.shape, widths(a.shape))]})"
            return Entrant(f"out = {expression}", names, "allocated", f"({expression}){shape}.numpy()")
        case _:
            return None
    return Entrant(call, names, "reused", "out.numpy()")
