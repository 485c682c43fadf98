use tslice::{Array, Ref, Shape, checked};

type V<'a> = Array<Ref<'a, i32>, Shape![3, 4, 5]>;

fn main() {}

fn seven_axes(v: &V) {
    let _: Array<Ref<i32>, Shape![1, 1, 1, 1, 1, 1, 1]>;
}

fn no_number(v: &V) {
    let _: Array<Ref<i32>, Shape![1.5]>;
}

fn negative(v: &V) {
    let _: Array<Ref<i32>, Shape![-1]>;
}

fn wildcards(v: &V) {
    let _: Array<Ref<i32>, Shape![*]>;
    let _: Array<Ref<i32>, Shape![3, ?]>;
}

fn no_lengths(v: &V) {
    let _: Array<Ref<i32>, Shape![3, :]>;
    let _: Array<Ref<i32>, Shape![3, ..]>;
    let _: Array<Ref<i32>, Shape![3, [4]]>;
    let _: Array<Ref<i32>, Shape![3, (4)]>;
}

fn other_names(v: &V) {
    let _: Array<Ref<i32>, Shape![ABSENT, 3]>;
    let _: Array<Ref<i32>, Shape![None, 3]>;
}

fn nothing_before_a_comma(v: &V) {
    let _: Array<Ref<i32>, Shape![,]>;
}

fn other_rank(v: &V) {
    let _ = v.into_static::<Shape![3, 4]>();
}

fn other_lengths(v: &V) {
    let _: Array<Ref<i32>, Shape![2, 2]> = Array::from(&[[1, 2, 3], [4, 5, 6]]);
}
