//! Operands whose shape follows from the others: each operation refuses every other shape, also
//! one of as many elements.

use std::fmt::Debug;

use tslice::diag::Align;
use tslice::{DynSpec, DynTensor, Masks, s};
use tslice_ops::{self as ops, CacheMode, Reduction, SliceGradExt};

/// The operand of a shape, of which an operation makes something.
type Operation<'o> = &'o dyn Fn(&DynTensor<f64>) -> Result<(), String>;

fn done<T, E: Debug>(result: Result<T, E>) -> Result<(), String> {
    result.map(|_| ()).map_err(|error| format!("{error:?}"))
}

/// Other shapes of as many elements: the axes in another order, two joined, one more.
fn others(shape: &[usize]) -> Vec<Vec<usize>> {
    let mut others = vec![
        vec![shape.iter().product()],
        [&[1], shape].concat(),
        [shape, &[1]].concat(),
    ];
    for axis in 1..shape.len() {
        let mut swapped = shape.to_vec();
        swapped.swap(axis - 1, axis);
        others.push(swapped);
        let joined = [&shape[..axis - 1], &[shape[axis - 1] * shape[axis]]].concat();
        others.push([&joined[..], &shape[axis + 1..]].concat());
    }
    others.retain(|other| other != shape);
    others
}

#[test]
fn operands_of_another_shape_with_as_many_elements_are_refused() {
    let t = DynTensor::<f64>::full(&[2, 3, 4], 0.0);
    let view = t.view();
    let ids: DynTensor<i64> = DynTensor::from_shape_vec(vec![2], vec![1, 0]).expect("two");
    let tuples = DynTensor::from_shape_vec(vec![5, 1], vec![1, 0, 0, 1, 1]).expect("five");
    let batched = DynTensor::from_shape_vec(vec![2, 5, 1], vec![1, 0, 2, 1, 1, 0, 0, 2, 2, 1]);
    let batched = batched.expect("ten");
    let of_elements = DynTensor::full(&[2, 3, 5], 1_i64);
    let (lengths, sum) = ([2_i64, 3, 4], Reduction::Sum);
    let masks = Masks::default();
    let right = Align::RightLeft;
    let cache = CacheMode::Linear;
    let begins = Some(ids.view());
    let operations: [(&str, &[usize], Operation<'_>); 18] = [
        ("gather_grad", &[2, 2, 4], &|x| {
            done(ops::gather_grad(&lengths, &ids.view(), 1, 0, &x.view()))
        }),
        ("gather_nd_grad", &[5, 3, 4], &|x| {
            done(ops::gather_nd_grad(&lengths, &tuples.view(), 0, &x.view()))
        }),
        ("gather_nd_grad of batches", &[2, 5, 4], &|x| {
            done(ops::gather_nd_grad(&lengths, &batched.view(), 1, &x.view()))
        }),
        ("scatter_nd", &[5, 3, 4], &|x| {
            done(ops::scatter_nd(&tuples.view(), &x.view(), &lengths))
        }),
        ("scatter_nd_update", &[5, 3, 4], &|x| {
            done(ops::scatter_nd_update(
                &view,
                &tuples.view(),
                &x.view(),
                sum,
            ))
        }),
        ("scatter_nd_update_assign", &[5, 3, 4], &|x| {
            done(ops::scatter_nd_update_assign(
                &mut t.clone().view_mut(),
                &tuples.view(),
                &x.view(),
                sum,
            ))
        }),
        ("tensor_scatter_nd_update", &[5, 3, 4], &|x| {
            done(ops::tensor_scatter_nd_update(
                &view,
                &tuples.view(),
                &x.view(),
            ))
        }),
        ("scatter_elements", &[2, 3, 5], &|x| {
            done(ops::scatter_elements(
                &view,
                &of_elements.view(),
                &x.view(),
                2,
                sum,
            ))
        }),
        ("scatter_elements_assign", &[2, 3, 5], &|x| {
            done(ops::scatter_elements_assign(
                &mut t.clone().view_mut(),
                &of_elements.view(),
                &x.view(),
                2,
                sum,
            ))
        }),
        ("tensor_scatter", &[2, 1, 4], &|x| {
            done(ops::tensor_scatter(
                &view,
                &x.view(),
                begins.as_ref(),
                1,
                cache,
            ))
        }),
        ("tensor_scatter_assign", &[2, 1, 4], &|x| {
            done(ops::tensor_scatter_assign(
                &mut t.clone().view_mut(),
                &x.view(),
                begins.as_ref(),
                1,
                cache,
            ))
        }),
        ("strided_slice_grad", &[2, 2, 4], &|x| {
            done(ops::strided_slice_grad(
                &lengths,
                &[0, 1],
                &[2, 3],
                &[1, 1],
                masks,
                &x.view(),
            ))
        }),
        ("slice_grad of a spec", &[2, 2, 4], &|x| {
            done(x.try_slice_grad(&[2, 3, 4][..], DynSpec::from(s![:, 1:])))
        }),
        ("slice_scatter", &[2, 2, 4], &|x| {
            done(ops::slice_scatter(
                &view,
                &x.view(),
                &[1],
                &[3],
                &[1],
                Some(&[1]),
            ))
        }),
        ("slice_scatter_assign", &[2, 2, 4], &|x| {
            done(ops::slice_scatter_assign(
                &mut t.clone().view_mut(),
                &x.view(),
                &[1],
                &[3],
                &[1],
                Some(&[1]),
            ))
        }),
        ("matrix_set_diag", &[2, 2, 3], &|x| {
            done(ops::matrix_set_diag(&view, &x.view(), [0, 1], right))
        }),
        ("matrix_set_diag_assign", &[2, 2, 3], &|x| {
            done(ops::matrix_set_diag_assign(
                &mut t.clone().view_mut(),
                &x.view(),
                [0, 1],
                right,
            ))
        }),
        ("matrix_diag_part_grad", &[2, 2, 3], &|x| {
            done(ops::matrix_diag_part_grad(
                &lengths,
                [0, 1],
                right,
                &x.view(),
            ))
        }),
    ];
    for (name, shape, operation) in operations {
        let fits = operation(&DynTensor::full(shape, 1.0));
        assert_eq!(fits, Ok(()), "{name} of {shape:?}");
        for other in others(shape) {
            let found = operation(&DynTensor::full(&other, 1.0));
            assert!(found.is_err(), "{name} of {other:?}, not {shape:?}");
        }
    }
}
