//! What a spec does to a shape: as a table, as a drawing in the terminal, as a picture. [`Explain`]
//! adds `explain` to all specs.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod draw;
mod entry;
mod listed;
mod report;
mod svg;

use alloc::string::String;
use alloc::vec::Vec;

use tslice_core::__ops::{Picked, errors, layout, picked_by};
use tslice_core::{
    Dyn, PickError, Progression, ShapeError, SliceError,
    traits::{AsEncoding, Picks},
};

pub use entry::{EntryKind, ExplainedEntry};
use listed::Listed;

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
    /// What is chosen, in the order of the entries.
    chosen: Vec<Picked<Listed>>,
    shape: Vec<usize>,
    result: Vec<usize>,
    contiguous: bool,
    element_bytes: Option<usize>,
}

errors! {
    /// Why a spec cannot be explained on a shape.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ExplainError {
        /// The spec does not fit the shape.
        Slice(#[from] error: SliceError) => ("{error}"),
        /// A list of the spec does not fit the shape.
        Pick(error: PickError) => ("{error}"),
        /// The shape counts more than `isize::MAX` elements.
        Shape(#[from] error: ShapeError) => ("{error}"),
    }
}

impl From<PickError> for ExplainError {
    fn from(error: PickError) -> Self {
        match error {
            PickError::Slice(error) => Self::Slice(error),
            PickError::Shape(error) => Self::Shape(error),
            error => Self::Pick(error),
        }
    }
}

impl Explanation {
    /// The same explanation, with the sizes in bytes for elements of type `T`.
    #[must_use]
    pub fn of<T>(self) -> Self {
        Self {
            element_bytes: Some(size_of::<T>()),
            ..self
        }
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

    /// Whether the chosen elements of a row-major tensor follow each other without gaps, in a view.
    /// There is none of a spec with lists.
    #[must_use]
    pub fn is_contiguous(&self) -> bool {
        self.contiguous
    }

    /// The tensor with the chosen elements numbered in reading order, for at most three axes and
    /// 4,096 elements. An element that a list chooses more than once has the last of its numbers.
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

/// `explain` for every spec: one from `s!`, a `DynSpec`, an `Encoding`, a reference to one of
/// these.
pub trait Explain: AsEncoding {
    /// Explains what this spec does to an array of a shape: as a table, a drawing and a picture.
    ///
    /// # Errors
    ///
    /// If the spec does not fit the shape, or the shape counts more elements than `isize::MAX`.
    fn explain(&self, shape: impl AsRef<[usize]>) -> Result<Explanation, ExplainError>
    where
        Self: Picks<Dyn> + Sized,
    {
        let shape = shape.as_ref();
        layout::check_count(shape)?;
        let chosen = picked_by(self, shape, |list| {
            list.runs(|_| Ok(Listed::default()), Listed::push)
        })?;
        let entries = entry::all(self, shape, &chosen);
        Ok(Explanation {
            spec: entry::spec(&entries),
            entries,
            shape: shape.to_vec(),
            result: chosen.iter().filter_map(listed::given).collect(),
            contiguous: is_contiguous(&chosen, shape),
            chosen,
            element_bytes: None,
        })
    }
}

impl<S: AsEncoding + ?Sized> Explain for S {}

/// Whether the chosen elements of a row-major array follow each other: behind the first axis on
/// which more than one position is chosen, every axis is whole, and none is walked backwards.
fn is_contiguous(chosen: &[Picked<Listed>], shape: &[usize]) -> bool {
    if chosen
        .iter()
        .any(|part| matches!(part, Picked::List { .. }))
    {
        return false;
    }
    if chosen.iter().any(|part| listed::given(part) == Some(0)) {
        return true;
    }
    let several = |part: &Picked<Listed>| match part {
        Picked::Range { axis, taken } if taken.count() != 1 => Some((*taken, shape[*axis])),
        Picked::Index { axis, .. } | Picked::Range { axis, .. } if shape[*axis] != 1 => {
            Some((Progression::whole(1), shape[*axis]))
        }
        _ => None,
    };
    let mut behind = chosen
        .iter()
        .filter_map(several)
        .skip_while(|(taken, _)| taken.count() == 1);
    behind.next().is_none_or(|(first, _)| first.step() == 1)
        && behind.all(|(taken, len)| taken.count() == len && taken.step() == 1)
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
