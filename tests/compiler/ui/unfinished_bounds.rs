//! What stands there while a bound is typed.

use tslice::{Tensor, s};

fn main() {
    let t = Tensor::<f32, 3>::zeros([4, 5, 6]);
    let (text, n) = ("abc", 2);
    let a = t.slice(s![text.]);
    let b = t.slice(s![0, n +:, 1]);
    let c = t.slice(s![:text.len() *, -]);
    drop((a, b, c));
}
