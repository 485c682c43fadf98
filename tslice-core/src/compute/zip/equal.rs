//! Whether arrays of one shape have equal elements.

use core::mem::{MaybeUninit, needs_drop};
use core::ops::ControlFlow::{Break, Continue};
use core::{iter, ptr, slice};

use tslice_kernels::Gaps;

use super::axes::{self, Order, Room, Tuples};
use super::walk::{self, RowWay};
use crate::array::{Array, DynView, Ref};
use crate::layout::Dims;

/// Elements that are compared together.
const BLOCK: usize = 32;
/// Elements that are compared before a plan is made.
const FIRST: usize = 4;

/// Whether the elements of two arrays of one shape are equal.
///
/// # Panics
///
/// If the shapes differ.
#[inline]
pub(in super::super) fn are_equal<T: PartialEq, D: Dims, E: Dims>(
    ours: &Array<Ref<'_, T>, D>,
    theirs: &Array<Ref<'_, T>, E>,
) -> bool {
    if let (Some(ours), Some(theirs)) = (ours.as_slice(), theirs.as_slice()) {
        assert_eq!(ours.len(), theirs.len(), "arrays of one shape");
        return are_slices_equal(ours, theirs);
    }
    assert!(ours.lengths() == theirs.lengths(), "arrays of one shape");
    let (strides, first) = ([ours.steps(), theirs.steps()], [ours.as_ptr(), theirs.as_ptr()]);
    // SAFETY: `are_equal_apart` needs live elements that are not written: those of the arrays (invariants 1 and 2), which are borrowed.
    unsafe { are_equal_apart(ours.lengths(), strides, first) }
}

/// [`are_equal`], in a function that arrays of all ranks share.
///
/// # Safety
///
/// Every index tuple of the shape reaches two live elements, from `first` on by the strides, which are not written.
#[inline(never)]
unsafe fn are_equal_apart<T: PartialEq>(
    shape: &[usize],
    strides: [&[isize]; 2],
    first: [*const T; 2],
) -> bool {
    let is_equal = |ours: isize, theirs: isize| {
        // SAFETY: a reference needs a live element that is not written: the condition of this function, as the offsets are those of an
        // index tuple.
        let ours = unsafe { &*first[0].wrapping_offset(ours) };
        // SAFETY: a reference needs a live element that is not written: the condition of this function, as the offsets are those of an
        // index tuple.
        ours == unsafe { &*first[1].wrapping_offset(theirs) }
    };
    if let (&[rows, len], [&[down, right], &[their_down, their_right]]) = (shape, strides)
        && rows.max(len) < BLOCK
    {
        // A plan costs more than a small array, such as a window.
        let offset = |row: usize, down: isize, column: usize, right: isize| {
            down.wrapping_mul(row.cast_signed()).wrapping_add(right.wrapping_mul(column.cast_signed()))
        };
        let tuples = (0..rows).flat_map(|row| (0..len).map(move |column| (row, column)));
        return { tuples }.all(|(row, column)| {
            is_equal(offset(row, down, column, right), offset(row, their_down, column, their_right))
        });
    }
    if let (Some(&len), [Some(&right), Some(&their_right)]) = (shape.last(), strides.map(<[_]>::last))
        && !shape.contains(&0)
    {
        // Most arrays that differ do so in their first elements, which need no plan, either.
        let first = 0..len.min(FIRST).cast_signed();
        if !{ first }.all(|at| is_equal(right.wrapping_mul(at), their_right.wrapping_mul(at))) {
            return false;
        }
    }
    let (sizes, mut room) = ([size_of::<T>(); 2], Room::new());
    let Some(plan) = room.plan([shape; 2], strides, sizes, Order::Any) else { return true };
    let first = axes::offset(first.map(|first| first.cast_mut().cast()), &plan.first);
    let len = plan.row.len;
    if len >= BLOCK && RowWay::of(&plan.row, sizes, [false; 2]) == RowWay::Contiguous {
        let (far, axis) = axes::innermost(plan.far, [0; 2]);
        return Tuples::new(far, first).all(|mut rows| {
            (0..axis.len).all(|_| {
                // SAFETY: a slice needs `len` live elements in a row that are not written: the condition of this function, as the row is
                // contiguous.
                let [ours, theirs] =
                    rows.map(|row| unsafe { slice::from_raw_parts(row.cast_const().cast(), len) });
                // The step past the last row may leave the allocation; its result is not used.
                rows = axes::offset(rows, &axis.steps);
                are_slices_equal::<T>(ours, theirs)
            })
        });
    }
    let out = ptr::NonNull::<MaybeUninit<()>>::dangling().as_ptr();
    // SAFETY: `run` needs live elements that are not written, which is the condition of this function. A `()` needs no memory.
    let flow = unsafe {
        walk::run::<2, (DynView<'_, T>, DynView<'_, T>), (), (), (), _>(
            first,
            [Gaps::Shared; 2],
            plan.far,
            plan.row,
            out,
            (),
            &mut |(), (one, other)| if one == other { Continue(((), ())) } else { Break(()) },
        )
    };
    flow.is_continue()
}

/// Whether slices of one length are equal. `==` of slices compares one float after the other; here a block has no early end, so that the
/// compiler makes vector instructions of it.
fn are_slices_equal<T: PartialEq>(ours: &[T], theirs: &[T]) -> bool {
    if needs_drop::<T>() {
        return ours == theirs;
    }
    let (blocks, rest) = ours.as_chunks::<BLOCK>();
    let (their_blocks, their_rest) = theirs.as_chunks::<BLOCK>();
    let equal = |ours: &[T; BLOCK], theirs: &[T; BLOCK]| {
        iter::zip(ours, theirs).fold(true, |equal, (one, other)| equal & (one == other))
    };
    iter::zip(blocks, their_blocks).all(|(ours, theirs)| equal(ours, theirs)) && rest == their_rest
}
