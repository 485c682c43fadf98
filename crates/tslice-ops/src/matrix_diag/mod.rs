//! The inverses of MatrixDiagPart: matrices made of diagonals, and diagonals replaced; bands and
//! triangles.

mod band;
mod gradients;
mod set;

use crate::matrix_diag_part::{DiagError, DiagIndex, Diagonals, Padding, Part};
use tslice_core::__ops::{bound, layout, tensor};
use tslice_core::diag::Align;
use tslice_core::{DynTensor, DynView, traits::Integer};

pub use band::{matrix_band_part, trilu};
pub use gradients::{
    matrix_band_part_grad, matrix_diag_grad, matrix_diag_part_grad, matrix_set_diag_grad,
};
pub(crate) use set::set_part;
pub use set::{matrix_set_diag, matrix_set_diag_assign};

/// A length of a matrix that is as small as the diagonals allow.
const LEAST: i64 = -1;

/// Makes matrices of diagonals, as `tf.raw_ops.MatrixDiagV2` and `V3` (TensorFlow 2.21) do: the
/// inverse of [`matrix_diag_part`](crate::matrix_diag_part()).
///
/// `k` is one diagonal or the two ends of a band, as there. Diagonals of shape (.., L), or a band
/// of shape (.., upper - lower + 1, L) with the highest diagonal first, give matrices of shape (..,
/// rows, columns), with `padding` outside the band. `num_rows` and `num_cols` are -1 or a length:
/// -1 is as small as may be, and if both are, the matrices are square. V2 is [`Align::LeftLeft`].
///
/// Diagonals that lie outside the matrix are dropped, as the reference does.
///
/// # Errors
///
/// If `k` is neither a number nor a list of one or two; if the lower end is above the upper one; if
/// the padding is not a scalar; if the diagonals have no axis, or not as many diagonals as `k`; if
/// there are too few rows or columns, or both are more than the diagonals need; if the result does
/// not fit in memory.
///
/// # Examples
///
/// ```
/// use tslice::{View, diag::Align};
/// use tslice_ops as ops;
///
/// let diagonal = View::<_, 1>::from(&[1, 2]).into_dyn();
/// assert_eq!(ops::matrix_diag(&diagonal, 0, -1, -1, 0, Align::default())?, [[1, 0], [0, 2]]);
/// assert_eq!(ops::matrix_diag(&diagonal, 1, -1, -1, 9, Align::default())?, [[9, 1, 9], [9, 9, 2], [9, 9, 9]]);
/// # Ok::<(), ops::DiagError>(())
/// ```
pub fn matrix_diag<T: Clone /* arrays: &t.view().into_dyn() */>(
    diagonal: &DynView<'_, T>,
    k: impl DiagIndex,
    num_rows: impl Integer,
    num_cols: impl Integer,
    padding: impl Padding<T>,
    align: Align,
) -> Result<DynTensor<T>, DiagError> {
    let [lower, upper] = k.ends()?;
    let part = Part {
        lower,
        upper,
        align,
        band: lower != upper,
    };
    made_of(
        diagonal,
        part,
        [bound(num_rows), bound(num_cols)],
        padding.scalar()?,
    )
}

/// The matrices of diagonals, with rows and columns as given, or -1.
pub(crate) fn made_of<T: Clone>(
    diagonal: &DynView<'_, T>,
    part: Part,
    given: [i64; 2],
    padding: T,
) -> Result<DynTensor<T>, DiagError> {
    let Part { lower, upper, .. } = part;
    if lower > upper {
        return Err(DiagError::NotOrdered { lower, upper });
    }
    let [batch @ .., len] = diagonal.shape() else {
        return Err(DiagError::NoDiagonal);
    };
    let mut batch = batch;
    let count = i128::from(upper) - i128::from(lower) + 1;
    if part.band {
        match batch.split_last() {
            Some((&found, outer)) if found as i128 == count => batch = outer,
            _ => return Err(DiagError::shape_of_band(diagonal.shape(), lower, upper)),
        }
    }
    let [rows, columns] = matrix_of(*len, [lower, upper], given)?;
    let shape = [batch, &[rows, columns]].concat();
    let mut target = layout::filled(&shape, padding).map_err(DiagError::Shape)?;
    let written = Diagonals::of(rows, columns, part).write(&mut target, diagonal, *len);
    written.map_err(DiagError::Shape)?;
    Ok(tensor(&shape, target))
}

/// The rows and columns of matrices whose longest diagonal has `len` elements.
fn matrix_of(
    len: usize,
    [lower, upper]: [i64; 2],
    given: [i64; 2],
) -> Result<[usize; 2], DiagError> {
    let least = [
        len as i128 - i128::from(upper.min(0)),
        len as i128 + i128::from(lower.max(0)),
    ];
    let wrong = DiagError::Matrix {
        rows: given[0],
        columns: given[1],
        least: least.map(clamped),
    };
    if given
        .into_iter()
        .zip(least)
        .any(|(given, least)| given != LEAST && i128::from(given) < least)
    {
        return Err(wrong);
    }
    let [rows, columns] = match given {
        [LEAST, LEAST] => [least[0].max(least[1]); 2],
        [LEAST, columns] => [least[0], columns.into()],
        [rows, LEAST] => [rows.into(), least[1]],
        [rows, columns] => [rows.into(), columns.into()],
    };
    if rows != least[0] && columns != least[1] {
        return Err(wrong);
    }
    let length = |len: i128| usize::try_from(len).unwrap_or(usize::MAX);
    Ok([length(rows), length(columns)])
}

fn clamped(number: i128) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
