//! Every kind of entry, for tests that cross the kinds with what reads them.
//!
//! The oracle visits positions one by one and shares no code with tslice. A new kind of entry gets
//! a variant here, and then each consumer is tested with it.

use std::fmt;

/// One entry of a spec.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `..`
    Ellipsis,
    /// `newaxis`
    NewAxis,
    /// `i`
    Index(i64),
    /// `begin:end:stride`
    Range(Option<i64>, Option<i64>, i64),
    /// `start:+length`
    Window(i64, i64),
    /// `[..]`: indices, ranges and windows, joined in order.
    List(Vec<Kind>),
    /// `([..], [..])`: positions of two axes, taken together.
    Group(Vec<i64>, Vec<i64>),
}

use Kind::{Ellipsis, Group, Index, List, NewAxis, Range, Window};

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |bound: &Option<i64>| bound.map_or(String::new(), |bound| bound.to_string());
        match self {
            Ellipsis => f.write_str(".."),
            NewAxis => f.write_str("newaxis"),
            Index(index) => write!(f, "{index}"),
            Range(begin, end, 1) => write!(f, "{}:{}", part(begin), part(end)),
            Range(begin, end, stride) => write!(f, "{}:{}:{stride}", part(begin), part(end)),
            Window(start, length) => write!(f, "{start}:+{length}"),
            List(items) => write!(f, "[{}]", text(items)),
            Group(first, second) => write!(f, "({first:?}, {second:?})"),
        }
    }
}

/// A spec as text.
#[must_use]
pub fn text(entries: &[Kind]) -> String {
    entries
        .iter()
        .map(Kind::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

/// What a spec selects: the shape of the result, and for each of its elements in row-major order
/// the position among the elements of the array.
pub type Selected = (Vec<usize>, Vec<usize>);

/// A position of an axis, counted from its front; `None` if it is outside.
fn position(index: i64, len: usize) -> Option<usize> {
    let from_front = if index < 0 {
        i128::from(index) + len as i128
    } else {
        index.into()
    };
    usize::try_from(from_front).ok().filter(|&at| at < len)
}

/// The positions that Python's `range(*slice(begin, end, stride).indices(len))` has.
fn of_range(begin: Option<i64>, end: Option<i64>, stride: i64, len: usize) -> Vec<usize> {
    let (len, stride) = (len as i128, i128::from(stride));
    let (lowest, highest) = if stride > 0 { (0, len) } else { (-1, len - 1) };
    let bound = |bound: i64| {
        let from_front = if bound < 0 {
            i128::from(bound) + len
        } else {
            bound.into()
        };
        from_front.clamp(lowest, highest)
    };
    let (nearest, farthest) = if stride > 0 {
        (lowest, highest)
    } else {
        (highest, lowest)
    };
    let (mut at, stop) = (begin.map_or(nearest, bound), end.map_or(farthest, bound));
    let mut positions = Vec::new();
    while if stride > 0 { at < stop } else { at > stop } {
        positions.push(usize::try_from(at).expect("inside"));
        at += stride;
    }
    positions
}

/// The positions that an entry selects of the axes that it consumes, as coordinates; `None` if one
/// is outside.
fn positions(entry: &Kind, lengths: &[usize]) -> Option<Vec<Vec<usize>>> {
    let one = |positions: Vec<usize>| positions.into_iter().map(|at| vec![at]).collect();
    let of_window = |start: i64, length: i64, len: usize| {
        let from = if start < 0 { start + len as i64 } else { start };
        let all = length >= 0 && (0..=len as i64).contains(&from) && from + length <= len as i64;
        all.then(|| {
            (from..from + length)
                .map(|at| at as usize)
                .collect::<Vec<_>>()
        })
    };
    match entry {
        Ellipsis | NewAxis => Some(Vec::new()),
        Index(index) => Some(vec![vec![position(*index, lengths[0])?]]),
        Range(begin, end, stride) => Some(one(of_range(*begin, *end, *stride, lengths[0]))),
        Window(start, length) => of_window(*start, *length, lengths[0]).map(one),
        List(items) => {
            let mut all = Vec::new();
            for item in items {
                all.extend(positions(item, lengths)?);
            }
            Some(all)
        }
        Group(first, second) => {
            let count = if first.len() == 1 {
                second.len()
            } else {
                first.len()
            };
            // A list of length 1 is repeated; positions that no pair has are checked all the same.
            let first: Vec<usize> = first
                .iter()
                .map(|&at| position(at, lengths[0]))
                .collect::<Option<_>>()?;
            let second: Vec<usize> = second
                .iter()
                .map(|&at| position(at, lengths[1]))
                .collect::<Option<_>>()?;
            let pick = |list: &[usize], at: usize| list[if list.len() == 1 { 0 } else { at }];
            Some(
                (0..count)
                    .map(|at| vec![pick(&first, at), pick(&second, at)])
                    .collect(),
            )
        }
    }
}

impl Kind {
    /// How many axes of the array the entry consumes, the ellipsis aside.
    #[must_use]
    pub fn consumed(&self) -> usize {
        match self {
            Ellipsis | NewAxis => 0,
            Index(_) | Range(..) | Window(..) | List(_) => 1,
            Group(..) => 2,
        }
    }

    /// Whether the entry is a list or a group, which no view has.
    #[must_use]
    pub fn is_list(&self) -> bool {
        match self {
            List(_) | Group(..) => true,
            Ellipsis | NewAxis | Index(_) | Range(..) | Window(..) => false,
        }
    }
}

/// What a spec selects of an array of a shape; `None` if it does not fit.
#[must_use]
pub fn select(entries: &[Kind], shape: &[usize]) -> Option<Selected> {
    let whole = shape
        .len()
        .checked_sub(entries.iter().map(Kind::consumed).sum())?;
    let mut written = entries.to_vec();
    if !written.contains(&Ellipsis) {
        written.push(Ellipsis);
    }
    let (mut axis, mut result, mut elements) = (0, Vec::new(), vec![0]);
    for entry in written {
        let repeated = match &entry {
            Ellipsis => vec![Range(None, None, 1); whole],
            NewAxis => {
                result.push(1);
                continue;
            }
            Index(_) | Range(..) | Window(..) | List(_) | Group(..) => vec![entry],
        };
        for entry in repeated {
            let lengths = &shape[axis..axis + entry.consumed()];
            let chosen = positions(&entry, lengths)?;
            if !matches!(entry, Index(_)) {
                result.push(chosen.len());
            }
            let along = |element: usize, at: &[usize]| {
                at.iter()
                    .zip(lengths)
                    .fold(element, |element, (at, len)| element * len + at)
            };
            elements = elements
                .iter()
                .flat_map(|&element| chosen.iter().map(move |at| along(element, at)))
                .collect();
            axis += entry.consumed();
        }
    }
    Some((result, elements))
}

/// Why a window is outside of its axis.
fn outside(start: i64, length: i64, axis: usize, len: usize) -> Option<String> {
    let from = if start < 0 { start + len as i64 } else { start };
    let end = from + length;
    let why = match length {
        _ if length < 0 => format!("the length {length} is negative"),
        _ if from < 0 => format!("the start {start} is before the first of {len} positions"),
        _ if end <= len as i64 => return None,
        1 => format!("1 position from {start} ends at {end}, beyond length {len}"),
        _ => format!("{length} positions from {start} end at {end}, beyond length {len}"),
    };
    Some(format!(
        "window {start}:+{length} is out of bounds for axis {axis}: {why}"
    ))
}

/// Why a list is outside of its axis: one message for each item that is.
fn outside_of_list(items: &[Kind], axis: usize, len: usize) -> Vec<String> {
    let word = |(at, item): (usize, &Kind)| match item {
        Index(index) if position(*index, len).is_none() => Some(format!(
            "index {index}, at position {at} of its list, is out of bounds for axis {axis} with length {len}"
        )),
        Window(start, length) => outside(*start, *length, axis, len),
        Ellipsis | NewAxis | Index(_) | Range(..) | List(_) | Group(..) => None,
    };
    items.iter().enumerate().filter_map(word).collect()
}

/// Why a spec does not fit an array of a shape that has enough axes: a message for each index and
/// window that is outside of its axis. Each consumer reports one of them.
#[must_use]
pub fn faults(entries: &[Kind], shape: &[usize]) -> Vec<String> {
    let whole = shape.len() - entries.iter().map(Kind::consumed).sum::<usize>();
    let (mut axis, mut words) = (0, Vec::new());
    for entry in entries {
        let of_list = |list: &[i64], axis: usize| {
            let items: Vec<Kind> = list.iter().copied().map(Index).collect();
            outside_of_list(&items, axis, shape[axis])
        };
        match entry {
            Ellipsis => axis += whole,
            NewAxis | Range(..) => {}
            Index(index) => {
                let len = shape[axis];
                let word =
                    format!("index {index} is out of bounds for axis {axis} with length {len}");
                words.extend(position(*index, len).is_none().then_some(word));
            }
            Window(start, length) => words.extend(outside(*start, *length, axis, shape[axis])),
            List(items) => words.extend(outside_of_list(items, axis, shape[axis])),
            Group(first, second) => {
                words.extend([of_list(first, axis), of_list(second, axis + 1)].concat())
            }
        }
        axis += entry.consumed();
    }
    words
}

/// The longest axis, and the largest bound from either end.
pub const LONGEST: usize = 6;
/// One more than [`LONGEST`], so that bounds are outside of every axis, too.
pub const BOUND: i64 = 7;

/// Every index, range and window with bounds up to [`BOUND`], lists of up to two items, and groups
/// of short lists.
#[must_use]
pub fn alone() -> Vec<Kind> {
    let numbers = || -BOUND..=BOUND;
    let bounds = || numbers().map(Some).chain([None]);
    let mut all = vec![Ellipsis, NewAxis];
    all.extend(numbers().map(Index));
    for stride in [1, -1, 2, -2, 3, -7] {
        all.extend(bounds().flat_map(|begin| bounds().map(move |end| Range(begin, end, stride))));
    }
    all.extend(numbers().flat_map(|start| (0..=BOUND).map(move |length| Window(start, length))));
    all.push(List(Vec::new()));
    all.extend(numbers().map(|at| List(vec![Index(at)])));
    for first in numbers() {
        all.extend(numbers().map(|second| List(vec![Index(first), Index(second)])));
        all.push(List(vec![Index(first), Range(Some(first), None, 2)]));
        all.push(List(vec![Range(None, Some(first), -1), Window(first, 2)]));
        // A run of no position beside another item, and alone.
        all.push(List(vec![Index(first), Range(Some(2), Some(2), 1)]));
        all.push(List(vec![Range(Some(first), Some(9), 1)]));
        all.extend(numbers().map(|second| Group(vec![first], vec![second, 0])));
        all.push(Group(vec![first, -1, 0], vec![1, first, -2]));
    }
    all
}

/// A few entries of each kind, for pairs.
#[must_use]
pub fn few() -> Vec<Kind> {
    vec![
        Ellipsis,
        NewAxis,
        Index(0),
        Index(-1),
        Index(3),
        Range(None, None, 1),
        Range(None, None, -1),
        Range(Some(1), Some(4), 1),
        Range(Some(-2), None, 1),
        Range(Some(5), Some(-7), -2),
        Window(0, 0),
        Window(0, 2),
        Window(1, 3),
        Window(-2, 2),
        Window(-3, 2),
        List(Vec::new()),
        List(vec![Index(0), Index(2), Index(-1)]),
        List(vec![Index(1), Index(1)]),
        List(vec![Range(None, None, 2), Index(-2), Window(0, 1)]),
        Group(vec![0, 1], vec![1, -1]),
        Group(vec![-1], vec![0, 0, 1]),
    ]
}

/// Pairs of [`few`] entries, of which not both are an ellipsis.
#[must_use]
pub fn pairs() -> Vec<[Kind; 2]> {
    let few = few();
    let pairs = few.iter().flat_map(|first| {
        few.iter()
            .map(move |second| [first.clone(), second.clone()])
    });
    pairs.filter(|pair| *pair != [Ellipsis, Ellipsis]).collect()
}

/// Triples of entries that consume one axis each: every kind that may stand behind `axis =>`.
#[must_use]
pub fn triples() -> Vec<[Kind; 3]> {
    let one = [
        Index(-1),
        Range(None, None, -1),
        Range(Some(1), Some(4), 2),
        Window(0, 2),
        List(vec![Index(0), Index(1)]),
        List(vec![Index(1), Index(0), Index(-1)]),
        List(vec![Range(Some(0), Some(7), 3)]),
        List(vec![Range(None, None, 2), Index(-2), Window(0, 1)]),
    ];
    let mut triples = Vec::new();
    for first in &one {
        for second in &one {
            triples.extend(
                one.iter()
                    .map(|third| [first.clone(), second.clone(), third.clone()]),
            );
        }
    }
    triples
}

/// Triples of groups, lists, ranges and new axes in every order. The numbers of positions are below,
/// equal to and above the lengths of short axes; an axis of length 2 has all positions.
#[must_use]
pub fn beside_groups() -> Vec<[Kind; 3]> {
    let mut triples = Vec::new();
    for count in [1, 2, 4, 8] {
        let first: Vec<i64> = (0..count).map(|number| number % 2).collect();
        let second = (0..count).map(|number| number / 2 % 2).collect();
        let entries = [
            List(first.iter().copied().map(Index).collect()),
            Group(first, second),
            Range(None, None, 2),
            Range(Some(1), None, 1),
            NewAxis,
        ];
        for first in &entries {
            for second in &entries {
                let longer = |third: &Kind| [first.clone(), second.clone(), third.clone()];
                triples.extend(entries.iter().map(longer));
            }
        }
    }
    triples
}

/// Entries as text, each behind the name of its axis and a sign, in every order.
#[must_use]
pub fn orders(entries: &[Kind], names: &[&str], sign: &str) -> Vec<String> {
    let mut orders = vec![Vec::new()];
    for (name, entry) in names.iter().zip(entries) {
        let written = format!("{name}{sign}{entry}");
        let mut longer = Vec::new();
        for order in &orders {
            for at in 0..=order.len() {
                let mut order: Vec<String> = order.clone();
                order.insert(at, written.clone());
                longer.push(order);
            }
        }
        orders = longer;
    }
    orders.iter().map(|order| order.join(", ")).collect()
}

/// The shapes of arrays with as many axes as entries consume, and one more if there is an ellipsis:
/// every one with these lengths.
#[must_use]
pub fn shapes(entries: &[Kind], lengths: &[usize]) -> Vec<Vec<usize>> {
    let rank = entries.iter().map(Kind::consumed).sum::<usize>()
        + usize::from(entries.contains(&Ellipsis));
    let mut shapes = vec![Vec::new()];
    for _ in 0..rank {
        let longer = |shape: &Vec<usize>| {
            lengths
                .iter()
                .map(|&len| [&shape[..], &[len]].concat())
                .collect::<Vec<_>>()
        };
        shapes = shapes.iter().flat_map(longer).collect();
    }
    shapes
}

/// Groups whose lists have other lengths than one length or 1, which no spec has, and the lengths
/// of two that differ.
#[must_use]
pub fn unequal() -> Vec<(Kind, [usize; 2])> {
    let list = |len: usize| (0..len as i64).collect::<Vec<_>>();
    let lengths = || [0, 2, 3, 4].into_iter();
    let all = lengths().flat_map(|first| lengths().map(move |second| [first, second]));
    all.filter(|[first, second]| first != second)
        .map(|lengths| (Group(list(lengths[0]), list(lengths[1])), lengths))
        .collect()
}

/// Every mask of a length.
#[must_use]
pub fn masks(len: usize) -> Vec<Vec<bool>> {
    (0..1_usize << len)
        .map(|bits| (0..len).map(|at| bits >> at & 1 == 1).collect())
        .collect()
}

/// The list of the positions that a mask selects. Text has no masks.
#[must_use]
pub fn list_of(mask: &[bool]) -> Kind {
    List(
        (0..)
            .zip(mask)
            .filter(|(_, is_selected)| **is_selected)
            .map(|(at, _)| Index(at))
            .collect(),
    )
}
