//! The part of a copy that one process does, and the boxes of chunks that it is made of.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::ZarrError;

/// Part I of N parts of a copy, counted from 1, and written `I/N`: that is its text, and its form
/// in `serde`.
///
/// ```
/// use tslice_zarr::Part;
///
/// let part: Part = "3/16".parse()?;
/// assert_eq!(Part::all(16).nth(2), Some(part));
/// assert!("17/16".parse::<Part>().is_err());
/// # Ok::<(), tslice_zarr::ZarrError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Part {
    number: usize,
    pub(super) of: usize,
}

impl Default for Part {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl Part {
    /// The only part.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// All parts of a copy that is cut into this number of parts.
    pub fn all(of: usize) -> impl Iterator<Item = Self> {
        Self::every(1, of)
    }

    /// The first of them and each that is a step further.
    pub(super) fn every(step: usize, of: usize) -> impl Iterator<Item = Self> {
        // Here the range takes the steps: those of an iterator that maps it visit every number.
        (1..=of)
            .step_by(step)
            .map(move |number| Self { number, of })
    }

    /// The number of parts.
    #[must_use]
    pub fn count(self) -> usize {
        self.of
    }

    /// What this part has of a number of items: the parts differ by at most one.
    pub(super) fn range(self, items: usize) -> Range<usize> {
        let until = |parts: usize| (items as u128 * parts as u128 / self.of as u128) as usize;
        until(self.number - 1)..until(self.number)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Part {
    type Err = ZarrError;

    fn from_str(text: &str) -> Result<Self, ZarrError> {
        let numbers = text
            .split_once('/')
            .map(|(number, of)| (number.parse(), of.parse()));
        match numbers {
            Some((Ok(number), Ok(of))) if (1..=of).contains(&number) => Ok(Self { number, of }),
            Some((Ok(number), Ok(of))) => Err(ZarrError::Copy(format!(
                "part {number} of {of} does not exist: parts are counted from 1 to {of}"
            ))),
            _ => Err(ZarrError::Copy(format!(
                "`{text}` is not a part: write I/N, as in 3/16"
            ))),
        }
    }
}

impl TryFrom<String> for Part {
    type Error = ZarrError;

    fn try_from(text: String) -> Result<Self, ZarrError> {
        text.parse()
    }
}

impl From<Part> for String {
    fn from(part: Part) -> Self {
        part.to_string()
    }
}

/// Ranges of the axes.
pub(super) type Cell = Vec<Range<usize>>;

/// The cells that together are a range of row-major numbers in a grid with these counts. For a grid
/// of rank R they are at most 2 R - 1.
pub(super) fn cells(counts: &[usize], numbers: Range<usize>) -> Vec<Cell> {
    let Some(last) = counts.len().checked_sub(1) else {
        return numbers.map(|_| vec![]).collect();
    };
    let row = |axis: usize| counts[axis + 1..].iter().product::<usize>();
    let (mut begin, mut all) = (numbers.start, vec![]);
    while begin < numbers.end {
        let left = numbers.end - begin;
        // The outermost axis of which whole rows begin here.
        let is_whole = |&axis: &usize| begin.is_multiple_of(row(axis)) && row(axis) <= left;
        let axis = (0..last).find(is_whole).unwrap_or(last);
        let mut cell: Cell = counts.iter().map(|&count| 0..count).collect();
        for (outer, range) in cell.iter_mut().enumerate().take(axis + 1) {
            let at = begin / row(outer) % counts[outer];
            *range = at..at + 1;
        }
        let first = cell[axis].start;
        let rows = (left / row(axis)).min(counts[axis] - first);
        cell[axis] = first..first + rows;
        begin += rows * row(axis);
        all.push(cell);
    }
    all
}

/// A cell cut into cells of at most this number of positions on each axis.
pub(super) fn cut<'c>(
    cell: &'c [Range<usize>],
    step: &'c [usize],
) -> impl Iterator<Item = Cell> + 'c {
    let counts: Vec<usize> = cell
        .iter()
        .zip(step)
        .map(|(range, step)| range.len().div_ceil(*step))
        .collect();
    (0..counts.iter().product()).map(move |mut number: usize| {
        let mut inner = cell.to_vec();
        for (axis, range) in inner.iter_mut().enumerate().rev() {
            let begin = range.start + number % counts[axis] * step[axis];
            *range = begin..range.end.min(begin.saturating_add(step[axis]));
            number /= counts[axis];
        }
        inner
    })
}
