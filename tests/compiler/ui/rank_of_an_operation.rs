//! Operations that need an axis, two axes, or room for more.

use tslice_ops::prelude::*;
use tslice::{Tensor, View, diag, s};

fn main() {
    let scalar = Tensor::<f32, 0>::zeros([]);
    let _ = scalar.axis_iter(0);
    let _ = scalar.lanes(0);
    let _ = scalar.fold_axis(0, 0.0, |sum, x| sum + x);
    let vector = Tensor::<f32, 1>::zeros([3]);
    let _ = vector.diagonal(0);
    let _ = vector.diag_part(diag![0], 0.0);
    let seven = Tensor::<f32, 7>::zeros([1; 7]);
    let _ = seven.windows([1; 7]);
    let _ = Tensor::<f32, 12>::zeros([1; 12]).windows_along(0, 1);
    let _ = seven.windows([1; 6]);
    let _: View<'_, f32, 2> = vector.reshape([3]);
}

fn parts() {
    let mut matrix = Tensor::<f32, 2>::zeros([2, 2]);
    let _ = matrix.multi_slice_mut([s![0], s![1]]);
    let _ = matrix.multi_slice_mut((s![0], s![0, 1, 1]));
}
