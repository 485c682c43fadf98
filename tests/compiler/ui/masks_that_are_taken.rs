//! `take` takes positions; a mask has methods of its own.
use tslice::Tensor;

fn main() {
    let t = Tensor::<i32, 2>::from([[1, 2], [3, 4]]);
    let mask = vec![true, false];
    t.take(0, &mask);
    t.take(0, &[[true, false]]);
    let _ = t.try_take(1, &[true, false]);
}
