//! Shapes as numbers, tuples and arrays; positions of extremes; sums over any storage.

use tslice::{Array, Dims, Dyn, DynTensor, Read, Tensor, View, ViewMut, s, tensor};

/// Numbers whose order is that of no axis.
fn numbers(shape: [usize; 3]) -> Tensor<i64, 3> {
    Tensor::from_shape_fn(shape, |[i, j, k]| ((i * 61 + j * 17 + k * 29) % 23) as i64)
}

#[test]
fn argmax_is_the_first_of_equal_elements() {
    let t = numbers([3, 4, 5]);
    for axis in 0..3 {
        let position = |is_better: fn(i64, i64) -> bool| {
            t.map_axis(axis, |lane| {
                let lane = lane.to_vec();
                (1..lane.len()).fold(0, |best, at| {
                    if is_better(lane[at], lane[best]) {
                        at
                    } else {
                        best
                    }
                })
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
fn an_index_is_written_as_the_shape_is() {
    assert_eq!(Tensor::from_shape_fn(4, |i| i * i), [0, 1, 4, 9]);
    assert_eq!(
        Tensor::from_shape_fn((2, 0, 3), |(i, j, k)| i + j + k).shape(),
        &[2, 0, 3]
    );
    assert_eq!(Tensor::from_shape_fn((), |()| 7)[()], 7);
    let t = Tensor::from_shape_fn((2, 3), |(i, j)| (i, j));
    assert_eq!(t, Tensor::from_shape_fn(t.shape(), |[i, j]| (i, j)));
    assert_eq!(
        t,
        DynTensor::from_shape_fn(vec![2, 3], |index: &[usize]| (index[0], index[1]))
    );
    assert_eq!(
        (Tensor::<u8, 1>::zeros(2), t.reshape(6)),
        (tensor![0, 0], Tensor::from(t.to_vec()).view())
    );
    assert_eq!(
        (t.windows((2, 2)), t.slice(s![0]).windows(3).shape()),
        (t.windows([2, 2]), &[1, 3])
    );
    assert_eq!(View::from_shape(3, &[1, 2, 3]).map(|v| v.sum()), Ok(6));
    assert!(ViewMut::<u8, 1>::from_shape(3, &mut [1, 2]).is_err());
}

/// A shape and an index as a tuple of each rank, with lengths that tell the axes apart.
#[test]
fn tuples_of_every_rank_keep_the_order_of_axes() {
    macro_rules! tuples {
        ($(($($length:literal),*) $rank:literal;)*) => {$(
            let tuple = ($($length,)*);
            let lengths: [usize; $rank] = [$($length),*];
            let t = Tensor::<u8, $rank>::zeros(tuple);
            assert_eq!(t.shape(), &lengths);
            assert_eq!(t.reshape(tuple).shape(), &lengths);
            assert_eq!(t.broadcast_to(tuple).shape(), &lengths);
            let last = ($($length - 1,)*);
            assert_eq!(t.get(last), Some(&0));
            let numbered = t.indexed_iter().map(|(index, _)| index).last();
            assert_eq!(numbered.map(|index| index.map(|i| i + 1)), Some(lengths));
        )*};
    }
    tuples! {
        (3) 1; (3, 2) 2; (3, 2, 4) 3; (3, 2, 4, 5) 4; (3, 2, 4, 5, 6) 5; (3, 2, 4, 1, 5, 6) 6;
    }
}

#[test]
fn sum_is_generic_over_the_storage() {
    fn mean<S: Read<Elem = f32>, D: Dims>(array: &Array<S, D>) -> f32 {
        array.iter().sum::<f32>() / array.len() as f32
    }
    let mut t = Tensor::from_shape_fn((3, 4), |(i, j)| (4 * i + j) as f32);
    assert_eq!(
        (mean(&t), mean(&t.t()), mean(&t.slice(s![:, ::-2]))),
        (5.5, 5.5, 6.0)
    );
    assert_eq!(mean::<_, Dyn>(&t.view_mut().into_dyn()), 5.5);
    let mut rest = t.iter();
    let _ = (rest.next(), rest.next_back());
    assert_eq!(rest.sum::<f32>(), 55.0);
    let mut exclusive = t.iter_mut();
    *exclusive.next().expect("an element") = 100.0;
    assert_eq!(exclusive.sum::<f32>(), 66.0);
}

#[test]
fn a_matrix_becomes_a_vector_of_rows() {
    let rows: Vec<Vec<i32>> = tensor![[1, 2, 3], [4, 5, 6]]
        .rows()
        .map(|row| row.to_vec())
        .collect();
    assert_eq!(rows, [vec![1, 2, 3], vec![4, 5, 6]]);
    let empty = Tensor::<String, 2>::full([2, 0], String::new());
    let rows: Vec<Vec<String>> = empty.rows().map(|row| row.to_vec()).collect();
    assert_eq!(rows, [Vec::<String>::new(), Vec::new()]);
}

#[test]
fn all_and_any_of_no_elements() {
    let t = tensor![[1, -2, 3], [-4, 5, 300]];
    assert!(t.all(|x| *x != 0) && t.any(|x| *x == 300) && !t.any(|x| *x == 0));
    assert!(t.slice(s![:0]).all(|_| false) && !t.slice(s![:0]).any(|_| true));
}
