use tslice::{Tensor, s};

fn main() {
    let mut t = Tensor::<f32, 2>::zeros([2, 3]);
    let element: f32 = *t.slice(s![0, 0]);
    *t.slice_mut(s![0, 0]) = 1.0;
    let _ = *t.slice(s![0, 1]) > element;
}
