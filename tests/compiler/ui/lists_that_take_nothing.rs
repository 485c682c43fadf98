use tslice::{Array, Ref, Shape, checked, spec};

const ROWS: usize = 4;

spec! {
    const TAKES_ONE: [4] => [1] = [[1, 2:2]];
    const TAKES_ONE_OF_CONSTANT: [ROWS] => [1] = [[1, 2:2]];
    const TAKES_ONE_OF_ANY: [_] => [1] = [[1, 2:2]];
    const LITERAL: [4] => [_] = [[4:, 2:2]];
    const CONSTANT: [ROWS] => [_] = [[4:, 2:2]];
    const ANY: [_] => [_] = [[5:5, 2:2]];
}

type V<'a> = Array<Ref<'a, i32>, Shape![3, 4, 5]>;

fn main() {}

fn a_run_beyond_the_axis(v: &V) {
    let _ = v.pick(checked![[5:9]]);
}

fn a_run_that_is_empty_for_every_length(v: &V) {
    let _ = v.pick(checked![.., [2:2, 1:1]]);
}

fn no_item(v: &V) {
    let _ = v.pick(checked![[]]);
}

fn a_window(v: &V) {
    let _ = v.pick(checked![.., [0, 4:+2]]);
}

fn an_index_beside_a_run(v: &V) {
    let _ = v.pick(checked![:, [1:, 4]]);
}

fn a_window_from_a_start_at_run_time(v: &V, n: usize) {
    let _ = v.pick(checked![[n:+4]]);
}

fn a_list_of_a_group(v: &V) {
    let _ = v.pick(checked![([0], [4:])]);
}

fn an_empty_run_beside_a_position(v: &V, n: usize) {
    let _ = v.pick(checked![[1, 5:9], [n, 7:], ..]);
}
