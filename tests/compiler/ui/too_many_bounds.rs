use tslice::{Tensor, s};

fn main() {
    let t = Tensor::<f32, 3>::zeros([4, 5, 6]);
    let a = t.slice(s![1:2:3:4, ::::, 1::2::3]);
    drop(a);
}
