use std::cell::Cell;
use std::rc::Rc;

use tslice::{DynView, Elements, Mut, Rank, Ref, Tensor, View, ViewMut, zip};

fn send<T: Send>() {}
fn sync<T: Sync>() {}
fn sent<T: Send>(_: T) {}

fn main() {
    send::<View<'_, Cell<u8>, 1>>();
    send::<DynView<'_, Cell<u8>>>();
    send::<Elements<Ref<'_, Cell<u8>>, Rank<1>>>();
    sync::<ViewMut<'_, Cell<u8>, 1>>();
    send::<ViewMut<'_, Rc<u8>, 1>>();
    send::<Elements<Mut<'_, Rc<u8>>, Rank<1>>>();
    // Threads of a zip share the elements of a tensor by value.
    sent(zip((Tensor::from([Cell::new(0_u8)]),)));
}
