//! Masks of the first axes and indices of any rank: against NumPy's recorded answers, and against
//! loops over index tuples.

use proptest::prelude::*;
use serde_json::Value;
use tslice::{DynSpec, DynTensor, DynView, PickError, Tensor, View, ViewMut, s, tensor};
use tslice_tests::counting::counting;
use tslice_tests::faults::message;

/// The index tuples of a shape, in row-major order.
fn tuples(shape: &[usize]) -> Vec<Vec<usize>> {
    shape.iter().fold(vec![vec![]], |tuples, &len| {
        tuples
            .iter()
            .flat_map(|tuple| (0..len).map(|at| [&tuple[..], &[at]].concat()))
            .collect()
    })
}

/// How an axis lies in memory.
#[derive(Clone, Copy, Debug)]
enum Lies {
    InOrder,
    Reversed,
    EverySecond,
    Repeated,
}

/// An array of a shape, and how its axes lie in memory: also in reverse order.
#[derive(Clone, Debug)]
struct Place {
    axes: Vec<Lies>,
    turned: bool,
}

fn place(may_repeat: bool) -> impl Strategy<Value = Place> {
    let lies = prop_oneof![
        4 => Just(Lies::InOrder),
        1 => Just(Lies::Reversed),
        1 => Just(Lies::EverySecond),
        u32::from(may_repeat) => Just(Lies::Repeated),
    ];
    (prop::collection::vec(lies, 4), any::<bool>())
        .prop_map(|(axes, turned)| Place { axes, turned })
}

impl Place {
    /// The memory of an array of a shape.
    fn memory<T: Clone>(&self, shape: &[usize], value: T) -> DynTensor<T> {
        let len = |(&len, lies): (&usize, &Lies)| match lies {
            Lies::EverySecond => 2 * len,
            Lies::Repeated => 1,
            Lies::InOrder | Lies::Reversed => len,
        };
        let mut lengths: Vec<usize> = shape.iter().zip(&self.axes).map(len).collect();
        if self.turned {
            lengths.reverse();
        }
        DynTensor::full(&lengths, value)
    }

    fn order(&self, rank: usize) -> Vec<usize> {
        if self.turned {
            (0..rank).rev().collect()
        } else {
            (0..rank).collect()
        }
    }

    fn spec(&self, rank: usize) -> DynSpec {
        let entry = |lies: &Lies| match lies {
            Lies::InOrder | Lies::Repeated => ":",
            Lies::Reversed => "::-1",
            Lies::EverySecond => "::2",
        };
        self.axes[..rank]
            .iter()
            .map(entry)
            .collect::<Vec<_>>()
            .join(", ")
            .parse()
            .expect("a spec")
    }

    /// Calls a function with an array of this place that has the elements.
    fn with<T: Clone + Default, R>(
        &self,
        shape: &[usize],
        elements: impl FnMut(&[usize]) -> T,
        see: impl FnOnce(DynView<'_, T>) -> R,
    ) -> R {
        let (mut memory, mut elements) = (self.memory(shape, T::default()), elements);
        let (order, spec) = (self.order(shape.len()), self.spec(shape.len()));
        let mut target = memory.permute_mut(&order);
        let mut target = target.slice_mut(&spec);
        for tuple in tuples(target.shape()) {
            target[&tuple] = elements(&tuple);
        }
        see(memory.permute(&order).slice(&spec).broadcast_to(shape))
    }
}

/// What a mask selects, one index tuple after the other: `None` if its shape does not fit.
fn selected(shape: &[usize], mask: &DynView<'_, bool>) -> (Vec<usize>, Vec<Vec<usize>>) {
    let (outer, inner) = shape.split_at(mask.rank());
    let chosen: Vec<_> = tuples(outer)
        .into_iter()
        .filter(|tuple| mask[tuple])
        .collect();
    let lengths = [&[chosen.len()], inner].concat();
    let inner = tuples(inner);
    (
        lengths,
        chosen
            .iter()
            .flat_map(|t| inner.iter().map(move |i| [&t[..], &i[..]].concat()))
            .collect(),
    )
}

/// The result with the ranks as types.
fn select_typed(view: &DynView<'_, usize>, mask: &DynView<'_, bool>) -> DynTensor<usize> {
    macro_rules! ranks {
        ($($rank:literal, $axes:literal, $result:literal;)+) => {
            match (view.rank(), mask.rank()) {
                $(($rank, $axes) => {
                    let view: View<'_, usize, $rank> = view.clone().into_rank().expect("this rank");
                    let mask: View<'_, bool, $axes> = mask.clone().into_rank().expect("this rank");
                    let selected: Tensor<usize, $result> = view.select(&mask);
                    selected.into_dyn()
                })+
                _ => view.select(&mask.clone()),
            }
        };
    }
    ranks! {
        1, 0, 2; 1, 1, 1;
        2, 0, 3; 2, 1, 2; 2, 2, 1;
        3, 0, 4; 3, 1, 3; 3, 2, 2; 3, 3, 1;
        4, 0, 5; 4, 1, 4; 4, 2, 3; 4, 3, 2; 4, 4, 1;
    }
}

fn take_typed(
    view: &DynView<'_, usize>,
    axis: usize,
    labels: &DynView<'_, i32>,
) -> DynTensor<usize> {
    macro_rules! ranks {
        ($($rank:literal, $axes:literal, $result:literal;)+) => {
            match (view.rank(), labels.rank()) {
                $(($rank, $axes) => {
                    let view: View<'_, usize, $rank> = view.clone().into_rank().expect("this rank");
                    let labels: View<'_, i32, $axes> = labels.clone().into_rank().expect("this rank");
                    let taken: Tensor<usize, $result> = view.take(axis, &labels);
                    taken.into_dyn()
                })+
                _ => view.take(axis, labels),
            }
        };
    }
    ranks! {
        1, 0, 0; 1, 1, 1; 1, 2, 2; 1, 3, 3;
        2, 0, 1; 2, 1, 2; 2, 2, 3; 2, 3, 4;
        3, 0, 2; 3, 1, 3; 3, 2, 4; 3, 3, 5;
        4, 0, 3; 4, 1, 4; 4, 2, 5; 4, 3, 6;
    }
}

fn shapes(least: usize, most: usize) -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(
        prop_oneof![1 => Just(0_usize), 9 => 1..5_usize],
        least..=most,
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn masks_of_the_first_axes_select_as_loops_do(
        shape in shapes(1, 4),
        axes in 0..5_usize,
        (from, of_mask) in (place(true), place(true)),
        (bits, share) in (any::<u64>(), 0..4_u64),
    ) {
        let axes = axes.min(shape.len());
        let (mut source, mut word) = (0, bits);
        let next = |_: &[usize]| { source += 1; source };
        let random = |_: &[usize]| {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (word >> 33) % 3 < share
        };
        from.with(&shape, next, |view| of_mask.with(&shape[..axes], random, |mask| {
            let (lengths, tuples) = selected(&shape, &mask);
            let expected: Vec<usize> = tuples.iter().map(|tuple| view[tuple]).collect();
            let got = view.select(&mask);
            prop_assert_eq!((got.shape(), got.to_vec()), (&lengths[..], expected));
            prop_assert_eq!(select_typed(&view, &mask), got);
            let texts = view.map(|x| x.to_string());
            prop_assert_eq!(texts.select(&mask), view.select(&mask).map(|x| x.to_string()));
            let units = view.map(|_| ()).select(&mask);
            prop_assert_eq!(units.shape(), &lengths[..]);
            Ok(())
        }))?;
    }

    #[test]
    fn masks_of_the_first_axes_write_as_loops_do(
        shape in shapes(1, 4),
        axes in 0..5_usize,
        (to, of_mask) in (place(false), place(true)),
        (bits, kind, kept) in (any::<u64>(), 0..4_usize, 0..6_usize),
    ) {
        let axes = axes.min(shape.len());
        let mut memory: DynTensor<usize> = to.memory(&shape, 7);
        let mut expected = memory.clone();
        let (order, spec) = (to.order(shape.len()), to.spec(shape.len()));
        let mut word = bits;
        let random = |_: &[usize]| {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            word >> 63 == 1
        };
        of_mask.with(&shape[..axes], random, |mask| {
            let (lengths, tuples) = selected(&shape, &mask);
            // The last axes of what is selected: the source is broadcast.
            let values = counting(100, &lengths[lengths.len() - kept.min(lengths.len())..]);
            let period = values.len().max(1);
            let (mut loops, values_of) = (expected.permute_mut(&order), values.to_vec());
            let mut loops = loops.slice_mut(&spec);
            for (number, tuple) in tuples.iter().enumerate() {
                match kind {
                    0 => loops[tuple] = values_of[number % period],
                    1 => loops[tuple] = 3,
                    2 => loops[tuple] += values_of[number % period],
                    _ => loops[tuple] *= 2,
                }
            }
            let mut target = memory.permute_mut(&order);
            let mut target = target.slice_mut(&spec);
            let mut target = target.select_mut(&mask);
            assert_eq!(target.shape(), &lengths[..]);
            match kind {
                0 => target.assign(&values),
                1 => target.fill(3),
                2 => target.apply(&values, |old, new| *old += new),
                _ => target.map_inplace(|x| *x *= 2),
            }
        });
        prop_assert_eq!(memory, expected);
    }

    #[test]
    fn indices_of_any_rank_take_as_loops_do(
        (shape, indices) in (shapes(1, 4), shapes(0, 3)),
        axis in 0..4_usize,
        (from, of_indices) in (place(true), place(true)),
        numbers in prop::collection::vec(any::<i32>(), 64),
    ) {
        let axis = axis % shape.len();
        let len = shape[axis] as i32;
        prop_assume!(len > 0 || indices.contains(&0));
        let (mut source, mut numbers) = (0, numbers.iter().cycle());
        let next = |_: &[usize]| { source += 1; source };
        let number = |_: &[usize]| {
            if len == 0 { 0 } else { numbers.next().expect("endless").rem_euclid(2 * len) - len }
        };
        from.with(&shape, next, |view| of_indices.with(&indices, number, |labels| {
            let lengths = [&shape[..axis], &indices, &shape[axis + 1..]].concat();
            let expected = DynTensor::from_shape_fn(&lengths, |tuple: &[usize]| {
                let label = labels[&tuple[axis..axis + indices.len()]].rem_euclid(len) as usize;
                view[&[&tuple[..axis], &[label], &tuple[axis + indices.len()..]].concat()]
            });
            prop_assert_eq!(view.take(axis, &labels), expected.view());
            prop_assert_eq!(take_typed(&view, axis, &labels), expected.view());
            let unsigned = labels.map(|label| label.rem_euclid(len.max(1)) as u8);
            prop_assert_eq!(view.take(axis as i64 - shape.len() as i64, &unsigned), expected);
            let units = view.map(|_| ()).take(axis, &labels);
            prop_assert_eq!(units.shape(), &lengths[..]);
            if !labels.is_empty() {
                let at = labels.len() / 2;
                let mut wrong = labels.to_tensor();
                wrong.as_mut_slice().expect("contiguous")[at] = len;
                let error = PickError::IndexOutOfBounds { at, index: i64::from(len), axis, len: len as usize };
                prop_assert_eq!(view.try_take(axis, &wrong), Err(error));
            }
            Ok(())
        }))?;
    }
}

#[test]
fn recorded_masks_and_indices_are_those_of_numpy() {
    let mut answered = 0;
    for line in include_str!("../../peers/masks.ndjson").lines() {
        let case: Value = serde_json::from_str(line).expect("a case");
        let list = |field: &str| -> Vec<i64> {
            serde_json::from_value(case[field].clone())
                .unwrap_or_else(|_| panic!("{field} of {line}"))
        };
        let shape = |field| {
            list(field)
                .into_iter()
                .map(|len| len as usize)
                .collect::<Vec<_>>()
        };
        let array = |lengths, field| {
            DynTensor::from_shape_vec(shape(lengths), list(field)).expect("as many")
        };
        let mut data = counting(0_i64, &shape("shape"));
        let got = match case["op"].as_str() {
            Some("take") => data
                .try_take(
                    case["axis"].as_i64().expect("an axis"),
                    array("indices_shape", "indices"),
                )
                .ok(),
            op => {
                let mask = array("mask_shape", "mask").map(|bit| *bit == 1);
                if shape("shape").get(..mask.rank()) != Some(mask.shape()) {
                    message(|| data.select(&mask).len());
                    None
                } else if op == Some("select") {
                    Some(data.select(&mask))
                } else {
                    let written = data
                        .select_mut(&mask)
                        .try_assign(array("value_shape", "value"));
                    written.is_ok().then_some(data)
                }
            }
        };
        if case.get("error").is_some() {
            assert_eq!(got, None, "{line}");
        } else if got.is_some() || !shape("out_shape").contains(&0) {
            assert_eq!(got, Some(array("out_shape", "out")), "{line}");
            answered += 1;
        } else {
            // NumPy does not check indices if the result is empty.
            let len =
                shape("shape")[case["axis"].as_u64().expect("only of `take`") as usize] as i64;
            assert!(
                list("indices")
                    .iter()
                    .any(|index| !(-len..len).contains(index)),
                "{line}"
            );
        }
    }
    assert!(answered > 350, "{answered} answers");
}

#[test]
fn masks_of_pictures_take_colours() {
    let mut image =
        Tensor::<u8, 3>::from_shape_fn([2, 3, 3], |[y, x, c]| (100 * y + 10 * x + c) as u8);
    let dark = [[true, false, false], [true, true, false]];
    assert_eq!(
        image.select(&dark),
        [[0, 1, 2], [100, 101, 102], [110, 111, 112]]
    );
    image.select_mut(&dark).assign([255, 0, 1]);
    assert_eq!(image.slice(s![:, 0]), [[255, 0, 1]; 2]);
    image
        .select_mut(&dark)
        .map_inplace(|x| *x = x.wrapping_add(1));
    assert_eq!(image.slice(s![0, 0]), [0, 1, 2]);
    let palette = tensor![[0, 0, 0], [255, 128, 0]];
    assert_eq!(
        palette.take(0, [[1, 0], [-1, -2]]),
        [[[255, 128, 0], [0; 3]]; 2]
    );
}

#[test]
fn masks_of_other_shapes_name_axis_and_lengths() {
    let t = Tensor::<i32, 3>::zeros([4, 5, 3]);
    assert_eq!(
        message(|| t.select(&[[true; 4]; 4]).len()),
        "the mask has shape [4, 4], the array has shape [4, 5, 3]: axis 1 has length 4 in the mask, 5 in the array"
    );
    assert_eq!(
        message(|| t
            .view()
            .into_dyn()
            .select(&Tensor::<bool, 4>::full([4, 5, 3, 1], true))
            .len()),
        "the mask has shape [4, 5, 3, 1], the array has shape [4, 5, 3]: a mask has at most as many axes as the array"
    );
    let t = tensor![7, 8, 9, 10];
    assert_eq!(
        t.try_take(0, [[0, 1], [4, -5]]).unwrap_err().to_string(),
        "index 4, at position 2 of its list, is out of bounds for axis 0 with length 4"
    );
}

#[test]
fn indices_without_elements_name_shapes_that_can_be_counted() {
    let t = Tensor::<u8, 2>::zeros([3, 1 << 20]);
    let none = View::<'_, u8, 1>::from(&[])
        .reshape([0, 1])
        .broadcast_to([0, usize::MAX >> 13]);
    assert!(matches!(
        t.try_take(0, none),
        Err(PickError::Shape(tslice::ShapeError::Overflow { .. }))
    ));
}

/// Masks with one true entry, at each place; with one false entry; and with each entry, each second
/// one, one in 61, one in 100 or none true.
fn sparse_masks(len: usize) -> Vec<Vec<bool>> {
    let ones = (0..len).flat_map(|one| {
        let alone: Vec<bool> = (0..len).map(|at| at == one).collect();
        [alone.iter().map(|is| !is).collect(), alone]
    });
    let steps = [1, 2, 61, 100, len + 1];
    let every = steps.map(|step| (0..len).map(|at| at % step == step - 1).collect());
    ones.chain(every).collect()
}

#[test]
fn sparse_and_dense_masks_select_and_write_their_elements() {
    fn check<T: Copy + PartialEq + std::fmt::Debug>(number: impl Fn(usize) -> T) {
        for len in [1, 7, 63, 64, 65, 130] {
            let old: Vec<T> = (0..len).map(&number).collect();
            let new: Vec<T> = (0..len).map(|at| number(at + 100)).collect();
            for mask in sparse_masks(len) {
                let selected = (0..len).filter(|&at| mask[at]);
                let written = |value: &dyn Fn(usize) -> T| {
                    let mut written = old.clone();
                    for (count, at) in selected.clone().enumerate() {
                        written[at] = value(count);
                    }
                    written
                };
                let count = selected.clone().count();
                let after = |change: &dyn Fn(&mut Tensor<T, 1>)| {
                    let mut t = Tensor::from(old.clone());
                    change(&mut t);
                    t.into_vec()
                };
                let is = |got: Vec<T>, expected: Vec<T>, what: &str| {
                    assert!(got == expected, "{what} by {mask:?}: {got:?}");
                };
                let own: Vec<T> = selected.clone().map(|at| old[at]).collect();
                let t = View::from(&old[..]);
                is(t.select(&mask).into_vec(), own.clone(), "select");
                is(t.pick(s![&mask]).into_vec(), own.clone(), "pick");
                let value = number(7);
                let filled = written(&|_| value);
                is(
                    after(&|t| t.select_mut(&mask).fill(value)),
                    filled.clone(),
                    "fill",
                );
                is(
                    after(&|t| t.pick_mut(s![&mask]).fill(value)),
                    filled.clone(),
                    "pick, fill",
                );
                let each = after(&|t| t.select_mut(&mask).map_inplace(|x| *x = value));
                is(each, filled.clone(), "map_inplace");
                let source = &new[..count];
                let assigned = written(&|at| new[at]);
                is(
                    after(&|t| t.select_mut(&mask).assign(source)),
                    assigned.clone(),
                    "assign",
                );
                let each = after(&|t| t.select_mut(&mask).apply(source, |x, y| *x = *y));
                is(each, assigned.clone(), "apply");
                // The same in the second of three rows.
                let mut rows = Tensor::from_shape_fn([3, len], |[_, x]| old[x]);
                assert!(rows.pick(s![1, &mask]).into_vec() == own);
                rows.pick_mut(s![1, &mask]).fill(value);
                assert!(
                    rows.slice(s![1]).to_vec() == filled,
                    "row, fill by {mask:?}"
                );
                rows.pick_mut(s![1, &mask]).assign(source);
                assert!(rows.slice(s![1]).to_vec() == assigned, "row by {mask:?}");
                assert!(rows.slice(s![::2]).to_vec() == [&old[..], &old[..]].concat());
                // The same, from the last to the first and with gaps.
                let mut memory: Vec<T> = (0..2 * len).map(|at| old[len - 1 - at / 2]).collect();
                let beside: Vec<T> = memory.iter().copied().step_by(2).collect();
                let mut view = ViewMut::from(&mut memory[..]).into_slice_mut(s![::-2]);
                view.select_mut(&mask).assign(source);
                assert!(view.to_vec() == assigned, "assign with gaps by {mask:?}");
                assert!(
                    memory.iter().copied().step_by(2).eq(beside),
                    "beside {mask:?}"
                );
            }
        }
    }
    check(|n| n as u8);
    check(|n| n as f32);
    check(|n| [n as u8, 3, 4]);
    check(|n| n as u64);
}
