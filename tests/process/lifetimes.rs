//! What the borrow checker refuses, and how the views vary; `TRYBUILD=overwrite` blesses.

use tslice::{DynTensor, DynView, DynViewMut, Iter, IterMut, Tensor, View, ViewMut, s};

#[test]
fn every_lifetime_mistake_is_a_compile_error() {
    trybuild::TestCases::new().compile_fail("lifetimes/*.rs");
}

#[test]
fn shared_views_are_covariant() {
    fn typed<'s>(view: View<'static, &'static str, 1>) -> View<'s, &'s str, 1> {
        view
    }
    fn dynamic<'s>(view: DynView<'static, &'static str>) -> DynView<'s, &'s str> {
        view
    }
    fn iterator<'s>(iter: Iter<'static, &'static str>) -> Iter<'s, &'s str> {
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
fn exclusive_views_are_sent_with_their_elements() {
    fn send<T: Send>() {}
    fn sync<T: Sync>() {}
    send::<ViewMut<'_, std::cell::Cell<u8>, 2>>();
    send::<DynViewMut<'_, std::cell::Cell<u8>>>();
    send::<IterMut<'_, std::cell::Cell<u8>>>();
    sync::<IterMut<'_, u8>>();
    send::<DynTensor<String>>();
    sync::<DynTensor<String>>();
}

#[test]
fn an_exclusive_view_never_repeats_an_element() {
    let mut t = Tensor::from_shape_fn([3, 4], |i| i);
    let mut seen = std::collections::HashSet::new();
    let mut widened = t.view_mut();
    let mut widened = widened.slice_mut(s![newaxis, ::-2, newaxis, 1:, None]);
    assert!(widened.iter_mut().all(|element| seen.insert(std::ptr::from_mut(element))));
    assert_eq!(seen.len(), 6);
}
