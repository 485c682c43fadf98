//! Two specs of several entries, on arrays of every small shape.

use super::walks::walk;
use super::with_lists;
use crate::proof::meet::Meeting;
use tslice_entry::Entry;
use tslice_syntax::parse;

/// A spec spelled out for a rank: an entry for each axis; `None` if it takes more axes.
fn spelled_out(spec: &[Entry<i64>], rank: usize) -> Option<Vec<Entry<i64>>> {
    let takes = |entry: &&Entry<i64>| !matches!(entry, Entry::Ellipsis | Entry::NewAxis);
    let taken = spec.iter().filter(takes).count();
    let whole = rank.checked_sub(taken)?;
    let at = spec
        .iter()
        .position(|entry| *entry == Entry::Ellipsis)
        .unwrap_or(spec.len());
    let mut axes: Vec<_> = spec[..at].iter().filter(takes).copied().collect();
    axes.extend((0..whole).map(|_| Entry::WHOLE));
    axes.extend(spec[at..].iter().filter(takes));
    Some(axes)
}

/// The first array of which two specs have a common element, by rank and then by the length of each
/// axis: lengths do not depend on each other.
fn first(a: &[Entry<i64>], b: &[Entry<i64>]) -> Option<Vec<(i64, i64)>> {
    (0..8).find_map(|rank| {
        let (a, b) = (spelled_out(a, rank)?, spelled_out(b, rank)?);
        a.iter()
            .zip(&b)
            .map(|(a, b)| {
                (0..20).find_map(|length| {
                    let common = walk(a, length)? & walk(b, length)?;
                    (common != 0).then(|| (length, i64::from(common.trailing_zeros())))
                })
            })
            .collect()
    })
}

#[test]
fn specs_overlap_as_loops_say() {
    let specs = [
        "",
        "..",
        "0",
        "1",
        "-1",
        "-2",
        ":",
        ":2",
        "2:",
        ":-2",
        "-2:",
        "::2",
        "1::2",
        "::-2",
        "0, 0",
        "0, 1",
        "1, 0",
        "0, ..",
        ".., 0",
        ".., 1",
        "1, ..",
        "0, .., 0",
        "0, .., 1",
        "1, .., 0",
        ":, ::2",
        ":, 1::2",
        ".., ::2",
        ".., 1::2",
        "newaxis, 0",
        "newaxis, 1",
        "0, newaxis, ..",
        "newaxis",
        "newaxis, .., newaxis",
        "5:5",
        ":, 3:1",
        "0, 0, 0",
        "0, 1, 0",
        ".., 0, 1",
        ".., 1, 1",
        ":2, :2",
        "2:, :",
        ":2, 2:",
        "-1, ..",
        ".., -1",
        "-1, .., 0",
        ":, :2, ..",
        ":, .., 2:",
        "1 => 0",
        "-2 => 1",
        "0 => 0, -1 => 1",
        "0 => 1, -1 => 0",
    ];
    let specs: Vec<_> = specs
        .iter()
        .map(|text| (*text, parse(text).expect("a spec").entries))
        .collect();
    for (a, of_a) in &specs {
        for (b, of_b) in &specs {
            let found = overlap(of_a, of_b);
            let found = found.map(|axes| {
                axes.iter()
                    .map(|axis| (axis.length, axis.position))
                    .collect::<Vec<_>>()
            });
            assert_eq!(found, first(of_a, of_b), "[{a}] [{b}]");
        }
    }
}

#[test]
fn specs_of_any_length_have_a_verdict() {
    let long = vec![Entry::Index(0); 31];
    assert_eq!(overlap(&long, &long).expect("the same").len(), 31);
    let mut apart = long.clone();
    apart[30] = Entry::Index(1);
    assert!(overlap(&long, &apart).is_none());
    let mut from_end = vec![Entry::Ellipsis];
    from_end.extend(vec![Entry::Index(1); 30]);
    let mut from_front = vec![Entry::Index(0); 30];
    from_front.push(Entry::Ellipsis);
    assert_eq!(
        overlap(&from_front, &from_end)
            .expect("on a high rank")
            .len(),
        60
    );
}

fn overlap(a: &[Entry<i64>], b: &[Entry<i64>]) -> Option<Vec<Meeting>> {
    crate::proof::overlap(&with_lists(a, &[]), &with_lists(b, &[]))
}
