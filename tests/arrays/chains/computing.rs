//! Maps, zips of 2 to 4 operands, sums, extremes and folds.

use std::iter;

use tslice::traits::Addend;
use tslice::{DynTensor, View, zip};
use tslice_tests::algebra::Random;
use tslice_tests::model::Laid;

use super::{Element, each_shape};

/// The elements of a view, by its positions.
fn elements<T: Element>(laid: &Laid, salt: usize) -> Vec<T> {
    laid.model
        .positions
        .iter()
        .map(|&at| T::of(at + salt))
        .collect()
}

fn zips<A: Element, B: Element>(random: &mut Random, shape: &[usize]) {
    let [a, b, c] = [0; 3].map(|_| Laid::new(random, shape, false));
    let d = Laid::new(random, shape, true);
    let (first, second) = (a.tensor(|at| A::of(at + 1)), b.tensor(|at| B::of(at + 2)));
    let (third, mut fourth) = (c.tensor(|at| B::of(at + 3)), d.tensor(|at| A::of(at + 4)));
    let (x, y, z) = (a.view(&first), b.view(&second), c.view(&third));
    let (xs, ys, zs) = (
        elements::<A>(&a, 1),
        elements::<B>(&b, 2),
        elements::<B>(&c, 3),
    );
    let steps = format!("{:?}, {:?}, {:?}, {:?}", a.steps, b.steps, c.steps, d.steps);
    let pairs: Vec<_> = xs.iter().cloned().zip(ys.iter().cloned()).collect();
    let triples: Vec<_> = pairs.iter().cloned().zip(zs.iter().cloned()).collect();

    assert!(x.map(A::clone).into_vec() == xs, "map: {steps}");
    let found = zip((&x, &y)).map(|(x, y)| (x.clone(), y.clone()));
    assert!(found.into_vec() == pairs, "zip of 2: {steps}");
    let found = zip((&x, &y, &z)).map(|(x, y, z)| ((x.clone(), y.clone()), z.clone()));
    assert!(found.into_vec() == triples, "zip of 3: {steps}");
    let same = zip((&x, &y, &z)).indexed().map(|index, (x, y, z)| {
        let at = index.iter().zip(shape).fold(0, |at, (i, len)| at * len + i);
        xs[at] == *x && ys[at] == *y && zs[at] == *z
    });
    assert!(same.iter().all(|same| *same), "zip, indexed: {steps}");

    let old = elements::<A>(&d, 4);
    let mut expected: Vec<A> = (0..d.room()).map(|at| A::of(at + 4)).collect();
    for (x, &at) in xs.iter().zip(&d.model.positions) {
        expected[at] = x.clone();
    }
    d.with_mut(&mut fourth, |mut view| {
        let found = zip((&x, &mut view, &y, &z)).map(|(x, to, y, z)| {
            let from = std::mem::replace(to, x.clone());
            (from, (y.clone(), z.clone()))
        });
        let right = old
            .iter()
            .cloned()
            .zip(ys.iter().cloned().zip(zs.iter().cloned()));
        assert!(found.into_vec().into_iter().eq(right), "zip of 4: {steps}");
    });
    assert!(fourth.into_vec() == expected, "zip of 4, written: {steps}");
}

#[test]
fn zips_of_views_match_loops() {
    each_shape(80, 5000, zips::<u8, u8>);
    each_shape(80, 5000, zips::<f32, u16>);
    each_shape(60, 9000, zips::<u8, f64>);
    each_shape(60, 5000, zips::<f32, f32>);
}

/// Each way to visit the elements of a zip, once for each index tuple; with the tuple in its order.
fn visits(random: &mut Random, shape: &[usize]) {
    let (a, b) = (
        Laid::new(random, shape, false),
        Laid::new(random, shape, true),
    );
    let (first, mut second) = (a.tensor(|at| at), b.tensor(|at| at));
    let x = a.view(&first);
    let pairs: Vec<(usize, usize)> = iter::zip(&a.model.positions, &b.model.positions)
        .map(|(&x, &y)| (x, y))
        .collect();
    let mut sorted = pairs.clone();
    sorted.sort_unstable();
    let steps = format!("{:?}, {:?}", a.steps, b.steps);
    let each = |name: &str, mut found: Vec<(usize, usize)>| {
        found.sort_unstable();
        assert_eq!(found, sorted, "{name}: {steps}");
    };
    b.with_mut(&mut second, |mut y| {
        let mut found = vec![];
        zip((&x, &mut y)).for_each(|(x, y)| found.push((*x, *y)));
        each("for_each", found);
        let found = zip((&x, &y)).fold(vec![], |mut found, (x, y)| {
            found.push((*x, *y));
            found
        });
        each("fold", found);
        let mut found = vec![];
        let is_end = zip((&x, &mut y)).try_for_each(|(x, y)| {
            found.push((*x, *y));
            Ok::<(), ()>(())
        });
        assert_eq!(is_end, Ok(()));
        each("try_for_each", found);
        let mut found = vec![];
        assert!(zip((&x, &y)).all(|(x, y)| {
            found.push((*x, *y));
            true
        }));
        each("all", found);
        let mut found = vec![];
        assert!(!zip((&x, &y)).any(|(x, y)| {
            found.push((*x, *y));
            false
        }));
        each("any", found);

        let flat = |index: &[usize]| index.iter().zip(shape).fold(0, |at, (i, len)| at * len + i);
        let mut found = vec![];
        zip((&x, &mut y)).indexed().for_each(|index, (x, y)| {
            assert_eq!(flat(&index), found.len(), "indexed for_each: {steps}");
            found.push((*x, *y));
        });
        assert_eq!(found, pairs, "indexed for_each: {steps}");
        let found = zip((&x, &mut y))
            .indexed()
            .try_map(|index, (x, y)| (flat(&index), *x, *y));
        let found = found.expect("a small result").into_vec();
        let numbered = pairs.iter().enumerate().map(|(at, &(x, y))| (at, x, y));
        assert!(found.into_iter().eq(numbered), "indexed try_map: {steps}");
    });
}

#[test]
fn zips_visit_each_element_once() {
    each_shape(150, 2000, visits);
}

/// Sums, extremes and folds along each axis, of whole numbers, whose sums are exact.
fn reductions<T>(random: &mut Random, shape: &[usize])
where
    T: Element + Copy + PartialOrd + Addend,
{
    let laid = Laid::new(random, shape, false);
    // Of few different numbers, so that many are equal, and of so small ones that a sum fits.
    let number = |at: usize| T::of(at * 7 % 5);
    let tensor = laid.tensor(number);
    let view = laid.view(&tensor);
    let of = |positions: &[usize]| positions.iter().map(|&at| at * 7 % 5).collect::<Vec<_>>();
    let numbers = of(&laid.model.positions);
    assert!(
        view.sum() == T::of(numbers.iter().sum()),
        "sum of {:?}",
        laid.steps
    );
    let least = numbers.iter().min().map(|&n| T::of(n));
    let greatest = numbers.iter().max().map(|&n| T::of(n));
    assert!(view.min() == least, "min of {:?}", laid.steps);
    assert!(view.max() == greatest, "max of {:?}", laid.steps);
    for (axis, &len) in shape.iter().enumerate() {
        let shown = format!("axis {axis} of {:?}", laid.steps);
        let lanes: Vec<_> = laid.model.lanes(axis).iter().map(|lane| of(lane)).collect();
        let each = |f: &dyn Fn(&Vec<usize>) -> usize| lanes.iter().map(f).collect::<Vec<_>>();
        let sums = each(&|lane| lane.iter().sum());
        let same = |found: DynTensor<T>, expected: Vec<usize>| {
            let expected: Vec<T> = expected.into_iter().map(T::of).collect();
            found.into_vec() == expected
        };
        assert!(same(view.sum_axis(axis), sums), "sum_axis: {shown}");
        let hash = |state: usize, n: usize| (state * 31 + n) % 1_000_003;
        let hashes = each(&|lane| lane.iter().fold(1, |state, &n| hash(state, n)));
        let number_of = |x: &T| {
            (0..5)
                .find(|&n| T::of(n) == *x)
                .expect("one of the numbers")
        };
        let folded = view.fold_axis(axis, 1, |state, x| hash(state, number_of(x)));
        assert!(folded.into_vec() == hashes, "fold_axis: {shown}");
        if len > 0 {
            let least = each(&|lane| *lane.iter().min().expect("an element"));
            let greatest = each(&|lane| *lane.iter().max().expect("an element"));
            assert!(same(view.min_axis(axis), least), "min_axis: {shown}");
            assert!(same(view.max_axis(axis), greatest), "max_axis: {shown}");
        }
    }
}

#[test]
fn reductions_of_views_match_loops() {
    each_shape(60, 1500, reductions::<u16>);
    each_shape(60, 1500, reductions::<u32>);
    each_shape(60, 1500, reductions::<f32>);
    each_shape(60, 1500, reductions::<f64>);
}

/// Few lanes beside each other, each of which is long, and many short ones: sums, extremes and
/// their positions along both axes, and of all elements, of matrices whose axes are stepped and
/// reversed.
fn extremes<T>(random: &mut Random, shape: &[usize])
where
    T: Element + Copy + PartialOrd + Addend,
{
    let laid = Laid::new(random, shape, false);
    let number = |at: usize| at * 7 % 5 + usize::from(at % 97 == 96);
    let tensor = laid.tensor(|at| T::of(number(at)));
    let view = laid.view(&tensor);
    let all: Vec<usize> = laid.model.positions.iter().map(|&at| number(at)).collect();
    let shown = format!("{shape:?}, {:?}", laid.steps);
    assert!(view.sum() == T::of(all.iter().sum()), "sum of {shown}");
    let least = all.iter().min().map(|&n| T::of(n));
    let greatest = all.iter().max().map(|&n| T::of(n));
    assert!(view.min() == least, "min of {shown}");
    assert!(view.max() == greatest, "max of {shown}");
    // One element is less or greater than all others, wherever it is.
    let places = [0, all.len() - 1, random.below(all.len())];
    for place in places.map(|place| laid.model.positions[place]) {
        for one in [0, 9] {
            let tensor = laid.tensor(|at| T::of(if at == place { one } else { number(at) + 1 }));
            let view = laid.view(&tensor);
            let found = if one == 0 { view.min() } else { view.max() };
            assert!(found == Some(T::of(one)), "{one} at {place} of {shown}");
        }
    }
    for axis in 0..shape.len() {
        let shown = format!("axis {axis} of {shown}");
        let lanes: Vec<Vec<usize>> = laid.model.lanes(axis);
        let numbers = lanes.iter().map(|lane| lane.iter().map(|&at| number(at)));
        let (mut sums, mut least, mut greatest) = (vec![], vec![], vec![]);
        for lane in numbers {
            let lane: Vec<usize> = lane.collect();
            sums.push(T::of(lane.iter().sum()));
            least.push(first_of(&lane, lane.iter().min()));
            greatest.push(first_of(&lane, lane.iter().max()));
        }
        assert!(view.sum_axis(axis).into_vec() == sums, "sum: {shown}");
        assert!(
            view.argmin_axis(axis).into_vec() == least,
            "argmin: {shown}"
        );
        assert!(
            view.argmax_axis(axis).into_vec() == greatest,
            "argmax: {shown}"
        );
    }
}

/// Where the first of the elements that are equal to one is.
fn first_of(lane: &[usize], wanted: Option<&usize>) -> usize {
    let found = lane.iter().position(|number| Some(number) == wanted);
    found.expect("one of the elements")
}

#[test]
fn sums_and_positions_of_extremes_of_long_lanes_match_loops() {
    let random = &mut Random(7);
    for long in [1, 7, 63, 64, 65, 130, 299, 300, 301, 513, 1100, 1300] {
        for few in [1, 2, 3, 4, 5, 8, 9] {
            for shape in [vec![long, few], vec![few, long], vec![2, long, few]] {
                extremes::<u16>(random, &shape);
                extremes::<f32>(random, &shape);
                extremes::<f64>(random, &shape);
            }
        }
    }
}

/// Parts of an array of overlapping windows are brought together in a buffer, where the last part
/// of a window may begin at the same element as the first and longer part of the next one.
#[test]
fn overlapping_windows_are_read_whole() {
    for (rows, len) in [(53, 20), (71, 20), (107, 20), (61, 33)] {
        for distance in 1..rows {
            let data: Vec<f32> = (0..distance + rows + 2 * len).map(|at| at as f32).collect();
            let (shape, strides) = ([2, rows, len], [distance as isize, 1, 2]);
            let windows = View::<_, 3>::from_strided(shape, strides, 0, &data).expect("inside");
            let found = windows.map(|x| *x as usize);
            let at = |at: usize| at / len / rows * distance + at / len % rows + at % len * 2;
            let expected = (0..2 * rows * len).map(at);
            assert!(
                found.into_vec().into_iter().eq(expected),
                "{shape:?}, {distance} apart"
            );
        }
    }
}
