"""The extension beside NumPy, PyTorch and JAX: `test.py EXTENSION`, the shared library that cargo has built.

Of the libraries, NumPy is needed; the others take part if they are there.
"""

import gc
import importlib.machinery
import importlib.util
import random
import sys
import weakref

import numpy as np

loader = importlib.machinery.ExtensionFileLoader("slicer", sys.argv[1])
spec = importlib.util.spec_from_loader("slicer", loader)
slicer = importlib.util.module_from_spec(spec)
spec.loader.exec_module(slicer)

TYPES = "b1 u1 u2 u4 u8 i1 i2 i4 i8 f4 f8".split()


def refused(error, work, *words):
    try:
        work()
    except error as caught:
        assert all(word in str(caught) for word in words), caught
        return
    raise AssertionError(f"expected {error.__name__}: {words}")


def bound(rng, length):
    return rng.choice(["", str(rng.randint(-length - 2, length + 2))])


def entry(rng, length):
    """An entry for an axis, as text and as NumPy's object."""
    if length and rng.random() < 0.2:
        at = rng.randint(-length, length - 1)
        return str(at), at
    begin, end, step = bound(rng, length), bound(rng, length), rng.choice([-3, -2, -1, 1, 2, 3])
    number = lambda text: int(text) if text else None
    return f"{begin}:{end}:{step}", slice(number(begin), number(end), step)


def cases(rng, count):
    """Arrays of any type and any strides, and specs that fit."""
    for _ in range(count):
        shape = [rng.randint(0, 5) for _ in range(rng.randint(1, 4))]
        array = np.arange(np.prod(shape)).astype(rng.choice(TYPES)).reshape(shape)
        array = array.transpose(rng.sample(range(array.ndim), array.ndim))
        if rng.random() < 0.3:
            array = array[..., ::-1]
        if rng.random() < 0.2:
            array = np.broadcast_to(array[:1], array.shape) if array.shape[0] > 1 else array
        entries = [entry(rng, length) for length in array.shape]
        at = rng.randint(0, len(entries))
        new = rng.choice([[], [("newaxis", None)], [("...", ...)]])
        entries[at:at] = new
        yield array, ", ".join(text for text, _ in entries), tuple(key for _, key in entries)


def slices(rng, count):
    for array, text, key in cases(rng, count):
        ours, expected = np.from_dlpack(slicer.slice(array, text)), array[key]
        expected = np.asarray(expected)
        assert ours.dtype == expected.dtype and ours.shape == expected.shape, (text, ours.shape, expected.shape)
        assert (ours == expected).all(), (array, text)
        if expected.size and isinstance(array[key], np.ndarray):
            assert ours.ctypes.data == expected.ctypes.data, "nothing is copied"
        if expected.size:
            assert ours.flags.writeable == array.flags.writeable, "what is read-only stays so"
    return count


def lifetimes():
    class Owner(np.ndarray):
        pass

    array = np.arange(1000.0).view(Owner)
    gone = weakref.ref(array)
    part = slicer.slice(array, "::-1")
    again = np.from_dlpack(slicer.slice(part, ":3"))
    del array, part
    gc.collect()
    assert gone() is not None and again.tolist() == [999.0, 998.0, 997.0]
    del again
    gc.collect()
    assert gone() is None, "the last slice has freed the memory"


def from_rust():
    part = slicer.ramp(10, "::-3")
    ours = np.from_dlpack(part)
    del part
    gc.collect()
    assert ours.tolist() == [9, 6, 3, 0] and not ours.flags.writeable
    again = np.from_dlpack(slicer.slice(ours, "1:3"))
    assert again.tolist() == [6, 3] and not again.flags.writeable


class Named:
    """An array by the names of its methods alone, which keeps what it was asked."""

    def __init__(self, array):
        self.array, self.asked = array, []

    def __dlpack_device__(self):
        return (1, 0)


class Old(Named):
    """A producer that knows no version."""

    def __dlpack__(self, *, stream=None):
        self.asked.append(stream)
        return self.array.__dlpack__()


class Oldest(Named):
    def __dlpack__(self):
        self.asked.append(None)
        return self.array.__dlpack__()


class Broken(Named):
    def __dlpack__(self, **asked):
        raise TypeError("its own fault")


def old_producers():
    array = np.arange(12.0).reshape(3, 4)
    for kind in Old, Oldest:
        producer = kind(array)
        part = np.from_dlpack(slicer.slice(producer, "1:, ::-2"))
        assert producer.asked == [None]
        assert (part == array[1:, ::-2]).all() and np.shares_memory(part, array)
        # The descriptor cannot say that it may be written, so it may not.
        assert not part.flags.writeable
        refused((BufferError, TypeError), lambda: slicer.invert(kind(np.zeros(3, "u1")), ":"))
    refused(TypeError, lambda: slicer.slice(Broken(array), ":"), "its own fault")


def copies():
    array = np.arange(12, dtype="i4").reshape(3, 4)
    frozen = array.view()
    frozen.flags.writeable = False
    for of, writeable in [(array, True), (frozen, False)]:
        part = slicer.slice(of, "::-1, 1:3")
        copy = np.from_dlpack(part, copy=True)
        assert (copy == array[::-1, 1:3]).all() and not np.shares_memory(copy, array)
        assert copy.flags.writeable and copy.flags.c_contiguous
        lent = np.from_dlpack(part, copy=False)
        assert np.shares_memory(lent, array) and lent.flags.writeable == writeable
    # A consumer that knows no version is given a copy of what is read-only, unless it refuses one.
    lent, copy = np.from_dlpack(Oldest(slicer.slice(array, "1:"))), np.from_dlpack(Oldest(slicer.slice(frozen, "1:")))
    assert np.shares_memory(lent, array) and not np.shares_memory(copy, array)
    assert (lent == array[1:]).all() and (copy == array[1:]).all()
    refused(BufferError, lambda: slicer.slice(frozen, ":").__dlpack__(copy=False), "read-only", "max_version=(1, 0)")
    refused(BufferError, lambda: slicer.ramp(3, ":").__dlpack__(dl_device=(2, 0)), "another device")
    everything = slicer.slice(np.broadcast_to(np.zeros(1), 1 << 50), ":")
    refused(BufferError, lambda: np.from_dlpack(everything, copy=True), "does not fit in memory")


def masks():
    mask = np.arange(24).reshape(4, 6) % 5 == 0
    part = np.from_dlpack(slicer.slice(mask, "::-1, ::2"))
    assert part.dtype == bool and (part == mask[::-1, ::2]).all() and np.shares_memory(part, mask)
    refused(BufferError, lambda: slicer.slice(np.array([0, 1, 2], "u1").view(bool), ":"), "byte 2")
    many = np.broadcast_to(np.ones(1, bool), 1 << 50)
    assert slicer.slice(many, "::-2").shape == [1 << 49], "each byte is read once"


def writing():
    array = np.zeros((4, 6), "u1")
    slicer.invert(array, "1:3, ::-2")
    assert array.sum() == 6 * 255 and (array[1:3, 1::2] == 255).all()
    frozen = array.view()
    frozen.flags.writeable = False
    refused(BufferError, lambda: slicer.invert(frozen, ":"), "read-only")
    refused(BufferError, lambda: slicer.invert(np.zeros(3), ":"), "dtype mismatch")
    refused((BufferError, ValueError), lambda: slicer.invert(np.broadcast_to(np.zeros(1, "u1"), 5), ":"))
    # What NumPy can write, it can write through a slice.
    np.from_dlpack(slicer.slice(array, "0, ::2"))[:] = 9
    assert array[0].tolist() == [9, 0, 9, 0, 9, 0]


def mistakes():
    array = np.zeros((3, 4))
    refused(ValueError, lambda: slicer.slice(array, "1:2:0"), "the stride is 0")
    refused(ValueError, lambda: slicer.slice(array, "0..2"))
    refused(IndexError, lambda: slicer.slice(array, "3"), "index 3", "axis 0", "length 3")
    refused(IndexError, lambda: slicer.slice(array, "0, 0, 0"))
    refused(TypeError, lambda: slicer.slice(array.astype("c16"), "0"))
    refused(BufferError, lambda: slicer.slice(np.zeros(9, "u1")[1:].view("f8"), ":"), "align")
    refused((AttributeError, TypeError, ValueError, BufferError), lambda: slicer.slice([1, 2], "0"))


def torch_too():
    import torch

    tensor = torch.arange(24, dtype=torch.float32).reshape(2, 3, 4)
    ours = torch.from_dlpack(slicer.slice(tensor, "1, 1:, ::2"))
    assert torch.equal(ours, tensor[1, 1:, ::2])
    ours[0, 0] = -1
    assert tensor[1, 1, 0] == -1, "nothing is copied"
    moved = torch.from_dlpack(slicer.slice(tensor.permute(2, 0, 1), "1:3, newaxis"))
    assert torch.equal(moved, tensor.permute(2, 0, 1)[1:3, None])
    # PyTorch has no negative strides.
    backwards = slicer.slice(tensor, "::-1")
    refused((BufferError, ValueError, RuntimeError), lambda: torch.from_dlpack(backwards))
    assert torch.equal(torch.from_dlpack(backwards, copy=True), tensor.flip(0))
    mask = torch.arange(12).reshape(3, 4) % 5 == 0
    assert torch.equal(torch.from_dlpack(slicer.slice(mask, "1:, ::2")), mask[1:, ::2])
    given = torch.from_dlpack(slicer.zeros([2, 3]))
    given += 1
    assert given.sum() == 6
    slicer.invert(given.view(torch.uint8), "0")
    assert given[0].view(torch.uint8).sum() == 3 * (0x7F + 0xC0 + 0xFF + 0xFF) and given[1].sum() == 3
    # PyTorch would not see that elements change.
    weights = torch.zeros(3, requires_grad=True)
    for tracked in [weights, weights[1:]]:
        refused(BufferError, lambda: slicer.slice(tracked, ":"), "gradient")
    assert np.from_dlpack(slicer.slice(weights.detach(), "::2")).tolist() == [0, 0]
    image = torch.zeros(4, 4, dtype=torch.uint8)
    slicer.invert(image, "::3")
    assert image.sum() == 8 * 255


def jax_too():
    import jax

    def same_or_not_compact(part, expected):
        """JAX 0.10 knows no version of DLPack and is given a copy; 0.12 is not, and refuses strides."""
        try:
            taken = jax.numpy.from_dlpack(part)
        except Exception as error:
            assert jax.__version_info__ > (0, 10, 2) and "compact" in str(error), error
        else:
            assert (taken == expected).all()

    array = jax.numpy.arange(24, dtype="float32").reshape(2, 3, 4)
    ours = jax.numpy.from_dlpack(slicer.slice(array, "1, 1:"))
    assert (ours == array[1, 1:]).all()
    # Its arrays never change, and its descriptors are of the version that cannot say so.
    for text, key in [("1:", np.s_[1:]), ("::-1, ::2", np.s_[::-1, ::2]), ("..., 1", np.s_[..., 1])]:
        part = np.from_dlpack(slicer.slice(array, text))
        assert (part == np.asarray(array)[key]).all() and not part.flags.writeable
        refused(ValueError, lambda: part.__setitem__(..., 99), "read-only")
        same_or_not_compact(slicer.slice(array, text), array[key])
    # It takes what is compact, and nothing else.
    frames = np.arange(24.0, dtype="f4").reshape(2, 3, 4)
    for text, key in [("1", np.s_[1]), ("1:", np.s_[1:])]:
        assert (jax.numpy.from_dlpack(slicer.slice(frames, text)) == frames[key]).all()
    for text, key in [("::-1", np.s_[::-1]), (":, ::2", np.s_[:, ::2])]:
        part = slicer.slice(frames, text)
        refused(Exception, lambda: jax.numpy.from_dlpack(part), "compact")
        assert (jax.numpy.asarray(np.from_dlpack(part)) == frames[key]).all()
    same_or_not_compact(slicer.ramp(9, "::-2"), jax.numpy.arange(8, -1, -2))
    assert jax.numpy.from_dlpack(slicer.slice(frames > 5, "1:")).all()
    # Its descriptor is legacy in 0.10, and read-only in 0.12.
    refused((ValueError, BufferError), lambda: slicer.invert(jax.numpy.zeros(3, "uint8"), ":"))


def main():
    print(f"NumPy {np.__version__}: {slices(random.Random(2026), 5000)} slices")
    for test in lifetimes, from_rust, old_producers, copies, masks, writing, mistakes:
        test()
    for name, test in [("torch", torch_too), ("jax", jax_too)]:
        if importlib.util.find_spec(name) is None:
            print(f"{name}: not here")
            continue
        test()
        print(f"{name} {sys.modules[name].__version__}: agrees")


main()
