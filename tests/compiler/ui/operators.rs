//! Arrays have no operators, zips and selections do not iterate, rows are not indexed, text is not a spec: the error names what has them.

use tslice::{DynSpec, Tensor, s, zip};

fn main() {
    let (a, mut b) = (Tensor::<f32, 2>::zeros([2, 3]), Tensor::<bool, 1>::from([true]));
    let _ = &a + &a;
    let _ = a.slice(s![0]) * 2.0;
    let _ = !&b;
    b += 1;
    let _ = a.slice(s![0]) > 2.0;
    for (x, y) in zip((&a, &a)) {}
    for x in b.pick_mut(s![[0]]) {}
    let _ = a.rows()[0];
    let _: DynSpec = "1:3".into();
}
