//! Shapes, bounds and elements at the ends of what there is: a clear error or the right answer.

use tslice::{
    DynSpec, DynTensor, DynView, DynViewMut, Encoding, Masks, ShapeError, SliceError, Tensor, View,
    ViewMut, s,
};

const HUGE: usize = usize::MAX;

#[test]
fn a_shape_whose_product_overflows_is_an_error() {
    let overflow = |shape: &[usize]| {
        let most = isize::MAX;
        let text = if shape.contains(&0) {
            format!(
                "shape {shape:?} has strides above isize::MAX ({most}): its lengths other than 0 \
                 are multiplied"
            )
        } else {
            format!("shape {shape:?} has more elements than isize::MAX ({most})")
        };
        ShapeError::Overflow(text.into())
    };
    assert_eq!(
        View::from_shape([HUGE, 2], &[0_u8; 4]).unwrap_err(),
        overflow(&[HUGE, 2])
    );
    assert_eq!(
        ViewMut::from_shape([1 << 32, 1 << 32], &mut [0_u8; 4]).unwrap_err(),
        overflow(&[1 << 32, 1 << 32])
    );
    assert_eq!(
        Tensor::<u8, 3>::from_shape_vec([HUGE, HUGE, 0], vec![]).unwrap_err(),
        overflow(&[HUGE, HUGE, 0])
    );
    assert_eq!(
        DynView::from_shape([HUGE], &[0_u8; 4]).unwrap_err(),
        overflow(&[HUGE])
    );
    assert_eq!(
        DynViewMut::from_shape([HUGE], &mut [0_u8; 4]).unwrap_err(),
        overflow(&[HUGE])
    );
    let message = DynTensor::<u8>::from_shape_vec([HUGE, 2], vec![])
        .unwrap_err()
        .to_string();
    assert!(
        message.contains(&format!(
            "shape [{HUGE}, 2] has more elements than isize::MAX"
        )),
        "{message}"
    );
}

#[test]
fn a_shape_of_another_length_names_both_numbers() {
    let error = View::from_shape([2, 3], &[0_u8; 5]).unwrap_err();
    let text = "shape [2, 3] needs 6 elements, there are 5";
    assert_eq!(error, ShapeError::LengthMismatch(text.into()));
}

#[test]
fn zero_sized_elements_take_any_countable_shape() {
    const MANY: usize = isize::MAX as usize;
    let units = vec![(); MANY];
    let view = View::from_shape([MANY], &units).expect("as many");
    assert_eq!(view.slice(s![1:]).len(), MANY - 1);
    assert_eq!(view.slice(s![::-1]).len(), MANY);
    assert_eq!(view.slice(s![-2:]).to_vec(), [(), ()]);
    assert_eq!(view.slice(s![::3]).slice(s![-1:]).len(), 1);
    assert_eq!(view.get([MANY - 1]), Some(&()));
    assert_eq!(
        view.try_slice(s![MANY]).unwrap_err(),
        SliceError::IndexOutOfBounds {
            axis: 0,
            index: i64::MAX,
            len: MANY
        }
    );
}

#[test]
fn empty_tensors_slice_like_others() {
    let t = Tensor::<f32, 3>::zeros([3, 0, 2]);
    assert_eq!(t.slice(s![1:, ::-1]).shape(), &[2, 0, 2]);
    assert_eq!(t.slice(s![-1, .., 0]).shape(), &[0]);
    assert_eq!(t.slice(s![.., ::-7]).to_vec(), Vec::<f32>::new());
    assert_eq!(
        t.try_slice(s![:, 0]).unwrap_err(),
        SliceError::IndexOutOfBounds {
            axis: 1,
            index: 0,
            len: 0
        }
    );
    assert!(t.is_empty() && t.iter().next().is_none() && t.get([0, 0, 0]).is_none());
    let wide = View::<u8, 2>::from_shape([0, isize::MAX as usize], &[]).expect("no elements");
    assert_eq!(wide.slice(s![.., i64::MAX - 1:]).shape(), &[0, 1]);
}

#[test]
fn empty_view_stays_where_its_memory_begins() {
    let data = [0; 10];
    let start = data.as_ptr();
    let t = View::from_shape([2, 5], &data).expect("ten elements");
    let none = t.slice(s![:0, :]);
    assert_eq!(
        none.slice(s![.., 3]).as_slice().map(<[_]>::as_ptr),
        Some(start)
    );
    assert_eq!(
        none.slice(s![:, 3]).as_slice().map(<[_]>::as_ptr),
        Some(start)
    );
    assert_eq!(
        t.slice(s![1, 2:2]).as_slice().map(<[_]>::as_ptr),
        Some(start)
    );
    let none = none.into_dyn();
    assert_eq!(
        none.slice(s![.., 3]).as_slice().map(<[_]>::as_ptr),
        Some(start)
    );
    assert_eq!(
        none.slice(s![.., -1:]).as_slice().map(<[_]>::as_ptr),
        Some(start)
    );
    assert_eq!(
        t.into_dyn().slice(s![1, 2:2]).as_slice().map(<[_]>::as_ptr),
        Some(start)
    );
}

#[test]
fn ranks_go_from_0_to_12() {
    let scalar = Tensor::from_shape_vec([], vec![7]).expect("one");
    assert_eq!(
        (scalar.slice(s![]).to_vec(), scalar.slice(s![..])[[]]),
        (vec![7], 7)
    );
    assert_eq!(scalar.slice(s![newaxis, .., None]).shape(), &[1, 1]);
    let deep = Tensor::from_shape_fn([2; 12], |i| i.iter().fold(0_usize, |n, bit| n * 2 + bit));
    assert_eq!(deep.slice(s![1, .., ::-1]).shape(), &[2; 11]);
    assert_eq!(
        deep.slice(s![1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0]).to_vec(),
        [0b1111_1111_1110]
    );
    let shape = vec![1; 40];
    let deeper = DynTensor::from_shape_vec(&shape, vec![5]).expect("one");
    assert_eq!(deeper.slice(s![.., 0, newaxis]).shape().len(), 40);
}

#[test]
fn bounds_of_every_integer_type_saturate_in_ranges() {
    let t = Tensor::from_shape_vec([4], vec![0, 1, 2, 3]).expect("as many");
    assert_eq!(t.slice(s![0:usize::MAX]).len(), 4);
    assert_eq!(t.slice(s![i128::MIN:u128::MAX]).len(), 4);
    assert_eq!(t.slice(s![u64::MAX:i8::MIN:-1_i16]).to_vec(), [3, 2, 1, 0]);
    assert_eq!(t.slice(s![1_u8:3_u32:1_isize]).to_vec(), [1, 2]);
    assert_eq!(
        t.slice(s![-9223372036854775808:9223372036854775807]).len(),
        4
    );
    assert_eq!(t.slice(s![::i64::MIN]).to_vec(), [3]);
    let out = |index, axis| SliceError::IndexOutOfBounds {
        axis,
        index,
        len: 4,
    };
    assert_eq!(t.try_slice(s![u128::MAX]).unwrap_err(), out(i64::MAX, 0));
    assert_eq!(t.try_slice(s![i128::MIN]).unwrap_err(), out(i64::MIN, 0));
    assert_eq!(
        t.try_slice(s![-5]).unwrap_err().to_string(),
        "index -5 is out of bounds for axis 0 with length 4"
    );
}

#[test]
fn stride_of_zero_at_run_time_fails() {
    let zero = 0;
    let t = Tensor::<u8, 2>::zeros([2, 2]);
    assert_eq!(
        t.try_slice(s![:, ::zero]).unwrap_err(),
        SliceError::ZeroStride { axis: 1 }
    );
}

#[test]
fn raw_encodings_are_validated() {
    let masks = Masks::default();
    let new = |begin: &[i64], end: &[i64], strides: &[i64], masks| {
        Encoding::new(begin.to_vec(), end.to_vec(), strides.to_vec(), masks)
            .map(|_| ())
            .unwrap_err()
    };
    let lengths = SliceError::LengthMismatch {
        begin: 1,
        end: 2,
        strides: 1,
    };
    assert_eq!(new(&[0], &[0, 0], &[1], masks), lengths);
    assert_eq!(
        new(&[0; 32], &[0; 32], &[1; 32], masks),
        SliceError::SpecTooLong { entries: 32 }
    );
    assert_eq!(
        new(&[0, 0], &[0, 0], &[1, 0], masks),
        SliceError::ZeroStride { axis: 1 }
    );
    let twice = Masks {
        ellipsis_mask: 0b101,
        ..masks
    };
    assert_eq!(
        new(&[0; 3], &[0; 3], &[1; 3], twice),
        SliceError::MultipleEllipsis { mask: 0b101 }
    );
    let shrink = Masks {
        shrink_axis_mask: 1,
        ..masks
    };
    assert_eq!(
        new(&[0], &[0], &[-1], shrink),
        SliceError::IndexStrideNotPositive {
            axis: 0,
            stride: -1
        }
    );
    // Its fields are public: one that was never validated is refused when it is used.
    let crooked = Encoding {
        begin: vec![0],
        end: vec![],
        strides: vec![1],
        masks,
    };
    let t = DynTensor::from_shape_vec([2], vec![1, 2]).expect("as many");
    assert_eq!(
        t.try_slice(crooked).unwrap_err(),
        SliceError::LengthMismatch {
            begin: 1,
            end: 0,
            strides: 1
        }
    );
}

#[test]
fn empty_shapes_that_overflow_are_not_called_full() {
    let error = DynTensor::<u8>::from_shape_vec([usize::MAX, 0, 3], Vec::new()).unwrap_err();
    let message = error.to_string();
    assert!(
        message.starts_with(&format!(
            "shape [{}, 0, 3] has strides above isize::MAX",
            usize::MAX
        )),
        "{message}"
    );
}

#[test]
fn explanations_of_results_that_cannot_be_counted_are_refused() {
    if usize::BITS < 64 {
        return;
    }
    let len = 1_usize << 31;
    let twice = format!("[0:{len}, 0:{len}]");
    let spec: DynSpec = format!("{twice}, {twice}").parse().expect("a spec");
    let found = tslice_explain::Explain::explain(&spec, [len, len]);
    let is_shape = matches!(found, Err(tslice_explain::ExplainError::Shape(_)));
    assert!(is_shape, "{found:?}");
}
