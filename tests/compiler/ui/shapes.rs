//! Shapes that are none, or not those of the dims.

use tslice::{Tensor, View};

fn main() {
    let (rows, columns): (i32, i32) = (2, 3);
    let lengths = vec![2, 3];
    let _ = Tensor::<f64, 2>::zeros((2.0, 3));
    let _ = Tensor::<f64, 3>::zeros([2, 3]);
    let _ = Tensor::<f64, 3>::full((2, 3), 1.0);
    let _ = Tensor::<f64, 2>::zeros([rows, columns]);
    let _ = Tensor::<f64, 2>::zeros(&lengths);
    let _ = View::<_, 1>::from_shape([2, 3], &[1, 2, 3, 4, 5, 6]);
    let t = Tensor::<f64, 2>::zeros([2, 3]);
    let _ = t.reshape((3, 2.0));
    let _: View<f64, 1> = t.reshape([3, 2]);
    let _ = Tensor::from_shape_fn(4, |[i]| i);
}
