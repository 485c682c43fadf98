//! Diagonals: two axes walked at once.

use super::{Exclusive, Raw, Shared};
use crate::layout::{Dynamic, Fixed, Layout};

/// Writes the layout of the main diagonal of the last two axes.
fn diagonal(from: &impl Layout, shape: &mut [usize], strides: &mut [isize]) {
    let [batch @ .., rows, columns] = from.shape() else { unreachable!("a diagonal has two axes to walk") };
    let [batch_strides @ .., down, right] = from.strides() else { unreachable!("as many strides as axes") };
    let last = batch.len();
    shape[..last].copy_from_slice(batch);
    strides[..last].copy_from_slice(batch_strides);
    shape[last] = *rows.min(columns);
    // An axis of one element may have any stride, and so may the diagonal then.
    strides[last] = down.wrapping_add(*right);
}

/// The index tuple (.., i) of a diagonal is (.., i, i) of its matrix, with the same offset: invariants 1 and 2 hold on.
impl<T, const R: usize> Raw<T, Fixed<R>> {
    fn diagonal<const O: usize>(self) -> Raw<T, Fixed<O>> {
        assert!(O + 1 == R, "a diagonal has one axis less than its matrix");
        let mut layout = Fixed { shape: [0; O], strides: [0; O] };
        diagonal(&self.layout, &mut layout.shape, &mut layout.strides);
        Raw { ptr: self.ptr, layout }
    }
}

impl<'a, T, const R: usize> Shared<'a, T, Fixed<R>> {
    /// The main diagonal of the last two axes; R is at least 2, and O is R - 1.
    pub(crate) fn diagonal<const O: usize>(self) -> Shared<'a, T, Fixed<O>> {
        Shared { raw: self.raw.diagonal(), life: self.life }
    }
}

impl<'a, T, const R: usize> Exclusive<'a, T, Fixed<R>> {
    /// As [`Shared::diagonal`].
    pub(crate) fn diagonal<const O: usize>(self) -> Exclusive<'a, T, Fixed<O>> {
        Exclusive { raw: self.raw.diagonal(), life: self.life }
    }
}

impl<'a, T> Shared<'a, T, Dynamic> {
    /// The main diagonal of the last two axes; there are two.
    pub(crate) fn diagonal(&self) -> Self {
        let mut layout = Dynamic::blank(self.raw.layout.shape.len() - 1);
        diagonal(&self.raw.layout, &mut layout.shape, &mut layout.strides);
        self.with_layout(layout)
    }
}
