use tslice_ops::prelude::*;
use tslice::{Tensor, diag};

fn main() {
    let m = Tensor::<i32, 2>::zeros([3, 3]);
    let (float, truth) = (0.5, true);
    let a = m.diag_part(diag![float], 0);
    let b = m.diag_part(diag![-1..=truth], 0);
    drop((a, b));
}
