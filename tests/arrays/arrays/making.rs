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
        assert_eq!(t.index_axis(1, j), t.slice(s![:, j]));
    }
    t.row_mut(1_u8).fill(0);
    t.index_axis_mut(1, -1).assign([8, 9]);
    assert_eq!(t, [[1, 2, 8], [0, 0, 9]]);
    assert_eq!(t.t().row(2), [8, 9]);
    for index in [2, -3, i64::MIN, i64::MAX] {
        assert!(catch_unwind(|| t.row(index).len()).is_err());
    }
    assert!(catch_unwind(|| t.index_axis(1, u64::MAX).len()).is_err());
}
