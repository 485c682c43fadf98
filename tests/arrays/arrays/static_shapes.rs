//! Arrays of static shapes, and `checked!` specs against `s!` on arrays of a rank.

use tslice::{
    Array, AxisError, Const, DynView, Mut, Owned, Ref, Shape, ShapeError, SliceError, Tensor, View,
    checked, s, zip,
};
use tslice_tests::faults::message;

/// A tensor of a static shape that counts its elements.
macro_rules! counted {
    ($($len:tt),*) => {
        Tensor::from_shape_vec([$($len),*], (0..[$($len),*].iter().product::<usize>()).collect())
            .unwrap()
            .into_static::<Shape![$($len),*]>()
            .unwrap()
    };
}

/// The same spec by `checked!` and by `s!` selects the same elements, with the same strides, on the
/// static shape, on the same shape with every length dynamic, and on the rank.
macro_rules! same {
    ($t:ident; $([$($spec:tt)*])+) => {$({
        let ranked = $t.view().into_ranked();
        let (ours, theirs) = ($t.slice(checked![$($spec)*]), ranked.slice(s![$($spec)*]));
        assert_eq!(ours.shape(), theirs.shape());
        assert_eq!(ours.strides(), theirs.strides());
        assert_eq!(ours.as_ptr(), theirs.as_ptr());
        assert_eq!(ours, theirs);
        assert_eq!(ours.iter().copied().collect::<Vec<_>>(), theirs.to_vec());
        assert_eq!($t.slice(s![$($spec)*]), theirs);
        assert_eq!(ranked.slice(checked![$($spec)*]), theirs);
        assert_eq!(ranked.into_dyn().slice(checked![$($spec)*]), theirs);
        assert_eq!($t.slice(&checked![$($spec)*]), theirs);
    })+};
}

#[test]
fn one_axis_is_sliced_as_by_s() {
    let t = counted![10];
    same! { t; [3] [-1] [-10] [9] [:] [..] [::-1] [::2] [::-3] [1:7] [1:7:2] [-3:] [:-3] [:100] [-100:3] [-100:100:7] [8:1:-2] [:-3:-1]
    [9::-1] [100:5:-1] [5:-100:-1] [::100] [::-100] [newaxis] [newaxis, ..] [.., newaxis] [newaxis, 3] [3, newaxis] [2:3]
    [::9223372036854775807] [::-9223372036854775808] [-9223372036854775808:9223372036854775807] [0 => 1:3] }
}

#[test]
fn two_axes_are_sliced_as_by_s() {
    let t = counted![4, 5];
    same! { t; [] [..] [1] [1, 2] [-1, -1] [:, 2] [.., 2] [1, ..] [.., 1, 2] [1, .., 2] [1, 2, ..] [::-1] [:, ::-1] [.., ::-2]
    [newaxis, 1, newaxis, ::2, newaxis] [1:3, 1:-1] [.., newaxis, 1:3] [1:, newaxis, .., ::-1] [-1 => 2:4] [1 => 0, 0 => 1:] }
}

#[test]
fn three_axes_are_sliced_as_by_s() {
    let t = counted![3, 4, 5];
    same! { t; [1, .., 2] [.., 1:3, 2] [1:, ..] [1:, .., :-1] [::-1, 2, ::-2] [.., newaxis, 0] [newaxis, .., 0, newaxis]
    [0 => 1, -1 => ::2] [:, :, :] [:, ::-1, 1:100] [-1, -1, -1] [-100:2, .., -2:] }
}

#[test]
fn typed_slice_of_four_to_six_axes_matches() {
    let t = counted![2, 3, 2, 4];
    same! { t; [1, .., 2:] [.., 1, :, ::-1] [:, 1, newaxis, .., 3] [0, 1, 0, 3] [1:, ::2, .., :-1] }
    let t = counted![2, 3, 2, 2, 3];
    same! { t; [1, .., 2:] [:, 1:, .., 0, ::-1] [.., newaxis, 1, 0] [0, 0, 0, 0, 0] }
    let t = counted![2, 2, 3, 2, 2, 3];
    same! { t; [1, 0:2, newaxis, .., :-3:-1, :] [.., 0] [1, .., 1] [1, 1, 1, 1, 1, 1] [:, :, :, ::-1, 1:, :2] }
}

#[test]
fn axes_without_elements_are_sliced() {
    let t = counted![0, 3];
    same! { t; [:] [::-1] [:, 1] [.., 1:] [newaxis, .., -1] }
}

#[test]
fn a_chain_of_ten_slices_knows_all_lengths() {
    let t = counted![40, 30];
    let v = t.slice(checked![1:, ::-1]);
    let v = v.slice(checked![::2, newaxis, 2:]);
    let v = v.slice(checked![:18, ..]);
    let v = v.slice(checked![.., ::3]);
    let v = v.slice(checked![-9:-1, 0]);
    let v = v.slice(checked![::-2, 1:9]);
    let v = v.slice(checked![1:, :5]);
    let v = v.slice(checked![:, 3:0:-1]);
    let v = v.slice(checked![.., ::2]);
    let v = v.slice(checked![::-1, ..]);
    let nested: [[usize; 2]; 3] = v.to_nested();
    assert_eq!(v, nested);
    let r = t.view().into_ranked();
    let r = r
        .slice(s![1:, ::-1])
        .slice(s![::2, newaxis, 2:])
        .slice(s![:18, ..])
        .slice(s![.., ::3])
        .slice(s![-9:-1, 0]);
    let r = r
        .slice(s![::-2, 1:9])
        .slice(s![1:, :5])
        .slice(s![:, 3:0:-1])
        .slice(s![.., ::2])
        .slice(s![::-1, ..]);
    assert_eq!(v, r);
    assert_eq!(v.strides(), r.strides());
}

#[test]
fn static_axis_is_kept_whole_and_dropped_indexed() {
    let t = counted![2, 3, 4];
    let _: Array<Ref<usize>, Shape![2, 4]> = t.slice(checked![::-1, 0]);
    let _: Array<Ref<usize>, Shape![2, 3, 1, 4]> = t.slice(checked![.., newaxis, ::-1]);
    let _: Array<Ref<usize>, Shape![]> = t.slice(checked![0, 1, 2]);
    let v: Array<Ref<usize>, (Const<3>,)> = t.slice(checked![0, :, -1]);
    assert_eq!(v, [3, 7, 11]);
}

#[test]
fn run_time_bound_gives_a_run_time_length() {
    let t = counted![4, 5];
    let (n, end) = (1_u8, 3_usize);
    let v: Array<Ref<usize>, Shape![_, 5]> = t.slice(checked![n:, ..]);
    assert_eq!(v.shape(), &[3, 5]);
    let v: Array<Ref<usize>, Shape![5]> = t.slice(checked![n]);
    assert_eq!(v, [5, 6, 7, 8, 9]);
    let v: Array<Ref<usize>, Shape![_]> = t.slice(checked![-n, 0:end:2]);
    assert_eq!(v, [15, 17]);
    assert_eq!(v.slice(checked![::-1]), [17, 15]);
    let error = t.try_slice(checked![end + 1]).unwrap_err();
    assert_eq!(
        error,
        SliceError::IndexOutOfBounds {
            axis: 0,
            index: 4,
            len: 4
        }
    );
    assert_eq!(
        v.try_slice(checked![2]).unwrap_err(),
        SliceError::IndexOutOfBounds {
            axis: 0,
            index: 2,
            len: 2
        }
    );
}

#[test]
fn unknown_axes_are_sliced_beside_known_ones() {
    let ranked = Tensor::from_shape_fn([3, 4, 5], |[a, b, c]| 20 * a + 5 * b + c);
    let t = ranked.view().into_static::<Shape![3, _, 5]>().unwrap();
    same! { t; [1, .., 2] [:, 1:3] [.., ::-1, ::2] [:, -1] [2, newaxis, 3, 4] [1:, 1:100, :-3:-1] }
    let _: Array<Ref<usize>, Shape![3, _]> = t.slice(checked![:, 1:3, 0]);
}

#[test]
#[should_panic(expected = "index 4 is out of bounds for axis 1 with length 4")]
fn index_outside_an_unknown_axis_panics() {
    let t = Tensor::<u8, 2>::zeros([3, 4])
        .into_static::<Shape![3, _]>()
        .unwrap();
    let _ = t.slice(checked![0, 4]);
}

#[test]
fn slices_are_written_through() {
    let mut t: Array<Owned<i32>, Shape![2, 3]> = Array::from([[1, 2, 3], [4, 5, 6]]);
    t.slice_mut(checked![:, ::-2]).assign(&[[10, 20], [30, 40]]);
    assert_eq!(t, [[20, 2, 10], [40, 5, 30]]);
    t.slice_mut(checked![1]).fill(0);
    let (mut left, right) = t.multi_slice_mut((checked![:, :1], checked![:, 1:2]));
    left.assign(&right);
    assert_eq!(t, [[2, 2, 10], [0, 0, 0]]);
    let mut nested = [[1, 2], [3, 4]];
    let v: Array<Mut<i32>, Shape![2, 2]> = Array::from(&mut nested);
    v.into_slice_mut(checked![.., 0])
        .iter_mut()
        .for_each(|x| *x = -*x);
    assert_eq!(nested, [[-1, 2], [-3, 4]]);
}

#[test]
fn conversion_error_names_axis_and_both_lengths() {
    let v = View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6]]);
    let error = v.into_static::<Shape![2, 4]>().unwrap_err();
    assert_eq!(
        error,
        ShapeError::Axis(AxisError::LengthMismatch {
            axis: 1,
            len: 3,
            expected: 4
        })
    );
    assert_eq!(error.to_string(), "axis 1 has length 3, expected 4");
    assert!(v.into_static::<Shape![_, _]>().is_ok());
    let known = v.into_static::<Shape![2, 3]>().unwrap();
    assert!(known.into_static::<Shape![3, 3]>().is_err());
    assert_eq!(
        known
            .into_static::<Shape![_, 3]>()
            .unwrap()
            .into_static::<Shape![2, _]>()
            .unwrap(),
        v
    );
    let _: View<i32, 2> = known.into_ranked();
    let dynamic: DynView<i32> = known.into_dyn();
    assert_eq!(dynamic, v);
}

#[test]
fn an_array_of_another_shape_is_not_made() {
    type S = Shape![2, 3];
    let expected = ShapeError::Axis(AxisError::LengthMismatch {
        axis: 0,
        len: 3,
        expected: 2,
    });
    assert_eq!(
        Array::<Owned<i32>, S>::from_shape_vec([3, 2], vec![0; 6]).unwrap_err(),
        expected
    );
    assert_eq!(
        Array::<Ref<i32>, S>::from_shape([3, 2], &[0; 6]).unwrap_err(),
        expected
    );
    assert_eq!(
        Array::<Mut<i32>, S>::from_shape([3, 2], &mut [0; 6]).unwrap_err(),
        expected
    );
    assert_eq!(
        Array::<Ref<i32>, S>::from_strided([3, 2], [2, 1], 0, &[0; 6]).unwrap_err(),
        expected
    );
    assert_eq!(Array::<Owned<i32>, S>::zeros([2, 3]).shape(), &[2, 3]);
    assert_eq!(Array::<Owned<i32>, S>::default(), [[0; 3]; 2]);
    type Make = fn() -> Array<Owned<i32>, S>;
    let wrong: [(Make, &str); 3] = [
        (|| Array::zeros([2, 2]), "axis 1 has length 2, expected 3"),
        (|| Array::full([2, 4], 1), "axis 1 has length 4, expected 3"),
        (
            || Array::from_shape_fn([1, 3], |_| 0),
            "axis 0 has length 1, expected 2",
        ),
    ];
    for (make, expected) in wrong {
        assert_eq!(message(make), expected);
    }
}

#[test]
fn what_changes_lengths_gives_a_rank() {
    let t = counted![2, 3];
    let _: View<usize, 2> = t.t();
    assert_eq!(t.t(), [[0, 3], [1, 4], [2, 5]]);
    assert_eq!(t.permute([1, 0]), t.t());
    let halves: (View<usize, 2>, View<usize, 2>) = t.split_at(1, 1);
    assert_eq!(halves.1, [[1, 2], [4, 5]]);
    assert_eq!(t.chunks(1, 2).next().unwrap(), [[0, 1], [3, 4]]);
    let taken: Tensor<usize, 2> = t.take(1, [2, 2, 0, 1]);
    assert_eq!(taken, [[2, 2, 0, 1], [5, 5, 3, 4]]);
    assert_eq!(t.compress(1, [true, false, true]), [[0, 2], [3, 5]]);
    assert_eq!(t.reshape([3, 2]), [[0, 1], [2, 3], [4, 5]]);
    assert_eq!(t.broadcast_to([1, 2, 3]).shape(), &[1, 2, 3]);
    assert_eq!(
        tslice::concatenate(0, [t.view(), t.view()]).shape(),
        &[4, 3]
    );
    assert_eq!(t.axis_iter(0).nth(1).unwrap(), [3, 4, 5]);
    assert_eq!(t.rows().count(), 2);
    assert_eq!(t.lanes(0).next().unwrap(), [0, 3]);
    assert_eq!(t.fold_axis(1, 0, |sum, x| sum + x), [3, 12]);
    let sums: Tensor<usize, 2> = zip((&counted![1, 3], &t)).map(|(a, b)| a + b);
    assert_eq!(sums, [[0, 2, 4], [3, 5, 7]]);
}

#[test]
fn what_keeps_lengths_keeps_the_static_shape() {
    let t = counted![2, 3];
    let doubled: Array<Owned<usize>, Shape![2, 3]> = t.map(|x| 2 * x);
    assert_eq!(doubled, [[0, 2, 4], [6, 8, 10]]);
    let copy: Array<Owned<usize>, Shape![2, 2]> =
        t.slice(checked![:, ::2]).to_tensor().into_static().unwrap();
    assert_eq!(copy, [[0, 2], [3, 5]]);
    assert_eq!(
        t.slice(checked![:, ::2]).to_tensor().slice(checked![-1]),
        [3, 5]
    );
    assert_eq!(t.accumulate(0, |sum, x| sum + x), [[0, 1, 2], [3, 5, 7]]);
    assert_eq!(t.sum(), 15);
    assert_eq!(
        (t[[1, 2]], t.get([2, 0]), t.len(), t.rank()),
        (5, None, 6, 2)
    );
    assert_eq!(t.to_string(), t.view().into_ranked().to_string());
    assert!(t.is_contiguous() && t == t.clone());
}

#[test]
fn results_become_nested_arrays() {
    let t = counted![2, 3, 4];
    let nested: [[[usize; 2]; 3]; 2] = t.slice(checked![.., ::-2]).to_nested();
    assert_eq!(
        nested,
        [[[3, 1], [7, 5], [11, 9]], [[15, 13], [19, 17], [23, 21]]]
    );
    let line: [usize; 3] = t
        .slice(checked![1, ::-1, 1:2])
        .slice(checked![:, 0])
        .to_nested();
    assert_eq!(line, [21, 17, 13]);
    let names = Array::<Owned<String>, Shape![2]>::from(["a".to_owned(), "b".to_owned()]);
    let reversed: [String; 2] = names.slice(checked![::-1]).to_nested();
    assert_eq!(reversed, ["b", "a"]);
}

#[test]
fn checked_spec_works_in_closures_and_async() {
    let t = counted![3, 4];
    let spec = checked![1, 1:3];
    let copy = spec;
    assert_eq!(t.slice(spec), t.slice(copy));
    let get = |i: usize| t.slice(checked![.., -1])[[i]];
    assert_eq!(get(2), 11);
    async fn last(v: Array<Ref<'_, usize>, Shape![3, 4]>) -> usize {
        v.slice(checked![-1, -1])[[]]
    }
    drop(last(t.view()));
    fn of_any<T: Clone>(v: &Array<Ref<T>, Shape![3, 4]>) -> T {
        v.slice(checked![2, 3])[[]].clone()
    }
    assert_eq!(of_any(&t.view()), 11);
}

#[test]
fn generic_shape_is_checked_at_run_time() {
    fn last<const N: usize, const M: usize>(
        v: &Array<Ref<usize>, Shape![N, M]>,
    ) -> Result<usize, SliceError> {
        Ok(v.try_slice(s![-1, 2])?[[]])
    }
    assert_eq!(last(&counted![2, 3].view()), Ok(5));
    let error = SliceError::IndexOutOfBounds {
        axis: 1,
        index: 2,
        len: 1,
    };
    assert_eq!(last(&counted![1, 1].view()), Err(error));
}

#[test]
fn a_bound_names_what_it_likes() {
    struct Proof;
    let (k, spec) = (1, Proof);
    let t = counted![3];
    assert_eq!(
        t.slice(checked![k:])[[0]]
            + t.slice(checked![
                {
                    let Proof = spec;
                    k
                },
                newaxis
            ])[[0]],
        2
    );
}
