//! The entries, the masks and the axes of a spec are its type.

use tslice::{SpecType, Tensor, s};

fn rows(spec: SpecType![_:_]) -> i64 {
    spec.begin()[0]
}

fn main() {
    let t = Tensor::<f32, 2>::zeros([4, 5]);
    let two = s![1:2, 3:4];
    let a = rows(two);
    let b = t.slice(0);
    let c = t.slice(1..3);
    drop((a, b, c));
}
