//! Numbers that nobody means: every `try_` function and every raw operation returns, and agrees
//! with what slicing says of them.

use tslice::diag::Align;
use tslice::{
    DynSpec, DynTensor, DynView, DynViewMut, Encoding, EncodingRef, Masks, ShapeError, SliceError,
    Tensor, View, ViewMut, diag, s,
};
use tslice_ops::prelude::*;
use tslice_ops::{self as ops, BadIndices, GatherOptions, SliceArgs};
use tslice_tests::counting::counting;

const MANY: usize = isize::MAX as usize;
const EXTREMES: [i64; 12] = [
    i64::MIN,
    i64::MIN + 1,
    i32::MIN as i64 - 1,
    i32::MIN as i64,
    -2,
    -1,
    0,
    1,
    2,
    i32::MAX as i64,
    i64::MAX - 1,
    i64::MAX,
];
static UNITS: [(); MANY] = [(); MANY];

/// Tensors at the ends of what there is: scalars, empty ones, deep ones, one element.
fn tensors() -> Vec<DynTensor<i64>> {
    let deep = [vec![1; 30], vec![2, 3]].concat();
    let shapes: [&[usize]; 8] = [
        &[],
        &[0],
        &[1],
        &[5],
        &[0, 3],
        &[3, 0, 2],
        &[2, 3, 4],
        &deep,
    ];
    shapes.map(|shape| counting(0, shape)).into()
}

fn all_masks() -> impl Iterator<Item = Masks> {
    let some = [0, 1, 2, u32::MAX, 1 << 31, 0x5555_5555];
    let pairs = some.into_iter().flat_map(move |a| some.map(|b| (a, b)));
    pairs.flat_map(|(a, b)| {
        let (begin_mask, end_mask) = (a, b);
        [
            Masks {
                begin_mask,
                end_mask,
                ..Masks::default()
            },
            Masks {
                begin_mask,
                shrink_axis_mask: b,
                ..Masks::default()
            },
            Masks {
                new_axis_mask: a,
                ellipsis_mask: b,
                ..Masks::default()
            },
            Masks {
                shrink_axis_mask: a,
                new_axis_mask: b,
                ellipsis_mask: 1,
                ..Masks::default()
            },
        ]
    })
}

/// Lists of every length that decides something, of every extreme.
fn lists() -> impl Iterator<Item = [Vec<i64>; 3]> {
    let triples = EXTREMES.into_iter().flat_map(|b| EXTREMES.map(|e| (b, e)));
    triples.enumerate().flat_map(|(i, (begin, end))| {
        let stride = EXTREMES[(i * 5 + i / 12) % 12];
        [0, 1, 2, 31, 32, 33].map(|len| [vec![begin; len], vec![end; len], vec![stride; len]])
    })
}

#[test]
fn strided_slices_of_extremes_return() {
    let tensors = tensors();
    for [begin, end, strides] in lists().step_by(5) {
        for masks in all_masks() {
            let encoding = Encoding {
                begin: begin.clone(),
                end: end.clone(),
                strides: strides.clone(),
                masks,
            };
            for tensor in &tensors {
                let raw = ops::strided_slice(&tensor.view(), &begin, &end, &strides, masks);
                let sliced = tensor.try_slice(&encoding);
                assert_eq!(raw.is_ok(), sliced.is_ok(), "{encoding:?}");
                if let Ok(view) = sliced {
                    assert_eq!(view.iter().count(), view.len());
                }
            }
            let Encoding {
                begin,
                end,
                strides,
                masks,
            } = encoding;
            _ = Encoding::new(begin, end, strides, masks).map(DynSpec::try_from);
        }
    }
}

#[test]
fn written_slices_of_extremes_return() {
    for mut tensor in tensors() {
        let value = counting(0, &[1]);
        for [begin, end, strides] in lists().step_by(11) {
            for masks in all_masks().step_by(3) {
                let raw = EncodingRef::new(&begin, &end, &strides, masks);
                let sliced = tensor.try_slice(raw).map(|slice| slice.shape().to_vec());
                let (view, value) = (tensor.view(), value.view());
                let updated =
                    ops::strided_slice_update(&view, &begin, &end, &strides, masks, &value);
                let grad =
                    ops::strided_slice_grad(tensor.shape(), &begin, &end, &strides, masks, &value);
                let assigned = ops::strided_slice_assign(
                    &mut tensor.view_mut(),
                    &begin,
                    &end,
                    &strides,
                    masks,
                    &value,
                );
                let exclusive = tensor
                    .try_slice_mut(raw)
                    .map(|slice| slice.shape().to_vec());
                assert_eq!(exclusive, sliced, "{raw:?}");
                // One is what the other says, and nothing is written where nothing is selected.
                assert_eq!(updated.is_ok(), assigned.is_ok(), "{raw:?}");
                assert!(
                    sliced.is_ok() || updated.is_err() && grad.is_err(),
                    "{raw:?}"
                );
                assert!(updated.is_err() || updated == Ok(tensor.clone()), "{raw:?}");
                assert!(
                    grad.is_ok_and(|grad| grad.iter().sum::<i64>() == 0) || sliced != Ok(vec![1]),
                    "{raw:?}"
                );
            }
        }
    }
}

#[test]
fn lists_of_unequal_lengths_are_refused_everywhere() {
    let (tensor, masks) = (counting(0_i64, &[2, 3, 4]), Masks::default());
    for [b, e, s] in [
        [0, 1, 1],
        [1, 0, 1],
        [1, 1, 0],
        [40, 1, 1],
        [0, 0, 1],
        [2, 1, 2],
    ] {
        let (begin, end, strides) = (vec![0; b], vec![1; e], vec![1; s]);
        let error = SliceError::LengthMismatch {
            begin: b,
            end: e,
            strides: s,
        };
        let view = tensor.view();
        assert_eq!(
            ops::strided_slice(&view, &begin, &end, &strides, masks).map(drop),
            Err(error)
        );
        assert!(ops::strided_slice_update(&view, &begin, &end, &strides, masks, &view).is_err());
        assert!(ops::strided_slice_grad(&[2, 3, 4], &begin, &end, &strides, masks, &view).is_err());
        assert!(ops::slice(&view, &begin, &end, &strides, None::<&[i64]>).is_err());
        let crooked = Encoding {
            begin,
            end,
            strides,
            masks,
        };
        assert!(
            tensor.try_slice(&crooked).is_err()
                && ops::slice_args::<i64>(&crooked, &[2, 3, 4]).is_err()
        );
        assert!(DynSpec::try_from(crooked).is_err());
    }
}

#[test]
fn slice8_of_extremes_returns() {
    for tensor in tensors() {
        for start in EXTREMES {
            for (stop, step) in EXTREMES
                .into_iter()
                .flat_map(|stop| EXTREMES.map(|step| (stop, step)))
            {
                for axis in EXTREMES {
                    let sliced =
                        ops::slice(&tensor.view(), &[start], &[stop], &[step], Some(&[axis]));
                    let rank = i64::try_from(tensor.shape().len()).expect("a small rank");
                    assert_eq!(sliced.is_ok(), step != 0 && (-rank..rank).contains(&axis));
                }
                let twice = ops::slice(
                    &tensor.view(),
                    &[start; 2],
                    &[stop; 2],
                    &[step; 2],
                    Some(&[0, -1]),
                );
                assert!(
                    twice.is_ok_and(|view| view.iter().count() == view.len())
                        || step == 0
                        || tensor.shape().len() < 2
                );
            }
        }
    }
}

#[test]
fn diagonals_of_extremes_return() {
    for tensor in tensors() {
        for (lower, upper) in EXTREMES
            .into_iter()
            .flat_map(|lower| EXTREMES.map(|upper| (lower, upper)))
        {
            for align in [
                Align::LeftLeft,
                Align::LeftRight,
                Align::RightLeft,
                Align::RightRight,
            ] {
                let band = ops::matrix_diag_part(&tensor.view(), &[lower, upper][..], 0, align);
                assert!(band.is_err() || lower <= upper && tensor.shape().len() > 1);
            }
            let one = ops::matrix_diag_part(&tensor.view(), lower, 0, Align::default());
            assert!(one.is_err() || lower.unsigned_abs() < 4 && tensor.shape().len() > 1);
        }
    }
    let matrix = Tensor::from_shape_fn([2, 3], |[r, c]| r * 3 + c);
    for k in EXTREMES {
        assert_eq!(matrix.diagonal(k).is_empty(), !(-1..=2).contains(&k));
        assert_eq!(
            matrix.try_diag_part(diag![k], 0).is_ok(),
            (-1..=2).contains(&k)
        );
        assert!(matrix.try_diag_part(diag![k..=i64::MAX], 0).is_err());
        assert!(matrix.try_diag_part(diag![i64::MIN..=k], 0).is_err());
    }
}

#[test]
fn gathers_of_extremes_return() {
    let index_shapes: [&[usize]; 7] = [&[], &[0], &[1], &[2, 1], &[2, 0], &[0, 9], &[3, 1, 2]];
    for params in tensors() {
        for shape in index_shapes {
            for index in EXTREMES {
                let indices = DynTensor::from_shape_vec(shape, vec![index; shape.iter().product()])
                    .expect("as many");
                for batch_dims in EXTREMES {
                    let strict = ops::gather_nd(&params.view(), &indices.view(), batch_dims);
                    let options = GatherOptions::new()
                        .bad_indices(BadIndices::Ignore)
                        .negative_from_end(true);
                    let lenient =
                        ops::gather_nd_with(&params.view(), &indices.view(), batch_dims, options);
                    // What is gathered under the strict policy is gathered under any, and is the
                    // same, but for the rule of ONNX that the batches are of one length.
                    let Ok(gathered) = strict else { continue };
                    match lenient {
                        Err(ops::IndicesError::BatchShapeMismatch { .. }) => {}
                        lenient => assert_eq!(Ok(&gathered), lenient.as_ref()),
                    }
                    assert!(indices.is_empty() || (0..3).contains(&index), "{index}");
                }
            }
        }
    }
}

#[test]
fn converted_arguments_of_extremes_return() {
    let shapes: [&[usize]; 5] = [&[], &[0], &[5], &[2, 3], &[MANY]];
    for (a, b) in EXTREMES.into_iter().flat_map(|a| EXTREMES.map(|b| (a, b))) {
        for shape in shapes {
            let list = |n: i64| vec![n; 2];
            let args = SliceArgs {
                starts: list(a),
                ends: list(b),
                steps: list(a),
                axes: vec![0, b],
                squeeze: list(a),
                unsqueeze: list(b),
            };
            let units = DynView::from_shape(shape, &UNITS[..shape.iter().product()])
                .expect("units take no room");
            // What converts is a spec that fits.
            assert!(
                args.to_encoding(shape)
                    .map_or(true, |spec| units.try_slice(&spec).is_ok()),
                "{args:?}"
            );
            let plain = SliceArgs {
                squeeze: vec![],
                unsqueeze: vec![],
                axes: vec![0, 1],
                ..args
            };
            assert_eq!(
                plain.to_encoding(shape).is_ok(),
                a != 0 && shape.len() == 2,
                "{plain:?}"
            );
            let spec = Encoding {
                begin: vec![a],
                end: vec![b],
                strides: vec![a],
                masks: Masks::default(),
            };
            let converted = ops::slice_args::<i64>(&spec, shape);
            assert_eq!(
                converted.is_ok(),
                units.try_slice(&spec).is_ok(),
                "{spec} on {shape:?}"
            );
            // Half as wide, it holds every axis but the longest.
            let narrow = ops::slice_args::<i32>(&spec, shape);
            assert!(
                narrow.is_ok() == converted.is_ok() || shape == [MANY],
                "{spec} on {shape:?}"
            );
        }
    }
}

#[test]
fn a_gathered_shape_that_overflows_is_an_error() {
    let params = DynView::from_shape([1, MANY], &UNITS).expect("units take no room");
    let indices = counting(0_i64, &[4, 0]);
    assert!(ops::gather_nd(&params, &indices.view(), 0).is_err());
    let rows = DynTensor::from_shape_vec([3, 1], vec![0_u8; 3]).expect("three");
    assert!(ops::gather_nd(&params, &rows.view(), 0).is_err());
}

#[cfg(target_pointer_width = "64")]
#[test]
fn longest_axis_is_sliced_at_its_ends() {
    let view = View::from_shape([MANY], &UNITS).expect("units take no room");
    for (b, e) in EXTREMES.into_iter().flat_map(|b| EXTREMES.map(|e| (b, e))) {
        for step in EXTREMES.into_iter().filter(|step| *step != 0) {
            let range = view.slice(s![b:e:step]);
            let again = range.slice(s![::step]);
            assert!(again.len() <= range.len() && range.len() <= MANY);
        }
        assert_eq!(view.try_slice(s![b]).is_ok(), b < i64::MAX && b > i64::MIN);
    }
    assert!(
        View::from_shape([MANY, 2], &UNITS).is_err()
            && View::from_shape([MANY, 0, 3], &[(); 0]).is_err()
    );
}

#[test]
fn shapes_that_are_deep_or_huge_are_counted() {
    let is_overflow = |error: ShapeError| matches!(error, ShapeError::Overflow { .. });
    for shape in [
        vec![usize::MAX; 64],
        vec![2; 64],
        vec![MANY, 2],
        vec![0, usize::MAX, usize::MAX],
        vec![MANY + 1],
    ] {
        assert!(DynTensor::<u8>::from_shape_vec(&shape, vec![]).is_err_and(is_overflow));
        assert!(DynView::<()>::from_shape(&shape, &[]).is_err_and(is_overflow));
        assert!(DynViewMut::<u8>::from_shape(&shape, &mut []).is_err_and(is_overflow));
        let grad = ops::strided_slice_grad(
            &shape,
            &[0],
            &[1],
            &[1],
            Masks::default(),
            &counting(0, &[]).view(),
        );
        assert!(grad.is_err());
    }
    assert!(ViewMut::<u8, 2>::from_shape([usize::MAX, usize::MAX], &mut []).is_err());
    let deep = DynTensor::from_shape_vec([1; 300], vec![1]).expect("one");
    assert_eq!(
        deep.slice(s![.., ::-1, newaxis])
            .try_permute((0..301).rev().collect::<Vec<_>>())
            .map(|v| v.len()),
        Ok(1)
    );
}

#[test]
fn lists_that_are_no_permutation_are_refused() {
    let tensor = counting(0, &[2, 3]);
    for axes in [
        &[][..],
        &[0],
        &[0, 0],
        &[1, 2],
        &[0, usize::MAX],
        &[0, 1, 2],
    ] {
        let error = tensor.view().try_permute(axes).map(drop).unwrap_err();
        let axes: Vec<_> = axes
            .iter()
            .map(|&axis| i64::try_from(axis).unwrap_or(i64::MAX))
            .collect();
        let text = format!("axes {axes:?} are not a permutation of 0..2");
        assert_eq!(error, ShapeError::NotAPermutation(text.into()));
    }
    let error = tensor.view().try_permute([-1, 1]).map(drop).unwrap_err();
    assert_eq!(
        error.to_string(),
        "axes [-1, 1] are not a permutation of 0..2"
    );
    assert!(tensor.view().into_rank::<3>().is_err() && tensor.into_rank::<0>().is_err());
}
