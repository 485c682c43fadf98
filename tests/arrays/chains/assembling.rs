//! Arrays that are joined, padded and cropped, and elements that lists and masks select.

use tslice::{Border, DynTensor, concatenate, stack};
use tslice_tests::algebra::Random;
use tslice_tests::indices::indices;
use tslice_tests::model::Laid;

use super::{Element, each_shape};

/// The elements of a view, by its positions.
fn elements<T: Element>(laid: &Laid) -> Vec<T> {
    laid.model.positions.iter().map(|&at| T::of(at)).collect()
}

/// The place of an index tuple among those of a shape.
fn place(shape: &[usize], index: &[usize]) -> usize {
    index.iter().zip(shape).fold(0, |at, (i, len)| at * len + i)
}

/// The elements of a shape, by a function of the index tuple.
fn each<T>(shape: &[usize], element: impl FnMut(Vec<usize>) -> T) -> Vec<T> {
    indices(shape).into_iter().map(element).collect()
}

fn join<T: Element>(random: &mut Random, shape: &[usize]) {
    let axis = random.below(shape.len() + 1);
    let [a, b, c] = [0; 3].map(|_| Laid::new(random, shape, false));
    let tensors = [&a, &b, &c].map(|laid| laid.tensor(T::of));
    let views = [
        a.view(&tensors[0]),
        b.view(&tensors[1]),
        c.view(&tensors[2]),
    ];
    let parts: [Vec<T>; 3] = [elements(&a), elements(&b), elements(&c)];
    let shown = format!("axis {axis}: {:?}, {:?}, {:?}", a.steps, b.steps, c.steps);
    let mut stacked = shape.to_vec();
    stacked.insert(axis, 3);
    let expected = each(&stacked, |mut index| {
        let part = index.remove(axis);
        parts[part][place(shape, &index)].clone()
    });
    assert!(stack(axis, &views).into_vec() == expected, "stack, {shown}");
    if axis < shape.len() && shape[axis] > 0 {
        let mut joined = shape.to_vec();
        joined[axis] *= 3;
        let expected = each(&joined, |mut index| {
            let part = index[axis] / shape[axis];
            index[axis] %= shape[axis];
            parts[part][place(shape, &index)].clone()
        });
        assert!(
            concatenate(axis, &views).into_vec() == expected,
            "concatenate, {shown}"
        );
    }
}

#[test]
fn joined_views_match_loops() {
    each_shape(80, 1000, join::<u8>);
    each_shape(60, 1000, join::<f32>);
    each_shape(30, 500, join::<String>);
}

/// Where a position of a padded axis comes from; `None` of a constant.
fn source(border: Border<u32>, at: isize, len: usize) -> Option<usize> {
    let mut at = at;
    let len = len as isize;
    // One step towards the axis after the other.
    while !(0..len).contains(&at) {
        at = match border {
            Border::Edge => at.clamp(0, len - 1),
            Border::Wrap => at + if at < 0 { len } else { -len },
            Border::Symmetric => (if at < 0 { -1 } else { 2 * len - 1 }) - at,
            Border::Reflect if len == 1 => 0,
            Border::Reflect => (if at < 0 { 0 } else { 2 * len - 2 }) - at,
            _ => return None,
        };
    }
    Some(at.unsigned_abs())
}

#[test]
fn borders_around_views_match_loops() {
    each_shape(150, 300, |random, shape| {
        if shape.contains(&0) {
            return;
        }
        let laid = Laid::new(random, shape, false);
        let tensor = laid.tensor(u32::of);
        let view = laid.view(&tensor);
        let borders = [
            Border::Constant(77_777),
            Border::Edge,
            Border::Wrap,
            Border::Symmetric,
            Border::Reflect,
        ];
        let border = borders[random.below(5)];
        // Few axes are padded, or the result has too many elements.
        let mut widths = vec![(0, 0); shape.len()];
        let mut starts = vec![0_isize; shape.len()];
        let mut cropped = shape.to_vec();
        for _ in 0..2.min(shape.len()) {
            let axis = random.below(shape.len());
            widths[axis] = (random.below(5), random.below(5));
            starts[axis] = random.around(7) as isize;
            cropped[axis] = random.below(8);
        }
        let seen = |starts: &[isize], shape_of: &[usize]| {
            each(shape_of, |index| {
                let mut from = vec![];
                for (axis, &i) in index.iter().enumerate() {
                    let at = i as isize + starts[axis];
                    match source(border, at, shape[axis]) {
                        Some(position) => from.push(position),
                        None => return 77_777,
                    }
                }
                laid.model.positions[place(shape, &from)] as u32
            })
        };
        let before: Vec<isize> = widths.iter().map(|width| -(width.0 as isize)).collect();
        let padded: Vec<usize> = shape
            .iter()
            .zip(&widths)
            .map(|(len, (before, after))| before + len + after)
            .collect();
        let found = view.pad(&widths[..], border);
        assert_eq!(found.shape(), &padded[..]);
        let shown = format!("{border:?} of {:?}", laid.steps);
        assert!(
            found.into_vec() == seen(&before, &padded),
            "pad by {widths:?}, {shown}"
        );
        let found = view.crop(&starts, &cropped, border);
        assert_eq!(found.shape(), &cropped[..]);
        assert!(
            found.into_vec() == seen(&starts, &cropped),
            "crop from {starts:?}, {shown}"
        );
    });
}

/// `take` and `compress` along each axis, and `select` by a mask of any layout, of all axes and of
/// the first ones.
fn select<T: Element>(random: &mut Random, shape: &[usize]) {
    let laid = Laid::new(random, shape, false);
    let tensor = laid.tensor(T::of);
    let view = laid.view(&tensor);
    let expected: Vec<T> = elements(&laid);
    for axis in 0..shape.len() {
        let len = shape[axis];
        let most = 3000 / (expected.len() / len.max(1)).max(1);
        let count = [0, 1, 3, most.min(2000)][random.below(4)] * usize::from(len > 0);
        let list: Vec<usize> = (0..count).map(|_| random.below(len)).collect();
        let mask: Vec<bool> = (0..len).map(|_| random.below(3) > 0).collect();
        let kept: Vec<usize> = (0..len).filter(|&at| mask[at]).collect();
        let shown = format!("axis {axis} of {:?}", laid.steps);
        let along = |list: &[usize]| {
            let mut taken = shape.to_vec();
            taken[axis] = list.len();
            each(&taken, |mut index| {
                index[axis] = list[index[axis]];
                expected[place(shape, &index)].clone()
            })
        };
        assert!(
            view.take(axis, &list).into_vec() == along(&list),
            "take, {shown}"
        );
        assert!(
            view.compress(axis, &mask).into_vec() == along(&kept),
            "compress, {shown}"
        );
    }
    let (mask, threshold) = (Laid::new(random, shape, false), random.below(4));
    let is_kept = |at: usize| at * 7 % 5 % 4 < threshold;
    let masks: DynTensor<bool> = mask.tensor(is_kept);
    let kept = mask.model.positions.iter().zip(&expected);
    let kept: Vec<T> = kept
        .filter(|(at, _)| is_kept(**at))
        .map(|(_, x)| x.clone())
        .collect();
    let found = view.select(&mask.view(&masks));
    assert!(
        found.into_vec() == kept,
        "select by {:?} of {:?}",
        mask.steps,
        laid.steps
    );
    for axes in 1..shape.len() {
        let (outer, inner) = shape.split_at(axes);
        let mask = Laid::new(random, outer, false);
        let masks: DynTensor<bool> = mask.tensor(is_kept);
        let size: usize = inner.iter().product();
        let places = mask.model.positions.iter().enumerate();
        let kept: Vec<usize> = places
            .filter(|(_, at)| is_kept(**at))
            .map(|(place, _)| place)
            .collect();
        let parts = kept.iter().flat_map(|&at| &expected[at * size..][..size]);
        let parts: Vec<T> = parts.cloned().collect();
        let found = view.select(&mask.view(&masks));
        let shown = format!("select by {:?} of {:?}", mask.steps, laid.steps);
        assert_eq!(found.shape(), &[&[kept.len()], inner].concat(), "{shown}");
        assert!(found.into_vec() == parts, "{shown}");
    }
}

#[test]
fn selected_elements_match_loops() {
    each_shape(60, 1000, select::<u8>);
    each_shape(60, 1000, select::<u32>);
    each_shape(30, 500, select::<String>);
}
