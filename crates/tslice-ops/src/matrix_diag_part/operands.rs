//! The operands of MatrixDiagPart besides the matrices, and their errors.

use alloc::boxed::Box;
use core::fmt;

use tslice_core::__ops::bound;
use tslice_core::{DynView, ShapeError, traits::Integer};

/// Why diagonals cannot be taken, set or made into matrices.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiagError {
    /// The input has fewer than two axes.
    RankTooSmall {
        /// The rank.
        rank: usize,
    },
    /// `k` is neither one number nor a list of one or two.
    BadIndexShape {
        /// The shape of `k`.
        shape: Box<[usize]>,
    },
    /// A diagonal lies outside the matrix.
    OutOfBounds {
        /// The diagonal as given (a number outside `i64` is shown as the nearest `i64`).
        k: i64,
        /// The rows of the matrix.
        rows: usize,
        /// The columns of the matrix.
        columns: usize,
    },
    /// The lower end of the band is above the upper.
    NotOrdered {
        /// The lowest diagonal.
        lower: i64,
        /// The highest diagonal.
        upper: i64,
    },
    /// The padding, or a number of diagonals, is not a scalar.
    PaddingNotScalar {
        /// The shape of the operand.
        shape: Box<[usize]>,
    },
    /// The diagonals have no axis.
    NoDiagonal,
    /// The diagonals have another shape than the matrix and `k` ask for.
    DiagonalShape {
        /// The shape that they must have.
        expected: Box<[usize]>,
        /// The shape that they have.
        diagonal: Box<[usize]>,
    },
    /// The diagonals are not as many as `k` names.
    DiagonalCount {
        /// Their shape.
        diagonal: Box<[usize]>,
        /// The lowest diagonal.
        lower: i64,
        /// The highest diagonal.
        upper: i64,
    },
    /// There are too few rows or columns for the diagonals, or more than they need of both.
    Matrix {
        /// The rows asked for, -1 if as few as may be.
        rows: i64,
        /// The columns asked for.
        columns: i64,
        /// The rows and columns that the diagonals need.
        least: [i64; 2],
    },
    /// The band reaches beyond the matrix.
    Band {
        /// Diagonals below the main one.
        lower: i64,
        /// Diagonals above the main one.
        upper: i64,
        /// The rows of the matrix.
        rows: usize,
        /// The columns of the matrix.
        columns: usize,
    },
    /// A length of a shape is negative.
    NegativeLength,
    /// The shape of the result overflows, or the result does not fit in memory.
    Shape(ShapeError),
}

impl fmt::Display for DiagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RankTooSmall { rank } => {
                write!(f, "a diagonal needs two axes, the tensor has rank {rank}")
            }
            Self::BadIndexShape { shape } => {
                write!(
                    f,
                    "k is one number or a list of one or two, this one has shape {shape:?}"
                )
            }
            Self::OutOfBounds { k, rows, columns } => {
                write!(
                    f,
                    "diagonal {k} is out of bounds for {rows} rows and {columns} columns: "
                )?;
                write!(f, "k is 0, or above -{rows} and below {columns}")
            }
            Self::NotOrdered { lower, upper } => {
                write!(
                    f,
                    "the band goes from diagonal {lower} to {upper}: lower is above upper"
                )
            }
            Self::PaddingNotScalar { shape } => {
                write!(f, "a scalar is needed, this operand has shape {shape:?}")
            }
            Self::NoDiagonal => {
                f.write_str("the diagonals are a scalar (rank 0), they need rank 1 or more")
            }
            Self::DiagonalShape { expected, diagonal } => {
                write!(
                    f,
                    "the diagonals have shape {diagonal:?}, the matrix asks for {expected:?}"
                )
            }
            Self::DiagonalCount {
                diagonal,
                lower,
                upper,
            } => {
                write!(
                    f,
                    "diagonals {lower} to {upper} are not the last axis but one of shape \
                     {diagonal:?}"
                )
            }
            Self::Matrix {
                rows,
                columns,
                least: [least_rows, least_columns],
            } => {
                write!(
                    f,
                    "{rows} rows and {columns} columns are asked for: the diagonals need \
                     {least_rows} and "
                )?;
                write!(
                    f,
                    "{least_columns}, and only one of the two may be more (-1 is as few as may be)"
                )
            }
            Self::Band {
                lower,
                upper,
                rows,
                columns,
            } => {
                write!(
                    f,
                    "a band of {lower} diagonals below and {upper} above the main one: "
                )?;
                write!(f, "the matrix has {rows} rows and {columns} columns")
            }
            Self::NegativeLength => f.write_str("a length of the shape is negative"),
            Self::Shape(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for DiagError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Shape(error) => Some(error),
            _ => None,
        }
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
