//! Whether arrays of one shape have equal elements.

use core::mem::{MaybeUninit, needs_drop};
use core::ops::ControlFlow::{Break, Continue};
use core::{iter, ptr, slice};

use tslice_kernels::Gaps;

use super::axes::{self, Tuples};
use super::walk::{self, RowWay};
use crate::array::{Array, DynView, Ref};
use crate::compute::reduce::LANES;
use crate::layout::{Dims, Loops, Order};

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
    let sizes = [size_of::<T>(); 2];
    let mut outer = Loops::new();
    let Some(nest) = axes::nest([shape; 2], strides, sizes, Order::Any, &mut outer) else { return true };
    let first = axes::offset(first.map(|first| first.cast_mut().cast()), &nest.first);
    let row = nest.row;
    if row.len >= LANES && RowWay::of(&row, sizes, [false; 2]) == RowWay::Contiguous {
        return Tuples::new(&outer, first).all(|rows| {
            // SAFETY: a slice needs `len` live elements in a row that are not written: the condition of this function, as the row is
            // contiguous.
            let [ours, theirs] =
                rows.map(|first| unsafe { slice::from_raw_parts(first.cast_const().cast(), row.len) });
            are_slices_equal::<T>(ours, theirs)
        });
    }
    let out = ptr::NonNull::<MaybeUninit<()>>::dangling().as_ptr();
    // SAFETY: `run` needs live elements that are not written, which is the condition of this function. A `()` needs no memory.
    let flow = unsafe {
        walk::run::<2, (DynView<'_, T>, DynView<'_, T>), (), (), (), _>(
            first,
            [Gaps::Shared; 2],
            &outer,
            row,
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
    let (blocks, rest) = ours.as_chunks::<LANES>();
    let (their_blocks, their_rest) = theirs.as_chunks::<LANES>();
    let equal = |ours: &[T; LANES], theirs: &[T; LANES]| {
        iter::zip(ours, theirs).fold(true, |equal, (one, other)| equal & (one == other))
    };
    iter::zip(blocks, their_blocks).all(|(ours, theirs)| equal(ours, theirs)) && rest == their_rest
}
