use tslice::{Tensor, s};

fn main() {
    let mut t = Tensor::<u8, 2>::zeros([2, 2]);
    let mut first = t.slice_mut(s![0]);
    let second = t.slice_mut(s![1]);
    first.assign(&second);

    let mut view = t.view_mut();
    let mut inner = view.slice_mut(s![0]);
    view.fill(1);
    inner.fill(2);

    let mut dynamic = Tensor::<u8, 2>::zeros([2, 2]).into_dyn();
    let mut first = dynamic.slice_mut(s![0]);
    dynamic.fill(1);
    first.fill(2);
}
