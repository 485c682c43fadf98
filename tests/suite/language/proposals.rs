//! What a message says to write for another library's spec selects what that library selects.

use tslice::{DynSpec, DynView, View};

/// The positions that ndarray and burn take of `0..len` by `begin..end;stride`: the range first,
/// which is then walked backwards.
fn of_ndarray(
    len: i64,
    begin: Option<i64>,
    end: Option<i64>,
    inclusive: bool,
    stride: i64,
) -> Option<Vec<i64>> {
    let from = |bound: i64| if bound < 0 { bound + len } else { bound };
    let begin = begin.map_or(0, from);
    let end = end.map_or(len, |end| from(end) + i64::from(inclusive));
    let is_range = 0 <= begin && begin <= end && end <= len;
    let step = usize::try_from(-stride).expect("a negative stride");
    is_range.then(|| (begin..end).rev().step_by(step).collect())
}

#[test]
fn a_reversed_range_of_ndarray_keeps_its_elements() {
    let numbers: Vec<i64> = (0..6).collect();
    let bounds: Vec<Option<i64>> = [None].into_iter().chain((-6..=6).map(Some)).collect();
    let text = |bound: Option<i64>| bound.map(|bound| bound.to_string()).unwrap_or_default();
    let (mut proposed, mut silent) = (0, 0);
    for len in [5, 6] {
        let view: DynView<i64> = View::<_, 1>::from(&numbers[..len]).into_dyn();
        for (&begin, &end) in bounds
            .iter()
            .flat_map(|begin| bounds.iter().map(move |end| (begin, end)))
        {
            for (dots, stride) in [("..", -1), ("..", -2), ("..=", -1), ("..=", -3)] {
                let inclusive = dots == "..=";
                if inclusive && end.is_none() {
                    continue;
                }
                let len = i64::try_from(len).expect("small");
                let Some(expected) = of_ndarray(len, begin, end, inclusive, stride) else {
                    continue;
                };
                let spec = format!("{}{dots}{};{stride}", text(begin), text(end));
                let message = spec
                    .parse::<DynSpec>()
                    .expect_err("ndarray's spelling")
                    .to_string();
                let Some((_, rest)) = message.split_once("write `") else {
                    assert!(message.contains("a negative stride walks from begin down to end"));
                    silent += 1;
                    continue;
                };
                let proposal: DynSpec = rest
                    .split('`')
                    .next()
                    .unwrap_or_default()
                    .parse()
                    .expect("a spec is proposed");
                assert_eq!(
                    view.slice(&proposal).to_vec(),
                    expected,
                    "{spec} on {len}: {message}"
                );
                proposed += 1;
            }
        }
    }
    // Bounds change places: for one that becomes negative, no bound says the same.
    assert!(proposed == 4 && silent > 300, "{proposed} {silent}");
}
