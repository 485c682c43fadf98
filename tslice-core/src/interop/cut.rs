//! What a slice takes, for crates whose elements are moved by operations of their own.

use core::fmt;

use smallvec::SmallVec;

use crate::error::{ShapeError, SliceError};
use crate::layout::Selection;
use crate::resolve;
use crate::spec::{AsEncoding, Entry};

/// What a spec takes of an array of a shape: positions of each axis, and the axes of the result.
///
/// A crate whose tensors live on another device slices them by operations of its own. This says, as plain numbers, what those
/// operations have to do.
///
/// ```
/// use tslice::interop::{Cut, Run};
/// use tslice::s;
///
/// let cut = Cut::new(s![1, newaxis, .., ::-2], &[2, 3, 6])?;
/// let whole = Run { first: 0, count: 3, step: 1 };
/// assert_eq!(cut.runs(), [Run { first: 1, count: 1, step: 1 }, whole, Run { first: 5, count: 3, step: -2 }]);
/// assert_eq!(cut.axes(), [None, Some(1), Some(2)]);
/// assert!(cut.shape().eq([1, 3, 3]));
/// # Ok::<(), tslice::interop::CutError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    runs: SmallVec<[Run; 8]>,
    axes: SmallVec<[Option<usize>; 8]>,
}

/// The positions that a slice takes of one axis: `count` of them, from `first` on, `step` apart. All lie in the axis.
///
/// `step` is 1 if there are fewer than two positions, and `first` is 0 if there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The first position.
    pub first: usize,
    /// How many positions.
    pub count: usize,
    /// The distance from one position to the next, negative if they descend; never 0.
    pub step: isize,
}

impl Cut {
    /// Resolves a spec on an array of a shape.
    ///
    /// # Errors
    ///
    /// If the spec does not fit the shape, or the shape counts more elements than `isize::MAX`.
    pub fn new(spec: impl AsEncoding, shape: &[usize]) -> Result<Self, CutError> {
        let encoding = spec.as_encoding();
        let selections = resolve::selections_on::<CutError>(encoding, shape)?;
        let whole = resolve::divide(encoding, shape.len())?.whole;
        let mut axes = SmallVec::new();
        let mut axis = 0;
        for entry in encoding.entries() {
            match entry {
                Entry::NewAxis => axes.push(None),
                Entry::Index { .. } => axis += 1,
                Entry::Ellipsis => {
                    axes.extend((axis..axis + whole).map(Some));
                    axis += whole;
                }
                Entry::Range(_) => {
                    axes.push(Some(axis));
                    axis += 1;
                }
            }
        }
        axes.extend((axis..shape.len()).map(Some));
        Ok(Self { runs: selections.into_iter().map(Run::from).collect(), axes })
    }

    /// What is taken of each axis of the array. An index takes one position.
    #[must_use]
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// For each axis of the result, the axis of the array that it is; `None` for a new axis. They ascend, and those that are
    /// missing are dropped.
    #[must_use]
    pub fn axes(&self) -> &[Option<usize>] {
        &self.axes
    }

    /// The shape of the result.
    pub fn shape(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.axes.iter().map(|axis| axis.map_or(1, |axis| self.runs[axis].count))
    }
}

impl Run {
    /// Whether this is all of an axis of length `len`, in order.
    #[must_use]
    pub fn is_whole(self, len: usize) -> bool {
        self.count == len && self.step > 0
    }

    /// The lowest position and the one after the highest. Both are 0 if there is no position.
    #[must_use]
    pub fn hull(self) -> (usize, usize) {
        let Some(more) = self.count.checked_sub(1) else { return (0, 0) };
        let reach = more * self.step.unsigned_abs();
        let low = if self.step < 0 { self.first - reach } else { self.first };
        (low, low + reach + 1)
    }
}

impl From<Selection> for Run {
    fn from(Selection { start, count, step }: Selection) -> Self {
        match count {
            0 => Self { first: 0, count, step: 1 },
            // The position of an element is inside its axis, and so is the distance between two of them.
            1 => Self { first: start as usize, count, step: 1 },
            _ => Self { first: start as usize, count, step: step as isize },
        }
    }
}

/// Why a spec does not cut an array, or the part does not fit what is made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CutError {
    /// The spec does not fit the shape.
    Slice(SliceError),
    /// A shape is wrong.
    Shape(ShapeError),
}

impl fmt::Display for CutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slice(error) => error.fmt(f),
            Self::Shape(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for CutError {}

impl From<SliceError> for CutError {
    fn from(error: SliceError) -> Self {
        Self::Slice(error)
    }
}

impl From<ShapeError> for CutError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}
