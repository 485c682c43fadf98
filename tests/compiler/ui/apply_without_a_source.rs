use tslice::{Tensor, s};

fn main() {
    let mut t = Tensor::from([1.0, 2.0, 3.0]);
    t.pick_mut(s![[0, 2]]).apply(|x| *x += 1.0);
}
