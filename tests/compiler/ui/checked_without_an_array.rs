use tslice::{Array, Ref, Shape, checked};

type V<'a> = Array<Ref<'a, i32>, Shape![3, 4, 5]>;

fn main() {}

fn alone() {
    let _ = checked![5];
}
