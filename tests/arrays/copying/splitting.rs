//! `split_mut!`: exclusive parts that are proven disjoint while they are compiled.

use tslice::{DynTensor, Tensor, ViewMut, split_mut};
use tslice_tests::algebra::Random;
use tslice_tests::oracle::walk;

fn numbers<const R: usize>(shape: [usize; R]) -> Tensor<usize, R> {
    Tensor::from_shape_vec(shape, (0..shape.iter().product()).collect()).expect("as many")
}

#[test]
fn two_halves_are_those_of_split_at() {
    for len in [0, 1, 2, 3, 4, 9] {
        let (mut t, mut same) = (numbers([len, 2]), numbers([len, 2]));
        let (low, high) = split_mut!(t, [:3], [3:]);
        assert_eq!((low, high), same.split_at_mut(0, len.min(3)));
    }
}

#[test]
fn strides_and_reversal_interleave() {
    let mut t = numbers([2, 7]);
    let (mut even, odd) = split_mut!(t, [.., :-1:2], [.., 1::2]);
    even.assign(&odd);
    assert_eq!(t, [[1, 1, 3, 3, 5, 5, 6], [8, 8, 10, 10, 12, 12, 13]]);
    let (mut a, mut b, c) = split_mut!(t, [:, ::3], [:, 1::3], [:, 2::3],);
    a.fill(0);
    b.slice_mut(tslice::s![.., ::-1]).fill(1);
    assert_eq!(c, [[3, 5], [10, 12]]);
    assert_eq!(t, [[0, 1, 3, 0, 1, 5, 0], [0, 1, 10, 0, 1, 12, 0]]);
    let (last, rest) = split_mut!(t, [:, :-3:-1], [:, :-2]);
    assert_eq!((last.shape(), rest.shape()), (&[2, 2], &[2, 5]));
}

#[test]
fn split_parts_differ_in_rank_and_form() {
    let mut t = numbers([4, 3, 2]);
    let (row, rest, plane) =
        split_mut!(t, [0, 1], [-1 => 1, 0 => 1:, 1 => ::-1], [0, newaxis, 2:, ..]);
    assert_eq!(
        (row.shape(), rest.shape(), plane.shape()),
        (&[2], &[3, 3], &[1, 1, 2])
    );
}

#[test]
fn six_parts_are_the_most() {
    let mut t = numbers([6, 2]);
    let parts = split_mut!(t, [0], [1], [2], [3], [4], [5, ::-1]);
    assert_eq!((parts.0[[1]], parts.5[[0]]), (1, 11));
    let n = 5;
    let parts = split_mut!(t, [0], [1], [2], [3], [4], [n]);
    assert_eq!(parts.5.as_slice(), Some(&[10, 11][..]));
}

#[test]
fn an_array_is_any_expression() {
    struct Held {
        data: Tensor<usize, 1>,
    }
    fn halves<T>(view: &mut ViewMut<'_, T, 1>) -> [usize; 2] {
        let (low, high) = split_mut!(view, [:2], [2:]);
        [low.len(), high.len()]
    }
    let mut held = Held { data: numbers([5]) };
    let (low, high) = split_mut!(held.data, [:2], [2:]);
    assert_eq!((low.len(), high.len()), (2, 3));
    assert_eq!(halves(&mut held.data.view_mut()), [2, 3]);
    let mut backwards = held
        .data
        .slice_mut(tslice::s![::-1])
        .into_slice_mut(tslice::s![1:]);
    let (low, _) = split_mut!(backwards, [:1], [1:]);
    assert_eq!(low, [3]);
    let mut tensors = std::collections::HashMap::<u8, Tensor<usize, 1>>::from([(1, numbers([3]))]);
    let (a, b) = split_mut!(tensors.get_mut::<u8>(&1).expect("there"), [0], [1:]);
    assert_eq!((a.len(), b.len()), (1, 2));
}

#[test]
fn a_dynamic_array_has_parts_too() {
    let mut t = DynTensor::<usize>::zeros([3, 4]);
    let (mut first, mut last) = split_mut!(t, [0], [1:]);
    first.fill(1);
    last.fill(2);
    assert_eq!(t.to_vec(), [1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2]);
}

#[test]
fn split_tests_variables_at_run_time() {
    let mut t = numbers([6]);
    for n in [0_usize, 2, 6, 9] {
        let (low, high) = split_mut!(t, [:n], [n:]);
        assert_eq!((low.len(), high.len()), (n.min(6), 6 - n.min(6)));
    }
}

#[test]
#[should_panic(expected = "specs 0 and 1 select common elements")]
fn parts_that_overlap_panic_when_the_program_runs() {
    let (n, m) = (3, 2);
    let _ = split_mut!(numbers([6]), [:n], [m:], [5:9]);
}

#[test]
#[should_panic(expected = "index 9 is out of bounds for axis 0 with length 6")]
fn split_part_out_of_bounds_panics() {
    let (n, m) = (3, 2);
    let _ = split_mut!(numbers([6]), [n], [m + 7]);
}

#[test]
#[should_panic(expected = "index 4 is out of bounds for axis 0 with length 4")]
fn split_literal_index_panics_as_slice_mut() {
    let _ = split_mut!(numbers([4]), [0], [4]);
}

#[test]
fn lists_with_one_distance_are_parts() {
    let mut t = numbers([2, 7]);
    let (mut a, b, c, mut d) = split_mut!(t, [:, [0, 2, 4]], [:, [1, 3]], [0, [6]], [1, [6]]);
    assert_eq!(
        (a.shape(), b.shape(), c.shape(), d.shape()),
        (&[2, 3], &[2, 2], &[1], &[1])
    );
    assert_eq!(
        (&b, &c),
        (
            &tslice::tensor![[1, 3], [8, 10]].view_mut(),
            &tslice::tensor![6].view_mut()
        )
    );
    a.fill(0);
    d.assign(&c);
    assert_eq!(t, [[0, 1, 0, 3, 0, 5, 6], [0, 8, 0, 10, 0, 12, 6]]);
    let (a, b, c) = split_mut!(t, [[0]], [1 => [-3, -1], 0 => [1]], [2:]);
    assert_eq!(
        (a.shape(), b),
        (&[1, 7], tslice::tensor![[0, 6]].view_mut())
    );
    assert_eq!(c.shape(), &[0, 7]);
    let (a, b, c) = split_mut!(t, [:, [1, 2, 3]], [:, []], [:, [4:99]]);
    assert_eq!(
        (a.shape(), b.shape(), c.shape()),
        (&[2, 3], &[2, 0], &[2, 3])
    );
}

#[test]
fn lists_of_one_run_time_position_are_parts() {
    let mut t = numbers([5]);
    for n in 0..3 {
        let (low, high) = split_mut!(t, [[n]], [[3, 4]]);
        assert_eq!(
            (low.as_slice(), high.as_slice()),
            (Some(&[n][..]), Some(&[3, 4][..]))
        );
    }
    let n = 2;
    let (a, b) = split_mut!(t, [[0, 2, 4]], [[n + 1]]);
    assert_eq!((a.len(), b.len()), (3, 1));
    let overlap = std::panic::catch_unwind(|| _ = split_mut!(numbers([5]), [[0, 2, 4]], [[n]]));
    assert!(overlap.is_err());
}

#[test]
fn split_list_position_out_of_bounds_panics() {
    for len in 0..5 {
        let text = message(move || _ = split_mut!(numbers([len]), [[0, 2, 4]], [[1, 3]]));
        assert!(text.contains("is out of bounds for axis 0"), "{text}");
        let text =
            message(move || _ = split_mut!(DynTensor::<u8>::zeros([len]), [[-5, -3]], [-2:]));
        assert!(text.contains("is out of bounds for axis 0"), "{text}");
    }
    let (a, b) = (&mut numbers([5]), &mut numbers([5]));
    assert_eq!(split_mut!(a, [[0, 2, 4]], [[1, 3]]).0, [0, 2, 4]);
    assert_eq!(split_mut!(b, [[-5, -3]], [-2:]).0, [0, 2]);
}

fn message(f: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let caught = std::panic::catch_unwind(f).expect_err("a panic");
    caught.downcast_ref::<String>().expect("a text").clone()
}

#[test]
fn positions_at_any_distance_are_written_through() {
    let mut t = numbers([6, 4]);
    let (mut rows, mut other, rest) = split_mut!(t, [[5, 0, 2]], [[1, 4], [0, 1, 3]], [3]);
    assert_eq!((rows.shape(), other.shape()), (&[3, 4][..], &[2, 3][..]));
    rows.assign(&rest);
    other.fill(99);
    rows.apply(1, |x, one| *x += one);
    assert_eq!(
        t,
        [
            [13, 14, 15, 16],
            [99, 99, 6, 99],
            [13, 14, 15, 16],
            [12, 13, 14, 15],
            [99, 99, 18, 99],
            [13, 14, 15, 16]
        ]
    );
    // Positions from both ends, ranges in a list, a new axis, and an index beside a list.
    let mut t = numbers([9]);
    let (mut ends, mut middle) = split_mut!(t, [newaxis, [-4, -1]], [[-3:-1, -6]]);
    ends.assign(&[[10, 11]]);
    middle.assign([20, 30, 50]);
    assert_eq!(t, [0, 1, 2, 50, 4, 10, 20, 30, 11]);
    let mut t = numbers([2, 4]);
    let (mut a, b) = split_mut!(t, [0, [3, 0, 1]], [1, [2, 0, 3]]);
    a.map_inplace(|x| *x *= 10);
    assert_eq!(b.shape(), [3]);
    assert_eq!(t, [[0, 10, 2, 30], [4, 5, 6, 7]]);
}

#[test]
fn split_tests_borrowed_lists_at_run_time() {
    let (train, test, odd) = (
        vec![0, 3, 4],
        [1_u8, 5],
        [false, true, false, true, false, true],
    );
    let mut t = numbers([6, 2]);
    let (mut a, mut b) = split_mut!(t, [&train], [&test]);
    a.fill(0);
    b.fill(1);
    assert_eq!(t, [[0, 0], [1, 1], [4, 5], [0, 0], [0, 0], [1, 1]]);
    let n = 2;
    let (mut a, b, c) = split_mut!(t, [&odd, 0], [.., 1], [[n, n - 2, 4], 0]);
    a.assign([7]);
    assert_eq!(
        (b, c.shape()),
        (tslice::tensor![0, 1, 5, 0, 0, 1].view_mut(), &[3][..])
    );
    assert_eq!(t, [[0, 0], [7, 1], [4, 5], [7, 0], [0, 0], [7, 1]]);
    let text = message(|| _ = split_mut!(numbers([6]), [0], [&[1, 4]], [&[2, 4]]));
    assert!(
        text.contains("specs 1 and 2 select common elements"),
        "{text}"
    );
    let text = message(|| _ = split_mut!(numbers([6]), [&[1, 7]], [0]));
    assert!(
        text.contains(
            "index 7, at position 1 of its list, is out of bounds for axis 0 with length 6"
        ),
        "{text}"
    );
    let text = message(|| _ = split_mut!(numbers([6]), [&[true]], [0]));
    assert!(
        text.contains("the mask has 1 entry, axis 0 has length 6"),
        "{text}"
    );
    // Nothing is in no part twice.
    let nothing: [i32; 0] = [];
    let mut t = DynTensor::<u8>::zeros([3, 5]);
    let (a, b, c) = split_mut!(t, [&nothing], [..], [[], &train]);
    assert_eq!(
        (a.shape(), b.shape(), c.shape()),
        (&[0, 5][..], &[3, 5][..], &[0, 3][..])
    );
}

/// What every pair of lists selects, against sets of positions: proven by the macro, or tested when
/// the program runs.
#[test]
fn lists_meet_where_sets_of_positions_do() {
    let few = (0_u32..64).filter(|bits| bits.count_ones() <= 3);
    let lists: Vec<Vec<i64>> = few
        .map(|bits| {
            (-3..3)
                .filter(|at| bits >> (at + 3) & 1 == 1)
                .rev()
                .collect()
        })
        .collect();
    for len in 3..6_i64 {
        for (a, b) in lists.iter().flat_map(|a| lists.iter().map(move |b| (a, b))) {
            let wrapped = |at: &i64| if *at < 0 { at + len } else { *at };
            let overlap = a.iter().any(|x| b.iter().any(|y| wrapped(x) == wrapped(y)));
            let mut t = Tensor::<_, 1>::from_shape_fn([len.unsigned_abs() as usize], |[i]| i);
            let refused = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let (mut a, mut b) = split_mut!(t, [&a], [&b]);
                a.fill(10);
                b.fill(20);
            }));
            assert_eq!(refused.is_err(), overlap, "{a:?} {b:?} {len}");
            if !overlap {
                let is_in = |list: &[i64], at: i64| list.iter().any(|x| wrapped(x) == at);
                let value = |at: i64| match (is_in(a, at), is_in(b, at)) {
                    (true, _) => 10,
                    (_, true) => 20,
                    _ => at.unsigned_abs() as usize,
                };
                assert_eq!(t, (0..len).map(value).collect::<Tensor<usize, 1>>());
            }
        }
    }
}

/// A run takes no memory for its positions: there are more here than memory holds.
#[cfg(target_pointer_width = "64")]
#[test]
fn split_keeps_runs_of_any_length() {
    let mut units = tslice::Tensor::<(), 1>::full([1 << 50], ());
    let middle = 1_usize << 40;
    let (a, b) = split_mut!(units, [[0:middle, middle + 1]], [middle:middle + 1]);
    let _ = (a, b);
    let (a, b) = split_mut!(units, [[::2, 1, 3]], [[5::2, 7:5]]);
    let _ = (a, b);
    let text = message(|| {
        let mut units = tslice::Tensor::<(), 1>::full([1 << 50], ());
        _ = split_mut!(units, [[0:middle, middle]], [[1, middle:middle + 2]]);
    });
    assert!(
        text.contains("specs 0 and 1 select common elements"),
        "{text}"
    );
}

/// Masks whose `true`s stand in blocks of any length, beside each other and beside literal lists.
#[test]
fn masks_of_blocks_meet_where_both_are_true() {
    const LEN: usize = 700;
    let masks: Vec<Vec<bool>> = [1, 3, 8, 32, 100, 350]
        .into_iter()
        .flat_map(|block| [0, 1, block / 2, block].map(|shift| (block, shift)))
        .map(|(block, shift)| (0..LEN).map(|i| (i + shift) / block % 2 == 0).collect())
        .collect();
    let is_refused = |split: &mut dyn FnMut()| {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(split)).is_err()
    };
    let mut t = numbers([LEN]);
    for a in &masks {
        for b in &masks {
            let overlap = a.iter().zip(b).any(|(a, b)| *a && *b);
            let refused = is_refused(&mut || _ = split_mut!(t, [&a], [&b]));
            assert_eq!(refused, overlap, "{a:?} {b:?}");
        }
        let listed = [
            (600..620).chain(7..40).collect::<Vec<_>>(),
            (600..700).step_by(64).chain([33]).collect(),
        ];
        let refused = [
            is_refused(&mut || _ = split_mut!(t, [&a], [[600:620, 7:40]])),
            is_refused(&mut || _ = split_mut!(t, [[600::64, 33]], [&a])),
        ];
        let overlaps = listed.map(|list| list.iter().any(|&at| a[at]));
        assert_eq!(refused, overlaps, "{a:?}");
    }
}

/// Two parts of 65,536 runs each: a comparison of each run with each other one takes minutes here.
#[test]
fn masks_of_many_runs_are_compared_in_order() {
    let mut t = Tensor::<u8, 1>::zeros([1 << 22]);
    let low: Vec<bool> = (0..1 << 22).map(|i| i / 32 % 2 == 0).collect();
    let high: Vec<bool> = low.iter().map(|low| !low).collect();
    let (mut a, mut b) = split_mut!(t, [&low], [&high]);
    a.fill(1);
    b.fill(2);
    assert_eq!(t.iter().filter(|x| **x == 1).count(), 1 << 21);
}

/// Lists of ranges with any bounds and strides, and of an index beside them, against sets of
/// positions.
#[test]
fn lists_of_ranges_meet_where_sets_of_positions_do() {
    let random = &mut Random(23);
    let mut accepted = 0;
    for case in 0..6000 {
        let len = 1 + random.below(40);
        let mut one = || {
            let bound = |random: &mut Random| random.around(len as i64 + 2);
            let range = [bound(random), bound(random), 1 + random.below(9) as i64];
            let [from, to, step] = range;
            let step = [step, -step][random.below(2)];
            let index = random.below(len);
            let mut positions = walk(Some(from), Some(to), step, len);
            positions.push(index);
            ((from, to, step, index), positions)
        };
        let ((a, b, c, i), first) = one();
        let ((d, e, f, j), second) = one();
        let shown = format!("case {case}: [{a}:{b}:{c}, {i}] and [{j}, {d}:{e}:{f}] of {len}");
        let overlap = first.iter().any(|at| second.contains(at));
        let mut t = numbers([len]);
        let refused = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let (mut low, mut high) = split_mut!(t, [[a:b:c, i]], [[j, d:e:f]]);
            low.fill(100);
            high.fill(200);
        }));
        assert_eq!(refused.is_err(), overlap, "{shown}");
        if !overlap {
            accepted += 1;
            let value = |at: usize| match (first.contains(&at), second.contains(&at)) {
                (true, _) => 100,
                (_, true) => 200,
                _ => at,
            };
            assert_eq!(
                t,
                (0..len).map(value).collect::<Tensor<usize, 1>>(),
                "{shown}"
            );
        }
    }
    assert!(accepted > 600, "{accepted} of 6000 are disjoint");
}
