use tslice::{Tensor, ViewMut, split_mut};

fn escape() -> ViewMut<'static, f32, 1> {
    let mut t = Tensor::<f32, 1>::zeros([8]);
    let (low, _high) = split_mut!(t, [:4], [4:]);
    low
}

fn main() {
    let fixed = Tensor::<f32, 1>::zeros([8]);
    let (a, b) = split_mut!(fixed, [0], [1]);
    drop((a, b));
    let mut t = Tensor::<f32, 1>::zeros([8]);
    let (a, b) = split_mut!(t, [:4], [4:]);
    t.fill(0.0);
    drop((a, b, escape()));
}
