// Windows, `start:+length`.

use tslice::{SpecType, s, spec};

fn main() {
    let n = 2_usize;
    let _ = s![:+3];
    let _ = s![n:+3:2];
    let _ = s![n:+-3, n:+];
    let _ = s![n:+1.5, n:+(1..3)];
    let _ = s![0 => n:+3, 1 => :+n];
    spec! { const LONG: [6, 8] => [3, 4] = [4:+3, -4:+4]; }
    spec! { const NEVER: [6, _] => [3, 4] = [3:+3, -4:+5]; }
    spec! { const SHORT: [6, _] => [3, 4] = [3:+2, 4:+4]; }
}

fn types() {
    const ROWS: usize = 6;
    let n = 2_usize;
    let _: SpecType![_:+_] = s![n:4];
    let _ = s![n:+1.5];
    let _ = s![n:+"4"];
    spec! { const LONG: [ROWS, _] => [3, 4] = [4:+3, 4:+4]; }
}
