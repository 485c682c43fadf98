//! Update and gradient: what is written where, and that the gradient is the transpose of the slice.

use proptest::prelude::*;
use tslice::{
    DynTensor, Encoding, Masks, ShapeError, SliceError, Tensor, View, s, traits::AsEncoding,
};
use tslice_ops::prelude::*;
use tslice_ops::{self as ops, GradError, UpdateError};
use tslice_tests::counting::counting;

use crate::bounds::encodings;

const NONE: Masks = Masks {
    begin_mask: 0,
    end_mask: 0,
    ellipsis_mask: 0,
    new_axis_mask: 0,
    shrink_axis_mask: 0,
};

fn vector(data: &[i64]) -> DynTensor<i64> {
    DynTensor::from_shape_vec([data.len()], data.to_vec()).expect("its length")
}

#[test]
fn update_writes_reversed_under_a_negative_stride() {
    let x = vector(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let value = vector(&[-1, -2]);
    let updated = ops::strided_slice_update(&x.view(), &[8], &[2], &[-3], NONE, &value.view());
    assert_eq!(updated, Ok(vector(&[0, 1, 2, 3, 4, -2, 6, 7, -1, 9])));
}

#[test]
fn update_drops_leading_axes_of_length_1() {
    let x = vector(&[0, 1, 2, 3]);
    let value = Tensor::from_shape_vec([1, 1, 2], vec![-1, -2])
        .expect("two elements")
        .into_dyn();
    let updated = ops::strided_slice_update(&x.view(), &[1], &[3], &[1], NONE, &value.view());
    assert_eq!(updated, Ok(vector(&[0, -1, -2, 3])));
}

#[test]
fn update_of_a_scalar_takes_one_element() {
    let x = vector(&[0, 1]);
    let row = Masks {
        shrink_axis_mask: 1,
        ..NONE
    };
    let updated =
        ops::strided_slice_update(&x.view(), &[-1], &[0], &[1], row, &vector(&[7]).view());
    assert_eq!(updated, Ok(vector(&[0, 7])));
}

#[test]
fn update_of_an_empty_slice_ignores_the_value() {
    let x = vector(&[0, 1, 2, 3]);
    let updated =
        ops::strided_slice_update(&x.view(), &[3], &[1], &[1], NONE, &vector(&[9; 7]).view());
    assert_eq!(updated, Ok(x));
}

#[test]
fn update_names_shapes_that_do_not_broadcast() {
    let x = vector(&[0, 1, 2, 3]);
    let error =
        ops::strided_slice_update(&x.view(), &[1], &[3], &[1], NONE, &vector(&[9; 3]).view());
    let error = error.expect_err("3 into 2");
    assert!(matches!(
        error,
        UpdateError::ValueShape(ShapeError::Broadcast { .. })
    ));
    assert_eq!(
        error.to_string(),
        "the value does not fit the slice: shape [3] does not broadcast to shape [2]: its axis 0 \
         has length 3, not 2"
    );
}

#[test]
fn a_refused_update_copies_nothing() {
    struct Uncopied;
    impl Clone for Uncopied {
        fn clone(&self) -> Self {
            panic!("copied before the value was looked at")
        }
    }
    let [x, value] = [4, 3].map(|len| {
        DynTensor::from_shape_vec([len], (0..len).map(|_| Uncopied).collect()).expect("as many")
    });
    assert!(ops::strided_slice_update(&x.view(), &[1], &[3], &[1], NONE, &value.view()).is_err());
}

#[test]
fn a_refused_update_in_place_writes_nothing() {
    let mut x = vector(&[0, 1, 2, 3]);
    let value = vector(&[9; 3]);
    assert!(
        ops::strided_slice_assign(&mut x.view_mut(), &[1], &[3], &[1], NONE, &value.view())
            .is_err()
    );
    assert_eq!(x, vector(&[0, 1, 2, 3]));
}

#[test]
fn update_reports_the_faults_of_the_slice() {
    let x = vector(&[0, 1]);
    let row = Masks {
        shrink_axis_mask: 1,
        ..NONE
    };
    let error = ops::strided_slice_update(&x.view(), &[2], &[3], &[1], row, &x.view());
    assert_eq!(
        error,
        Err(UpdateError::Slice(SliceError::IndexOutOfBounds {
            axis: 0,
            index: 2,
            len: 2
        }))
    );
}

#[test]
fn gradient_lies_where_the_slice_reads() {
    let dy = vector(&[1, 2, 3]);
    let grad = ops::strided_slice_grad(&[10_u8], &[7], &[2], &[-2], NONE, &dy.view());
    assert_eq!(grad, Ok(vector(&[0, 0, 0, 3, 0, 2, 0, 1, 0, 0])));
}

#[test]
fn gradient_of_another_shape_names_both() {
    let error = ops::strided_slice_grad(&[10], &[7], &[2], &[-2], NONE, &vector(&[1, 2]).view());
    let error = error.expect_err("2 for 3");
    assert_eq!(
        error,
        GradError::DyShape {
            slice: [3].into(),
            dy: [2].into()
        }
    );
    assert_eq!(
        error.to_string(),
        "the gradient has shape [2], its slice has shape [3]"
    );
}

#[cfg(target_pointer_width = "64")]
#[test]
fn gradient_of_an_impossible_shape_is_refused() {
    let grad = |shape: &[i128]| {
        let dy = vector(&[1]);
        ops::strided_slice_grad(shape, &[0], &[1], &[1], NONE, &dy.view())
            .expect_err("no such tensor")
    };
    assert_eq!(grad(&[-1]), GradError::InvalidLength { axis: 0, len: -1 });
    assert_eq!(
        grad(&[0, i128::MAX]),
        GradError::InvalidLength {
            axis: 1,
            len: i64::MAX
        }
    );
    let half = i128::from(i64::MAX);
    assert!(matches!(
        grad(&[half, half]),
        GradError::Shape(ShapeError::Overflow { .. })
    ));
    assert!(matches!(
        grad(&[half]),
        GradError::Shape(ShapeError::TooLarge { .. })
    ));
}

#[cfg(target_pointer_width = "64")]
#[test]
fn gradient_reports_its_spec_before_its_size() {
    let error = ops::strided_slice_grad(&[i64::MAX], &[0], &[1], &[0], NONE, &vector(&[1]).view());
    assert_eq!(
        error,
        Err(GradError::Slice(SliceError::ZeroStride { axis: 0 }))
    );
}

#[test]
fn typed_gradient_has_the_rank_of_its_shape() {
    let dy = View::<_, 2>::from(&[[1.0], [2.0]]);
    let grad: Tensor<f64, 3> = dy
        .try_slice_grad([2, 2, 3], s![.., 1, :1:-2])
        .expect("it fits");
    assert_eq!(
        grad.to_vec(),
        [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0]
    );
    assert!(matches!(
        dy.try_slice_grad([2, 2, 3], s![.., 1, :]),
        Err(GradError::DyShape { .. })
    ));
}

#[test]
fn strings_have_an_empty_gradient_elsewhere() {
    let dy = Tensor::from_shape_vec([1], vec!["b".to_owned()]).expect("one element");
    let grad = dy.view().try_slice_grad([3], s![1:2]).expect("it fits");
    assert_eq!(grad.into_vec(), ["", "b", ""]);
}

fn input() -> impl Strategy<Value = DynTensor<i64>> {
    prop::collection::vec(0_usize..5, 0..4).prop_map(|shape| counting(1_i64, &shape))
}

fn encoding() -> impl Strategy<Value = Encoding> {
    encodings((-6_i64..7, -6_i64..7, -3_i64..4), 16)
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn gradient_is_the_transpose_of_the_slice(x in input(), spec in encoding()) {
        let Ok(slice) = x.try_slice(&spec) else { return Err(TestCaseError::reject("no slice")) };
        let y: Vec<i64> = (1..).map(|i| 3 * i - 7).take(slice.len()).collect();
        let y = DynTensor::from_shape_vec(slice.shape(), y).expect("the length of the shape");
        let e = spec.as_encoding();
        let grad = ops::strided_slice_grad(x.shape(), e.begin, e.end, e.strides, e.masks(), &y.view()).expect("it fits");
        let dot = |a: &mut dyn Iterator<Item = &i64>, b: &DynTensor<i64>| -> i64 { a.zip(b).map(|(a, b)| a * b).sum() };
        prop_assert_eq!(dot(&mut slice.iter(), &y), dot(&mut x.iter(), &grad));
    }

    #[test]
    fn update_changes_only_the_slice(x in input(), spec in encoding()) {
        let Ok(slice) = x.try_slice(&spec) else { return Err(TestCaseError::reject("no slice")) };
        let value = DynTensor::from_shape_vec(slice.shape(), vec![-1; slice.len()]).expect("the length of the shape");
        let e = spec.as_encoding();
        let updated =
            ops::strided_slice_update(&x.view(), e.begin, e.end, e.strides, e.masks(), &value.view()).expect("it fits");
        prop_assert_eq!(updated.try_slice(&spec), Ok(value.view()));
        prop_assert_eq!(updated.iter().filter(|&&i| i == -1).count(), slice.len());
        prop_assert!(updated.iter().zip(&x).all(|(new, old)| new == old || *new == -1));
    }
}
