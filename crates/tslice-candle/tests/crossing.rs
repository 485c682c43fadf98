//! Every kind of entry, alone and in pairs, with masks beside them, read and written: what the
//! oracle selects.

use candle_core::{Device, Tensor};
use tslice::{DynSpec, s};
use tslice_candle::{TSlice, TSliceError};
use tslice_cases::kinds::{
    Kind, LONGEST, Selected, alone, beside_groups, list_of, masks, pairs, select, shapes, text,
};

/// A tensor whose elements are their own positions.
fn numbered(shape: &[usize]) -> Tensor {
    from(0, shape)
}

/// A tensor of the numbers from a first one on.
fn from(first: i64, shape: &[usize]) -> Tensor {
    let count = shape.iter().product::<usize>() as i64;
    Tensor::from_vec((first..first + count).collect(), shape, &Device::Cpu)
        .expect("as many numbers")
}

fn elements(tensor: &Tensor) -> Vec<i64> {
    tensor
        .flatten_all()
        .and_then(|flat| flat.to_vec1())
        .expect("integers")
}

fn shown(tensor: Tensor) -> Selected {
    (
        tensor.dims().to_vec(),
        elements(&tensor)
            .into_iter()
            .map(|at| at as usize)
            .collect(),
    )
}

/// What is in a tensor of a shape after new values were assigned in order.
fn assigned(shape: &[usize], selected: &Selected, value: impl Fn(usize) -> i64) -> Vec<i64> {
    let mut all: Vec<i64> = (0..shape.iter().product::<usize>() as i64).collect();
    for (at, &element) in selected.1.iter().enumerate() {
        all[element] = value(at);
    }
    all
}

/// Compares the answers of the three operations: a read, an assignment of values 1000, 1001, ..,
/// and a fill with 7777.
fn agree(
    case: &str,
    shape: &[usize],
    expected: Option<&Selected>,
    read: Result<Tensor, TSliceError>,
    assign: impl Fn(&Tensor) -> Result<Tensor, TSliceError>,
    fill: Result<Tensor, TSliceError>,
) {
    let is_of_spec =
        |error: &TSliceError| matches!(error, TSliceError::Slice(_) | TSliceError::Pick(_));
    let Some(selected) = expected else {
        for got in [read, assign(&from(1000, &[])), fill] {
            assert!(got.as_ref().is_err_and(is_of_spec), "{case}: {got:?}");
        }
        return;
    };
    assert_eq!(read.map(shown).expect(case), *selected, "read {case}");
    let written = assign(&from(1000, &selected.0)).expect(case);
    assert_eq!(
        elements(&written),
        assigned(shape, selected, |at| 1000 + at as i64),
        "assigned {case}"
    );
    assert_eq!(
        elements(&fill.expect(case)),
        assigned(shape, selected, |_| 7777),
        "filled {case}"
    );
}

fn cross(entries: &[Kind], shape: &[usize]) {
    let (spec, expected) = (text(entries), select(entries, shape));
    let case = format!("{spec} of {shape:?}");
    let spec: DynSpec = spec.parse().expect("a spec");
    let t = numbered(shape);
    let assign = |values: &Tensor| t.try_tpick_assign(&spec, values);
    agree(
        &case,
        shape,
        expected.as_ref(),
        t.try_tpick(&spec),
        assign,
        t.try_tpick_fill(&spec, 7777_i64),
    );
    let assign = |values: &Tensor| t.try_tslice_assign(&spec, values);
    // A slice takes no lists.
    let expected = expected.filter(|_| !entries.iter().any(Kind::is_list));
    agree(
        &case,
        shape,
        expected.as_ref(),
        t.try_tslice(&spec),
        assign,
        t.try_tslice_fill(&spec, 7777_i64),
    );
}

#[test]
fn entry_kinds_alone_agree_in_candle() {
    for entry in alone() {
        let entries = [entry];
        for shape in shapes(&entries, &[0, 1, 2, 3, 4, 5, 6]) {
            if shape.len() < 2 || shape.iter().all(|len| [0, 2, 3].contains(len)) {
                cross(&entries, &shape);
            }
        }
    }
}

#[test]
fn entry_kinds_in_pairs_agree_in_candle() {
    for pair in pairs() {
        let lengths: &[usize] = if pair.iter().map(Kind::consumed).sum::<usize>() > 2 {
            &[0, 3]
        } else {
            &[0, 1, 2, 3, 5]
        };
        for shape in shapes(&pair, lengths) {
            cross(&pair, &shape);
        }
    }
}

#[test]
fn groups_and_lists_of_any_length_agree_beside_ranges_in_candle() {
    for entries in beside_groups() {
        let consumed: usize = entries.iter().map(Kind::consumed).sum();
        for shape in [[2, 3, 4, 5, 2, 3], [9, 2, 3, 2, 4, 2], [4, 5, 6, 2, 2, 2]] {
            cross(&entries, &shape[..consumed]);
        }
    }
}

#[test]
fn masks_beside_entry_kinds_agree_in_candle() {
    for (mask, len) in (0..=LONGEST)
        .flat_map(masks)
        .flat_map(|mask| (0..=LONGEST).map(move |len| (mask.clone(), len)))
    {
        macro_rules! agree {
            ($($entry:expr, $shape:expr => [$($spec:tt)*];)*) => {$({
                let (entries, shape): ([Option<Kind>; 2], Vec<usize>) = ([Some(list_of(&mask)), $entry], $shape);
                let entries: Vec<Kind> = entries.into_iter().flatten().collect();
                let expected = select(&entries, &shape).filter(|_| mask.len() == len);
                let (t, case) = (numbered(&shape), format!("{} of {mask:?} and {shape:?}", stringify!($($spec)*)));
                let assign = |values: &Tensor| t.try_tpick_assign(s![$($spec)*], values);
                let fill = t.try_tpick_fill(s![$($spec)*], 7777_i64);
                agree(&case, &shape, expected.as_ref(), t.try_tpick(s![$($spec)*]), assign, fill);
            })*};
        }
        agree! {
            None, vec![len] => [&mask];
            Some(Kind::NewAxis), vec![len] => [&mask, newaxis];
            Some(Kind::Ellipsis), vec![len, 2] => [&mask, ..];
            Some(Kind::Index(-1)), vec![len, 2] => [&mask, -1];
            Some(Kind::Range(None, None, -1)), vec![len, 3] => [&mask, ::-1];
            Some(Kind::Window(1, 2)), vec![len, 3] => [&mask, 1:+2];
            Some(Kind::List(vec![Kind::Index(2), Kind::Index(0)])), vec![len, 3] => [&mask, [2, 0]];
            Some(list_of(&mask)), vec![len, len] => [&mask, &mask];
        }
    }
}
