//! Slicing allocates nothing: not for a typed view, nor for a dynamic one up to rank 8.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

use tslice::{DynSpec, DynTensor, Encoding, Tensor, s};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: the system's allocator does all of it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations(action: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.get();
    action();
    ALLOCATIONS.get() - before
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(black_box(vec![1_u8]))), 1);
}

#[test]
fn slice_of_typed_views_allocates_nothing() {
    let mut deep = Tensor::<u8, 12>::zeros([2; 12]);
    let count = allocations(|| {
        let view = deep.slice(s![1, .., newaxis, ::-1]);
        black_box(view.slice(s![.., 0]).iter().count());
        deep.slice_mut(s![.., 0]).fill(1);
        black_box(deep.try_slice(s![9]).is_err());
    });
    assert_eq!(count, 0);
}

#[test]
fn slice_up_to_dynamic_rank_8_allocates_nothing() {
    let mut tensor = DynTensor::from_shape_vec([2; 8], vec![0_u8; 256]).expect("as many");
    let parsed: DynSpec = "1, ..., newaxis, ::-1".parse().expect("a spec");
    let encoding: Encoding = parsed.to_encoding();
    let mut buffer = [0; 128];
    let count = allocations(|| {
        let view = tensor.slice(&parsed);
        black_box(view.slice(&encoding).slice(s![.., 0]).len());
        view.copy_to_slice(&mut buffer);
        tensor.slice_mut(s![0]).fill(1);
        black_box(tensor.try_slice(s![9]).is_err());
    });
    assert_eq!(count, 0);
}

#[test]
fn split_up_to_rank_8_allocates_nothing() {
    let mut tensor = Tensor::<u8, 3>::zeros([4, 4, 4]);
    let count = allocations(|| {
        let (mut even, odd) = tensor
            .try_multi_slice_mut((s![::2], s![1::2]))
            .expect("disjoint");
        even.assign(&odd);
    });
    assert_eq!(count, 0);
}
