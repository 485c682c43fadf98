//! All small slices, one after the other, against the oracle.

use tslice::{Encoding, Masks, Tensor, View, s};
use tslice_tests::counting::counting;
use tslice_tests::oracle::{Entry, select};

fn bounds(limit: i64) -> impl Iterator<Item = Option<i64>> + Clone {
    let extremes = [i64::MIN, i64::MIN + 1, i64::MAX - 1, i64::MAX];
    (-limit..=limit).chain(extremes).map(Some).chain([None])
}

fn strides(limit: i64) -> impl Iterator<Item = Option<i64>> + Clone {
    bounds(limit).filter(|stride| *stride != Some(0))
}

type Range = (Option<i64>, Option<i64>, Option<i64>);

fn encoding(ranges: &[Range]) -> Encoding {
    let absent = |of: fn(&Range) -> bool| {
        ranges
            .iter()
            .enumerate()
            .filter(|(_, range)| of(range))
            .map(|(i, _)| 1_u32 << i)
            .sum()
    };
    let masks = Masks {
        begin_mask: absent(|(b, ..)| b.is_none()),
        end_mask: absent(|(_, e, _)| e.is_none()),
        ..Masks::default()
    };
    let begin = ranges.iter().map(|(b, ..)| b.unwrap_or(0)).collect();
    let end = ranges.iter().map(|(_, e, _)| e.unwrap_or(0)).collect();
    let strides = ranges.iter().map(|(.., s)| s.unwrap_or(1)).collect();
    Encoding::new(begin, end, strides, masks).expect("no stride is 0")
}

/// The four forms of a range by what is absent, through the typed macro.
fn typed(
    view: View<'_, usize, 1>,
    begin: Option<i64>,
    end: Option<i64>,
    stride: i64,
) -> Vec<usize> {
    match (begin, end) {
        (None, None) => view.slice(s![::stride]).to_vec(),
        (Some(b), None) => view.slice(s![b: :stride]).to_vec(),
        (None, Some(e)) => view.slice(s![:e:stride]).to_vec(),
        (Some(b), Some(e)) => view.slice(s![b:e:stride]).to_vec(),
    }
}

#[test]
fn every_range_over_one_axis_matches_oracle() {
    let mut cases = 0;
    for len in 0..=6 {
        let tensor = Tensor::from_shape_vec([len], (0..len).collect()).expect("as many");
        for begin in bounds(8) {
            for end in bounds(8) {
                for stride in strides(4) {
                    let (_, expected) = select(&[Entry::Range(begin, end, stride)], &[len])
                        .expect("a range always fits");
                    assert_eq!(
                        typed(tensor.view(), begin, end, stride.unwrap_or(1)),
                        expected
                    );
                    let dynamic = tensor
                        .view()
                        .into_dyn()
                        .slice(encoding(&[(begin, end, stride)]));
                    assert_eq!(
                        dynamic.to_vec(),
                        expected,
                        "{begin:?}:{end:?}:{stride:?} of {len}"
                    );
                    cases += 1;
                }
            }
        }
    }
    assert_eq!(cases, 7 * 22 * 22 * 13);
}

#[test]
fn every_index_over_one_axis_matches_oracle() {
    for len in 0..=6 {
        let tensor = Tensor::from_shape_vec([len], (0..len).collect()).expect("as many");
        for index in bounds(8).flatten() {
            let chosen = select(&[Entry::Index(index)], &[len]).map(|(_, chosen)| chosen);
            assert_eq!(
                tensor.try_slice(s![index]).map(|v| v.to_vec()).ok(),
                chosen.ok(),
                "{index} of {len}"
            );
        }
    }
}

#[test]
fn ranges_over_two_axes_match_oracle() {
    let few = || [-4, -1, 0, 1, 2].into_iter().map(Some).chain([None]);
    let steps = || [-2, -1, 1, 3].into_iter().map(Some);
    for shape in [[0, 3], [3, 0], [1, 2], [2, 3]] {
        let tensor = counting(0_usize, &shape);
        for (b0, e0) in few().flat_map(|b| few().map(move |e| (b, e))) {
            for (b1, e1) in few().flat_map(|b| few().map(move |e| (b, e))) {
                for (s0, s1) in steps().flat_map(|s| steps().map(move |t| (s, t))) {
                    let entries = [Entry::Range(b0, e0, s0), Entry::Range(b1, e1, s1)];
                    let (shape, expected) = select(&entries, &shape).expect("ranges always fit");
                    let view = tensor.slice(encoding(&[(b0, e0, s0), (b1, e1, s1)]));
                    assert_eq!(
                        (view.shape(), view.to_vec()),
                        (&shape[..], expected),
                        "{entries:?}"
                    );
                }
            }
        }
    }
}
