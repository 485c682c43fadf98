//! Methods under the names that other libraries give them, each against what a walk over index tuples gives.

use tslice::{Array, Axis, Dims, Dyn, DynTensor, Read, Tensor, View, ViewMut, s, tensor, zip};

/// Numbers whose order is that of no axis.
fn numbers(shape: [usize; 3]) -> Tensor<i64, 3> {
    Tensor::from_shape_fn(shape, |[i, j, k]| ((i * 61 + j * 17 + k * 29) % 23) as i64)
}

const SHAPES: [[usize; 3]; 6] = [[2, 3, 4], [1, 5, 2], [3, 0, 2], [4, 1, 1], [0, 0, 0], [2, 2, 2]];

#[test]
fn a_flip_leads_from_the_last_position_to_the_first() {
    for shape in SHAPES {
        let t = numbers(shape);
        for (axis, len) in shape.into_iter().enumerate() {
            let expected = Tensor::from_shape_fn(shape, |mut index| {
                index[axis] = len - 1 - index[axis];
                t[index]
            });
            assert_eq!(t.flip(axis), expected);
            assert_eq!(t.flip(axis).flip(axis as i8 - 3), t);
            assert_eq!(t.clone().into_dyn().flip(axis), expected);
            assert_eq!(t.t().flip(2 - axis), expected.t());
        }
    }
    let pair = tensor![1, 2];
    let repeated = pair.broadcast_to([3, 2]);
    assert_eq!(repeated.flip(0).flip(1), [[2, 1]; 3]);
}

#[test]
fn a_roll_is_counted_around_the_axis_in_both_directions() {
    for shape in SHAPES {
        let t = numbers(shape);
        for (axis, len) in shape.into_iter().enumerate() {
            for shift in [0, 1, -1, 2, 7, -12, isize::MIN, isize::MAX] {
                let expected = Tensor::from_shape_fn(shape, |mut index| {
                    let from = (index[axis] as i128 - shift as i128).rem_euclid(len as i128);
                    index[axis] = from as usize;
                    t[index]
                });
                assert_eq!(t.roll(shift, axis), expected, "{shape:?} {axis} {shift}");
            }
        }
    }
}

#[test]
fn differences_are_those_of_neighbours_along_the_axis() {
    for shape in SHAPES {
        let t = numbers(shape);
        for (axis, len) in shape.into_iter().enumerate() {
            let mut fewer = shape;
            fewer[axis] = len.saturating_sub(1);
            let expected = Tensor::from_fn(fewer, |index| {
                let mut next = index;
                next[axis] += 1;
                t[next] - t[index]
            });
            assert_eq!(t.diff(axis), expected);
            assert_eq!(t.t().into_dyn().diff(-1 - axis as i8), expected.t());
        }
    }
}

#[test]
fn a_clip_ends_at_the_greatest_as_in_numpy() {
    let t = tensor![[-7, 0], [3, 9]];
    assert_eq!((t.clip(-1, 3), t.clip(5, 2)), (tensor![[-1, 0], [3, 3]], tensor![[2, 2], [2, 2]]));
    assert_eq!(
        (t.clamp(-1, 3), t.t().count(|&x| x > 3)),
        (t.clip(-1, 3), t.iter().filter(|x| **x > 3).count())
    );
    assert!(tensor![f32::NAN].clip(0.0, 1.0)[0].is_nan());
}

#[test]
fn positions_of_extremes_are_those_of_the_first_of_equals() {
    let t = numbers([3, 4, 5]);
    for axis in 0..3 {
        let position = |is_better: fn(i64, i64) -> bool| {
            t.map_axis(axis, |lane| {
                let lane = lane.to_vec();
                (1..lane.len()).fold(0, |best, at| if is_better(lane[at], lane[best]) { at } else { best })
            })
        };
        assert_eq!(t.argmax_axis(axis), position(|a, b| a > b));
        assert_eq!(t.argmin_axis(axis), position(|a, b| a < b));
    }
    assert_eq!(tensor![[1.0, f64::NAN, 3.0]].argmax_axis(1), [1]);
    assert!(Tensor::<u8, 2>::zeros((0, 3)).argmax_axis(1).is_empty());
    assert_eq!(tensor![['b', 'a'], ['a', 'b']].argmax_axis(0), [0, 1]);
}

#[test]
#[should_panic = "axis 1 has length 0"]
fn an_axis_without_positions_has_no_extreme() {
    let _ = Tensor::<u8, 2>::zeros((3, 0)).argmin_axis(1);
}

#[test]
#[should_panic = "axis 1 has length 3, expected 1"]
fn an_axis_of_another_length_is_not_squeezed() {
    let _ = numbers([2, 3, 4]).squeeze(Axis(1));
}

#[test]
fn other_names_are_the_same_methods() {
    let t = numbers([2, 3, 4]);
    let m = t.slice(s![1]);
    assert_eq!((t.dims(), m.nrows(), m.ncols()), ([2, 3, 4], 3, 4));
    assert_eq!((t.first(), t.last()), (Some(&t[[0, 0, 0]]), Some(&t[[1, 2, 3]])));
    assert_eq!(DynTensor::<u8>::zeros([0]).first(), None);
    assert_eq!(t.transpose(), t.permute([2, 1, 0]));
    assert_eq!(m.diag(), m.diagonal(0));
    let mut written = m.to_tensor();
    written.diag_mut().assign(7);
    assert_eq!(zip((&written, &m)).count(|(x, y)| x != y), m.diag().count(|x| *x != 7));
    assert_eq!(t.unsqueeze(1).shape(), &[2, 1, 3, 4]);
    assert_eq!(t.unsqueeze(-1).squeeze(3), t);
    assert!(t.outer_iter().eq([t.slice(s![0]), m]));
    assert!(m.columns().eq((0..4).map(|at| m.slice(s![:, at]))));
    assert_eq!(t.columns().len(), 8);
    assert_eq!(
        t.fold(String::new(), |text, x| text + &x.to_string()),
        t.iter().map(i64::to_string).collect::<String>()
    );
    assert_eq!(m.cumsum(0), m.accumulate(0, |a, b| a + b));
    assert_eq!(Tensor::from_diag(m.diagonal(1)).diagonal(0), m.diagonal(1));
    assert_eq!(Tensor::from_diag(m.diagonal(0)).sum(), m.diagonal(0).sum());
    assert_eq!((Tensor::from_elem(2, 'x'), Tensor::arange(3..6)), (tensor!['x', 'x'], tensor![3, 4, 5]));
    assert_eq!((m.product(), Tensor::<u8, 1>::zeros(0).product()), (m.iter().product(), 1));
    assert_eq!(Tensor::from_shape((2, 1), vec!['x', 'y']), Ok(tensor![['x'], ['y']]));
    let mut w = m.to_tensor();
    assert_eq!(w.as_slice_mut().map(|w| w.to_vec()), m.as_slice().map(<[_]>::to_vec));
    w.zip_mut_with(m.slice(s![0]), |w, x| *w -= x);
    w.mapv_inplace(|x| x * x);
    assert_eq!(w, Tensor::from_shape_fn((3, 4), |(i, j)| (m[[i, j]] - m[[0, j]]).pow(2)));
}

#[test]
fn an_index_is_written_as_the_shape_is() {
    assert_eq!(Tensor::from_shape_fn(4, |i| i * i), [0, 1, 4, 9]);
    assert_eq!(Tensor::from_shape_fn((2, 0, 3), |(i, j, k)| i + j + k).shape(), &[2, 0, 3]);
    assert_eq!(Tensor::from_shape_fn((), |()| 7)[()], 7);
    let t = Tensor::from_shape_fn((2, 3), |(i, j)| (i, j));
    assert_eq!(t, Tensor::from_shape_fn(t.shape(), |[i, j]| (i, j)));
    assert_eq!(t, DynTensor::from_shape_fn(vec![2, 3], |index: &[usize]| (index[0], index[1])));
    assert_eq!((Tensor::<u8, 1>::zeros(2), t.reshape(6)), (tensor![0, 0], t.flatten().view()));
    assert_eq!((t.windows((2, 2)), t.slice(s![0]).windows(3).shape()), (t.windows([2, 2]), &[1, 3]));
    assert_eq!(View::from_shape(3, &[1, 2, 3]).map(|v| v.sum()), Ok(6));
    assert!(ViewMut::<u8, 1>::from_shape(3, &mut [1, 2]).is_err());
}

#[test]
fn a_sum_over_elements_needs_no_storage_by_name() {
    fn mean<S: Read<Elem = f32>, D: Dims>(array: &Array<S, D>) -> f32 {
        array.iter().sum::<f32>() / array.len() as f32
    }
    let mut t = Tensor::from_shape_fn((3, 4), |(i, j)| (4 * i + j) as f32);
    assert_eq!((mean(&t), mean(&t.t()), mean(&t.slice(s![:, ::-2]))), (5.5, 5.5, 6.0));
    assert_eq!(mean::<_, Dyn>(&t.view_mut().into_dyn()), 5.5);
    let mut rest = t.iter();
    let _ = (rest.next(), rest.next_back());
    assert_eq!(rest.sum::<f32>(), 55.0);
    let mut exclusive = t.iter_mut();
    *exclusive.next().expect("an element") = 100.0;
    assert_eq!(exclusive.sum::<f32>(), 66.0);
}

#[test]
fn lines_are_sorted_as_the_standard_library_sorts_them() {
    for shape in [[3, 5, 4], [1, 0, 3], [2, 70, 1]] {
        let t = Tensor::from_shape_fn(shape, |[i, j, k]| (i * 37 + j * 101 + k * 53) % 7);
        for (axis, view) in
            [(0, t.view()), (1, t.slice(s![:, ::-1])), (-1, t.slice(s![.., ::-1])), (2, t.flip(0))]
        {
            let mut sorted = view.to_tensor();
            sorted.sort_axis(axis);
            let order = view.argsort_axis(axis);
            for ((line, sorted), order) in view.lanes(axis).zip(sorted.lanes(axis)).zip(order.lanes(axis)) {
                let mut expected = line.to_vec();
                expected.sort();
                assert_eq!(sorted, expected);
                let mut places: Vec<usize> = (0..line.len()).collect();
                places.sort_by_key(|&at| line[at]);
                assert_eq!(order, places);
            }
        }
    }
    let nan = f64::NAN;
    let mut t = tensor![nan, 2.0, -0.0, nan, f64::NEG_INFINITY, 0.0];
    assert_eq!(t.argsort(), [4, 2, 5, 1, 0, 3]);
    t.slice_mut(s![::-1]).sort();
    assert_eq!(t.slice(s![2:]), [2.0, 0.0, 0.0, f64::NEG_INFINITY]);
    assert!(t[0].is_nan() && t[1].is_nan());
    assert!(std::panic::catch_unwind(|| tensor![1].argsort_axis(1)).is_err());
}

#[test]
fn repeats_and_tiles_are_where_division_leads() {
    let t = Tensor::from_shape_fn([2, 3, 1], |[i, j, k]| 10 * i + j + k);
    for count in 0..4 {
        assert_eq!(
            t.repeat(count, 1),
            Tensor::from_shape_fn([2, 3 * count, 1], |[i, j, k]| t[[i, j / count, k]])
        );
        assert_eq!(t.repeat(count, -1), t.tile([1, 1, count]));
        let tiled = Tensor::from_shape_fn([2 * count, 3, 2], |[i, j, _]| t[[i % 2, j, 0]]);
        assert_eq!(
            (t.tile([count, 1, 2]), t.view().into_dyn().tile(&[count, 1, 2])),
            (tiled.clone(), tiled.into_dyn())
        );
    }
    assert!(std::panic::catch_unwind(|| tensor![1].view().into_dyn().tile(&[1, 1])).is_err());
}

#[test]
fn masks_fill_by_broadcasting_and_casts_are_those_of_as() {
    let t = tensor![[1, -2, 3], [-4, 5, 300]];
    assert_eq!(t.masked_fill(t.map(|x| *x < 0), 0), [[1, 0, 3], [0, 5, 300]]);
    assert_eq!(t.slice(s![:, ::-1]).masked_fill(&[true, false, false], 7), [[7, -2, 1], [7, 5, -4]]);
    assert_eq!(t.cast::<u8>(), [[1, 254, 3], [252, 5, 44]]);
    assert_eq!(t.cast::<f32>().cast::<i64>(), t.map(|&x| i64::from(x)));
    assert_eq!(t.masked_select(&t.map(|x| *x > 2)), [3, 5, 300]);
    assert_eq!(t.index_select(1, &[2, 0]), [[3, 1], [300, -4]]);
    assert_eq!(Tensor::zeros_like(&t.slice(s![1])), [0, 0, 0]);
    assert_eq!(t.expand_dims(-1).shape(), &[2, 3, 1]);
    assert!(t.all(|x| *x != 0) && t.any(|x| *x == 300) && !t.any(|x| *x == 0));
    assert!(t.slice(s![:0]).all(|_| false) && !t.slice(s![:0]).any(|_| true));
}

#[test]
fn variances_are_those_of_exact_numbers() {
    // Two numbers far from 0: a difference of means of squares would have no digit left.
    let t = Tensor::from_shape_fn([1000, 2], |[i, j]| 1e8 + (i % 2) as f64 * (1 + j) as f64);
    assert_eq!((t.var_axis(0), t.std_axis(0)), (tensor![0.25, 1.0], tensor![0.5, 1.0]));
    assert_eq!((t.slice(s![:, 0]).var(), t.slice(s![:, 1]).std()), (0.25, 1.0));
    assert!(t.slice(s![:0]).var().is_nan());
}

#[test]
fn names_of_ndarray_and_of_slices_do_what_they_do_there() {
    let mut t = tensor![[1, 2, 3], [4, 5, 6]];
    assert_eq!((t.len_of(0), t.len_of(-1), t.slice(s![1, 2]).into_scalar()), (2, 3, 6));
    assert_eq!(t.broadcast((4, 2, 3)).map(|view| view.len()), Some(24));
    assert!(t.broadcast([2, 4]).is_none());
    assert!(t.axis_chunks_iter(1, 2).map(|part| part.len_of(1)).eq([2, 1]));
    t.slice_mut(s![:, ::-1]).copy_from_slice(&[7, 8, 9, 10, 11, 12]);
    assert_eq!(t, [[9, 8, 7], [12, 11, 10]]);
    let panics = std::panic::catch_unwind(move || t.slice_mut(s![1]).copy_from_slice(&[1]));
    assert!(panics.is_err(), "another length");
}

#[test]
fn a_matrix_becomes_a_vector_of_rows() {
    let rows: Vec<Vec<i32>> = tensor![[1, 2, 3], [4, 5, 6]].into();
    assert_eq!(rows, [vec![1, 2, 3], vec![4, 5, 6]]);
    let rows: Vec<Vec<String>> = Tensor::<String, 2>::full([2, 0], String::new()).into();
    assert_eq!(rows, [Vec::<String>::new(), Vec::new()]);
}
