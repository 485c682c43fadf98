//! `concatenate` and `stack`, against loops over index tuples.

use proptest::prelude::*;
use tslice::{
    Array, AxisError, DynTensor, DynView, Ref, Shape, ShapeError, Tensor, View, concatenate,
    concatenate_into, s, stack, stack_into, tensor, try_concatenate, try_stack,
};
use tslice_tests::counting::counting;
use tslice_tests::faults::message;

/// Every index tuple of a shape, in row-major order.
fn tuples(shape: &[usize]) -> Vec<Vec<usize>> {
    shape.iter().fold(vec![vec![]], |tuples, &len| {
        tuples
            .iter()
            .flat_map(|tuple| (0..len).map(move |i| [&tuple[..], &[i]].concat()))
            .collect()
    })
}

/// The elements of a joined array: each index tuple is looked up in the array that it lies in.
fn joined(axis: usize, arrays: &[DynView<'_, i32>], new_axis: bool) -> (Vec<usize>, Vec<i32>) {
    let mut shape = arrays[0].shape().to_vec();
    if new_axis {
        shape.insert(axis, arrays.len());
    } else {
        shape[axis] = arrays.iter().map(|array| array.shape()[axis]).sum();
    }
    let element = |mut tuple: Vec<usize>| {
        if new_axis {
            let array = tuple.remove(axis);
            return arrays[array][&tuple];
        }
        for array in arrays {
            if tuple[axis] < array.shape()[axis] {
                return array[&tuple];
            }
            tuple[axis] -= array.shape()[axis];
        }
        panic!("beyond the last array")
    };
    let elements = tuples(&shape).into_iter().map(element).collect();
    (shape, elements)
}

/// A view of the shape in one of several layouts, out of a larger tensor.
fn laid_out(tensor: &DynTensor<i32>, layout: usize) -> DynView<'_, i32> {
    let spec = ["..., 0", "..., 1", "..., ::-1", "..., 0:1"][layout];
    let view = tensor.slice(spec.parse::<tslice::DynSpec>().expect("a spec"));
    if layout > 1 {
        view.slice(s![.., 0])
    } else {
        view
    }
}

proptest! {
    #[test]
    fn joined_arrays_hold_the_elements_of_each(
        shape in prop::collection::vec(0..4_usize, 1..4),
        lengths in prop::collection::vec((0..4_usize, 0..4_usize), 1..5),
        axis in 0..3_usize,
    ) {
        let axis = axis % shape.len();
        let tensors: Vec<_> = lengths.iter().zip(0..).map(|(&(len, _), number)| {
            let mut shape = shape.clone();
            shape[axis] = len;
            shape.push(2);
            counting(1000 * number, &shape)
        }).collect();
        let views: Vec<_> = tensors.iter().zip(&lengths).map(|(tensor, &(_, layout))| laid_out(tensor, layout)).collect();
        let (shape, elements) = joined(axis, &views, false);
        let result = try_concatenate(axis, &views).expect("they fit");
        prop_assert_eq!((result.shape(), result.as_slice()), (&shape[..], Some(&elements[..])));
        let mut buffer = vec![-1; elements.len()];
        concatenate_into(axis, &views, &mut buffer);
        prop_assert_eq!(buffer, elements);
    }

    #[test]
    fn stacked_arrays_hold_the_elements_of_each(
        shape in prop::collection::vec(0..4_usize, 0..4),
        layouts in prop::collection::vec(0..4_usize, 1..5),
        axis in 0..4_usize,
    ) {
        let axis = axis % (shape.len() + 1);
        let wide = [&shape[..], &[2]].concat();
        let tensors: Vec<_> = (0..layouts.len()).map(|n| counting(n as i32 * 1000, &wide)).collect();
        let views: Vec<_> = tensors.iter().zip(&layouts).map(|(tensor, &layout)| laid_out(tensor, layout)).collect();
        let (shape, elements) = joined(axis, &views, true);
        let result = try_stack(axis, &views).expect("they fit");
        prop_assert_eq!((result.shape(), result.as_slice()), (&shape[..], Some(&elements[..])));
        let mut buffer = vec![-1; elements.len()];
        stack_into(axis, &views, &mut buffer);
        prop_assert_eq!(buffer, elements);
    }
}

#[test]
fn rows_of_any_length_are_joined_in_turns() {
    for (height, width) in [1, 2, 31, 70]
        .iter()
        .flat_map(|&h| [0, 1, 2, 3, 5, 8, 17, 33, 300].map(|w| (h, w)))
    {
        let (a, b) = (
            counting(0, &[height, width]),
            counting(50_000, &[height, width + 3]),
        );
        let c = counting(90_000, &[height, 2 * width]);
        let views = [
            a.view(),
            b.slice(s![::-1, 1:-1]),
            c.slice(s![:, ::2]),
            b.slice(s![:, 2:]),
            a.slice(s![:, :0]),
        ];
        for count in 1..=views.len() {
            let (shape, elements) = joined(1, &views[..count], false);
            let result = concatenate(1, &views[..count]);
            assert_eq!(
                (result.shape(), result.as_slice()),
                (&shape[..], Some(&elements[..]))
            );
            let bytes: Vec<_> = views[..count]
                .iter()
                .map(|view| view.map(|&x| x as u8))
                .collect();
            assert_eq!(concatenate(1, &bytes), result.map(|&x| x as u8));
        }
        let stacked = stack(1, [&a, &a]);
        assert_eq!(stacked.slice(s![:, 1]), a);
    }
}

#[test]
fn planes_become_pixels_whatever_their_layouts() {
    let wide: Vec<_> = (0..6).map(|n| counting(n * 10_000, &[7, 40, 2])).collect();
    let (crop, mirrored) = (s![1:-1, 2:-3, 1], s![1:-1, -4:1:-1, 0]);
    for channels in 1..=wide.len() {
        let tight: Vec<_> = wide[..channels]
            .iter()
            .map(|wide| wide.slice(s![.., 1]).to_tensor())
            .collect();
        let layouts: [Vec<_>; 4] = [
            tight.iter().map(DynTensor::view).collect(),
            tight
                .iter()
                .map(|plane| plane.slice(s![1:-1, 3:]))
                .collect(),
            wide[..channels]
                .iter()
                .map(|wide| wide.slice(crop))
                .collect(),
            wide[..channels]
                .iter()
                .enumerate()
                .map(|(at, wide)| {
                    if at == 1 {
                        wide.slice(mirrored)
                    } else {
                        wide.slice(crop)
                    }
                })
                .collect(),
        ];
        for views in layouts {
            let (shape, elements) = joined(2, &views, true);
            let stacked = stack(2, &views);
            assert_eq!(
                (stacked.shape(), stacked.as_slice()),
                (&shape[..], Some(&elements[..]))
            );
            let flat: Vec<_> = views
                .iter()
                .map(|view| view.slice(s![.., newaxis]))
                .collect();
            assert_eq!(concatenate(2, &flat), stacked);
            let doubled: Vec<_> = flat
                .iter()
                .map(|view| view.broadcast_to(&[shape[0], shape[1], 2][..]))
                .collect();
            let (shape, elements) = joined(2, &doubled, false);
            let twice = concatenate(2, &doubled);
            assert_eq!(
                (twice.shape(), twice.as_slice()),
                (&shape[..], Some(&elements[..]))
            );
        }
    }
}

#[test]
fn every_kind_of_array_is_joined() {
    let mut t = Tensor::<_, 2>::from([[1, 2], [3, 4]]);
    assert_eq!(
        concatenate(0, &[t.clone(), t.clone()]),
        [[1, 2], [3, 4], [1, 2], [3, 4]]
    );
    assert_eq!(concatenate(1, [&t, &t]), [[1, 2, 1, 2], [3, 4, 3, 4]]);
    assert_eq!(
        concatenate(0, [t.slice(s![::-1, 0]), t.slice(s![0])]),
        [3, 1, 1, 2]
    );
    assert_eq!(concatenate(0, &[t.view_mut()]), [[1, 2], [3, 4]]);
    assert_eq!(concatenate(0, &[vec![1], vec![], vec![2, 3]]), [1, 2, 3]);
    let repeated = View::<_, 1>::from(&[7]).broadcast_to([2, 2]);
    assert_eq!(
        concatenate(1, [t.view(), repeated]),
        [[1, 2, 7, 7], [3, 4, 7, 7]]
    );
    let stacked: Tensor<i32, 3> = stack(2, [&t, &t]);
    assert_eq!(stacked, [[[1, 1], [2, 2]], [[3, 3], [4, 4]]]);
    let scalars: Tensor<i32, 1> = stack(0, [t.slice(s![0, 0]), t.slice(s![1, 1])]);
    assert_eq!(scalars, [1, 4]);
    let dynamic: DynTensor<i32> = stack(0, &[t.view().into_dyn(), t.view().into_dyn()]);
    assert_eq!(dynamic, [[[1, 2], [3, 4]], [[1, 2], [3, 4]]]);
    assert_eq!(
        stack(
            0,
            [["a".to_owned()], ["b".to_owned()]].map(Tensor::<_, 1>::from)
        ),
        [["a".to_owned()], ["b".to_owned()]]
    );
    assert_eq!(
        concatenate(0, [[(); 3], [(); 3]].map(Tensor::<_, 1>::from)).len(),
        6
    );
}

#[test]
fn join_errors_write_nothing() {
    let (a, b) = (counting(0_i32, &[2, 3]), counting(0_i32, &[2, 4]));
    let mut buffer = [-7; 12];
    let error = try_concatenate(0, [&a, &a, &b]).unwrap_err();
    let text = "array 2 does not fit array 0: axis 1 has length 4, expected 3";
    assert_eq!(error, ShapeError::Join(text.into()));
    assert_eq!(
        message(|| concatenate_into(0, [&a, &a, &b], &mut buffer)),
        error.to_string()
    );
    let text = "array 1 does not fit array 0: axis 1 has length 4, expected 3";
    assert_eq!(try_stack(0, [&a, &b]), Err(ShapeError::Join(text.into())));
    let error = ShapeError::Axis(AxisError::OutOfRange { axis: 3, rank: 3 });
    assert_eq!(
        message(|| stack_into(3, [&a], &mut buffer)),
        error.to_string()
    );
    assert_eq!(
        try_concatenate(2, [&a]),
        Err(ShapeError::Axis(AxisError::OutOfRange { axis: 2, rank: 2 }))
    );
    assert_eq!(
        try_concatenate::<i32, _, [DynTensor<i32>]>(0, &[]),
        Err(ShapeError::Join("there are no arrays to join".into()))
    );
    assert_eq!(
        try_stack::<i32, _, [DynTensor<i32>]>(0, &[]),
        Err(ShapeError::Join("there are no arrays to join".into()))
    );
    let row = counting(0_i32, &[3]);
    assert_eq!(
        try_concatenate(0, [&a, &row]).unwrap_err().to_string(),
        "array 1 does not fit array 0: expected rank 2, got rank 1"
    );
    assert_eq!(
        try_stack(0, [&row, &a]).unwrap_err().to_string(),
        "array 1 does not fit array 0: expected rank 1, got rank 2"
    );
    assert_eq!(
        message(|| concatenate_into(0, [&a, &a], &mut buffer[..11])),
        "shape [4, 3] needs 12 elements, there are 11"
    );
    assert_eq!(
        try_concatenate(0, &[Tensor::<i32, 0>::full([], 1)]),
        Err(ShapeError::Axis(AxisError::OutOfRange { axis: 0, rank: 0 }))
    );
    assert_eq!(buffer, [-7; 12]);
}

#[cfg(target_pointer_width = "64")]
#[test]
fn results_that_no_memory_holds_are_errors() {
    let one = View::<_, 1>::from(&[1_u8]);
    let (half, most) = (one.broadcast_to([1 << 62]), one.broadcast_to([1 << 60]));
    let error = try_concatenate(0, [half, half, half]).unwrap_err();
    assert!(matches!(error, ShapeError::Overflow { .. }), "{error}");
    let error = try_concatenate(0, [one, most]).unwrap_err();
    assert!(matches!(error, ShapeError::TooLarge { .. }), "{error}");
    let error = try_stack(1, [most, most]).unwrap_err();
    assert!(matches!(error, ShapeError::TooLarge { .. }), "{error}");
}

#[test]
fn join_of_uncountable_shapes_is_an_error() {
    let one = [1_u8];
    for len in [1 << (usize::BITS - 3), isize::MAX.unsigned_abs()] {
        let row: View<u8, 2> = View::from_strided([1, len], [0, 0], 0, &one).expect("repeated");
        let none: View<u8, 3> =
            View::from_strided([1, len, 0], [0; 3], 0, &[]).expect("no elements");
        for error in [
            try_stack(0, [row; 8]).map(drop),
            try_concatenate(0, [row; 8]).map(drop),
        ] {
            assert!(
                matches!(error, Err(ShapeError::Overflow { .. })),
                "{error:?}"
            );
        }
        for error in [
            try_stack(0, [none; 8]).map(drop),
            try_concatenate(0, [none; 8]).map(drop),
        ] {
            assert!(
                matches!(error, Err(ShapeError::Overflow { .. })),
                "{error:?}"
            );
        }
    }
}

#[test]
fn joined_elements_are_cloned_once() {
    struct Counted<'c>(&'c std::cell::Cell<usize>);
    impl Clone for Counted<'_> {
        fn clone(&self) -> Self {
            self.0.set(self.0.get() + 1);
            Self(self.0)
        }
    }
    let clones = std::cell::Cell::new(0);
    let t: Tensor<_, 1> = (0..10).map(|_| Counted(&clones)).collect();
    for second in [t.view(), t.slice(s![::-1])] {
        clones.set(0);
        assert_eq!(
            (concatenate(0, [t.view(), second]).len(), clones.get()),
            (20, 20)
        );
    }
}

/// A tuple holds arrays of every storage; the oracle joins views of them.
#[test]
fn tuples_join_arrays_of_any_storage() {
    let (tensor, wide) = (counting(0, &[2, 3]), counting(100, &[2, 6]));
    let tensor: Tensor<i32, 2> = tensor.into_rank().expect("rank 2");
    let wide: Tensor<i32, 2> = wide.into_rank().expect("rank 2");
    let (nested, mut written) = ([[7, 8, 9], [10, 11, 12]], tensor.map(|x| x + 50));
    let fixed = Array::<Ref<i32>, Shape![2, 3]>::from(&nested);
    let views: Vec<DynView<'_, i32>> = [
        tensor.view(),
        wide.slice(s![::-1, ::2]),
        fixed.into_ranked(),
        written.view(),
        fixed.into_ranked(),
    ]
    .map(Array::into_dyn)
    .into();
    let expected: Vec<_> = (0..2).map(|axis| joined(axis, &views, false)).collect();
    let stacked: Vec<_> = (0..3).map(|axis| joined(axis, &views, true)).collect();
    drop(views);
    macro_rules! tuple {
        () => {
            (&tensor, wide.slice(s![::-1, ::2]), &nested, written.view_mut(), fixed)
        };
    }
    for (axis, (shape, elements)) in expected.iter().enumerate() {
        let result: Tensor<i32, 2> = concatenate(axis, tuple!());
        assert_eq!(
            (&result.shape()[..], &result.to_vec()),
            (&shape[..], elements)
        );
        let mut buffer = vec![0; elements.len()];
        concatenate_into(axis, tuple!(), &mut buffer);
        assert_eq!(&buffer, elements);
    }
    for (axis, (shape, elements)) in stacked.iter().enumerate() {
        let result: Tensor<i32, 3> = stack(axis, tuple!());
        assert_eq!(
            (&result.shape()[..], &result.to_vec()),
            (&shape[..], elements)
        );
        let mut buffer = vec![0; elements.len()];
        stack_into(axis, tuple!(), &mut buffer);
        assert_eq!(&buffer, elements);
    }
    // Two to six of them, and a seventh in an array of views.
    let (t, v) = (tensor![1], View::from(&[2]));
    assert_eq!(concatenate(0, (&t, v)), [1, 2]);
    assert_eq!(concatenate(0, (v, &t, v)), [2, 1, 2]);
    assert_eq!(concatenate(0, (&t, v, v, v)), [1, 2, 2, 2]);
    assert_eq!(concatenate(0, (&t, v, &t, v, &t, v)), [1, 2, 1, 2, 1, 2]);
    assert_eq!(
        concatenate(0, [t.view(), v, t.view(), v, t.view(), v, v]),
        [1, 2, 1, 2, 1, 2, 2]
    );
    assert_eq!(stack(0, (&t, v, &t, v, v, &vec![3])).shape(), &[6, 1]);
    let other = View::new([1, 2], &[5, 6]);
    let error = try_concatenate(1, (&tensor, other)).unwrap_err();
    assert_eq!(
        error,
        try_concatenate(1, [tensor.view(), other]).unwrap_err()
    );
    assert_eq!(
        try_stack(0, (&tensor, other)).unwrap_err(),
        try_stack(0, [tensor.view(), other]).unwrap_err()
    );
}
