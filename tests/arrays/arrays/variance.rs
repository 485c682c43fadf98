//! How views and tensors vary with their lifetimes, and between which threads they go.

use std::cell::Cell;
use std::collections::HashSet;
use std::rc::Rc;

use tslice::{
    DynTensor, DynView, DynViewMut, Elements, Mut, Rank, Ref, Tensor, View, ViewMut, s, zip,
};

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

/// Writes a test that types lack an auto trait: of those that have it, the compiler could not say
/// which of two impls is meant. A program that must not compile would have the sources of the
/// standard library in its message, where they are installed.
macro_rules! lack {
    ($test:ident: $auto:ident, $($type:ty)+) => {
        #[test]
        fn $test() {
            trait Lacks<I> {
                fn it() {}
            }
            impl<T> Lacks<()> for T {}
            impl<T: $auto> Lacks<u8> for T {}
            $(<$type as Lacks<_>>::it();)+
        }
    };
}

lack! {
    shared_views_of_cells_are_not_sent: Send,
    View<'_, Cell<u8>, 1>
    DynView<'_, Cell<u8>>
    Elements<Ref<'_, Cell<u8>>, Rank<1>>
}

lack! {
    exclusive_views_of_cells_are_not_shared: Sync,
    ViewMut<'_, Cell<u8>, 1>
    Tensor<Cell<u8>, 1>
}

lack! {
    exclusive_views_of_counted_references_are_not_sent: Send,
    ViewMut<'_, Rc<u8>, 1>
    Elements<Mut<'_, Rc<u8>>, Rank<1>>
    Tensor<Rc<u8>, 1>
}

/// Threads of a zip share the elements of a tensor by value.
#[test]
fn a_zip_shares_the_elements_that_it_owns() {
    trait Lacks<I> {
        fn it(&self) {}
    }
    impl<T> Lacks<()> for T {}
    impl<T: Send> Lacks<u8> for T {}
    Lacks::it(&zip((Tensor::from([Cell::new(0_u8)]),)));
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
