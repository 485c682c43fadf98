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
        (1..=of).map(move |number| Self { number, of })
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
    let Some((_, rest)) = counts.split_first() else {
        return numbers.map(|_| vec![]).collect();
    };
    let row: usize = rest.iter().product();
    if numbers.is_empty() {
        return vec![];
    }
    let (first, last) = (numbers.start / row, numbers.end / row);
    let rows = |range: Range<usize>, inside: Vec<Cell>| {
        inside
            .into_iter()
            .map(move |cell| [vec![range.clone()], cell].concat())
    };
    if first == last {
        let inside = cells(rest, numbers.start % row..numbers.end % row);
        return rows(first..first + 1, inside).collect();
    }
    let (begin, mut all) = (numbers.start.div_ceil(row), vec![]);
    if first < begin {
        all.extend(rows(first..begin, cells(rest, numbers.start % row..row)));
    }
    if begin < last {
        let rest = rest.iter().map(|&count| 0..count);
        all.push(std::iter::once(begin..last).chain(rest).collect());
    }
    all.extend(rows(last..last + 1, cells(rest, 0..numbers.end % row)));
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
