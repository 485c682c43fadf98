const ROWS: usize = 4;

tslice::spec! {
    const OUTSIDE: [ROWS] => [2] = [[0, 4]];
    const FROM_END: [ROWS, 2] => [1, _] = [[-5]];
    const STATED: [ROWS, 2] => [ROWS, _] = [[0, 1, 2]];
    const RUNS: [ROWS] => [5] = [[0:9, 1, 2]];
    const GROUP: [ROWS, ROWS] => [2] = [([0, 1], [3, 4])];
    const BESIDE: [ROWS, 2] => [1] = [4, [0]];
}

fn main() {}
