use tslice::{Array, Dims, Ref, Shape, checked};

fn main() {}

fn length<const N: usize>(v: &Array<Ref<i32>, Shape![N]>) {
    let _ = v.slice(checked![1]);
}

fn of_all_dims<D: Dims>(v: &Array<Ref<i32>, D>) {
    let _ = v.slice(checked![1]);
}
