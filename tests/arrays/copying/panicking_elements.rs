//! Elements whose own `clone` or `drop` panics: they leak at worst, and every one that can be
//! reached stays alive.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use tslice::{DynTensor, Tensor, concatenate, concatenate_into, s, stack};
use tslice_ops as ops;
use tslice_ops::prelude::*;

/// Which elements live; every one has a number of its own.
#[derive(Default)]
struct Register {
    alive: RefCell<BTreeSet<u32>>,
    made: Cell<u32>,
    /// Clones left before one panics.
    clones: Cell<u32>,
    /// Drops left before one panics.
    drops: Cell<u32>,
}

struct Element {
    number: u32,
    register: Rc<Register>,
}

impl Element {
    fn new(register: &Rc<Register>) -> Self {
        let number = register.made.replace(register.made.get() + 1);
        register.alive.borrow_mut().insert(number);
        Self {
            number,
            register: register.clone(),
        }
    }
}

/// Takes one off; when none is left, the next one panics, and only that one.
fn count_down(left: &Cell<u32>) {
    let before = left.get();
    left.set(before.checked_sub(1).unwrap_or(u32::MAX));
    assert!(before > 0, "none left");
}

impl Clone for Element {
    fn clone(&self) -> Self {
        assert!(
            self.register.alive.borrow().contains(&self.number),
            "a clone of what is not alive"
        );
        count_down(&self.register.clones);
        Self::new(&self.register)
    }
}

impl Drop for Element {
    fn drop(&mut self) {
        let lived = self.register.alive.borrow_mut().remove(&self.number);
        assert!(lived, "dropped twice");
        count_down(&self.register.drops);
    }
}

const SHAPE: [usize; 2] = [3, 4];

/// Lets the n-th clone or drop of an action panic, for every n; then all elements are read, and
/// dropped.
fn survives(action: &dyn Fn(&mut Tensor<Element, 2>, &Tensor<Element, 2>)) {
    for (clones, drops) in (0..26)
        .map(|n| (n, u32::MAX))
        .chain((0..26).map(|n| (u32::MAX, n)))
    {
        let register = Rc::new(Register::default());
        register.clones.set(u32::MAX);
        register.drops.set(u32::MAX);
        let mut target = Tensor::from_shape_fn(SHAPE, |_| Element::new(&register));
        let source = Tensor::from_shape_fn(SHAPE, |_| Element::new(&register));
        register.clones.set(clones);
        register.drops.set(drops);
        let panicked = catch_unwind(AssertUnwindSafe(|| action(&mut target, &source))).is_err();
        register.clones.set(u32::MAX);
        register.drops.set(u32::MAX);
        let reached: BTreeSet<u32> = target
            .iter()
            .chain(source.iter())
            .map(|element| element.number)
            .collect();
        assert_eq!(reached.len(), 24, "every element is another one");
        assert!(
            reached.is_subset(&register.alive.borrow()),
            "every element lives"
        );
        drop((target, source));
        assert!(
            panicked || register.alive.borrow().is_empty(),
            "only a panic may leak"
        );
    }
}

#[test]
fn copies_of_elements_that_panic() {
    survives(&|target, _| drop(target.slice(s![::-1, 1:]).to_vec()));
    survives(&|target, _| drop(target.slice(s![:, ::-1]).to_tensor()));
    survives(&|target, source| {
        let mut buffer = target.to_vec();
        source.slice(s![:, ::-1]).copy_to_slice(&mut buffer);
    });
}

#[test]
fn writes_of_elements_that_panic() {
    survives(&|target, source| {
        target
            .slice_mut(s![::-1, ::2])
            .assign(&source.slice(s![0, 1:3]))
    });
    survives(&|target, source| target.assign(source));
    survives(&|target, source| target.slice_mut(s![1:]).fill(source[[0, 0]].clone()));
}

#[test]
fn joins_and_picks_of_elements_that_panic() {
    survives(&|target, source| drop(concatenate(1, [target.slice(s![:, ::-1]), source.view()])));
    survives(&|target, source| drop(stack(2, [&*target, source])));
    survives(&|target, source| {
        let mut buffer = target.to_vec();
        concatenate_into(0, [source.slice(s![:1]), source.slice(s![1:])], &mut buffer);
    });
    survives(&|_, source| drop(source.take(1, [2, 0, 2])));
    survives(&|_, source| drop(source.slice(s![::-1]).compress(0, &[true, false, true])));
    survives(&|target, source| {
        let buffer = target.as_mut_slice().expect("row-major");
        source.pick_into(s![[2, 2, 0]], buffer);
    });
    survives(&|target, _| target.assign_within(s![1:], s![:-1]));
}

#[test]
fn operations_on_elements_that_panic() {
    survives(&|target, source| {
        let (view, value) = (target.view().into_dyn(), source.view().into_dyn());
        drop(ops::strided_slice_update(
            &view,
            &[0],
            &[9],
            &[1],
            Default::default(),
            &value,
        ));
    });
    survives(&|target, _| drop(target.gather_nd(&[[2, 1], [0, 0], [1, 1]])));
    survives(&|_, source| {
        drop(source.try_diag_part(tslice::diag![-1..=1], source[[0, 0]].clone()))
    });
    survives(&|target, _| {
        drop(DynTensor::from_shape_vec(
            [2],
            target.slice(s![0, :2]).to_vec(),
        ))
    });
}
