use tslice::{Tensor, s};

fn main() {
    let t = Tensor::<f32, 3>::zeros([4, 5, 6]);
    let a = t.slice(s![NewAxis, np.newaxis, Ellipsis]);
    let b = t.slice(s![1 2, 3]);
    let c = t.slice(s![:end, 1:end, begin:]);
    let d = t.slice(s![_, 1]);
    drop((a, b, c, d));
}
