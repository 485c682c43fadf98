use tslice::{Tensor, s};

fn main() {
    let t = Tensor::<f32, 3>::zeros([4, 5, 6]);
    let only_here = 2;
    let a = t.slice(s![1..only_here, 0]);
    let b = a.slice(s![0]).to_vec();
    println!("{:?} {b:?}", a.shape());
    let bad = s![::0];
    let c = t.slice(bad);
    drop(c);
}
