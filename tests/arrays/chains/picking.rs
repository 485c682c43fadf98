//! Lists and masks along axes, read and written.

use tslice::{DynSpec, DynViewMut, PickError, ShapeError, Tensor, View, s};
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
