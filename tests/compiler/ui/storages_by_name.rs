//! Traits that make storages have no name outside of the crate.
#![forbid(unsafe_code)]

use core::ptr::NonNull;
use tslice::{Borrowed, Lent};
use tslice::{Const, Mut, s, traits::{MultiSlice, StaticShape}};

type D = (Const<4>,);

fn forge() {
    let layout = <D as StaticShape>::ROW_MAJOR.unwrap();
    let forged = <Mut<'static, u64> as Borrowed>::borrow(NonNull::dangling());
    let (mut v,) = MultiSlice::<'static, u64, D>::split((s![..],), forged, &layout).unwrap();
    v[[0]] = 1;
}

fn main() {}
