use tslice::{Tensor, s};

fn main() {
    let t = Tensor::<f32, 3>::zeros([4, 5, 6]);
    let a = t.slice(s![[0, 2]]);
    let b = t.slice(s![[1:2, ..]]);
    let c = t.slice(s![0, [1, 2, 3], ..]);
    let d = t.slice(s![(1:3), (::-1):2]);
    drop((a, b, c, d));
}
