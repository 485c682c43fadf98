//! Assignments, fills, and exclusive views.

use tslice::{Tensor, ViewMut};
use tslice_tests::algebra::Random;
use tslice_tests::indices::indices;
use tslice_tests::model::Laid;

use super::{Element, each_shape};

/// Every element of the tensor behind a view is compared, those between the elements too.
fn write<T: Element>(random: &mut Random, shape: &[usize]) {
    let (to, from) = (
        Laid::new(random, shape, true),
        Laid::new(random, shape, false),
    );
    let source = from.tensor(T::of);
    let source = from.view(&source);
    let untouched: Vec<T> = (0..to.room()).map(|at| T::of(at + 100)).collect();
    let check =
        |name: &str, value: &dyn Fn(usize) -> T, act: &dyn Fn(tslice::DynViewMut<'_, T>)| {
            let mut expected = untouched.clone();
            for (i, &at) in to.model.positions.iter().enumerate() {
                expected[at] = value(i);
            }
            let mut target = to.tensor(|at| untouched[at].clone());
            to.with_mut(&mut target, act);
            assert!(
                target.into_vec() == expected,
                "{name}: {:?} from {:?}",
                to.steps,
                from.steps
            );
        };
    let assigned = |i: usize| T::of(from.model.positions[i]);
    check("assign", &assigned, &|mut view| view.assign(&source));
    check("fill", &|_| T::of(9), &|mut view| view.fill(T::of(9)));
    let changed = |i: usize| T::of(to.model.positions[i] + 100 + 1);
    check("iter_mut", &changed, &|mut view| {
        for (i, element) in view.iter_mut().enumerate() {
            assert!(*element == T::of(to.model.positions[i] + 100));
            *element = changed(i);
        }
    });
}

#[test]
fn writes_change_the_elements_of_the_view_alone() {
    each_shape(100, 3000, write::<u8>);
    each_shape(60, 3000, write::<u16>);
    each_shape(60, 3000, write::<u32>);
    each_shape(60, 3000, write::<f64>);
    each_shape(60, 3000, write::<[u8; 3]>);
    each_shape(30, 1000, write::<String>);
}

/// The offset of each index tuple, in row-major order.
fn offsets(shape: &[usize], strides: &[isize], first: usize) -> Vec<isize> {
    let offset = |index: &Vec<usize>| {
        let steps = index
            .iter()
            .zip(strides)
            .map(|(&i, stride)| i as isize * stride);
        first as isize + steps.sum::<isize>()
    };
    indices(shape).iter().map(offset).collect()
}

/// An exclusive view of any strides is inside its slice and has no element twice.
#[test]
fn exclusive_views_of_any_strides_share_no_element() {
    let mut taken = [0; 7];
    for case in 1..=6000_u64 {
        let random = &mut Random(case.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let rank = random.below(7);
        let shape: Vec<usize> = (0..rank).map(|_| 1 + random.below(3)).collect();
        // Strides that often are just large enough, and often just too small.
        let mut strides = vec![0; rank];
        let (mut order, mut reach): (Vec<usize>, isize) = ((0..rank).collect(), 1);
        (1..rank).for_each(|at| order.swap(at, random.below(at + 1)));
        let is_short = random.below(2);
        for axis in order {
            let less = (is_short * random.below(2)) as isize;
            let stride = (reach + random.below(2) as isize - less).max(0);
            reach += (shape[axis] as isize - 1) * stride;
            strides[axis] = if random.below(3) == 0 {
                -stride
            } else {
                stride
            };
        }
        let lowest: isize = offsets(&shape, &strides, 0)
            .into_iter()
            .min()
            .expect("an element");
        let first = lowest.unsigned_abs();
        let reached = offsets(&shape, &strides, first);
        let len = 1 + reached.iter().max().expect("an element").unsigned_abs();
        let mut sorted = reached.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let is_distinct = sorted.len() == reached.len();
        let mut data: Vec<usize> = (0..len).collect();
        let shared = data.as_ptr().wrapping_add(first);
        // SAFETY: `from_raw_parts` needs index tuples that lead to elements, which are not written:
        // the data holds all that these strides reach from `first` on.
        let shared = unsafe { tslice::DynView::from_raw_parts(shared, &shape, &strides) };
        let shared: Vec<isize> = shared
            .expect("a shape that can be counted")
            .iter()
            .map(|at| *at as isize)
            .collect();
        assert_eq!(shared, reached, "{shape:?} by {strides:?}");
        let exclusive = data.as_mut_ptr().wrapping_add(first);
        // SAFETY: as above, and no other reference to the data exists.
        let exclusive = unsafe { tslice::DynViewMut::from_raw_parts(exclusive, &shape, &strides) };
        let from_parts = exclusive.map(|view| view.to_vec());
        let view = tslice::DynViewMut::from_strided(&shape, &strides, first, &mut data);
        assert_eq!(
            from_parts,
            view.as_ref()
                .map(|view| view.to_vec())
                .map_err(Clone::clone),
            "{shape:?} by {strides:?}"
        );
        match view {
            Ok(mut view) => {
                assert!(is_distinct, "{shape:?} by {strides:?} shares an element");
                let own: Vec<isize> = view.iter_mut().map(|at| *at as isize).collect();
                assert_eq!(own, reached, "{shape:?} by {strides:?}");
                taken[rank] += 1;
            }
            Err(error) => {
                assert!(is_short == 1, "{shape:?} by {strides:?}: {error}");
            }
        }
        if reached.contains(&(len as isize - 1)) && len > 1 {
            let view =
                tslice::DynViewMut::from_strided(&shape, &strides, first, &mut data[..len - 1]);
            assert!(view.is_err(), "{shape:?} by {strides:?} leaves the slice");
        }
    }
    assert!(taken.iter().all(|&count| count > 100), "{taken:?}");
    let mut data = [0_u8; 9];
    assert!(ViewMut::<_, 3>::from_strided([2, 2, 2], [1, 1, 3], 0, &mut data).is_err());
}

/// Each diagonal, below and above the main one, up to those that have no elements.
#[test]
fn every_diagonal_is_read_and_written() {
    for (rows, columns) in [
        (1, 1),
        (2, 7),
        (7, 2),
        (6, 6),
        (9, 5),
        (5, 9),
        (3, 0),
        (0, 3),
        (40, 41),
    ] {
        for k in -(rows as i64) - 3..=columns as i64 + 3 {
            let at = |i: usize, j: usize| i as i64 + k == j as i64;
            let mut t = Tensor::<usize, 2>::from_shape_fn([rows, columns], |[i, j]| 100 * i + j);
            let mut expected: Vec<usize> = vec![];
            let mut written = t.clone();
            for i in 0..rows {
                for j in 0..columns {
                    if at(i, j) {
                        expected.push(100 * i + j);
                        written[[i, j]] += 50_000;
                    }
                }
            }
            assert_eq!(t.diagonal(k).to_vec(), expected, "{rows} x {columns}, {k}");
            let mirrored = t
                .slice(tslice::s![::-1, ::-1])
                .diagonal(columns as i64 - rows as i64 - k);
            assert!(
                mirrored.iter().rev().eq(&expected),
                "{rows} x {columns}, {k}"
            );
            t.diagonal_mut(k).map_inplace(|x| *x += 50_000);
            assert_eq!(t, written, "{rows} x {columns}, {k}");
        }
    }
}
