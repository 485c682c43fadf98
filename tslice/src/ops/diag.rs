//! Diagonals as values, made by [`diag!`](crate::diag), and the alignment of a band of them.

use core::fmt;
use core::str::FromStr;

/// One diagonal of a matrix, made by [`diag!`](crate::diag). 0 is the main one, positive numbers are above it, negative ones
/// below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Single {
    /// The diagonal.
    pub k: i64,
}

/// A band of diagonals, both ends included, made by [`diag!`](crate::diag).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Band {
    /// The lowest diagonal.
    pub lower: i64,
    /// The highest diagonal.
    pub upper: i64,
    /// Where shorter diagonals are padded.
    pub align: Align,
}

/// What `diag![k]` expands to.
#[doc(hidden)]
#[must_use]
pub const fn single(k: i64) -> Single {
    Single { k }
}

/// What `diag![lower..=upper]` expands to. Its padding is TensorFlow's default.
#[doc(hidden)]
#[must_use]
pub const fn band(lower: i64, upper: i64) -> Band {
    Band { lower, upper, align: Align::RightLeft }
}

impl Band {
    /// The same band with its shorter diagonals padded elsewhere.
    ///
    /// ```
    /// use tslice::{View, diag, ops::diag::Align};
    ///
    /// let m = View::<_, 2>::from(&[[1, 2], [3, 4]]);
    /// assert_eq!(m.diag_part(diag![0..=1], 0), [[0, 2], [1, 4]]);
    /// assert_eq!(m.diag_part(diag![0..=1].align(Align::LeftLeft), 0), [[2, 0], [1, 4]]);
    /// ```
    #[must_use]
    pub const fn align(self, align: Align) -> Self {
        Self { align, ..self }
    }
}

/// The side on which the shorter diagonals of a band lie in their row. The first word of a name is about the superdiagonals,
/// the second one about the subdiagonals.
///
/// MatrixDiagPartV2 is [`LeftLeft`](Self::LeftLeft); the default of V3 and of `tf.linalg.diag_part` is
/// [`RightLeft`](Self::RightLeft), which is the default here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Align {
    /// Superdiagonals end at the right, subdiagonals begin at the left. This is LAPACK's packing.
    #[default]
    RightLeft,
    /// Superdiagonals begin at the left, subdiagonals end at the right. This is cuSPARSE's packing.
    LeftRight,
    /// All begin at the left.
    LeftLeft,
    /// All end at the right.
    RightRight,
}

impl Align {
    /// Whether diagonal `k` begins at the left.
    pub(super) const fn is_left(self, k: i64) -> bool {
        match self {
            Self::RightLeft => k <= 0,
            Self::LeftRight => k >= 0,
            Self::LeftLeft => true,
            Self::RightRight => false,
        }
    }
}

/// Prints TensorFlow's name of the alignment.
impl fmt::Display for Align {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RightLeft => "RIGHT_LEFT",
            Self::LeftRight => "LEFT_RIGHT",
            Self::LeftLeft => "LEFT_LEFT",
            Self::RightRight => "RIGHT_RIGHT",
        })
    }
}

/// A text that names no alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownAlignError;

impl fmt::Display for UnknownAlignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an alignment is RIGHT_LEFT, LEFT_RIGHT, LEFT_LEFT or RIGHT_RIGHT")
    }
}

impl core::error::Error for UnknownAlignError {}

impl FromStr for Align {
    type Err = UnknownAlignError;

    fn from_str(text: &str) -> Result<Self, UnknownAlignError> {
        match text {
            "RIGHT_LEFT" => Ok(Self::RightLeft),
            "LEFT_RIGHT" => Ok(Self::LeftRight),
            "LEFT_LEFT" => Ok(Self::LeftLeft),
            "RIGHT_RIGHT" => Ok(Self::RightRight),
            _ => Err(UnknownAlignError),
        }
    }
}
