//! Sums and folds of long axes, maps in place, and closures that panic; `order` holds what is
//! folded, mapped and accumulated.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use proptest::prelude::*;
use tslice::{DynSpec, DynTensor, Tensor, s, zip};
use tslice_tests::faults::message;

/// A tensor, a permutation of its axes, and a spec that steps over and reverses them.
fn cases() -> impl Strategy<Value = (DynTensor<u32>, Vec<usize>, String)> {
    prop::collection::vec(0_usize..7, 1..4).prop_flat_map(|shape| {
        let entries = prop::sample::select(vec![":", "::2", "::-1", "1:", "::-3"]);
        let spec =
            prop::collection::vec(entries, shape.len()).prop_map(|entries| entries.join(", "));
        let axes = Just((0..shape.len()).collect::<Vec<_>>()).prop_shuffle();
        let number = Cell::new(0);
        let tensor =
            DynTensor::from_shape_fn(&shape, |_| number.replace(number.get() * 29 % 1009 + 7));
        (Just(tensor), axes, spec)
    })
}

/// Axes long and short, so that every way of adding is gone.
#[test]
fn sums_along_axes_are_those_of_the_lines() {
    for shape in [
        [1, 1000, 3],
        [7, 200, 40],
        [300, 2, 33],
        [3, 5, 5000],
        [9000, 1, 2],
        [2, 40, 0],
        [0, 3, 3],
    ] {
        let t = Tensor::from_shape_fn(shape, |[i, j, k]| (i * 31 + j * 7 + k * 3) as f64);
        let permuted = t.permute([2, 0, 1]);
        for view in [t.view(), permuted, t.slice(s![::-1, .., ::2])] {
            for axis in 0..3 {
                let expected = view.map_axis(axis, |lane| lane.iter().sum::<f64>());
                // Whole numbers, whose sums are exact in every order.
                assert_eq!(view.sum_axis(axis), expected, "{shape:?}, axis {axis}");
                assert_eq!(
                    view.fold_axis(axis, 0.0_f64, |sum, x| sum + x),
                    expected,
                    "{shape:?}, axis {axis}"
                );
            }
        }
    }
    let none = Tensor::<f64, 2>::zeros([2, 3]);
    assert_eq!(
        message(|| none.sum_axis(2).len()),
        "axis 2 is out of range for rank 2"
    );
}

/// Rows of columns are folded two at a time, and an odd one apart.
#[test]
fn fold_axis_visits_the_axis_in_order() {
    for rows in 1..7 {
        for columns in [3, 16, 100, 1030] {
            let t = Tensor::from_shape_fn([rows, columns], |[i, j]| i * 10_000 + j);
            let folded = t.fold_axis(0, vec![7], |mut visited, element| {
                visited.push(*element);
                visited
            });
            for (j, visited) in folded.iter().enumerate() {
                let expected = [7].into_iter().chain((0..rows).map(|i| i * 10_000 + j));
                assert!(visited.iter().copied().eq(expected), "{rows}, {columns}");
            }
        }
    }
}

/// Naive sums in `f32` are wrong by a twelfth here.
#[test]
fn sums_of_floats_are_close_along_every_axis() {
    let close = |sum: f32, exact: f32| (sum / exact - 1.0).abs() < 4e-7;
    let n = 3_000_000;
    for shape in [[n, 1], [1, n]] {
        let tenths = Tensor::<f32, 2>::full(shape, 0.1);
        let axis = usize::from(shape[0] == 1);
        assert!(
            close(tenths.sum_axis(axis)[[0]], 300_000.0),
            "{:?}",
            tenths.sum_axis(axis)
        );
        assert!(close(tenths.sum(), 300_000.0));
    }
    let wide = Tensor::<f32, 2>::full([100_000, 40], 0.1);
    assert!(wide.sum_axis(0).iter().all(|&sum| close(sum, 10_000.0)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn map_inplace_changes_only_the_slice((tensor, axes, spec) in cases()) {
        let spec: DynSpec = spec.parse().expect("a spec");
        let mut expected = tensor.clone();
        for x in expected.slice_mut(&spec).iter_mut() {
            *x = *x * 2 + 1;
        }
        let mut target = tensor;
        target.slice_mut(&spec).permute_mut(&axes).map_inplace(|x| *x = *x * 2 + 1);
        prop_assert_eq!(target, expected);
    }
}

#[test]
fn a_typed_rank_loses_the_axis() {
    let t = Tensor::<_, 3>::from([[[1, 2, 3], [4, 5, 6]]]);
    let sums: Tensor<i32, 2> = t.fold_axis(1, 0, |sum, x| sum + x);
    assert_eq!(sums, [[5, 7, 9]]);
    let longest = Tensor::<_, 2>::from([["a", "bcd"], ["ef", ""]]).fold_axis(
        1,
        String::new(),
        |text, part| text + part,
    );
    assert_eq!(longest, ["abcd".to_string(), "ef".to_string()]);
    let rows: Tensor<usize, 0> = Tensor::<_, 1>::from([3, 4]).fold_axis(0, 0, |count, _| count + 1);
    assert_eq!(rows[[]], 2);
}

#[test]
fn fold_finds_the_largest_element() {
    let t = Tensor::<_, 2>::from([[1.0, 7.0, 3.0], [4.0, 5.0, 6.0]]);
    let argmax = |axis| {
        let start = (0, 0, f64::NEG_INFINITY);
        t.fold_axis(axis, start, |(i, at, max), &x| {
            if x > max {
                (i + 1, i, x)
            } else {
                (i + 1, at, max)
            }
        })
        .map(|&(_, at, _)| at)
    };
    assert_eq!(argmax(0), [1, 0, 1]);
    assert_eq!(argmax(1), [1, 2]);
}

#[test]
fn differences_are_a_zip_of_two_slices() {
    let t = Tensor::<_, 1>::from([1, 4, 9, 16]);
    assert_eq!(
        zip((t.slice(s![1:]), t.slice(s![:-1]))).map(|(next, x)| next - x),
        [3, 5, 7]
    );
    let sums = t.accumulate(0, |sum, x| sum + x);
    assert_eq!(sums, [1, 5, 14, 30]);
}

#[test]
fn fold_along_a_missing_axis_is_an_error() {
    let t = Tensor::<i32, 2>::zeros([2, 3]);
    let error = "axis 2 is out of range for rank 2";
    assert_eq!(message(|| t.fold_axis(2, 0, |sum, x| sum + x).len()), error);
    assert_eq!(message(|| t.accumulate(2, |sum, x| sum + x).len()), error);
    let none = DynTensor::<i32>::zeros([]);
    assert_eq!(
        message(|| none.fold_axis(0, 0, |sum, x| sum + x).len()),
        "axis 0 is out of range for rank 0"
    );
}

#[test]
fn fold_along_an_empty_axis_is_its_start() {
    let t = Tensor::<u8, 2>::zeros([3, 0]);
    assert_eq!(t.fold_axis(1, 7, |_, _| 0), [7, 7, 7]);
    assert!(t.fold_axis(0, 7, |_, _| 0).is_empty());
    assert_eq!(t.accumulate(1, |_, _| 0), t);
}

/// Counts how many of its kind live.
#[derive(Debug)]
struct Counted(Rc<Cell<i32>>);

impl Counted {
    fn new(alive: &Rc<Cell<i32>>) -> Self {
        alive.set(alive.get() + 1);
        Self(alive.clone())
    }
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        Self::new(&self.0)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
        assert!(self.0.get() >= 0, "dropped twice");
    }
}

/// What to do with a count of elements that live, and a function that panics when its turn comes.
type Action<'a> = &'a dyn Fn(&Rc<Cell<i32>>, &dyn Fn());

/// Runs an action whose closure panics at the n-th call, for every n. Elements leak at worst.
fn survives(action: Action) {
    for n in 0..13 {
        let (alive, calls) = (Rc::new(Cell::new(0)), Cell::new(0));
        let tick = || {
            assert!(calls.replace(calls.get() + 1) < n, "the last call");
        };
        let panicked = catch_unwind(AssertUnwindSafe(|| action(&alive, &tick))).is_err();
        assert!(
            if panicked {
                alive.get() >= 0
            } else {
                alive.get() == 0
            },
            "{} live",
            alive.get()
        );
    }
}

#[test]
fn closures_that_panic_drop_nothing_twice() {
    for axes in [[0, 1], [1, 0]] {
        survives(&|alive, tick| {
            let t = Tensor::<_, 2>::full([3, 4], 1_u8);
            drop(t.permute(axes).map(|_| {
                tick();
                Counted::new(alive)
            }));
        });
        survives(&|alive, tick| {
            let t = Tensor::<_, 2>::full([3, 4], 1_u8);
            drop(
                t.permute(axes)
                    .fold_axis(0, Counted::new(alive), |value, _| {
                        tick();
                        value
                    }),
            );
        });
        survives(&|alive, tick| {
            let mut t = Tensor::<_, 2>::full([3, 4], Counted::new(alive));
            let _ = t.permute_mut(axes).accumulate(0, |value, _| {
                tick();
                value.clone()
            });
        });
        survives(&|alive, tick| {
            let mut t = Tensor::<_, 2>::full([3, 4], Counted::new(alive));
            t.permute_mut(axes).map_inplace(|value| {
                tick();
                *value = value.clone();
            });
        });
    }
}

#[test]
fn sums_are_those_of_all_elements() {
    let t = Tensor::<f64, 2>::from_shape_fn([37, 53], |[y, x]| (y * 53 + x) as f64);
    let total = |n: usize| (n * (n - 1) / 2) as f64;
    assert_eq!(
        (t.sum(), t.t().sum(), t.slice(s![::-1, ::-1]).sum()),
        (total(1961), total(1961), total(1961))
    );
    assert_eq!(t.slice(s![0]).sum(), total(53));
    assert_eq!(t.slice(s![.., 7]).sum(), total(37) * 53.0 + 7.0 * 37.0);
    assert_eq!(
        t.slice(s![::3, ::-5]).sum(),
        t.slice(s![::3, ::-5]).iter().sum::<f64>()
    );
    assert_eq!(t.slice(s![0, 5]).sum(), 5.0);
    assert_eq!(
        (t.slice(s![3:3]).sum(), t.slice(s![.., 9:9]).sum()),
        (0.0, 0.0)
    );
    assert_eq!(
        Tensor::<u8, 1>::from([1, 2, 3]).broadcast_to([5, 3]).sum(),
        30
    );
    // No order of adding makes this wrong by more than rounding.
    let tenths = Tensor::<f32, 1>::full([1 << 20], 0.1);
    let missed = |sum: f32| (sum - 104_857.6).abs();
    assert!(
        missed(tenths.sum()) < 2.0 && missed(tenths.iter().sum()) > 100.0,
        "{}",
        tenths.sum()
    );
}

/// Sets, ordered by inclusion: of most pairs neither is the greater one.
#[test]
fn argmax_ignores_elements_without_an_order() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Set(u8);
    impl PartialOrd for Set {
        fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
            match (self.0 & other.0 == self.0, self.0 & other.0 == other.0) {
                (true, true) => Some(std::cmp::Ordering::Equal),
                (true, false) => Some(std::cmp::Ordering::Less),
                (false, true) => Some(std::cmp::Ordering::Greater),
                (false, false) => None,
            }
        }
    }
    for len in [4, 7, 8, 12, 31] {
        let sets: Tensor<Set, 1> = (0..2 * len)
            .map(|i| Set([1, 2, 3, 4, 4, 1, 2, 0][i / 2 % 8]))
            .collect();
        let apart = sets.slice(s![::2]);
        let together = apart.to_tensor();
        assert_eq!(
            (together.max(), together.argmax()),
            (Some(Set(3)), Some([2])),
            "{len}"
        );
        assert_eq!(
            (
                apart.argmax(),
                together.argmax_axis(0)[[]],
                apart.argmax_axis(0)[[]]
            ),
            (Some([2]), 2, 2)
        );
    }
}

#[test]
fn sum_calls_its_closure_in_order() {
    let t = Tensor::from_shape_fn([6, 7], |[i, j]| 7 * i + j);
    let (column, inner) = (t.slice(s![:, 2:3]), t.slice(s![1:4, 2:]));
    for view in [
        t.view(),
        t.t(),
        inner,
        inner.t(),
        inner.slice(s![::-1, ::-2]),
        column,
    ] {
        let (mut summed, mut visited) = (Vec::new(), Vec::new());
        let sum = zip((&view, &view)).sum(|(x, _)| {
            summed.push(*x);
            *x
        });
        zip((&view, &view)).for_each(|(x, _)| visited.push(*x));
        assert_eq!((sum, summed), (view.sum(), visited));
    }
}
