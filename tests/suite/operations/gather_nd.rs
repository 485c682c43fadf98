//! GatherNd: the documented examples by name, batches, policies, every error, and the typed ranks.

use proptest::prelude::*;
use tslice::{DynTensor, DynView, Rank, Tensor, View, s};
use tslice_ops::prelude::*;
use tslice_ops::{self as ops, BadIndices, GatherOptions, IndicesError, Reduction};
use tslice_tests::counting::counting;

const MATRIX: [[&str; 2]; 2] = [["a", "b"], ["c", "d"]];
const CUBE: [[[&str; 2]; 2]; 2] = [[["a0", "b0"], ["c0", "d0"]], [["a1", "b1"], ["c1", "d1"]]];

fn matrix() -> View<'static, &'static str, 2> {
    View::from(&MATRIX)
}

fn cube() -> View<'static, &'static str, 3> {
    View::from(&CUBE)
}

/// The raw operation on an example, with the batch axes that it names.
#[track_caller]
fn raw<'e>(
    params: DynView<'_, &'e str>,
    indices: DynView<'_, i32>,
    batch_dims: i32,
) -> DynTensor<&'e str> {
    ops::gather_nd(&params, &indices, batch_dims).expect("valid")
}

#[test]
fn the_example_of_simple_indexing_into_a_matrix() {
    let elements: Tensor<_, 1> = matrix().gather_nd(&[[0, 0], [1, 1]]);
    assert_eq!(elements.into_vec(), ["a", "d"]);
    assert_eq!(
        raw(
            matrix().into_dyn(),
            View::<_, 2>::from(&[[0, 0], [1, 1]]).into_dyn(),
            0
        )
        .into_vec(),
        ["a", "d"]
    );
}

#[test]
fn the_example_of_slice_indexing_into_a_matrix() {
    let rows: Tensor<_, 2> = matrix().gather_nd(&[[1], [0]]);
    assert_eq!(
        (rows.shape(), rows.to_vec()),
        (&[2, 2], vec!["c", "d", "a", "b"])
    );
}

#[test]
fn the_examples_of_indexing_into_a_3_tensor() {
    let depth_1: Tensor<_, 3> = cube().gather_nd(&[[1]]);
    assert_eq!(
        (depth_1.shape(), depth_1.to_vec()),
        (&[1, 2, 2], vec!["a1", "b1", "c1", "d1"])
    );
    let depth_2: Tensor<_, 2> = cube().gather_nd(&[[0, 1], [1, 0]]);
    assert_eq!(
        (depth_2.shape(), depth_2.to_vec()),
        (&[2, 2], vec!["c0", "d0", "a1", "b1"])
    );
    let depth_3: Tensor<_, 1> = cube().gather_nd(&[[0, 0, 1], [1, 0, 1]]);
    assert_eq!(depth_3.into_vec(), ["b0", "b1"]);
}

#[test]
fn the_examples_of_batched_indexing_into_a_matrix() {
    let elements: Tensor<_, 2> = matrix().gather_nd(&[[[0, 0]], [[0, 1]]]);
    assert_eq!(
        (elements.shape(), elements.to_vec()),
        (&[2, 1], vec!["a", "b"])
    );
    let rows: Tensor<_, 3> = matrix().gather_nd(&[[[1]], [[0]]]);
    assert_eq!(
        (rows.shape(), rows.to_vec()),
        (&[2, 1, 2], vec!["c", "d", "a", "b"])
    );
}

#[test]
fn batch_examples_of_the_documentation() {
    let depth_1: Tensor<_, 4> = cube().gather_nd(&[[[1]], [[0]]]);
    assert_eq!(depth_1.shape(), &[2, 1, 2, 2]);
    assert_eq!(
        depth_1.to_vec(),
        ["a1", "b1", "c1", "d1", "a0", "b0", "c0", "d0"]
    );
    let depth_2: Tensor<_, 3> = cube().gather_nd(&[[[0, 1], [1, 0]], [[0, 0], [1, 1]]]);
    assert_eq!(
        depth_2.to_vec(),
        ["c0", "d0", "a1", "b1", "a0", "b0", "c1", "d1"]
    );
    let depth_3: Tensor<_, 2> = cube().gather_nd(&[[[0, 0, 1], [1, 0, 1]], [[0, 1, 1], [1, 1, 0]]]);
    assert_eq!(
        (depth_3.shape(), depth_3.to_vec()),
        (&[2, 2], vec!["b0", "b1", "d0", "c1"])
    );
}

#[test]
fn the_examples_of_batch_dims() {
    let elements = raw(
        matrix().into_dyn(),
        View::<_, 2>::from(&[[1], [0]]).into_dyn(),
        1,
    );
    assert_eq!(
        (elements.shape(), elements.to_vec()),
        (&[2][..], vec!["b", "c"])
    );
    let slices = raw(
        cube().into_dyn(),
        View::<_, 2>::from(&[[1], [0]]).into_dyn(),
        1,
    );
    assert_eq!(
        (slices.shape(), slices.to_vec()),
        (&[2, 2][..], vec!["c0", "d0", "a1", "b1"])
    );
    let indices = View::<_, 3>::from(&[[[1, 0]], [[0, 1]]]);
    let elements = raw(cube().into_dyn(), indices.into_dyn(), 1);
    assert_eq!(
        (elements.shape(), elements.to_vec()),
        (&[2, 1][..], vec!["c0", "b1"])
    );
}

#[test]
fn owned_strings_are_gathered() {
    let t = Tensor::from_shape_fn([2, 2], |[i, j]| format!("{i}{j}"));
    assert_eq!(
        t.gather_nd(&[[1, 0], [1, 0], [0, 1]]).into_vec(),
        ["10", "10", "01"]
    );
}

#[test]
fn tuples_are_arrays_slices_vectors_and_tensors() {
    let t = matrix();
    let pairs = vec![[1_u8, 0], [0, 1]];
    let expected = ["c", "b"];
    assert_eq!(t.gather_nd(&pairs).into_vec(), expected);
    assert_eq!(t.gather_nd(pairs.as_slice()).into_vec(), expected);
    let own = Tensor::from_shape_vec([2], pairs).expect("two tuples");
    assert_eq!(t.gather_nd(&own).into_vec(), expected);
    assert_eq!(t.gather_nd(&own.slice(s![::-1])).into_vec(), ["b", "c"]);
    let one: Tensor<_, 0> = t.gather_nd(&[1, 1]);
    assert_eq!(one.into_vec(), ["d"]);
    let deep: Tensor<_, 3> = t.gather_nd(&[[[[0_i128, 1]; 3]; 1]; 2]);
    assert_eq!(deep.shape(), &[2, 1, 3]);
}

#[test]
fn depth_0_copies_the_tensor_for_every_tuple() {
    let copies: Tensor<_, 3> = matrix().gather_nd(&[[0_i32; 0]; 2]);
    assert_eq!(
        (copies.shape(), copies.to_vec()),
        (&[2, 2, 2], vec!["a", "b", "c", "d", "a", "b", "c", "d"])
    );
}

#[test]
fn gather_without_indices_is_empty() {
    let none: Tensor<_, 2> = matrix().gather_nd(&[[0_i32; 1]; 0]);
    assert_eq!(none.shape(), &[0, 2]);
    let empty = Tensor::<i32, 2>::zeros([0, 3]);
    assert_eq!(empty.gather_nd(&[[0_i32; 2]; 0]).shape(), &[0]);
}

#[test]
fn gather_from_an_empty_tensor_is_an_error() {
    let empty = Tensor::<i32, 2>::zeros([3, 0]);
    let error = empty.try_gather_nd(&[[0]]).expect_err("empty");
    assert_eq!(
        error,
        IndicesError::EmptyParams {
            shape: [3, 0].into(),
            slices: 1
        }
    );
    assert_eq!(
        error.to_string(),
        "1 slices are asked of params of shape [3, 0], which have no elements"
    );
}

#[test]
fn bad_index_is_named_with_its_place() {
    let error = cube()
        .try_gather_nd(&[[[0, 0], [1, 2]]])
        .expect_err("out of bounds");
    let expected = IndicesError::IndexOutOfBounds {
        at: [0, 1].into(),
        index: [1, 2].into(),
        axis: 1,
        value: 2,
        shape: [2, 2, 2].into(),
    };
    assert_eq!(error, expected);
    let message = "indices[0, 1] = [1, 2] does not index into shape [2, 2, 2]: 2 is out of bounds for axis 1 with length 2";
    assert_eq!(error.to_string(), message);
}

#[test]
fn indices_of_any_size_are_out_of_bounds() {
    let t = counting(0_i32, &[3]);
    let bad = |index: i128| {
        let index = DynTensor::from_shape_vec([1, 1], vec![index]).expect("one index");
        matches!(
            ops::gather_nd(&t.view(), &index.view(), 0),
            Err(IndicesError::IndexOutOfBounds { .. })
        )
    };
    assert!(
        [
            3,
            -1,
            1 << 32 | 1,
            i128::from(i64::MAX),
            i128::from(i64::MIN),
            i128::MAX,
            i128::MIN
        ]
        .into_iter()
        .all(bad)
    );
}

#[test]
fn bad_indices_of_elements_without_size_are_errors() {
    let units = DynTensor::from_shape_vec([3], vec![(); 3]).expect("three elements");
    let indices = View::<_, 2>::from(&[[0], [3]]).into_dyn();
    let mut target = [(); 2];
    let error = ops::gather_nd(&units.view(), &indices, 0).map(drop);
    assert!(
        matches!(error, Err(IndicesError::IndexOutOfBounds { .. })),
        "{error:?}"
    );
    let written = ops::gather_nd_into(&units.view(), &indices, 0, &mut target);
    assert_eq!(written, error);
}

#[test]
fn bad_indices_are_zero_where_they_are_ignored() {
    let t = Tensor::from_shape_fn([2, 2], |[i, j]| 10 * i + j + 1);
    let zeros = GatherOptions::new().bad_indices(BadIndices::Ignore);
    assert_eq!(
        t.try_gather_nd_with(&[[1], [2], [-1]], zeros)
            .map(Tensor::into_vec),
        Ok(vec![11, 12, 0, 0, 0, 0])
    );
    let row = t.try_gather_nd_with(&[2], zeros).expect("ignored");
    assert_eq!(row, [0, 0]);
    let element = t.try_gather_nd_with(&[0, -1], zeros).expect("ignored");
    assert_eq!(element[[]], 0);
    let element = t.try_gather_nd_with(&[1, 0], zeros).expect("inside");
    assert_eq!(element[[]], 11);
}

#[test]
fn negative_indices_count_from_the_end_if_asked() {
    let t = Tensor::from_shape_fn([2, 3], |[i, j]| 10 * i + j);
    let from_end = GatherOptions::new().negative_from_end(true);
    assert_eq!(
        t.try_gather_nd_with(&[[-1, -3], [0, -1]], from_end)
            .map(Tensor::into_vec),
        Ok(vec![10, 2])
    );
    for index in [-4_i64, i64::MIN, 3, i64::MAX] {
        assert!(t.try_gather_nd_with(&[[0, index]], from_end).is_err());
    }
}

#[test]
fn policies_have_the_names_of_the_attribute() {
    assert_eq!(BadIndices::from_name("IGNORE"), Some(BadIndices::Ignore));
    for name in ["", "DEFAULT", "ERROR"] {
        assert_eq!(BadIndices::from_name(name), Some(BadIndices::Error));
    }
    assert_eq!(
        (
            BadIndices::from_name("ignore"),
            BadIndices::from_name("SKIP")
        ),
        (None, None)
    );
}

#[track_caller]
fn fails(
    params: &[usize],
    indices: &[usize],
    batch_dims: i64,
    error: &IndicesError,
    message: &str,
) {
    let got = ops::gather_nd(
        &counting(0_i32, params).view(),
        &counting(0_i32, indices).view(),
        batch_dims,
    );
    assert_eq!(got.as_ref(), Err(error));
    assert_eq!(error.to_string(), message);
}

#[test]
fn scalars_are_refused() {
    let message = "the indices are a scalar (rank 0), they need rank 1 or more";
    fails(&[3], &[], 0, &IndicesError::IndicesScalar, message);
    let message = "the params are a scalar (rank 0), they need rank 1 or more";
    fails(&[], &[0], 0, &IndicesError::ParamsScalar, message);
}

#[test]
fn tuples_deeper_than_the_rank_are_refused() {
    let error = IndicesError::DepthExceedsRank {
        depth: 2,
        batch_dims: 0,
        rank: 1,
    };
    fails(
        &[3],
        &[0, 2],
        0,
        &error,
        "these indices have depth 2, the tensor has rank 1",
    );
    let error = IndicesError::DepthExceedsRank {
        depth: 2,
        batch_dims: 1,
        rank: 2,
    };
    let message = "these indices have depth 2 after 1 batch axes, the tensor has rank 2";
    fails(&[2, 3], &[2, 2], 1, &error, message);
}

#[test]
fn batch_axes_beyond_a_rank_are_refused() {
    for batch_dims in [-1, 1, i64::MAX, i64::MIN] {
        let error = IndicesError::BatchDimsOutOfRange {
            batch_dims,
            indices: 1,
            params: 2,
        };
        let message = format!(
            "batch_dims is {batch_dims}, it must be at least 0 and below the rank of the indices (1) and of the params (2)"
        );
        fails(&[2, 3], &[2], batch_dims, &error, &message);
    }
}

#[test]
fn batches_that_do_not_fit_are_refused() {
    let error = IndicesError::BatchShapeMismatch {
        indices: [3].into(),
        params: [2].into(),
    };
    fails(
        &[2, 3],
        &[3, 1],
        1,
        &error,
        "the batch axes of the indices are [3], those of the params [2]",
    );
}

#[test]
fn batches_of_equal_number_match_the_reference() {
    let indices = DynTensor::from_shape_vec([3, 2, 1], vec![0, 1, 2, 3, 0, 1]).expect("six");
    let got = ops::gather_nd(&counting(0_i32, &[2, 3, 4]).view(), &indices.view(), 2_u8)
        .expect("six batches");
    assert_eq!(
        (got.shape(), got.to_vec()),
        (&[2, 3][..], vec![0, 5, 10, 15, 16, 21])
    );
}

proptest! {
    #[test]
    fn gathered_slices_match_their_definition(
        shape in prop::array::uniform3(1_usize..5),
        tuples in prop::collection::vec(prop::array::uniform3(-1_i64..5), 0..6),
        depth in 0_usize..4,
        reversed in any::<bool>(),
    ) {
        let all = Tensor::from_shape_fn(shape, |[i, j, k]| 100 * i + 10 * j + k);
        let params = if reversed { all.slice(s![::-1, :, ::-1]) } else { all.view() };
        let flat: Vec<i64> = tuples.iter().flat_map(|tuple| tuple[..depth].to_vec()).collect();
        let indices = DynTensor::from_shape_vec([tuples.len(), depth], flat).expect("its length");
        let mut expected = Vec::new();
        let mut good = true;
        for tuple in &tuples {
            let at: Option<Vec<usize>> = tuple[..depth].iter().map(|&i| usize::try_from(i).ok()).collect();
            let at = at.filter(|at| at.iter().zip(shape).all(|(&i, len)| i < len));
            let Some(at) = at else { good = false; break };
            let slice = at.iter().fold(params.into_dyn(), |view, &i| view.slice(s![i]));
            expected.extend(slice.iter().copied());
        }
        let got = ops::gather_nd(&params.into_dyn(), &indices.view(), 0);
        prop_assert_eq!(got.is_ok(), good);
        if let Ok(got) = got {
            prop_assert_eq!(got.shape(), [&[tuples.len()], &shape[depth..]].concat());
            prop_assert_eq!(got.into_vec(), expected);
        }
    }
}

#[test]
fn gather_of_few_and_many_slices_agrees() {
    let all = Tensor::from_shape_fn([4, 3, 4], |[i, j, k]| 100 * i + 10 * j + k);
    let params = all.slice(s![::-1, :, ::2]);
    let own = params.to_tensor();
    for count in [1, 2, 50] {
        let rows = [[3_u8], [0], [2]].repeat(count);
        let pairs = [[3_u8, 2], [0, 1], [2, 0]].repeat(count);
        let elements = [[3_u8, 2, 1], [0, 1, 0], [2, 0, 1]].repeat(count);
        assert_eq!(params.gather_nd(&rows), own.gather_nd(&rows));
        assert_eq!(params.gather_nd(&pairs), own.gather_nd(&pairs));
        assert_eq!(params.gather_nd(&elements), own.gather_nd(&elements));
    }
}

#[test]
fn bad_tuples_are_found_or_filled() {
    let t = Tensor::from_shape_fn([8], |[i]| i + 1);
    let zeros = GatherOptions::new().bad_indices(BadIndices::Ignore);
    let got = t.try_gather_nd_with(&[[0], [8], [7], [-1], [3]], zeros);
    assert_eq!(got.map(Tensor::into_vec), Ok(vec![1, 0, 8, 0, 4]));
    let error = t
        .try_gather_nd(&[[0], [7], [8], [9]])
        .expect_err("two bad ones")
        .to_string();
    assert_eq!(
        error,
        "indices[2] = [8] does not index into shape [8]: 8 is out of bounds for axis 0 with length 8"
    );
    let m = Tensor::from_shape_fn([2, 2], |[i, j]| 10 * i + j + 1);
    let got = m.try_gather_nd_with(&[[1, 1], [1, 2], [2, 1], [0, 1]], zeros);
    assert_eq!(got.map(Tensor::into_vec), Ok(vec![12, 0, 0, 2]));
}

#[test]
fn typed_batches_match_the_raw_operation() {
    let t = Tensor::from_shape_fn([2, 3, 4], |[i, j, k]| 100 * i + 10 * j + k);
    let indices = [[[2, 3], [0, 0]], [[1, 1], [0, 2]]];
    let typed: Tensor<_, 2> = t.gather_nd_batched(Rank::<1>, &indices);
    let raw = ops::gather_nd(
        &t.view().into_dyn(),
        &View::<_, 3>::from(&indices).into_dyn(),
        1,
    )
    .expect("valid");
    assert_eq!(typed, raw);
    let rows: Tensor<_, 3> = t.gather_nd_batched(Rank::<1>, &[[[2]], [[0]]]);
    assert_eq!(
        (rows.shape(), rows.to_vec()),
        (&[2, 1, 4], vec![20, 21, 22, 23, 100, 101, 102, 103])
    );
    let reversed: Tensor<_, 1> = t
        .slice(s![::-1, :, 1])
        .gather_nd_batched(Rank::<1>, &[[2], [0]]);
    assert_eq!(reversed.into_vec(), [121, 1]);
}

#[test]
fn typed_batches_must_be_equal() {
    let t = Tensor::<i32, 3>::zeros([2, 3, 4]);
    let error = t
        .try_gather_nd_batched(Rank::<2>, &[[[0], [0]], [[0], [0]], [[0], [0]]])
        .expect_err("3, 2");
    assert_eq!(
        error,
        IndicesError::BatchShapeMismatch {
            indices: [3, 2].into(),
            params: [2, 3].into()
        }
    );
}

/// Rows of 64 numbers, and ids of so many of them that the result is larger than the caches.
fn many_rows() -> (Tensor<u32, 2>, Vec<[i64; 1]>) {
    let rows = Tensor::from_shape_fn([300, 64], |[row, column]| (row * 64 + column) as u32);
    (rows, (0..40_000).map(|i| [i * 7919 % 300]).collect())
}

#[test]
fn gather_above_the_cache_matches_the_ids() {
    let (rows, mut ids) = many_rows();
    let expected: Vec<u32> = ids
        .iter()
        .flat_map(|&[id]| (0..64).map(move |i| id as u32 * 64 + i))
        .collect();
    let gathered = rows.gather_nd(&ids);
    assert!(gathered.as_slice() == Some(&expected[..]));
    let flat: Vec<i64> = ids.iter().map(|&[id]| id).collect();
    assert!(rows.take(0, &flat).as_slice() == Some(&expected[..]));
    let mut room = vec![7; expected.len()];
    rows.gather_nd_into(&ids, &mut room);
    assert!(room == expected);

    // A bad id is the first one that is reported, and nothing is written over.
    (ids[31_234], ids[39_999]) = ([300], [-1]);
    room.fill(7);
    for error in [
        rows.try_gather_nd(&ids).map(drop),
        rows.try_gather_nd_into(&ids, &mut room),
    ] {
        assert!(
            matches!(&error, Err(IndicesError::IndexOutOfBounds { at, value: 300, .. }) if **at == [31_234]),
            "{error:?}"
        );
    }
    assert!(room.iter().all(|&element| element == 7));
}

#[test]
fn batches_above_the_cache_match_the_ids() {
    let params = Tensor::from_shape_fn([4, 30, 64], |[batch, row, i]| {
        (batch * 10_000 + row * 64 + i) as u32
    });
    let ids = Tensor::from_shape_fn([4, 10_000, 1], |[batch, n, _]| {
        ((batch + n) * 7919 % 30) as i64
    });
    let expected = Tensor::from_shape_fn([4, 10_000, 64], |[batch, n, i]| {
        (batch * 10_000 + (batch + n) * 7919 % 30 * 64 + i) as u32
    });
    let (dynamic, mut bad) = (params.view().into_dyn(), ids.clone());
    assert!(
        ops::gather_nd(&dynamic, &ids.view().into_dyn(), 1).as_ref() == Ok(&expected.into_dyn())
    );
    bad[[2, 5, 0]] = 30;
    let error = ops::gather_nd(&dynamic, &bad.view().into_dyn(), 1);
    assert!(
        matches!(&error, Err(IndicesError::IndexOutOfBounds { at, value: 30, .. }) if **at == [2, 5]),
        "{error:?}"
    );

    let same: Vec<usize> = (0..10_000).map(|n| n * 7919 % 30).collect();
    let expected = Tensor::from_shape_fn([4, 10_000, 64], |[a, n, i]| {
        (a * 10_000 + same[n] * 64 + i) as u32
    });
    assert!(params.take(1, &same) == expected);
    let mut room = vec![7; expected.len()];
    params.pick_into(s![:, &same], &mut room);
    assert!(room == expected.to_vec());
}

/// The three systems where they differ: each row is one difference, with TensorFlow's answer and
/// that of ONNX and OpenVINO.
#[test]
fn gather_nd_follows_the_rules_of_each_system() {
    let mismatch = |indices: [usize; 2], params: [usize; 2]| {
        let [indices, params] = [indices, params].map(Into::into);
        Err(IndicesError::BatchShapeMismatch { indices, params })
    };
    let empty = |shape: &[usize], slices| {
        Err(IndicesError::EmptyParams {
            shape: shape.into(),
            slices,
        })
    };
    let off = |at: &[usize], value, axis, shape: &[usize]| {
        let (at, index, shape) = (at.into(), [value].into(), shape.into());
        Err(IndicesError::IndexOutOfBounds {
            at,
            index,
            axis,
            value,
            shape,
        })
    };
    let shape = |shape: &[usize]| Ok(shape.to_vec());
    type Row<'a> = (
        &'a [usize],
        &'a [usize],
        &'a [i64],
        i64,
        [Result<Vec<usize>, IndicesError>; 2],
    );
    let rows: [Row<'_>; 8] = [
        (
            &[3],
            &[1, 1],
            &[-1],
            0,
            [off(&[0], -1, 0, &[3]), shape(&[1])],
        ),
        (
            &[3, 0],
            &[2, 1],
            &[0, -1],
            0,
            [empty(&[3, 0], 2), shape(&[2, 0])],
        ),
        (
            &[3, 0],
            &[2, 1],
            &[0, 3],
            0,
            [empty(&[3, 0], 2), off(&[1], 3, 0, &[3, 0])],
        ),
        (
            &[0, 3],
            &[1, 1],
            &[0],
            0,
            [empty(&[0, 3], 1), off(&[0], 0, 0, &[0, 3])],
        ),
        (
            &[0, 3],
            &[2, 0],
            &[],
            0,
            [empty(&[0, 3], 2), shape(&[2, 0, 3])],
        ),
        (&[0, 3], &[0, 1], &[], 0, [shape(&[0, 3]), shape(&[0, 3])]),
        (
            &[2, 3, 2],
            &[3, 2, 1],
            &[0, 1, 0, 1, 0, 1],
            2,
            [shape(&[2, 3]), mismatch([3, 2], [2, 3])],
        ),
        (
            &[2, 0, 2],
            &[3, 2, 1],
            &[0; 6],
            2,
            [mismatch([3, 2], [2, 0]), mismatch([3, 2], [2, 0])],
        ),
    ];
    for (params, outer, indices, batch, answers) in rows {
        let data: Vec<i32> = (0..params.iter().product::<usize>()).map(|_| 1).collect();
        let params = DynView::from_shape(params, &data).expect("as many");
        let indices = DynView::from_shape(outer, indices).expect("as many");
        for (negative_from_end, expected) in [false, true].into_iter().zip(answers) {
            let options = GatherOptions::new().negative_from_end(negative_from_end);
            let gathered = ops::gather_nd_with(&params, &indices, batch, options);
            assert_eq!(gathered.map(|gathered| gathered.shape().to_vec()), expected);
        }
    }
    let zeros = GatherOptions::new()
        .negative_from_end(true)
        .bad_indices(BadIndices::Ignore);
    let none = DynView::<i32>::from_shape([0, 3], &[]).expect("none");
    let indices = DynView::from_shape([2, 1], &[0, 7]).expect("two");
    assert_eq!(
        ops::gather_nd_with(&none, &indices, 0, zeros),
        Ok(DynTensor::zeros([2, 3]))
    );
}

#[test]
fn scatter_nd_follows_the_rules_of_each_system() {
    // Shape, shape of the indices, indices, shape of the updates: TensorFlow refuses each, ONNX and
    // OpenVINO take them.
    type Row<'a> = (&'a [usize], &'a [usize], &'a [i64], &'a [usize]);
    let rows: [Row<'_>; 5] = [
        (&[3], &[1, 1], &[-1], &[1]),
        (&[3, 0], &[2, 1], &[0, -1], &[2, 0]),
        (&[2, 3], &[2], &[1, 2], &[]),
        (&[2, 3], &[1], &[1], &[3]),
        (&[2, 3], &[2, 0], &[], &[2, 2, 3]),
    ];
    for (shape, outer, indices, updates) in rows {
        let (x, updates) = (
            DynTensor::<i32>::zeros(shape),
            DynTensor::<i32>::full(updates, 1),
        );
        let indices = DynView::from_shape(outer, indices).expect("as many");
        assert!(ops::tensor_scatter_nd_update(&x.view(), &indices, &updates.view()).is_err());
        let updated = ops::scatter_nd_update(&x.view(), &indices, &updates.view(), Reduction::Sum);
        let updated = updated.expect("inside");
        assert_eq!((updated.shape(), updated.sum()), (shape, updates.sum()));
    }
    let x = DynTensor::<i32>::zeros([3, 0]);
    let (bad, updates) = (
        DynView::from_shape([1, 1], &[3]).expect("one"),
        DynTensor::zeros([1, 0]),
    );
    assert!(ops::scatter_nd_update(&x.view(), &bad, &updates.view(), Reduction::Sum).is_err());
}

#[test]
fn scatter_without_reduction_takes_clone_types() {
    fn check<T: Clone + PartialEq + std::fmt::Debug>(
        old: &[T; 3],
        new: &[T; 1],
        expected: &[T; 3],
    ) {
        let [x, expected] =
            [old, expected].map(|data| DynView::from_shape([3], data).expect("three"));
        let updates = DynView::from_shape([1], new).expect("one");
        let last = DynView::from_shape([1, 1], &[-1]).expect("one");
        let last_element = DynView::from_shape([1], &[-1]).expect("one");
        let scattered = ops::scatter_nd_update(&x, &last, &updates, Reduction::None);
        assert_eq!(scattered.expect("inside"), expected);
        let mut target = x.to_tensor();
        ops::scatter_elements_assign(
            &mut target.view_mut(),
            &last_element,
            &updates,
            0,
            Reduction::None,
        )
        .expect("inside");
        assert_eq!(target, expected);
        let (rows, row) = (
            x.reshape([1, 3]).into_dyn(),
            updates.reshape([1, 1]).into_dyn(),
        );
        let start = DynView::from_shape([1], &[2]).expect("one");
        let written = ops::tensor_scatter(&rows, &row, Some(&start), 1, ops::CacheMode::Linear);
        assert_eq!(written.expect("inside"), expected.reshape([1, 3]));
    }
    check(&[false; 3], &[true], &[false, false, true]);
    check(
        &["a", "b", "c"].map(String::from),
        &["d".into()],
        &["a", "b", "d"].map(String::from),
    );
    check(
        &[Some([1.5_f32]); 3],
        &[None],
        &[Some([1.5]), Some([1.5]), None],
    );
    #[cfg(feature = "half")]
    check(
        &[half::f16::ONE; 3],
        &[half::f16::ZERO],
        &[half::f16::ONE, half::f16::ONE, half::f16::ZERO],
    );
}

/// Tuples of no numbers take no memory, however many they are.
#[test]
#[cfg(target_pointer_width = "64")]
fn gathers_by_more_tuples_than_can_be_counted_are_refused() {
    const MANY: usize = usize::MAX;
    let params = Tensor::<(), 1>::full([1], ());
    let is_too_large = |error: IndicesError| {
        let text = error.to_string();
        assert!(text.contains("isize::MAX"), "{text}");
    };
    is_too_large(params.try_gather_nd(&[[0_u8; 0]; MANY]).unwrap_err());
    is_too_large(params.try_gather_nd(&[[[0_u8; 0]; MANY]; 3]).unwrap_err());
    is_too_large(params.try_gather_nd(&[[[0_u8; 0]; 3]; MANY]).unwrap_err());
    is_too_large(
        params
            .try_gather_nd(&[[[[0_u8; 0]; 1]; MANY]; 3])
            .unwrap_err(),
    );
}
