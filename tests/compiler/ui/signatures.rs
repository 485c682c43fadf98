tslice::spec! {
    const INDEX: [480, 640] => [480] = [:, 640];
    const BELOW: [480, 640] => [640] = [-481];
    const LENGTH: [480, 640, 3] => [280, 241, 3] = [100:-100, 200:440];
    const WHOLE: [480, 640, 3] => [480, 640, 4] = [..];
    const BEHIND: [480, 640, 3] => [480, 639] = [.., 3, 0];
    const TAKEN: [480] => [_] = [0, 1:];
    const RESULT: [480, 640] => [480, 640] = [0];
    const NEW: [480] => [2, 480] = [newaxis];
    const EMPTY: [480] => [_] = [:, newaxis];
    const NOTHING: [480, 640] => [_, _] = [480:, ::2];
    const NEVER: [_] => [_] = [5:5];
    const MOST: [_, _] => [100, 4] = [:100, -3:];
    const AXES: [4, 5, 6] => [4, 5] = [-1 => 6];
    const STRIDE: [9] => [4] = [::-2];
    const ALL: [480, 640] => [1, 2] = [480, 640];
}

fn main() {}
