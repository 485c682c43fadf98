//! The operands of MatrixDiagPart besides the matrices, and their errors.

use alloc::boxed::Box;

use tslice_core::__ops::{bound, errors};
use tslice_core::{DynView, ShapeError, traits::Integer};

errors! {
    /// Why diagonals cannot be taken, set or made into matrices.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum DiagError {
        /// The input has fewer than two axes.
        RankTooSmall { rank: usize } =>
            ("a diagonal needs two axes, the tensor has rank {rank}"),
        /// `k` is neither one number nor a list of one or two.
        BadIndexShape { shape: Box<[usize]> } =>
            ("k is one number or a list of one or two, this one has shape {shape:?}"),
        /// A diagonal lies outside the matrix.
        OutOfBounds {
            /// The diagonal as given (a number outside `i64` is shown as the nearest `i64`).
            k: i64,
            rows: usize,
            columns: usize,
        } => ("diagonal {k} is out of bounds for {rows} rows and {columns} columns: k is 0, or \
            above -{rows} and below {columns}"),
        /// The lower end of the band is above the upper.
        NotOrdered { lower: i64, upper: i64 } =>
            ("the band goes from diagonal {lower} to {upper}: lower is above upper"),
        /// The padding, or a number of diagonals, is not a scalar.
        PaddingNotScalar { shape: Box<[usize]> } =>
            ("a scalar is needed, this operand has shape {shape:?}"),
        /// The diagonals have no axis.
        NoDiagonal => ("the diagonals are a scalar (rank 0), they need rank 1 or more"),
        /// The diagonals have another shape than the matrix and `k` ask for.
        DiagonalShape { expected: Box<[usize]>, diagonal: Box<[usize]> } =>
            ("the diagonals have shape {diagonal:?}, the matrix asks for {expected:?}"),
        /// The diagonals are not as many as `k` names.
        DiagonalCount {
            /// Their shape.
            diagonal: Box<[usize]>,
            /// The lowest diagonal.
            lower: i64,
            /// The highest diagonal.
            upper: i64,
        } => ("diagonals {lower} to {upper} are not the last axis but one of shape {diagonal:?}"),
        /// There are too few rows or columns for the diagonals, or more than they need of both.
        Matrix {
            /// The rows asked for, -1 if as few as may be.
            rows: i64,
            /// The columns asked for.
            columns: i64,
            /// The rows and columns that the diagonals need.
            least: [i64; 2],
        } => (
            "{rows} rows and {columns} columns are asked for: the diagonals need {} and {}, and \
                only one of the two may be more (-1 is as few as may be)",
            least[0], least[1],
        ),
        /// The band reaches beyond the matrix.
        Band {
            /// Diagonals below the main one.
            lower: i64,
            /// Diagonals above the main one.
            upper: i64,
            rows: usize,
            columns: usize,
        } => ("a band of {lower} diagonals below and {upper} above the main one: the matrix has \
            {rows} rows and {columns} columns"),
        /// A length of a shape is negative.
        NegativeLength => ("a length of the shape is negative"),
        /// The shape of the result overflows, or the result does not fit in memory.
        Shape(error: ShapeError) => ("{error}"),
    }
}

impl DiagError {
    pub(crate) fn shape_of_band(diagonal: &[usize], lower: i64, upper: i64) -> Self {
        Self::DiagonalCount {
            diagonal: diagonal.into(),
            lower,
            upper,
        }
    }
}

/// The operand `k`: a number, a list of one or two, or an array that is one of these.
pub trait DiagIndex {
    /// The lowest and the highest diagonal.
    ///
    /// # Errors
    ///
    /// If the operand is neither a number nor a list of one or two.
    fn ends(&self) -> Result<[i64; 2], DiagError>;
}

/// One impl for all integers would overlap with those for lists, because another crate names the
/// integers.
macro_rules! integers {
    ($($integer:ty)+) => {$(
        impl DiagIndex for $integer {
            fn ends(&self) -> Result<[i64; 2], DiagError> {
                Ok([bound(*self); 2])
            }
        }
    )+};
}
integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

impl<I: Integer> DiagIndex for &[I] {
    fn ends(&self) -> Result<[i64; 2], DiagError> {
        match **self {
            [k] => Ok([bound(k); 2]),
            [lower, upper] => Ok([bound(lower), bound(upper)]),
            _ => Err(DiagError::BadIndexShape {
                shape: [self.len()].into(),
            }),
        }
    }
}

impl<I: Integer, const N: usize> DiagIndex for [I; N] {
    fn ends(&self) -> Result<[i64; 2], DiagError> {
        self.as_slice().ends()
    }
}

impl<I: Integer> DiagIndex for &DynView<'_, I> {
    fn ends(&self) -> Result<[i64; 2], DiagError> {
        match self.shape() {
            [] | [0..=2] => self.to_vec().as_slice().ends(),
            shape => Err(DiagError::BadIndexShape {
                shape: shape.into(),
            }),
        }
    }
}

/// The operand `padding`: an element, or an array that is one. MatrixDiagPart takes arrays of one
/// element, of any rank; the other operations take scalars.
pub trait Padding<T>: Sized {
    /// The element.
    ///
    /// # Errors
    ///
    /// If the operand is not one element.
    fn element(self) -> Result<T, DiagError>;

    /// Works like [`element`](Self::element), but takes no array with an axis.
    #[doc(hidden)]
    fn scalar(self) -> Result<T, DiagError> {
        self.element()
    }
}

impl<T> Padding<T> for T {
    fn element(self) -> Result<T, DiagError> {
        Ok(self)
    }
}

impl<T: Clone> Padding<T> for &DynView<'_, T> {
    fn element(self) -> Result<T, DiagError> {
        let mut elements = self.iter();
        match (elements.next(), elements.next()) {
            (Some(one), None) => Ok(one.clone()),
            _ => Err(DiagError::PaddingNotScalar {
                shape: self.shape().into(),
            }),
        }
    }

    fn scalar(self) -> Result<T, DiagError> {
        match self.shape() {
            [] => self.element(),
            shape => Err(DiagError::PaddingNotScalar {
                shape: shape.into(),
            }),
        }
    }
}
