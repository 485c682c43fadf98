//! What tslice does, once each.

use alloc::string::ToString;
use alloc::vec::Vec;

use tslice::{DynSpec, SliceError, Tensor, View, diag, s};
use tslice_explain::Explain;
use tslice_ops as ops;
use tslice_ops::prelude::*;

pub(crate) const ALL: [fn() -> bool; 9] = [
    views,
    copies,
    writes,
    disjoint,
    texts,
    errors,
    diagonals,
    gathers,
    raw_operations,
];

static TABLE: [i32; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

fn table() -> View<'static, i32, 2> {
    View::new([3, 4], &TABLE)
}

fn views() -> bool {
    let view = table().slice(s![::-1, newaxis, 1:100:2]);
    *view.shape() == [3, 1, 2] && view.iter().eq(&[9, 11, 5, 7, 1, 3])
}

/// Long rows of every kernel: whole, reversed, every second one, pixels.
fn copies() -> bool {
    let long = Tensor::from_shape_fn([300, 3], |[i, j]| (i * 3 + j) as u16);
    let every = |n: usize| (0..900_u16).step_by(n);
    long.to_vec().into_iter().eq(every(1))
        && View::from(&long.to_vec())
            .slice(s![::-1])
            .to_vec()
            .into_iter()
            .eq(every(1).rev())
        && View::from(&long.to_vec())
            .slice(s![::2])
            .to_vec()
            .into_iter()
            .eq(every(2))
        && long.slice(s![:, ::-1]).to_vec()[..6] == [2, 1, 0, 5, 4, 3]
}

fn writes() -> bool {
    let mut sheet = Tensor::<i32, 2>::zeros([4, 4]);
    sheet.slice_mut(s![1:, ::-1]).assign(&table());
    sheet.slice_mut(s![0]).fill(7);
    sheet.to_vec() == [7, 7, 7, 7, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8]
}

fn disjoint() -> bool {
    let mut row = Tensor::from([1, 2, 3, 4]);
    let Ok((mut even, odd)) = row.try_multi_slice_mut((s![::2], s![1::2])) else {
        return false;
    };
    even.assign(&odd);
    row.to_vec() == [2, 2, 4, 4]
}

fn texts() -> bool {
    let Ok(spec) = "1, ..., ::-1".parse::<DynSpec>() else {
        return false;
    };
    let Err(mistake) = "1, 2:4:0".parse::<DynSpec>() else {
        return false;
    };
    let Ok(report) = spec.explain([3, 4]) else {
        return false;
    };
    table().into_dyn().slice(&spec).to_vec() == [7, 6, 5, 4]
        && spec.to_string() == "1, .., ::-1"
        && mistake.span() == (7..8)
        && report
            .drawing()
            .is_some_and(|drawing| drawing.contains("4 3 2 1"))
}

fn errors() -> bool {
    let error = table().try_slice(s![0, 9]);
    let expected = SliceError::IndexOutOfBounds {
        axis: 1,
        index: 9,
        len: 4,
    };
    error.is_err_and(|e| {
        e == expected && e.to_string() == "index 9 is out of bounds for axis 1 with length 4"
    })
}

fn diagonals() -> bool {
    table().diagonal(1).to_vec() == [1, 6, 11]
        && table().diag_part(diag![-2..=-1], -1).to_vec() == [4, 9, 8, -1]
}

fn gathers() -> bool {
    table().gather_nd(&[[0, 3], [2, 1]]).to_vec() == [3, 9]
}

fn raw_operations() -> bool {
    let sliced: Result<Vec<i32>, _> = ops::slice(
        &table().into_dyn(),
        &[3],
        &[i64::MIN],
        &[-2],
        Some(&[1_i64]),
    )
    .map(|found| found.to_vec());
    sliced.is_ok_and(|found| found == [3, 1, 7, 5, 11, 9])
}
