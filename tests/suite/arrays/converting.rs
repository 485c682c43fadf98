//! `From`, `TryFrom`, `FromIterator` and `Default`.

use tslice::{
    AxisError, Dyn, DynTensor, DynView, IntoShapeError, Owned, ShapeError, Tensor, View, ViewMut, s,
};

fn total(view: View<'_, i32, 2>) -> i32 {
    view.iter().sum()
}

#[test]
fn what_is_borrowed_is_a_view() {
    let mut t = Tensor::<_, 2>::from([[1, 2], [3, 4]]);
    assert_eq!(View::from(&t), t);
    assert_eq!(total((&t).into()), 10);
    assert_eq!(DynView::from(View::from(&t)), t);
    let start = t.as_ptr();
    assert_eq!(View::from(&t.slice(s![1])).as_ptr(), start.wrapping_add(2));
    let mut exclusive = ViewMut::from(&mut t);
    exclusive.fill(1);
    assert_eq!(View::from(&exclusive), [[1, 1], [1, 1]]);
    assert_eq!(Tensor::from(t.slice(s![:, 0])), [1, 1]);
}

#[test]
fn tensor_converts_to_and_from_vectors() {
    let t = Tensor::<_, 2>::from([[1, 2], [3, 4]]);
    let start = t.as_ptr();
    let data = Vec::from(t);
    assert_eq!((data.as_ptr(), &data[..]), (start, &[1, 2, 3, 4][..]));
    assert_eq!(Tensor::from(&data[1..]), [2, 3, 4]);
    assert_eq!(data.iter().map(|n| n * n).collect::<Tensor<i32, 1>>(), [1, 4, 9, 16]);
    assert_eq!(data.iter().copied().collect::<DynTensor<i32>>(), data);
}

#[test]
fn ranks_convert_and_an_error_keeps_the_tensor() {
    let t = DynTensor::from(Tensor::<_, 2>::from([["a"], ["b"]]));
    let error: IntoShapeError<Owned<&str>, Dyn> = Tensor::<&str, 3>::try_from(t).unwrap_err();
    let t: Tensor<&str, 2> = error.into_array().try_into().expect("rank 2");
    assert_eq!(t, [["a"], ["b"]]);
    let view: Result<View<'_, &str, 1>, ShapeError> = t.view().into_dyn().try_into();
    assert_eq!(view.unwrap_err(), ShapeError::Axis(AxisError::RankMismatch { expected: 1, rank: 2 }));
}

#[test]
fn a_default_is_empty_or_one_default() {
    assert_eq!(Tensor::<i32, 3>::default().shape(), &[0, 0, 0]);
    assert_eq!(Tensor::<i32, 1>::default().strides(), Tensor::<i32, 1>::zeros([0]).strides());
    assert_eq!(Tensor::<i32, 2>::default(), Tensor::<i32, 2>::zeros([0, 0]));
    assert_eq!(DynTensor::<String>::default().shape(), [0]);
    assert_eq!(Tensor::<i32, 0>::default()[[]], 0);
}
