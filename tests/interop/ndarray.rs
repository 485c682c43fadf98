//! Arrays of `ndarray`, sliced by both crates.

use ndarray::{
    Array, Array1, Array2, Array3, ArrayD, ArrayView2, ArrayView3, ArrayViewD, ArrayViewMut2,
    ArrayViewMutD, Axis, Ix2,
};
use proptest::prelude::*;
use tslice::interop::ndarray::TSlice;
use tslice::interop::{Lend, LendMut};
use tslice::{
    AxisError, DynSpec, DynTensor, DynView, DynViewMut, ShapeError, SliceError, Tensor, View,
    ViewMut, concatenate, s, try_zip, zip,
};
use tslice_tests::algebra::Random;
use tslice_tests::model::Laid;
use tslice_tests::sizes;

fn numbers() -> Array3<usize> {
    Array3::from_shape_fn((4, 5, 6), |(i, j, k)| i * 100 + j * 10 + k)
}

#[test]
fn slices_agree_with_ndarrays_own() {
    let a = numbers();
    assert_eq!(a.tslice(s![1, 2:4]), a.slice(ndarray::s![1, 2..4, ..]));
    assert_eq!(a.tslice(s![.., ::-1]), a.slice(ndarray::s![.., .., ..;-1]));
    assert_eq!(
        a.tslice(s![newaxis, -1, ::2, 3]),
        a.slice(ndarray::s![ndarray::NewAxis, -1, ..;2, 3])
    );
    // A negative stride walks from `begin` here, and reverses the range there.
    assert_eq!(
        a.tslice(s![3:0:-2, .., 0]),
        a.slice(ndarray::s![1..4;-2, .., 0])
    );
    assert_eq!(a.tslice(s![0, 0, 0]).into_scalar(), &0);
    assert_eq!(a.tslice(s![:, 2:2]).shape(), [4, 0, 6]);
}

tslice::axes! {
    Cube = plane, row, column;
}

#[test]
fn axes_by_name_slice_arrays_of_ndarray() {
    let (a, n) = (numbers(), 2);
    assert_eq!(
        a.tslice(s![Cube: column = ::-n, plane = 1]),
        a.tslice(s![1, :, ::-2])
    );
    assert_eq!(
        a.tslice(s![Cube: row = 1:+n]),
        a.slice(ndarray::s![.., 1..3, ..])
    );
    let picked: Tensor<usize, 2> = a.lend().pick(s![Cube: column = [0, -1], row = 2]);
    assert_eq!(picked, a.lend().pick(s![:, 2, [0, 5]]));
}

#[test]
fn slices_of_slices_keep_negative_strides() {
    let a = numbers();
    let once: ArrayView3<usize> = a.tslice(s![::-1, ::-2, ::-3]);
    assert_eq!(once.strides(), [-30, -12, -3]);
    let twice: ArrayView2<usize> = once.tslice(s![::-1, 1, ::-1]);
    assert_eq!(twice, a.slice(ndarray::s![.., 2, 2..6;3]));
    let view = View::from(once.view());
    assert_eq!(view.to_vec(), once.iter().copied().collect::<Vec<_>>());
    assert_eq!(ArrayView3::from(view), once);
    assert_eq!(
        (
            View::from(a.view()),
            DynView::from(a.clone().into_dyn().view())
        ),
        (a.lend(), a.lend().into_dyn())
    );
    let mut b = a.clone();
    ViewMut::from(b.view_mut()).slice_mut(s![0]).fill(7);
    assert!(b.slice(ndarray::s![0, .., ..]).iter().all(|&x| x == 7));
}

#[test]
fn any_storage_and_order_slices() {
    let columns = numbers().reversed_axes();
    assert_eq!(
        columns.tslice(s![0:2, ::-1]),
        columns.slice(ndarray::s![0..2, ..;-1, ..])
    );
    let shared = numbers().into_shared();
    assert_eq!(shared.tslice(s![0]), shared.index_axis(Axis(0), 0));
    let row = Array1::from(vec![1, 2, 3]);
    let repeated = row.broadcast((2, 3)).expect("broadcasts");
    assert_eq!(
        repeated.tslice(s![:, ::-1]),
        ndarray::array![[3, 2, 1], [3, 2, 1]]
    );
}

#[test]
fn exclusive_slices_write_into_the_array() {
    let (mut ours, mut theirs) = (numbers(), numbers());
    ours.tslice_mut(s![1:3, ::-2, 0])
        .assign(&ndarray::array![[1, 2, 3], [4, 5, 6]]);
    theirs
        .slice_mut(ndarray::s![1..3, ..;-2, 0])
        .assign(&ndarray::array![[1, 2, 3], [4, 5, 6]]);
    assert_eq!(ours, theirs);
    ours.lend_mut().slice_mut(s![0]).fill(7);
    theirs.index_axis_mut(Axis(0), 0).fill(7);
    assert_eq!(ours, theirs);
}

#[test]
fn rank_may_be_known_at_run_time() {
    let mut a: ArrayD<usize> = numbers().into_dyn();
    let spec: DynSpec = "1, ..., ::-1".parse().expect("a spec");
    assert_eq!(
        a.tslice(&spec),
        a.slice(ndarray::s![1, .., ..;-1]).into_dyn()
    );
    assert_eq!(a.tslice(s![.., 0]).ndim(), 2);
    a.tslice_mut(&spec).fill(0);
    assert_eq!(a.index_axis(Axis(0), 1).sum(), 0);
    let error = a.try_tslice(s![0, 0, 0, 0]).expect_err("too many axes");
    assert_eq!(error, SliceError::TooManyIndices { taken: 4, rank: 3 });
}

#[test]
fn errors_name_axis_index_and_length() {
    let error = numbers()
        .try_tslice(s![.., 6])
        .map(|_| ())
        .expect_err("outside");
    assert_eq!(
        error,
        SliceError::IndexOutOfBounds {
            axis: 2,
            index: 6,
            len: 6
        }
    );
}

#[test]
fn owned_arrays_move_both_ways() {
    let a = numbers();
    let start = a.as_ptr();
    let tensor = Tensor::from(a);
    assert_eq!(Array::from(&tensor), ArrayView3::from(&tensor));
    assert_eq!(tensor.as_slice().map(<[usize]>::as_ptr), Some(start));
    let back = Array::from(tensor);
    assert_eq!((back.as_ptr(), &back), (start, &numbers()));
    let dynamic = DynTensor::from(back.into_dyn());
    assert_eq!(ArrayD::from(dynamic), numbers().into_dyn());
}

#[test]
fn array_of_another_order_is_cloned_row_major() {
    let columns = numbers().reversed_axes();
    assert_eq!(
        Tensor::from(columns.clone()).to_vec(),
        columns.iter().copied().collect::<Vec<_>>()
    );
    let part = numbers().slice_move(ndarray::s![2.., .., ..]);
    assert_eq!(
        Tensor::from(part.clone()).to_vec(),
        part.iter().copied().collect::<Vec<_>>()
    );
    let none = numbers().slice_move(ndarray::s![2..2, .., ..]);
    assert_eq!(Tensor::from(none).shape(), &[0, 5, 6]);
}

#[test]
fn a_rank_that_is_another_is_an_error() {
    let a = numbers().into_dyn();
    assert_eq!(
        a.lend().into_rank::<3>().expect("rank 3").shape(),
        &[4, 5, 6]
    );
    let error = a.lend().into_rank::<2>().map(|_| ()).expect_err("rank 3");
    assert_eq!(
        error,
        ShapeError::Axis(AxisError::RankMismatch {
            expected: 2,
            rank: 3
        })
    );
    assert_eq!(ndarray::ArrayViewD::from(a.lend()), a);
    assert_eq!(
        ArrayView3::from(a.lend().into_rank::<3>().expect("rank 3")),
        numbers()
    );
}

#[test]
fn arrays_assign_to_and_compare_with_tensors() {
    let a = numbers();
    let mut tensor = Tensor::zeros([4, 5, 6]);
    tensor.assign(&a);
    assert!(tensor == a);
    tensor.slice_mut(s![2]).assign(&a.index_axis(Axis(0), 0));
    assert!(tensor != a);
}

#[test]
fn masks_and_indices_of_ndarray_select_and_take() {
    let mut t = Tensor::<usize, 3>::from_shape_fn([4, 5, 6], |[i, j, k]| i * 100 + j * 10 + k);
    let mask = numbers()
        .map(|x| x % 7 == 0)
        .slice_move(ndarray::s![.., .., 0]);
    assert_eq!(t.select(&mask), t.select(&mask.lend().to_tensor()));
    assert_eq!(t.select(&mask.view().reversed_axes().t()), t.select(&mask));
    let labels = ndarray::array![[3_u8, 0], [1, 2]];
    assert_eq!(t.take(0, labels.lend()), t.take(0, [[3, 0], [1, 2]]));
    assert_eq!(t.take(1, labels.t().lend()).slice(s![0, :, 0, 0]), [30, 0]);
    let rows = ndarray::array![true, false, false, true];
    assert_eq!(t.compress(0, rows.lend()), t.slice(s![::3]));
    t.select_mut(&mask).fill(0);
    assert!(t.select(&mask).iter().all(|x| *x == 0));
}

#[test]
fn exclusive_views_go_both_ways() {
    let mut a = Array2::<i32>::zeros((3, 4));
    let mut view = ViewMut::from(a.view_mut());
    let mut inner: ArrayViewMut2<i32> = view.slice_mut(s![::-1, 1:3]).into();
    inner[[0, 0]] = 5;
    assert_eq!(a[[2, 1]], 5);
}

#[test]
fn empty_arrays_and_scalars_convert() {
    let empty = Array2::<u8>::zeros((0, 3));
    assert_eq!(empty.tslice(s![::-1, ::-1]).shape(), [0, 3]);
    assert_eq!(empty.lend().shape(), &[0, 3]);
    let scalar = ndarray::arr0(5);
    assert_eq!(scalar.tslice(s![newaxis, ..]), ndarray::array![5]);
    let units = Array2::from_elem((2, 2), ());
    assert_eq!(units.tslice(s![::-1, 0]).len(), 2);
}

fn range(len: usize) -> impl Strategy<Value = (usize, usize, isize)> {
    (0..=len, 0..=len, prop_oneof![-3..=-1_isize, 1..=3_isize])
        .prop_map(|(a, b, step)| (a.min(b), a.max(b), step))
}

proptest! {
    #[test]
    fn ranges_match_ndarray((b0, e0, s0) in range(4), (b1, e1, s1) in range(5)) {
        let a = Array2::from_shape_fn((4, 5), |(i, j)| i * 10 + j);
        let turned = ndarray::Slice { start: b0.cast_signed(), end: Some(e0.cast_signed()), step: s0 };
        let inner = ndarray::Slice { start: b1.cast_signed(), end: Some(e1.cast_signed()), step: s1 };
        let expected = a.slice(ndarray::SliceInfo::<_, Ix2, Ix2>::try_from([turned.into(), inner.into()]).expect("two axes"));
        // Theirs takes the range, then steps from its end; ours steps within the range after it is
        // taken.
        let ours = a.tslice(s![b0:e0, b1:e1]);
        let ours = ours.tslice(s![::s0, ::s1]);
        prop_assert_eq!(&ours, &expected);
        prop_assert_eq!(View::from(ours).to_vec(), expected.iter().copied().collect::<Vec<_>>());
        let dynamic = a.into_dyn();
        let ours = dynamic.tslice(s![b0:e0, b1:e1]);
        prop_assert_eq!(ours.shape(), [e0 - b0, e1 - b1]);
    }
}

#[test]
fn empty_exclusive_slices_become_arrays_of_their_shape() {
    let mut a = ndarray::Array2::<i32>::zeros((5, 4));
    assert_eq!(a.tslice_mut(s![:, 2:2]).dim(), (5, 0));
    assert_eq!(a.tslice_mut(s![2:2]).dim(), (0, 4));
    assert_eq!(a.tslice_mut(s![::-1, 4:]).dim(), (5, 0));
    let mut t = tslice::Tensor::<i32, 3>::zeros([2, 3, 4]);
    let row: ndarray::ArrayViewMut2<'_, i32> = t.slice_mut(s![0, :, 4:]).into();
    assert_eq!(row.dim(), (3, 0));
    let mut none = tslice::Tensor::<i32, 2>::zeros([5, 0]);
    assert_eq!(ndarray::ArrayViewMut2::from(none.view_mut()).dim(), (5, 0));
    assert_eq!(
        ndarray::ArrayView2::from(none.slice(s![::-1])).dim(),
        (5, 0)
    );
}

#[test]
fn slice_works_on_generic_dimensions_and_array_refs() {
    use ndarray::{ArrayRef, Dimension};
    use tslice::Slices;
    use tslice::interop::ndarray::{ToDimension, ToDims};

    fn by_reference(a: &ArrayRef<usize, ndarray::Ix3>) -> ArrayView2<'_, usize> {
        a.tslice(s![1, .., ::-1])
    }
    fn typed<'a, D: ToDims, P: Slices<D::Dims, Output: ToDimension>>(
        a: &'a ArrayRef<usize, D>,
        spec: P,
    ) -> ndarray::ArrayView<'a, usize, <P::Output as ToDimension>::Dimension> {
        a.tslice(spec)
    }
    fn first_of_each<D: Dimension>(a: &ArrayRef<usize, D>) -> Vec<usize> {
        DynView::from(a.view().into_dyn()).slice(s![.., 0]).to_vec()
    }
    fn cleared<S: ndarray::DataMut<Elem = usize>, D: Dimension>(a: &mut ndarray::ArrayBase<S, D>) {
        DynViewMut::from(a.view_mut().into_dyn())
            .slice_mut(s![.., 0])
            .fill(7);
    }

    let mut a = numbers();
    assert_eq!(by_reference(&a), a.slice(ndarray::s![1, .., ..;-1]));
    assert_eq!(typed(&a, s![:, 2, ::2]), a.slice(ndarray::s![.., 2, ..;2]));
    assert_eq!(
        typed(&a.clone().into_dyn(), s![0]),
        a.slice(ndarray::s![0, .., ..]).into_dyn()
    );
    assert_eq!(
        first_of_each(&a),
        a.slice(ndarray::s![.., .., 0])
            .iter()
            .copied()
            .collect::<Vec<_>>()
    );
    assert_eq!(first_of_each(&ndarray::arr1(&[4, 5])), [4]);
    cleared(&mut a.view_mut());
    assert!(a.slice(ndarray::s![.., .., 0]).iter().all(|&x| x == 7));
    assert_eq!(a.lend().shape(), &[4, 5, 6]);
    let error = ndarray::arr0(1)
        .into_dyn()
        .try_tslice(s![.., 0])
        .map(|_| ())
        .expect_err("no axis");
    assert_eq!(error, SliceError::TooManyIndices { taken: 1, rank: 0 });
    let error = a
        .lend_mut()
        .try_slice_mut(s![9])
        .map(|_| ())
        .expect_err("outside");
    assert_eq!(
        error,
        SliceError::IndexOutOfBounds {
            axis: 0,
            index: 9,
            len: 4
        }
    );
}

#[test]
fn slice_of_an_owned_view_keeps_its_lifetime() {
    use ndarray::{ArrayViewMut2, ArrayViewMut3};

    fn row<'a>(a: ArrayView3<'a, usize>) -> ArrayView2<'a, usize> {
        View::from(a).slice(s![-1]).into()
    }
    fn columns<'a>(a: ArrayViewMut3<'a, usize>) -> ArrayViewMut2<'a, usize> {
        ViewMut::from(a).into_slice_mut(s![.., 1]).into()
    }
    let mut a = numbers();
    assert_eq!(row(a.view()), a.slice(ndarray::s![-1, .., ..]));
    columns(a.view_mut()).fill(3);
    assert!(a.slice(ndarray::s![.., .., 1]).iter().all(|&x| x == 3));
    assert!(a.slice(ndarray::s![.., .., 2]).iter().all(|&x| x != 3));
    assert!(View::from(a.view()).try_slice(s![4]).is_err());
}

/// Each kind of array that the crate has, shared and exclusive, in each layout, beside the crate's
/// own operators.
#[test]
fn zip_takes_arrays_of_every_kind() {
    let (a, b) = (numbers(), numbers().mapv(|x| x * x));
    let tensor = Tensor::<usize, 3>::from(b.clone());
    let expected = Tensor::from(&a + &b);
    let sum = |(x, y): (&usize, &usize)| x + y;
    assert_eq!(zip((&a, &tensor)).map(sum), expected);
    assert_eq!(zip((a.view(), &b)).map(sum), expected);
    assert_eq!(zip((&*a, b.view())).map(sum), expected);
    assert_eq!(zip((&a.to_shared(), tensor.view())).map(sum), expected);
    assert_eq!(zip((&a.view(), &tensor)).map(sum), expected);
    let (turned, reversed) = (a.t(), b.slice(ndarray::s![..;-1, 1..4, ..;2]));
    let part = a.slice(ndarray::s![.., 1..4, ..;2]);
    assert_eq!(zip((turned, tensor.t())).map(sum), expected.t());
    assert_eq!(
        zip((part, reversed)).map(sum),
        Tensor::from(&part + &reversed)
    );
    // NumPy's rule, on either side, and an array whose rank is known at run time.
    let row = a.slice(ndarray::s![0, 0, ..]);
    assert_eq!(zip((row, &tensor)).map(sum), Tensor::from(&row + &b));
    let dynamic = b.clone().into_dyn();
    assert_eq!(zip((&a, &dynamic)).map(sum), expected.view().into_dyn());
    for kind in 0..4 {
        let (mut ours, mut theirs) = (a.clone(), a.clone());
        let add = |(x, y): (&mut usize, &usize)| *x += y;
        match kind {
            0 => zip((&mut ours, &b)).for_each(add),
            1 => zip((ours.view_mut(), &tensor)).for_each(add),
            2 => zip((&mut *ours, &tensor)).for_each(add),
            _ => zip((&mut ours.view_mut(), b.view())).for_each(add),
        }
        theirs += &b;
        assert_eq!(ours, theirs);
        zip((ours.slice_mut(ndarray::s![..;-1, .., ..;2]), 1)).for_each(|(x, y)| *x = *y);
        theirs.slice_mut(ndarray::s![.., .., ..;2]).fill(1);
        assert_eq!(ours, theirs);
    }
    assert!(try_zip((&a, &ndarray::array![1, 2])).is_err());
}

#[test]
fn lists_are_arrays_of_one_axis() {
    let a = numbers();
    let (rows, mask) = (
        ndarray::array![2_usize, 0, 0],
        ndarray::array![true, false, true, false, true],
    );
    let picked = a.tpick(s![&rows, &mask, [-1]]);
    let expected = a
        .select(Axis(0), &[2, 0, 0])
        .select(Axis(1), &[0, 2, 4])
        .select(Axis(2), &[5]);
    assert_eq!(picked, expected);
    let strided = ndarray::array![[3_i8, 9], [1, 9]];
    let both = a.tpick(s![&strided.column(0), &*rows.slice(ndarray::s![..;-1])]);
    assert_eq!(both, a.select(Axis(0), &[3, 1]).select(Axis(1), &[0, 0, 2]));
    assert_eq!(a.lend().take(0, rows.lend()), a.lend().pick(s![[2, 0, 0]]));
    assert_eq!(
        a.tpick(s![(&rows, &rows)]),
        a.tpick(s![([2, 0, 0], [2, 0, 0])])
    );
    assert_eq!(
        concatenate(0, (a.lend(), &a.lend().take(0, rows.lend()))).shape(),
        &[7, 5, 6]
    );
}

/// Views of up to 6 axes in any order, reversed and stepped, go there and back, and so do the
/// arrays that `ndarray` makes of them.
#[test]
fn views_of_any_layout_are_arrays_of_ndarray() {
    for case in 1..=300 {
        let random = &mut Random(case);
        let shape = sizes::spread(random, case as usize % 7, 400);
        let laid = Laid::new(random, &shape, false);
        let tensor = laid.tensor(|at| at);
        let there: ArrayViewD<'_, usize> = laid.view(&tensor).into();
        let shown = format!("{shape:?}, {:?}", laid.steps);
        assert_eq!(there.shape(), &shape[..], "{shown}");
        assert!(there.iter().eq(&laid.model.positions), "{shown}");
        let back = DynView::from(there.view());
        assert!(back.iter().eq(&laid.model.positions), "back: {shown}");
        let owned = DynTensor::from(there.to_owned());
        assert!(owned.iter().eq(&laid.model.positions), "owned: {shown}");

        let laid = Laid::new(random, &shape, true);
        let mut tensor = laid.tensor(|at| at);
        let mut expected: Vec<usize> = (0..laid.room()).collect();
        laid.model
            .positions
            .iter()
            .for_each(|&at| expected[at] += 7);
        laid.with_mut(&mut tensor, |view| {
            let mut there: ArrayViewMutD<'_, usize> = view.into();
            assert!(there.iter().eq(&laid.model.positions), "{:?}", laid.steps);
            there += 7;
        });
        assert_eq!(tensor.into_vec(), expected, "{:?}", laid.steps);
    }
}
