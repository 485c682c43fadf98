//! Lists and masks along axes, read and written.

use tslice::{DynSpec, DynTensor, DynViewMut, PickError, ShapeError, Tensor, View, s};
use tslice_tests::algebra::Random;
use tslice_tests::model::Laid;
use tslice_tests::sizes;

use super::{Element, each_shape};

/// Random positions of an axis, often many of them, and their text.
fn list(random: &mut Random, len: usize, most: usize) -> (Vec<usize>, String) {
    let lengths = sizes::up_to(most.min(2000));
    let from = [0, lengths.len().saturating_sub(5)][random.below(2)];
    let count = lengths[from + random.below(lengths.len() - from)];
    let mut text = String::new();
    let list = (0..count).map(|_| {
        let position = random.below(len);
        let negative = position as i64 - len as i64;
        text += &[format!("{position}, "), format!("{negative}, ")][random.below(2)];
        position
    });
    (list.collect(), format!("[{text}]"))
}

/// What a spec with lists selects.
struct Selection {
    spec: DynSpec,
    text: String,
    shape: Vec<usize>,
    /// The places among the elements of the array in row-major order, of what is selected.
    places: Vec<usize>,
}

impl Selection {
    /// An index, a range, or a list for each axis of a shape without length 0: at least one list.
    fn new(random: &mut Random, shape: &[usize], most: usize) -> Self {
        let (mut left, mut texts, mut lists, mut result) = (most, vec![], vec![], vec![]);
        let listed = random.below(shape.len());
        for (axis, &len) in shape.iter().enumerate() {
            let way = if axis == listed { 0 } else { random.below(5) };
            let (list, text) = match way {
                0 => list(random, len, left),
                1 => {
                    let position = random.below(len);
                    (vec![position], position.to_string())
                }
                2 => ((0..len).step_by(2).collect(), "::2".to_owned()),
                3 => ((0..len).rev().collect(), "::-1".to_owned()),
                _ => ((0..len).collect(), ":".to_owned()),
            };
            if way != 1 {
                result.push(list.len());
            }
            left = (left / list.len().max(1)).max(1);
            lists.push(list);
            texts.push(text);
        }
        let text = texts.join(", ");
        Self {
            spec: text.parse().expect("a spec"),
            text,
            shape: result,
            places: places(shape, &lists),
        }
    }
}

/// The places of elements at positions of each axis, among those of a shape in row-major order.
fn places(shape: &[usize], lists: &[Vec<usize>]) -> Vec<usize> {
    let mut places = vec![0];
    for (&len, list) in shape.iter().zip(lists) {
        let outer = places;
        places = Vec::with_capacity(outer.len() * list.len());
        for from in outer {
            places.extend(list.iter().map(|position| from * len + position));
        }
    }
    places
}

fn picks<T: Element>(random: &mut Random, shape: &[usize]) {
    if shape.is_empty() || shape.contains(&0) {
        return;
    }
    let laid = Laid::new(random, shape, false);
    let tensor = laid.tensor(T::of);
    let view = laid.view(&tensor);
    let Selection {
        spec,
        text,
        shape: result,
        places,
    } = Selection::new(random, shape, 4000);
    let at = |place: usize| laid.model.positions[place];
    let expected: Vec<T> = places.iter().map(|&place| T::of(at(place))).collect();
    let picked = view.pick(&spec);
    assert_eq!(picked.shape(), &result[..]);
    assert!(
        picked.into_vec() == expected,
        "pick {text} of {:?}",
        laid.steps
    );
    let mut buffer = vec![T::of(255); expected.len()];
    view.pick_into(&spec, &mut buffer);
    assert!(buffer == expected, "pick_into {text} of {:?}", laid.steps);

    // Of an element that is selected more than once, the last value stays.
    let to = Laid::new(random, shape, true);
    let from = Laid::new(random, &result, false);
    let source = from.tensor(|at| T::of(at + 50));
    let mut written: Vec<T> = (0..to.room()).map(T::of).collect();
    for (&place, &value) in places.iter().zip(&from.model.positions) {
        written[to.model.positions[place]] = T::of(value + 50);
    }
    let mut target = to.tensor(T::of);
    to.with_mut(&mut target, |mut view: DynViewMut<'_, T>| {
        view.pick_mut(&spec).assign(from.view(&source));
    });
    assert!(
        target.into_vec() == written,
        "pick_mut {text} of {:?} from {:?}",
        to.steps,
        from.steps
    );
}

#[test]
fn picks_of_views_match_the_positions() {
    each_shape(120, 2000, picks::<u8>);
    each_shape(80, 2000, picks::<u16>);
    each_shape(80, 2000, picks::<u32>);
    each_shape(80, 2000, picks::<f64>);
    each_shape(80, 2000, picks::<[u8; 3]>);
    each_shape(40, 1000, picks::<String>);
}

/// A list by reference is read where it is used, in blocks. Each position selects a block that is
/// not a row, for every order of the axes.
#[test]
fn long_lists_by_reference_pick_blocks_of_any_strides() {
    for (case, count) in (1_u64..).zip([1, 5, 299, 300, 301, 511, 512, 513, 1025, 2000]) {
        let random = &mut Random(case.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let base = [9, 10, 11];
        let element = |[i, j, k]: [usize; 3]| (i * 10 + j) * 11 + k;
        let whole = Tensor::<usize, 3>::from_shape_fn(base, element);
        for axes in [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ] {
            let view: View<'_, usize, 3> = whole.permute(axes);
            let rows: Vec<usize> = (0..count).map(|_| random.below(base[axes[0]])).collect();
            let at = |i, j, k| {
                let mut index = [0; 3];
                (index[axes[0]], index[axes[1]], index[axes[2]]) = (i, j, k);
                element(index)
            };
            let mut expected = [vec![], vec![], vec![]];
            for &row in &rows {
                for j in 1..4 {
                    for k in (0..base[axes[2]]).step_by(2) {
                        expected[0].push(at(row, j, k));
                    }
                }
                for k in (0..base[axes[2]]).rev() {
                    expected[1].push(at(row, 3, k));
                }
                for j in 0..base[axes[1]] {
                    expected[2].push(at(row, j, 5));
                }
            }
            let [blocks, lines, columns] = expected;
            // Few positions count from the end, none of them among the first.
            let from_end = |(at, &row): (usize, &usize)| {
                let len = base[axes[0]] * usize::from(at % 300 == 299);
                row as i32 - len as i32
            };
            let signed: Vec<i32> = rows.iter().enumerate().map(from_end).collect();
            let shown = format!("{count} rows of {axes:?}");
            assert!(
                view.pick(s![&rows, 1:4, ::2]).into_vec() == blocks,
                "{shown}"
            );
            assert!(view.pick(s![&rows, 3, ::-1]).into_vec() == lines, "{shown}");
            assert!(view.pick(s![&rows, :, 5]).into_vec() == columns, "{shown}");
            assert!(
                view.pick(s![&signed, 1:4, ::2]).into_vec() == blocks,
                "{shown}"
            );

            let mut target = whole.clone();
            let mut written = whole.to_vec();
            let values: Vec<usize> = (5000..).take(blocks.len()).collect();
            for (&place, &value) in blocks.iter().zip(&values) {
                written[place] = value;
            }
            let shape = [count, 3, base[axes[2]].div_ceil(2)];
            let values = Tensor::from_shape_vec(shape, values).expect("as many");
            let mut turned = target.permute_mut(axes);
            turned.pick_mut(s![&rows, 1:4, ::2]).assign(&values);
            assert!(target.into_vec() == written, "pick_mut: {shown}");
        }
    }
}

/// A list of positions of an axis, as elements of a type.
fn integers<I: TryFrom<i64, Error: std::fmt::Debug>>(
    random: &mut Random,
    positions: &[usize],
    len: usize,
    least: i64,
) -> Vec<I> {
    let number = |&position: &usize| {
        let from_end = least < 0 && random.below(7) == 0;
        let number = position as i64 - if from_end { len as i64 } else { 0 };
        I::try_from(number).expect("in the type")
    };
    positions.iter().map(number).collect()
}

/// A list by reference at the first or the last axis of a view of any rank, which is read where it
/// is used: contiguous or not, of any type, and a mask.
fn picks_by_reference<T: Element>(random: &mut Random, shape: &[usize]) {
    let rank = shape.len();
    if rank == 0 || shape.contains(&0) {
        return;
    }
    let axis = [0, rank - 1][random.below(2)];
    let len = shape[axis];
    let others: usize = shape.iter().product::<usize>() / len;
    let mut positions: Vec<usize> = {
        let lengths = sizes::up_to((8000 / others).clamp(1, 2000));
        let from = [0, lengths.len().saturating_sub(4)][random.below(2)];
        let count = lengths[from + random.below(lengths.len() - from)];
        (0..count).map(|_| random.below(len)).collect()
    };
    let as_mask: Option<Vec<bool>> =
        (random.below(4) == 0).then(|| (0..len).map(|_| random.below(3) > 0).collect());
    if let Some(mask) = &as_mask {
        positions = (0..len).filter(|&at| mask[at]).collect();
    }
    let mut lists: Vec<Vec<usize>> = shape.iter().map(|&len| (0..len).collect()).collect();
    lists[axis] = positions.clone();
    let places = places(shape, &lists);
    let mut result = shape.to_vec();
    result[axis] = positions.len();

    let wide: Vec<i64> = integers(random, &positions, len, -1);
    let small: Vec<u16> = integers(random, &positions, len, 0);
    // As the elements of a view that is neither contiguous nor forwards.
    let steps = Laid::new(random, &[positions.len()], false);
    let mut spread = vec![0_i32; steps.room()];
    let repeated = steps.model.positions.iter().zip(&positions);
    repeated.for_each(|(&at, &position)| spread[at] = position as i32);
    let kept = steps.model.positions.iter().map(|&at| spread[at] as usize);
    let is_kept = kept.eq(positions.iter().copied());
    let spread = DynTensor::from_shape_vec(&steps.base, spread).expect("as many");
    let spread = steps.view(&spread).into_rank::<1>().expect("an axis");

    let laid = Laid::new(random, shape, false);
    let tensor = laid.tensor(T::of);
    let view = laid.view(&tensor);
    let to = Laid::new(random, shape, true);
    let from = Laid::new(random, &result, false);
    let source = from.tensor(|at| T::of(at + 50));
    let shown = format!(
        "axis {axis} of {:?}, {} positions",
        laid.steps,
        positions.len()
    );
    let at = |place: &usize| T::of(laid.model.positions[*place]);
    let expected: Vec<T> = places.iter().map(at).collect();
    let mut written: Vec<T> = (0..to.room()).map(T::of).collect();
    for (&place, &value) in places.iter().zip(&from.model.positions) {
        written[to.model.positions[place]] = T::of(value + 50);
    }
    let mut filled: Vec<T> = (0..to.room()).map(T::of).collect();
    for &place in &places {
        filled[to.model.positions[place]] = T::of(3);
    }

    macro_rules! compare {
        ($list:expr) => {{
            let picked = match axis {
                0 => view.pick(s![$list, ..]),
                _ => view.pick(s![.., $list]),
            };
            assert_eq!(picked.shape(), &result[..], "{shown}");
            assert!(picked.into_vec() == expected, "pick: {shown}");
            let mut buffer = vec![T::of(255); expected.len()];
            match axis {
                0 => view.pick_into(s![$list, ..], &mut buffer),
                _ => view.pick_into(s![.., $list], &mut buffer),
            }
            assert!(buffer == expected, "pick_into: {shown}");
            let mut target = to.tensor(T::of);
            to.with_mut(&mut target, |mut view: DynViewMut<'_, T>| match axis {
                0 => view.pick_mut(s![$list, ..]).assign(from.view(&source)),
                _ => view.pick_mut(s![.., $list]).assign(from.view(&source)),
            });
            let shown = format!("{shown}, to {:?} from {:?}", to.steps, from.steps);
            assert!(target.into_vec() == written, "pick_mut: {shown}");
            let mut target = to.tensor(T::of);
            to.with_mut(&mut target, |mut view: DynViewMut<'_, T>| match axis {
                0 => view.pick_mut(s![$list, ..]).fill(T::of(3)),
                _ => view.pick_mut(s![.., $list]).fill(T::of(3)),
            });
            assert!(target.into_vec() == filled, "fill: {shown}");
        }};
    }
    match &as_mask {
        Some(mask) => compare!(&mask[..]),
        None => {
            compare!(&wide);
            compare!(&small);
            if is_kept {
                compare!(&spread);
            }
        }
    }
}

#[test]
fn picks_by_lists_of_any_type_match_the_positions() {
    each_shape(150, 1200, picks_by_reference::<u8>);
    each_shape(100, 1200, picks_by_reference::<u32>);
    each_shape(70, 1200, picks_by_reference::<[u8; 3]>);
    each_shape(30, 600, picks_by_reference::<String>);
}

/// The first index of a list that is out of bounds is named, wherever it is, and whatever the
/// others are.
#[test]
fn bad_positions_anywhere_in_a_list_are_refused() {
    let random = &mut Random(11);
    macro_rules! refused {
        ($t:ty, $count:expr, $least:expr) => {
            let (count, len) = ($count, 1 + random.below(100));
            let view = Tensor::<usize, 2>::from_shape_fn([len, 2], |[i, j]| 2 * i + j);
            let positions: Vec<usize> = (0..count).map(|_| random.below(len)).collect();
            let mut list: Vec<$t> = integers(random, &positions, len, $least);
            assert_eq!(view.pick(s![&list]).shape(), &[count, 2]);
            let at = random.below(count);
            let mut index = [len as i64, 127][random.below(2)];
            if $least < 0 && random.below(2) == 0 {
                index = -index - 1;
            }
            list[at] = index.try_into().expect("in the type");
            // A bad one behind it is not named.
            let behind = at + random.below(count - at);
            list[behind] = list[at];
            let axis = 0;
            let expected = PickError::IndexOutOfBounds {
                at,
                index,
                axis,
                len,
            };
            let spread: Vec<$t> = list.iter().rev().flat_map(|index| [*index; 3]).collect();
            let spread = View::<$t, 1>::from(&spread[..]);
            let found = [
                view.try_pick(s![&list]),
                view.try_pick(s![&spread.slice(s![::-3])]),
                view.try_take(0, &list),
            ];
            for found in found {
                assert_eq!(found.map(|picked| picked.len()), Err(expected.clone()));
            }
        };
    }
    for count in [1, 2, 63, 64, 65, 300, 511, 512, 513, 1024, 1025, 2000] {
        for _ in 0..8 {
            refused!(i8, count, -1);
            refused!(u8, count, 0);
            refused!(i32, count, -1);
            refused!(i64, count, -1);
            refused!(u64, count, 0);
        }
    }
}

/// Shapes of more elements than `isize::MAX` are refused, whatever selects them, and whether they
/// are read or written.
#[test]
#[cfg(target_pointer_width = "64")]
fn picks_of_more_elements_than_can_be_counted_are_refused() {
    let (lists, square) = ([0_u8; 300], [[0_u8, 1]; 2]);
    let is_too_large = |error: PickError| {
        let too_large = matches!(error, PickError::Shape(ShapeError::Overflow { .. }));
        assert!(too_large, "{error}");
    };
    let mut units = Tensor::<(), 3>::full([2, 1 << 60, 2], ());
    let one = [7_u32];
    let wide = View::<_, 3>::from_shape([1, 1, 1], &one).expect("one element");
    let wide = wide.broadcast_to([2, 1 << 60, 2]);
    for text in [
        "[0, 1, 1, 0, 1], :, :",
        ":, ::-1, [0, 0, 0, 0, 0]",
        "[0, 1, -1], :, [0, 1, 0]",
    ] {
        let spec: DynSpec = text.parse().expect("a spec");
        is_too_large(wide.view().into_dyn().try_pick(&spec).unwrap_err());
        is_too_large(units.view().into_dyn().try_pick(&spec).unwrap_err());
        is_too_large(
            units
                .view_mut()
                .into_dyn()
                .try_pick_mut(&spec)
                .map(|_| ())
                .unwrap_err(),
        );
    }
    is_too_large(wide.try_pick(s![&lists, :, 0]).unwrap_err());
    is_too_large(units.try_pick(s![.., &lists]).unwrap_err());
    is_too_large(units.try_pick_mut(s![.., &lists]).map(|_| ()).unwrap_err());
    is_too_large(units.try_take(0, square).unwrap_err());
}
