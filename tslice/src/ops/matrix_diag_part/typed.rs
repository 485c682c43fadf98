//! The typed form of MatrixDiagPart.

use super::{DiagPartError, band, band_into, matrix_diag_part, matrix_diag_part_into};
use crate::ops::diag::{Align, Band, Single};
use crate::rank::Rank;
use crate::view::{Diagonal, Tensor, View, ViewMut};

/// What [`diag!`](crate::diag) makes, taken from a tensor of rank R as one of rank O: R - 1 for one diagonal, R for a
/// band.
#[diagnostic::on_unimplemented(
    message = "diagonals are written `diag![k]` or `diag![lower..=upper]`, `{Self}` is neither",
    label = "not made by `diag!`"
)]
pub trait DiagPart<const R: usize, const O: usize> {
    /// Copies the diagonals.
    ///
    /// # Errors
    ///
    /// When a diagonal lies outside the matrices, or the band is empty.
    fn part<T: Clone>(self, input: View<'_, T, R>, padding: &T) -> Result<Tensor<T, O>, DiagPartError>;

    /// As [`part`](Self::part), into the caller's buffer.
    ///
    /// # Errors
    ///
    /// As [`part`](Self::part), or when the buffer has not the length of the result.
    fn part_into<T: Clone>(
        self,
        input: View<'_, T, R>,
        padding: &T,
        target: &mut [T],
    ) -> Result<(), DiagPartError>;
}

impl<const R: usize, const O: usize> DiagPart<R, O> for Single
where
    Rank<R>: Diagonal<Output = Rank<O>>,
{
    fn part<T: Clone>(self, input: View<'_, T, R>, padding: &T) -> Result<Tensor<T, O>, DiagPartError> {
        let part = matrix_diag_part(&input.into_dyn(), self.k, padding.clone(), Align::default())?;
        part.into_rank().map_err(|error| DiagPartError::Shape(error.into()))
    }

    fn part_into<T: Clone>(
        self,
        input: View<'_, T, R>,
        padding: &T,
        target: &mut [T],
    ) -> Result<(), DiagPartError> {
        matrix_diag_part_into(&input.into_dyn(), self.k, padding.clone(), Align::default(), target)
    }
}

impl<const R: usize, const O: usize> DiagPart<R, R> for Band
where
    Rank<R>: Diagonal<Output = Rank<O>>,
{
    fn part<T: Clone>(self, input: View<'_, T, R>, padding: &T) -> Result<Tensor<T, R>, DiagPartError> {
        let part = band(&input.into_dyn(), [self.lower, self.upper], padding, self.align)?;
        part.into_rank().map_err(|error| DiagPartError::Shape(error.into()))
    }

    fn part_into<T: Clone>(
        self,
        input: View<'_, T, R>,
        padding: &T,
        target: &mut [T],
    ) -> Result<(), DiagPartError> {
        band_into(&input.into_dyn(), [self.lower, self.upper], padding, self.align, target)
    }
}

macro_rules! diag_part {
    ($($type:ty),+) => {$(
        impl<T: Clone, const R: usize> $type {
            /// Copies diagonals of the matrices in the last two axes, those that [`diag!`](crate::diag) names.
            ///
            /// One diagonal, `diag![k]`, of a tensor of shape (.., M, N) gives rank R - 1 and shape (.., L); a band,
            /// `diag![lower..=upper]`, gives rank R and shape (.., upper - lower + 1, L), highest diagonal first, also
            /// where its ends are run-time values that turn out equal. L is the length of the longest diagonal;
            /// shorter ones are filled up with `padding`, superdiagonals at the left and subdiagonals at the right
            /// unless the band says otherwise by [`align`](crate::ops::diag::Band::align). That is TensorFlow's
            /// MatrixDiagPartV3; the raw operation is [`ops::matrix_diag_part`](crate::ops::matrix_diag_part).
            ///
            /// # Panics
            ///
            /// Where [`try_diag_part`](Self::try_diag_part) returns an error.
            ///
            /// # Examples
            ///
            /// ```
            /// use tslice::{Tensor, View, diag};
            ///
            /// let m = View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
            /// let main: Tensor<i32, 1> = m.diag_part(diag![0], 0);
            /// assert_eq!(main.to_vec(), [1, 5, 9]);
            ///
            /// let band: Tensor<i32, 2> = m.diag_part(diag![-1..=1], 0);
            /// assert_eq!(band.to_vec(), [0, 2, 6, 1, 5, 9, 4, 8, 0]);
            /// ```
            #[must_use]
            #[track_caller]
            pub fn diag_part<D: DiagPart<R, O>, const O: usize>(&self, diagonals: D, padding: T) -> Tensor<T, O> {
                match self.try_diag_part(diagonals, padding) {
                    Ok(part) => part,
                    Err(error) => crate::error::fail(&error),
                }
            }

            /// As [`diag_part`](Self::diag_part).
            ///
            /// # Errors
            ///
            /// When a diagonal is neither 0 nor above -M and below N, the lower end of the band is above the upper one,
            /// or the result does not fit in memory.
            pub fn try_diag_part<D: DiagPart<R, O>, const O: usize>(
                &self,
                diagonals: D,
                padding: T,
            ) -> Result<Tensor<T, O>, DiagPartError> {
                diagonals.part(self.view(), &padding)
            }

            /// As [`try_diag_part`](Self::try_diag_part), into the caller's buffer, row-major.
            ///
            /// # Errors
            ///
            /// As [`try_diag_part`](Self::try_diag_part), or when `target` has not the length of the result. The buffer
            /// keeps what it has then.
            pub fn diag_part_into<D: DiagPart<R, O>, const O: usize>(
                &self,
                diagonals: D,
                padding: T,
                target: &mut [T],
            ) -> Result<(), DiagPartError> {
                diagonals.part_into(self.view(), &padding, target)
            }
        }
    )+};
}

diag_part! { View<'_, T, R>, ViewMut<'_, T, R>, Tensor<T, R> }
