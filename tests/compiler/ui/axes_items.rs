use tslice::axes;

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

fn main() {}
