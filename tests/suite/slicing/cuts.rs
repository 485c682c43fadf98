//! What a slice takes of each axis, in plain numbers.

use proptest::prelude::*;
use tslice::interop::{Cut, CutError, Run};
use tslice::{DynSpec, s};
use tslice_tests::faults::fault;
use tslice_tests::oracle::{select, text};
use tslice_tests::raw_oracle::Fault;

use super::properties::case;

/// The positions in a row-major array of the elements that a cut takes, in the order of the result.
fn positions(cut: &Cut, shape: &[usize]) -> Vec<usize> {
    let mut positions = vec![0];
    for (&len, run) in shape.iter().zip(cut.runs()) {
        let at = |i: usize| run.first.wrapping_add_signed(i.cast_signed() * run.step);
        positions = positions.iter().flat_map(|p| (0..run.count).map(move |i| p * len + at(i))).collect();
    }
    positions
}

proptest! {
    #[test]
    fn a_cut_takes_what_the_slice_has((shape, entries) in case()) {
        let spec: DynSpec = text(&entries).parse().expect("the oracle writes specs");
        match (Cut::new(&spec, &shape), select(&entries, &shape)) {
            (Ok(cut), Ok((sliced, elements))) => {
                prop_assert_eq!(cut.shape().collect::<Vec<_>>(), sliced);
                prop_assert_eq!(positions(&cut, &shape), elements);
                let kept: Vec<usize> = cut.axes().iter().copied().flatten().collect();
                prop_assert!(kept.is_sorted_by(|a, b| a < b) && cut.runs().len() == shape.len());
                for (run, &len) in cut.runs().iter().zip(&shape) {
                    let (low, high) = run.hull();
                    prop_assert!(low <= high && high <= len && run.step != 0);
                    prop_assert_eq!(run.count, (high - low).div_ceil(run.step.unsigned_abs()));
                    prop_assert_eq!(run.is_whole(len), (run.first, run.count, run.step) == (0, len, 1));
                }
            }
            (Err(CutError::Slice(error)), Err(expected)) => prop_assert_eq!(fault(&error), Fault::Entry(expected)),
            (cut, expected) => prop_assert!(false, "{:?}, expected {:?}", cut, expected),
        }
    }
}

#[test]
fn a_run_of_fewer_than_two_positions_has_step_1() {
    let runs = |shape| Cut::new(s![::i64::MIN, 7:2, ::-1], shape).expect("it fits").runs().to_vec();
    let run = |first, count, step| Run { first, count, step };
    assert_eq!(runs(&[5, 9, 1]), [run(4, 1, 1), run(0, 0, 1), run(0, 1, 1)]);
    assert_eq!(runs(&[0, 9, 2]), [run(0, 0, 1), run(0, 0, 1), run(1, 2, -1)]);
    let longest = [isize::MAX.cast_unsigned(), 0, 1];
    assert_eq!(Cut::new(s![1 - i64::MAX:], &longest).expect("it fits").runs()[0], run(1, longest[0] - 1, 1));
}

#[test]
fn shapes_that_no_array_has_are_errors() {
    for shape in [[usize::MAX, 1], [1 << 40, 1 << 40]] {
        assert!(matches!(Cut::new(s![1], &shape), Err(CutError::Shape(_))));
    }
}
