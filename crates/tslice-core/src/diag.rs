//! Diagonals as values, made by `diag!`, and the alignment of a band of them.

use core::fmt;

/// One diagonal of a matrix, made by `diag!`. 0 is the main one, positive numbers are above it,
/// negative ones below.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Single {
    /// The diagonal.
    pub k: i64,
}

/// A band of diagonals, both ends included, made by `diag!`.
#[must_use]
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
pub const fn single(k: i64) -> Single {
    Single { k }
}

/// What `diag![lower..=upper]` expands to. Its padding is TensorFlow's default.
#[doc(hidden)]
pub const fn band(lower: i64, upper: i64) -> Band {
    Band {
        lower,
        upper,
        align: Align::RightLeft,
    }
}

impl Band {
    /// The same band with its shorter diagonals padded elsewhere.
    ///
    /// ```
    /// use tslice::{diag, diag::Align};
    ///
    /// assert_eq!(diag![0..=1].align, Align::RightLeft);
    /// assert_eq!(diag![0..=1].align(Align::LeftLeft).align, Align::LeftLeft);
    /// ```
    pub const fn align(self, align: Align) -> Self {
        Self { align, ..self }
    }
}

/// The side on which the shorter diagonals of a band lie in their row. The first word of a name is
/// about the superdiagonals, the second one about the subdiagonals.
///
/// MatrixDiagPartV2 is [`LeftLeft`](Self::LeftLeft); the default of V3 and of `tf.linalg.diag_part`
/// is [`RightLeft`](Self::RightLeft), which is the default here.
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
    /// The alignment with one of TensorFlow's names: `RIGHT_LEFT`, `LEFT_RIGHT`, `LEFT_LEFT` or
    /// `RIGHT_RIGHT`.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [
            Self::RightLeft,
            Self::LeftRight,
            Self::LeftLeft,
            Self::RightRight,
        ];
        all.into_iter().find(|align| align.name() == name)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::RightLeft => "RIGHT_LEFT",
            Self::LeftRight => "LEFT_RIGHT",
            Self::LeftLeft => "LEFT_LEFT",
            Self::RightRight => "RIGHT_RIGHT",
        }
    }
}

/// Prints TensorFlow's name of the alignment.
impl fmt::Display for Align {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
