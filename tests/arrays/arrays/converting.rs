//! `From`, `TryFrom`, `FromIterator` and `Default`.

use tslice::{AxisError, DynTensor, ShapeError, Tensor, View, s};

fn total(view: View<'_, i32, 2>) -> i32 {
    view.iter().sum()
}

#[test]
fn what_is_borrowed_is_a_view() {
    let mut t = Tensor::<_, 2>::from([[1, 2], [3, 4]]);
    assert_eq!(total(t.view()), 10);
    let start = t.as_ptr();
    assert_eq!(t.slice(s![1]).view().as_ptr(), start.wrapping_add(2));
    let mut exclusive = t.view_mut();
    exclusive.fill(1);
    assert_eq!(exclusive.view(), [[1, 1], [1, 1]]);
    assert_eq!(Tensor::from(t.slice(s![:, 0])), [1, 1]);
}

#[test]
fn tensor_converts_to_and_from_vectors() {
    let t = Tensor::<_, 2>::from([[1, 2], [3, 4]]);
    let start = t.as_ptr();
    let data = t.into_vec();
    assert_eq!((data.as_ptr(), &data[..]), (start, &[1, 2, 3, 4][..]));
    assert_eq!(Tensor::from(&data[1..]), [2, 3, 4]);
    assert_eq!(
        data.iter().map(|n| n * n).collect::<Tensor<i32, 1>>(),
        [1, 4, 9, 16]
    );
}

#[test]
fn ranks_convert_both_ways() {
    let t: Tensor<&str, 2> = Tensor::<_, 2>::from([["a"], ["b"]])
        .into_dyn()
        .into_rank()
        .expect("rank 2");
    assert_eq!(t, [["a"], ["b"]]);
    let error = ShapeError::Axis(AxisError::RankMismatch {
        expected: 1,
        rank: 2,
    });
    assert_eq!(t.view().into_dyn().into_rank::<1>().unwrap_err(), error);
    assert_eq!(t.into_dyn().into_rank::<1>().unwrap_err(), error);
}

#[test]
fn a_default_is_empty_or_one_default() {
    assert_eq!(Tensor::<i32, 3>::default().shape(), &[0, 0, 0]);
    assert_eq!(
        Tensor::<i32, 1>::default().strides(),
        Tensor::<i32, 1>::zeros([0]).strides()
    );
    assert_eq!(Tensor::<i32, 2>::default(), Tensor::<i32, 2>::zeros([0, 0]));
    assert_eq!(DynTensor::<String>::default().shape(), [0]);
    assert_eq!(Tensor::<i32, 0>::default()[[]], 0);
}
