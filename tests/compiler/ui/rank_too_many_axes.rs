use tslice::{Tensor, View, s};

fn main() {
    let t = Tensor::<f32, 3>::zeros([4, 5, 6]);
    let a = t.slice(s![1, 2:4, ::-1, 0]);
    let b = t.slice(s![0 => 0, 1 => 1, -1 => 2, -2 => 3]);
    let c: View<'_, f32, 0> = t.slice(s![0, 0, 0]);
    let d = c.slice(s![:]);
    drop((a, b, d));
}
