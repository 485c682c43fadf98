use tslice::{Tensor, s};

fn main() {
    let t = Tensor::<f32, 3>::zeros([4, 5, 6]);
    let a = t.slice(s![.., 1, ..]);
    let b = t.slice(s![..., 0, ..., 1, ..]);
    drop((a, b));
}
