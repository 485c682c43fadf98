//! `reshape`: the same elements in another shape, where strides allow it.

use crate::forms::{elements, forms};
use proptest::prelude::*;
use tslice::{
    Array, Border, Dims, Dyn, DynTensor, DynView, Owned, Rank, Shape, ShapeError, Tensor, View,
    ViewMut, s,
};
use tslice_tests::indices::indices;

/// Whether some strides give the elements of a view this shape: the offsets of all its index tuples
/// are sums over the axes.
fn has_strides(view: &DynView<'_, usize>, shape: &[usize]) -> bool {
    let offset = |index: &[usize]| {
        let steps = index.iter().zip(view.strides());
        steps
            .map(|(&at, &stride)| at.cast_signed() * stride)
            .sum::<isize>()
    };
    let offsets: Vec<isize> = indices(view.shape())
        .iter()
        .map(|index| offset(index))
        .collect();
    let tuples = indices(shape);
    let at = |index: &[usize]| {
        offsets[tuples
            .iter()
            .position(|tuple| tuple == index)
            .expect("a tuple")]
    };
    let zeros = vec![0; shape.len()];
    let strides: Vec<isize> = (0..shape.len())
        .map(|axis| {
            let mut unit = zeros.clone();
            unit[axis] = 1;
            if shape[axis] > 1 { at(&unit) } else { 0 }
        })
        .collect();
    let sum = |index: &[usize]| {
        index
            .iter()
            .zip(&strides)
            .map(|(&at, &stride)| at.cast_signed() * stride)
            .sum::<isize>()
    };
    tuples
        .iter()
        .zip(&offsets)
        .all(|(index, &offset)| sum(index) == offset)
}

/// Each shape of at most four axes that counts `len` elements.
fn shapes(len: usize, axes: usize) -> Vec<Vec<usize>> {
    let mut all = if len == 1 { vec![vec![]] } else { vec![] };
    if axes > 0 {
        for first in (1..=len).filter(|first| len.is_multiple_of(*first)) {
            all.extend(
                shapes(len / first, axes - 1)
                    .iter()
                    .map(|rest| [&[first], &rest[..]].concat()),
            );
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn reshape_is_a_view_if_strides_exist(form in forms(3)) {
        let tensor = form.tensor();
        let view = form.of(&tensor);
        let expected = elements(&view);
        if expected.is_empty() {
            for shape in [&[0][..], &[3, 0, 2], &[0, 0, 0, 0]] {
                let reshaped = view.reshape(shape);
                prop_assert_eq!(reshaped.shape(), shape);
            }
            prop_assert!(view.try_reshape(&[][..]).is_err());
            return Ok(());
        }
        for shape in shapes(expected.len(), 3) {
            match view.try_reshape(&shape[..]) {
                Ok(reshaped) => {
                    prop_assert_eq!(reshaped.shape(), &shape[..]);
                    prop_assert_eq!(elements(&reshaped), &expected[..]);
                }
                Err(error) => {
                    prop_assert!(!has_strides(&view, &shape), "{:?} {:?} {:?}", view.shape(), view.strides(), shape);
                    let strided = matches!(error, ShapeError::NotContiguous { .. });
                    prop_assert!(strided, "{}", error);
                }
            }
        }
    }
}

/// An axis of length 1 is never walked, whatever its stride is.
#[test]
fn strides_of_axes_of_length_1_do_not_matter() {
    let data: [usize; 24] = std::array::from_fn(|n| n);
    for (stride, step) in [0, 1, 7, -5, isize::MIN, isize::MAX]
        .into_iter()
        .flat_map(|stride| [(stride, 1), (stride, 2)])
    {
        let one = (1, stride);
        let expected: Vec<usize> = data.iter().copied().step_by(step).take(12).collect();
        let step = step.cast_signed();
        for axes in [
            [one, (4, 3 * step), (3, step)],
            [(4, 3 * step), one, (3, step)],
            [(4, 3 * step), (3, step), one],
            [(12, step), one, one],
            [one, one, (12, step)],
            [one, (12, step), one],
        ] {
            let (lengths, strides) = (axes.map(|axis| axis.0), axes.map(|axis| axis.1));
            let view = View::<_, 3>::from_strided(lengths, strides, 0, &data).expect("inside");
            for shape in shapes(expected.len(), 3) {
                let reshaped = view
                    .try_reshape(&shape[..])
                    .expect("one step from each to the next");
                assert_eq!(reshaped.to_vec(), expected, "{axes:?} as {shape:?}");
            }
            assert_eq!(view.as_slice().is_some(), step == 1, "{axes:?}");
        }
    }
}

#[test]
fn reshape_takes_any_shape_of_equal_size() {
    let t = Tensor::<i32, 2>::from([[1, 2, 3], [4, 5, 6]]);
    assert_eq!(t.reshape([6]), [1, 2, 3, 4, 5, 6]);
    assert_eq!(t.reshape([3, 1, 2]), [[[1, 2]], [[3, 4]], [[5, 6]]]);
    assert_eq!(
        t.reshape(&[3, 2][..]).into_rank::<2>().expect("rank 2"),
        [[1, 2], [3, 4], [5, 6]]
    );
    assert_eq!(View::<i32, 1>::from(&[7]).reshape(())[[]], 7);
    let data = t.as_ptr();
    let t = t.into_shape([3, 2]);
    assert_eq!(t.as_ptr(), data);
    assert_eq!(t.into_vec(), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn one_length_follows_from_the_others() {
    let t = Tensor::from_shape_fn([2, 3, 4], |[i, j, k]| 12 * i + 4 * j + k);
    assert_eq!(t.reshape(-1), t.to_vec());
    assert_eq!(t.reshape([-1, 4]).shape(), &[6, 4]);
    assert_eq!(t.reshape((3, -1_i8)).shape(), &[3, 8]);
    assert_eq!(t.reshape((t.shape()[0], -1, 1)).shape(), &[2, 12, 1]);
    assert_eq!(t.slice(s![:, :, ::2]).reshape([-1, 2]).shape(), &[6, 2]);
    assert_eq!(t.clone().into_shape([4_i64, -1]).shape(), &[4, 6]);
    let empty = Tensor::<u8, 2>::zeros([0, 3]);
    assert_eq!(empty.reshape([-1, 3]).shape(), &[0, 3]);

    let refused = |error: ShapeError| error.to_string();
    let text =
        "shape [2, 3, 4] does not reshape with length -1 of axis 0: the others count 7 elements";
    assert_eq!(refused(t.try_reshape([-1, 7]).unwrap_err()), text);
    let text =
        "shape [0, 3] does not reshape with length -1 of axis 1: the others count 0 elements";
    assert_eq!(refused(empty.try_reshape([0, -1]).unwrap_err()), text);
    for (shape, axis, length) in [
        ([-1, -1], 1, -1),
        ([-2, -12], 0, -2),
        ([-2, 8], 0, -2),
        ([6, -4], 1, -4),
        ([-1, i64::MIN], 1, i64::MIN),
    ] {
        let text = format!(
            "the length of axis {axis} is {length}: one length may be -1, and follows from the \
             others"
        );
        let error = ShapeError::Reshape(text.into());
        assert_eq!(t.try_reshape(shape), Err(error), "{shape:?}");
    }
    for shape in [[-1, 0], [i64::MAX, -1]] {
        assert!(t.try_reshape(shape).is_err(), "{shape:?}");
    }
    assert!(t.try_reshape([usize::MAX, 4]).is_err());
}

#[test]
fn errors_name_both_shapes_and_the_axis() {
    let t = Tensor::<i32, 3>::zeros([2, 3, 4]);
    let error = t.slice(s![:, :2]).try_reshape([4, 4]).unwrap_err();
    let text = "shape [2, 2, 4] with strides [12, 4, 1] does not reshape to [4, 4] without a copy: axis 0 is not \
                contiguous with the axes inside it; `to_tensor().into_shape(..)` copies";
    assert_eq!(error.to_string(), text);
    let error = t.try_reshape([usize::MAX, 2]).unwrap_err();
    assert!(matches!(error, ShapeError::Overflow { .. }), "{error}");
}

#[test]
fn reshape_view_writes_into_the_tensor() {
    let mut t = Tensor::<i32, 2>::zeros([2, 6]);
    t.slice_mut(s![:, 1::2])
        .reshape_mut([2, 1, 3])
        .slice_mut(s![.., 2])
        .fill(7);
    t.slice_mut(s![0])
        .into_shape([3, 2])
        .slice_mut(s![0])
        .fill(1);
    assert_eq!(t, [[1, 1, 0, 0, 0, 7], [0, 0, 0, 0, 0, 7]]);
}

#[test]
fn shape_is_an_array_tuple_slice_or_vector() {
    let (lengths, data) = (vec![2, 3], [1, 2, 3, 4, 5, 6]);
    let t = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let typed: [Tensor<i32, 2>; 3] = [
        Tensor::from_shape_vec((2, 3), data.to_vec()).expect("as many"),
        Tensor::from_shape_vec([2, 3], data.to_vec()).expect("as many"),
        Tensor::from_shape_fn(t.shape(), |[i, j]| t[[i, j]]),
    ];
    assert!(typed.iter().all(|same| *same == t));
    let dynamic = [
        DynTensor::from_shape_vec((2, 3), data.to_vec()).expect("as many"),
        DynTensor::from_shape_vec([2, 3], data.to_vec()).expect("as many"),
        DynTensor::from_shape_fn(&[2, 3], |index| t[[index[0], index[1]]]),
        DynTensor::from_shape_fn(&lengths, |index| t[[index[0], index[1]]]),
        DynTensor::from_shape_fn(t.shape(), |index| t[[index[0], index[1]]]),
        DynTensor::from_shape_fn(lengths.clone().into_boxed_slice(), |index| {
            t[[index[0], index[1]]]
        }),
    ];
    assert!(dynamic.iter().all(|same| *same == t));
    assert_eq!(View::from_shape((2, 3), &data).expect("as many"), t);
    assert_eq!(
        DynView::from_shape(&lengths[..], &data).expect("as many"),
        t
    );
    assert_eq!(
        View::from_strided((3, 2), [1, 3], 0, &data).expect("inside"),
        t.t()
    );
    let mut zeros = [0; 6];
    ViewMut::from_shape((3, 2), &mut zeros)
        .expect("as many")
        .assign(&t.t());
    assert_eq!(zeros, [1, 4, 2, 5, 3, 6]);
    assert_eq!(Tensor::full((), 7), Tensor::full([], 7));
    let known = Array::<Owned<i32>, Shape![2, _]>::zeros((2, 3));
    assert_eq!(known, Array::<Owned<i32>, Shape![2, _]>::full([2, 3], 0));
    assert_eq!(t.crop([0, 1], (1, 2), Border::Constant(0)), [[2, 3]]);

    let column: View<i32, 2> = t.reshape((6, 1));
    assert_eq!(column, t.reshape(&[6, 1]));
    let dynamic: DynView<i32> = column.reshape(&lengths);
    assert_eq!(dynamic, t);
    let row: Tensor<i32, 2> = t.to_tensor().into_shape((1, 6));
    assert_eq!(
        row.broadcast_to((2, 6))
            .reshape(column.broadcast_to((6, 2)).t().shape())
            .shape(),
        &[2, 6]
    );
}

#[test]
fn shape_and_rank_are_inferred_from_each_other() {
    fn same<T: Clone, D: Dims>(shape: D::Index<'_>, value: T) -> Array<Owned<T>, D> {
        Array::full(shape, value)
    }
    fn typed<const R: usize>(shape: [usize; R]) -> Tensor<u8, R> {
        Tensor::zeros(shape)
    }
    let t = Tensor::full([2, 3], 'x');
    let _: &Tensor<char, 2> = &t;
    let mut halves = Tensor::zeros((2, 3));
    halves.fill(0.5_f32);
    assert_eq!(halves[[1, 2]], 0.5);
    let of_lengths: Tensor<u8, 3> = Tensor::zeros(std::array::from_fn(|axis| axis + 1));
    assert_eq!(of_lengths, typed([1, 2, 3]));
    assert_eq!(
        same::<_, Rank<2>>([2, 3], 'x'),
        same::<_, Dyn>(&[2, 3], 'x')
    );
    let sum = Tensor::from_shape_fn((2, 3), |(i, j)| i + j).sum();
    assert_eq!((sum, Tensor::from_shape_fn([4], |[i]| i).sum()), (9, 6));
}
