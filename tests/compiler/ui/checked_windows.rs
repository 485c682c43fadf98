// Windows that leave an axis of a static shape.

use tslice::{Array, Ref, Shape, checked};

fn main() {
    let v = Array::<Ref<i32>, Shape![2, 3]>::from(&[[1, 2, 3], [4, 5, 6]]);
    let n = 2_usize;
    let _ = v.slice(checked![1:+2]);
    let _ = v.slice(checked![.., -1:+2]);
    let _ = v.slice(checked![:, n:+4]);
    let _: [[i32; 3]; 1] = v.slice(checked![n:+2]).to_nested();
}
