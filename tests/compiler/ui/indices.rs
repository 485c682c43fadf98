//! What stands between brackets and is no index tuple.

use tslice::{DynTensor, Tensor};

fn main() {
    let v = Tensor::<i32, 1>::zeros([3]);
    let t = Tensor::<i32, 2>::zeros([2, 3]);
    let d = DynTensor::<i32>::zeros([2, 3]);
    let _ = t[[1.0, 0.0]];
    let _ = v["x"];
    let _ = (v[1.5], v[true]);
    let _ = t[1];
    let _ = t[(1, 2, 0)];
    let _ = t[1..2];
    let _ = d[1..2];
}
