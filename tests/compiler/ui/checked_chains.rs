use tslice::{Array, Ref, Shape, checked};

type V<'a> = Array<Ref<'a, i32>, Shape![3, 4, 5]>;

fn main() {}

fn cut(v: &V) {
    let w = v.slice(checked![1:, ..]);
    let _ = w.slice(checked![2]);
}

fn clamped(v: &V) {
    let w = v.slice(checked![.., 2:100]);
    let _ = w.slice(checked![.., 3]);
}

fn strided(v: &V) {
    let w = v.slice(checked![.., ::2]);
    let _ = w.slice(checked![.., -4]);
}

fn reversed(v: &V) {
    let w = v.slice(checked![.., :-3:-1]);
    let _ = w.slice(checked![:, :, 2]);
}

fn dropped_axis(v: &V) {
    let w = v.slice(checked![1]);
    let _ = w.slice(checked![4]);
}

fn new_axis(v: &V) {
    let w = v.slice(checked![newaxis, ..]);
    let _ = w.slice(checked![1]);
}

fn eight(v: &V) {
    let w = v.slice(checked![.., ::-1]).slice(checked![:, 1:]).slice(checked![:, :, 1:]).slice(checked![1:]);
    let w = w.slice(checked![.., :-1]).slice(checked![0]).slice(checked![::-1, ..]);
    let _ = w.slice(checked![3]);
}

fn beside_an_unknown_length(v: &V) {
    let n = 1;
    let w = v.slice(checked![n:, :2]);
    let _ = w.slice(checked![7, 2]);
}
