use tslice::{Array, Ref, Shape, checked};

type V<'a> = Array<Ref<'a, i32>, Shape![3, 4, 5]>;

fn main() {}

fn first_axis(v: &V) {
    let _ = v.slice(checked![3]);
}

fn one_past_the_end(v: &V) {
    let _ = v.slice(checked![0, 4]);
}

fn last_axis(v: &V) {
    let _ = v.slice(checked![.., 5]);
}

fn negative(v: &V) {
    let _ = v.slice(checked![-4, ..]);
}

fn negative_behind_an_ellipsis(v: &V) {
    let _ = v.slice(checked![1, .., -6]);
}

fn before_an_ellipsis(v: &V) {
    let _ = v.slice(checked![7, .., 2]);
}

fn two_behind_an_ellipsis(v: &V) {
    let _ = v.slice(checked![.., 4, 0]);
}

fn behind_a_new_axis(v: &V) {
    let _ = v.slice(checked![newaxis, 1, newaxis, 9]);
}

fn axis_form(v: &V) {
    let _ = v.slice(checked![1 => 4]);
}

fn axis_form_from_the_end(v: &V) {
    let _ = v.slice(checked![0 => 2, -1 => -6]);
}

fn largest(v: &V) {
    let _ = v.slice(checked![9223372036854775807]);
}

fn smallest(v: &V) {
    let _ = v.slice(checked![-9223372036854775808]);
}

fn beside_a_run_time_bound(v: &V) {
    let n = 1;
    let _ = v.slice(checked![n, n:, 5]);
}

fn exclusive(v: &V) {
    let mut t = Array::<tslice::Owned<i32>, Shape![2]>::from([1, 2]);
    t.slice_mut(checked![2]).fill(v[[0, 0, 0]]);
}

fn fallible(v: &V) {
    let _ = v.try_slice(checked![1, 1, 1]);
    let _ = v.try_slice(checked![1, 1, 6]);
}

fn spec_in_a_variable(v: &V) {
    let spec = checked![0, 0, 8];
    let _ = v.slice(spec);
}

fn closure(v: &V) {
    let first = || v.slice(checked![3, 0, 0])[[]];
    first();
}

macro_rules! at {
    ($v:ident, $index:expr) => {
        $v.slice(checked![0, -$index])
    };
}

fn fragment(v: &V) {
    let _ = at!(v, 5);
}
