//! MatrixDiagPart and its inverses as methods of arrays.

use crate::matrix_diag::{made_of, set_part};
use crate::matrix_diag_part::{DiagError, Diagonals, Part};
use crate::operand::Operand;
use tslice_core::__ops::{or_panic, tensor};
use tslice_core::diag::{Align, Band, Single};
use tslice_core::{
    Array, Dims, Owned,
    traits::{InsertAxis, Ranked, RemoveAxis},
};

/// Diagonals of an array of dims D, made by `diag!`: one diagonal gives rank R - 1, a band rank R.
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
    type Output<D: Ranked + RemoveAxis<2>>: Dims;

    /// The dims of matrices made of these diagonals.
    type Matrix<D: Ranked + InsertAxis>: Dims;

    #[doc(hidden)]
    fn part(self) -> Part;
}

impl<X: Form, D: Ranked + RemoveAxis<2>> DiagPart<D> for X {
    type Output = X::Output<D>;

    fn part(self) -> Part {
        Form::part(self)
    }
}

#[diagnostic::do_not_recommend]
impl Form for Single {
    type Output<D: Ranked + RemoveAxis<2>> = D::Output;
    type Matrix<D: Ranked + InsertAxis> = D::Output;

    fn part(self) -> Part {
        Part {
            lower: self.k,
            upper: self.k,
            align: Align::default(),
            band: false,
        }
    }
}

#[diagnostic::do_not_recommend]
impl Form for Band {
    type Output<D: Ranked + RemoveAxis<2>> = D;
    type Matrix<D: Ranked + InsertAxis> = D;

    fn part(self) -> Part {
        Part {
            lower: self.lower,
            upper: self.upper,
            align: self.align,
            band: true,
        }
    }
}

/// A tensor, or why there is none.
type Fallible<T, D> = Result<Array<Owned<T>, D>, DiagError>;

/// TensorFlow's MatrixDiagPart for every array whose elements can be cloned. The rank of the result
/// is a type.
pub trait DiagPartExt: Operand<Elem: Clone> {
    /// Copies diagonals of the matrices in the last two axes; `diag!` says which.
    ///
    /// For an array of shape (.., M, N), one diagonal, `diag![k]`, gives rank R - 1 and shape (..,
    /// L). A band, `diag![lower..=upper]`, gives rank R and shape (.., upper - lower + 1, L) with
    /// the highest diagonal first, even if its run-time ends are equal. L is the length of the
    /// longest diagonal. `padding` fills shorter ones, superdiagonals at the left and subdiagonals
    /// at the right; [`align`](tslice_core::diag::Band::align) of the band changes the sides. The
    /// operation is TensorFlow's MatrixDiagPartV3; its raw form is
    /// [`ops::matrix_diag_part`](crate::matrix_diag_part()).
    ///
    /// # Panics
    ///
    /// If [`try_diag_part`](Self::try_diag_part) returns an error, or memory runs out.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{Tensor, View, diag};
    /// use tslice_ops::prelude::*;
    ///
    /// let m = View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
    /// let main: Tensor<i32, 1> = m.diag_part(diag![0], 0);
    /// assert_eq!(main, [1, 5, 9]);
    ///
    /// let band: Tensor<i32, 2> = m.diag_part(diag![-1..=1], 0);
    /// assert_eq!(band, [[0, 2, 6], [1, 5, 9], [4, 8, 0]]);
    /// ```
    #[track_caller]
    fn diag_part<X: DiagPart<Self::Dims, Output = E>, E: Dims>(
        &self,
        diagonals: X,
        padding: Self::Elem,
    ) -> Array<Owned<Self::Elem>, E> {
        or_panic(self.try_diag_part(diagonals, padding))
    }

    /// Works like [`diag_part`](Self::diag_part), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If a diagonal is neither 0 nor above -M and below N, the lower end of the band is above the
    /// upper one, the result does not fit in memory, or the rank is known at run time only and is
    /// below 2.
    fn try_diag_part<X: DiagPart<Self::Dims, Output = E>, E: Dims>(
        &self,
        diagonals: X,
        padding: Self::Elem,
    ) -> Result<Array<Owned<Self::Elem>, E>, DiagError> {
        let input = self.whole();
        let part = Diagonals::new(input.shape(), diagonals.part())?.copy(&input, &padding)?;
        let shape = part.shape().to_vec();
        Ok(tensor(&shape, part.into_vec()))
    }

    /// Works like [`diag_part`](Self::diag_part), but writes into the caller's buffer, in row-major
    /// order.
    ///
    /// # Panics
    ///
    /// If [`try_diag_part_into`](Self::try_diag_part_into) returns an error.
    #[track_caller]
    fn diag_part_into<X: DiagPart<Self::Dims, Output = E>, E: Dims>(
        &self,
        diagonals: X,
        padding: Self::Elem,
        target: &mut [Self::Elem],
    ) {
        or_panic(self.try_diag_part_into(diagonals, padding, target));
    }

    /// Works like [`diag_part_into`](Self::diag_part_into), but returns an error instead of
    /// panicking.
    ///
    /// # Errors
    ///
    /// If [`try_diag_part`](Self::try_diag_part) would return an error, or `target` has another
    /// length than the result. On error `target` is unchanged.
    fn try_diag_part_into<X: DiagPart<Self::Dims, Output = E>, E: Dims>(
        &self,
        diagonals: X,
        padding: Self::Elem,
        target: &mut [Self::Elem],
    ) -> Result<(), DiagError> {
        let input = self.whole();
        Diagonals::new(input.shape(), diagonals.part())?.copy_into(&input, &padding, target)
    }

    /// Copies the array with diagonals of its matrices replaced: the inverse of
    /// [`diag_part`](Self::diag_part), whose result has the shape that `diagonal` must have; its
    /// rank is checked at compile time.
    ///
    /// The operation is TensorFlow's MatrixSetDiagV3; its raw form is
    /// [`ops::matrix_set_diag`](crate::matrix_set_diag()). One diagonal is replaced in place by
    /// [`diagonal_mut`](tslice_core::Array::diagonal_mut).
    ///
    /// # Panics
    ///
    /// If [`try_set_diag`](Self::try_set_diag) returns an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{Tensor, View, diag, tensor};
    /// use tslice_ops::prelude::*;
    ///
    /// let m = Tensor::<i32, 2>::zeros([2, 2]);
    /// assert_eq!(m.set_diag(diag![1], &View::from(&[7])), [[0, 7], [0, 0]]);
    /// assert_eq!(m.set_diag(diag![0..=1], &tensor![[0, 3], [1, 2]]), [[1, 3], [0, 2]]);
    /// ```
    #[track_caller]
    fn set_diag<X, U>(&self, diagonals: X, diagonal: &U) -> Array<Owned<Self::Elem>, Self::Dims>
    where
        X: DiagPart<Self::Dims, Output = U::Dims>,
        U: Operand<Elem = Self::Elem>,
    {
        or_panic(self.try_set_diag(diagonals, diagonal))
    }

    /// Works like [`set_diag`](Self::set_diag), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If a diagonal lies outside the matrix, the lower end of the band is above the upper one,
    /// `diagonal` has another shape than [`diag_part`](Self::diag_part) gives, or the result does
    /// not fit in memory.
    fn try_set_diag<X, U>(
        &self,
        diagonals: X,
        diagonal: &U,
    ) -> Result<Array<Owned<Self::Elem>, Self::Dims>, DiagError>
    where
        X: DiagPart<Self::Dims, Output = U::Dims>,
        U: Operand<Elem = Self::Elem>,
    {
        let input = self.whole();
        let set = set_part(&input, &diagonal.whole(), diagonals.part())?;
        Ok(tensor(input.shape(), set.into_vec()))
    }

    /// Makes square matrices of these diagonals, as small as may be, with `padding` outside of
    /// them: one diagonal, `diag![k]`, gives rank R + 1, a band, `diag![lower..=upper]`, rank R.
    ///
    /// The operation is TensorFlow's MatrixDiagV3; its raw form,
    /// [`ops::matrix_diag`](crate::matrix_diag()), takes rows and columns. For matrices of another
    /// shape, fill one and [`set_diag`](Self::set_diag).
    ///
    /// # Panics
    ///
    /// If [`try_matrix_diag`](Self::try_matrix_diag) returns an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{View, diag, tensor};
    /// use tslice_ops::prelude::*;
    ///
    /// assert_eq!(View::from(&[1, 2]).matrix_diag(diag![0], 0), [[1, 0], [0, 2]]);
    /// assert_eq!(tensor![[0, 3], [1, 2]].matrix_diag(diag![0..=1], 9), [[1, 3], [9, 2]]);
    /// ```
    #[track_caller]
    fn matrix_diag<X: Form>(
        &self,
        diagonals: X,
        padding: Self::Elem,
    ) -> Array<Owned<Self::Elem>, X::Matrix<Self::Dims>>
    where
        Self::Dims: Ranked + InsertAxis,
    {
        or_panic(self.try_matrix_diag(diagonals, padding))
    }

    /// Works like [`matrix_diag`](Self::matrix_diag), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the band has another number of diagonals than `diag!` names, or its lower end is above
    /// the upper one, or the result does not fit in memory; if the rank is known at run time only,
    /// also if the diagonals have no axis.
    fn try_matrix_diag<X: Form>(
        &self,
        diagonals: X,
        padding: Self::Elem,
    ) -> Fallible<Self::Elem, X::Matrix<Self::Dims>>
    where
        Self::Dims: Ranked + InsertAxis,
    {
        let made = made_of(&self.whole(), Form::part(diagonals), [-1, -1], padding)?;
        let shape = made.shape().to_vec();
        Ok(tensor(&shape, made.into_vec()))
    }
}

impl<A: Operand<Elem: Clone>> DiagPartExt for A {}
