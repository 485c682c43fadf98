use tslice::{Shape, View, checked};

fn main() {}

fn of_a_rank(r: View<i32, 2>) {
    let _ = r.slice(checked![3:2]);
}

fn negative(r: View<i32, 2>) {
    let _ = r.slice(checked![.., -1:-2]);
}

fn negative_stride(r: View<i32, 2>) {
    let _ = r.slice(checked![-3:-2:-1]);
}

fn up_to_the_first(r: View<i32, 2>) {
    let _ = r.slice(checked![:, :0]);
}

fn of_dynamic_rank(r: View<i32, 2>) {
    let _ = r.into_dyn().slice(checked![2:2]);
}

fn of_an_unknown_length(r: View<i32, 2>) {
    let v = r.into_static::<Shape![_, 3]>().unwrap();
    let _ = v.slice(checked![5:4]);
}
