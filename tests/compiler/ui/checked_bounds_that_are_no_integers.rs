use tslice::{Array, Ref, Shape, checked};

type V<'a> = Array<Ref<'a, i32>, Shape![3, 4, 5]>;

fn main() {}

fn text(v: &V) {
    let _ = v.slice(checked![1, f32::from(2_u8)]);
}
