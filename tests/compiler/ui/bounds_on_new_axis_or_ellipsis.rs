use tslice::{Tensor, s};

fn main() {
    let t = Tensor::<f32, 3>::zeros([4, 5, 6]);
    let a = t.slice(s![newaxis:2, ..:2, 1:...]);
    let b = t.slice(s![None:2, 1:None]);
    drop((a, b));
}
