//! Constructors, and the shortest ways to a part.

use std::panic::catch_unwind;

use tslice::{Tensor, s};

#[test]
fn rows_and_columns_are_slices() {
    let mut t = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    for i in -2..2 {
        assert_eq!(t.row(i), t.slice(s![i]));
    }
    for j in -3..3 {
        assert_eq!(t.column(j), t.slice(s![:, j]));
    }
    t.row_mut(1_u8).fill(0);
    t.column_mut(-1).assign([8, 9]);
    assert_eq!(t, [[1, 2, 8], [0, 0, 9]]);
    assert_eq!(t.t().row(2), [8, 9]);
    for index in [2, -3, i64::MIN, i64::MAX] {
        assert!(catch_unwind(|| t.row(index).len()).is_err());
    }
    assert!(catch_unwind(|| t.column(u64::MAX).len()).is_err());
}

#[test]
fn an_item_is_the_only_element() {
    let t = Tensor::<_, 2>::from([["a", "b"], ["c", "d"]]);
    assert_eq!((t.slice(s![1, 0]).item(), t.slice(s![1:, 1:]).item()), ("c", "d"));
    assert!(catch_unwind(|| t.item()).is_err());
    assert!(catch_unwind(|| t.slice(s![2:]).item()).is_err());
    assert_eq!(t.t().flatten(), ["a", "c", "b", "d"]);
}

#[test]
fn numbers_have_equal_distances_and_both_ends() {
    assert_eq!(Tensor::linspace(1.0_f32, 2.0, 0), Tensor::<f32, 1>::zeros([0]));
    assert_eq!(Tensor::linspace(3.0, 9.0, 1), [3.0]);
    assert_eq!(Tensor::linspace(3.0, -3.0, 4), [3.0, 1.0, -1.0, -3.0]);
    assert_eq!(Tensor::linspace(0.0, 0.1, 4)[3], 0.1);
    assert_eq!(Tensor::<i8, 2>::eye(0).shape(), &[0, 0]);
    assert_eq!(Tensor::<f64, 2>::eye(2), [[1.0, 0.0], [0.0, 1.0]]);
}
