//! Tuples end at six: each error says so, and what takes more.

use tslice::{Array, Ref, Shape, Tensor, View, checked, concatenate, s, split_mut, stack, zip};

fn main() {
    let t = Tensor::<f32, 7>::zeros((1, 1, 1, 1, 1, 1, 1));
    let x = t[(0, 0, 0, 0, 0, 0, 0)];
    let _ = t.reshape((1, 1, 1, 1, 1, 1, -1));
    let (v, w) = (Tensor::<f32, 1>::zeros(7), View::from(&[1.0; 7]));
    let _ = concatenate(0, (&v, w, &v, w, &v, w, &v));
    let _ = stack(0, (&v, w, &v, w, &v, w, &v));
    zip((&v, w, &v, w, &v, w, &v)).for_each(|_| {});
}

fn parts(v: &mut Tensor<f32, 1>) {
    let _ = v.multi_slice_mut((s![0], s![1], s![2], s![3], s![4], s![5], s![6]));
    let _ = split_mut!(v, [0], [1], [2], [3], [4], [5], [6]);
}

fn static_shapes(v: &Array<Ref<f32>, Shape![1, 2, 3, 1, 2, 3]>) {
    let _ = v.slice(checked![newaxis]);
    let _ = v.slice(s![newaxis]);
}
