use tslice::{Tensor, tensor};

fn main() {
    let mut m = Tensor::<f64, 2>::zeros([2, 3]);
    let row = tensor![1.0, 2.0, 3.0];
    let _ = m[0][1];
    let _ = tensor![[1, 2], [3, 4]][1][0];
    m[0] = row;
    let _ = m.get(0, 1);
    let _ = m.get_mut(0, 1);
}
