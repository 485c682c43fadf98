//! TensorFlow's MatrixDiagPart, V2 and V3: the raw operation here, the typed form in `typed`.

mod operands;
mod typed;

use alloc::vec::Vec;

use crate::ops::diag::Align;
use crate::ops::output::{self, Buffer, Sink};
use crate::s;
use crate::view::{DynTensor, DynView, View};

pub use operands::{DiagIndex, DiagPartError, Padding};
pub use typed::DiagPart;

/// Copies diagonals of the matrices in the last two axes, as `tf.raw_ops.MatrixDiagPartV2` and `V3` (TensorFlow 2.21) do.
///
/// `k` is one diagonal or the two ends of a band, both included: a number, a list of one or two, or a tensor that is
/// one of these. 0 is the main diagonal, those above count up, those below down. V2 is [`Align::LeftLeft`]; the default
/// of V3 is [`Align::default`].
///
/// For an input of shape (.., M, N) one diagonal (`k`, `[k]` or `[k, k]`) gives (.., L), a band (.., upper - lower + 1, L)
/// with the highest diagonal first. L = min(M + min(upper, 0), N - max(lower, 0)) is the length of the longest
/// diagonal; `padding` fills up shorter ones. The element of diagonal k at n is `input[.., n + y, n + x]` with
/// y = max(-k, 0) and x = max(k, 0), where n counts from the diagonal's own beginning.
///
/// The typed form is [`View::diag_part`](crate::View::diag_part); a view of one diagonal, without a copy, is
/// [`View::diagonal`](crate::View::diagonal).
///
/// # Errors
///
/// In TensorFlow's order: the input has fewer than two axes; `k` is neither a number nor a list of one or two; the
/// lower end, then the upper one, is neither 0 nor above -M and below N; lower is above upper; the padding is not one
/// element. Then: the result does not fit in memory.
///
/// # Examples
///
/// ```
/// use tslice::{View, ops, ops::diag::Align};
///
/// let m = View::<_, 2>::from(&[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]).into_dyn();
/// let diagonal = ops::matrix_diag_part(&m, 1, 0, Align::LeftLeft)?;
/// assert_eq!((diagonal.shape(), diagonal.to_vec()), (&[3][..], vec![2, 7, 12]));
///
/// let band = ops::matrix_diag_part(&m, [-1, 2], 99, Align::LeftLeft)?;
/// assert_eq!(band.shape(), [4, 3]);
/// assert_eq!(band.to_vec(), [3, 8, 99, 2, 7, 12, 1, 6, 11, 5, 10, 99]);
/// # Ok::<(), ops::DiagPartError>(())
/// ```
pub fn matrix_diag_part<T: Clone>(
    input: &DynView<'_, T>,
    k: impl DiagIndex,
    padding: impl Padding<T>,
    align: Align,
) -> Result<DynTensor<T>, DiagPartError> {
    check_rank(input)?;
    let ends = k.ends()?;
    let diagonals = Diagonals::new(input, ends, align)?;
    let padding = padding.element()?;
    if diagonals.lower == diagonals.upper { one(input, ends[0]) } else { diagonals.copy(input, &padding) }
}

/// As [`matrix_diag_part`], into the caller's buffer, row-major.
///
/// # Errors
///
/// As [`matrix_diag_part`], or when `target` has not the length of the result. The buffer keeps what it has then.
///
/// # Examples
///
/// ```
/// use tslice::{View, ops, ops::diag::Align};
///
/// let m = View::<_, 2>::from(&[[1, 2], [3, 4]]).into_dyn();
/// let mut band = [0; 4];
/// ops::matrix_diag_part_into(&m, [0, 1], 99, Align::LeftLeft, &mut band)?;
/// assert_eq!(band, [2, 99, 1, 4]);
/// # Ok::<(), ops::DiagPartError>(())
/// ```
pub fn matrix_diag_part_into<T: Clone>(
    input: &DynView<'_, T>,
    k: impl DiagIndex,
    padding: impl Padding<T>,
    align: Align,
    target: &mut [T],
) -> Result<(), DiagPartError> {
    check_rank(input)?;
    let ends = k.ends()?;
    let diagonals = Diagonals::new(input, ends, align)?;
    let padding = padding.element()?;
    if diagonals.lower < diagonals.upper {
        return diagonals.copy_into(input, &padding, target);
    }
    let diagonal = input.diagonal(ends[0]).map_err(DiagPartError::Shape)?;
    crate::layout::check_len(diagonal.shape(), target.len()).map_err(DiagPartError::Shape)?;
    diagonal.copy_to_slice(target);
    Ok(())
}

/// As [`band`], into the caller's buffer.
fn band_into<T: Clone>(
    input: &DynView<'_, T>,
    ends: [i64; 2],
    padding: &T,
    align: Align,
    target: &mut [T],
) -> Result<(), DiagPartError> {
    check_rank(input)?;
    Diagonals::new(input, ends, align)?.copy_into(input, padding, target)
}

/// As [`matrix_diag_part`] with two ends, but a band of one diagonal keeps its axis.
fn band<T: Clone>(
    input: &DynView<'_, T>,
    ends: [i64; 2],
    padding: &T,
    align: Align,
) -> Result<DynTensor<T>, DiagPartError> {
    check_rank(input)?;
    Diagonals::new(input, ends, align)?.copy(input, padding)
}

fn check_rank<T>(input: &DynView<'_, T>) -> Result<(), DiagPartError> {
    let rank = input.shape().len();
    if rank < 2 { Err(DiagPartError::RankTooSmall { rank }) } else { Ok(()) }
}

/// One diagonal is never padded.
fn one<T: Clone>(input: &DynView<'_, T>, k: i64) -> Result<DynTensor<T>, DiagPartError> {
    Ok(input.diagonal(k).map_err(DiagPartError::Shape)?.to_tensor())
}

/// A band that lies inside a matrix.
struct Diagonals {
    rows: i64,
    columns: i64,
    lower: i64,
    upper: i64,
    align: Align,
}

impl Diagonals {
    fn new<T>(input: &DynView<'_, T>, [lower, upper]: [i64; 2], align: Align) -> Result<Self, DiagPartError> {
        let [.., rows, columns] = *input.shape() else { unreachable!("the rank was just checked") };
        let band = Self { rows: signed(rows), columns: signed(columns), lower, upper, align };
        for k in [lower, upper] {
            if k != 0 && (k <= -band.rows || k >= band.columns) {
                return Err(DiagPartError::OutOfBounds { k, rows, columns });
            }
        }
        if lower > upper { Err(DiagPartError::NotOrdered { lower, upper }) } else { Ok(band) }
    }

    /// The length of diagonal `k`, or of the longest one between the two.
    fn len(&self, lower: i64, upper: i64) -> usize {
        unsigned((self.rows + upper.min(0)).min(self.columns - lower.max(0)))
    }

    /// The result's shape as a band, which one diagonal may be too.
    fn shape(&self, input: &[usize]) -> Vec<usize> {
        let [batch @ .., _, _] = input else { unreachable!("the rank was just checked") };
        [batch, &[unsigned(self.upper - self.lower + 1), self.len(self.lower, self.upper)]].concat()
    }

    fn copy<T: Clone>(&self, input: &DynView<'_, T>, padding: &T) -> Result<DynTensor<T>, DiagPartError> {
        let shape = self.shape(input.shape());
        let (len, mut data) = output::reserve(&shape).map_err(DiagPartError::Shape)?;
        if len > 0 {
            each_matrix(input, &mut |matrix| self.push(matrix, padding, &mut data));
        }
        Ok(DynTensor::from_parts(&shape, data))
    }

    fn copy_into<T: Clone>(
        &self,
        input: &DynView<'_, T>,
        padding: &T,
        target: &mut [T],
    ) -> Result<(), DiagPartError> {
        let empty = target.is_empty();
        let mut buffer = Buffer::new(&self.shape(input.shape()), target).map_err(DiagPartError::Shape)?;
        if !empty {
            each_matrix(input, &mut |matrix| self.push(matrix, padding, &mut buffer));
        }
        Ok(())
    }

    fn push<T: Clone>(&self, matrix: View<'_, T, 2>, padding: &T, data: &mut impl Sink<T>) {
        let width = self.len(self.lower, self.upper);
        let elements = matrix.as_slice();
        for k in (self.lower..=self.upper).rev() {
            let len = self.len(k, k);
            let before = if self.align.is_left(k) { 0 } else { width - len };
            data.repeat(padding, before);
            match elements {
                Some(elements) => data.elements(self.walk(k, len).map(|at| elements[at].clone())),
                None => data.elements(matrix.diagonal(k).iter().cloned()),
            }
            data.repeat(padding, width - len - before);
        }
    }

    fn walk(&self, k: i64, len: usize) -> impl ExactSizeIterator<Item = usize> {
        let columns = unsigned(self.columns);
        let first = unsigned(k.min(0).saturating_neg()) * columns + unsigned(k.max(0));
        (0..len).map(move |n| first + n * (columns + 1))
    }
}

/// Calls `visit` with every matrix of a batch.
fn each_matrix<'a, T>(batch: &DynView<'a, T>, visit: &mut dyn FnMut(View<'a, T, 2>)) {
    match (batch.clone().into_rank(), batch.shape().first()) {
        (Ok(matrix), _) => visit(matrix),
        (Err(_), len) => (0..*len.unwrap_or(&0)).for_each(|i| each_matrix(&batch.slice(s![i]), visit)),
    }
}

/// Lengths of shapes are at most `isize::MAX`.
fn signed(len: usize) -> i64 {
    i64::try_from(len).unwrap_or(i64::MAX)
}

/// Counts here are not negative, and at most the elements of the input.
fn unsigned(count: i64) -> usize {
    usize::try_from(count).unwrap_or(0)
}
