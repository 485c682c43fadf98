//! How views and tensors vary with their lifetimes, and between which threads they go.

use std::cell::Cell;
use std::collections::HashSet;

use tslice::{DynTensor, DynView, DynViewMut, Elements, Mut, Rank, Ref, Tensor, View, ViewMut, s};

fn send<T: Send>() {}
fn sync<T: Sync>() {}
fn copy<T: Copy>() {}

#[test]
fn shared_views_are_covariant() {
    fn typed<'s>(view: View<'static, &'static str, 1>) -> View<'s, &'s str, 1> {
        view
    }
    fn dynamic<'s>(view: DynView<'static, &'static str>) -> DynView<'s, &'s str> {
        view
    }
    fn iterator<'s>(
        iter: Elements<Ref<'static, &'static str>, Rank<1>>,
    ) -> Elements<Ref<'s, &'s str>, Rank<1>> {
        iter
    }
    fn tensor<'s>(tensor: Tensor<&'static str, 1>) -> Tensor<&'s str, 1> {
        tensor
    }
    static WORDS: [&str; 2] = ["a", "b"];
    let view = View::new([2], &WORDS);
    assert_eq!(typed(view).to_vec(), dynamic(view.into_dyn()).to_vec());
    assert_eq!(tensor(view.to_tensor()).to_vec(), ["a", "b"]);
    let _ = iterator;
}

#[test]
fn views_are_shared_and_sent_as_slices_are() {
    copy::<View<'_, String, 3>>();
    send::<View<'_, String, 3>>();
    sync::<View<'_, String, 3>>();
    send::<ViewMut<'_, String, 3>>();
    sync::<ViewMut<'_, String, 3>>();
    sync::<Elements<Mut<'_, u8>, Rank<1>>>();
    sync::<DynTensor<String>>();
}

#[test]
fn owned_and_exclusive_arrays_are_send() {
    send::<ViewMut<'_, Cell<u8>, 2>>();
    send::<DynViewMut<'_, Cell<u8>>>();
    send::<Elements<Mut<'_, Cell<u8>>, Rank<1>>>();
    send::<Tensor<Cell<u8>, 1>>();
    send::<DynTensor<String>>();
}

#[test]
fn an_exclusive_view_never_repeats_an_element() {
    let mut t = Tensor::from_shape_fn([3, 4], |i| i);
    let mut seen = HashSet::new();
    let mut widened = t.view_mut();
    let mut widened = widened.slice_mut(s![newaxis, ::-2, newaxis, 1:, None]);
    assert!(
        widened
            .iter_mut()
            .all(|element| seen.insert(std::ptr::from_mut(element)))
    );
    assert_eq!(seen.len(), 6);
}
