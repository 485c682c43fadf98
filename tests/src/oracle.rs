//! What a slice means, said a second time: positions are walked one by one, as the Python reference
//! describes it.
//!
//! Shares no code with tslice, and no arithmetic: nothing is counted or divided, everything is
//! `i128`.

use std::fmt;

/// One entry of a spec.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Entry {
    /// `..`
    Ellipsis,
    /// `newaxis`
    NewAxis,
    /// `i`
    Index(i64),
    /// `begin:end:stride`
    Range(Option<i64>, Option<i64>, Option<i64>),
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |bound: Option<i64>| bound.map_or(String::new(), |b| b.to_string());
        match *self {
            Self::Ellipsis => f.write_str("..."),
            Self::NewAxis => f.write_str("newaxis"),
            Self::Index(i) => write!(f, "{i}"),
            Self::Range(b, e, None) => write!(f, "{}:{}", part(b), part(e)),
            Self::Range(b, e, s) => write!(f, "{}:{}:{}", part(b), part(e), part(s)),
        }
    }
}

/// A spec as text.
#[must_use]
pub fn text(entries: &[Entry]) -> String {
    entries
        .iter()
        .map(Entry::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Why a spec does not fit a shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// More indices and ranges than axes.
    TooManyIndices,
    /// An index outside its axis: axis, index, length.
    IndexOutOfBounds(usize, i64, usize),
}

/// The result's shape, and for each of its elements in row-major order the position among those of
/// the input.
pub type Selection = (Vec<usize>, Vec<usize>);

/// Slices the positions of a tensor. Strides are not 0, and there is at most one ellipsis.
///
/// # Errors
///
/// The first fault.
///
/// # Panics
///
/// When a stride is 0 or there are two ellipses.
pub fn select(entries: &[Entry], shape: &[usize]) -> Result<Selection, Fault> {
    let taken = entries
        .iter()
        .filter(|e| matches!(e, Entry::Index(_) | Entry::Range(..)))
        .count();
    let whole = shape
        .len()
        .checked_sub(taken)
        .ok_or(Fault::TooManyIndices)?;
    let full = Entry::Range(None, None, None);
    let mut spelled_out = Vec::new();
    for entry in entries {
        match entry {
            Entry::Ellipsis => spelled_out.extend(vec![full; whole]),
            other => spelled_out.push(*other),
        }
    }
    if !entries.contains(&Entry::Ellipsis) {
        spelled_out.extend(vec![full; whole]);
    }
    let mut axes = shape.iter().copied().enumerate();
    let mut out_shape = Vec::new();
    let mut positions = vec![0];
    for entry in spelled_out {
        let (chosen, len) = match entry {
            Entry::NewAxis => {
                out_shape.push(1);
                continue;
            }
            Entry::Index(i) => {
                let (axis, len) = axes.next().expect("counted above");
                let found = (0..len).find(|&p| {
                    p as i128 == i128::from(i) || p as i128 - len as i128 == i128::from(i)
                });
                (
                    vec![found.ok_or(Fault::IndexOutOfBounds(axis, i, len))?],
                    len,
                )
            }
            Entry::Range(begin, end, stride) => {
                let (_, len) = axes.next().expect("counted above");
                let chosen = walk(begin, end, stride.unwrap_or(1), len);
                out_shape.push(chosen.len());
                (chosen, len)
            }
            Entry::Ellipsis => unreachable!("spelled out"),
        };
        positions = positions
            .iter()
            .flat_map(|p| chosen.iter().map(move |c| p * len + c))
            .collect();
    }
    Ok((out_shape, positions))
}

/// The positions of Python's `range(*slice(begin, end, stride).indices(len))`, step by step.
///
/// # Panics
///
/// If the stride is 0.
#[must_use]
pub fn walk(begin: Option<i64>, end: Option<i64>, stride: i64, len: usize) -> Vec<usize> {
    assert!(stride != 0, "no range ends with stride 0");
    let (len, stride) = (len as i128, i128::from(stride));
    let (lowest, highest) = if stride > 0 { (0, len) } else { (-1, len - 1) };
    let clamp = |bound: i64| {
        let bound = i128::from(bound);
        (if bound < 0 { bound + len } else { bound }).clamp(lowest, highest.max(lowest))
    };
    let (first, last) = if stride > 0 {
        (lowest, highest)
    } else {
        (highest, lowest)
    };
    let (mut at, stop) = (begin.map_or(first, clamp), end.map_or(last, clamp));
    let mut chosen = Vec::new();
    while if stride > 0 { at < stop } else { at > stop } {
        chosen.push(usize::try_from(at).expect("inside the axis"));
        at += stride;
    }
    chosen
}
