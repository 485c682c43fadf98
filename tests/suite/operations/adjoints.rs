//! Gradients and inverses of any length, by the identity `sum(A(x) * y) == sum(x * gradient(y))` of
//! every linear operation A, in integers, and so exactly. The lengths are all up to 40 and those
//! around the sizes at which the operations change their loops.

use tslice::diag::Align;
use tslice::{Border, DynTensor, DynView, Masks, s};
use tslice_ops::{self as ops, DEFAULT_AXES, OffAxis, Reduction};
use tslice_tests::sizes;

/// Scatters find the places of 32 updates at a time, and views that are read at less than a fourth
/// of their elements are not copied.
fn lengths() -> impl Iterator<Item = usize> {
    (0..=40).chain(sizes::up_to(520).iter().copied().filter(|&len| len > 40))
}

/// Numbers without an order, none of which is 0.
fn numbers(count: usize, seed: usize) -> Vec<i64> {
    let number =
        |i: usize| i64::try_from((i + seed).wrapping_mul(2_654_435_761) % 97).expect("small") - 48;
    (0..count)
        .map(|i| if number(i) == 0 { 49 } else { number(i) })
        .collect()
}

fn tensor(shape: &[usize], seed: usize) -> DynTensor<i64> {
    DynTensor::from_shape_vec(shape, numbers(shape.iter().product(), seed)).expect("as many")
}

/// Positions of an axis that has some.
fn positions(len: usize, count: usize, seed: usize) -> Vec<i64> {
    numbers(count, seed)
        .into_iter()
        .map(|n| n.rem_euclid(signed(len)))
        .collect()
}

fn signed(len: usize) -> i64 {
    i64::try_from(len).expect("small")
}

/// Passes each tensor on in row-major order, and as every second element of every row of another
/// one.
fn in_both_layouts(tensor: &DynTensor<i64>, check: impl Fn(&DynView<'_, i64>)) {
    check(&tensor.view());
    let mut doubled = DynTensor::<i64>::full([tensor.shape(), &[2]].concat(), 1 << 40);
    doubled.slice_mut(s![.., 0]).assign(tensor);
    check(&doubled.slice(s![.., 0]));
}

fn product(a: &DynTensor<i64>, b: &DynTensor<i64>) -> i64 {
    assert_eq!(a.shape(), b.shape());
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Checks the identity for one operation and its gradient.
#[track_caller]
fn adjoint(
    x: &DynTensor<i64>,
    operation: impl Fn(&DynView<'_, i64>) -> DynTensor<i64>,
    gradient: impl Fn(&DynView<'_, i64>) -> DynTensor<i64>,
) {
    let result = operation(&x.view());
    in_both_layouts(x, |x| assert_eq!(operation(x), result));
    let y = tensor(result.shape(), 5);
    let expected = product(&result, &y);
    in_both_layouts(&y, |y| {
        assert_eq!(product(x, &gradient(y)), expected, "shape {:?}", x.shape())
    });
}

/// Shapes with an axis of this length, and that axis.
fn shapes(len: usize) -> [(Vec<usize>, usize); 3] {
    [(vec![len], 0), (vec![len, 3], 0), (vec![2, len], 1)]
}

#[test]
fn slice_gradients_are_adjoint_at_every_length() {
    for len in lengths() {
        let n = signed(len);
        for (begin, end, stride) in [
            (0, n, 1),
            (1, -1, 1),
            (-1, -n - 1, -1),
            (n, 0, -3),
            (2, i64::MAX, 7),
            (n / 2, n, 1),
        ] {
            let x = tensor(&[len, 2], 1);
            let slice = |x: &DynView<'_, i64>| {
                let slice = ops::strided_slice(x, &[begin], &[end], &[stride], Masks::default());
                slice.expect("a slice").to_tensor()
            };
            let gradient = |dy: &DynView<'_, i64>| {
                let gradient = ops::strided_slice_grad(
                    &[len, 2],
                    &[begin],
                    &[end],
                    &[stride],
                    Masks::default(),
                    dy,
                );
                gradient.expect("its shape")
            };
            adjoint(&x, slice, gradient);
            let replaced = |part: &DynView<'_, i64>| {
                let zeros = DynTensor::<i64>::zeros([len, 2]);
                ops::strided_slice_update(
                    &zeros.view(),
                    &[begin],
                    &[end],
                    &[stride],
                    Masks::default(),
                    part,
                )
                .expect("its shape")
            };
            adjoint(&slice(&x.view()), replaced, slice);
        }
        for (shape, axis) in shapes(len) {
            let x = tensor(&shape, 2);
            let mut begin = vec![0; shape.len()];
            begin[axis] = n / 3;
            let mut stop: Vec<i64> = shape.iter().map(|&len| signed(len)).collect();
            stop[axis] = n - n / 5;
            let part = |x: &DynView<'_, i64>| {
                let steps = vec![1; begin.len()];
                ops::slice(x, &begin, &stop, &steps, DEFAULT_AXES)
                    .expect("a slice")
                    .to_tensor()
            };
            adjoint(&x, part, |dy| {
                ops::slice_grad(&shape, &begin, dy).expect("inside")
            });
            let cut = part(&x.view());
            let steps = vec![1; begin.len()];
            let same =
                ops::slice_scatter(&x.view(), &cut.view(), &begin, &stop, &steps, DEFAULT_AXES);
            assert_eq!(same.expect("its shape"), x);
        }
    }
}

#[test]
fn pad_gradients_are_adjoint_at_every_length() {
    for len in lengths() {
        for (shape, axis) in shapes(len) {
            // A border that is longer than the axis, at the shortest shape only: it has many
            // elements.
            let longer = (shape.len() == 1).then_some((2 * len + 3, len + 5));
            for (before, after) in [(0, 1), (len.saturating_sub(1), 0)]
                .into_iter()
                .chain(longer)
            {
                for border in [
                    Border::Constant(0),
                    Border::Edge,
                    Border::Reflect,
                    Border::Symmetric,
                    Border::Wrap,
                ] {
                    if len == 0 && before + after > 0 && border != Border::Constant(0) {
                        continue;
                    }
                    let mut widths = vec![(0, 0); shape.len()];
                    widths[axis] = (before, after);
                    let begins: Vec<i64> = widths.iter().map(|width| signed(width.0)).collect();
                    adjoint(
                        &tensor(&shape, 3),
                        |x| x.pad(&widths[..], border),
                        |dy| ops::pad_grad(&shape, &begins, border, dy).expect("its shape"),
                    );
                }
            }
        }
    }
}

#[test]
fn crop_gradients_are_adjoint_at_every_length() {
    for len in lengths() {
        let n = signed(len);
        for (begin, end) in [
            (-n / 2, 0),
            (0, -n / 3),
            (-n / 4, -n / 4),
            (-n / 2, 9),
            (4, -n),
        ] {
            for border in [
                Border::Constant(0),
                Border::Edge,
                Border::Symmetric,
                Border::Wrap,
            ] {
                let start = isize::try_from(-begin).expect("small");
                let shape = usize::try_from(n + begin + end).expect("not negative");
                let crop = |x: &DynView<'_, i64>| x.try_crop(&[start], &[shape], border);
                let x = tensor(&[len], 4);
                if crop(&x.view()).is_ok() {
                    adjoint(
                        &x,
                        |x| crop(x).expect("as before"),
                        |dy| ops::pad_grad(&[len], &[begin], border, dy).expect("its shape"),
                    );
                }
            }
        }
    }
}

#[test]
fn scatter_and_gather_are_adjoint() {
    for len in lengths().skip(1) {
        for count in [1, 3, len] {
            let list = positions(len, 2 * count, 7);
            let tuples = DynView::from_shape([count, 1], &list[..count]).expect("tuples");
            for shape in [vec![len], vec![len, 3]] {
                let updates = tensor(&[&[count], &shape[1..]].concat(), 2);
                adjoint(
                    &tensor(&shape, 1),
                    |x| ops::gather_nd(x, &tuples, 0).expect("inside"),
                    |dy| ops::gather_nd_grad(&shape, &tuples, 0, dy).expect("inside"),
                );
                adjoint(
                    &updates,
                    |x| ops::scatter_nd(&tuples, x, &shape).expect("inside"),
                    |dy| ops::scatter_nd_grad(&tuples, dy).expect("inside"),
                );
                let zeros = DynTensor::<i64>::zeros(&shape);
                adjoint(
                    &updates,
                    |x| ops::tensor_scatter_nd_sub(&zeros.view(), &tuples, x).expect("inside"),
                    |dy| ops::tensor_scatter_nd_sub_grad(&tuples, dy).expect("inside")[1].clone(),
                );
                adjoint(
                    &updates,
                    |x| {
                        ops::scatter_nd_update(&zeros.view(), &tuples, x, Reduction::Sum)
                            .expect("inside")
                    },
                    |dy| ops::tensor_scatter_nd_add_grad(&tuples, dy).expect("inside")[1].clone(),
                );
            }
            let each = DynView::from_shape([2, count, 1], &list).expect("tuples");
            let shape = [2, len, 2];
            adjoint(
                &tensor(&shape, 1),
                |x| ops::gather_nd(x, &each, 1).expect("inside"),
                |dy| ops::gather_nd_grad(&shape, &each, 1, dy).expect("inside"),
            );
            let lists = DynView::from_shape([2, count], &list).expect("lists");
            adjoint(
                &tensor(&shape, 1),
                |x| ops::gather_with(x, &lists, 1, 1, OffAxis::Error).expect("inside"),
                |dy| ops::gather_grad(&shape, &lists, 1, 1, dy).expect("inside"),
            );
            for (axis, shape) in [(0, [len, count]), (1, [2, len])] {
                let indices = DynView::from_shape([2, count], &list).expect("lists");
                let zeros = DynTensor::<i64>::zeros(shape);
                adjoint(
                    &tensor(&shape, 1),
                    |x| ops::gather_elements(x, &indices, axis).expect("inside"),
                    |dy| {
                        let zeros = zeros.view();
                        ops::scatter_elements(&zeros, &indices, dy, axis, Reduction::Sum)
                            .expect("inside")
                    },
                );
            }
        }
        // Each position once, in another order.
        let order: Vec<i64> = (0..signed(len))
            .map(|i| (i + 5) % signed(len))
            .rev()
            .collect();
        let tuples = DynView::from_shape([len, 1], &order).expect("tuples");
        let (x, zeros) = (tensor(&[len, 2], 3), DynTensor::<i64>::zeros([len, 2]));
        adjoint(
            &x,
            |x| ops::tensor_scatter_nd_update(&zeros.view(), &tuples, x).expect("inside"),
            |dy| ops::tensor_scatter_nd_update_grad(&tuples, dy).expect("inside")[1].clone(),
        );
        let [input, _] = ops::tensor_scatter_nd_update_grad(&tuples, &x.view()).expect("inside");
        assert_eq!(input, zeros);
    }
}

#[test]
fn diagonal_gradients_are_adjoint_at_every_length() {
    let alignments = [
        Align::RightLeft,
        Align::LeftRight,
        Align::LeftLeft,
        Align::RightRight,
    ];
    for (len, align) in lengths().zip(alignments.into_iter().cycle()) {
        let n = signed(len);
        for [rows, columns] in [[len, 4], [3, len]] {
            let limits = |k: i64| {
                let (low, high) = ((1 - signed(rows)).min(0), (signed(columns) - 1).max(0));
                k.clamp(low, high)
            };
            for k in [
                [0, 0],
                [-1, 1],
                [limits(n / 2), limits(n)],
                [limits(-n), limits(-n / 2)],
                [-2, n],
            ] {
                let (k, shape) = (k.map(limits), [2, rows, columns]);
                let x = tensor(&shape, 1);
                let part =
                    |x: &DynView<'_, i64>| ops::matrix_diag_part(x, k, 0, align).expect("inside");
                adjoint(&x, part, |dy| {
                    ops::matrix_diag_part_grad(&shape, k, align, dy).expect("its shape")
                });
                let diagonals = part(&x.view());
                let same = ops::matrix_set_diag(&x.view(), &diagonals.view(), k, align)
                    .expect("its shape");
                assert_eq!(same, x);
                let zeros = DynTensor::<i64>::zeros(shape);
                let gradients = |dy: &DynView<'_, i64>| {
                    ops::matrix_set_diag_grad(k, align, dy).expect("inside")
                };
                adjoint(
                    &diagonals,
                    |x| ops::matrix_set_diag(&zeros.view(), x, k, align).expect("its shape"),
                    |dy| gradients(dy)[1].clone(),
                );
                let none = DynTensor::<i64>::zeros(diagonals.shape());
                adjoint(
                    &x,
                    |x| ops::matrix_set_diag(x, &none.view(), k, align).expect("its shape"),
                    |dy| gradients(dy)[0].clone(),
                );
                let made = |x: &DynView<'_, i64>| {
                    ops::matrix_diag(x, k, signed(rows), signed(columns), 0, align)
                };
                if made(&diagonals.view()).is_ok() {
                    adjoint(
                        &diagonals,
                        |x| made(x).expect("as before"),
                        |dy| ops::matrix_diag_grad(k, align, dy).expect("inside"),
                    );
                }
                let band = |x: &DynView<'_, i64>| {
                    let ends = [
                        (-k[0]).clamp(-1, signed(rows)),
                        k[1].clamp(-1, signed(columns)),
                    ];
                    ops::matrix_band_part(x, ends[0], ends[1]).expect("inside")
                };
                adjoint(&x, band, band);
            }
        }
    }
}
