//! TensorFlow's MatrixDiagPart, V2 and V3: the raw operation here, the typed form in `typed`.

mod operands;

use alloc::vec::Vec;

use smallvec::SmallVec;
use tslice_core::__ops::tensor;
use tslice_core::diag::Align;

use crate::operand::{flat, without_ones};
use tslice_core::__ops::{Range, Sink, collect, layout};
use tslice_core::{DynTensor, DynView, ShapeError, View};

pub use operands::{DiagError, DiagIndex, Padding};

/// Copies diagonals of the matrices in the last two axes, as `tf.raw_ops.MatrixDiagPartV2` and `V3`
/// (TensorFlow 2.21) do.
///
/// `k` is one diagonal or the two ends of a band, both included: a number, a list of one or two, or
/// a tensor that is one of these. 0 is the main diagonal, positive numbers count the diagonals
/// above it, negative ones those below. V2 is [`Align::LeftLeft`]; the default of V3 is
/// [`Align::default`].
///
/// For an input of shape (.., M, N), one diagonal (`k`, `[k]` or `[k, k]`) gives shape (.., L), and
/// a band gives (.., upper - lower + 1, L) with the highest diagonal first. L = min(M + min(upper,
/// 0), N - max(lower, 0)) is the length of the longest diagonal; `padding` fills shorter ones.
/// Element n of diagonal k is `input[.., n + y, n + x]` with y = max(-k, 0) and x = max(k, 0).
///
/// The typed form is [`diag_part`](crate::DiagPartExt::diag_part); a view of one diagonal, without
/// a copy, is [`Array::diagonal`](tslice_core::Array::diagonal).
///
/// # Errors
///
/// In TensorFlow's order: if the input has fewer than two axes; if `k` is neither a number nor a
/// list of one or two; if the lower end, then the upper one, is neither 0 nor above -M and below N;
/// if lower is above upper; if the padding is not one element; if the result does not fit in
/// memory.
///
/// # Examples
///
/// ```
/// use tslice::{View, diag::Align};
/// use tslice_ops as ops;
///
/// let m = View::<_, 2>::from(&[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]).into_dyn();
/// let diagonal = ops::matrix_diag_part(&m, 1, 0, Align::LeftLeft)?;
/// assert_eq!(diagonal, [2, 7, 12]);
///
/// let band = ops::matrix_diag_part(&m, [-1, 2], 99, Align::LeftLeft)?;
/// assert_eq!(band, [[3, 8, 99], [2, 7, 12], [1, 6, 11], [5, 10, 99]]);
/// # Ok::<(), ops::DiagError>(())
/// ```
pub fn matrix_diag_part<T: Clone /* arrays: &t.view().into_dyn() */>(
    input: &DynView<'_, T>,
    k: impl DiagIndex,
    padding: impl Padding<T>,
    align: Align,
) -> Result<DynTensor<T>, DiagError> {
    let (diagonals, padding) = operands(input, k, padding, align)?;
    diagonals.copy(input, &padding)
}

/// Works like [`matrix_diag_part`], but writes into the caller's buffer, in row-major order.
///
/// # Errors
///
/// If [`matrix_diag_part`] returns an error, or `target` has another length than the result. On
/// error `target` is unchanged.
///
/// # Examples
///
/// ```
/// use tslice::{View, diag::Align};
/// use tslice_ops as ops;
///
/// let m = View::<_, 2>::from(&[[1, 2], [3, 4]]).into_dyn();
/// let mut band = [0; 4];
/// ops::matrix_diag_part_into(&m, [0, 1], 99, Align::LeftLeft, &mut band)?;
/// assert_eq!(band, [2, 99, 1, 4]);
/// # Ok::<(), ops::DiagError>(())
/// ```
pub fn matrix_diag_part_into<T: Clone /* arrays: &t.view().into_dyn() */>(
    input: &DynView<'_, T>,
    k: impl DiagIndex,
    padding: impl Padding<T>,
    align: Align,
    target: &mut [T],
) -> Result<(), DiagError> {
    let (diagonals, padding) = operands(input, k, padding, align)?;
    diagonals.copy_into(input, &padding, target)
}

/// The operands of the raw operation, checked in TensorFlow's order.
fn operands<T>(
    input: &DynView<'_, T>,
    k: impl DiagIndex,
    padding: impl Padding<T>,
    align: Align,
) -> Result<(Diagonals, T), DiagError> {
    check_rank(input)?;
    let [lower, upper] = k.ends()?;
    let diagonals = Diagonals::new(
        input.shape(),
        Part {
            lower,
            upper,
            align,
            band: lower != upper,
        },
    )?;
    Ok((diagonals, padding.element()?))
}

fn check_rank<T>(input: &DynView<'_, T>) -> Result<(), DiagError> {
    let rank = input.rank();
    if rank < 2 {
        Err(DiagError::RankTooSmall { rank })
    } else {
        Ok(())
    }
}

/// The diagonals from `lower` to `upper`, as an operation asks for them.
#[derive(Clone, Copy)]
pub struct Part {
    pub(crate) lower: i64,
    pub(crate) upper: i64,
    pub(crate) align: Align,
    /// Whether the result has an axis for them, as that of a band has. One diagonal without it is
    /// never padded.
    pub(crate) band: bool,
}

/// Diagonals that lie inside a matrix.
pub(crate) struct Diagonals {
    rows: i64,
    columns: i64,
    part: Part,
}

impl Diagonals {
    /// Those of matrices in the last two axes of an input of this shape.
    pub(crate) fn new(input: &[usize], part: Part) -> Result<Self, DiagError> {
        let [.., rows, columns] = *input else {
            return Err(DiagError::RankTooSmall { rank: input.len() });
        };
        let diagonals = Self::of(rows, columns, part);
        let Part { lower, upper, .. } = part;
        for k in [lower, upper] {
            if k != 0 && (k <= -diagonals.rows || k >= diagonals.columns) {
                return Err(DiagError::OutOfBounds { k, rows, columns });
            }
        }
        if lower > upper {
            Err(DiagError::NotOrdered { lower, upper })
        } else {
            Ok(diagonals)
        }
    }

    /// The diagonals of matrices with `rows` rows and `columns` columns, which may lack some of
    /// them.
    pub(crate) fn of(rows: usize, columns: usize, part: Part) -> Self {
        Self {
            rows: layout::signed(rows),
            columns: layout::signed(columns),
            part,
        }
    }

    /// Writes diagonals over row-major matrices. Each has room for `width` elements, and diagonals
    /// outside of a matrix are dropped.
    pub(crate) fn write<T: Clone>(
        &self,
        target: &mut [T],
        diagonals: &DynView<'_, T>,
        width: usize,
    ) -> Result<(), ShapeError> {
        let Part {
            lower,
            upper,
            align,
            band,
        } = self.part;
        // Those that may have an element. The others are not even iterated over: `k` may name any
        // number of them.
        let (first, last) = (upper.min(self.columns - 1), lower.max(1 - self.rows));
        // Elements without a size are all alike.
        if target.is_empty() || width == 0 || first < last || size_of::<T>() == 0 {
            return Ok(());
        }
        let rank = diagonals.rank();
        let inside = Range {
            begin: Some(upper - first),
            end: Some(upper - last + 1),
            stride: None,
        };
        let inside = (0..rank).map(|axis| {
            if band && axis + 2 == rank {
                inside
            } else {
                Range::WHOLE
            }
        });
        let diagonals = &*flat(&diagonals.slice_ranges(inside))?;
        let columns = unsigned(self.columns);
        let mut places = diagonals.chunks_exact(width);
        for matrix in target.chunks_exact_mut(unsigned(self.rows) * columns) {
            for (k, elements) in (last..=first).rev().zip(&mut places) {
                let len = self.len(k, k).min(width);
                let before = padding_before(align, k, width - len);
                let start = unsigned(k.min(0).saturating_neg()) * columns + unsigned(k.max(0));
                let diagonal = matrix[start..].iter_mut().step_by(columns + 1);
                diagonal
                    .zip(&elements[before..before + len])
                    .for_each(|(old, new)| old.clone_from(new));
            }
        }
        Ok(())
    }

    /// The length of diagonal `k`, or of the longest one between the two.
    fn len(&self, lower: i64, upper: i64) -> usize {
        unsigned(
            self.rows
                .saturating_add(upper.min(0))
                .min(self.columns.saturating_sub(lower.max(0))),
        )
    }

    /// The length of the longest diagonal.
    pub(crate) fn width(&self) -> usize {
        self.len(self.part.lower, self.part.upper)
    }

    /// The result's shape.
    pub(crate) fn shape(&self, input: &[usize]) -> Vec<usize> {
        let [batch @ .., _, _] = input else {
            unreachable!("the rank was just checked")
        };
        let count = unsigned(self.part.upper - self.part.lower + 1);
        if self.part.band {
            [batch, &[count, self.width()]].concat()
        } else {
            [batch, &[self.width()]].concat()
        }
    }

    pub(crate) fn copy<T: Clone>(
        &self,
        input: &DynView<'_, T>,
        padding: &T,
    ) -> Result<DynTensor<T>, DiagError> {
        if !self.part.band {
            let diagonal = self.one(input);
            let data = diagonal.try_to_vec().map_err(DiagError::Shape)?;
            return Ok(tensor(diagonal.shape(), data));
        }
        let shape = self.shape(input.shape());
        if size_of::<T>() == 0 {
            // Elements without a size are all alike.
            let data = layout::filled(&shape, padding.clone()).map_err(DiagError::Shape)?;
            return Ok(tensor(&shape, data));
        }
        let (data, len) = (
            layout::reserve(&shape).map_err(DiagError::Shape)?,
            layout::len(&shape),
        );
        let data = collect(data, len, |to| {
            if len > 0 {
                each_matrix(input, |matrix| self.push(matrix, padding, to));
            }
            Ok::<_, DiagError>(())
        })?;
        Ok(tensor(&shape, data))
    }

    pub(crate) fn copy_into<T: Clone>(
        &self,
        input: &DynView<'_, T>,
        padding: &T,
        target: &mut [T],
    ) -> Result<(), DiagError> {
        if !self.part.band {
            let diagonals = self.one(input);
            layout::check_len(diagonals.shape(), target.len()).map_err(DiagError::Shape)?;
            diagonals.copy_to_slice(target);
            return Ok(());
        }
        layout::check_len(&self.shape(input.shape()), target.len()).map_err(DiagError::Shape)?;
        if !target.is_empty() && size_of::<T>() > 0 {
            let mut buffer = Sink::over(target);
            each_matrix(input, |matrix| self.push(matrix, padding, &mut buffer));
        }
        Ok(())
    }

    /// The one diagonal of each matrix as a view.
    fn one<'a, T>(&self, input: &DynView<'a, T>) -> DynView<'a, T> {
        input.diagonal(self.part.lower)
    }

    fn push<T: Clone>(&self, matrix: View<'_, T, 2>, padding: &T, data: &mut Sink<'_, T>) {
        let width = self.width();
        let elements = matrix.as_slice();
        for k in (self.part.lower..=self.part.upper).rev() {
            let len = self.len(k, k);
            let before = padding_before(self.part.align, k, width - len);
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

/// Calls `visit` with every matrix of a batch that has elements.
fn each_matrix<'a, T>(batch: &DynView<'a, T>, mut visit: impl FnMut(View<'a, T, 2>)) {
    // An index is as long as there are axes, which may be many; few are longer than 1.
    let batch = &without_ones(batch, 0..batch.rank() - 2);
    let outer = &batch.shape()[..batch.rank() - 2];
    let mut index: SmallVec<[usize; 8]> = SmallVec::from_elem(0, outer.len());
    for _ in 0..layout::len(outer) {
        if let Some(Ok(matrix)) = batch.at_first_axes(&index).map(DynView::into_rank) {
            visit(matrix);
        }
        layout::advance(&mut index, outer);
    }
}

/// A count as a `usize`. It is not negative, and at most the number of elements of the input.
fn unsigned(count: i64) -> usize {
    usize::try_from(count).unwrap_or(0)
}

/// How many of the places that diagonal `k` leaves of its row are before it.
const fn padding_before(align: Align, k: i64, left: usize) -> usize {
    let begins_at_the_left = match align {
        Align::RightLeft => k <= 0,
        Align::LeftRight => k >= 0,
        Align::LeftLeft => true,
        Align::RightRight => false,
    };
    if begins_at_the_left { 0 } else { left }
}
