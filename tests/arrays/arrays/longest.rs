//! Views, joins and picks on an axis as long as an axis can be, and on none.

use tslice::{
    Array, AxisError, Border, DynTensor, DynView, Owned, Ref, Shape, ShapeError, Tensor, View,
    ViewMut, s, try_concatenate, try_stack, try_zip, zip,
};
use tslice_tests::faults::message;

const MANY: usize = isize::MAX.unsigned_abs();

fn units() -> Vec<()> {
    vec![(); MANY]
}

#[test]
fn longest_axis_has_chunks_and_windows() {
    let data = units();
    let v = View::<(), 1>::from(&data[..]);
    assert_eq!(v.windows([MANY]).shape(), &[1, MANY]);
    assert_eq!(v.windows([1]).slice(s![-1]).shape(), &[1]);
    assert!(message(|| v.windows([0]).len()).contains("isize::MAX"));
    assert!(message(|| v.windows_along(0, 2).len()).contains("isize::MAX"));
    let chunks: Vec<usize> = v.chunks(0, MANY / 2).map(|chunk| chunk.len()).collect();
    assert_eq!(chunks, [MANY / 2, MANY / 2, 1]);
    assert_eq!(
        v.chunks(0, 1).nth_back(MANY - 1).map(|chunk| chunk.len()),
        Some(1)
    );
    let (all, none) = v.split_at(0, MANY);
    assert_eq!((all.len(), none.len()), (MANY, 0));
    message(|| v.split_at(0, MANY + 1).0.len());
    message(|| v.split_at(1, 0).0.len());
    assert_eq!(
        v.axis_iter(0).rev().nth(MANY - 1).map(|unit| unit.len()),
        Some(1)
    );
    assert_eq!(
        v.reshape([1, MANY, 1])
            .lanes(1)
            .map(|lane| lane.len())
            .collect::<Vec<_>>(),
        [MANY]
    );
    assert_eq!(v.iter().nth(MANY - 1), Some(&()));
    assert_eq!(v.indexed_iter().next(), Some(([0], &())));
    // 7 divides 2^63 - 1.
    assert_eq!(
        v.reshape([7, MANY / 7]).t().slice(s![-1, ::-3]).shape(),
        &[3]
    );
    assert!(v.try_reshape([MANY, 2]).is_err() && v.try_reshape([2, MANY / 2]).is_err());
    let printed = format!("{v:?}");
    assert!(
        printed.len() < 100 && printed.contains("shape=[9223372036854775807]"),
        "{printed}"
    );
}

#[test]
fn join_longer_than_any_axis_is_an_error() {
    let data = units();
    let v = View::<(), 1>::from(&data[..]);
    assert!(matches!(
        try_concatenate(0, [v, v]),
        Err(ShapeError::Overflow { .. })
    ));
    assert!(matches!(
        try_concatenate(0, [v, v, v]),
        Err(ShapeError::Overflow { .. })
    ));
    assert!(matches!(
        try_stack(0, [v, v]),
        Err(ShapeError::Overflow { .. })
    ));
    assert_eq!(try_stack(1, [v]).expect("as many").shape(), &[MANY, 1]);
    let column = Tensor::<u8, 2>::zeros([2, 1]);
    assert!(matches!(
        try_zip((&v, &column)),
        Err(ShapeError::Overflow { .. })
    ));
}

#[test]
fn pick_on_the_longest_axis_has_all_positions() {
    let data = units();
    let v = View::<(), 1>::from(&data[..]);
    assert_eq!(v.take(0, &[i64::MAX - 1, 0]).len(), 2);
    assert_eq!(v.take(0, &[-1, 0, i64::MAX - 1, i64::MIN + 1]).len(), 4);
    assert!(v.try_take(0, &[-1, i64::MIN]).is_err() && v.try_take(0, &[-1, i64::MAX]).is_err());
    assert!(v.try_take(0, &[i64::MAX]).is_err() && v.try_take(0, &[u64::MAX]).is_err());
    assert!(v.try_pick(s![&[true]]).is_err());
    let one = [5_u8];
    let row = View::<u8, 1>::from(&one).broadcast_to([MANY]);
    assert_eq!(row.take(0, &[u64::MAX >> 2, 3]), [5, 5]);
    assert!(message(|| row.map(|x| *x).len()).contains("memory"));
    // Rows that are picked more often than can be counted, and no element of them is read or
    // written.
    let mut data = units();
    let mut rows = ViewMut::<(), 2>::from_shape([1, MANY], &mut data[..]).expect("as many");
    let few = [0, 0, 0];
    assert!(rows.try_pick(s![[0, 0, 0]]).is_err() && rows.try_pick(s![&few, 1:]).is_err());
    assert!(rows.try_take(0, &few).is_err());
    assert!(message(|| rows.pick_into(s![&few], &mut [(); 3])).contains("elements"));
    assert!(
        rows.try_pick_mut(s![[0, 0, 0], ..]).is_err() && rows.try_pick_mut(s![&few, 1:]).is_err()
    );
    assert_eq!(rows.pick(s![&few, :2]).shape(), &[3, 2]);
}

#[test]
fn a_long_axis_is_assigned_within_itself() {
    let mut data = units();
    let mut v = ViewMut::<(), 1>::from(&mut data[..]);
    v.assign_within(s![:1], s![-1:]);
    v.assign_within(s![i64::MAX - 2:], s![:2]);
    message(|| v.assign_within(s![1:], s![:2]));
    let (mut more, mut rows) = (
        units(),
        ViewMut::from_shape([2, MANY / 2], &mut data[..MANY - 1]).expect("as many"),
    );
    let source = View::<(), 2>::from_shape([2, MANY / 2], &more[..MANY - 1]).expect("as many");
    rows.slice_mut(s![:, 1:]).assign(&source.slice(s![:, :-1]));
    rows.slice_mut(s![:, 1:]).fill(());
    let mut v = ViewMut::<(), 1>::from(&mut more[..]);
    let (low, high) = v.multi_slice_mut((s![::2], s![1::2]));
    assert_eq!((low.len(), high.len()), (MANY / 2 + 1, MANY / 2));
}

#[test]
fn longest_axis_methods_work_on_empty_arrays() {
    let scalar = Tensor::<_, 0>::full([], 7);
    assert_eq!(scalar.windows([]).shape(), &[] as &[usize; 0]);
    assert!(scalar.try_take(0, [0]).is_err());
    assert_eq!(zip((&scalar,)).map(|(x,)| x + 1).to_vec(), [8]);
    assert_eq!((scalar.sum(), scalar.to_string()), (7, "7".to_string()));
    assert_eq!(
        try_stack(0, [&scalar, &scalar]).expect("a new axis"),
        [7, 7]
    );
    assert!(matches!(
        try_concatenate(0, [&scalar]),
        Err(ShapeError::Axis(AxisError::OutOfRange { axis: 0, rank: 0 }))
    ));
    message(|| DynTensor::<u8>::zeros([]).lanes(0).len());
    let none = DynView::<u8>::from_shape([0, MANY], &[]).expect("no elements");
    assert_eq!(none.windows([0, 1]).shape(), &[1, MANY, 0, 1]);
    assert_eq!(none.chunks(1, MANY / 2).count(), 3);
    assert_eq!(none.reshape([MANY, 0, 1]).shape(), &[MANY, 0, 1]);
    assert_eq!(
        (none.sum(), none.to_string(), none.take(0, &[0_u8; 0]).len()),
        (0, "[]".to_string(), 0)
    );
    assert!(none.try_take(0, &[0]).is_err());
    assert_eq!(
        try_concatenate(0, [&none, &none]).expect("empty").shape(),
        &[0, MANY]
    );
    assert!(
        message(|| none.fold_axis(0, 0_u8, |n, _| n).len()).contains("memory"),
        "one for each column"
    );
    assert_eq!(none.fold_axis(1, 0_u8, |n, _| n).len(), 0);
}

#[test]
fn border_surrounds_the_longest_axis_and_step() {
    let data = units();
    let long = View::<(), 1>::from(&data[1..]);
    for border in [Border::Constant(()), Border::Edge, Border::Wrap] {
        assert_eq!(long.pad((1, 0), border).len(), MANY);
    }
    assert_eq!(
        long.slice(s![::1_i64 << 62, newaxis]).pad(1, ()).shape(),
        &[4, 3]
    );
    assert_eq!(long.crop([-1], MANY, ()).len(), MANY);
    let one = View::<u8, 2>::from_strided([1, 1], [isize::MIN, 1], 0, &[7]).expect("one element");
    assert_eq!(one.pad(1, 0), [[0, 0, 0], [0, 7, 0], [0, 0, 0]]);
    for border in [
        Border::Edge,
        Border::Reflect,
        Border::Symmetric,
        Border::Wrap,
    ] {
        assert_eq!(one.pad(1, border), [[7; 3]; 3]);
    }
}

/// Asserts that a call panics with a message that has this shape, and the limit.
#[track_caller]
fn refused<R>(shape: &[usize], run: impl FnOnce() -> R) {
    let message = message(run);
    let has_shape = message.contains(&format!("shape {shape:?}"));
    assert!(has_shape && message.contains("isize::MAX"), "{message}");
}

#[test]
fn nested_array_above_the_counter_is_refused() {
    const MOST: usize = usize::MAX;
    refused(&[MOST], || View::<(), 1>::from(&[(); MOST]).len());
    refused(&[3, MANY], || View::<(), 2>::from(&[[(); MANY]; 3]).len());
    refused(&[3, MOST], || View::<(), 2>::from(&[[(); MOST]; 3]).len());
    refused(&[MOST, 3], || View::<(), 2>::from(&[[(); 3]; MOST]).len());
    // The product of the lengths is 0, and that of the first two cannot be counted.
    refused(&[3, MOST, 0], || {
        View::<u8, 3>::from(&[[[0; 0]; MOST]; 3]).len()
    });
    refused(&[2, 2, MOST, 2], || {
        View::<(), 4>::from(&[[[[(); 2]; MOST]; 2]; 2]).len()
    });
    refused(&[2, MANY], || {
        ViewMut::<(), 2>::from(&mut [[(); MANY]; 2]).len()
    });
    refused(&[2, MOST], || {
        ViewMut::<(), 2>::from(&mut [[(); MOST]; 2]).len()
    });
    refused(&[3, MOST], || Tensor::<(), 2>::from([[(); MOST]; 3]).len());
    refused(&[3, MOST], || {
        Array::<Ref<'_, ()>, Shape![3, MOST]>::from(&[[(); MOST]; 3]).len()
    });
    refused(&[3, MOST], || {
        Array::<Owned<()>, Shape![3, MOST]>::from([[(); MOST]; 3]).len()
    });
    refused(&[3, MOST], || {
        Tensor::<(), 2>::from(vec![[(); MOST]; 3]).len()
    });
    refused(&[3, MOST], || {
        Tensor::<(), 2>::full([3, 1], ()) == [[(); MOST]; 3]
    });
    assert_eq!(View::<(), 2>::from(&[[(); MANY]; 1]).shape(), &[1, MANY]);
    assert_eq!(
        View::<(), 3>::from(&[[[(); MANY]; 0]; 1]).shape(),
        &[1, 0, MANY]
    );
}

#[test]
fn results_above_the_counter_are_refused() {
    let data = units();
    let long = View::<(), 1>::from(&data[..]);
    let flat = long.reshape([1, MANY]);
    refused(&[3, MANY], || long.broadcast_to([3, MANY]).len());
    refused(&[3, MANY], || flat.broadcast_to([3, MANY]).len());
    refused(&[MANY + 1], || long.pad((1, 0), Border::Edge).len());
    refused(&[3, MANY], || flat.pad([(1, 1), (0, 0)], ()).len());
    refused(&[3, MANY], || flat.take(0, &[0, 0, 0]).len());
    refused(&[3, MANY], || flat.pick(s![&[0, 0, 0]]).len());
    refused(&[3, MANY], || flat.pick(s![[0, 0, 0]]).len());
    refused(&[3, MANY], || tslice::stack(0, [&long, &long, &long]).len());
    refused(&[3, MANY], || {
        tslice::concatenate(0, [&flat, &flat, &flat]).len()
    });
    refused(&[3, MANY], || Tensor::full([3, MANY], ()).len());
    refused(&[3, MANY], || {
        Tensor::<(), 2>::from_shape_fn([3, MANY], |_| ()).len()
    });
    refused(&[3, MANY], || tslice::tensor![(); [3, MANY]].len());
    refused(&[3, MANY], || tslice::tensor![[(); MANY]; 3].len());
    refused(&[3, MANY], || {
        zip((&long.reshape([MANY, 1]).t(), &Tensor::full([3, 1], ()))).for_each(|_| ())
    });
    refused(&[MANY - 1, 2], || long.windows([2]).len());
}
