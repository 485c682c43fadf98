//! Operations of the references on operands of up to 6 axes in any layout, against loops.

use tslice::diag::Align;
use tslice::{DynTensor, Masks};
use tslice_ops::{self as ops, BadIndices, CacheMode, IndicesError, Reduction};
use tslice_tests::algebra::Random;
use tslice_tests::indices::indices;
use tslice_tests::model::Laid;
use tslice_tests::oracle::walk;
use tslice_tests::sizes;

/// Calls a function with a random shape of each rank from 1 to 6 that has elements, for many cases.
fn each_shape(cases: u64, most: usize, check: impl Fn(&mut Random, &[usize])) {
    for case in 1..=cases {
        let random = &mut Random(case.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let shape = sizes::spread(random, 1 + case as usize % 6, most);
        if !shape.contains(&0) {
            check(random, &shape);
        }
    }
}

/// The place of an index tuple among those of a shape.
fn place(shape: &[usize], index: &[usize]) -> usize {
    index.iter().zip(shape).fold(0, |at, (i, len)| at * len + i)
}

/// Index tuples for the first axes of a shape, in an array of any layout.
struct Tuples {
    tuples: Vec<Vec<usize>>,
    outer: Vec<usize>,
    laid: Laid,
    tensor: DynTensor<i64>,
}

impl Tuples {
    fn new(random: &mut Random, shape: &[usize]) -> Self {
        let depth = 1 + random.below(shape.len());
        let slice: usize = shape[depth..].iter().product();
        let lengths = sizes::up_to((3000 / slice).min(1100));
        let outer = match random.below(2) {
            0 => vec![lengths[1 + random.below(lengths.len() - 1)]],
            _ => vec![1 + random.below(3), 1 + random.below(9)],
        };
        let tuple = |_| {
            shape[..depth]
                .iter()
                .map(|len| random.below(*len))
                .collect()
        };
        let tuples: Vec<Vec<usize>> = (0..outer.iter().product()).map(tuple).collect();
        let laid = Laid::new(random, &[&outer[..], &[depth]].concat(), true);
        let numbers: Vec<i64> = tuples.iter().flatten().map(|&i| i as i64).collect();
        let tensor = laid.holding(&numbers, -1 << 40);
        Self {
            tuples,
            outer,
            laid,
            tensor,
        }
    }

    /// The axes of what the tuples select of a shape.
    fn selected(&self, shape: &[usize]) -> Vec<usize> {
        [&self.outer[..], &shape[self.tuples[0].len()..]].concat()
    }

    /// The places in a shape of what the tuples select, in row-major order.
    fn places(&self, shape: &[usize]) -> Vec<usize> {
        let mut places = vec![];
        for tuple in &self.tuples {
            let inner = &shape[tuple.len()..];
            let len: usize = inner.iter().product();
            let first = place(&shape[..tuple.len()], tuple) * len;
            places.extend(first..first + len);
        }
        places
    }
}

#[test]
fn gathered_slices_match_loops() {
    each_shape(240, 1000, |random, shape| {
        let laid = Laid::new(random, shape, false);
        let params = laid.tensor(|at| at as u32);
        let tuples = Tuples::new(random, shape);
        let indices = tuples.laid.view(&tuples.tensor);
        let found = ops::gather_nd(&laid.view(&params), &indices, 0).expect("inside");
        let places = tuples.places(shape);
        let expected: Vec<u32> = places
            .iter()
            .map(|&place| laid.model.positions[place] as u32)
            .collect();
        assert_eq!(found.shape(), &tuples.selected(shape)[..]);
        assert!(
            found.into_vec() == expected,
            "{:?} by {:?}",
            laid.steps,
            tuples.laid.steps
        );
    });
}

/// A reduction and what it does.
type Reduced = (Reduction<f32>, fn(f32, f32) -> f32);

fn reductions() -> [Reduced; 5] {
    fn with_nan(best: fn(f32, f32) -> f32, old: f32, new: f32) -> f32 {
        if old.is_nan() || new.is_nan() {
            f32::NAN
        } else {
            best(old, new)
        }
    }
    [
        (Reduction::None, |_, new| new),
        (Reduction::Sum, |old, new| old + new),
        (Reduction::Sub, |old, new| old - new),
        (Reduction::Min, |old, new| with_nan(f32::min, old, new)),
        (Reduction::Max, |old, new| with_nan(f32::max, old, new)),
    ]
}

/// NaN is equal to NaN.
fn same(found: &[f32], expected: &[f32]) -> bool {
    let equal = |(a, b): (&f32, &f32)| a == b || a.is_nan() && b.is_nan();
    found.len() == expected.len() && found.iter().zip(expected).all(equal)
}

/// Whole numbers, and sometimes a NaN.
fn number(at: usize) -> f32 {
    if at % 11 == 3 {
        f32::NAN
    } else {
        (at * 7 % 101) as f32 - 50.0
    }
}

#[test]
fn scattered_updates_match_loops() {
    each_shape(240, 1000, |random, shape| {
        let data = Laid::new(random, shape, true);
        let tuples = Tuples::new(random, shape);
        let updates = Laid::new(random, &tuples.selected(shape), false);
        let (old, new) = (data.tensor(number), updates.tensor(|at| number(at + 5)));
        let (old, new) = (data.view(&old), updates.view(&new));
        let indices = tuples.laid.view(&tuples.tensor);
        let places = tuples.places(shape);
        let (reduction, reduce) = reductions()[random.below(5)];
        let mut expected: Vec<f32> = data.model.positions.iter().map(|&at| number(at)).collect();
        for (&place, &at) in places.iter().zip(&updates.model.positions) {
            expected[place] = reduce(expected[place], number(at + 5));
        }
        let shown = format!(
            "{reduction:?}: {:?}, {:?}, {:?}",
            data.steps, tuples.laid.steps, updates.steps
        );
        let found = ops::scatter_nd_update(&old, &indices, &new, reduction).expect("inside");
        assert!(same(&found.into_vec(), &expected), "{shown}");
        let bad = BadIndices::Error;
        let found = ops::tensor_scatter_nd(&old, &indices, &new, reduction, bad).expect("inside");
        assert!(same(&found.into_vec(), &expected), "{shown}");

        // In place, all that is not selected stays.
        let mut whole: Vec<f32> = (0..data.room()).map(number).collect();
        for (&at, &element) in data.model.positions.iter().zip(&expected) {
            whole[at] = element;
        }
        let mut target = data.tensor(number);
        data.with_mut(&mut target, |mut view| {
            ops::scatter_nd_update_assign(&mut view, &indices, &new, reduction).expect("inside");
        });
        assert!(same(&target.into_vec(), &whole), "in place, {shown}");
    });
}

/// Updates of another shape are refused, as many elements as they may have.
#[test]
fn updates_of_another_shape_with_as_many_elements_are_refused() {
    each_shape(120, 300, |random, shape| {
        let tuples = Tuples::new(random, shape);
        let indices = tuples.laid.view(&tuples.tensor);
        let right = tuples.selected(shape);
        let count = right.iter().product();
        let mut turned = right.clone();
        turned.reverse();
        let old = DynTensor::<f32>::full(shape, 1.0);
        for wrong in [vec![count], vec![count, 1], vec![1, count], turned] {
            if wrong == right {
                continue;
            }
            let updates = DynTensor::<f32>::full(&wrong, 2.0);
            let (old, new) = (old.view(), updates.view());
            let refused = |found: Result<DynTensor<f32>, IndicesError>| {
                let is_shape = matches!(found, Err(IndicesError::UpdatesShape { .. }));
                assert!(is_shape, "{right:?} by {wrong:?}: {found:?}");
            };
            let lengths: Vec<i64> = shape.iter().map(|&len| len as i64).collect();
            refused(ops::scatter_nd(&indices, &new, &lengths));
            for (reduction, _) in reductions() {
                let bad = BadIndices::Error;
                refused(ops::scatter_nd_update(&old, &indices, &new, reduction));
                refused(ops::tensor_scatter_nd(&old, &indices, &new, reduction, bad));
            }
            let mut target = DynTensor::<f32>::full(shape, 1.0);
            let none = Reduction::None;
            let found = ops::scatter_nd_update_assign(&mut target.view_mut(), &indices, &new, none);
            assert!(found.is_err() && target.iter().all(|x| *x == 1.0));
        }
    });
}

#[test]
fn elements_along_an_axis_match_loops() {
    each_shape(240, 1000, |random, shape| {
        let data = Laid::new(random, shape, true);
        let axis = random.below(shape.len());
        let mut fewer: Vec<usize> = shape.iter().map(|len| 1 + random.below(*len)).collect();
        fewer[axis] = 1 + random.below(9);
        let all = indices(&fewer);
        let chosen: Vec<i64> = all
            .iter()
            .map(|_| random.below(shape[axis]) as i64)
            .collect();
        let laid = Laid::new(random, &fewer, true);
        let chosen_there = laid.holding(&chosen, -1 << 40);
        let place_of = |(index, &chosen): (&Vec<usize>, &i64)| {
            let mut index = index.clone();
            index[axis] = chosen as usize;
            place(shape, &index)
        };
        let places: Vec<usize> = all.iter().zip(&chosen).map(place_of).collect();
        let tensor = data.tensor(|at| at as u32);
        let (view, indices) = (data.view(&tensor), laid.view(&chosen_there));
        let found = ops::gather_elements(&view, &indices, axis).expect("inside");
        let expected: Vec<u32> = places
            .iter()
            .map(|&place| data.model.positions[place] as u32)
            .collect();
        let shown = format!("axis {axis}: {:?}, {:?}", data.steps, laid.steps);
        assert!(found.into_vec() == expected, "gather_elements, {shown}");

        let updates = Laid::new(random, &fewer, false);
        let new = updates.tensor(|at| at as u32 + 70_000);
        let mut expected: Vec<u32> = data.model.positions.iter().map(|&at| at as u32).collect();
        for (&place, &at) in places.iter().zip(&updates.model.positions) {
            expected[place] = at as u32 + 70_000;
        }
        let new = updates.view(&new);
        let found = ops::scatter_elements(&view, &indices, &new, axis, Reduction::None);
        assert!(
            found.expect("inside").into_vec() == expected,
            "scatter_elements, {shown}"
        );
    });
}

/// The slice is read and replaced; a value of length 1 on an axis repeats.
#[test]
fn strided_slices_are_replaced_as_loops_replace_them() {
    each_shape(300, 1000, |random, shape| {
        let (mut begin, mut end, mut strides, mut lists) = (vec![], vec![], vec![], vec![]);
        let mut masks = Masks::default();
        for &len in shape {
            let size = len as i64 + 2;
            let stride = (1 + random.below(3) as i64) * [1, -1][random.below(2)];
            let whole = if stride > 0 {
                [0, size]
            } else {
                [size, -2 * size]
            };
            let [from, to] = match random.below(2) {
                0 => whole,
                _ => [random.around(size), random.around(size)],
            };
            // A bound behind a bit of its mask is not looked at.
            let [is_first, is_last] = [0; 2].map(|_| random.below(4) == 0);
            let bit = 1_u32 << begin.len();
            masks.begin_mask |= bit * u32::from(is_first);
            masks.end_mask |= bit * u32::from(is_last);
            let given = |bound: i64, is_whole: bool| (!is_whole).then_some(bound);
            lists.push(walk(given(from, is_first), given(to, is_last), stride, len));
            begin.push(from);
            end.push(to);
            strides.push(stride);
        }
        let slice: Vec<usize> = lists.iter().map(Vec::len).collect();
        let source: Vec<usize> = slice
            .iter()
            .map(|&len| if random.below(5) == 0 { 1 } else { len })
            .collect();
        let (data, value) = (
            Laid::new(random, shape, true),
            Laid::new(random, &source, false),
        );
        let (old, new) = (
            data.tensor(|at| at as u32),
            value.tensor(|at| at as u32 + 70_000),
        );
        let mut expected: Vec<u32> = data.model.positions.iter().map(|&at| at as u32).collect();
        for index in indices(&slice) {
            let at: Vec<usize> = index.iter().zip(&lists).map(|(&i, list)| list[i]).collect();
            let from: Vec<usize> = index.iter().zip(&source).map(|(i, len)| i % len).collect();
            let position = value.model.positions[place(&source, &from)];
            expected[place(shape, &at)] = position as u32 + 70_000;
        }
        let (view, new) = (data.view(&old), value.view(&new));
        let found = ops::strided_slice_update(&view, &begin, &end, &strides, masks, &new);
        assert!(
            found.expect("a value that broadcasts").into_vec() == expected,
            "{begin:?}, {end:?}, {strides:?} of {:?} from {:?}",
            data.steps,
            value.steps
        );
        let mut whole: Vec<u32> = (0..data.room() as u32).collect();
        for (&at, &element) in data.model.positions.iter().zip(&expected) {
            whole[at] = element;
        }
        let mut target = data.tensor(|at| at as u32);
        data.with_mut(&mut target, |mut view| {
            ops::strided_slice_assign(&mut view, &begin, &end, &strides, masks, &new)
                .expect("a value that broadcasts");
        });
        assert!(target.into_vec() == whole, "in place");
    });
}

/// Diagonals of any band of matrices, and those of one more or one less diagonal, and of one
/// element more or less.
#[test]
fn diagonals_of_another_shape_are_refused() {
    let align = Align::default();
    each_shape(150, 300, |random, shape| {
        let matrices = [shape, &[1 + random.below(4), 1 + random.below(4)]].concat();
        let (rows, columns) = (
            matrices[shape.len()] as i64,
            matrices[shape.len() + 1] as i64,
        );
        let lower = 1 - rows + random.below((rows + columns - 1) as usize) as i64;
        let upper = lower + random.below((columns - lower) as usize) as i64;
        let input = DynTensor::<f32>::zeros(&matrices);
        let part = ops::matrix_diag_part(&input.view(), [lower, upper], 0.0, align);
        let right = part.expect("inside").shape().to_vec();
        let count = (upper - lower + 1) as usize;
        let width = (0..count as i64).map(|k| {
            let k = lower + k;
            (rows + k.min(0)).min(columns - k.max(0)) as usize
        });
        let width = width.max().expect("a diagonal");
        let mut expected = shape.to_vec();
        expected.extend((count > 1).then_some(count));
        expected.push(width);
        assert_eq!(right, expected);

        let made = |shape: &[usize]| {
            let diagonals = DynTensor::<f32>::zeros(shape);
            let (diagonals, k) = (diagonals.view(), [lower, upper]);
            let wide = ops::matrix_diag(&diagonals, k, rows, columns, 0.0, align);
            let set = ops::matrix_set_diag(&input.view(), &diagonals, k, align);
            let gradient = ops::matrix_diag_part_grad(&signed(&matrices), k, align, &diagonals);
            [wide.is_ok(), set.is_ok(), gradient.is_ok()]
        };
        assert_eq!(made(&right), [true; 3], "{right:?}");
        let axes = 1 + usize::from(count > 1);
        for axis in right.len() - axes..right.len() {
            for change in [-1, 1] {
                let mut other = right.clone();
                other[axis] = other[axis].saturating_add_signed(change);
                assert_eq!(
                    made(&other),
                    [false; 3],
                    "{other:?} for {matrices:?}, {lower} to {upper}"
                );
            }
        }
        // As many elements in other axes.
        let mut turned = right.clone();
        turned.reverse();
        if turned != right {
            let [_, set, gradient] = made(&turned);
            assert!(!set && !gradient, "{turned:?} for {matrices:?}");
        }
    });
}

fn signed(shape: &[usize]) -> Vec<i64> {
    shape.iter().map(|&len| len as i64).collect()
}

/// Each sample is written from its own position along an axis, of operands of any rank.
#[test]
fn written_caches_match_loops() {
    each_shape(240, 600, |random, shape| {
        if shape.len() < 2 {
            return;
        }
        let axis = 1 + random.below(shape.len() - 1);
        let mut update = shape.to_vec();
        update[axis] = random.below(shape[axis] + 1);
        let is_circular = random.below(2) == 0;
        let most = match is_circular {
            true => shape[axis] - 1,
            false => shape[axis] - update[axis],
        };
        let starts: Vec<i64> = (0..shape[0])
            .map(|_| random.below(most + 1) as i64)
            .collect();
        let [cache, written] = [shape, &update].map(|shape| Laid::new(random, shape, true));
        let (old, new) = (cache.tensor(|at| at), written.tensor(|at| at + 10_000));
        let mut expected = cache.model.positions.clone();
        for (index, &at) in indices(&update).iter().zip(&written.model.positions) {
            let mut to = index.clone();
            to[axis] = (index[axis] + starts[index[0]] as usize) % shape[axis];
            expected[place(shape, &to)] = at + 10_000;
        }
        let starts = DynTensor::from_shape_vec([shape[0]], starts).expect("one a sample");
        let mode = match is_circular {
            true => CacheMode::Circular,
            false => CacheMode::Linear,
        };
        let (old, new) = (cache.view(&old), written.view(&new));
        let found = ops::tensor_scatter(&old, &new, Some(&starts.view()), axis, mode);
        assert!(
            found.expect("inside").into_vec() == expected,
            "axis {axis}, {starts:?}, {mode:?}: {:?}, {:?}",
            cache.steps,
            written.steps
        );
    });
}
