"""Temperatures of 14 days, 5 stations and 24 hours, in tenths of a degree: twenty slices of them."""

import numpy as np

hours = np.arange(24)
t = np.array([[[d * 3 + s * 7 + abs(h - 14) * -5 + 150 for h in hours] for s in range(5)] for d in range(14)])


def show(name, a):
    print(f"{name}: {list(a.shape)} {a.ravel()[:6].tolist()} sum {a.sum()}")


show("first day", t[0])
show("last day", t[-1])
show("one reading", t[3, 2, 12])
show("week one", t[:7])
show("week two", t[-7:])
show("station 2", t[:, 2])
show("noon", t[..., 12])
show("working hours", t[..., 9:17])
show("every third hour", t[:, :, ::3])
show("newest first", t[::-1])
show("last three days, newest first", t[:-4:-1])
show("outer stations", t[:, ::4])
show("saturdays", t[5::7])
show("the next thirty days", t[10:40])
show("after the end", t[20:])
show("evenings backwards", t[0, 0, :17:-1])
show("noon as a column", t[:, 0, 12, None])
show("turned round twice", t[::-1, :, ::-1][0, :, 0])
show("change at noon", t[1:, 0, 12] - t[:-1, 0, 12])

t[2, :, 3:6] = -999
show("a broken sensor", t[2, 0])
t[..., 0] = t[..., 1]
show("midnight taken from one o'clock", t[..., 0])
t[:, 4] = np.arange(24)
show("a row for every day", t[1:3, 4])
t[1:] = t[:-1].copy()
show("shifted by a day", t[:, 0, 12])

try:
    t[14]
except IndexError as error:
    print(str(error).replace("size", "length"))
