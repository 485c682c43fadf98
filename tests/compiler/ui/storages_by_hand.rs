//! Safe code makes no storage, reads no pointer of one, and puts no layout beside one.
#![forbid(unsafe_code)]

use core::ptr::NonNull;
use tslice::{Dims, Mut, Rank, Ref, View, ViewMut, Write, s, traits::MultiSlice};

fn of_a_pointer(first: NonNull<u64>) {
    let _ = Mut::<'static, u64>::at(first);
    let _ = Ref::<'static, u64>::at(first);
    let _ = Ref::<'static, u64> { ptr: first };
}

fn pointers<S: Write>(storage: &mut S) {
    let _ = storage.ptr();
    let _ = storage.ptr_mut();
}

fn longer<'a>(first: Mut<'a, u64>, layout: &<Rank<1> as Dims>::Layout) {
    let _ = MultiSlice::<'a, u64, Rank<1>>::split((s![..],), first, layout);
}

fn apart(view: View<'_, u64, 1>, exclusive: ViewMut<'_, u64, 1>) {
    let _ = view.storage;
    let _ = exclusive.layout;
}

fn layout<D: Dims>() -> D::Layout {
    D::Layout::blank()
}

fn main() {}
