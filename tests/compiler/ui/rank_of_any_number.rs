//! Code for every rank is told the bound that it needs; a spec of more axes than any rank has is one error.

use tslice::{Rank, Slices, SpecType, Tensor, s};

fn unbounded<const R: usize>(t: &Tensor<f32, R>) {
    let _ = t.slice(s![1]);
    let _ = t.slice(s![..]);
}

fn bounded<const R: usize>(t: &Tensor<f32, R>)
where
    SpecType![_, ..]: Slices<Rank<R>>,
{
    let _ = t.slice(s![1, ..]);
}

fn main() {
    let t = Tensor::<f32, 3>::zeros([4, 5, 6]);
    bounded(&t);
    let _ = t.slice(s![:, :, :, :, :, :, :, :, :, :, :, :, :]);
}
