use tslice::{Array, Ref, Shape, checked};

type V<'a> = Array<Ref<'a, i32>, Shape![3, 4, 5]>;

fn main() {}

fn mistakes(v: &V) {
    let _ = v.slice(checked![1.5, ..]);
    let _ = v.slice(checked![.., ..]);
    let _ = v.slice(checked![::0]);
    let _ = v.slice(checked![0..2]);
    let _ = v.slice(checked![1,, 2]);
}
