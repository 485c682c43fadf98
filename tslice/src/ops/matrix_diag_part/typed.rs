//! The typed form of MatrixDiagPart.

use super::{DiagPartError, Diagonals, Part};
use crate::array::{Array, Diagonal, Owned, Read};
use crate::error::or_panic;
use crate::layout::Dims;
use crate::ops::diag::{Align, Band, Single};

/// Diagonals of an array of dims D, made by [`diag!`](crate::diag): one diagonal gives rank R - 1, a band rank R.
#[diagnostic::on_unimplemented(
    message = "diagonals are written `diag![k]` or `diag![lower..=upper]`, `{Self}` is neither",
    label = "not made by `diag!`"
)]
pub trait DiagPart<D: Dims> {
    /// The dims of the result.
    type Output: Dims;

    #[doc(hidden)]
    fn part(self) -> Part;
}

/// What `diag!` makes.
#[diagnostic::on_unimplemented(
    message = "diagonals are written `diag![k]` or `diag![lower..=upper]`, `{Self}` is neither",
    label = "not made by `diag!`"
)]
pub trait Form {
    /// The dims of the result.
    type Output<D: Diagonal>: Dims;

    #[doc(hidden)]
    fn part(self) -> Part;
}

impl<X: Form, D: Diagonal> DiagPart<D> for X {
    type Output = X::Output<D>;

    fn part(self) -> Part {
        Form::part(self)
    }
}

#[diagnostic::do_not_recommend]
impl Form for Single {
    type Output<D: Diagonal> = D::Output;

    fn part(self) -> Part {
        Part { lower: self.k, upper: self.k, align: Align::default(), band: false }
    }
}

#[diagnostic::do_not_recommend]
impl Form for Band {
    type Output<D: Diagonal> = D;

    fn part(self) -> Part {
        Part { lower: self.lower, upper: self.upper, align: self.align, band: true }
    }
}

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: Clone,
{
    /// Copies diagonals of the matrices in the last two axes; [`diag!`](crate::diag) says which.
    ///
    /// For an array of shape (.., M, N), one diagonal, `diag![k]`, gives rank R - 1 and shape (.., L). A band,
    /// `diag![lower..=upper]`, gives rank R and shape (.., upper - lower + 1, L) with the highest diagonal first, even if its
    /// run-time ends are equal. L is the length of the longest diagonal. `padding` fills shorter ones, superdiagonals at the
    /// left and subdiagonals at the right; [`align`](crate::ops::diag::Band::align) of the band changes the sides. The operation
    /// is TensorFlow's MatrixDiagPartV3; its raw form is [`ops::matrix_diag_part`](crate::ops::matrix_diag_part()).
    ///
    /// # Panics
    ///
    /// If [`try_diag_part`](Self::try_diag_part) returns an error, or memory runs out.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{Tensor, View, diag};
    ///
    /// let m = View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
    /// let main: Tensor<i32, 1> = m.diag_part(diag![0], 0);
    /// assert_eq!(main, [1, 5, 9]);
    ///
    /// let band: Tensor<i32, 2> = m.diag_part(diag![-1..=1], 0);
    /// assert_eq!(band, [[0, 2, 6], [1, 5, 9], [4, 8, 0]]);
    /// ```
    #[must_use]
    #[track_caller]
    pub fn diag_part<X: DiagPart<D, Output = E>, E: Dims>(
        &self,
        diagonals: X,
        padding: S::Elem,
    ) -> Array<Owned<S::Elem>, E> {
        or_panic(self.try_diag_part(diagonals, padding))
    }

    /// As [`diag_part`](Self::diag_part), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If a diagonal is neither 0 nor above -M and below N, the lower end of the band is above the upper one, the result does
    /// not fit in memory, or the rank is known at run time only and is below 2.
    pub fn try_diag_part<X: DiagPart<D, Output = E>, E: Dims>(
        &self,
        diagonals: X,
        padding: S::Elem,
    ) -> Result<Array<Owned<S::Elem>, E>, DiagPartError> {
        let input = self.view().into_dyn();
        let part = Diagonals::new(&input, diagonals.part())?.copy(&input, &padding)?;
        let shape = crate::layout::list(part.shape());
        Ok(Array::from_parts(&shape, part.into_vec()))
    }

    /// As [`diag_part`](Self::diag_part), but writes into the caller's buffer, in row-major order.
    ///
    /// # Panics
    ///
    /// If [`try_diag_part_into`](Self::try_diag_part_into) returns an error.
    #[track_caller]
    pub fn diag_part_into<X: DiagPart<D, Output = E>, E: Dims>(
        &self,
        diagonals: X,
        padding: S::Elem,
        target: &mut [S::Elem],
    ) {
        or_panic(self.try_diag_part_into(diagonals, padding, target));
    }

    /// As [`diag_part_into`](Self::diag_part_into), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If [`try_diag_part`](Self::try_diag_part) would return an error, or `target` has another length than the result. On
    /// error `target` is unchanged.
    pub fn try_diag_part_into<X: DiagPart<D, Output = E>, E: Dims>(
        &self,
        diagonals: X,
        padding: S::Elem,
        target: &mut [S::Elem],
    ) -> Result<(), DiagPartError> {
        let input = self.view().into_dyn();
        Diagonals::new(&input, diagonals.part())?.copy_into(&input, &padding, target)
    }
}
