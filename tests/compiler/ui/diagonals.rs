//! The two forms of `diag!`, with integer bounds, the lower one first.

use tslice_ops::prelude::*;
use tslice::{Tensor, diag};

fn main() {
    let m = Tensor::<i32, 2>::zeros([3, 3]);
    let n = 1;
    let a = m.diag_part(diag![2..=-1], 0);
    let b = m.diag_part(diag![0..2], 0);
    let c = m.diag_part(diag![-n..n], 0);
    let d = m.diag_part(diag![], 0);
    let e = m.diag_part(diag![..=2], 0);
    let f = m.diag_part(diag![-1, 1], 0);
    let g = m.diag_part(diag![-1:1], 0);
    let h = m.diag_part(diag![1.5..="a"], 0);
    let i = m.diag_part(diag![n -], 0);
    drop((a, b, c, d, e, f, g, h, i));
}
