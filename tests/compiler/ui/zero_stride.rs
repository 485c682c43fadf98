use tslice::{Tensor, s};

fn main() {
    let t = Tensor::<f32, 3>::zeros([4, 5, 6]);
    let a = t.slice(s![::0]);
    let b = t.slice(s![1:2:0, .., 4::-0]);
    let c = t.slice(s![0 => ::0x0]);
    drop((a, b, c));
}
