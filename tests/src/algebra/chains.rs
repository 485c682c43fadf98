//! Random chains of specs: as one region, and slice after slice by the oracle.

use tslice::{DynSpec, traits::AsEncoding};
use tslice_algebra::{Algebra, DynRegion};

use super::Random;
use crate::oracle::{Entry, select, text};

fn bound(random: &mut Random, len: usize) -> Option<i64> {
    let near = i64::try_from(len).expect("short axes") + 3;
    match random.below(16) {
        0..4 => None,
        4 => Some(if random.below(2) == 0 {
            i64::MIN
        } else {
            i64::MAX
        }),
        _ => Some(random.around(near)),
    }
}

fn stride(random: &mut Random) -> Option<i64> {
    match random.below(12) {
        0 => Some(i64::MIN),
        1 => Some(i64::MAX),
        2..4 => Some(-1),
        4..8 => None,
        _ => Some(random.around(3)).filter(|&stride| stride != 0),
    }
}

/// A spec for arrays of a shape; one in 30 or so does not fit it.
pub(super) fn spec(random: &mut Random, shape: &[usize]) -> Vec<Entry> {
    let explicit = random.below(shape.len() + 1);
    let ellipsis = random.below(2 * explicit + 2);
    let mut entries = Vec::new();
    for (k, &len) in shape[..explicit].iter().enumerate() {
        // From here on, the entries are for the last axes.
        let len = if k > ellipsis {
            shape[shape.len() - explicit + k]
        } else {
            len
        };
        if k == ellipsis {
            entries.push(Entry::Ellipsis);
        }
        if random.below(8) == 0 {
            entries.push(Entry::NewAxis);
        }
        entries.push(match random.below(5) {
            0 if len > 0 => {
                let wild = usize::from(random.below(40) == 0);
                let len = i64::try_from(len + wild).expect("short");
                Entry::Index(random.below(2 * len as usize) as i64 - len)
            }
            _ => Entry::Range(bound(random, len), bound(random, len), stride(random)),
        });
    }
    if shape.len() - explicit < 3 && random.below(8) == 0 {
        entries.push(Entry::NewAxis);
    }
    entries
}

pub(super) fn shape(random: &mut Random) -> Vec<usize> {
    (0..random.below(5)).map(|_| random.below(7)).collect()
}

/// A slice of a shape, and the positions of its elements among those of the shape.
type Slice = (DynRegion, Vec<usize>, Vec<usize>);

/// A chain of up to `links` specs on a shape: as one region, and step by step.
fn chain(random: &mut Random, whole: &[usize], links: usize) -> Slice {
    let count = whole.iter().product();
    let mut slice = (
        DynRegion::whole(whole).expect("short"),
        whole.to_vec(),
        (0..count).collect::<Vec<_>>(),
    );
    for _ in 0..links {
        let entries = spec(random, &slice.1);
        let parsed: DynSpec = text(&entries).parse().expect("a spec");
        let next = slice.0.then(&parsed);
        match select(&entries, &slice.1) {
            Ok((shape, chosen)) => {
                let region =
                    next.unwrap_or_else(|error| panic!("{parsed} of {:?}: {error}", slice.1));
                slice = (
                    region,
                    shape,
                    chosen.into_iter().map(|k| slice.2[k]).collect(),
                );
            }
            Err(_) => assert!(next.is_err(), "{parsed} of {:?}", slice.1),
        }
    }
    slice
}

/// The index of an element in row-major order.
fn index(mut position: usize, shape: &[usize]) -> Vec<usize> {
    let mut index = vec![0; shape.len()];
    for (i, &len) in index.iter_mut().zip(shape).rev() {
        (*i, position) = (position % len, position / len);
    }
    index
}

fn flat(index: &[usize], shape: &[usize]) -> usize {
    index
        .iter()
        .zip(shape)
        .fold(0, |flat, (i, len)| flat * len + i)
}

/// The elements of a region, each by its index.
fn elements(region: &DynRegion, whole: &[usize]) -> Vec<usize> {
    let shape = region.result_shape();
    let at = |k| {
        region
            .to_source(&index(k, &shape))
            .expect("inside the result")
    };
    (0..shape.iter().product())
        .map(|k| flat(&at(k), whole))
        .collect()
}

/// Whether a spec as text and a region select the same.
fn same_by_spec(region: &DynRegion, whole: &[usize], shape: &[usize]) {
    match region.to_spec() {
        Ok(spec) => assert_eq!(
            DynRegion::new(spec, whole).as_ref(),
            Ok(region),
            "{spec} of {whole:?}"
        ),
        Err(_) => assert!(shape.contains(&0), "only an empty new axis is not a spec"),
    }
}

fn check_alone((region, shape, chosen): &Slice, whole: &[usize], random: &mut Random) {
    assert_eq!(
        (&region.result_shape()[..], &elements(region, whole)),
        (&shape[..], chosen)
    );
    assert_eq!(
        (region.is_empty(), region.len()),
        (chosen.is_empty(), Some(chosen.len()))
    );
    same_by_spec(region, whole, shape);
    let count: usize = whole.iter().product();
    for position in 0..count.min(20) {
        let back = region
            .to_result(&index(position, whole))
            .map(|index| flat(&index, shape));
        assert_eq!(back, chosen.iter().position(|&chosen| chosen == position));
    }
    // Every element once, lowest first, with all axes of the source.
    match region.inverse() {
        None => assert!(chosen.is_empty()),
        Some(inverse) => {
            let ordered = region.then_region(&inverse).expect("of this result");
            let mut sorted = chosen.clone();
            sorted.sort_unstable();
            assert_eq!(
                (elements(&ordered, whole), ordered.result_shape().len()),
                (sorted, whole.len())
            );
        }
    }
    if let Some(hull) = region.hull() {
        let indices: Vec<_> = chosen
            .iter()
            .map(|&position| index(position, whole))
            .collect();
        let ends = |axis: usize| {
            let positions = indices.iter().map(|index| index[axis]);
            (
                positions.clone().min().expect("not empty"),
                positions.max().expect("not empty"),
            )
        };
        for (axis, taken) in hull.axes().iter().enumerate() {
            assert_eq!(
                (taken.first(), taken.last().expect("not empty")),
                ends(axis)
            );
            assert_eq!(taken.step(), 1);
        }
    }
    if !shape.is_empty() {
        let (axis, parts) = (random.below(shape.len()), 1 + random.below(6));
        let mut lengths = Vec::new();
        let mut along: Vec<Vec<usize>> = Vec::new();
        for part in region.split(axis, parts).expect("an axis and parts") {
            lengths.push(part.result_shape()[axis]);
            along.push(elements(&part, whole));
        }
        // `numpy.array_split`: the first parts have one more.
        let expected: Vec<usize> = (0..parts)
            .map(|k| (0..shape[axis]).skip(k).step_by(parts).count())
            .collect();
        assert_eq!(lengths, expected);
        let mut before = 0;
        for (part, len) in along.iter().zip(lengths) {
            let inside = |k: &usize| (before..before + len).contains(&index(*k, shape)[axis]);
            let of_part: Vec<usize> = (0..chosen.len())
                .filter(inside)
                .map(|k| chosen[k])
                .collect();
            assert_eq!(*part, of_part);
            before += len;
        }
    }
}

fn check_pair(a: &Slice, b: &Slice, whole: &[usize]) {
    let common: Vec<usize> =
        a.2.iter()
            .filter(|chosen| b.2.contains(chosen))
            .copied()
            .collect();
    assert_eq!(a.0.is_disjoint(&b.0), Ok(common.is_empty()));
    assert_eq!(
        a.0.contains(&b.0),
        Ok(b.2.iter().all(|chosen| a.2.contains(chosen)))
    );
    let both = a.0.intersect(&b.0).expect("of one shape");
    let within = a.0.within(&b.0).expect("of one shape");
    match (both, within) {
        (None, None) => assert!(common.is_empty()),
        (Some(both), Some(within)) => {
            assert_eq!(elements(&both, whole), common);
            let again = b.0.then_region(&within).expect("of that result");
            assert_eq!(
                (again.axes(), again.result_shape()),
                (both.axes(), both.result_shape())
            );
        }
        _ => panic!("the one is there if the other is"),
    }
    let hull = a.0.hull_with(&b.0).expect("of one shape");
    assert_eq!(hull.is_none(), a.2.is_empty() && b.2.is_empty());
    for part in [a, b] {
        let inside = hull
            .as_ref()
            .is_none_or(|hull| hull.contains(&part.0) == Ok(true));
        assert!(inside);
        if let (Some(hull), true) = (&hull, [a, b].iter().any(|other| other.2.is_empty())) {
            assert!(part.2.is_empty() || part.0.hull().as_ref() == Some(hull));
        }
    }
}

/// Two specs that one spec does for every shape do the same on this one.
fn check_every_shape(random: &mut Random, whole: &[usize]) -> bool {
    let first = spec(random, whole);
    let Ok((middle, _)) = select(&first, whole) else {
        return false;
    };
    let (a, b): (DynSpec, DynSpec) = (
        text(&first).parse().expect("a spec"),
        text(&spec(random, &middle)).parse().expect("a spec"),
    );
    let Some(both) = a.then(&b) else { return false };
    assert_eq!(
        both.canonical().as_ref(),
        Ok(&both),
        "what composes is canonical"
    );
    for _ in 0..4 {
        let other = shape(random);
        // Of what is empty, the shape is all there is.
        let result = |region: DynRegion| {
            (
                region.result_shape(),
                Some(region).filter(|region| !region.is_empty()),
            )
        };
        let stepwise = DynRegion::new(&a, &other)
            .and_then(|region| region.then(&b))
            .ok()
            .map(result);
        assert_eq!(
            DynRegion::new(both, &other).ok().map(result),
            stepwise,
            "{a} then {b} is not {both} on {other:?}"
        );
        let canonical = a.canonical().expect("no stride is 0");
        assert_eq!(
            DynRegion::new(canonical, &other).ok().map(result),
            DynRegion::new(&a, &other).ok().map(result),
            "{a} is not {canonical}"
        );
    }
    true
}

/// A spec that fits is strict if and only if each bound of a range is one that Python's clamping
/// leaves alone.
fn check_strict(random: &mut Random, whole: &[usize]) {
    let entries = spec(random, whole);
    let parsed: DynSpec = text(&entries).parse().expect("a spec");
    let strict = parsed.as_encoding().check_strictly(whole);
    if select(&entries, whole).is_err() {
        return assert!(strict.is_err(), "{parsed} of {whole:?}");
    }
    let explicit = entries
        .iter()
        .filter(|entry| matches!(entry, Entry::Index(_) | Entry::Range(..)))
        .count();
    let (mut axis, mut inside) = (0, true);
    for entry in &entries {
        match entry {
            Entry::NewAxis => {}
            Entry::Ellipsis => axis += whole.len() - explicit,
            Entry::Index(_) => axis += 1,
            Entry::Range(begin, end, stride) => {
                let len = i128::try_from(whole[axis]).expect("short");
                let lowest = if stride.is_some_and(|stride| stride < 0) {
                    -1
                } else {
                    0
                };
                let mut bounds = [begin, end]
                    .into_iter()
                    .flatten()
                    .map(|&bound| i128::from(bound));
                let from_front = |bound: i128| if bound < 0 { bound + len } else { bound };
                inside &= bounds.all(|bound| (lowest..=len + lowest).contains(&from_front(bound)));
                axis += 1;
            }
        }
    }
    assert_eq!(strict.is_ok(), inside, "{parsed} of {whole:?}");
}

/// Checks chains of up to five specs on small shapes. Every tenth, and the chain before it on the
/// same shape, is checked with all that regions do. Returns how many pairs of specs one spec does
/// on every shape.
///
/// # Panics
///
/// If a chain is not what the oracle says.
#[must_use]
pub fn random_chains(count: usize, seed: u64) -> usize {
    let mut random = Random(seed);
    let mut single = 0;
    for round in 0..count {
        let whole = shape(&mut random);
        let links = 1 + random.below(5);
        let slice = chain(&mut random, &whole, links);
        assert_eq!(elements(&slice.0, &whole), slice.2);
        if round % 10 == 0 {
            check_alone(&slice, &whole, &mut random);
            let links = random.below(3);
            check_pair(&slice, &chain(&mut random, &whole, links), &whole);
            single += usize::from(check_every_shape(&mut random, &whole));
            check_strict(&mut random, &whole);
        }
    }
    single
}
