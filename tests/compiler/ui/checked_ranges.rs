use tslice::{Array, Ref, Shape, checked};

type V<'a> = Array<Ref<'a, i32>, Shape![3, 4, 5]>;

fn main() {}

fn backwards(v: &V) {
    let _ = v.slice(checked![2:1]);
}

fn nothing(v: &V) {
    let _ = v.slice(checked![1:1, ..]);
}

fn beyond_the_axis(v: &V) {
    let _ = v.slice(checked![.., 5:]);
}

fn beyond_the_axis_with_end(v: &V) {
    let _ = v.slice(checked![:, 4:9]);
}

fn before_the_axis(v: &V) {
    let _ = v.slice(checked![:, :-4]);
}

fn up_to_the_first(v: &V) {
    let _ = v.slice(checked![:0]);
}

fn negative_stride_upwards(v: &V) {
    let _ = v.slice(checked![.., 1:3:-1]);
}

fn end_of_minus_one(v: &V) {
    let _ = v.slice(checked![.., 4:-1:-1]);
}

fn from_the_end(v: &V) {
    let _ = v.slice(checked![.., -2:-2]);
}

fn from_both_ends(v: &V) {
    let _ = v.slice(checked![3:-3]);
}

fn axis_form(v: &V) {
    let _ = v.slice(checked![-1 => 3:2:2]);
}

fn extremes(v: &V) {
    let _ = v.slice(checked![9223372036854775807:9223372036854775807:9223372036854775807]);
}
