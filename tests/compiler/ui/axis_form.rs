use tslice::{Tensor, s};

fn main() {
    let t = Tensor::<f32, 3>::zeros([4, 5, 6]);
    let n = 1;
    let a = t.slice(s![0 => 1:3, 2]);
    let b = t.slice(s![1 => 0, 1 => 2:]);
    let c = t.slice(s![n => 0]);
    let d = t.slice(s![0 => newaxis, 1 => ..]);
    let e = t.slice(s![=> 1, 0 =>, 0 => 1 => 2]);
    let f = t.slice(s![31 => 0]);
    let g = t.slice(s![0 => 1, .., newaxis]);
    drop((a, b, c, d, e, f, g));
}
