//! What a spec does to a shape: as a table, as a drawing in the terminal, as a picture. [`Explain`] adds `explain` to all
//! specs.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod draw;
mod entry;
mod report;
mod svg;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use tslice_core::__ops::{layout, result_lengths, selections};
use tslice_core::{AsEncoding, DynSpec, Encoding, Progression, ShapeError, SliceError};

pub use entry::{EntryKind, ExplainedEntry};

/// What a spec does to a shape, made by [`explain`](Explain::explain).
///
/// `Display` prints a table with one line for each entry, and the facts of the result.
///
/// ```
/// use tslice::s;
/// use tslice_explain::Explain;
///
/// let report = s![1, ::-2].explain([2, 5])?.of::<f32>();
/// assert_eq!(report.result_shape(), [3]);
/// println!("{report}");
/// println!("{}", report.drawing().expect("two axes"));
/// # assert_eq!(report.drawing().as_deref(), Some("· · · · ·\n3 · 2 · 1\n"));
/// # Ok::<(), tslice_explain::ExplainError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Explanation {
    spec: String,
    entries: Vec<ExplainedEntry>,
    /// What is chosen on each axis of the input.
    chosen: Vec<Progression>,
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
        draw::Grid::new(&self.shape, &self.chosen)
    }
}

/// `explain` for every spec: one from `s!`, a `DynSpec`, an `Encoding`, a reference to one of these.
pub trait Explain: AsEncoding {
    /// Explains what this spec does to an array of a shape: as a table, a drawing and a picture.
    ///
    /// # Errors
    ///
    /// If the spec does not fit the shape, or the shape counts more elements than `isize::MAX`.
    fn explain(&self, shape: impl AsRef<[usize]>) -> Result<Explanation, ExplainError> {
        let (encoding, shape) = (self.as_encoding(), shape.as_ref());
        layout::check_count(shape)?;
        let (chosen, result) = (selections(encoding, shape)?, result_lengths(encoding, shape)?);
        Ok(Explanation {
            spec: DynSpec::try_from(Encoding::from(encoding))?.to_string(),
            entries: entry::all(encoding, shape.len(), &chosen),
            chosen: chosen.to_vec(),
            shape: shape.to_vec(),
            result: result.to_vec(),
            contiguous: is_contiguous(&chosen, shape),
            element_bytes: None,
        })
    }
}

impl<S: AsEncoding + ?Sized> Explain for S {}

/// Whether the chosen elements of a row-major array follow each other: behind the first axis on which more than one position is
/// chosen, every axis is whole, and none is walked backwards.
fn is_contiguous(chosen: &[Progression], shape: &[usize]) -> bool {
    if chosen.iter().any(|axis| axis.count() == 0) {
        return true;
    }
    let mut behind = chosen.iter().zip(shape).skip_while(|(axis, _)| axis.count() == 1);
    behind.next().is_none_or(|(first, _)| first.step() == 1)
        && behind.all(|(axis, &len)| axis.count() == len && (len == 1 || axis.step() == 1))
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
