//! Specs with lists, against a second meaning of them: positions are walked one by one.

use proptest::prelude::*;
use tslice::__ops::{Picked, picked_by};
use tslice::{
    Array, DynSpec, DynTensor, PickError, Ref, Shape, ShapeError, SliceError, SpecType, Tensor,
    View, ViewMut, checked, s, spec, tensor,
};
use tslice_algebra::Region;
use tslice_tests::counting::counting;
use tslice_tests::faults::message;

/// An entry, with positions as numbers that are inside of any axis of length 4.
#[derive(Clone, Debug)]
enum Entry {
    Range(Option<i64>, Option<i64>, i64),
    Index(i64),
    NewAxis,
    List(Vec<Item>),
    Group(Vec<Vec<i64>>),
}

#[derive(Clone, Debug)]
enum Item {
    At(i64),
    Run(Option<i64>, Option<i64>, i64),
}

fn part(bound: Option<i64>) -> String {
    bound.map_or(String::new(), |bound| bound.to_string())
}

impl Item {
    fn text(&self) -> String {
        match self {
            Self::At(at) => at.to_string(),
            Self::Run(begin, end, stride) => format!("{}:{}:{stride}", part(*begin), part(*end)),
        }
    }

    fn positions(&self, len: usize) -> Vec<usize> {
        match *self {
            Self::At(at) => vec![at.rem_euclid(len as i64) as usize],
            Self::Run(begin, end, stride) => tslice_tests::oracle::walk(begin, end, stride, len),
        }
    }
}

impl Entry {
    fn text(&self) -> String {
        let list = |items: Vec<String>| format!("[{}]", items.join(", "));
        match self {
            Self::Range(begin, end, stride) => Item::Run(*begin, *end, *stride).text(),
            Self::Index(index) => index.to_string(),
            Self::NewAxis => "newaxis".into(),
            Self::List(items) => list(items.iter().map(Item::text).collect()),
            Self::Group(lists) => {
                let lists = lists
                    .iter()
                    .map(|l| list(l.iter().map(i64::to_string).collect()));
                format!("({})", lists.collect::<Vec<_>>().join(", "))
            }
        }
    }

    fn takes(&self) -> usize {
        match self {
            Self::NewAxis => 0,
            Self::Group(lists) => lists.len(),
            _ => 1,
        }
    }

    /// What it selects of its axes: index tuples of those, and whether an axis is given.
    fn selected(&self, shape: &[usize]) -> (Vec<Vec<usize>>, bool) {
        let single = |positions: Vec<usize>| positions.into_iter().map(|at| vec![at]).collect();
        match self {
            Self::Range(begin, end, stride) => (
                single(Item::Run(*begin, *end, *stride).positions(shape[0])),
                true,
            ),
            Self::Index(index) => (single(Item::At(*index).positions(shape[0])), false),
            Self::NewAxis => (vec![vec![]], true),
            Self::List(items) => (
                single(
                    items
                        .iter()
                        .flat_map(|item| item.positions(shape[0]))
                        .collect(),
                ),
                true,
            ),
            Self::Group(lists) => {
                let len = lists
                    .iter()
                    .map(Vec::len)
                    .find(|len| *len != 1)
                    .unwrap_or(1);
                let at = |list: &Vec<i64>, i: usize, len: usize| {
                    list[i % list.len()].rem_euclid(len as i64) as usize
                };
                let tuples = (0..len).map(|i| {
                    lists
                        .iter()
                        .zip(shape)
                        .map(|(l, len)| at(l, i, *len))
                        .collect()
                });
                (tuples.collect(), true)
            }
        }
    }
}

/// The index tuples of the source, in row-major order of the result, and the shape of the result.
fn selected(entries: &[Entry], shape: &[usize]) -> (Vec<Vec<usize>>, Vec<usize>) {
    let (mut tuples, mut lengths, mut axis) = (vec![vec![]], Vec::new(), 0);
    for entry in entries {
        let (chosen, gives) = entry.selected(&shape[axis..]);
        axis += entry.takes();
        lengths.extend(gives.then_some(chosen.len()));
        tuples = tuples
            .iter()
            .flat_map(|t| chosen.iter().map(move |c| [&t[..], &c[..]].concat()))
            .collect();
    }
    for &len in &shape[axis..] {
        lengths.push(len);
        tuples = tuples
            .iter()
            .flat_map(|t| (0..len).map(move |at| [&t[..], &[at]].concat()))
            .collect();
    }
    (tuples, lengths)
}

fn entry() -> impl Strategy<Value = Entry> {
    let at = || -4..4_i64;
    let run = || {
        let bound = || prop::option::of(-8..8_i64);
        (
            bound(),
            bound(),
            prop::sample::select(vec![-2_i64, -1, 1, 1, 1, 2, 3]),
        )
    };
    let item = prop_oneof![4 => at().prop_map(Item::At), 1 => run().prop_map(|(b, e, s)| Item::Run(b, e, s))];
    let group = (2..3_usize, 1..7_usize).prop_flat_map(move |(lists, len)| {
        let list = prop_oneof![3 => Just(len), 1 => Just(1)]
            .prop_flat_map(move |len| prop::collection::vec(-4..4_i64, len));
        prop::collection::vec(list, lists)
    });
    prop_oneof![
        3 => run().prop_map(|(b, e, s)| Entry::Range(b, e, s)),
        1 => at().prop_map(Entry::Index),
        1 => Just(Entry::NewAxis),
        5 => prop::collection::vec(item, 0..9).prop_map(Entry::List),
        2 => group.prop_map(Entry::Group),
    ]
}

/// Entries, and lengths of 4 or more for the axes that they take, and for some more.
fn case() -> impl Strategy<Value = (Vec<Entry>, Vec<usize>)> {
    (prop::collection::vec(entry(), 0..4), 0..3_usize).prop_flat_map(|(entries, more)| {
        let taken: usize = entries.iter().map(Entry::takes).sum();
        let last = prop::sample::select(vec![1_usize, 2, 3, 4, 8, 11]);
        let shape = prop::collection::vec(prop_oneof![5 => Just(4_usize), 1 => Just(9)], taken);
        (Just(entries), shape, prop::collection::vec(last, more))
            .prop_map(|(entries, shape, more)| (entries, [shape, more].concat()))
            .prop_filter("few elements", |(_, shape)| {
                shape.iter().product::<usize>() < 100_000
            })
    })
}

proptest! {
    #[test]
    fn what_is_picked_is_walked((entries, shape) in case(), reversed in any::<bool>()) {
        let text = entries.iter().map(Entry::text).collect::<Vec<_>>().join(", ");
        let spec: DynSpec = text.parse().expect("a spec");
        let whole: DynTensor<i32> = counting(0, &shape);
        // A source that is walked backwards, too.
        let order = if reversed && !shape.is_empty() { "..., ::-1" } else { ".." };
        let source = whole.slice(order.parse::<DynSpec>().expect("a spec"));
        let (tuples, lengths) = selected(&entries, &shape);
        if lengths.iter().product::<usize>() < 200_000 {
            let expected: Vec<i32> = tuples.iter().map(|tuple| source[tuple]).collect();
            let picked = source.try_pick(&spec).expect("inside");
            prop_assert_eq!((picked.shape(), picked.to_vec()), (&lengths[..], expected.clone()), "{}", text);
            let mut buffer = vec![-7; expected.len()];
            source.pick_into(&spec, &mut buffer);
            prop_assert_eq!(&buffer, &expected);
            let names = source.map(|x| x.to_string()).pick(&spec);
            prop_assert_eq!(names, picked.map(|x| x.to_string()));
            // Rows that are far apart.
            let turned = source.t().to_tensor();
            prop_assert_eq!(turned.t().pick(&spec), picked);
        }
    }

    #[test]
    fn what_is_written_is_walked((entries, shape) in case(), kind in 0..3_usize) {
        let text = entries.iter().map(Entry::text).collect::<Vec<_>>().join(", ");
        let spec: DynSpec = text.parse().expect("a spec");
        let (tuples, lengths) = selected(&entries, &shape);
        prop_assume!(lengths.iter().product::<usize>() < 50_000);
        let mut target: DynTensor<i64> = counting(1_000_000, &shape);
        let mut expected = target.clone();
        let values: DynTensor<i64> = counting(1, &lengths);
        for (tuple, value) in tuples.iter().zip(&values) {
            match kind {
                0 => expected[tuple] = *value,
                1 => expected[tuple] = -1,
                _ => expected[tuple] += value,
            }
        }
        let mut picked = target.pick_mut(&spec);
        prop_assert_eq!(picked.shape(), &lengths[..]);
        match kind {
            0 => picked.assign(&values),
            1 => picked.fill(-1),
            _ => picked.apply(&values, |old, new| *old += new),
        }
        prop_assert_eq!(target, expected, "{}", text);
    }

    #[test]
    fn masks_of_the_whole_shape_are_walked(
        shape in prop::collection::vec(0..6_usize, 0..4),
        bits in any::<u64>(),
        turned in any::<bool>(),
    ) {
        let whole: DynTensor<i32> = counting(0, &shape);
        let mut turned = if turned { whole.t().to_tensor() } else { whole };
        let source = turned.view_mut();
        let view = source.t();
        let mask = view.map(|x| bits >> (x % 64) & 1 == 1);
        let expected: Vec<i32> = view.iter().zip(&mask).filter(|(_, m)| **m).map(|(x, _)| *x).collect();
        prop_assert_eq!(view.select(&mask), expected);
        prop_assert_eq!(view.select(&mask.view()).len(), mask.iter().filter(|m| **m).count());
        let mut written = source.to_tensor();
        written.permute_mut((0..shape.len()).rev().collect::<Vec<_>>()).select_mut(&mask).apply(100, |x, more| *x += more);
        let after = source.to_tensor().map(|x| if bits >> (x % 64) & 1 == 1 { x + 100 } else { *x });
        prop_assert_eq!(written, after);
    }
}

#[test]
fn list_is_of_any_integer_type() {
    let t = Tensor::<i32, 3>::from_shape_fn([4, 5, 6], |[i, j, k]| (100 * i + 10 * j + k) as i32);
    let (rows, columns) = (vec![2_u8, 0], [-1_i128, 0, 3]);
    let odd = t.slice(s![0, 0]).map(|x| x % 2 == 1);
    let picked: Tensor<i32, 3> = t.pick(s![&rows, &columns, &odd]);
    assert_eq!(
        picked.slice(s![0]),
        [[241, 243, 245], [201, 203, 205], [231, 233, 235]]
    );
    let group: Tensor<i32, 2> = t.pick(s![(&rows, [1, -2]), 1:3]);
    assert_eq!(group, [[211, 212], [31, 32]]);
    let new: Tensor<i32, 3> = t.pick(s![newaxis, [3], .., 0]);
    assert_eq!(new, [[[300, 310, 320, 330, 340]]]);
    assert_eq!(t.pick(s![-1 => &odd, 0 => 1]), t.slice(s![1, :, 1::2]));
    assert_eq!(t.pick(s![1, 2:4]), t.slice(s![1, 2:4]));
    let reversed = tensor![0_usize, 1, 2, 3];
    assert_eq!(
        t.pick(s![&reversed.slice(s![::-1]), 0, 0]),
        [300, 200, 100, 0]
    );
    fn rows_of<T: Clone>(v: View<'_, T, 2>, rows: &[usize]) -> Tensor<T, 2> {
        v.pick(s![&rows, ..])
    }
    assert_eq!(
        rows_of(t.slice(s![0]), &[4, 4]),
        [t.slice(s![0, 4]), t.slice(s![0, 4])].map(|v| [
            v[[0]],
            v[[1]],
            v[[2]],
            v[[3]],
            v[[4]],
            v[[5]]
        ])
    );
    let (n, mut calls) = (1_usize, Vec::new());
    let mut called = |n: i64| {
        calls.push(n);
        n
    };
    assert_eq!(
        t.pick(s![[called(0), n + 1], called(1):3, [called(-1):, n]])
            .shape(),
        &[2, 2, 2]
    );
    assert_eq!(calls, [0, 1, -1]);
}

#[test]
fn list_errors_write_nothing() {
    let mut t = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    let before = t.clone();
    let (bad, short) = ([0, 5], [true, false]);
    let error = t.try_pick(s![.., &bad]).unwrap_err();
    assert_eq!(
        error,
        PickError::IndexOutOfBounds {
            at: 1,
            index: 5,
            axis: 1,
            len: 3
        }
    );
    assert_eq!(
        error.to_string(),
        "index 5, at position 1 of its list, is out of bounds for axis 1 with length 3"
    );
    let error = t.try_pick(s![:, &short]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the mask has 2 entries, axis 1 has length 3"
    );
    let error = t.try_pick(s![(&[0, 1], &[0, 1, 2])]).unwrap_err();
    assert_eq!(
        error,
        PickError::GroupLength {
            expected: 2,
            len: 3
        }
    );
    let error = t.try_pick(s![[0], 7]).unwrap_err();
    assert_eq!(
        error,
        PickError::Slice(SliceError::IndexOutOfBounds {
            axis: 1,
            index: 7,
            len: 3
        })
    );
    let error = t.try_pick(s![[1:+2, 0]]).unwrap_err();
    let text =
        "window 1:+2 is out of bounds for axis 0: 2 positions from 1 end at 3, beyond length 2";
    assert_eq!(error.to_string(), text);
    assert!(matches!(
        t.try_pick(s![&[u64::MAX]]),
        Err(PickError::IndexOutOfBounds {
            index: i64::MAX,
            ..
        })
    ));
    assert!(matches!(
        t.try_pick(s![&[i64::MIN]]),
        Err(PickError::IndexOutOfBounds {
            index: i64::MIN,
            ..
        })
    ));
    assert_eq!(
        message(|| t.select(&[[true, false]]).len()),
        "the mask has shape [1, 2], the array has shape [2, 3]: axis 0 has length 1 in the mask, 2 in the array"
    );
    assert!(t.try_pick_mut(s![.., &bad]).is_err());
    let refused = t
        .try_pick_mut(s![[0, 1], [0]])
        .expect("inside")
        .try_assign([1, 2, 3]);
    assert!(matches!(
        refused,
        Err(PickError::Shape(ShapeError::Broadcast { .. }))
    ));
    assert_eq!(t, before);
    let mut buffer = [0; 3];
    assert!(message(|| t.pick_into(s![[0], 1:], &mut buffer)).contains('3'));
    assert_eq!(buffer, [0; 3]);
    let lists: DynSpec = "[0, 1], 1".parse().expect("a spec");
    assert_eq!(
        t.try_slice(&lists).unwrap_err(),
        SliceError::List { entry: 0 }
    );
}

#[cfg(target_pointer_width = "64")]
#[test]
fn lists_of_extreme_lengths_are_errors_or_cheap() {
    let one = [1_u8];
    let view = View::<_, 1>::from(&one).broadcast_to([1 << 40, 1 << 20]);
    let error = view.try_pick(s![[0:, 0], [0:]]).unwrap_err();
    assert!(matches!(error, PickError::Shape(_)), "{error}");
    assert_eq!(view.pick(s![[-1, 0], [5]]), [[1], [1]]);
    let none = Tensor::<u8, 2>::zeros([0, 3]);
    assert_eq!(none.pick(s![[], [0, 0]]).shape(), &[0, 2]);
    assert!(none.try_pick(s![[0], ..]).is_err() && none.try_pick(s![.., [3]]).is_err());
    let units = Tensor::<(), 2>::full([1 << 20, 1 << 20], ());
    assert_eq!(units.pick(s![[0, -1], [1, 1, 1]]).shape(), &[2, 3]);
}

#[test]
fn specs_with_lists_are_items_types_and_text() {
    spec! {
        /// Two rows, and all but the first column.
        const PART: [4, 5] => [3, 2] = [[0, 2, -1], [1:3]];
        const ANY = [([0, 1], [2, 3]), ..];
    }
    let t = Tensor::<i32, 2>::from_shape_fn([4, 5], |[i, j]| (10 * i + j) as i32);
    assert_eq!(*t.pick(PART).shape(), PART.shape());
    assert_eq!(t.pick(ANY), [2, 13]);
    let field: SpecType![[_, _], &_] = s![[3, 0], &[4_u8]];
    assert_eq!(t.pick(field), [[34], [4]]);
    assert_eq!(
        format!("{:?}", s![[3, 1:], &[4_u8], ([0], [1]), ..]),
        "s![[3, 1:], &[4], ([0], [1]), ..]"
    );
    for text in [
        "[0, 2, -1], 1:3, ..",
        "([0, 1], [2:, -1]), [], newaxis",
        "[1:+2, ::-2]",
    ] {
        let spec: DynSpec = text.parse().expect("a spec");
        assert_eq!(
            (spec.to_string().as_str(), spec.to_string().parse()),
            (text, Ok(spec))
        );
    }
}

#[test]
fn literal_lists_are_proven_and_keep_their_length() {
    let v = Array::<Ref<i32>, Shape![2, 3]>::from(&[[1, 2, 3], [4, 5, 6]]);
    let n = 1;
    let picked: [[i32; 3]; 2] = v.pick(checked![[1, n], [-1, 0, 2]]).to_nested();
    assert_eq!(picked, [[6, 4, 6], [6, 4, 6]]);
    let group: [i32; 2] = v.pick(checked![([0, 1], [2, -3])]).to_nested();
    assert_eq!(group, [3, 4]);
    let row = vec![0];
    assert_eq!(v.pick(checked![&row, [0:2]]).shape(), &[1, 2]);
    let runs: [[i32; 3]; 1] = v.pick(checked![[n:+1], [1:+2, 0]]).to_nested();
    assert_eq!(runs, [[5, 6, 4]]);
    assert_eq!(v.pick(checked![[1, 5:9], [n, 7:]]), [[5]]);
}

/// Of arrays of one axis: forwards, with gaps and backwards. A list of so many elements is read
/// again where it writes.
#[test]
fn long_lists_write_as_a_loop_does() {
    const LEN: usize = 100;
    const COUNT: usize = 5000;
    let (positions, new): (Vec<usize>, Vec<u64>) = (0..COUNT)
        .map(|i| (i * i % 97 + i / COUNT.div_ceil(3), i as u64))
        .unzip();
    macro_rules! check {
        ($list:expr) => {
            for (times, spec) in [(1, s![::1]), (3, s![::3]), (2, s![::-2])] {
                let zeros = Tensor::<u64, 1>::zeros([LEN * times]);
                let (mut written, mut expected) = (zeros.clone(), zeros);
                let mut each = |f: &dyn Fn(&mut u64, u64)| {
                    let mut expected = expected.slice_mut(&spec);
                    positions.iter().zip(&new).for_each(|(&at, &new)| f(&mut expected[[at]], new));
                    expected.to_tensor()
                };
                let mut view = written.slice_mut(&spec);
                view.pick_mut(s![$list]).assign(&new[..]);
                assert_eq!(view, each(&|old, new| *old = new));
                view.pick_mut(s![$list]).apply(&[3], |old, three| *old = old.wrapping_mul(5) + three);
                assert_eq!(view, each(&|old, _| *old = old.wrapping_mul(5) + 3));
                view.pick_mut(s![$list]).fill(1);
                assert_eq!(view, each(&|old, _| *old = 1));
            }
        };
    }
    macro_rules! integers {
        ($($t:ty)+) => {$(
            let list: Vec<$t> = positions.iter().map(|&at| at as $t).collect();
            check!(&list);
            // The last of all is outside, of long lists and short ones, and nothing is written.
            for start in [0, COUNT - 10] {
                for bad in [LEN as $t, <$t>::MAX] {
                    let mut list = list[start..].to_vec();
                    *list.last_mut().expect("some") = bad;
                    let mut written = Tensor::<u8, 1>::zeros([LEN]);
                    let error = written.try_pick_mut(s![&list]).map(drop).expect_err("outside");
                    let (at, index) = (list.len() - 1, i64::try_from(bad).unwrap_or(i64::MAX));
                    assert_eq!(error, PickError::IndexOutOfBounds { at, index, axis: 0, len: LEN });
                    assert_eq!(written, [0; LEN]);
                }
            }
        )+};
    }
    integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
    macro_rules! negative {
        ($($t:ty)+) => {$(
            let list: Vec<$t> = positions.iter().map(|&at| if at % 3 == 0 { at as $t - LEN as $t } else { at as $t }).collect();
            check!(&list);
            let mut list = list;
            list[4999] = -(LEN as $t) - 1;
            assert!(Tensor::<u8, 1>::zeros([LEN]).try_pick_mut(s![&list]).is_err());
        )+};
    }
    negative!(i8 i16 i32 i64 i128 isize);
}

/// Axes about as long as a type counts, powers of two among them, with lists of one index beside
/// zeros.
#[test]
fn list_index_is_inside_its_axis() {
    macro_rules! check {
        ($($t:ty)+) => {$(
            let ends = [<$t>::MIN, <$t>::MAX].map(|end| i128::try_from(end).unwrap_or(i128::MAX));
            for len in [0_usize, 1, 2, 3, 64, 100, 127, 128, 129, 200, 255, 256, 257, 300] {
                let signed = len as i128;
                let near = [-signed, 0, signed].into_iter().flat_map(|center| center - 3..=center + 3);
                for index in near.chain(ends) {
                    let Some(index) = <$t>::try_from(index).ok() else { continue };
                    let position = match i128::try_from(index) {
                        Ok(at @ ..0) => at + signed,
                        at => at.unwrap_or(i128::MAX),
                    };
                    for count in [1, 20, 200] {
                        let mut list = vec![0; count];
                        list[count / 2] = index;
                        let mut written = Tensor::<usize, 1>::zeros([len]);
                        match written.try_pick_mut(s![&list]) {
                            Ok(mut places) => places.map_inplace(|x| *x += 1),
                            Err(error) => {
                                let outside = !(0..signed).contains(&position);
                                assert!(outside || len == 0, "{list:?} of {len}: {error}");
                                continue;
                            }
                        }
                        assert!((0..signed).contains(&position), "{index} of {len}");
                        let mut expected = vec![0; len];
                        expected[0] += count - 1;
                        expected[usize::try_from(position).expect("inside")] += 1;
                        assert_eq!(written, expected);
                    }
                }
            }
        )+};
    }
    check!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
}

#[test]
fn long_masks_write_as_a_loop_does() {
    let mask: Vec<bool> = (0..50_000)
        .map(|i| i % 7 == 3 || i / 1000 % 5 == 2)
        .collect();
    let mut written = Tensor::<usize, 1>::zeros([100_000]);
    let (mut view, count) = (
        written.slice_mut(s![1::2]),
        mask.iter().filter(|is| **is).count(),
    );
    view.pick_mut(s![&mask])
        .assign(Tensor::from_shape_fn([count], |[i]| i + 1));
    let mut new = 1..;
    let expected: Vec<usize> = mask
        .iter()
        .map(|is| if *is { new.next().expect("endless") } else { 0 })
        .collect();
    assert_eq!(view, expected);
    assert!(view.pick_mut(s![&mask]).try_assign([0, 0]).is_err());
    let error = view
        .try_pick_mut(s![&mask[1..]])
        .map(drop)
        .expect_err("too short");
    assert_eq!(
        error,
        PickError::MaskLength {
            mask: 49_999,
            axis: 0,
            len: 50_000
        }
    );
}

/// Groups beside indices: short ones, those of which a table is made, and those that are read again
/// where they write.
#[test]
#[allow(clippy::too_many_lines, reason = "a table of cases")]
fn groups_of_any_length_are_walked() {
    const SHAPE: [usize; 3] = [14, 7, 22];
    for count in [
        0, 1, 7, 8, 9, 63, 64, 65, 129, 300, 4096, 4097, 5000, 300_000,
    ] {
        let (ys, xs): (Vec<i8>, Vec<u32>) = (0..count)
            .map(|i| ((i % 7 * (i % 7) % 7) as i8 - 4, i * 5 % 11))
            .unzip();
        let new: Vec<u64> = (0..u64::from(count)).collect();
        let t = Tensor::from_shape_fn(SHAPE, |[i, j, k]| (100 * (100 * i + j) + k) as u64);
        let views = ["::1, :, :11", "::2, :, ::2", "::-2, ::-1, 1::2"];
        // The longest lists take seconds of each view.
        for spec in if count < 10_000 {
            &views[..]
        } else {
            &views[2..]
        } {
            let spec: DynSpec = spec.parse().expect("a spec");
            let (from, mut written) = (
                t.slice(&spec).into_rank::<3>().expect("three axes"),
                t.clone(),
            );
            let mut expected = from.to_tensor();
            let y = |y: i8| usize::try_from(i64::from(y).rem_euclid(7)).expect("a position");
            let places = || std::iter::zip(&ys, &xs).map(|(&at, &x)| [3, y(at), x as usize]);
            let read: Vec<u64> = places().map(|place| from[place]).collect();
            assert_eq!(from.pick(s![3, (&ys, &xs)]), read);
            assert_eq!(from.permute([1, 2, 0]).pick(s![(&ys, &xs), 3]), read);
            let mut view = written
                .slice_mut(&spec)
                .into_rank::<3>()
                .expect("three axes");
            view.pick_mut(s![3, (&ys, &xs)]).assign(&new[..]);
            std::iter::zip(places(), &new).for_each(|(place, &new)| expected[place] = new);
            assert_eq!(view, expected);
            view.pick_mut(s![3, (&ys, &xs)])
                .apply(&new[..], |old, new| *old = old.wrapping_mul(5) + new);
            let steps = std::iter::zip(places(), &new);
            steps.for_each(|(place, new)| expected[place] = expected[place].wrapping_mul(5) + new);
            assert_eq!(view, expected);
            // Lists of one type are read in another loop.
            let (rows, columns): (Vec<i32>, Vec<i32>) = std::iter::zip(&ys, &xs)
                .map(|(&y, &x)| (i32::from(y), x.cast_signed() - 11))
                .unzip();
            let (all_rows, all_columns): (Vec<usize>, Vec<usize>) =
                places().map(|[_, y, x]| (y, x)).unzip();
            assert_eq!(from.pick(s![3, (&rows, &columns)]), read);
            assert_eq!(from.pick(s![3, (&all_rows, &all_columns)]), read);
            view.pick_mut(s![3, (&rows, &columns)])
                .apply(&new[..], |old, new| *old = old.wrapping_mul(3) ^ new);
            let steps = std::iter::zip(places(), &new);
            steps.for_each(|(place, new)| expected[place] = expected[place].wrapping_mul(3) ^ new);
            assert_eq!(view, expected);
            for at in [0, rows.len() / 2, rows.len().saturating_sub(1)]
                .into_iter()
                .filter(|&at| at < rows.len())
            {
                let (mut low, mut far) = (rows.clone(), all_columns.clone());
                (low[at], far[at]) = (-8, usize::MAX);
                let error = from.try_pick(s![3, (&low, &columns)]).expect_err("outside");
                assert_eq!(
                    error,
                    PickError::IndexOutOfBounds {
                        at,
                        index: -8,
                        axis: 1,
                        len: 7
                    }
                );
                let error = view
                    .try_pick_mut(s![3, (&all_rows, &far)])
                    .map(drop)
                    .expect_err("outside");
                assert_eq!(
                    error,
                    PickError::IndexOutOfBounds {
                        at,
                        index: i64::try_from(usize::MAX).unwrap_or(i64::MAX),
                        axis: 2,
                        len: 11
                    }
                );
            }
            assert_eq!(view, expected);
            view.pick_mut(s![3, (&ys, &xs)]).fill(1);
            places().for_each(|place| expected[place] = 1);
            assert_eq!(view, expected);
            if let Some(at) = ys.len().checked_sub(1) {
                let (mut far, mut low) = (xs.clone(), ys.clone());
                (far[at], low[at]) = (11, -8);
                let outside = |index, axis, len| PickError::IndexOutOfBounds {
                    at,
                    index,
                    axis,
                    len,
                };
                let error = view
                    .try_pick_mut(s![3, (&low, &far)])
                    .map(drop)
                    .expect_err("outside");
                assert_eq!(error, outside(-8, 1, 7));
                assert_eq!(
                    from.try_pick(s![3, (&ys, &far)]).expect_err("outside"),
                    outside(11, 2, 11)
                );
                let error = view
                    .try_pick_mut(s![14, (&ys, &xs)])
                    .map(drop)
                    .expect_err("outside");
                assert!(
                    error
                        .to_string()
                        .contains("index 14 is out of bounds for axis 0"),
                    "{error}"
                );
                if at > 1 {
                    let error = view
                        .try_pick_mut(s![3, (&ys[1..], &xs)])
                        .map(drop)
                        .expect_err("unequal");
                    assert_eq!(
                        error,
                        PickError::GroupLength {
                            expected: at,
                            len: at + 1
                        }
                    );
                }
                assert_eq!(view, expected);
            }
        }
    }
    let (t, mask) = (Tensor::from([[1, 2], [3, 4]]), [true, true]);
    assert_eq!(t.pick(s![(&mask, [1, 0])]), [2, 3]);
    assert_eq!(t.pick(s![(&[0, 1, 1], [1])]), [2, 4, 4]);
}

/// What is empty is not read from, whatever its stride is.
#[test]
fn list_without_positions_writes_nothing() {
    let mut t = Tensor::<i64, 1>::zeros([3]);
    let empty = Tensor::<i64, 1>::zeros([0]);
    let source = empty.slice(s![newaxis]).to_tensor();
    let list: [usize; 0] = [];
    for source in [
        empty.broadcast_to([0]),
        source.broadcast_to([1, 0]).into_shape([0]),
    ] {
        t.pick_mut(s![&list]).assign(source);
        t.pick_mut(s![&list])
            .apply(source, |_, _| unreachable!("there is none"));
    }
    let strided = View::from_strided([0], [0], 0, &[]).expect("nothing");
    t.pick_mut(s![&list])
        .apply(strided, |_, _: &i64| unreachable!("there is none"));
    t.pick_mut(s![&[false; 3]]).assign(strided);
    assert_eq!(t, [0; 3]);
}

#[test]
fn lists_beside_nothing_select_nothing() {
    let (mut t, none) = (Tensor::from_shape_fn([4, 4], |[i, j]| 4 * i + j), [0_u8; 0]);
    let before = t.clone();
    assert_eq!(t.pick(s![[0, 2], &none]).shape(), &[2, 0]);
    assert_eq!(t.pick(s![&none, [0, 2]]).shape(), &[0, 2]);
    assert_eq!(t.pick(s![:0, [-3, 0, 1, 2, -3]]).shape(), &[0, 5]);
    assert_eq!(t.pick(s![[1, 0], newaxis, :0]).shape(), &[2, 1, 0]);
    assert_eq!(t.pick(s![[1, 0], &[false; 4]]).shape(), &[2, 0]);
    assert_eq!(t.slice(s![:0, 3:]).take(1, &[0, 0, 0]).shape(), &[0, 3]);
    assert!(t.slice(s![:0]).try_pick(s![[0], :]).is_err() && t.try_pick(s![:0, [4]]).is_err());
    t.pick_mut(s![:0, [-3, 0, 1, 2, -3]]).fill(9);
    t.pick_mut(s![[0, 2], &none]).assign([[5], [6]]);
    t.pick_mut(s![&[false; 4], ::2]).map_inplace(|x| *x += 1);
    assert_eq!(t, before);
}

/// The strides of an array without elements may lead anywhere, and the indices beside a list are
/// not followed there.
#[test]
fn arrays_without_elements_are_picked_from() {
    let (mut none, mask, list): ([i32; 0], [bool; 0], [usize; 0]) = ([], [], []);
    for strides in [[-1, 1], [isize::MAX / 4, 1], [isize::MIN, 1]] {
        let mut view: ViewMut<i32, 2> =
            ViewMut::from_strided([3, 0], strides, 0, &mut none).expect("no elements");
        assert!(view.pick(s![2, &mask]).is_empty());
        assert!(view.pick(s![2, &list]).is_empty());
        view.pick_mut(s![2, &mask]).fill(7);
        view.pick_mut(s![2, &list]).fill(7);
        view.pick_mut(s![(&list, &list)]).fill(7);
        view.pick_mut(s![2, &list]).apply(1, |old, new| *old += new);
    }
}

/// Few rows, few columns and both, of arrays of several layouts, from sources of several layouts.
#[test]
fn few_rows_and_columns_are_read_and_written() {
    const LISTS: [&[i64]; 6] = [
        &[1],
        &[0, 2],
        &[2, 2, -1],
        &[3, 0, 1, 1],
        &[0, 1, 2, 3, 4],
        &[4, 3, 2, 1, 0, -1],
    ];
    for rows in [5, 31, 33, 65, 130, 600] {
        let whole = Tensor::from_shape_fn([2 * rows, 11], |[i, j]| (100 * i + j) as u64);
        for spec in ["::2, ::2", "::-2, :6", "rows", "1::2, 6:0:-1"] {
            let mut owned = match spec {
                "rows" => whole.slice(s![:rows as i64]).to_tensor(),
                _ => whole
                    .slice(spec.parse::<DynSpec>().expect("a spec"))
                    .into_rank::<2>()
                    .expect("two axes")
                    .t()
                    .to_tensor(),
            };
            let turned = spec != "rows";
            let mut array = if turned {
                owned.permute_mut([1, 0])
            } else {
                owned.view_mut()
            };
            for list in LISTS {
                let at =
                    |list: &[i64], i: usize, len: usize| list[i].rem_euclid(len as i64) as usize;
                let (columns, n) = (array.shape()[1], list.len());
                let all =
                    Tensor::from_shape_fn([rows, n], |[i, j]| array[[i, at(list, j, columns)]]);
                assert_eq!(array.pick(s![.., &list]), all);
                assert_eq!(array.pick(s![::2, &list]), all.slice(s![::2]));
                assert_eq!(array.take(1, list), all);
                let mut buffer = vec![0; all.len()];
                array.pick_into(s![.., &list], &mut buffer);
                assert_eq!(
                    all,
                    Tensor::<_, 2>::from_shape_vec([rows, n], buffer).expect("as many")
                );
                let first =
                    Tensor::from_shape_fn([n, columns], |[i, j]| array[[at(list, i, rows), j]]);
                assert_eq!(array.pick(s![&list]), first);
                assert_eq!(array.take(0, list), first);
                assert_eq!(array.pick(s![&list, 1:-1]), first.slice(s![.., 1:-1]));
                let few = all.pick(s![&list]);
                assert_eq!(array.pick(s![&list, &list]), few);

                let ([m, k], value) = ([7, 1000], Tensor::<u64, 2>::full([1, 1], 5));
                let of = |shape: [usize; 2]| {
                    Tensor::from_shape_fn(shape, |[i, j]| (m * i + k * j) as u64)
                };
                for (kind, shape) in [[rows, n], [n, columns], [n, n]].into_iter().enumerate() {
                    let [turned, wide] = [of([shape[1], shape[0]]), of([shape[0], 2 * shape[1]])];
                    let (row, column) = (of([1, shape[1]]), of([shape[0], 1]));
                    let sources = [
                        turned.t(),
                        wide.slice(s![.., ::-2]),
                        row.view(),
                        column.view(),
                        value.view(),
                    ];
                    for source in sources {
                        let new = source.broadcast_to(shape);
                        let mut expected = array.to_tensor();
                        let mut each = |f: &dyn Fn(&mut u64, u64)| {
                            for i in 0..shape[0] {
                                for j in 0..shape[1] {
                                    let y = if kind == 0 { i } else { at(list, i, rows) };
                                    let x = if kind == 1 { j } else { at(list, j, columns) };
                                    f(&mut expected[[y, x]], new[[i, j]]);
                                }
                            }
                            expected.clone()
                        };
                        let by =
                            |old: &mut u64, new: u64| *old = old.wrapping_mul(3).wrapping_add(new);
                        let mut picked = match kind {
                            0 => array.pick_mut(s![.., &list]),
                            1 => array.pick_mut(s![&list]),
                            _ => array.pick_mut(s![&list, &list]),
                        };
                        picked.assign(source);
                        picked.apply(source, |old, new| by(old, *new));
                        let _ = each(&|old, new| *old = new);
                        assert_eq!(array, each(&by));
                    }
                }
            }
        }
    }
}

#[test]
fn a_group_counts_its_axes_as_one() {
    let spec: DynSpec = "-1, newaxis, [2, -1], .., ([0, 1], [4])"
        .parse()
        .expect("a spec");
    let found = picked_by(&spec, &[3, 4, 2, 7, 5], |list| list.positions()).expect("it fits");
    let whole = Region::of(&s![:], [2]).expect("it fits").axes()[0];
    let expected = [
        Picked::Index { axis: 0, at: 2 },
        Picked::NewAxis,
        Picked::List {
            axis: 1,
            axes: 1,
            positions: vec![2, 3],
        },
        Picked::Range {
            axis: 2,
            taken: whole,
        },
        Picked::List {
            axis: 3,
            axes: 2,
            positions: vec![4, 9],
        },
    ];
    assert_eq!(found, expected);
    let error =
        picked_by(&spec, &[3, 4, 2, 1, 5], |list| list.positions()).expect_err("out of bounds");
    assert_eq!(
        error.to_string(),
        "index 1, at position 1 of its list, is out of bounds for axis 3 with length 1"
    );
}

/// A type whose copies are not what its `clone` says.
#[derive(Copy, Debug, PartialEq)]
struct Other(u8);

#[expect(
    clippy::non_canonical_clone_impl,
    reason = "it is not what it should be"
)]
impl Clone for Other {
    fn clone(&self) -> Self {
        Self(self.0 + 1)
    }
}

#[test]
fn mask_leaves_others_when_clone_panics() {
    let mut mask = [false; 70];
    (mask[0], mask[69]) = (true, true);
    let mut t = Tensor::<Other, 1>::from_shape_fn([70], |_| Other(0));
    t.select_mut(&mask).fill(Other(9));
    t.pick_mut(s![&mask]).fill(Other(9));
    assert!(
        t.iter()
            .zip(&mask)
            .all(|(x, &selected)| selected || x.0 == 0)
    );
}

/// Work and memory depend on what is selected, not on the numbers that a list names.
#[cfg(target_pointer_width = "64")]
#[test]
fn list_of_empty_runs_takes_no_memory() {
    let none = Tensor::<u8, 2>::zeros([1 << 61, 0]);
    assert_eq!(
        none.try_pick(s![[0:1_u64 << 40], ..])
            .expect("it is empty")
            .shape(),
        &[1 << 40, 0]
    );
    assert_eq!(
        none.pick(s![[0:1_u64 << 40, 3], ..]).shape(),
        &[(1 << 40) + 1, 0]
    );
    let text: DynSpec = "[0:1099511627776, 5], ..".parse().expect("a spec");
    assert_eq!(
        none.view().into_dyn().pick(&text).shape(),
        &[(1 << 40) + 1, 0]
    );
    let units = Tensor::<(), 1>::full([1 << 50], ());
    assert_eq!(
        units.pick(s![[0:1_u64 << 40, 3, :1_u64 << 40]]).len(),
        (1 << 41) + 1
    );
    let mut written = units.clone();
    written.pick_mut(s![[0:1_u64 << 40, 3]]).fill(());
    written.pick_mut(s![[0:1_u64 << 40, 3]]).assign([()]);
    let mut none = none;
    none.pick_mut(s![[0:1_u64 << 40, 3], ..])
        .map_inplace(|_| unreachable!("it is empty"));
    assert_eq!(
        units.pad(1 << 55, tslice::Border::Edge).len(),
        (1 << 50) + (1 << 56)
    );
    assert_eq!(
        units
            .crop([-3], [1 << 55], tslice::Border::Constant(()))
            .len(),
        1 << 55
    );
    let one = [1_u8];
    let view = View::<_, 1>::from(&one).broadcast_to([1 << 62]);
    let error = view.try_pick(s![[0:1_u64 << 60, 3]]).unwrap_err();
    assert!(
        matches!(error, PickError::Shape(ShapeError::TooLarge { .. })),
        "{error}"
    );
}

#[test]
fn groups_of_unequal_lengths_are_one_error() {
    let mut t = Tensor::<i32, 2>::zeros([4, 4]);
    let (ys, xs) = (vec![0, 1], vec![2, 3, 1]);
    let error = PickError::GroupLength {
        expected: 2,
        len: 3,
    };
    assert_eq!(t.try_pick(s![(&ys, &xs)]).unwrap_err(), error);
    assert_eq!(
        message(|| t.pick_into(s![(&ys, &xs)], &mut [0; 2])),
        error.to_string()
    );
    assert_eq!(t.try_pick_mut(s![(&ys, &xs)]).map(drop).unwrap_err(), error);
    assert_eq!(
        error.to_string(),
        "the lists have lengths 2 and 3: they need one length, or 1"
    );
    let panic = std::panic::catch_unwind(|| t.pick(s![(&ys, &xs)])).expect_err("unequal");
    assert_eq!(
        panic.downcast_ref::<String>().expect("a message"),
        &error.to_string()
    );
}

#[test]
fn mask_of_one_axis_has_a_hint() {
    let t = Tensor::<i32, 3>::zeros([4, 5, 3]);
    assert_eq!(
        message(|| t.select(&[true; 5]).len()),
        "the mask has shape [5], the array has shape [4, 5, 3]: axis 0 has length 5 in the mask, 4 in the array; \
         `compress(1, &mask)` and `s![1 => &mask]` take a mask of one axis"
    );
}

#[test]
fn groups_take_masks_of_one_position() {
    let t = Tensor::<usize, 2>::from_shape_fn([200, 3], |[i, j]| 10 * i + j);
    let mut mask = [false; 200];
    mask[130] = true;
    assert_eq!(t.pick(s![(&mask, [0, 2])]), [1300, 1302]);
    assert_eq!(t.pick(s![(&mask, [1])]), [1301]);
    mask[7] = true;
    assert_eq!(t.pick(s![(&mask, [0, 2])]), [70, 1302]);
    assert_eq!(t.pick(s![([3], [0:2])]), [30, 31]);
}

/// More short rows than fit into one block of offsets: at one distance or at several, read, written
/// from sources of any stride, and on threads.
#[test]
fn lists_of_short_rows_are_read_and_written() {
    let shape = [3, 401, 5];
    let t = Tensor::<i32, 3>::from_shape_fn(shape, |[i, j, k]| (10_000 * i + 10 * j + k) as i32);
    for columns in [vec![2_i64, 1, 0], vec![4, 4], vec![-1, 0, 3, 3, 1, 2, 2]] {
        for first in [0, 1] {
            let view = t.slice(s![first:first + 2, ::-1]);
            let column = |k: usize| columns[k].rem_euclid(5) as usize;
            let [planes, lines, _] = *view.shape();
            let result = [planes, lines, columns.len()];
            let expected =
                Tensor::<i32, 3>::from_shape_fn(result, |[i, j, k]| view[[i, j, column(k)]]);
            assert_eq!(view.pick(s![.., &columns]), expected);
            #[cfg(feature = "rayon")]
            assert_eq!(view.par_pick(s![.., &columns]), expected);
            let whole: Vec<usize> = (0..lines).rev().collect();
            assert_eq!(
                view.pick(s![:, &whole, &columns]),
                expected.slice(s![:, ::-1])
            );

            let wide =
                Tensor::<i32, 3>::from_shape_fn([planes, lines, 2 * columns.len()], |[i, j, k]| {
                    (7 * i + 1000 * j + k) as i32
                });
            let sources = [
                wide.slice(s![.., :columns.len()]),
                wide.slice(s![::-1, .., ::2]),
                wide.slice(s![:, :1, :columns.len()]).broadcast_to(result),
            ];
            for source in &sources {
                let (mut written, mut by_hand) = (t.to_tensor(), t.to_tensor());
                written
                    .slice_mut(s![first:first + 2, ::-1])
                    .pick_mut(s![.., &columns])
                    .assign(source);
                let mut target = by_hand.slice_mut(s![first:first + 2, ::-1]);
                for (index, element) in source.indexed_iter() {
                    target[[index[0], index[1], column(index[2])]] = *element;
                }
                assert_eq!(written, by_hand);
            }
            let mut counted = Tensor::<i32, 3>::zeros(shape);
            counted
                .pick_mut(s![.., &columns])
                .apply(1, |count, one| *count += one);
            let times = |k: usize| (0..columns.len()).filter(|at| column(*at) == k).count() as i32;
            assert_eq!(
                counted,
                Tensor::<i32, 3>::from_shape_fn(shape, |[_, _, k]| times(k))
            );
        }
    }
}

/// A mask of `len` entries whose runs are as long as given, false ones first.
fn mask_of_runs(len: usize, runs: &[usize]) -> Vec<bool> {
    let mut mask: Vec<bool> = runs
        .iter()
        .enumerate()
        .flat_map(|(at, &run)| vec![at % 2 == 1; run])
        .collect();
    mask.resize(len, runs.len() % 2 == 1);
    mask
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Long runs of a mask are copied and written as runs, short ones position by position.
    #[test]
    fn masks_of_any_runs_select_the_same(
        len in 1_usize..400,
        runs in prop::collection::vec(prop_oneof![1_usize..4, 1_usize..90], 0..40),
        (step, columns) in (prop_oneof![Just(1_isize), Just(-1), Just(2)], 1_usize..4),
    ) {
        let mask = mask_of_runs(len, &runs);
        let all = Tensor::from_shape_fn([len * step.unsigned_abs(), columns], |[i, j]| (i * columns + j) as u32);
        let view = all.slice(s![::step, :]);
        let rows: Vec<Vec<u32>> =
            (0..len).filter(|&i| mask[i]).map(|i| view.row(i).iter().copied().collect()).collect();
        let expected: Vec<u32> = rows.concat();
        let picked = view.pick(s![&mask, :]);
        prop_assert_eq!(*picked.shape(), [rows.len(), columns]);
        prop_assert_eq!(picked.to_vec(), &expected[..]);
        prop_assert_eq!(view.compress(0, &mask), picked.view());
        let last: Vec<u32> = rows.iter().map(|row| row[columns - 1]).collect();
        prop_assert_eq!(view.pick(s![&mask, -1]), &last[..]);
        prop_assert_eq!(view.slice(s![.., 0]).select(&mask), view.pick(s![&mask, 0]));
        // Strings, which are cloned one by one.
        let names = view.map(u32::to_string);
        prop_assert_eq!(names.pick(s![&mask, :]), picked.map(u32::to_string));
        let two = tslice::stack(0, [&view, &view]).pick(s![:, &mask, :]);
        prop_assert_eq!(two, tslice::stack(0, [&picked, &picked]));

        let mut target = all.clone();
        let mut written = target.slice_mut(s![::step, :]);
        let source = picked.map(|x| x + 1_000);
        written.pick_mut(s![&mask, :]).assign(&source);
        written.pick_mut(s![&mask, 0]).map_inplace(|x| *x += 1);
        written.pick_mut(s![&mask, -1]).apply(&last[..], |x, y| *x += y);
        for (i, &selected) in mask.iter().enumerate() {
            for j in 0..columns {
                let (old, first, last) = (view[[i, j]], u32::from(j == 0), j + 1 == columns);
                let new = old + 1_000 + first + if last { old } else { 0 };
                prop_assert_eq!(written[[i, j]], if selected { new } else { old });
            }
        }
        written.pick_mut(s![&mask, :]).fill(7);
        prop_assert!(written.pick(s![&mask, :]).all(|&x| x == 7));
        let kept: Vec<bool> = mask.iter().map(|&selected| !selected).collect();
        prop_assert_eq!(written.pick(s![&kept, :]), view.pick(s![&kept, :]));
    }
}
