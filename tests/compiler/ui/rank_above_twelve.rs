use tslice::{Tensor, s};

fn main() {
    let t = Tensor::<f32, 12>::zeros([1; 12]);
    let a = t.slice(s![newaxis]);
    drop(a);
}
