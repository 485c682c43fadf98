use tslice::{Tensor, ViewMut, s};

fn twice(view: ViewMut<'_, u8, 1>) {
    let other = view.clone();
    drop((view, other));
}

fn moved(view: ViewMut<'_, u8, 1>) {
    let other = view;
    drop((view, other));
}

fn longer<'a, 'b>(view: &'b mut ViewMut<'a, u8, 1>) -> ViewMut<'a, u8, 1> {
    view.slice_mut(s![:])
}

fn main() {
    let t = Tensor::<u8, 1>::zeros([2]);
    t.slice_mut(s![0]);
}
