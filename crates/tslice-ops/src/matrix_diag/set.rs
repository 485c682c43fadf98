//! Diagonals replaced.

use crate::matrix_diag_part::{DiagError, DiagIndex, Diagonals, Part};
use crate::operand::{changed, copied};
use tslice_core::diag::Align;
use tslice_core::{DynTensor, DynView, DynViewMut};

/// Copies matrices with some of their diagonals replaced, as `tf.raw_ops.MatrixSetDiagV2` and `V3`
/// (TensorFlow 2.21) do.
///
/// `k` says which, as for [`matrix_diag_part`](crate::matrix_diag_part()), whose result has the
/// shape that `diagonal` must have. V2 is [`Align::LeftLeft`].
///
/// # Errors
///
/// If the input has fewer than two axes, or the diagonals none; if `k` is neither a number nor a
/// list of one or two, lies outside the matrix, or has its lower end above the upper one; if the
/// diagonals have another shape; if the result does not fit in memory.
///
/// # Examples
///
/// ```
/// use tslice::{Tensor, View, diag::Align};
/// use tslice_ops as ops;
///
/// let m = Tensor::<i32, 2>::zeros([2, 3]).into_dyn();
/// let diagonal = View::<_, 1>::from(&[1, 2]).into_dyn();
/// assert_eq!(ops::matrix_set_diag(&m.view(), &diagonal, 1, Align::default())?, [[0, 1, 0], [0, 0, 2]]);
/// # Ok::<(), ops::DiagError>(())
/// ```
pub fn matrix_set_diag<T: Clone /* arrays: &t.view().into_dyn() */>(
    input: &DynView<'_, T>,
    diagonal: &DynView<'_, T>,
    k: impl DiagIndex,
    align: Align,
) -> Result<DynTensor<T>, DiagError> {
    set_part(input, diagonal, part_of(&k, align)?)
}

/// The copy of an input with a part of its diagonals replaced.
pub(crate) fn set_part<T: Clone>(
    input: &DynView<'_, T>,
    diagonal: &DynView<'_, T>,
    part: Part,
) -> Result<DynTensor<T>, DiagError> {
    let diagonals = checked(input.shape(), diagonal.shape(), part)?;
    let mut written = Ok(());
    let copy = copied(input, |target| {
        written = diagonals.write(target, diagonal, diagonals.width())
    });
    written.and(copy).map_err(DiagError::Shape)
}

/// Replaces diagonals in place: [`matrix_set_diag`] without the copy.
///
/// # Errors
///
/// If [`matrix_set_diag`] would return an error. On error the target is unchanged.
pub fn matrix_set_diag_assign<T: Clone /* arrays: &t.view().into_dyn() */>(
    target: &mut DynViewMut<'_, T>,
    diagonal: &DynView<'_, T>,
    k: impl DiagIndex,
    align: Align,
) -> Result<(), DiagError> {
    let diagonals = checked(target.shape(), diagonal.shape(), part_of(&k, align)?)?;
    let mut written = Ok(());
    let assigned = changed(target, |target| {
        written = diagonals.write(target, diagonal, diagonals.width())
    });
    written.and(assigned).map_err(DiagError::Shape)
}

fn part_of(k: &impl DiagIndex, align: Align) -> Result<Part, DiagError> {
    let [lower, upper] = k.ends()?;
    Ok(Part {
        lower,
        upper,
        align,
        band: lower != upper,
    })
}

/// The diagonals that `k` names, if those that are given have their shape.
fn checked(input: &[usize], diagonal: &[usize], part: Part) -> Result<Diagonals, DiagError> {
    if input.len() < 2 {
        return Err(DiagError::RankTooSmall { rank: input.len() });
    }
    if diagonal.is_empty() {
        return Err(DiagError::NoDiagonal);
    }
    let diagonals = Diagonals::new(input, part)?;
    let expected = diagonals.shape(input);
    if expected != diagonal {
        return Err(DiagError::DiagonalShape {
            expected: expected.into(),
            diagonal: diagonal.into(),
        });
    }
    Ok(diagonals)
}
