//! What a spec does to a shape: as a table, as a drawing in the terminal, as a picture.

mod draw;
mod entry;
mod report;
mod svg;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::error::{ShapeError, SliceError};
use crate::layout::{self, Dynamic, Layout, Progression};
use crate::resolve;
use crate::spec::{AsEncoding, DynSpec, Encoding, Kind, Spec};

pub use entry::{EntryKind, ExplainedEntry};

/// What a spec does to a shape, made by `explain` of a spec or by [`new`](Self::new).
///
/// `Display` prints a table with one line for each entry, and the facts of the result.
///
/// ```
/// use tslice::s;
///
/// let report = s![1, ::-2].explain([2, 5])?.of::<f32>();
/// assert_eq!(report.result_shape(), [3]);
/// println!("{report}");
/// println!("{}", report.drawing().expect("two axes"));
/// # assert_eq!(report.drawing().as_deref(), Some("· · · · ·\n3 · 2 · 1\n"));
/// # Ok::<(), tslice::ExplainError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Explanation {
    spec: String,
    entries: Vec<ExplainedEntry>,
    /// What is chosen on each axis of the input.
    selections: Vec<Progression>,
    shape: Vec<usize>,
    result: Vec<usize>,
    contiguous: bool,
    element_bytes: Option<usize>,
}

/// Why a spec cannot be explained on a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExplainError {
    /// The spec does not fit the shape.
    Slice(SliceError),
    /// The shape counts more than `isize::MAX` elements.
    Shape(ShapeError),
}

impl fmt::Display for ExplainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slice(error) => error.fmt(f),
            Self::Shape(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ExplainError {}

impl From<ShapeError> for ExplainError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}

impl From<SliceError> for ExplainError {
    fn from(error: SliceError) -> Self {
        Self::Slice(error)
    }
}

impl Explanation {
    /// Explains what a spec does to an array of a shape.
    ///
    /// # Errors
    ///
    /// If the spec does not fit the shape, or the shape counts more elements than `isize::MAX`.
    pub fn new(spec: impl AsEncoding, shape: impl AsRef<[usize]>) -> Result<Self, ExplainError> {
        let (encoding, shape) = (spec.as_encoding(), shape.as_ref());
        let selections = resolve::selections_on::<ExplainError>(encoding, shape)?.to_vec();
        let spec = DynSpec::try_from(Encoding::from(encoding))?.to_string();
        let whole = resolve::divide(encoding, shape.len())?.whole;
        let from = Dynamic::of_shape(shape);
        let mut to = Dynamic::blank();
        resolve::resolve(encoding, &from, &mut to)?;
        Ok(Self {
            spec,
            entries: entry::all(encoding, whole, shape, &selections),
            selections,
            shape: shape.to_vec(),
            result: to.shape.to_vec(),
            contiguous: layout::is_row_major(&to.shape, &to.strides),
            element_bytes: None,
        })
    }

    /// The same explanation, with the sizes in bytes for elements of type `T`.
    #[must_use]
    pub fn of<T>(self) -> Self {
        Self { element_bytes: Some(size_of::<T>()), ..self }
    }

    /// What each entry does, in the order of the spec; axes after the last entry are an ellipsis.
    #[must_use]
    pub fn entries(&self) -> &[ExplainedEntry] {
        &self.entries
    }

    /// The shape that is sliced.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The shape of the result.
    #[must_use]
    pub fn result_shape(&self) -> &[usize] {
        &self.result
    }

    /// Whether the chosen elements of a row-major tensor follow each other without gaps.
    #[must_use]
    pub fn is_contiguous(&self) -> bool {
        self.contiguous
    }

    /// The tensor with the chosen elements numbered in reading order, for at most three axes and 4,096 elements.
    #[must_use]
    pub fn drawing(&self) -> Option<String> {
        self.grid().map(|grid| draw::text(&grid))
    }

    /// The [`drawing`](Self::drawing) as a picture in SVG.
    #[must_use]
    pub fn svg(&self) -> Option<String> {
        self.grid().map(|grid| svg::picture(&grid, &self.spec))
    }

    fn grid(&self) -> Option<draw::Grid> {
        draw::Grid::new(&self.shape, &self.selections)
    }
}

impl<const N: usize, K: Kind> Spec<N, K> {
    /// Explains what this spec does to an array of a shape: as a table, a drawing and a picture.
    ///
    /// # Errors
    ///
    /// If the spec does not fit the shape, or the shape counts more elements than `isize::MAX`.
    pub fn explain(&self, shape: impl AsRef<[usize]>) -> Result<Explanation, ExplainError> {
        Explanation::new(self, shape)
    }
}

impl Encoding {
    /// What this encoding does to an array of a shape: a table, a drawing, a picture.
    ///
    /// # Errors
    ///
    /// If it does not fit the shape, or the shape counts more elements than `isize::MAX`.
    pub fn explain(&self, shape: impl AsRef<[usize]>) -> Result<Explanation, ExplainError> {
        Explanation::new(self, shape)
    }
}

impl DynSpec {
    /// Explains what this spec does to an array of a shape: as a table, a drawing and a picture.
    ///
    /// # Errors
    ///
    /// If the spec does not fit the shape, or the shape counts more elements than `isize::MAX`.
    pub fn explain(&self, shape: impl AsRef<[usize]>) -> Result<Explanation, ExplainError> {
        Explanation::new(self, shape)
    }
}
