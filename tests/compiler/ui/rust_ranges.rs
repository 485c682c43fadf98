use tslice::{Tensor, s};

fn main() {
    let t = Tensor::<f32, 3>::zeros([4, 5, 6]);
    let n = 3;
    let a = t.slice(s![1..3, 1..=3, ..2, n..]);
    let b = t.slice(s![..;2, 1..4;2, n..n + 2, ..=n]);
    let c = t.slice(s![1;3]);
    drop((a, b, c));
}
