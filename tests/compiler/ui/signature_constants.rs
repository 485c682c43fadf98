const WIDTH: usize = 640;
const LAST: i64 = 640;
const NONE: usize = 0;
const NO_STRIDE: i64 = 0;
const SIGNED: i32 = 3;

struct Camera;

impl Camera {
    const HEIGHT: usize = 480;
}

tslice::spec! {
    const INDEX: [Camera::HEIGHT, WIDTH] => [_] = [:, 640];
    const BOUND: [480, 640] => [_] = [:, LAST];
    const LENGTH: [480, WIDTH] => [480, 319] = [:, ::2];
    const STATED: [480, 640] => [480, WIDTH] = [:, 1:];
    const WHOLE: [WIDTH, 480] => [480, _] = [..];
    const NOTHING: [WIDTH] => [_] = [WIDTH:];
    const ZERO: [NONE] => [_] = [:];
    const STRIDE: [5] => [_] = [1::NO_STRIDE];
    const MOST: [_] => [WIDTH] = [:639];
    const TYPE: [SIGNED] => [_] = [:];
    const DIFFERENCE: [640] => [] = [0 => WIDTH as i64 + 1 - LAST + 640];
    const FROM: [640] => [_] = [LAST - 1 + 1 : LAST + 7 : 2];
    const NO_LENGTH: [WIDTH - 640] => [_] = [:];
    const SHORTER: [640] => [WIDTH - 1] = [:];
    const NAME: [ABSENT] => [_] = [:];
}

fn main() {}
