//! Rows and columns are two axes; diagonals are written with `diag!`.

use tslice_ops::prelude::*;
use tslice::{Tensor, diag};

fn main() {
    let vector = Tensor::<i32, 1>::zeros([3]);
    let _ = vector.diag_part(diag![0], 0);
    let scalar = Tensor::<i32, 0>::zeros([]);
    let _ = scalar.diag_part(diag![-1..=1], 0);
    let matrix = Tensor::<i32, 2>::zeros([3, 3]);
    let _ = matrix.diag_part(0, 0);
}
