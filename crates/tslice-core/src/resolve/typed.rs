//! The walk for a spec whose entries are known as a type.
//!
//! If the bounds are inside their axes, the compiler gets one entry after the other with the axes
//! of each as constants: no loop to unroll, no counter, and literal bounds fold away. Everything
//! else is one call to the walk that all specs share.

use tslice_entry::{Form, Forms};

use super::{divide, range, walk};
use crate::error::{SliceError, ok, or_panic};
use crate::layout::{Fixed, MAX_RANK};
use crate::spec::{EncodingRef, Kind};

/// `$do!(i)` for each number i below a constant of at most [`MAX_RANK`]. Each is inside of the one
/// before, so that a short spec evaluates few `const` conditions.
macro_rules! each_below {
    ($below:expr, $do:ident) => {
        each_below!(@from $below, $do, 0 1 2 3 4 5 6 7 8 9 10 11);
    };
    (@from $below:expr, $do:ident,) => {};
    (@from $below:expr, $do:ident, $number:literal $($more:literal)*) => {
        if const { $number < $below } {
            $do!($number);
            each_below!(@from $below, $do, $($more)*);
        }
    };
}

/// The axes of the input and of the result at which an entry begins, if the ellipsis stands for
/// `whole` axes.
const fn place(forms: Forms, entry: usize, whole: usize) -> (usize, usize) {
    let (consumed, produced) = forms.axes(entry);
    let before = if forms.first(Form::Ellipsis, entry) < entry {
        whole
    } else {
        0
    };
    (consumed + before, produced + before)
}

/// Writes the layout of the result, whose rank is O = R - C + P, and returns the offset of its
/// first element, and whether both are right: if not, only [`slow_path`] can tell.
#[inline(always)]
const fn fast_path<const N: usize, K: Kind, const R: usize, const O: usize>(
    numbers: &[[i64; N]; 3],
    layout: &Fixed<R>,
    to: &mut Fixed<O>,
) -> (isize, bool) {
    // The axes that new axes give.
    *to = Fixed {
        shape: [1; O],
        strides: [0; O],
    };
    // A spec of more entries, some of which are new axes, takes the walk.
    if const { N > MAX_RANK } {
        return (0, false);
    }
    let (mut offset, mut inside) = (0_isize, true);
    macro_rules! entry {
        ($entry:literal) => {
            let (start, right) = entry::<$entry, N, K, R, O>(numbers, layout, to);
            offset = offset.wrapping_add(start);
            inside &= right;
        };
    }
    each_below!(N, entry);
    let (axis, out) = const { place(K::FORMS, K::FORMS.first(Form::Ellipsis, N), 0) };
    macro_rules! whole {
        ($next:literal) => {
            inside &= layout.shape[axis + $next] != 0;
            to.shape[out + $next] = layout.shape[axis + $next];
            to.strides[out + $next] = layout.strides[axis + $next];
        };
    }
    each_below!(R - K::CONSUMED, whole);
    (offset, inside)
}

/// Whether an entry has one of some forms. `if is!(..)` drops the arms that the entry does not take
/// before the code is generated; a `match` would keep all.
macro_rules! is {
    ($kind:ident $entry:ident, $form:pat) => {
        const { matches!($kind::FORMS.get($entry), $form) }
    };
}

/// Writes the axis of the result that an entry gives, and returns what the entry adds to the
/// offset, and whether both are right.
#[inline(always)]
const fn entry<const ENTRY: usize, const N: usize, K: Kind, const R: usize, const O: usize>(
    numbers: &[[i64; N]; 3],
    layout: &Fixed<R>,
    to: &mut Fixed<O>,
) -> (isize, bool) {
    if is!(K ENTRY, Form::NewAxis | Form::Ellipsis | Form::List | Form::Grouped) {
        // Strides cannot express a list: the walk refuses it.
        return (0, is!(K ENTRY, Form::NewAxis | Form::Ellipsis));
    }
    let (axis, out) = const { place(K::FORMS, ENTRY, R - K::CONSUMED) };
    let len = layout.shape[axis].cast_signed() as i64;
    let stride = layout.strides[axis];
    let [begin, end, strides] = numbers;
    let step = strides[ENTRY];
    let start = if is!(K ENTRY, Form::Range { begin: false, .. }) {
        range::first(len, range::back(step))
    } else {
        range::position(begin[ENTRY], len)
    };
    // An axis of one element never uses its stride, so a product that wraps does no harm.
    let offset = stride.wrapping_mul(start as isize);
    if is!(K ENTRY, Form::Index) {
        return (offset, range::index_is_inside(start, step, len));
    }
    let (count, inside) = if is!(K ENTRY, Form::Window) {
        window(start, end[ENTRY], step, len)
    } else {
        taken::<ENTRY, K>(start, end[ENTRY], step, len)
    };
    to.shape[out] = count;
    to.strides[out] = stride.wrapping_mul(step as isize);
    (offset, inside)
}

/// The number of positions of a range, and whether it is right.
#[inline(always)]
const fn taken<const ENTRY: usize, K: Kind>(
    start: i64,
    end: i64,
    step: i64,
    len: i64,
) -> (usize, bool) {
    let stop = if is!(K ENTRY, Form::Range { end: false, .. }) {
        range::last(len, range::back(step))
    } else {
        range::position(end, len)
    };
    range::count(start, stop, step, len)
}

/// The length of a window, and whether it is right: the walk decides on an empty one, and on every
/// stride but 1.
#[inline(always)]
const fn window(start: i64, length: i64, step: i64, len: i64) -> (usize, bool) {
    let left = len.wrapping_sub(start);
    let inside = (start >= 0) & (length > 0) & (length <= left) & (step == 1);
    (length as usize, inside)
}

/// Calls the walk, in a function that all specs of N entries share. Its arguments are copies made
/// for this call, so that the compiler can keep the originals in registers.
#[cold]
#[inline(never)]
const fn slow_path<const N: usize, const R: usize, const O: usize>(
    numbers: [[i64; N]; 3],
    forms: Forms,
    layout: Fixed<R>,
) -> Result<(isize, Fixed<O>), SliceError> {
    let mut to = Fixed::BLANK;
    let offset = walked(numbers, forms, layout, &mut to);
    Ok((ok!(offset), to))
}

/// [`slow_path`], or a panic with its error.
#[cold]
#[inline(never)]
#[track_caller]
fn slow_path_or_panic<const N: usize, const R: usize, const O: usize>(
    numbers: [[i64; N]; 3],
    forms: Forms,
    layout: Fixed<R>,
) -> (isize, Fixed<O>) {
    let mut slow = (0, Fixed::BLANK);
    slow.0 = or_panic(walked(numbers, forms, layout, &mut slow.1));
    slow
}

/// Writes the layout of the result, and returns the offset of its first element.
#[inline(always)]
const fn walked<const N: usize, const R: usize, const O: usize>(
    numbers: [[i64; N]; 3],
    forms: Forms,
    layout: Fixed<R>,
    to: &mut Fixed<O>,
) -> Result<isize, SliceError> {
    // The arguments are copied before they are used: the compiler then passes them by reference,
    // without a copy in each caller.
    let ([begin, end, strides], layout) = (numbers, Fixed { ..layout });
    careful(
        [begin, end, strides].as_flattened(),
        forms,
        &layout.shape,
        &layout.strides,
        &mut to.shape,
        &mut to.strides,
    )
}

/// The walk, compiled once for specs and arrays of all ranks. `numbers` are the begins of all
/// entries, their ends, their strides.
#[inline(never)]
const fn careful(
    numbers: &[i64],
    forms: Forms,
    shape: &[usize],
    steps: &[isize],
    out_shape: &mut [usize],
    out_steps: &mut [isize],
) -> Result<isize, SliceError> {
    let entries = numbers.len() / 3;
    let (begin, rest) = numbers.split_at(entries);
    let (end, strides) = rest.split_at(entries);
    let encoding = EncodingRef {
        begin,
        end,
        strides,
        forms,
    };
    let (whole, _) = ok!(divide(encoding, shape.len()));
    walk(encoding, [0, whole], (shape, steps), out_shape, out_steps)
}

/// Copies a layout number by number, so that the compiler keeps it in registers. If it is copied as
/// a whole, it lies in memory on the fast path too, which then takes six times as long.
#[inline(always)]
const fn copy<const O: usize>(from: &Fixed<O>, to: &mut Fixed<O>) {
    macro_rules! axis {
        ($axis:literal) => {
            to.shape[$axis] = from.shape[$axis];
            to.strides[$axis] = from.strides[$axis];
        };
    }
    each_below!(O, axis);
}

/// Resolves a typed spec, in `const` code too.
#[inline(always)]
pub(crate) const fn const_resolve<const N: usize, K: Kind, const R: usize, const O: usize>(
    numbers: &[[i64; N]; 3],
    layout: &Fixed<R>,
    to: &mut Fixed<O>,
) -> Result<isize, SliceError> {
    let (mut offset, inside) = fast_path::<N, K, R, O>(numbers, layout, to);
    if !inside {
        let slow = ok!(slow_path(*numbers, K::FORMS, *layout));
        offset = slow.0;
        copy(&slow.1, to);
    }
    Ok(offset)
}

/// [`const_resolve`], or a panic with its error. A caller that is given the error instead takes the
/// compiler twice the time at release.
#[inline(always)]
#[track_caller]
pub(super) fn resolve_or_panic<const N: usize, K: Kind, const R: usize, const O: usize>(
    numbers: &[[i64; N]; 3],
    layout: &Fixed<R>,
    to: &mut Fixed<O>,
) -> isize {
    let (mut offset, inside) = fast_path::<N, K, R, O>(numbers, layout, to);
    if !inside {
        let slow = slow_path_or_panic(*numbers, K::FORMS, *layout);
        offset = slow.0;
        copy(&slow.1, to);
    }
    offset
}
