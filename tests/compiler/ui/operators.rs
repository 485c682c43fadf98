//! Arrays have no operators, and zips and selections do not iterate: the error names what has them.

use tslice::{Tensor, s, zip};

fn main() {
    let (a, mut b) = (Tensor::<f32, 2>::zeros([2, 3]), Tensor::<bool, 1>::from([true]));
    let _ = &a + &a;
    let _ = a.slice(s![0]) * 2.0;
    let _ = !&b;
    b += 1;
    let _ = a.slice(s![0]) > 2.0;
    for (x, y) in zip((&a, &a)) {}
    for x in b.pick_mut(s![[0]]) {}
}
