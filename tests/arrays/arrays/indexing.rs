//! `a[..]`: elements by their index tuples.

use tslice::{Array, Dims, DynTensor, Owned, Read, Shape, Tensor, View, ViewMut, s, tensor};

/// Generic code has index tuples of dims that it does not know.
fn at<S: Read<Elem: Copy>, D: Dims>(array: &Array<S, D>, index: D::Index<'_>) -> S::Elem {
    array[index]
}

#[test]
fn index_is_an_array_tuple_or_number() {
    let mut t = Tensor::from_shape_fn((2, 3, 4), |(i, j, k)| 100 * i + 10 * j + k);
    assert_eq!(
        (t[[1, 2, 3]], t[(1, 2, 3)], t[&[1, 2, 3]], at(&t, [1, 2, 3])),
        (123, 123, 123, 123)
    );
    t[(0, 1, 2)] += 1000;
    assert_eq!(t[[0, 1, 2]], 1012);
    let row = t.slice(s![1, 2]);
    assert_eq!((row[0], row[3], row[[3]], row[(3,)]), (120, 123, 123, 123));
    assert_eq!(
        (
            row.slice(s![::-1])[0],
            row.get(1),
            row.get((4,)),
            row.get([0])
        ),
        (123, Some(&121), None, Some(&120))
    );
    let mut squares = [0; 5];
    let mut exclusive = ViewMut::from(&mut squares);
    for at in 0..exclusive.len() {
        exclusive[at] = at * at;
    }
    assert_eq!(squares, [0, 1, 4, 9, 16]);
    assert_eq!(Tensor::full([], 7)[()], 7);

    let known: Array<Owned<i32>, Shape![3]> = [1, 2, 3].into();
    assert_eq!((known[2], known[[2]]), (3, 3));
    let mut dynamic = DynTensor::from_shape_fn((2, 3), |(i, j)| 10 * i + j);
    let index = vec![1, 2];
    assert_eq!(
        (
            dynamic[[1, 2]],
            dynamic[(1, 2)],
            dynamic[&index],
            at(&dynamic, &index)
        ),
        (12, 12, 12, 12)
    );
    dynamic[&index[..]] = 0;
    assert_eq!(dynamic.to_vec(), [0, 1, 2, 10, 11, 0]);
}

/// The element at a position of each axis of `[[0, 1, 2, 3], [4, ..], [8, ..]]`, from the end below 0.
fn by_hand(i: i128, j: i128) -> Option<i128> {
    let place = |at: i128, len: i128| match at {
        _ if at >= len || at < -len => None,
        _ if at < 0 => Some(at + len),
        _ => Some(at),
    };
    Some(4 * place(i, 3)? + place(j, 4)?)
}

#[test]
fn indices_of_every_integer_type_count_from_the_end() {
    macro_rules! every_index {
        ($($integer:ty)+) => {$(
            let ends = [<$integer>::MIN, <$integer>::MAX];
            let near = (-6..6).filter_map(|at: i128| <$integer>::try_from(at).ok());
            let indices: Vec<$integer> = near.chain(ends).collect();
            let mut t = Tensor::from_shape_fn([3, 4], |[i, j]| (4 * i + j) as i128);
            let dynamic = t.view().into_dyn().to_tensor();
            let known: Array<Owned<i128>, Shape![3, _]> = t.clone().into_static().expect("3 rows");
            for (&i, &j) in indices.iter().flat_map(|i| indices.iter().map(move |j| (i, j))) {
                let expected = by_hand(i.try_into().unwrap_or(99), j.try_into().unwrap_or(99));
                assert_eq!(t.get([i, j]).copied(), expected, "{i} {j}");
                assert_eq!(t.get((i, j)).copied(), expected, "{i} {j}");
                assert_eq!(known.get([i, j]).copied(), expected, "{i} {j}");
                assert_eq!(dynamic.get([i, j]).copied(), expected, "{i} {j}");
                assert_eq!(t.get_mut((i, j)).copied(), expected, "{i} {j}");
                assert_eq!(t.row(0).get(j).copied(), by_hand(0, j.try_into().unwrap_or(99)));
                if let Some(expected) = expected {
                    assert_eq!((t[[i, j]], t[(i, j)], t.row(0)[j]), (expected, expected, expected % 4));
                }
            }
            assert_eq!((dynamic.get([indices[0]]), dynamic.get([indices[0]; 3])), (None, None));
        )+};
    }
    every_index! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
}

#[test]
fn literals_are_indices_without_a_type() {
    let mut t = tensor![[1, 2, 3], [4, 5, 6]];
    assert_eq!(
        (t[[-1, -1]], t[(0, -2)], t.row(1)[-3], t[[1, 0]]),
        (6, 2, 4, 4)
    );
    t[[-1, 0]] = 7;
    t.swap([0, 0], [-1, -1]);
    assert_eq!(t, [[6, 2, 3], [7, 5, 1]]);
    let list = [10, 20];
    let (first, last) = (0, 1);
    t[[first, first]] = list[first];
    t[[last, last]] = list[last];
    for i in 0..2 {
        t[[i, -1]] += 1;
    }
    assert_eq!(t, [[10, 2, 4], [7, 20, 2]]);
    assert_eq!(t.slice(s![-1, -1])[[]], 2);
}

#[test]
#[should_panic = "index [-4, 0] is out of bounds for shape [3, 4]"]
fn a_number_before_the_axis_is_named_as_given() {
    let _ = Tensor::<u8, 2>::zeros([3, 4])[[-4, 0]];
}

#[test]
#[should_panic = "index [18446744073709551615] is out of bounds for shape [3]"]
fn an_unsigned_number_does_not_wrap() {
    let _ = Tensor::<u8, 1>::zeros([3])[u64::MAX];
}

#[test]
#[should_panic = "index [3] is out of bounds for shape [3]"]
fn a_number_is_checked() {
    let _ = View::<_, 1>::from(&[1, 2, 3])[3];
}

#[test]
#[should_panic = "index [0, 3] is out of bounds for shape [2, 3]"]
fn a_tuple_is_checked() {
    let _ = Tensor::<i32, 2>::zeros((2, 3))[(0, 3)];
}

#[test]
#[should_panic = "index [0] has length 1, shape [2, 3] has rank 2"]
fn index_of_dynamic_array_has_its_rank() {
    let _ = DynTensor::<i32>::zeros((2, 3))[[0]];
}

#[test]
fn index_is_compared_with_each_length() {
    macro_rules! check {
        ($($rank:literal)+) => {$({
            let shape: [usize; $rank] = core::array::from_fn(|axis| axis + 2);
            let elements = (0..shape.iter().product()).collect();
            let mut t = Tensor::<usize, $rank>::from_shape_vec(shape, elements).expect("as many");
            let indices: Vec<_> = t.indexed_iter().map(|(index, _)| index).collect();
            assert_eq!(indices.len(), t.len());
            for (at, index) in indices.into_iter().enumerate() {
                assert_eq!((t[index], t.get(index)), (at, Some(&at)));
                t[index] += 1;
                assert_eq!(t.as_slice().expect("row-major")[at], at + 1);
                for (axis, &len) in shape.iter().enumerate() {
                    for beyond in [len, usize::MAX] {
                        let mut outside = index;
                        outside[axis] = beyond;
                        assert_eq!(t.get(outside), None);
                        assert_eq!(t.get_mut(outside), None);
                    }
                }
            }
        })+};
    }
    check!(1 2 3 4 5 6);
}

/// A loop over a list of indices has references to them.
#[test]
fn indices_are_references_too() {
    let t = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    let (fixed, dynamic) = (
        t.clone().into_static::<Shape![2, 3]>().expect("its shape"),
        t.clone().into_dyn(),
    );
    for tuple in &[(0, 0), (1, -1), (-2, 1)] {
        assert_eq!((fixed[tuple], dynamic[tuple]), (t[*tuple], t[*tuple]));
        assert_eq!(t.get(tuple), Some(&t[*tuple]));
    }
    for array in &[[0, 2], [1, 1]] {
        assert_eq!((t[array], fixed[array]), (t[*array], t[*array]));
    }
    let row = t.row(1);
    let whole = row.into_static::<Shape![3]>().expect("its shape");
    for index in &[2_usize, 0] {
        let expected = t[[1, *index]];
        assert_eq!((row[index], whole[index]), (expected, expected));
        assert_eq!(row.into_dyn()[index], expected);
    }
    for index in [-1_i32, 1].iter() {
        assert_eq!(row[index], row[*index]);
    }
}
