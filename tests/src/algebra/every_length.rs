//! Ranges and indices of one axis, whatever its length: canonical forms, and two ranges as one.

use std::collections::HashMap;

use tslice::{Encoding, Masks};
use tslice_algebra::{Algebra, DynRegion};

use super::Random;
use crate::oracle::walk;

/// A range: begin, end, stride.
pub type Range = (Option<i64>, Option<i64>, i64);

/// All ranges with bounds up to a size, and absent ones, and strides up to another.
pub fn ranges(bound: i64, stride: i64) -> Vec<Range> {
    let bounds = || (-bound..=bound).map(Some).chain([None]);
    let strides = || (-stride..=stride).filter(|&stride| stride != 0);
    let pairs = bounds().flat_map(|begin| bounds().map(move |end| (begin, end)));
    pairs
        .flat_map(|(begin, end)| strides().map(move |stride| (begin, end, stride)))
        .collect()
}

/// The encoding of a range.
#[must_use]
pub fn encoding((begin, end, stride): Range) -> Encoding {
    let masks = Masks {
        begin_mask: begin.is_none().into(),
        end_mask: end.is_none().into(),
        ..Masks::default()
    };
    Encoding {
        begin: vec![begin.unwrap_or(0)],
        end: vec![end.unwrap_or(0)],
        strides: vec![stride],
        masks,
    }
}

/// The encoding of an index.
#[must_use]
pub fn index(at: i64) -> Encoding {
    let masks = Masks {
        shrink_axis_mask: 1,
        ..Masks::default()
    };
    Encoding {
        begin: vec![at],
        end: vec![0],
        strides: vec![1],
        masks,
    }
}

/// What a slice selects on axes of every length from 0 on; `None` where it does not fit.
type Behaviour = Vec<Option<Vec<u8>>>;

fn of_range((begin, end, stride): Range, longest: usize) -> Behaviour {
    (0..=longest)
        .map(|len| Some(narrow(walk(begin, end, stride, len))))
        .collect()
}

fn of_index(at: i64, longest: usize) -> Behaviour {
    let position = |len: usize| {
        let from_front = if at < 0 { at + len as i64 } else { at };
        (0..len as i64)
            .contains(&from_front)
            .then(|| narrow(vec![from_front as usize]))
    };
    (0..=longest).map(position).collect()
}

fn narrow(positions: Vec<usize>) -> Vec<u8> {
    positions
        .into_iter()
        .map(|p| p.try_into().expect("short axes"))
        .collect()
}

/// What `next` selects of what `first` selects. `next` is known for all lengths that occur.
fn composed(first: &Behaviour, next: &Behaviour) -> Behaviour {
    let of = |positions: &Vec<u8>| {
        let chosen = next[positions.len()].as_ref()?;
        Some(chosen.iter().map(|&k| positions[usize::from(k)]).collect())
    };
    first
        .iter()
        .map(|positions| positions.as_ref().and_then(of))
        .collect()
}

/// What a spec of one entry for one axis selects.
fn of_spec(spec: &tslice::InlineSpec, longest: usize) -> Behaviour {
    let e = spec.to_encoding();
    // The identity has no entry.
    let Some(&begin) = e.begin.first() else {
        return of_range((None, None, 1), longest);
    };
    if e.masks.shrink_axis_mask & 1 == 1 {
        return of_index(begin, longest);
    }
    let bound = |mask: u32, bound| (mask & 1 == 0).then_some(bound);
    of_range(
        (
            bound(e.masks.begin_mask, begin),
            bound(e.masks.end_mask, e.end[0]),
            e.strides[0],
        ),
        longest,
    )
}

/// Checks that ranges have one canonical form if and only if they select the same on every length
/// up to `longest`; returns how many ranges there are and how many forms.
///
/// # Panics
///
/// If they do not.
#[must_use]
pub fn canonical_forms(bound: i64, stride: i64, longest: usize) -> (usize, usize) {
    let all = ranges(bound, stride);
    let mut forms = HashMap::new();
    let mut behaviours = HashMap::new();
    for &range in &all {
        let behaviour = of_range(range, longest);
        let form = encoding(range)
            .canonical()
            .expect("the stride is not 0")
            .to_string();
        let other = forms
            .entry(behaviour)
            .or_insert_with(|| (form.clone(), range));
        assert_eq!(other.0, form, "{range:?} and {:?} select the same", other.1);
        behaviours.entry(form).or_insert(range);
    }
    assert_eq!(forms.len(), behaviours.len(), "a form has two meanings");
    (all.len(), behaviours.len())
}

/// Checks of every pair of ranges that there is one spec if a range with bounds and strides up to
/// those of `searched` does what both do, and that it does that. Returns how many pairs there are,
/// and how many of them one spec does.
///
/// # Panics
///
/// If it is not so.
#[must_use]
pub fn pairs(bound: i64, stride: i64, searched: (i64, i64), longest: usize) -> (usize, usize) {
    let all: Vec<_> = ranges(bound, stride)
        .into_iter()
        .map(|range| (range, encoding(range), of_range(range, longest)))
        .collect();
    let singles: HashMap<Behaviour, Range> = ranges(searched.0, searched.1)
        .into_iter()
        .map(|range| (of_range(range, longest), range))
        .collect();
    let mut found = 0;
    for (first, a, of_first) in &all {
        for (next, b, of_next) in &all {
            let both = composed(of_first, of_next);
            match a.then(b) {
                Some(spec) => {
                    assert!(
                        of_spec(&spec, longest) == both,
                        "{first:?} then {next:?} is not {spec}"
                    );
                    found += 1;
                }
                None => assert_eq!(singles.get(&both), None, "{first:?} then {next:?}"),
            }
        }
    }
    (all.len() * all.len(), found)
}

/// As [`pairs`], of a range and an index.
///
/// # Panics
///
/// If it is not so.
#[must_use]
pub fn indices(bound: i64, stride: i64, searched: i64, longest: usize) -> (usize, usize) {
    let singles: HashMap<Behaviour, i64> = (-searched..=searched)
        .map(|at| (of_index(at, longest), at))
        .collect();
    let (mut tried, mut found) = (0, 0);
    for range in ranges(bound, stride) {
        let (a, of_first) = (encoding(range), of_range(range, longest));
        for at in -bound..=bound {
            tried += 1;
            let both = composed(&of_first, &of_index(at, longest));
            match a.then(index(at)) {
                Some(spec) => {
                    assert!(
                        of_spec(&spec, longest) == both,
                        "{range:?} then {at} is not {spec}"
                    );
                    found += 1;
                }
                // An index that fits no length is not a slice.
                None if both.iter().all(Option::is_none) => {}
                None => assert_eq!(singles.get(&both), None, "{range:?} then {at}"),
            }
        }
    }
    (tried, found)
}

/// Checks random pairs of ranges with bounds up to 60, some of 64 bits, on all lengths to 250;
/// returns how many are one spec.
///
/// # Panics
///
/// If a spec does something else than its two ranges.
#[must_use]
pub fn random_pairs(count: usize, seed: u64) -> usize {
    let mut random = Random(seed);
    let extremes = [
        i64::MIN,
        i64::MIN + 1,
        i64::MIN + 2,
        i64::MAX - 2,
        i64::MAX - 1,
        i64::MAX,
    ];
    let mut found = 0;
    for _ in 0..count {
        let size = [3, 12, 60][random.below(3)];
        let mut range = || {
            let mut bound = || match random.below(12) {
                0 => None,
                1 => Some(extremes[random.below(6)]),
                _ => Some(random.around(size)),
            };
            let (begin, end, stride) = (bound(), bound(), bound().filter(|&stride| stride != 0));
            (
                begin,
                end,
                stride.map_or(1, |stride| {
                    if random.below(2) == 0 {
                        stride.signum()
                    } else {
                        stride
                    }
                }),
            )
        };
        let (first, next) = (range(), range());
        let Some(spec) = encoding(first).then(encoding(next)) else {
            continue;
        };
        found += 1;
        for len in (0..20).chain((20..250).step_by(7)) {
            let positions = walk(first.0, first.1, first.2, len);
            let chosen = walk(next.0, next.1, next.2, positions.len());
            let both: Vec<usize> = chosen.into_iter().map(|k| positions[k]).collect();
            let region = DynRegion::new(spec, &[len]).expect("a range fits");
            let axis = region.axes()[0];
            let one: Vec<usize> = (0..axis.count()).filter_map(|k| axis.get(k)).collect();
            assert_eq!(one, both, "{first:?} then {next:?} is not {spec} on {len}");
        }
    }
    found
}
