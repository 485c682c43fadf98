tslice::spec! {
    const ZERO: [0, 640] => [_] = [0];
    const NO_RESULT: [480] => [0] = [5:5];
    const NEGATIVE: [-480] => [_] = [:];
    const LONG: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 13] => [_] = [..];
    const RAISED: [1] => [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 13, 14] = [newaxis];
    const FLOAT: [480.0] => [_] = [:];
    const TEXT: ["480", true] => [_, _] = [:];
    const MISSING: [480,, 640] => [_, _] = [:];
    const UNKNOWN: [None, ?, *] => [_, _, _] = [:];
    const RANGE: [0:480, ..] => [_, _] = [:];
    const ARRAY: [480; 2] => [_, _] = [:];
    const SUFFIX: [480u8] => [_] = [:];
    const BEYOND: [9223372036854775808] => [_] = [:];
}
tslice::spec! {
    const ONE_SIDE: [480, 640] = [0];
    const ARROW: [480, 640] -> [640] = [0];
    const NO_BRACKET: 480 => 1 = [0];
    const SPEC: [480, 640] => [640] = [0:1:0];
    const BOTH: [480, 0] => [640, 7] = [1.5, ..];
}

fn main() {
    let _ = (ZERO.shape(), LONG.shape(), SPEC.shape()[0]);
}
