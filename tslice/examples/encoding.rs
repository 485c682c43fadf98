//! `cargo run --example encoding` prints an encoding; `cargo expand --example encoding` shows that
//! it is a constant.

use tslice::{Tensor, s};

fn main() {
    let t = Tensor::<f32, 6>::zeros([5; 6]);
    let spec = s![1, 2:4, newaxis, .., :-3:-1, :];
    println!(
        "s![{spec}] on {:?} gives {:?}\n\n{}",
        t.shape(),
        t.slice(spec).shape(),
        spec.to_encoding()
    );
}
