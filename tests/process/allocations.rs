//! Slicing allocates nothing: not for a typed view, nor for a dynamic one up to rank 8. Operations
//! take memory in proportion to their arguments and their result.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

use tslice::{Border, DynSpec, DynTensor, DynView, Encoding, Tensor, View, concatenate, s, stack};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
    /// The bytes that this thread allocated, without those that it freed, and the most that were.
    static BYTES: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

// SAFETY: the system's allocator does all of it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        BYTES.set(BYTES.get().saturating_add_unsigned(layout.size()));
        PEAK.set(PEAK.get().max(BYTES.get()));
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        BYTES.set(BYTES.get().saturating_sub_unsigned(layout.size()));
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

/// The most bytes that an action holds at once.
fn peak(action: impl FnOnce()) -> usize {
    let before = BYTES.get();
    PEAK.set(before);
    action();
    (PEAK.get() - before).unsigned_abs()
}

#[test]
fn the_counter_counts() {
    assert_eq!(peak(|| drop(black_box(vec![1_u8; 100]))), 100);
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

/// The bytes of shapes, lists and plans.
const SMALL: usize = 1 << 14;
/// More positions than memory holds.
const FAR: usize = 1 << 40;

#[test]
fn borders_take_the_memory_of_the_result() {
    const LEN: usize = 1 << 22;
    let modes = [
        Border::Wrap,
        Border::Reflect,
        Border::Symmetric,
        Border::Edge,
    ];
    for border in modes.into_iter().chain([Border::Constant(7)]) {
        for t in [
            Tensor::<u8, 1>::from([1, 2, 3]),
            Tensor::from([1, 2]),
            Tensor::from([5]),
        ] {
            let most = peak(|| {
                let padded = t.pad((LEN, LEN / 2), border);
                let period = match border {
                    Border::Wrap => t.len(),
                    Border::Reflect => (2 * t.len() - 2).max(1),
                    Border::Symmetric => 2 * t.len(),
                    _ => 1,
                };
                let elements = padded.as_slice().expect("a vector");
                assert!(elements[..LEN - period] == elements[period..LEN]);
                assert!(elements[LEN..].starts_with(t.as_slice().expect("a vector")));
            });
            assert!(most < LEN * 3 / 2 + SMALL, "{border:?}: {most} bytes");
        }
        let rows = Tensor::<u8, 2>::from([[1, 2, 3], [4, 5, 6]]);
        let most = peak(|| drop(rows.pad([(LEN / 4, 0), (1, 0)], border)));
        assert!(most < LEN + SMALL, "rows, {border:?}: {most} bytes");
    }
}

#[test]
fn masks_and_lists_of_repeats_take_no_memory() {
    let (yes, zero) = ([true], [-1_i8]);
    let masks: View<'_, bool, 1> = View::from(&yes).broadcast_to([FAR]);
    let units = Tensor::<(), 1>::full([FAR], ());
    let none: View<'_, u8, 2> = View::from_shape([FAR, 0], &[]).expect("no elements");
    let short: View<'_, u8, 2> = View::from_shape([3, 0], &[]).expect("no elements");
    let list: View<'_, i8, 1> = View::from(&zero).broadcast_to([FAR]);
    let lists: View<'_, i8, 2> = View::from(&zero).broadcast_to([FAR / 2, 2]);
    let most = peak(|| {
        assert_eq!(none.select(&masks).shape(), &[FAR, 0]);
        assert_eq!(none.compress(0, &masks).shape(), &[FAR, 0]);
        assert_eq!(units.select(&masks).shape(), &[FAR]);
        assert_eq!(units.compress(0, masks).shape(), &[FAR]);
        assert_eq!(none.pick(s![&masks]).shape(), &[FAR, 0]);
        assert_eq!(short.take(0, &list).shape(), &[FAR, 0]);
        assert_eq!(short.take(0, &lists).shape(), &[FAR / 2, 2, 0]);
        assert_eq!(units.take(0, lists).shape(), &[FAR / 2, 2]);
        assert_eq!(short.pick(s![&list]).shape(), &[FAR, 0]);
        assert!(short.slice(s![:2]).try_take(0, &list.slice(s![:0])).is_ok());
        let error = short.slice(s![:0]).try_take(0, &lists.t()).unwrap_err();
        assert!(
            error.to_string().starts_with("index -1, at position 0"),
            "{error}"
        );
        let mut target = DynTensor::<()>::full([FAR], ());
        target.select_mut(&masks).fill(());
        target.assign(&units);
    });
    assert!(most < SMALL, "{most} bytes");
    // A mask of few positions, each of which is repeated.
    let rows = [true, false, true];
    let mask: View<'_, bool, 2> = View::from(&rows).broadcast_to([FAR / 4, 3]);
    let planes: View<'_, u8, 3> = View::from_shape([FAR / 4, 3, 0], &[]).expect("no elements");
    let most = peak(|| assert_eq!(planes.select(&mask).shape(), &[FAR / 2, 0]));
    assert!(most < SMALL, "{most} bytes");
}

#[test]
fn first_bad_index_of_repeated_lists_is_named() {
    let numbers = [0, 0, 9];
    let list: View<'_, i32, 2> = View::from(&numbers).broadcast_to([FAR, 3]);
    let turned = list.t();
    let units = Tensor::<(), 1>::full([5], ());
    let message = |error: tslice::PickError| error.to_string();
    let error = message(units.try_take(0, list).unwrap_err());
    assert!(error.starts_with("index 9, at position 2 of"), "{error}");
    let error = message(units.try_take(0, turned).unwrap_err());
    assert!(
        error.starts_with(&format!("index 9, at position {} of", 2 * FAR)),
        "{error}"
    );
}

#[test]
fn units_and_empty_arrays_of_any_length_take_no_memory() {
    let units = Tensor::<(), 2>::full([FAR, 4], ());
    let none: DynView<'_, String> = DynView::from_shape([FAR, 0, 4], &[]).expect("no elements");
    let most = peak(|| {
        assert_eq!(units.to_tensor().shape(), units.shape());
        assert_eq!(units.slice(s![::-1, ::2]).to_tensor().shape(), &[FAR, 2]);
        assert_eq!(units.t().to_vec().len(), 4 * FAR);
        assert_eq!(
            units.pad([(FAR, 0), (0, 1)], Border::Wrap).shape(),
            &[2 * FAR, 5]
        );
        assert_eq!(units.crop([-1, 2], [FAR, 9], ()).shape(), &[FAR, 9]);
        assert_eq!(concatenate(0, [&units, &units]).len(), 8 * FAR);
        assert_eq!(stack(1, [&units, &units]).shape(), &[FAR, 2, 4]);
        assert_eq!(units.pick(s![[0:FAR, 0]]).shape(), &[FAR + 1, 4]);
        assert_eq!(none.to_tensor(), none);
        assert!(none.permute([2, 0, 1]).iter().next().is_none());
        assert_eq!(none.indexed_iter().count(), 0);
        assert!(
            none.pad(&[(0, FAR), (0, 0), (1, 1)][..], String::new())
                .is_empty()
        );
        assert!(concatenate(0, [&none, &none]).is_empty());
        assert!(stack(0, [&none, &none]).is_empty());
        assert!(none.map(String::len).is_empty());
        assert!(tslice::zip((&none, &none)).all(|(x, y)| x != y));
        assert!(none.pick(s![[0:FAR, 0]]).is_empty());
        assert_eq!(none.to_string().len(), format!("{none}").len());
    });
    assert!(most < SMALL, "{most} bytes");
}
