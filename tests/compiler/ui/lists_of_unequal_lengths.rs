use tslice::{Array, Ref, Shape, Tensor, checked, s, spec};

const ROWS: usize = 4;

spec! {
    const LITERAL: [4, 4] => [2] = [([0, 1], [2, 3, 1])];
    const UNSHAPED = [([0, 1], [2, 3, 1])];
    const RUNS: [4, 4] => [2] = [([0, 1], [0:2, 3])];
    const CONSTANT: [ROWS, ROWS] => [2] = [([0, 1], [0:2, 3])];
    const STATED: [ROWS, ROWS] => [3] = [([0:2], [2:9])];
}

fn main() {
    let t = Tensor::<f32, 3>::zeros([4, 5, 6]);
    let n = 1_usize;
    let a = t.pick(s![([0, 1], [2, 3, 1])]);
    let b = t.pick(s![.., ([n, 1, 2], [0], [n, n])]);
    let c = t.pick(s![([0:+3, n], [0, 1, 2])]);
    drop((a, b, c));
}

fn checked(v: &Array<Ref<'_, i32>, Shape![3, 4, 5]>) {
    let _ = v.pick(checked![([0, 1], [2, 3, 1])]);
}
