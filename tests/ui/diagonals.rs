//! The two forms of `diag!`, with integer bounds, the lower one first.

use tslice::diag;

fn main() {
    let _ = diag![2..=-1];
    let _ = diag![0..2];
    let _ = diag![1.5];
    let _ = diag![];
    let _ = diag![0, 1];
    let half = 0.5;
    let _ = diag![half];
}
