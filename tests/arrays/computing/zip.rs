//! `zip` against nested loops over indices: shapes, layouts, numbers and kinds of operands.

use std::fmt::Debug;

use proptest::prelude::*;
use tslice::{
    Array, Dims, DynTensor, DynView, DynViewMut, Owned, Read, ShapeError, Tensor, View, ViewMut, s,
    tensor, traits::Ranked, try_zip, zip,
};
use tslice_tests::algebra::Random;
use tslice_tests::indices::indices;
use tslice_tests::sizes::{self, tried};

/// An element that is moved as bytes, or one that is not.
trait Element: Clone + PartialEq + Debug {
    fn new(number: u32) -> Self;
    fn number(&self) -> u32;
}

impl Element for u32 {
    fn new(number: u32) -> Self {
        number
    }
    fn number(&self) -> u32 {
        *self
    }
}

impl Element for [u8; 3] {
    fn new(number: u32) -> Self {
        [number as u8, (number >> 8) as u8, (number >> 16) as u8]
    }
    fn number(&self) -> u32 {
        u32::from_le_bytes([self[0], self[1], self[2], 0])
    }
}

/// Longer than the elements that a buffer holds.
impl Element for [u64; 9] {
    fn new(number: u32) -> Self {
        [u64::from(number); 9]
    }
    fn number(&self) -> u32 {
        self[8] as u32
    }
}

impl Element for Box<u32> {
    fn new(number: u32) -> Self {
        Self::new(number)
    }
    fn number(&self) -> u32 {
        **self
    }
}

/// Where an operand's elements lie: that of an index tuple is at `first` plus its offset.
#[derive(Clone, Debug)]
struct Place {
    shape: Vec<usize>,
    strides: Vec<isize>,
    first: usize,
    memory: usize,
}

impl Place {
    /// The position of the element that stands for an index tuple of the common shape.
    fn position(&self, index: &[usize]) -> usize {
        let own = &index[index.len() - self.shape.len()..];
        let mut position = self.first as isize;
        for (axis, &i) in own.iter().enumerate() {
            if self.shape[axis] != 1 {
                position += i as isize * self.strides[axis];
            }
        }
        position as usize
    }

    fn view<'a, T>(&self, data: &'a [T]) -> DynView<'a, T> {
        DynView::from_strided(&self.shape, &self.strides, self.first, data)
            .expect("inside the data")
    }

    fn view_mut<'a, T>(&self, data: &'a mut [T]) -> DynViewMut<'a, T> {
        DynViewMut::from_strided(&self.shape, &self.strides, self.first, data)
            .expect("no element twice")
    }

    fn fill<T: Element>(&self, salt: u32) -> Vec<T> {
        (0..self.memory as u32)
            .map(|at| T::new((at * 31 + salt * 977) % 65_521))
            .collect()
    }
}

/// A layout of an axis: its step and gap, and whether it runs backwards.
fn place(shape: Vec<usize>) -> impl Strategy<Value = Place> {
    let rank = shape.len();
    let axes = prop::collection::vec((1_usize..4, any::<bool>()), rank);
    (
        Just(shape),
        axes,
        Just((0..rank).collect::<Vec<_>>()).prop_shuffle(),
        prop::bool::weighted(0.4),
    )
        .prop_map(|(shape, axes, order, dense)| {
            let mut strides = vec![0; shape.len()];
            let (mut extent, mut first) = (1, 0);
            for axis in if dense {
                (0..shape.len()).rev().collect()
            } else {
                order
            } {
                let (step, backwards) = if dense { (1, false) } else { axes[axis] };
                let stride = extent * step;
                strides[axis] = if backwards {
                    -(stride as isize)
                } else {
                    stride as isize
                };
                first += if backwards {
                    stride * shape[axis].saturating_sub(1)
                } else {
                    0
                };
                extent = stride * shape[axis].max(1);
            }
            Place {
                shape,
                strides,
                first,
                memory: extent,
            }
        })
}

/// A shared operand that broadcasts to a shape: leading axes are missing, others have length 1 or
/// stride 0.
fn shared(shape: Vec<usize>) -> impl Strategy<Value = Place> {
    let rank = shape.len();
    let repeats = prop::collection::vec(prop::sample::select(vec![0, 0, 0, 1, 2]), rank);
    (0..=rank, prop::bool::weighted(0.7), repeats).prop_flat_map(
        move |(missing, whole, repeats)| {
            let mut own = shape[if whole { 0 } else { missing }..].to_vec();
            let repeats = repeats[rank - own.len()..].to_vec();
            for (len, repeat) in own.iter_mut().zip(&repeats) {
                *len = if *repeat == 1 { 1 } else { *len };
            }
            place(own).prop_map(move |mut place| {
                for (axis, repeat) in repeats
                    .iter()
                    .enumerate()
                    .filter(|(_, repeat)| **repeat == 2)
                {
                    let len = place.shape[axis].saturating_sub(1).cast_signed();
                    place.first =
                        (place.first as isize + place.strides[axis].min(0) * len) as usize;
                    place.strides[axis] *= isize::from(*repeat != 2);
                }
                place
            })
        },
    )
}

#[derive(Clone, Debug)]
struct Case {
    shape: Vec<usize>,
    exclusive: Vec<Place>,
    shared: Vec<Place>,
}

fn cases() -> impl Strategy<Value = Case> {
    let small = prop::collection::vec(0_usize..6, 0..5);
    let long = (
        0_usize..3,
        prop::sample::select(tried([17, 130, 700, 1_500]).collect::<Vec<_>>()),
    )
        .prop_map(|(outer, long)| match outer {
            0 => vec![long],
            1 => vec![2, long],
            _ => vec![long, 3],
        });
    prop_oneof![3 => small, 1 => long].prop_flat_map(|shape| cases_of(shape, 6))
}

/// Cases of up to 6,000 elements, on both sides of the sizes at which a walk takes another path.
fn large_cases() -> impl Strategy<Value = Case> {
    let most = if cfg!(miri) { 300 } else { 6000 };
    (1_usize..4, 1_u64..u64::MAX)
        .prop_flat_map(move |(rank, seed)| cases_of(sizes::shape(&mut Random(seed), rank, most), 2))
}

/// Cases of a shape, with `count` operands of each kind.
fn cases_of(shape: Vec<usize>, count: usize) -> impl Strategy<Value = Case> {
    let exclusive = prop::collection::vec(place(shape.clone()), count);
    let shared = prop::collection::vec(shared(shape.clone()), count);
    (Just(shape), exclusive, shared).prop_map(|(shape, exclusive, shared)| Case {
        shape,
        exclusive,
        shared,
    })
}

fn mix(sum: u32, number: u32) -> u32 {
    (sum * 3 + number) % 65_521
}

fn mixture(numbers: &[u32]) -> u32 {
    numbers.iter().fold(0, |sum, number| mix(sum, *number))
}

/// What elements of shared operands are mixed to, for each index tuple.
fn mixed<T: Element>(shape: &[usize], operands: &[(&Place, &[T])]) -> Vec<u32> {
    let number =
        |index: &[usize], (place, data): &(&Place, &[T])| data[place.position(index)].number();
    let of = |index: &Vec<usize>| {
        operands
            .iter()
            .fold(0, |sum, operand| mix(sum, number(index, operand)))
    };
    indices(shape).iter().map(of).collect()
}

/// Zips the first shared operands behind a repeated view of the whole shape, which gives the result
/// its rank.
macro_rules! shared_operands {
    ($case:ident, $type:ident; $($count:literal: $($name:ident $at:tt),*;)+) => {$({
        let data: Vec<Vec<$type>> = (0..).zip(&$case.shared).map(|(salt, place)| place.fill(salt)).collect();
        let views: Vec<DynView<$type>> =
            $case.shared.iter().zip(&data).map(|(place, data)| place.view(data)).collect();
        let whole = &View::<_, 1>::from(&[0_u8]).slice(s![0]).broadcast_to(&$case.shape[..]);
        let expected = mixed(&$case.shape, &[$((&$case.shared[$at], &data[$at][..])),*]);
        let mapped = zip((whole, $(views[$at].view(),)*)).map(|(_, $($name,)*)| {
            mixture(&[$($name.number()),*])
        });
        prop_assert_eq!(mapped.shape(), &$case.shape[..]);
        prop_assert_eq!(mapped.to_vec(), &expected[..]);
        let folded = zip((whole, $(&views[$at],)*)).fold(0_u64, |total, (_, $($name,)*)| {
            total + u64::from(mixture(&[$($name.number()),*]))
        });
        prop_assert_eq!(folded, expected.iter().map(|&sum| u64::from(sum)).sum::<u64>());
    })+};
}

fn shared_ones_are_read<T: Element>(case: &Case) -> Result<(), TestCaseError> {
    shared_operands! { case, T;
        3: a 0, b 1;
    }
    Ok(())
}

fn shared_ones_in_number_are_read(case: &Case) -> Result<(), TestCaseError> {
    shared_operands! { case, u32;
        2: a 0;
        5: a 0, b 1, c 2, d 3;
        6: a 0, b 1, c 2, d 3, e 4;
    }
    Ok(())
}

macro_rules! exclusive_operands {
    ($case:ident, $type:ident; $($($name:ident $at:tt),+; $($other:ident $of:tt),*;)+) => {$({
        let mut data: Vec<Vec<$type>> = (0..).zip(&$case.exclusive).map(|(salt, place)| place.fill(salt)).collect();
        let others: Vec<Vec<$type>> = (9..).zip(&$case.shared).map(|(salt, place)| place.fill(salt)).collect();
        let mut expected = data.clone();
        let sums = mixed::<$type>(&$case.shape, &[$((&$case.shared[$of], &others[$of][..])),*]);
        for (index, mut sum) in indices(&$case.shape).iter().zip(sums) {
            for (place, data) in [$((&$case.exclusive[$at], $at)),+] {
                let element = &mut expected[data][place.position(index)];
                sum = mix(sum, element.number());
                *element = $type::new(sum);
            }
        }
        let mut views = Vec::new();
        for (place, data) in $case.exclusive.iter().zip(&mut data) {
            views.push(place.view_mut(data));
        }
        let mut views = views.into_iter();
        $(let $name = views.next().unwrap();)+
        drop(views);
        let views: Vec<DynView<$type>> = $case.shared.iter().zip(&others)
            .map(|(place, data)| place.view(data))
            .collect();
        assert_eq!(views.len(), $case.shared.len());
        zip(($($name,)+ $(&views[$of],)*)).for_each(|($($name,)+ $($other,)*)| {
            let sum = mixture(&[$($other.number()),*]);
            $(
                let sum = mix(sum, $name.number());
                *$name = $type::new(sum);
            )+
        });
        prop_assert!(data == expected, "{:?}", $case);
    })+};
}

fn exclusive_ones_are_written<T: Element>(case: &Case) -> Result<(), TestCaseError> {
    exclusive_operands! { case, T;
        a 0; b 0;
        a 0, b 1; c 0;
    }
    Ok(())
}

fn exclusive_ones_in_number_are_written(case: &Case) -> Result<(), TestCaseError> {
    exclusive_operands! { case, u32;
        a 0; ;
        a 0; b 0, c 1, d 2;
        a 0, b 1, c 2; d 0, e 1, f 2;
        a 0, b 1, c 2, d 3, e 4, f 5; ;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 32 }))]

    #[test]
    fn shared_operands_are_read_at_their_own_index(case in cases()) {
        shared_ones_in_number_are_read(&case)?;
        shared_ones_are_read::<u32>(&case)?;
        shared_ones_are_read::<Box<u32>>(&case)?;
    }

    #[test]
    fn exclusive_operands_are_written_and_nothing_else(case in cases()) {
        exclusive_ones_in_number_are_written(&case)?;
        exclusive_ones_are_written::<u32>(&case)?;
        exclusive_ones_are_written::<Box<u32>>(&case)?;
    }

    #[test]
    fn operands_of_every_size_match_a_loop(case in large_cases()) {
        shared_ones_are_read::<u32>(&case)?;
        exclusive_ones_are_written::<u32>(&case)?;
        shared_ones_are_read::<[u64; 9]>(&case)?;
        exclusive_ones_are_written::<[u64; 9]>(&case)?;
    }

    #[test]
    fn a_walk_ends_at_the_first_false(case in cases(), at in 0_usize..200) {
        let place = &case.shared[0];
        let data: Vec<u32> = place.fill(0);
        let view = place.view(&data);
        let (len, mut calls) = (view.len(), 0);
        let all = zip((&view,)).all(|_| { calls += 1; calls <= at });
        prop_assert_eq!((all, calls), (len <= at, len.min(at + 1)));
        let mut calls = 0;
        let any = zip((view.view(),)).any(|_| { calls += 1; calls > at });
        prop_assert_eq!((any, calls), (len > at, len.min(at + 1)));
    }

    #[test]
    fn what_was_written_before_an_error_stays(case in cases(), at in 0_usize..200) {
        let place = &case.exclusive[0];
        let mut data: Vec<u32> = vec![0; place.memory];
        let view = place.view_mut(&mut data);
        let (len, mut calls) = (view.len(), 0);
        let result = zip((view,)).try_for_each(|(element,)| {
            calls += 1;
            *element = 1;
            if calls > at { Err(calls) } else { Ok(()) }
        });
        prop_assert_eq!(result, if len > at { Err(at + 1) } else { Ok(()) });
        prop_assert_eq!(data.iter().sum::<u32>() as usize, len.min(at + 1));
    }
}

#[test]
fn zip_mixes_typed_and_dynamic_ranks() {
    let a = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    let row = View::<_, 1>::from(&[10, 20, 30]);
    let scalar = Tensor::<i32, 0>::full([], 100);
    let column = Tensor::<_, 2>::from([[1000], [2000]]).into_dyn();
    let sum = zip((&a, row, &scalar, &column)).map(|(a, b, c, d)| a + b + c + d);
    assert_eq!(sum, [[1111, 1122, 1133], [2114, 2125, 2136]]);
    let outer = zip((&column, row)).map(|(a, b)| a + b);
    assert_eq!(
        outer,
        Tensor::<_, 2>::from([[1010, 1020, 1030], [2010, 2020, 2030]])
    );
    assert_eq!(zip((&scalar,)).map(|(x,)| x + 1)[[]], 101);
}

#[test]
fn an_operand_of_higher_rank_may_stand_anywhere() {
    let row = Tensor::<_, 1>::from([1, 2]);
    let mut m = Tensor::<i32, 2>::zeros([3, 2]);
    zip((&row, &mut m)).for_each(|(row, m)| *m += row);
    assert_eq!(m, [[1, 2], [1, 2], [1, 2]]);
    assert_eq!(zip((&row, &m)).fold(0, |sum, (a, b)| sum + a * b), 15);
    let product: Tensor<i32, 2> = zip((&row, &m)).map(|(a, b)| a * b);
    assert_eq!(product, [[1, 4]; 3]);
    let cube = m.slice(s![newaxis, :, newaxis]);
    let product: Tensor<i32, 4> = zip((&row, &m, &cube, &row)).map(|(a, b, c, d)| a * b * c * d);
    assert_eq!(product.shape(), &[1, 3, 3, 2]);
    let product: DynTensor<i32> = zip((&row.into_dyn(), &m)).map(|(a, b)| a * b);
    assert_eq!(product, [[1, 4]; 3]);
}

fn twice<S: Read<Elem = i32>, D: Dims>(a: &Array<S, D>) -> Array<Owned<i32>, D::Ranked> {
    zip((a, a)).map(|(x, y)| x + y)
}

fn ranked<D: Ranked>(a: &Array<Owned<i32>, D>, b: &Array<Owned<i32>, D>) -> Array<Owned<i32>, D> {
    zip((a, b, a)).map(|(x, y, z)| x + y + z)
}

fn typed<const R: usize>(a: &Tensor<i32, R>) -> Tensor<i32, R> {
    zip((a.view(), a)).map(|(x, y)| x * y)
}

#[test]
fn generic_code_keeps_its_rank() {
    let m = Tensor::<_, 2>::from([[1, 2], [3, 4]]);
    assert_eq!(twice(&m), [[2, 4], [6, 8]]);
    assert_eq!(twice(&m.clone().into_dyn().view()), [[2, 4], [6, 8]]);
    assert_eq!(ranked(&m, &m), [[3, 6], [9, 12]]);
    assert_eq!(typed(&m), [[1, 4], [9, 16]]);
}

#[test]
fn references_to_references_are_operands() {
    fn add(a: &mut Tensor<i32, 1>, b: &View<'_, i32, 1>) -> Tensor<i32, 1> {
        zip((&mut *a, &b)).for_each(|(a, b)| *a += b);
        zip((&a, &b, vec![10, 20])).map(|(a, b, c)| a + b + c)
    }

    let mut a = Tensor::<_, 1>::from([1, 2]);
    assert_eq!(add(&mut a, &View::from(&[3, 4])), [17, 30]);
}

#[test]
fn lists_are_operands() {
    let m = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    let weights = vec![10, 20, 30];
    let sum: Tensor<i32, 2> = zip((&[1, 2, 3], &weights, &m)).map(|(a, b, c)| a + b + c);
    assert_eq!(sum, [[12, 24, 36], [15, 27, 39]]);
    let slice = &weights[..];
    assert_eq!(
        zip((slice,)).map(|(&a,)| f64::from(a) * 2.5),
        [25.0, 50.0, 75.0]
    );
    let (mut list, mut array) = (vec![0; 3], [0_u8; 3]);
    zip((&mut list, &mut array[..], m.slice(s![1]))).for_each(|(a, b, &c)| (*a, *b) = (c, c as u8));
    assert_eq!((list, array), (vec![4, 5, 6], [4, 5, 6]));
    let error = try_zip((&[1, 2], &m)).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("[2, 3]"), "{error}");
}

#[test]
fn tensors_are_operands_by_value() {
    let (inter, area) = (tensor![[1, 2], [3, 4]], Tensor::<_, 1>::from([10, 20, 30]));
    let start = inter.to_tensor();
    let sum: Tensor<i32, 2> = zip((inter, area.slice(s![1:]), &start)).map(|(a, b, c)| a + b + c);
    assert_eq!(sum, [[22, 34], [26, 38]]);
    assert_eq!(
        zip((sum, tensor![[1], [2]])).map(|(a, b)| a * b),
        [[22, 34], [52, 76]]
    );
    let mut out = Tensor::zeros((2, 2));
    zip((&mut out, area.slice(s![:2]).map(|x| x + 1))).for_each(|(out, x)| *out = *x);
    assert_eq!(out, [[11, 21], [11, 21]]);
    // Elements are dropped once, those of an operand that does not fit and those of a walk that
    // ends early too.
    let counted = std::rc::Rc::new(());
    let owners = || Tensor::<_, 1>::from([counted.clone(), counted.clone()]);
    assert!(try_zip((owners(), &[1, 2, 3])).is_err());
    assert!(!zip((owners(), owners().into_dyn())).all(|_| false));
    assert_eq!(
        zip((owners(),)).fold(0, |sum, (owner,)| sum + std::rc::Rc::strong_count(owner)),
        6
    );
    assert_eq!(std::rc::Rc::strong_count(&counted), 1);
}

#[test]
fn zip_collects_views_into_a_vector() {
    let t = Tensor::from_shape_fn([3, 4], |[i, j]| 10 * i + j);
    let mut sums = Tensor::zeros(3);
    zip((&mut sums, t.rows())).for_each(|(sum, row)| *sum = row.sum());
    assert_eq!(sums, t.sum_axis(1));
    let products =
        zip((t.rows(), t.slice(s![::-1]).rows())).map(|(x, y)| zip((x, y)).sum(|(x, y)| x * y));
    assert_eq!(products.shape(), &[3]);
    assert_eq!(products[0], zip((t.row(0), t.row(2))).sum(|(x, y)| x * y));
    let mut turned = Tensor::zeros([4, 3]);
    zip((turned.rows_mut(), t.lanes(0), &[1, 2, 3, 4])).for_each(|(row, column, times)| {
        zip((row, column)).for_each(|(to, x)| *to = x * times);
    });
    assert_eq!(
        turned,
        zip((t.t(), tensor![[1], [2], [3], [4]])).map(|(x, times)| x * times)
    );
    // Each walk with each of a matrix: all pairs of planes.
    let cube = Tensor::from_shape_fn([2, 3, 4], |[i, j, k]| 12 * i + 4 * j + k);
    let planes = zip((tensor![[0], [1]], cube.axis_iter(0))).map(|(add, plane)| plane.sum() + add);
    assert_eq!(planes, [[66, 210], [67, 211]]);
    let mut copy = cube.clone();
    zip((copy.axis_iter_mut(-1), &[0, 1, 2, 3])).for_each(|(plane, &k)| plane.fill(k));
    assert!(copy.indexed_iter().all(|([_, _, k], &x)| x == k));
    assert!(try_zip((t.rows(), &[1, 2])).is_err());
    // Who is exclusive is not repeated.
    assert!(try_zip((copy.axis_iter_mut(0), &tensor![[1], [2]])).is_err());
}

#[test]
fn numbers_are_operands_and_sources() {
    let t = Tensor::from_shape_fn([3, 4], |[i, j]| (10 * i + j) as f32);
    let doubled = t.map(|x| 2.0 * x + 1.0);
    assert_eq!(
        zip((&t, 2.0, 1.0)).map(|(x, scale, shift)| x * scale + shift),
        doubled
    );
    assert_eq!(
        zip((2.0, t.t(), 1.0)).map(|(scale, x, shift)| x * scale + shift),
        doubled.t()
    );
    assert_eq!(
        zip((3_u8, true, 'c')).map(|(x, yes, c)| (*x, *yes, *c))[()],
        (3, true, 'c')
    );

    let mut written = t.clone();
    zip((&mut written, 2.0)).for_each(|(x, scale)| *x = *x * scale + 1.0);
    assert_eq!(written, doubled);
    written.slice_mut(s![.., ::-2]).assign(7.0);
    zip((&mut written, 0.5)).for_each(|(x, factor)| *x *= factor);
    assert_eq!(
        written,
        zip((&doubled, &[0, 1, 0, 1])).map(|(x, odd)| if *odd == 1 { 3.5 } else { x * 0.5 })
    );

    let mut counts = Tensor::<u8, 2>::zeros([2, 3]);
    counts
        .pick_mut(s![.., [0, 0, 2]])
        .apply(1, |count, one| *count += one);
    counts.pick_mut(s![1, [1]]).assign(9);
    counts.select_mut(&counts.map(|n| *n == 1)).assign(5);
    assert_eq!(counts, [[2, 0, 5], [2, 9, 5]]);
}

#[test]
fn rows_and_columns_are_repeated_at_any_length() {
    for n in tried([17, 1].into_iter().chain(2..70)) {
        let t = Tensor::<u32, 2>::from_shape_fn([n, n], |[i, j]| (17 * i + 5 * j) as u32);
        let (row, column) = (t.slice(s![0]), t.slice(s![:, -1:]));
        let mut written = t.clone();
        zip((&mut written, row, column))
            .for_each(|(t, row, column)| *t = *t * 7 + row * 3 + column);
        let by_index = Tensor::from_shape_fn([n, n], |[i, j]| {
            t[[i, j]] * 7 + t[[0, j]] * 3 + t[[i, n - 1]]
        });
        assert_eq!(written, by_index);
        assert_eq!(
            zip((&t, row, column)).map(|(t, row, column)| t * 7 + row * 3 + column),
            by_index
        );
        assert_eq!(
            zip((column, row)).map(|(column, row)| row * 3 + column),
            zip((&by_index, &t)).map(|(x, t)| x - t * 7)
        );
    }
}

#[test]
fn zip_error_names_shapes_and_axis() {
    let (a, b) = (
        Tensor::<i32, 2>::zeros([2, 3]),
        Tensor::<i32, 2>::zeros([4, 3]),
    );
    let error = try_zip((&a, &b)).err().unwrap();
    assert_eq!(
        error.to_string(),
        "operand 1 of shape [4, 3] does not broadcast with shape [2, 3]: its axis 0 has length 4, not 2"
    );
    let row = Tensor::<i32, 1>::zeros([2]);
    let error = try_zip((&a, &a, &row)).err().unwrap();
    assert_eq!(
        error.to_string(),
        "operand 2 of shape [2] does not broadcast with shape [2, 3]: its axis 0 has length 2, not 3"
    );
    let error = try_zip((&row, &a)).err().unwrap();
    assert_eq!(
        error.to_string(),
        "operand 1 of shape [2, 3] does not broadcast with shape [2]: its axis 1 has length 3, not 2"
    );
}

#[test]
fn exclusive_operands_are_not_repeated() {
    let (a, mut b) = (
        Tensor::<i32, 2>::zeros([2, 3]),
        Tensor::<i32, 2>::zeros([2, 1]),
    );
    let error = try_zip((&a, &mut b)).err().unwrap();
    assert_eq!(
        error.to_string(),
        "operand 1 of shape [2, 1] is exclusive and is not repeated along axis 1 to shape [2, 3]"
    );
    let mut row = Tensor::<i32, 1>::zeros([3]);
    let error = try_zip((row.view_mut(), &a)).err().unwrap();
    assert_eq!(
        error.to_string(),
        "operand 0 of shape [3] is exclusive and is not repeated along axis 0 to shape [2, 3]"
    );
    let none = Tensor::<i32, 2>::zeros([0, 3]);
    assert!(try_zip((&mut row, &none)).is_err());
    assert!(try_zip((&mut row, &a.slice(s![0]))).is_ok());
}

#[cfg(target_pointer_width = "64")]
#[test]
fn more_elements_than_can_be_counted_are_refused() {
    let one = [0_u8];
    let one = View::<u8, 1>::from(&one);
    let (rows, columns) = (
        one.broadcast_to([1 << 40, 1]),
        one.broadcast_to([1, 1 << 40]),
    );
    let error = try_zip((rows, columns)).err().unwrap();
    assert!(matches!(error, ShapeError::Overflow { .. }), "{error}");
    let huge = one.broadcast_to([1 << 62]);
    assert!(matches!(
        try_zip((huge,)).unwrap().try_map(|_| 0_u64),
        Err(ShapeError::TooLarge { .. })
    ));
}

#[test]
fn elements_without_a_size_are_counted() {
    let a = Tensor::<(), 3>::full([7, 5, 9], ());
    let mut calls = 0;
    zip((a.slice(s![::-1, ::2]), &Tensor::<_, 1>::full([9], 1_u8)))
        .for_each(|((), one)| calls += u32::from(*one));
    assert_eq!(calls, 7 * 3 * 9);
    assert_eq!(zip((&a,)).map(|((),)| ()).shape(), &[7, 5, 9]);
    for len in tried([1, 1 << 9, 1 << 20]) {
        let long = a.slice(s![:1, :1, :1]).broadcast_to([len, 1, 1]);
        assert_eq!(zip((long,)).map(|_| ()).len(), len);
    }
}

#[test]
fn views_of_one_tensor_are_zipped() {
    let mut t = Tensor::<_, 1>::from([1, 2, 3, 4, 5, 6]);
    let (even, odd): (ViewMut<i32, 1>, ViewMut<i32, 1>) = t.multi_slice_mut((s![::2], s![1::2]));
    zip((even, odd)).for_each(|(a, b)| std::mem::swap(a, b));
    assert_eq!(t, [2, 1, 4, 3, 6, 5]);
}

/// Zips channels of pixels in several orders, out of rows with a border.
fn channels_are_zipped<T: Copy + PartialEq + Debug, const K: usize>(
    number: impl Fn(usize) -> T,
    width: usize,
) {
    let shape = [7, width + 2, K];
    let data: Vec<T> = (0..shape.iter().product()).map(number).collect();
    let image = View::from_shape(shape, &data).expect("as many");
    let inner = image.slice(s![1:-1, 1:-1]);
    let channel = |at: usize| inner.slice(s![.., at]);
    for order in [
        [0, 1, 2, 3],
        [3, 2, 1, 0],
        [2, 1, 0, 0],
        [0, 2, 1, 3],
        [1, 1, 0, 2],
        [0, 1, 0, 1],
    ] {
        let [a, b, c, d] = order.map(|at| at % K);
        let found = zip((channel(a), channel(b), channel(c), channel(d)))
            .map(|(a, b, c, d)| [*a, *b, *c, *d]);
        let mirrored = zip((
            channel(a).slice(s![:, ::-1]),
            channel(b).slice(s![:, ::-1]),
            channel(c),
        ))
        .map(|(a, b, c)| [*a, *b, *c]);
        for y in 0..5 {
            for x in 0..width {
                let at =
                    |x: usize, channel: usize| data[((y + 1) * shape[1] + x + 1) * K + channel];
                assert_eq!(
                    found[[y, x]],
                    [at(x, a), at(x, b), at(x, c), at(x, d)],
                    "{order:?} {y} {x}"
                );
                let back = width - 1 - x;
                assert_eq!(
                    mirrored[[y, x]],
                    [at(back, a), at(back, b), at(x, c)],
                    "{order:?} {y} {x}"
                );
            }
        }
    }
}

#[test]
fn channels_of_pixels_are_zipped_in_any_order() {
    for width in tried([1, 33, 31, 64, 700]) {
        channels_are_zipped::<_, 1>(|i| (i % 251) as u8, width);
        channels_are_zipped::<_, 2>(|i| (i % 251) as u8, width);
        channels_are_zipped::<_, 3>(|i| (i % 251) as u8, width);
        channels_are_zipped::<_, 4>(|i| (i % 251) as u8, width);
        channels_are_zipped::<_, 3>(|i| i as u16, width);
        channels_are_zipped::<_, 2>(|i| i as u32, width);
        channels_are_zipped::<_, 3>(|i| i as f32, width);
        channels_are_zipped::<_, 4>(|i| i as u64, width);
        channels_are_zipped::<_, 3>(|i| [i as u8, 1, 2], width);
    }
}

#[test]
fn zip_broadcasts_one_element_in_every_place() {
    let matrix = Tensor::<u32, 2>::from_shape_fn([3, 200], |[y, x]| (y * 1000 + x) as u32);
    let names = Tensor::<String, 2>::from_shape_fn([3, 1], |[y, _]| y.to_string());
    let column = matrix.slice(s![:, 7:8]);
    let expected =
        Tensor::<u32, 2>::from_shape_fn([3, 200], |[y, x]| 5 * column[[y, 0]] + 3 * matrix[[y, x]]);
    let sum = |a: &u32, b: &u32| 5 * a + 3 * b;
    assert_eq!(zip((&column, &matrix)).map(|(a, b)| sum(a, b)), expected);
    assert_eq!(zip((&matrix, &column)).map(|(b, a)| sum(a, b)), expected);
    assert_eq!(
        zip((&matrix, &column, &matrix)).map(|(b, a, _)| sum(a, b)),
        expected
    );
    assert_eq!(
        zip((&matrix, &matrix, &matrix, &column)).map(|(b, _, _, a)| sum(a, b)),
        expected
    );
    assert_eq!(
        zip((&matrix, &column, &column)).map(|(b, a, _)| sum(a, b)),
        expected
    );
    assert_eq!(
        zip((&matrix, &column, &matrix, &matrix, &matrix)).map(|(b, a, ..)| sum(a, b)),
        expected
    );
    let mut written = matrix.clone();
    zip((&names, &mut written)).for_each(|(name, x)| *x += name.parse::<u32>().expect("a number"));
    zip((&mut written, &column)).for_each(|(x, a)| *x -= a / 1000);
    assert_eq!(written, matrix);
}

#[test]
fn zip_repeats_any_of_five_operands() {
    for len in tried([15, 1, 2, 64, 200]) {
        let full = Tensor::<u32, 2>::from_shape_fn([3, len], |[y, x]| (1000 * y + x) as u32);
        for repeated in 0..32_u32 {
            let width = |place: u32| if repeated >> place & 1 == 1 { 1 } else { len };
            let expected = Tensor::<u32, 2>::from_shape_fn([3, len], |[y, x]| {
                (0..5).fold(0, |sum, place| {
                    sum * 7 + (1000 * y + x % width(place)) as u32
                })
            });
            let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|place| full.slice(s![:, :width(place)]));
            let mut written = Tensor::<u32, 2>::zeros([3, len]);
            zip((&mut written, a, b, c, d, e))
                .for_each(|(out, a, b, c, d, e)| *out = (((a * 7 + b) * 7 + c) * 7 + d) * 7 + e);
            assert_eq!(written, expected);
            let sum = zip((&full, a, b, c, d, e))
                .sum(|(_, a, b, c, d, e)| u64::from((((a * 7 + b) * 7 + c) * 7 + d) * 7 + e));
            assert_eq!(sum, expected.iter().map(|x| u64::from(*x)).sum::<u64>());
        }
    }
}

#[test]
fn zip_indexed_visits_elements_in_order() {
    for len in tried([63, 2, 1, 64, 3000]) {
        let t = Tensor::from_shape_fn([2, 3, len], |[i, j, k]| (i * 3 + j) * len + k);
        let row = Tensor::from_shape_fn([len], |[k]| k);
        let column = Tensor::from_shape_fn([3, 1], |[j, _]| j);
        let doubled = Tensor::from_shape_fn([2, 3, 2 * len], |[i, j, k]| (i * 3 + j) * len + k / 2);
        let backwards =
            Tensor::from_shape_fn([2, 3, len], |[i, j, k]| (i * 3 + j) * len + len - 1 - k);
        let mut next = 0;
        zip((
            &t,
            &row,
            &column,
            doubled.slice(s![.., ::2]),
            backwards.slice(s![.., ::-1]),
        ))
        .indexed()
        .for_each(|[i, j, k], items| {
            assert_eq!((i, j, k), (next / (3 * len), next / len % 3, next % len));
            assert_eq!(items, (&next, &k, &j, &next, &next));
            next += 1;
        });
        assert_eq!(next, 6 * len);
        // Each way by itself.
        assert_eq!(
            zip((&t,))
                .indexed()
                .map(|[i, j, k], (x,)| (i * 3 + j) * len + k == *x)
                .iter()
                .filter(|same| **same)
                .count(),
            next
        );
        assert_eq!(
            zip((&t, &column)).indexed().map(|_, (x, j)| x + j),
            zip((&t, &column)).map(|(x, j)| x + j)
        );
        assert_eq!(
            zip((&t, backwards.slice(s![.., ::-1])))
                .indexed()
                .map(|[.., k], (x, y)| x - y + k),
            zip((&t, &row)).map(|(_, k)| *k)
        );
    }
}

#[test]
fn indexed_closures_get_the_index_of_their_items() {
    let t = Tensor::<_, 3>::from_shape_fn([3, 4, 5], |[i, j, k]| [i, j, k]);
    let turned = t.t();
    let mut order = Vec::new();
    zip((turned.slice(s![::-1]), &[0; 3]))
        .indexed()
        .for_each(|[i, j, k], (&at, _)| {
            assert_eq!(at, [k, j, 4 - i]);
            order.push([i, j, k]);
        });
    assert!(order.is_sorted());
    assert_eq!(order.len(), 60);
    let mut target = Tensor::<usize, 2>::zeros([4, 3]);
    zip((
        target.t().to_tensor().slice(s![..]),
        &mut target.permute_mut([1, 0]),
    ))
    .indexed()
    .for_each(|[i, j], (_, to)| *to = 10 * i + j);
    assert_eq!(target, [[0, 10, 20], [1, 11, 21], [2, 12, 22], [3, 13, 23]]);
    let dynamic = target.view().into_dyn();
    let sums = zip((&dynamic, &[1, 1, 1]))
        .indexed()
        .map(|at, (x, one)| at[0] + at[1] + x * one);
    assert_eq!(
        sums,
        zip((&target,)).indexed().map(|[i, j], (x,)| i + j + x)
    );
    let scalar = Tensor::<i32, 0>::full([], 7);
    assert_eq!(zip((&scalar,)).indexed().map(|[], (x,)| *x), scalar);
    let empty = Tensor::<i32, 2>::zeros([3, 0]);
    zip((&empty,))
        .indexed()
        .for_each(|_, _| unreachable!("no element"));
}

#[test]
fn sums_of_closures_are_those_of_a_fold() {
    for (shape, cut) in tried([
        ([3, 4, 5], 0),
        ([2, 3, 67], 3),
        ([2, 1, 700], 3),
        ([5, 30, 17], 1),
        ([1, 3, 256], 0),
        ([0, 3, 4], 0),
    ]) {
        let t = Tensor::from_shape_fn(shape, |[i, j, k]| {
            ((i * 31 + j * 17 + k * 7) % 101) as i64 - 50
        });
        let row = Tensor::from_shape_fn([shape[2]], |[k]| (k % 13) as i64);
        for view in [
            t.view(),
            t.slice(s![::-1, .., cut:]),
            t.slice(s![:, :, ::-2]),
            t.t(),
        ] {
            let expected = view.iter().fold(0, |sum, x| sum + x * x);
            assert_eq!(zip((&view, &view)).sum(|(x, y)| x * y), expected);
        }
        let products = zip((&t, &row)).map(|(x, y)| x * y);
        assert_eq!(
            zip((&t, &row)).sum(|(x, y)| x * y),
            products.iter().sum::<i64>()
        );
        // Side effects on an exclusive operand are those of `for_each`.
        let mut counted = t.to_tensor();
        assert_eq!(
            zip((&mut counted,)).sum(|(x,)| {
                *x += 1;
                1_usize
            }),
            t.len()
        );
        assert_eq!(counted, t.map(|x| x + 1));
    }
    // One after the other, the sum of a million would be 100,958.
    for count in tried([1_000, 10, 1_000_000]) {
        let tenths = Tensor::<f32, 1>::full([count], 0.1);
        let sum = count as f32 * 0.1;
        assert!(
            (zip((&tenths,)).sum(|(x,)| *x) - sum).abs() < sum * 1e-6,
            "{count}"
        );
    }
    assert_eq!(
        zip((&Tensor::<f64, 0>::full([], 1.5),)).sum(|(x,)| x * 2.0),
        3.0
    );
}

/// Every element, in row-major order, of arrays whose neighbours in memory are in different rows.
#[test]
fn turned_operands_are_walked_in_order() {
    fn check<T: Copy + PartialEq + std::fmt::Debug>(shape: [usize; 3], element: fn(usize) -> T) {
        let whole = Tensor::from_shape_fn(shape, |[i, j, k]| {
            element((i * shape[1] + j) * shape[2] + k)
        });
        for axes in [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ] {
            for view in [
                whole.permute(axes),
                whole.permute(axes).slice(s![1:, ::-1, ::2]),
            ] {
                let expected = view.to_tensor();
                let mut at = 0..;
                let pairs = zip((view, &expected)).map(|(x, y)| (at.next(), *x, *y));
                let mut number = 0..;
                assert!(
                    pairs
                        .iter()
                        .all(|(at, x, y)| *at == number.next() && x == y),
                    "{shape:?} {axes:?}"
                );
                let mut copy = expected.map(|_| element(0));
                zip((&mut copy, view)).for_each(|(to, x)| *to = *x);
                assert_eq!(copy, expected, "{shape:?} {axes:?}");
                assert_eq!(view.map(|x| *x), expected, "{shape:?} {axes:?}");
            }
        }
    }
    for shape in tried([
        [3, 7, 10],
        [2, 20, 3],
        [12, 35, 40],
        [3, 200, 9],
        [1, 300, 70],
        [2, 5, 1100],
    ]) {
        check(shape, |n| n as u8);
        check(shape, |n| n as f32);
        check(shape, |n| [n as u32; 3]);
        check(shape, |n| n as f64);
    }
    // Rows for a line of the cache that do not fit into the second cache.
    if !cfg!(miri) {
        check([80, 60, 9], |n| n as f64);
    }
}

/// The elements of an operand follow each other along the outermost axis, and more than two axes are
/// inside it.
#[test]
fn turned_operands_of_many_axes_are_walked() {
    fn check<const R: usize>(lengths: [usize; R]) {
        // One position more than is selected on each axis, so that no axes are joined.
        let whole = DynTensor::from_shape_fn(lengths.map(|len| len + 1), |index| {
            index.iter().fold(7_u8, |number, &i| {
                number.wrapping_mul(31).wrapping_add(i as u8)
            })
        });
        let mut turned = whole.view();
        for (axis, len) in lengths.into_iter().enumerate() {
            turned = turned.slice_axis(axis, s![:len]);
        }
        let order: Vec<usize> = [R - 1].into_iter().chain(0..R - 1).collect();
        let turned = turned.permute(&order);
        let expected: Vec<u8> = turned.iter().map(|x| x.wrapping_mul(2)).collect();
        let sums = zip((&turned, &turned)).map(|(x, y)| x.wrapping_add(*y));
        assert!(sums.into_vec() == expected, "{lengths:?}");
        assert!(
            turned.map(|x| x.wrapping_mul(2)).into_vec() == expected,
            "{lengths:?}"
        );
    }
    check([2, 3, 4, 5, 70]);
    if cfg!(miri) {
        return;
    }
    check([4, 5, 6, 100]);
    check([2, 2, 2, 2, 3, 200]);
    check([3, 2, 2, 2, 2, 2, 90]);
    check([8, 9, 6, 100]);
    check([9, 8, 2, 3, 2, 100]);
}

/// Rows of a turned operand that fill one buffer, and rows that are too long for one.
#[test]
#[cfg_attr(miri, ignore = "a million elements take hours")]
fn turned_operands_longer_than_a_buffer_are_walked() {
    for width in [16_000, 17_000] {
        let whole = DynTensor::from_shape_vec(
            [width, 64],
            (0..width * 64).map(|n| (n % 251) as u8).collect(),
        );
        let whole = whole.expect("as many elements");
        let turned = whole.t();
        let expected = (0..64 * width).map(|at| ((at % width * 64 + at / width) % 251) as u8);
        let mapped = zip((&turned, &turned)).map(|(x, y)| *x.max(y));
        assert!(mapped.into_vec().into_iter().eq(expected), "{width}");
    }
}

/// Rows begin at every address of a vector, and closures are called once for each element, in order.
#[test]
fn rows_at_every_alignment_are_walked_in_order() {
    let numbers = Tensor::<u16, 1>::from_shape_fn([2200], |[i]| i as u16 * 3);
    let units = Tensor::<(), 1>::full([2200], ());
    for begin in 0..33 {
        for len in [1, 63, 64, 130, 511, 512, 545, 2050] {
            let range = s![begin:begin + len];
            let mut written = Tensor::<u16, 1>::zeros([2200]);
            let mut calls = 0;
            zip((
                written.slice_mut(range),
                numbers.slice(range),
                units.slice(range),
            ))
            .for_each(|(to, from, ())| {
                *to = *from + 1;
                assert_eq!(usize::from(*from), 3 * (begin + calls));
                calls += 1;
            });
            assert_eq!(calls, len);
            for (i, number) in written.iter().enumerate() {
                let inside = (begin..begin + len).contains(&i);
                let expected = if inside { i * 3 + 1 } else { 0 };
                assert_eq!(usize::from(*number), expected, "{i} of {begin}, {len}");
            }
            let bytes = numbers.slice(range).map(|number| *number as u8);
            let triples = zip((numbers.slice(range),)).map(|(number,)| [*number; 3]);
            for (i, (byte, triple)) in bytes.iter().zip(&triples).enumerate() {
                let number = (begin + i) as u16 * 3;
                assert_eq!((*byte, *triple), (number as u8, [number; 3]));
            }
            assert_eq!(units.slice(range).map(|()| ()).len(), len);
        }
    }
}
