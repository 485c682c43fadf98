//! What a slice takes of each axis, in plain numbers: for crates whose elements are moved by
//! operations of their own.

use proptest::prelude::*;
use tslice::{DynSpec, Progression, SliceError, s};
use tslice_algebra::DynRegion;
use tslice_tests::faults::fault;
use tslice_tests::oracle::{select, text};
use tslice_tests::raw_oracle::Fault;

use super::properties::case;

/// The positions in a row-major array of the elements that a region takes, in the order of the
/// result.
fn positions(region: &DynRegion, shape: &[usize]) -> Vec<usize> {
    let mut positions = vec![0];
    for (&len, axis) in shape.iter().zip(region.axes()) {
        let at = |i: usize| {
            axis.first()
                .wrapping_add_signed(i.cast_signed() * axis.step())
        };
        positions = positions
            .iter()
            .flat_map(|p| (0..axis.count()).map(move |i| p * len + at(i)))
            .collect();
    }
    positions
}

proptest! {
    #[test]
    fn a_region_takes_what_the_slice_has((shape, entries) in case()) {
        let spec: DynSpec = text(&entries).parse().expect("the oracle writes specs");
        match (DynRegion::new(&spec, &shape), select(&entries, &shape)) {
            (Ok(region), Ok((sliced, elements))) => {
                prop_assert_eq!(region.result_shape(), sliced);
                prop_assert_eq!(positions(&region, &shape), elements);
                let kept: Vec<usize> = region.origins().into_iter().flatten().collect();
                prop_assert!(kept.is_sorted_by(|a, b| a < b) && region.axes().len() == shape.len());
                for (axis, &len) in region.axes().iter().zip(&shape) {
                    let hull = axis.hull();
                    prop_assert!(hull.start <= hull.end && hull.end <= len && axis.step() != 0);
                    prop_assert_eq!(axis.count(), hull.len().div_ceil(axis.step().unsigned_abs()));
                    let all = (axis.first(), axis.count(), axis.step()) == (0, len, 1);
                    prop_assert_eq!(axis.is_whole(len), all);
                }
            }
            (Err(error), Err(expected)) => prop_assert_eq!(fault(&error), Fault::Entry(expected)),
            (region, expected) => prop_assert!(false, "{:?}, expected {:?}", region, expected),
        }
    }
}

#[cfg(target_pointer_width = "64")]
#[test]
fn fewer_than_two_positions_have_step_1() {
    let numbers = |axis: &Progression| (axis.first(), axis.count(), axis.step());
    let axes = |spec: &str, shape: [usize; 3]| {
        let region =
            DynRegion::new(spec.parse::<DynSpec>().expect("a spec"), &shape).expect("it fits");
        region.axes().iter().map(numbers).collect::<Vec<_>>()
    };
    let spec = s![::i64::MIN, 7:2, ::-1].to_string();
    assert_eq!(axes(&spec, [5, 9, 1]), [(4, 1, 1), (0, 0, 1), (0, 1, 1)]);
    assert_eq!(axes(&spec, [0, 9, 2]), [(0, 0, 1), (0, 0, 1), (1, 2, -1)]);
    let longest = isize::MAX.cast_unsigned();
    assert_eq!(
        axes(&s![1 - i64::MAX:].to_string(), [longest, 0, 1])[0],
        (1, longest - 1, 1)
    );
}

#[test]
fn axes_that_no_array_has_are_errors() {
    let error = SliceError::AxisTooLong {
        axis: 0,
        len: usize::MAX,
    };
    assert_eq!(DynRegion::new(s![1], &[usize::MAX, 1]), Err(error));
}
