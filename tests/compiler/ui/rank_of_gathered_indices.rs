//! Index tuples have at most one number for each axis, and the result at most 12 axes.

use tslice_ops::prelude::*;
use tslice::{Rank, Tensor, View};

fn main() {
    let matrix = View::<_, 2>::from(&[[1, 2], [3, 4]]);
    let _ = matrix.gather_nd(&[[0, 1, 0]]);
    let _ = matrix.gather_nd(&[[[1, 0, 0, 1]]]);
    let twelve = Tensor::<u8, 12>::zeros([1; 12]);
    let _ = twelve.gather_nd(&[[[0]]]);
}

fn batches() {
    let matrix = View::<_, 2>::from(&[[1, 2], [3, 4]]);
    let _ = matrix.gather_nd_batched(Rank::<2>, &[[0], [1]]);
}
