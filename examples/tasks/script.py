"""Everyday tasks with slices. `main.rs` beside it prints the same: `python3 script.py >numpy.txt` writes what the test compares."""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view


def show(name, a):
    a = np.asarray(a)
    print(f"{name} [{','.join(map(str, a.shape))}] " + " ".join(f"{float(x):.4f}" for x in a.ravel()))


def filled(shape, element, dtype=int):
    return np.fromfunction(element, shape, dtype=int).astype(dtype)


def image(height, width):
    return filled((height, width, 3), lambda y, x, c: y * 37 + x * 11 + c * 5, np.uint8)


def scattered(height, width):
    return filled((height, width), lambda i, j: (i * 7 + j * 5) % 11)


a = image(6, 8)
show("1crop", a[1:4, 2:7])
show("1mirror", a[:, ::-1])
show("1flip", a[::-1])
show("1rot90", np.rot90(a))
show("1rot-90", np.rot90(a, -1))
show("1rot180", np.rot90(a, 2))

data = np.arange(30, dtype=np.float32).reshape(10, 3)
show("2train", data[:8])
show("2test", data[8:])
for f in range(5):
    show(f"2fold{f}", data[2 * f : 2 * f + 2])
    show(f"2rest{f}", np.concatenate([data[: 2 * f], data[2 * f + 2 :]]))

rows = np.arange(140.0).reshape(70, 2)
for b in range(0, 70, 32):
    show(f"3batch{b}", rows[b : b + 32])

series = np.arange(10.0) ** 2
show("4win", sliding_window_view(series, 4))
show("4win_step", sliding_window_view(series, 4)[::3, ::-1])
table = np.arange(20.0).reshape(10, 2)
show("4win2", sliding_window_view(table, 3, axis=0).transpose(0, 2, 1))

m = scattered(4, 6)
pooled = np.maximum.reduce([m[::2, ::2], m[1::2, ::2], m[::2, 1::2], m[1::2, 1::2]])
show("5pool", pooled)
show("5pool2", pooled)

t = filled((6, 6), lambda i, j: i * i + 3 * j, float)
for _ in range(3):
    t[1:-1, 1:-1] = (t[:-2, 1:-1] + t[2:, 1:-1] + t[1:-1, :-2] + t[1:-1, 2:]) / 4
show("6heat", t)

alive = filled((7, 7), lambda i, j: (i * 5 + j * 3) % 4 == 0, np.uint8)
padded = np.pad(alive, 1)
count = sum(padded[y : y + 7, x : x + 7] for y in range(3) for x in range(3) if (y, x) != (1, 1))
show("7count", count)
show("7next", (count == 3) | ((alive == 1) & (count == 2)))

p = np.arange(1, 7).reshape(2, 3)
padded = np.pad(p, ((1, 1), (2, 2)))
show("8pad", padded)
show("8crop", padded[1:-1, 2:-2])
border = 0
show("8trap", padded[border:-border])

m = np.arange(20).reshape(5, 4)
m[1::2] = m[1::2, ::-1].copy()
show("9rev", m)

data = scattered(5, 3).astype(float)
show("10rowmean", data - data.mean(1, keepdims=True))
show("10z", (data - data.mean(0)) / data.std(0))

x, y = np.array([1.0, 2, 3]), np.array([4.0, 5])
show("11outer", x[:, None] * y)
show("11wide", np.broadcast_to(y, (3, 2)))
show("11outer2", np.outer(x, y))

show("12gray", image(4, 5) @ np.array([0.299, 0.587, 0.114]))

planes = image(4, 5).transpose(2, 0, 1).astype(np.float32) / np.float32(255)
show("13chw", planes)
show("13nchw", planes[None])

m = np.arange(24).reshape(4, 6)
show("14stack", np.stack([m[0, :4], m[2, 3::-1], m[:, 5]]))
show("14hstack", np.concatenate([m[:, ::5], m[:, 1:3]], 1))
show("14concat", np.concatenate([m[:2], m[3:]]))

m = np.zeros((5, 6))
m[::2, 1::2] = 1
m[1::2, ::2] = 1
show("15check", m)

m = np.arange(1, 37).reshape(6, 6)
show("16triu", np.triu(m))
show("16tril", np.tril(m))
show("16blocks", np.stack([m[i : i + 2, i : i + 2] for i in (0, 2, 4)]))
np.fill_diagonal(m, 0)
m[np.arange(5), np.arange(1, 6)] = [10, 20, 30, 40, 50]
show("16diag", m)
show("16diagpart", np.diagonal(m))

m = scattered(4, 5)
show("17select", m[m > 5])
mask = m % 2 == 0
show("17mask", m[mask])
m[mask] = -1
show("17assign", m)
show("17rows", m[[True, False, True, True]])
a = image(4, 5)
mask = scattered(4, 5) > 5
show("17pixels", a[mask])
a[mask] = [255, 128, 0]
show("17paint", a)

a = np.arange(18).reshape(6, 3)
show("18rows", a[[0, 2, 5]])
show("18cols", a[:, [1, 1, 0]])
show("18cols2", np.take(a, [1, 1, 0], 1))
show("18rows2", np.take(a, [0, 2, 5], 0))
show("18ix", a[np.ix_([0, 2], [2, 0])])
show("18labels", np.take(a, scattered(3, 4) % 6, 0))
a[[0, 2, 5]] = -1
show("18assign", a)

a = np.arange(15).reshape(3, 5)
show("19roll", np.roll(a, 2, 1))

a = scattered(4, 5)
show("20diff", np.diff(a))
show("20cumsum0", a.cumsum(0))
show("20cumsum1", a.cumsum(1))
show("21argmax", a.argmax(1))

a = np.arange(24).reshape(3, 2, 4)
show("22axis0", a.sum((1, 2)))
show("22axis1", a.sum((0, 2)))
show("22lanes", a.sum(2))
