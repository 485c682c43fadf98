//! Bands and triangles of matrices.

use alloc::vec::Vec;

use crate::matrix_diag_part::{DiagError, Padding};
use tslice_core::__ops::{bound, layout, tensor};
use tslice_core::{DynTensor, DynView, traits::Integer};

/// Copies matrices with zeros outside of a band, as `tf.linalg.band_part` (TensorFlow 2.21) does.
///
/// Element (i, j) stays if `i - j <= num_lower` or `num_lower` is negative, and if
/// `j - i <= num_upper` or `num_upper` is negative; others become `T::default()`, which is zero for
/// numbers. The two are numbers, or arrays of rank 0. An oddity of the reference is kept: unless
/// both are negative, a negative number is cut to 32 bits before it is used, so that -2^32 and
/// -2^63 are 0.
///
/// # Errors
///
/// If the input has fewer than two axes, `num_lower` or `num_upper` is not a scalar, `num_lower` is
/// above the number of rows or `num_upper` above that of columns, or the result does not fit in
/// memory.
///
/// # Examples
///
/// ```
/// use tslice::View;
/// use tslice_ops as ops;
///
/// let m = View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6], [7, 8, 9]]).into_dyn();
/// assert_eq!(ops::matrix_band_part(&m, 0, 1)?, [[1, 2, 0], [0, 5, 6], [0, 0, 9]]);
/// assert_eq!(ops::matrix_band_part(&m, -1, 0)?, [[1, 0, 0], [4, 5, 0], [7, 8, 9]]);
/// # Ok::<(), ops::DiagError>(())
/// ```
pub fn matrix_band_part<T: Clone + Default, I: Integer /* arrays: &t.view().into_dyn() */>(
    input: &DynView<'_, T>,
    num_lower: impl Padding<I>,
    num_upper: impl Padding<I>,
) -> Result<DynTensor<T>, DiagError> {
    let [.., rows, columns] = *input.shape() else {
        return Err(DiagError::RankTooSmall { rank: input.rank() });
    };
    let (lower, upper) = (bound(num_lower.scalar()?), bound(num_upper.scalar()?));
    if lower > layout::signed(rows) || upper > layout::signed(columns) {
        return Err(DiagError::Band {
            lower,
            upper,
            rows,
            columns,
        });
    }
    let whole = |number: i64, len: usize| number < 0 || number == layout::signed(len);
    if whole(lower, rows) && whole(upper, columns) {
        return banded(input, |_| (0, columns));
    }
    #[expect(clippy::cast_possible_truncation, reason = "as the reference does")]
    let [lower, upper] = [lower, upper].map(|number| number as i32);
    banded(input, |row| {
        let first = usize::try_from(lower).map_or(0, |lower| row.saturating_sub(lower));
        let end = usize::try_from(upper)
            .map_or(columns, |upper| row.saturating_add(upper).saturating_add(1));
        (first, end)
    })
}

/// Copies the upper or the lower triangle of matrices, and zeros elsewhere, as ONNX Trilu (14)
/// does.
///
/// The upper one has the elements on diagonal `k` and above, the lower one those on it and below:
/// `np.triu` and `np.tril`.
///
/// # Errors
///
/// If the input has fewer than two axes, or the result does not fit in memory.
///
/// # Examples
///
/// ```
/// use tslice::View;
/// use tslice_ops as ops;
///
/// let m = View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6]]).into_dyn();
/// assert_eq!(ops::trilu(&m, 1, true)?, [[0, 2, 3], [0, 0, 6]]);
/// assert_eq!(ops::trilu(&m, 0, false)?, [[1, 0, 0], [4, 5, 0]]);
/// # Ok::<(), ops::DiagError>(())
/// ```
#[doc(alias("triu", "tril"))]
pub fn trilu<T: Clone + Default /* arrays: &t.view().into_dyn() */>(
    input: &DynView<'_, T>,
    k: impl Integer,
    upper: bool,
) -> Result<DynTensor<T>, DiagError> {
    let [.., _, columns] = *input.shape() else {
        return Err(DiagError::RankTooSmall { rank: input.rank() });
    };
    let k = bound(k);
    banded(input, |row| {
        // The first column behind the diagonal's, or the diagonal's, in this row.
        let at = layout::signed(row)
            .saturating_add(k)
            .saturating_add(i64::from(!upper));
        let at = usize::try_from(at.clamp(0, layout::signed(columns))).unwrap_or(columns);
        if upper { (at, columns) } else { (0, at) }
    })
}

/// Copies of each row the columns between two, the second one excluded, and zeros elsewhere.
fn banded<T: Clone + Default>(
    input: &DynView<'_, T>,
    kept: impl Fn(usize) -> (usize, usize),
) -> Result<DynTensor<T>, DiagError> {
    let [.., rows, columns] = *input.shape() else {
        unreachable!("the rank was just checked")
    };
    let mut data: Vec<T> = input.try_to_vec().map_err(DiagError::Shape)?;
    // Elements without a size are all alike.
    if !data.is_empty() && size_of::<T>() > 0 {
        for (number, row) in data.chunks_exact_mut(columns).enumerate() {
            let (first, end) = kept(number % rows);
            row[..first.min(columns)].fill(T::default());
            row[end.min(columns)..].fill(T::default());
        }
    }
    Ok(tensor(input.shape(), data))
}
