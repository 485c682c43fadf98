use tslice::{Tensor, axes, s};

axes! {
    pub Video = time, y, x, channel;
    Twice = a, b, a;
    Keywords = type, self, _;
    OfAll = a, NAMES;
    NoNames = 1, x y, , z;
    Thirteen = a, b, c, d, e, f, g, h, i, j, k, l, m, n;
    Empty = ;
    NoSign a, b;
    fn Function = a;
    pub struct Struct;
    Minus = Video - time - time - t;
    Nothing = Video - time - y - channel - x;
    Half = Video - ;
    Number = Video - 1;
    OfNothing = Movie - time;
    NoEnd = a, b
}

axes! { Colon: y, x; }
axes! { pub struct Body { y, x } }

fn main() {
    let t = Tensor::<u8, 2>::zeros([2, 2]);
    // The faulty items are the only errors.
    t.slice(s![Colon: y = 1]);
    t.slice(s![Body: x = 1:]);
}
