//! The operands of MatrixDiagPart besides the matrices, and their errors.

use alloc::boxed::Box;
use core::fmt;

use tslice_core::__ops::bound;
use tslice_core::{DynView, Integer, ShapeError};

/// Why diagonals cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiagPartError {
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
    /// The padding is not one element.
    PaddingNotScalar {
        /// The shape of the padding.
        shape: Box<[usize]>,
    },
    /// The shape of the result overflows, or the result does not fit in memory.
    Shape(ShapeError),
}

impl fmt::Display for DiagPartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RankTooSmall { rank } => {
                write!(f, "a diagonal needs two axes, the tensor has rank {rank}")
            }
            Self::BadIndexShape { shape } => {
                write!(f, "k is one number or a list of one or two, this one has shape {shape:?}")
            }
            Self::OutOfBounds { k, rows, columns } => {
                write!(f, "diagonal {k} is out of bounds for {rows} rows and {columns} columns: ")?;
                write!(f, "k is 0, or above -{rows} and below {columns}")
            }
            Self::NotOrdered { lower, upper } => {
                write!(f, "the band goes from diagonal {lower} to {upper}: lower is above upper")
            }
            Self::PaddingNotScalar { shape } => {
                write!(f, "the padding is one element, this one has shape {shape:?}")
            }
            Self::Shape(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for DiagPartError {}

/// The operand `k`: a number, a list of one or two, or an array that is one of these.
pub trait DiagIndex {
    /// The lowest and the highest diagonal.
    ///
    /// # Errors
    ///
    /// If the operand is neither a number nor a list of one or two.
    fn ends(&self) -> Result<[i64; 2], DiagPartError>;
}

/// One impl for all integers would overlap with those for lists, because another crate names the integers.
macro_rules! integers {
    ($($integer:ty)+) => {$(
        impl DiagIndex for $integer {
            fn ends(&self) -> Result<[i64; 2], DiagPartError> {
                Ok([bound(*self); 2])
            }
        }
    )+};
}
integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

impl<I: Integer> DiagIndex for &[I] {
    fn ends(&self) -> Result<[i64; 2], DiagPartError> {
        match **self {
            [k] => Ok([bound(k); 2]),
            [lower, upper] => Ok([bound(lower), bound(upper)]),
            _ => Err(DiagPartError::BadIndexShape { shape: [self.len()].into() }),
        }
    }
}

impl<I: Integer, const N: usize> DiagIndex for [I; N] {
    fn ends(&self) -> Result<[i64; 2], DiagPartError> {
        self.as_slice().ends()
    }
}

impl<I: Integer> DiagIndex for &DynView<'_, I> {
    fn ends(&self) -> Result<[i64; 2], DiagPartError> {
        match self.shape() {
            [] | [0..=2] => self.to_vec().as_slice().ends(),
            shape => Err(DiagPartError::BadIndexShape { shape: shape.into() }),
        }
    }
}

/// The operand `padding`: an element, or an array of one.
pub trait Padding<T> {
    /// The element.
    ///
    /// # Errors
    ///
    /// If the operand is not one element.
    fn element(self) -> Result<T, DiagPartError>;
}

impl<T> Padding<T> for T {
    fn element(self) -> Result<T, DiagPartError> {
        Ok(self)
    }
}

impl<T: Clone> Padding<T> for &DynView<'_, T> {
    fn element(self) -> Result<T, DiagPartError> {
        let mut elements = self.iter();
        match (elements.next(), elements.next()) {
            (Some(one), None) => Ok(one.clone()),
            _ => Err(DiagPartError::PaddingNotScalar { shape: self.shape().into() }),
        }
    }
}
