//! Every kind of entry, alone and in pairs, with masks beside them, read and written: what the
//! oracle selects.
#![allow(
    deprecated,
    reason = "`Device::ndarray` is the second backend that needs no GPU, until burn takes it away"
)]

mod ranked;

use burn_tensor::{DType, Device, Int, Tensor, TensorData};
use ranked::{Ranked, by_rank};
use tslice::{DynSpec, DynView, DynViewMut, s};
use tslice_burn::{TSlice, TSliceError};
use tslice_cases::kinds::{
    Kind, LONGEST, Selected, alone, beside_groups, list_of, masks, pairs, select, shapes, text,
};

type Read = Result<Ranked<Int>, TSliceError>;

/// A tensor of the numbers from a first one on.
fn from(first: i64, shape: &[usize], device: &Device) -> Ranked<Int> {
    let count = shape.iter().product::<usize>() as i64;
    Ranked::new(
        TensorData::new((first..first + count).collect(), shape),
        device,
        DType::I64,
    )
}

fn elements(tensor: &Ranked<Int>) -> Vec<i64> {
    tensor.data().try_into_vec().expect("integers")
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
    device: &Device,
    read: impl Fn(usize) -> Read,
    assign: impl Fn(Ranked<Int>) -> Read,
    fill: Read,
) {
    let is_of_spec =
        |error: &TSliceError| matches!(error, TSliceError::Slice(_) | TSliceError::Pick(_));
    let Some(selected) = expected else {
        for got in [read(1), assign(from(1000, &[1], device)), fill] {
            assert!(
                got.as_ref().is_err_and(is_of_spec),
                "{case}: {:?}",
                got.map(|got| elements(&got))
            );
        }
        return;
    };
    // burn has no tensors of rank 0.
    let rank = selected.0.len();
    match read(rank.max(1)) {
        Err(TSliceError::Rank {
            expected: 1,
            rank: 0,
        }) => assert_eq!(rank, 0, "{case}"),
        read => {
            let read = read.expect(case);
            assert_eq!(read.dtype(), DType::I64, "{case}");
            let positions = elements(&read).into_iter().map(|at| at as usize).collect();
            assert_eq!(
                (read.data().shape().to_vec(), positions),
                *selected,
                "read {case}"
            );
        }
    }
    let values = if rank == 0 {
        vec![1]
    } else {
        selected.0.clone()
    };
    let written = assign(from(1000, &values, device)).expect(case);
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

fn cross(entries: &[Kind], shape: &[usize], devices: &[Device]) {
    if shape.is_empty() {
        return;
    }
    let (spec, expected) = (text(entries), select(entries, shape));
    let case = format!("{spec} of {shape:?}");
    let spec: DynSpec = spec.parse().expect("a spec");
    for device in devices {
        let t = || from(0, shape, device);
        for is_pick in [true, false] {
            // A slice takes no lists.
            let expected = expected
                .as_ref()
                .filter(|_| is_pick || !entries.iter().any(Kind::is_list));
            let read = |rank| t().take(&spec, is_pick, rank);
            let assign = |values| t().assign(&spec, is_pick, values);
            agree(
                &case,
                shape,
                expected,
                device,
                read,
                assign,
                t().fill(&spec, is_pick, 7777_i64),
            );
        }
    }
}

#[test]
fn entry_kinds_alone_agree_in_burn() {
    let flex = [Device::flex()];
    for entry in alone() {
        let entries = [entry];
        for shape in shapes(&entries, &[0, 1, 2, 3, 4, 5, 6]) {
            if shape.len() < 2 || shape.iter().all(|len| [0, 2, 3].contains(len)) {
                cross(&entries, &shape, &flex);
            }
        }
    }
}

#[test]
fn entry_kinds_in_pairs_agree_in_burn() {
    let devices = [Device::flex(), Device::ndarray()];
    for pair in pairs() {
        let lengths: &[usize] = if pair.iter().map(Kind::consumed).sum::<usize>() > 2 {
            &[0, 3]
        } else {
            &[0, 2, 5]
        };
        for shape in shapes(&pair, lengths) {
            cross(&pair, &shape, &devices);
        }
    }
}

#[test]
fn masks_beside_entry_kinds_agree_in_burn() {
    let device = Device::flex();
    for (mask, len) in (0..=LONGEST)
        .flat_map(masks)
        .flat_map(|mask| (0..=LONGEST).map(move |len| (mask.clone(), len)))
    {
        macro_rules! agree {
            ($($entry:expr, $from:ident, $shape:expr => $to:ident = [$($spec:tt)*];)*) => {$({
                let (entries, shape): ([Option<Kind>; 2], Vec<usize>) = ([Some(list_of(&mask)), $entry], $shape);
                let entries: Vec<Kind> = entries.into_iter().flatten().collect();
                let expected = select(&entries, &shape).filter(|_| mask.len() == len);
                let t = || match from(0, &shape, &device) {
                    Ranked::$from(t) => t,
                    _ => unreachable!("the shape has this rank"),
                };
                let read = |_| t().try_tpick(s![$($spec)*]).map(Ranked::$to);
                let assign = |values| {
                    by_rank!(values, values => t().try_tpick_assign(s![$($spec)*], values)).map(Ranked::$from)
                };
                let fill = t().try_tpick_fill(s![$($spec)*], 7777_i64).map(Ranked::$from);
                let case = format!("{} of {mask:?} and {shape:?}", stringify!($($spec)*));
                agree(&case, &shape, expected.as_ref(), &device, read, assign, fill);
            })*};
        }
        agree! {
            None, One, vec![len] => One = [&mask];
            Some(Kind::NewAxis), One, vec![len] => Two = [&mask, newaxis];
            Some(Kind::Ellipsis), Two, vec![len, 2] => Two = [&mask, ..];
            Some(Kind::Index(-1)), Two, vec![len, 2] => One = [&mask, -1];
            Some(Kind::Range(None, None, -1)), Two, vec![len, 3] => Two = [&mask, ::-1];
            Some(Kind::Window(1, 2)), Two, vec![len, 3] => Two = [&mask, 1:+2];
            Some(Kind::List(vec![Kind::Index(2), Kind::Index(0)])), Two, vec![len, 3] => Two = [&mask, [2, 0]];
            Some(list_of(&mask)), Two, vec![len, len] => Two = [&mask, &mask];
        }
    }
}

#[test]
fn groups_and_lists_of_any_length_agree_beside_ranges_in_burn() {
    let devices = [Device::flex(), Device::ndarray()];
    for entries in beside_groups() {
        let consumed: usize = entries.iter().map(Kind::consumed).sum();
        // `Ranked` has tensors of rank 1 to 4.
        if (1..=4).contains(&consumed) {
            for shape in [[2, 3, 4, 5], [9, 2, 3, 2], [4, 5, 6, 2]] {
                cross(&entries, &shape[..consumed], &devices);
            }
        }
    }
}

/// What arrays answer to a spec: the elements that it reads, and all after an assignment of values
/// 1000, 1001, .. and after a fill with 7777.
macro_rules! of_arrays {
    ($shape:expr, [$($spec:tt)*]) => {{
        let elements: Vec<i64> = (0..$shape.iter().product::<usize>() as i64).collect();
        let array = DynView::from_shape(&$shape, &elements).expect("its shape");
        let read = array.try_pick(s![$($spec)*]).expect("it fits");
        let shape = read.shape().to_vec();
        let read = read.into_vec();
        let values: Vec<i64> = (1000..).take(read.len()).collect();
        let (mut assigned, mut filled) = (elements.clone(), elements.clone());
        DynViewMut::from_shape(&$shape, &mut assigned)
            .expect("its shape")
            .try_pick_mut(s![$($spec)*])
            .expect("it fits")
            .try_assign(&DynView::from_shape(&shape, &values).expect("its shape"))
            .expect("its values");
        DynViewMut::from_shape(&$shape, &mut filled)
            .expect("its shape")
            .try_pick_mut(s![$($spec)*])
            .expect("it fits")
            .fill(7777);
        (shape, read, assigned, filled)
    }};
}

#[test]
fn groups_and_masks_in_every_order_match_arrays() {
    for device in [Device::flex(), Device::ndarray()] {
        for (shape, count) in [[4, 5, 6, 3], [9, 2, 3, 8], [2, 2, 2, 2]]
            .into_iter()
            .flat_map(|shape| [1, 2, 4, 8].map(|count| (shape, count)))
        {
            let ys: Vec<usize> = (0..count).map(|number| number % 2).collect();
            let xs: Vec<usize> = (0..count).map(|number| number / 2 % 2).collect();
            let mask = |axis: usize| -> Vec<bool> {
                (0..shape[axis]).map(|at| at < count && at != 1).collect()
            };
            macro_rules! agree {
                ($([$($spec:tt)*] => $rank:literal;)*) => {$({
                    let case = format!("{} of {shape:?}, {count} positions", stringify!($($spec)*));
                    let (kept, read, assigned, filled) = of_arrays!(shape, [$($spec)*]);
                    let Ranked::Four(t) = from(0, &shape, &device) else {
                        unreachable!("the shape has this rank")
                    };
                    let got = t.clone().try_tpick::<$rank, _>(s![$($spec)*]).expect(&case);
                    assert_eq!(got.dims().to_vec(), kept, "{case}");
                    assert_eq!(elements_of(got), read, "read {case}");
                    let values = by_rank!(from(1000, &kept, &device), values => {
                        t.clone().try_tpick_assign(s![$($spec)*], values)
                    });
                    assert_eq!(elements_of(values.expect(&case)), assigned, "assigned {case}");
                    let full = t.try_tpick_fill(s![$($spec)*], 7777_i64).expect(&case);
                    assert_eq!(elements_of(full), filled, "filled {case}");
                })*};
            }
            agree! {
                [(&ys, &xs), ::2, &mask(3)] => 3;
                [(&ys, &xs), &mask(2), ::2] => 3;
                [::2, (&ys, &xs), &mask(3)] => 3;
                [&mask(0), (&ys, &xs), ::2] => 3;
                [::2, &mask(1), (&ys, &xs)] => 3;
                [&mask(0), ::2, (&ys, &xs)] => 3;
                [(&ys, &xs), newaxis, 0, ::2] => 3;
                [(&ys, &xs), ::-1, 1:] => 3;
                [1:, ::2, (&ys, &xs)] => 3;
                [(&ys, &xs), (&xs, &ys)] => 2;
                [(&ys, &xs, &ys), ::2] => 2;
                [::2, (&ys, &xs, &ys)] => 2;
                [&ys, ::2, &xs, 1:] => 4;
                [1:, &ys, ::2, &xs] => 4;
            }
        }
    }
}

fn elements_of<const D: usize>(t: Tensor<D, Int>) -> Vec<i64> {
    t.to_data().try_into_vec().expect("integers")
}
