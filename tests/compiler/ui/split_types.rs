use tslice::{Tensor, View, split_mut};

fn main() {
    let mut t = Tensor::<f32, 1>::zeros([8]);
    let (a, b) = split_mut!(t, [0, :2], [0, 2:]);
    let v = View::<i32, 1>::from(&[1, 2, 3]);
    let (c, d) = split_mut!(v, [0], [1]);
    let mut list = [1.0_f32; 4];
    let (e, f) = split_mut!(list, [0], [1]);
    let mut nested = [[1.0_f32; 4]; 2];
    let (g, h) = split_mut!(nested, [0], [&[1, 3]]);
}
