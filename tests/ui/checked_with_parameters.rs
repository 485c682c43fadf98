use tslice::{Array, Ref, Shape, checked};

fn main() {}

fn length<const N: usize>(v: &Array<Ref<i32>, Shape![N]>) {
    let _ = v.slice(checked![1]);
}
