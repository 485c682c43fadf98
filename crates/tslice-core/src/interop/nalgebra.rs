//! `nalgebra`: matrices as views of rows x columns, with their own strides.

use ::nalgebra::{DMatrix, Dim, Matrix, RawStorage, RawStorageMut, Scalar};

use super::{Lend, LendMut};
use crate::array::{Array, Read, View, ViewMut};
use crate::error::or_panic;
use crate::layout::Rank;

/// Rows x columns, without a copy: a column-major matrix has strides `[1, rows]`.
///
/// ```
/// use nalgebra::{DMatrix, Matrix2x3};
/// use tslice::{interop::Lend, s};
///
/// let m = Matrix2x3::new(1, 2, 3, 4, 5, 6);
/// assert_eq!(m.lend().strides(), &[1, 2]);
/// let mirrored = DMatrix::from(m.lend().slice(s![:, ::-2]));
/// assert_eq!(mirrored, DMatrix::from_row_slice(2, 2, &[3, 1, 6, 4]));
/// ```
///
/// # Panics
///
/// If a matrix of strides 0 counts more elements than `isize::MAX`.
impl<T, R: Dim, C: Dim, S: RawStorage<T, R, C>> Lend for Matrix<T, R, C, S> {
    type View<'a>
        = View<'a, T, 2>
    where
        Self: 'a;

    fn lend(&self) -> View<'_, T, 2> {
        let (shape, strides) = (self.shape(), strides(self));
        // SAFETY: `from_raw_parts` needs a live element at every index tuple, readable bytes
        // between them, an aligned pointer, and no writes for the lifetime of the view. The
        // contract of `RawStorage` has elements at shape and strides, which its own iterators reach
        // by offsets of one pointer, and so inside one allocation; the storage is borrowed.
        or_panic(unsafe { View::from_raw_parts(self.data.ptr(), shape, strides) })
    }
}

/// # Panics
///
/// If the strides let two indices share an element, or if rows and columns interleave so that this
/// cannot be told from the strides, as with strides 2 and 3: nalgebra's own functions make such a
/// matrix only if they are given both strides.
impl<T, R: Dim, C: Dim, S: RawStorageMut<T, R, C>> LendMut for Matrix<T, R, C, S> {
    type ViewMut<'a>
        = ViewMut<'a, T, 2>
    where
        Self: 'a;

    fn lend_mut(&mut self) -> ViewMut<'_, T, 2> {
        let (shape, strides) = (self.shape(), strides(self));
        // SAFETY: `from_raw_parts` needs a live element at every index tuple, readable bytes
        // between them, an aligned pointer, and that no other reference to the elements exists for
        // the lifetime of the view. The contract of `RawStorageMut` has elements at shape and
        // strides, which its own iterators reach by offsets of one pointer, and so inside one
        // allocation; the storage is borrowed exclusively.
        or_panic(unsafe { ViewMut::from_raw_parts(self.data.ptr_mut(), shape, strides) })
    }
}

fn strides<T, R: Dim, C: Dim, S: RawStorage<T, R, C>>(matrix: &Matrix<T, R, C, S>) -> [isize; 2] {
    <[usize; 2]>::from(matrix.strides()).map(usize::cast_signed)
}

/// Copies an array of rows x columns.
impl<T: Scalar, S: Read<Elem = T>> From<Array<S, Rank<2>>> for DMatrix<T> {
    fn from(array: Array<S, Rank<2>>) -> Self {
        (&array).into()
    }
}

/// Copies an array of rows x columns.
impl<T: Scalar, S: Read<Elem = T>> From<&Array<S, Rank<2>>> for DMatrix<T> {
    fn from(array: &Array<S, Rank<2>>) -> Self {
        let &[rows, columns] = array.shape();
        Self::from_row_iterator(rows, columns, array.view().into_iter().cloned())
    }
}
