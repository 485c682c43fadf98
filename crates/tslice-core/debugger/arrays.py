"""Prints arrays of tslice in gdb and lldb as `Display` prints them.

gdb finds this file in programs that are built with debug information, if `add-auto-load-safe-path`
allows their folder; otherwise, `source arrays.py` loads it. lldb loads it by `command script import
arrays.py`. `Text` and what is above it know nothing about debuggers: `gdb_printers` and `LldbArray`
read the fields of values.
"""

import decimal
import re
import struct
import sys

# As in `array/print.rs` and `array/print/walk.rs`. Fewer elements are shown than `Display` shows of
# arrays of five long axes or more, because a debugger reads them one by one.
THRESHOLD, EDGE, LINE, MOST = 1000, 3, 75, 10_000
# The axes of a `SmallVec` that are in place, and those that no array has.
INLINE, MAX_RANK = 8, 64
ARRAY = r"^tslice_core::array::raw::Array<.*>$"


class Unreadable(Exception):
    """The fields or the elements of a value cannot be read: it is not initialised."""


class Float:
    """A float, with the digits that tell it from others of its type."""

    def __init__(self, value, is_single):
        self.value, self.is_single = value, is_single
        self.shortest = decimal.Decimal(self.digits_of() if self.is_finite() else 0)

    def is_finite(self):
        return self.value - self.value == 0

    def digits_of(self):
        if not self.is_single:
            return repr(self.value)
        texts = ("%.*e" % (digits, self.value) for digits in range(9))
        return next(text for text in texts if single(float(text)) == self.value)

    def fixed(self, digits=None):
        if digits is None:
            return format(self.shortest, "f").removesuffix(".0")
        return "%.*f" % (digits, self.value)

    def exponent(self, digits=None):
        if digits is None:
            sign, ds, power = self.shortest.normalize().as_tuple()
            number = str(ds[0]) + ("." + "".join(map(str, ds[1:])) if len(ds) > 1 else "")
            return "%s%se%d" % ("-" if sign else "", number, power + len(ds) - 1)
        return "%.*e" % (digits, self.value)

    def other(self):
        return "nan" if self.value != self.value else "inf" if self.value > 0 else "-inf"

    def needed(self, has_exponent):
        """The digits after the point: those that are needed, at most 8."""
        shortest = self.exponent() if has_exponent else self.fixed()
        rounded = self.exponent(8) if has_exponent else self.fixed(8)
        return min(fraction(shortest), fraction(rounded))

    def scalar(self):
        size = abs(self.value)
        if not self.is_finite():
            return self.other()
        if size != 0 and not 1e-4 <= size < (1e6 if self.is_single else 1e16):
            return with_exponent(self.exponent(), 2)
        return self.fixed() + (".0" if size % 1 == 0 else "")


def single(number):
    try:
        return struct.unpack("f", struct.pack("f", number))[0]
    except OverflowError:
        return float("inf")


def fraction(text):
    return len(text.partition("e")[0].partition(".")[2].rstrip("0"))


def with_exponent(text, digits):
    number, _, power = text.partition("e")
    power = int(power or 0)
    return "%se%s%0*d" % (number, "-" if power < 0 else "+", digits, abs(power))


def float_texts(floats):
    sizes = [abs(x.value) for x in floats if x.is_finite() and x.value != 0]
    least, most = min(sizes, default=float("inf")), max(sizes, default=0)
    rounded = single if floats[0].is_single else float
    large = 1e6 if floats[0].is_single else 1e8
    has_exponents = most != 0 and (
        most >= large or least < rounded(1e-4) or rounded(most / least) > 1000
    )
    finite = [x for x in floats if x.is_finite()]
    common = max((x.needed(True) for x in finite), default=0) if has_exponents else None
    for x in floats:
        if not x.is_finite():
            yield x.other()
            continue
        digits = x.needed(False) if common is None else common
        text = x.exponent(digits) if has_exponents else x.fixed(digits)
        if digits == 0:
            number, e, power = text.partition("e")
            text = number + "." + e + power
        long = most >= 1e100 or least < 1e-99
        yield with_exponent(text, 3 if long else 2) if has_exponents else text


def axes_of(shape, strides):
    """For each axis its stride, the positions at its begin and at its end that are shown."""
    count = 1
    for length in shape:
        count *= length
    axes, inner, most = [], 1, MOST // max(len(shape), 1)
    for length, stride in zip(reversed(shape), reversed(strides)):
        is_cut = count > THRESHOLD and length > 2 * EDGE
        lead, tail = (EDGE, EDGE) if is_cut else (length, 0)
        if inner * (lead + tail) > most:
            lead, tail = 1, 0
        inner *= lead + tail
        axes.insert(0, (length, stride, lead, tail))
    return axes


def offsets(axes, first=0):
    if not axes:
        yield first
        return
    length, stride, lead, tail = axes[0]
    for position in [*range(lead), *range(length - tail, length)]:
        yield from offsets(axes[1:], first + position * stride)


class Text:
    """The text of an array, whose elements have texts in the order of `offsets`."""

    def __init__(self, shape, strides, texts_of):
        self.rank, self.out, self.written, self.due = len(shape), [], 0, 0
        if 0 in shape:
            self.out = ["[]"]
            return
        axes = axes_of(shape, strides)
        texts = texts_of(list(offsets(axes)))
        self.measure(texts)
        self.texts = iter(texts)
        self.nested(axes)

    def measure(self, texts):
        self.whole = self.after = self.words = 0
        self.aligned = True
        for text in texts:
            unsigned = text[1:] if text[:1] in ("-", "+") else text
            if is_number(text):
                after = fraction_width(text)
                self.whole = max(self.whole, len(text) - after)
                self.after = max(self.after, after)
            else:
                self.words = max(self.words, len(text))
                self.aligned &= unsigned in ("true", "false", "nan", "inf")

    def nested(self, axes):
        if not axes:
            return self.element(next(self.texts))
        length, _, lead, tail = axes[0]
        inner = len(axes) - 1
        self.out.append("[")
        self.written += 1
        for number in range(lead + tail):
            if number > 0:
                if number == lead and lead + tail < length:
                    self.gap(inner)
                self.separate(inner)
            self.nested(axes[1:])
        if tail == 0 and lead < length:
            self.gap(inner)
        self.spaces()
        self.out.append("]")

    def gap(self, inner):
        self.separate(inner)
        self.word(3, inner)
        self.out.append("...")

    def separate(self, inner):
        if inner == 0:
            self.due += 1
            self.written += 1
        else:
            self.lines(inner, self.rank - inner)

    def lines(self, count, indentation):
        self.out.append("\n" * count + " " * indentation)
        self.due, self.written = 0, indentation

    def spaces(self):
        self.out.append(" " * self.due)
        self.due = 0

    def word(self, width, inner):
        is_first = inner > 0 or self.written <= self.rank
        room = LINE - self.rank
        if not is_first and room >= 0 and self.written + width > room:
            self.lines(1, self.rank)
        else:
            self.spaces()
        self.written += width

    def element(self, text):
        before = after = 0
        if self.aligned:
            after = self.after - fraction_width(text) if is_number(text) else 0
            before = max(self.whole + self.after, self.words) - len(text) - after
        self.word(before + len(text) + after, 0)
        self.out.append(" " * before + text)
        self.due = after


def is_number(text):
    return re.fullmatch(r"[-+]?[0-9][0-9A-Za-z.+_-]*", text) is not None


def fraction_width(text):
    is_fixed = "." in text and not re.search("[eE]", text)
    return len(text) - text.index(".") if is_fixed else 0


def text_of(make_reader):
    """The text of the array of a reader: `layout()` gives shape and strides, and `elements(offsets)`
    gives texts or floats."""
    try:
        reader = make_reader()
        shape, strides = reader.layout()

        def texts_of(places):
            elements = reader.elements(places)
            if not isinstance(elements[0], Float):
                return elements
            if not shape:
                return [elements[0].scalar()]
            return list(float_texts(elements))

        text = "".join(Text(shape, strides, texts_of).out)
        # The first row stands below the name, so that the rows are aligned.
        return "\n" + text if "\n" in text else text
    except Unreadable as error:
        return "<an array that is not initialised: %s>" % error
    except Exception as error:
        return "<an array that cannot be shown: %s: %s>" % (type(error).__name__, error)


def checked_rank(rank):
    if not 0 <= rank <= MAX_RANK:
        raise Unreadable("its rank is %d" % rank)
    return rank


def string(read, first, size):
    """The text of `size` bytes at `first`, by a function that reads memory."""
    if size > MOST:
        raise Unreadable("a text has %d bytes" % size)
    return read(first, size).decode("utf-8", "replace") if size > 0 else ""


def gdb_printers(gdb):
    def read(first, size):
        return bytes(gdb.selected_inferior().read_memory(first, size))

    def pointer(value):
        """The first pointer among the fields of a value."""
        if value.type.strip_typedefs().code == gdb.TYPE_CODE_PTR:
            return value
        for field in value.type.strip_typedefs().fields():
            if not field.is_base_class and not getattr(field, "artificial", False):
                found = pointer(value[field])
                if found is not None:
                    return found
        return None

    def numbers(value, target):
        """The numbers of `[usize; R]`, or of a `SmallVec<[usize; 8]>`."""
        if value.type.strip_typedefs().code == gdb.TYPE_CODE_ARRAY:
            low, high = value.type.range()
            return [int(value[i]) for i in range(low, high + 1)]
        capacity, data = int(value["capacity"]), value["data"]
        if capacity <= INLINE:
            # The list is at the end, behind the number of the variant if there is one.
            count = checked_rank(capacity)
            first = int(data.address) + data.type.sizeof - target.sizeof * INLINE
        else:
            is_union = data.type.strip_typedefs().code == gdb.TYPE_CODE_UNION
            heap = data["heap" if is_union else data.type.fields()[-1]]
            counts = [heap[field] for field in heap.type.fields()]
            counts = [x for x in counts if x.type.strip_typedefs().code == gdb.TYPE_CODE_INT]
            first, count = int(pointer(heap)), checked_rank(int(counts[0]))
        place = gdb.Value(first).cast(target.pointer())
        return [int((place + i).dereference()) for i in range(count)]

    class Array:
        def __init__(self, value):
            self.value = value

        def layout(self):
            layout = self.value["layout"]
            usize, isize = (gdb.lookup_type(name) for name in ("usize", "isize"))
            return numbers(layout["shape"], usize), numbers(layout["strides"], isize)

        def elements(self, places):
            element = self.value["storage"].type.strip_typedefs().template_argument(0)
            first = int(pointer(self.value["storage"]))
            size, target = element.sizeof, element.pointer()
            mask = (1 << 8 * target.sizeof) - 1
            name = element.strip_typedefs().name
            for_place = lambda place: gdb.Value((first + place * size) & mask).cast(target)
            return [self.text(name, for_place(place).dereference()) for place in places]

        @staticmethod
        def text(name, value):
            if name in ("f32", "f64"):
                return Float(float(value), name == "f32")
            if re.fullmatch(r"[iu](8|16|32|64|size)", name):
                return str(int(value))
            if name in ("i128", "u128"):
                # gdb 13 does not convert these.
                memory = read(int(value.address), 16)
                return str(int.from_bytes(memory, sys.byteorder, signed=name == "i128"))
            if name == "bool":
                return "true" if value else "false"
            if name == "char":
                return chr(int(value))
            if name == "alloc::string::String":
                return string(read, int(pointer(value["vec"])), int(value["vec"]["len"]))
            if name in ("&str", "&mut str"):
                return string(read, int(value["data_ptr"]), int(value["length"]))
            return value.format_string()

        def to_string(self):
            return text_of(lambda: self)

    printers = gdb.printing.RegexpCollectionPrettyPrinter("tslice")
    printers.add_printer("Array", ARRAY, Array)
    return printers


class LldbArray:
    """Reads an `SBValue`, without what other scripts show as its fields."""

    def __init__(self, value):
        value = value.GetNonSyntheticValue()
        self.value = value.Dereference() if value.GetType().IsPointerType() else value
        if not self.value.IsValid() or self.value.GetError().Fail():
            raise Unreadable("it has no value here")
        self.process = value.GetProcess()
        is_little = self.process.GetByteOrder() == lldb.eByteOrderLittle
        self.order = "little" if is_little else "big"

    def read(self, first, size):
        error = lldb.SBError()
        memory = self.process.ReadMemory(first, size, error)
        if error.Fail() or len(memory) != size:
            raise Unreadable("the memory at %#x cannot be read" % first)
        return memory

    def number(self, first, size, is_signed=False):
        return int.from_bytes(self.read(first, size), self.order, signed=is_signed)

    @staticmethod
    def field(value, *names):
        for name in names:
            value = value.GetChildMemberWithName(name).GetNonSyntheticValue()
        if not value.IsValid():
            raise Unreadable("the field `%s` has no value" % names[-1])
        return value

    @staticmethod
    def unsigned(value):
        error = lldb.SBError()
        number = value.GetValueAsUnsigned(error, 0)
        if error.Fail():
            raise Unreadable("a field cannot be read")
        return number

    def pointer(self, value):
        """The first pointer among the fields of a value."""
        if value.GetType().IsPointerType():
            return self.unsigned(value)
        for i in range(value.GetNumChildren()):
            found = self.pointer(value.GetChildAtIndex(i).GetNonSyntheticValue())
            if found is not None:
                return found
        return None

    def numbers(self, value, is_signed):
        """The numbers of `[usize; R]`, or of a `SmallVec<[usize; 8]>`."""
        if value.GetType().IsArrayType():
            items = [value.GetChildAtIndex(i) for i in range(value.GetNumChildren())]
            values = [self.unsigned(x) for x in items]
            return [x.GetValueAsSigned() for x in items] if is_signed else values
        count = self.unsigned(self.field(value, "capacity"))
        # lldb does not know the fields of `data`, nor its size: it is all but `capacity`.
        size = self.process.GetAddressByteSize()
        data = self.field(value, "data").GetLoadAddress()
        first = data + value.GetByteSize() - size - size * INLINE
        if count > INLINE:
            # A count and an address, in an order that the compiler chooses.
            count, first = sorted(self.number(first + i * size, size) for i in range(2))
        places = [first + i * size for i in range(checked_rank(count))]
        return [self.number(place, size, is_signed) for place in places]

    def layout(self):
        layout = self.field(self.value, "layout")
        shape = self.numbers(self.field(layout, "shape"), False)
        return shape, self.numbers(self.field(layout, "strides"), True)

    def elements(self, places):
        storage = self.field(self.value, "storage")
        element = storage.GetType().GetTemplateArgumentType(0).GetCanonicalType()
        first, size = self.pointer(storage), element.GetByteSize()
        mask = (1 << 8 * self.process.GetAddressByteSize()) - 1
        return [self.text(element, (first + place * size) & mask) for place in places]

    def text(self, element, place):
        kind, size, name = element.GetBasicType(), element.GetByteSize(), element.GetName()
        if kind in (lldb.eBasicTypeFloat, lldb.eBasicTypeDouble):
            code = (">" if self.order == "big" else "<") + ("f" if size == 4 else "d")
            return Float(struct.unpack(code, self.read(place, size))[0], size == 4)
        if kind == lldb.eBasicTypeBool:
            return "true" if self.number(place, size) else "false"
        if kind == lldb.eBasicTypeChar32:
            return chr(self.number(place, size))
        # lldb has the names of C for integers.
        if kind != lldb.eBasicTypeInvalid and size > 0:
            return str(self.number(place, size, not name.startswith("unsigned")))
        value = self.value.CreateValueFromAddress("element", place, element)
        value = value.GetNonSyntheticValue()
        if name == "alloc::string::String":
            vec = self.field(value, "vec")
            size = self.unsigned(self.field(vec, "len"))
            return string(self.read, self.pointer(vec), size)
        if name in ("&str", "&mut str"):
            size = self.unsigned(self.field(value, "length"))
            return string(self.read, self.unsigned(self.field(value, "data_ptr")), size)
        return " ".join(str(value).partition(" = ")[2].split())


def summary(value, _):
    """What lldb shows of an array, or of a reference to an array."""
    return text_of(lambda: LldbArray(value))


def __lldb_init_module(debugger, _):
    command = 'type summary add -F %s.summary -x "%s"' % (__name__, ARRAY)
    debugger.HandleCommand(command)


try:
    import lldb
except ImportError:
    lldb = None
try:
    import gdb
    import gdb.printing
except ImportError:
    gdb = None
if gdb is not None:
    gdb.printing.register_pretty_printer(gdb.current_objfile(), gdb_printers(gdb), replace=True)
