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

/// Calls each operation with an operand of its shape, and of the others.
fn refused_otherwise(operations: &[(&str, &[usize], Operation<'_>)]) {
    for (name, shape, operation) in operations {
        let fits = operation(&DynTensor::full(*shape, 1.0));
        assert_eq!(fits, Ok(()), "{name} of {shape:?}");
        for other in others(shape) {
            let found = operation(&DynTensor::full(&other, 1.0));
            assert!(found.is_err(), "{name} of {other:?}, not {shape:?}");
        }
    }
}

const LENGTHS: [i64; 3] = [2, 3, 4];

/// A tensor of these lengths.
fn tensor() -> DynTensor<f64> {
    DynTensor::full([2, 3, 4], 0.0)
}

fn integers(shape: &[usize], numbers: &[i64]) -> DynTensor<i64> {
    DynTensor::from_shape_vec(shape, numbers.to_vec()).expect("as many numbers")
}

#[test]
fn updates_by_tuples_of_another_shape_with_as_many_elements_are_refused() {
    let (t, sum) = (tensor(), Reduction::Sum);
    let ids = integers(&[2], &[1, 0]);
    let tuples = integers(&[5, 1], &[1, 0, 0, 1, 1]);
    let batches = integers(&[2, 5, 1], &[1, 0, 2, 1, 1, 0, 0, 2, 2, 1]);
    let tuples = tuples.view();
    refused_otherwise(&[
        ("gather_grad", &[2, 2, 4], &|x| {
            done(ops::gather_grad(&LENGTHS, &ids.view(), 1, 0, &x.view()))
        }),
        ("gather_nd_grad", &[5, 3, 4], &|x| {
            done(ops::gather_nd_grad(&LENGTHS, &tuples, 0, &x.view()))
        }),
        ("gather_nd_grad of batches", &[2, 5, 4], &|x| {
            done(ops::gather_nd_grad(&LENGTHS, &batches.view(), 1, &x.view()))
        }),
        ("scatter_nd", &[5, 3, 4], &|x| {
            done(ops::scatter_nd(&tuples, &x.view(), &LENGTHS))
        }),
        ("scatter_nd_update", &[5, 3, 4], &|x| {
            done(ops::scatter_nd_update(&t.view(), &tuples, &x.view(), sum))
        }),
        ("scatter_nd_update_assign", &[5, 3, 4], &|x| {
            let target = &mut tensor();
            done(ops::scatter_nd_update_assign(
                &mut target.view_mut(),
                &tuples,
                &x.view(),
                sum,
            ))
        }),
        ("tensor_scatter_nd_update", &[5, 3, 4], &|x| {
            done(ops::tensor_scatter_nd_update(&t.view(), &tuples, &x.view()))
        }),
    ]);
}

#[test]
fn updates_along_an_axis_of_another_shape_with_as_many_elements_are_refused() {
    let (t, sum, cache) = (tensor(), Reduction::Sum, CacheMode::Linear);
    let ones = DynTensor::full([2, 3, 5], 1_i64);
    let starts = integers(&[2], &[1, 0]);
    let starts = Some(starts.view());
    refused_otherwise(&[
        ("scatter_elements", &[2, 3, 5], &|x| {
            done(ops::scatter_elements(
                &t.view(),
                &ones.view(),
                &x.view(),
                2,
                sum,
            ))
        }),
        ("scatter_elements_assign", &[2, 3, 5], &|x| {
            let target = &mut tensor();
            let (target, x) = (&mut target.view_mut(), x.view());
            done(ops::scatter_elements_assign(
                target,
                &ones.view(),
                &x,
                2,
                sum,
            ))
        }),
        ("tensor_scatter", &[2, 1, 4], &|x| {
            done(ops::tensor_scatter(
                &t.view(),
                &x.view(),
                starts.as_ref(),
                1,
                cache,
            ))
        }),
        ("tensor_scatter_assign", &[2, 1, 4], &|x| {
            let target = &mut tensor();
            let (target, x) = (&mut target.view_mut(), x.view());
            done(ops::tensor_scatter_assign(
                target,
                &x,
                starts.as_ref(),
                1,
                cache,
            ))
        }),
    ]);
}

#[test]
fn slices_and_diagonals_of_another_shape_with_as_many_elements_are_refused() {
    let (t, masks, align) = (tensor(), Masks::default(), Align::RightLeft);
    let one: [i64; 1] = [1];
    refused_otherwise(&[
        ("strided_slice_grad", &[2, 2, 4], &|x| {
            let (begin, end) = ([0, 1], [2, 3]);
            done(ops::strided_slice_grad(
                &LENGTHS,
                &begin,
                &end,
                &[1, 1],
                masks,
                &x.view(),
            ))
        }),
        ("slice_grad of a spec", &[2, 2, 4], &|x| {
            let spec = DynSpec::from(s![:, 1:]);
            done(x.try_slice_grad(&[2, 3, 4][..], spec))
        }),
        ("slice_scatter", &[2, 2, 4], &|x| {
            done(ops::slice_scatter(
                &t.view(),
                &x.view(),
                &[1],
                &[3],
                &[1],
                Some(&one),
            ))
        }),
        ("slice_scatter_assign", &[2, 2, 4], &|x| {
            let target = &mut tensor();
            let (target, x) = (&mut target.view_mut(), x.view());
            done(ops::slice_scatter_assign(
                target,
                &x,
                &[1],
                &[3],
                &[1],
                Some(&one),
            ))
        }),
        ("matrix_set_diag", &[2, 2, 3], &|x| {
            done(ops::matrix_set_diag(&t.view(), &x.view(), [0, 1], align))
        }),
        ("matrix_set_diag_assign", &[2, 2, 3], &|x| {
            let target = &mut tensor();
            done(ops::matrix_set_diag_assign(
                &mut target.view_mut(),
                &x.view(),
                [0, 1],
                align,
            ))
        }),
        ("matrix_diag_part_grad", &[2, 2, 3], &|x| {
            done(ops::matrix_diag_part_grad(
                &LENGTHS,
                [0, 1],
                align,
                &x.view(),
            ))
        }),
    ]);
}
