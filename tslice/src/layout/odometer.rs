//! Counting through a shape.

use smallvec::SmallVec;

/// The index tuples of a shape in row-major order, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Odometer {
    pub(crate) index: SmallVec<[usize; 8]>,
    pub(crate) left: usize,
}

impl Odometer {
    pub(crate) fn new(shape: &[usize]) -> Self {
        Self { index: SmallVec::from_elem(0, shape.len()), left: super::len(shape) }
    }

    pub(crate) fn advance(&mut self, shape: &[usize]) {
        self.left -= 1;
        for (i, n) in self.index.iter_mut().zip(shape).rev() {
            *i += 1;
            if *i < *n {
                return;
            }
            *i = 0;
        }
    }
}
