//! Elements of every kind: padding, pointers, and clones that count.

use std::cell::Cell;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::rc::Rc;

use tslice::__ops::{Sink, collect};
use tslice::{Tensor, s};

const SIDE: usize = 40;

/// Copies a square as it is sliced by `[::-1, ::2]`, and transposed, and assigns and fills every
/// second column.
#[track_caller]
fn every_way<T: Clone>(make: impl Fn(usize) -> T, same: impl Fn(&T, &T) -> bool) {
    let source = Tensor::<T, 2>::from_shape_fn([SIDE; 2], |[y, x]| make(SIDE * y + x));
    let check = |copy: &Tensor<T, 2>, from: &dyn Fn([usize; 2]) -> [usize; 2]| {
        for (index, element) in copy.indexed_iter() {
            assert!(
                same(element, &source[from(index)]),
                "the element at {index:?}"
            );
        }
    };
    check(&source.slice(s![::-1, ::2]).to_tensor(), &|[y, x]| {
        [SIDE - 1 - y, 2 * x]
    });
    let mut columns = source.to_tensor();
    source
        .t()
        .copy_to_slice(columns.as_mut_slice().expect("contiguous"));
    check(&columns, &|[y, x]| [x, y]);
    columns
        .slice_mut(s![:, ::2])
        .assign(&source.slice(s![:, ::2]));
    check(&columns, &|[y, x]| if x % 2 == 0 { [y, x] } else { [x, y] });
    columns.slice_mut(s![:, ::2]).fill(source[[0, 7]].clone());
    check(&columns, &|[y, x]| if x % 2 == 0 { [0, 7] } else { [x, y] });
    columns.permute_mut([1, 0]).fill(source[[0, 9]].clone());
    check(&columns, &|_| [0, 9]);
}

#[test]
fn elements_with_padding_keep_their_fields() {
    #[derive(Clone, Copy, PartialEq)]
    struct Padded(u8, u32, u16);
    let byte = |i: usize| u8::try_from(i % 251).expect("below 251");
    every_way(
        |i| Padded(byte(i), u32::from(byte(i)) << 9, 7),
        PartialEq::eq,
    );
    every_way(|i| (byte(i), u16::from(byte(i))), PartialEq::eq);
    every_way(
        |i| (i % 3 == 0).then_some(u16::from(byte(i))),
        PartialEq::eq,
    );
    every_way(|i| [byte(i); 10], PartialEq::eq);
}

#[test]
fn references_lead_where_they_led() {
    let strings: Vec<_> = (0..SIDE * SIDE).map(|i| format!("element {i}")).collect();
    every_way(|i| &strings[i], |a, b| std::ptr::eq(*a, *b) && a == b);
    every_way(
        |i| strings[i].as_str(),
        |a, b| std::ptr::eq(*a, *b) && a == b,
    );
    every_way(|i| (i % 5 != 0).then_some(&strings[i]), PartialEq::eq);
    every_way(|i| (&strings[i], i, false), PartialEq::eq);
}

#[test]
fn uninitialised_elements_may_be_moved() {
    every_way(|_| MaybeUninit::<u8>::uninit(), |_, _| true);
    every_way(|_| MaybeUninit::<[u16; 2]>::uninit(), |_, _| true);
}

#[test]
fn elements_that_are_not_copy_are_cloned() {
    every_way(Rc::new, PartialEq::eq);
    every_way(|i| Box::new([i; 3]), PartialEq::eq);
    every_way(|i| format!("{i}"), PartialEq::eq);
}

#[test]
fn clone_is_called_once_for_each_element() {
    struct Counted<'c>(&'c Cell<usize>);
    impl Clone for Counted<'_> {
        fn clone(&self) -> Self {
            self.0.set(self.0.get() + 1);
            Self(self.0)
        }
    }
    #[derive(Clone)]
    struct Empty;
    let count = Cell::new(0);
    let source = Tensor::<_, 2>::from_shape_fn([6, 10], |_| Counted(&count));
    assert_eq!(
        (source.slice(s![:, ::2]).to_vec().len(), count.get()),
        (30, 30)
    );
    assert_eq!(
        Tensor::<_, 2>::from_shape_fn([6, 10], |_| Empty)
            .slice(s![:, ::2])
            .to_vec()
            .len(),
        30
    );
    assert_eq!(
        Tensor::<_, 2>::from_shape_fn([6, 10], |_| ())
            .slice(s![:, ::2])
            .to_vec()
            .len(),
        30
    );
}

#[test]
fn a_clone_without_drop_glue_is_still_called() {
    let source = Tensor::<_, 1>::from_shape_fn([20], |[i]| ManuallyDrop::new(Box::new(i)));
    for (i, clone) in source.slice(s![::2]).to_vec().into_iter().enumerate() {
        let element = &source[2 * i];
        assert!(clone == *element && !std::ptr::eq(&raw const **clone, &raw const ***element));
        drop(ManuallyDrop::into_inner(clone));
    }
    source
        .into_vec()
        .into_iter()
        .for_each(|element| drop(ManuallyDrop::into_inner(element)));
}

#[test]
#[should_panic(expected = "the target that was given")]
fn collect_refuses_another_target() {
    let written = || {
        let mut sink = Sink::over(vec![1_u8; 4].leak());
        sink.run(&[1; 4]);
        sink
    };
    let _ = collect(Vec::with_capacity(4), 4, |to| {
        *to = written();
        Ok::<_, ()>(())
    });
}
