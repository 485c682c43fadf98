//! The walk for a spec whose entries are known as a type.
//!
//! If the bounds are inside their axes, the compiler gets one entry after the other with the axes of each as constants: no
//! loop to unroll, no counter, and literal bounds fold away. Everything else is one call to the walk that all specs share.

use tslice_syntax::{Form, Forms};

use super::{divide, inside, walk};
use crate::error::{SliceError, or_panic};
use crate::layout::Fixed;
use crate::spec::{EncodingRef, Kind, Spec};

/// Writes the layout of the result, whose rank is O = R - C + P, and returns the offset of its first element, and whether both
/// are right: if not, only [`slow_path`] can tell.
#[inline(always)]
const fn fast_path<const N: usize, K: Kind, const R: usize, const O: usize>(
    spec: &Spec<N, K>,
    layout: &Fixed<R>,
    to: &mut Fixed<O>,
) -> (isize, bool) {
    let [begin, end, strides] = spec.numbers();
    let (mut offset, mut inside) = (0_isize, true);
    let (mut entry, mut axis, mut out) = (0, 0, 0);
    // Of constant length, and of constant forms: what is left of this loop is the code of each entry.
    while entry < N {
        let form = K::FORMS.get(entry);
        match form {
            // Strides cannot express a list: the walk refuses it.
            Form::List | Form::Grouped => return (0, false),
            Form::NewAxis => out += 1,
            Form::Ellipsis => {
                let last = axis + (R - K::CONSUMED);
                while axis < last {
                    inside &= layout.shape[axis] != 0;
                    to.shape[out] = layout.shape[axis];
                    to.strides[out] = layout.strides[axis];
                    (axis, out) = (axis + 1, out + 1);
                }
            }
            Form::Index => {
                let (len, stride) = (layout.shape[axis].cast_signed() as i64, layout.strides[axis]);
                let start = inside::position(begin[entry], len);
                inside &= inside::index_is_inside(start, strides[entry], len);
                // An axis of one element never uses its stride, so a product that wraps does no harm.
                offset = offset.wrapping_add(stride.wrapping_mul(start as isize));
                axis += 1;
            }
            Form::Window => {
                let (len, stride) = (layout.shape[axis].cast_signed() as i64, layout.strides[axis]);
                let (start, count) = (inside::position(begin[entry], len), end[entry]);
                // The walk decides on an empty window, and on every stride but 1.
                let left = len.wrapping_sub(start);
                inside &= (start >= 0) & (count > 0) & (count <= left) & (strides[entry] == 1);
                offset = offset.wrapping_add(stride.wrapping_mul(start as isize));
                (to.shape[out], to.strides[out]) = (count as usize, stride);
                (axis, out) = (axis + 1, out + 1);
            }
            Form::Range { begin: from, end: until } => {
                let (len, stride) = (layout.shape[axis].cast_signed() as i64, layout.strides[axis]);
                let step = strides[entry];
                let back = inside::back(step);
                let start = if from { inside::position(begin[entry], len) } else { inside::first(len, back) };
                let stop = if until { inside::position(end[entry], len) } else { inside::last(len, back) };
                let (count, right) = inside::count(start, stop, step, len);
                inside &= right;
                offset = offset.wrapping_add(stride.wrapping_mul(start as isize));
                (to.shape[out], to.strides[out]) = (count, stride.wrapping_mul(step as isize));
                (axis, out) = (axis + 1, out + 1);
            }
        }
        entry += 1;
    }
    while axis < R {
        inside &= layout.shape[axis] != 0;
        to.shape[out] = layout.shape[axis];
        to.strides[out] = layout.strides[axis];
        (axis, out) = (axis + 1, out + 1);
    }
    (offset, inside)
}

/// Calls the walk, in a function that all specs of N entries share. Its arguments are copies made for this call, so that the
/// compiler can keep the originals in registers.
#[cold]
#[inline(never)]
const fn slow_path<const N: usize, const R: usize, const O: usize>(
    numbers: [[i64; N]; 3],
    forms: Forms,
    layout: Fixed<R>,
) -> Result<(isize, Fixed<O>), SliceError> {
    let mut to = Fixed { shape: [0; O], strides: [0; O] };
    // This function copies its arguments before it uses them: the compiler then passes them by reference, without a copy in each
    // caller.
    let ([begin, end, strides], layout) = (numbers, Fixed { ..layout });
    let numbers = [begin, end, strides];
    let numbers = numbers.as_flattened();
    match careful(numbers, forms, &layout.shape, &layout.strides, &mut to.shape, &mut to.strides) {
        Ok(offset) => Ok((offset, to)),
        Err(error) => Err(error),
    }
}

/// Works like [`slow_path`], but panics.
#[cold]
#[inline(never)]
#[track_caller]
fn slow_path_or_panic<const N: usize, const R: usize, const O: usize>(
    numbers: [[i64; N]; 3],
    forms: Forms,
    layout: Fixed<R>,
) -> (isize, Fixed<O>) {
    or_panic(slow_path(numbers, forms, layout))
}

/// The walk, compiled once for specs and arrays of all ranks. `numbers` are the begins of all entries, their ends, their strides.
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
    let encoding = EncodingRef { begin, end, strides, forms };
    match divide(encoding, shape.len()) {
        Ok((whole, _)) => walk(encoding, whole, (shape, steps), out_shape, out_steps),
        Err(error) => Err(error),
    }
}

/// Copies a layout number by number, so that the compiler keeps it in registers. If it is copied as a whole, it lies in memory on the
/// fast path too, which then takes six times as long.
#[inline(always)]
const fn copy<const O: usize>(from: &Fixed<O>, to: &mut Fixed<O>) {
    let mut axis = 0;
    while axis < O {
        to.shape[axis] = from.shape[axis];
        to.strides[axis] = from.strides[axis];
        axis += 1;
    }
}

/// Resolves a typed spec, in `const` code too.
#[inline(always)]
pub(crate) const fn const_resolve<const N: usize, K: Kind, const R: usize, const O: usize>(
    spec: &Spec<N, K>,
    layout: &Fixed<R>,
) -> Result<(isize, Fixed<O>), SliceError> {
    let mut to = Fixed { shape: [1; O], strides: [0; O] };
    let (offset, inside) = fast_path(spec, layout, &mut to);
    if inside {
        return Ok((offset, to));
    }
    slow_path(*spec.numbers(), K::FORMS, *layout)
}

/// Works like [`const_resolve`], but panics.
#[inline(always)]
#[track_caller]
pub(super) fn resolve_or_panic<const N: usize, K: Kind, const R: usize, const O: usize>(
    spec: &Spec<N, K>,
    layout: &Fixed<R>,
) -> (isize, Fixed<O>) {
    let mut to = Fixed { shape: [1; O], strides: [0; O] };
    let (mut offset, inside) = fast_path(spec, layout, &mut to);
    if !inside {
        let slow = slow_path_or_panic(*spec.numbers(), K::FORMS, *layout);
        offset = slow.0;
        copy(&slow.1, &mut to);
    }
    (offset, to)
}

#[cfg(test)]
mod tests;
