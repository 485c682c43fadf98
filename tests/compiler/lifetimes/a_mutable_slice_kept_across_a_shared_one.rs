use tslice::{Tensor, s};

fn main() {
    let mut t = Tensor::<u8, 2>::zeros([2, 2]);
    let mut row = t.slice_mut(s![0]);
    let column = t.slice(s![:, 0]);
    row.assign(&column);

    let shared = t.slice(s![0]);
    t.slice_mut(s![1]).assign(&shared);
    t.fill(1);
    shared.len();

    let first = t.iter();
    t.iter_mut().for_each(|element| *element = 1);
    drop(first);

    let (a, b) = t.try_multi_slice_mut((s![0], s![1])).unwrap();
    t.len();
    drop((a, b));
}
