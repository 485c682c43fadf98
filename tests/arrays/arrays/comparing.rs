//! `==` and `Hash`, against elements that are compared one by one.

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use proptest::prelude::*;
use tslice::{Array, Dims, DynTensor, Encoding, Masks, Read, Tensor, View, s, stack};
use tslice_tests::counting::counting;

fn hashed(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn every_kind_of_operand_compares_both_ways_round() {
    let mut t = Tensor::<_, 2>::from([[1, 2], [3, 4]]);
    assert_eq!(t, [[1, 2], [3, 4]]);
    assert_eq!([[1, 2], [3, 4]], t);
    assert_eq!(t, &[[1, 2], [3, 4]]);
    assert_eq!(t, &t);
    assert_eq!(t, t.view().into_dyn());
    assert_eq!(t.view().into_dyn(), t.view());
    let row = t.slice(s![1]);
    assert_eq!([3, 4], row);
    assert_eq!(vec![3, 4], row);
    assert_eq!(row, vec![3, 4]);
    assert_eq!(&[3, 4][..], row);
    assert_eq!(row, &[3, 4][..]);
    assert!(*[3, 4].as_slice() == row && row == *[3, 4].as_slice());
    assert_ne!(row, [3, 4, 5]);
    assert_ne!(row, [[3, 4]]);
    assert_ne!([[3, 4]], row);
    assert_ne!(vec![4, 3], row);
    assert_eq!(t.view_mut(), [[1, 2], [3, 4]]);
    assert_eq!([[[1, 2], [3, 4]]], t.slice(s![newaxis]));
}

/// Strings beside `&str`s: the answer is that for the same strings as `String`s, whatever the
/// storage and the layout are.
#[test]
fn strings_compare_with_nested_arrays_of_str() {
    let lists = [["a", "b"], ["c", "d"], ["c", "b"]];
    let owned = |list: [&str; 2]| Tensor::<String, 1>::from(list.map(String::from));
    for (list, other) in lists
        .iter()
        .flat_map(|list| lists.map(|other| (*list, other)))
    {
        let (mut left, right) = (owned(list), owned(other));
        let expected = left == right;
        assert_eq!(left == other, expected);
        assert_eq!(left.view() == other, expected);
        assert_eq!(left.view_mut() == other, expected);
        assert_eq!(left.view().into_dyn() == other, expected);
        let (rows, others) = (stack(0, [&left, &right]), [list, other]);
        assert!(rows == others && rows.view() == others);
        assert_eq!(rows.slice(s![::-1]) == others, expected);
        assert!(rows.slice(s![:, 0]) == [list[0], other[0]]);
        assert!(left != [list[0]] && left.view() != others && rows != list);
    }
    assert_eq!(owned(["a", "b"]), ["a".to_string(), "b".to_string()]);
}

#[test]
fn elements_decide_with_their_own_equality() {
    let t = Tensor::<_, 1>::from([1.0, f64::NAN]);
    assert_ne!(t, t);
    assert_eq!(Tensor::<_, 1>::from([0.0]), [-0.0]);
    assert_eq!(Tensor::<_, 1>::from([(), ()]), [(), ()]);
    assert_eq!(Tensor::<_, 1>::from(["a".to_owned()]), ["a".to_owned()]);
}

#[test]
fn shapes_without_elements_differ() {
    let none = DynTensor::<u8>::zeros([2, 0]);
    assert_ne!(none, DynTensor::<u8>::zeros([0, 2]));
    assert_ne!(none, DynTensor::<u8>::zeros([0]));
    assert_eq!(none, [[0_u8; 0]; 2]);
    assert_eq!([[0_u8; 0]; 2], none);
}

#[test]
fn arrays_are_keys() {
    let mut seen = HashSet::new();
    assert!(seen.insert(Tensor::<_, 2>::from([[1, 2], [3, 4]])));
    assert!(
        !seen.insert(
            Tensor::<_, 2>::from([[2, 1], [4, 3]])
                .slice(s![:, ::-1])
                .to_tensor()
        )
    );
    assert!(seen.insert(Tensor::from([[1, 2, 3, 4]])));
}

/// Elements and shape, read one by one.
fn read<S: Read<Elem = u8>, D: Dims>(array: &Array<S, D>) -> (Vec<usize>, Vec<u8>) {
    (
        array.shape().as_ref().to_vec(),
        array.into_iter().copied().collect(),
    )
}

proptest! {
    #[test]
    fn equal_slices_have_equal_elements_and_hashes(
        shape in prop::collection::vec(0..4_usize, 0..4),
        bits in any::<u64>(),
        strides in prop::collection::vec(prop::sample::select(vec![-2_i64, -1, 1, 2]), 8),
    ) {
        let rank = shape.len();
        let mut source = counting(0_u8, &shape);
        source.iter_mut().enumerate().for_each(|(i, element)| *element = (bits >> (i % 8) & 1) as u8);
        let sliced = |strides: &[i64]| {
            let masks = Masks { begin_mask: u32::MAX, end_mask: u32::MAX, ..Masks::default() };
            Encoding::new(vec![0; rank], vec![0; rank], strides.to_vec(), masks).expect("a spec")
        };
        let (one, other) = (sliced(&strides[..rank]), sliced(&strides[4..4 + rank]));
        let (a, b) = (source.slice(&one), source.slice(&other));
        let tensor = b.to_tensor();
        let expected = read(&a) == read(&b);
        prop_assert_eq!(a == b, expected);
        prop_assert_eq!(tensor == a, expected);
        prop_assert_eq!(b == tensor, true);
        prop_assert_eq!(hashed(&b), hashed(&tensor));
        if expected {
            prop_assert_eq!(hashed(&a), hashed(&tensor));
        }
    }
}

#[test]
fn a_typed_and_a_dynamic_array_hash_alike() {
    let t = Tensor::<_, 2>::from([[1_u8, 2], [3, 4]]);
    assert_eq!(hashed(&t), hashed(&t.view().into_dyn()));
    assert_ne!(hashed(&t), hashed(&View::<_, 1>::from(&[1_u8, 2, 3, 4])));
}

#[test]
fn one_other_element_is_seen_at_each_place() {
    /// In rows that are compared in blocks, with gaps between them and without, backwards, and of
    /// elements that have to be dropped.
    fn check<T: Clone + PartialEq + std::fmt::Debug>(one: &T, other: &T) {
        for width in [1, 31, 32, 33, 70] {
            let equal = Tensor::<T, 2>::full([3, width + 2], one.clone());
            for at in 0..3 * (width + 2) {
                let mut changed = equal.clone();
                let (y, x) = (at / (width + 2), at % (width + 2));
                changed[[y, x]] = other.clone();
                assert_ne!(changed, equal);
                let is_inside = (1..=width).contains(&x);
                let (inner, of_equal) = (changed.slice(s![:, 1:-1]), equal.slice(s![:, 1:-1]));
                assert_eq!(inner != of_equal, is_inside, "{width} {at}");
                assert_eq!(inner.to_tensor() != of_equal, is_inside);
                assert_eq!(changed.slice(s![:, -2:0:-1]) != of_equal, is_inside);
                assert_eq!(inner.t() != of_equal.t(), is_inside);
            }
        }
    }
    check(&1.0_f32, &f32::NAN);
    check(&0_u8, &255);
    check(&String::new(), &String::from("other"));
    let nan = Tensor::<f64, 2>::full([2, 100], f64::NAN);
    assert_ne!(nan, nan.clone());
    assert_eq!(
        Tensor::<f64, 1>::full([100], 0.0),
        Tensor::<f64, 1>::full([100], -0.0)
    );
}
