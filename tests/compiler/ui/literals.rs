use tslice::{Tensor, s};

fn main() {
    let t = Tensor::<f32, 3>::zeros([4, 5, 6]);
    let a = t.slice(s![1.5, :2.0, -1e3:]);
    let b = t.slice(s!["a", 'b':, b"c", b"d", true, false:]);
    let c = t.slice(s![9223372036854775808, -9223372036854775809:, 300u8, -1u32]);
    let d = t.slice(s![1f32, 2px]);
    drop((a, b, c, d));
}
