//! The invariants of `tslice::Array` as its public methods show them, for any array.

use std::ops::Range;

use tslice::{Array, Dims, Mut, Owned, Read, Ref};

/// The addresses of some memory, in bytes.
#[must_use]
pub fn memory<T>(elements: &[T]) -> Range<usize> {
    let range = elements.as_ptr_range();
    range.start.addr()..range.end.addr()
}

/// Lengths and strides as numbers that no product overflows.
fn axes<S, D: Dims>(array: &Array<S, D>) -> Vec<(i128, i128)> {
    let (shape, strides) = (array.shape().as_ref(), array.strides().as_ref());
    assert_eq!(shape.len(), strides.len(), "a stride for each axis");
    shape
        .iter()
        .zip(strides)
        .map(|(&len, &stride)| (len as i128, stride as i128))
        .collect()
}

/// Invariants 1, 3 and 5: the elements can be counted, they lie in the memory, and the pointer is
/// aligned. The pointer of an empty array is inside the memory, or at its end.
///
/// # Panics
///
/// If one of them does not hold.
pub fn check<S: Read, D: Dims>(array: &Array<S, D>, memory: Range<usize>) {
    let axes = axes(array);
    let counted = axes
        .iter()
        .filter(|axis| axis.0 > 0)
        .try_fold(1_i128, |all, axis| all.checked_mul(axis.0));
    let counted = counted
        .filter(|&all| all <= isize::MAX as i128)
        .expect("a shape that can be counted");
    let empty = axes.iter().any(|axis| axis.0 == 0);
    assert_eq!(array.len() as i128, if empty { 0 } else { counted });
    assert_eq!((array.is_empty(), array.rank()), (empty, axes.len()));
    assert!(array.as_ptr().is_aligned());
    let (first, size) = (array.as_ptr().addr() as i128, size_of::<S::Elem>() as i128);
    if size == 0 {
        return;
    }
    let (mut low, mut high) = (first, if empty { first } else { first + size });
    for (len, stride) in axes.into_iter().filter(|_| !empty) {
        let reach = (len - 1) * stride * size;
        if reach < 0 {
            low += reach
        } else {
            high += reach
        }
    }
    let (begin, end) = (memory.start as i128, memory.end as i128);
    assert!(
        begin <= low && high <= end,
        "{low}..{high} in {begin}..{end}"
    );
}

/// [`check`] of a view.
///
/// # Panics
///
/// If an invariant does not hold.
pub fn check_view<T, D: Dims>(view: &Array<Ref<'_, T>, D>, memory: Range<usize>) {
    check(view, memory);
}

/// [`check`] of an exclusive view, and invariant 2: each axis steps over all that the axes of
/// smaller strides reach.
///
/// # Panics
///
/// If an invariant does not hold.
pub fn check_mut<T, D: Dims>(view: &Array<Mut<'_, T>, D>, memory: Range<usize>) {
    check(view, memory);
    let mut long: Vec<_> = axes(view).into_iter().filter(|axis| axis.0 > 1).collect();
    long.sort_by_key(|axis| axis.1.abs());
    let mut reached = 0;
    for (len, stride) in long.into_iter().filter(|_| !view.is_empty()) {
        assert!(
            stride.abs() > reached,
            "two indices share an element of {:?}",
            view.strides()
        );
        reached += (len - 1) * stride.abs();
    }
}

/// [`check`] of a tensor, and invariant 4: it has all elements of its vector, and its strides are
/// those of a row-major array, also on axes of length 1.
///
/// # Panics
///
/// If an invariant does not hold.
pub fn check_tensor<T, D: Dims>(tensor: &Array<Owned<T>, D>) {
    let elements = tensor.as_slice().expect("a tensor is contiguous");
    assert_eq!(elements.len(), tensor.len());
    check(tensor, memory(elements));
    let mut expected = 1;
    for (len, stride) in axes(tensor).into_iter().rev() {
        assert_eq!(
            stride,
            expected,
            "{:?} of {:?}",
            tensor.strides(),
            tensor.shape()
        );
        expected *= len.max(1);
    }
}
