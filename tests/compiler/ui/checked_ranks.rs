use tslice::{Array, Ref, Shape, checked};

type V<'a> = Array<Ref<'a, i32>, Shape![3, 4, 5]>;

fn main() {}

fn too_many(v: &V) {
    let _ = v.slice(checked![1, 2, 3, 4]);
}

fn around_an_ellipsis(v: &V) {
    let _ = v.slice(checked![1, 2, .., :, 0]);
}

fn all_before_an_ellipsis(v: &V) {
    let _ = v.slice(checked![:, 1:, 1:, .., 1:]);
}

fn axes_from_both_ends(v: &V) {
    let _ = v.slice(checked![2 => 0, -3 => 1:]);
}

fn axis_form(v: &V) {
    let _ = v.slice(checked![3 => 0]);
}

fn of_a_result(v: &V) {
    let w = v.slice(checked![1, .., 2]);
    let _ = w.slice(checked![0, 0]);
}

fn of_a_rank(v: &V) {
    let r = v.into_ranked();
    let _ = r.slice(checked![.., 0, 0, 0, 0]);
}

fn plain(v: &V) {
    let _ = v.slice(tslice::s![1, 2, 3, 4]);
}

fn above_twelve(v: &V) {
    let _ = v.slice(checked![None, None, None, None, None, None, None, None, None, None]);
}
