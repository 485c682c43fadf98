//! Iterators that were begun by hand and are finished at once, or the other way round.

use proptest::prelude::*;
use tslice::{DynTensor, Encoding, Masks, Tensor, s};
use tslice_tests::counting::counting;

fn begun_and_finished(tensor: &DynTensor<usize>, expected: &[usize], steps: &[usize]) {
    let view = tensor.view();
    for &taken in steps.iter().filter(|&&taken| taken <= expected.len()) {
        let mut iter = view.iter();
        assert!(iter.by_ref().take(taken).eq(&expected[..taken]));
        assert_eq!(iter.len(), expected.len() - taken);
        assert_eq!(iter.clone().copied().collect::<Vec<_>>(), expected[taken..]);
        assert_eq!(iter.clone().count(), expected.len() - taken);
        let folded = iter.fold(Vec::new(), |mut all, n| {
            all.push(*n);
            all
        });
        assert_eq!(folded, expected[taken..]);
    }
}

proptest! {
    #[test]
    fn an_iterator_is_finished_from_wherever_it_is(
        shape in prop::collection::vec(0..5_usize, 0..4),
        strides in prop::collection::vec(prop::sample::select(vec![-2_i64, -1, 1, 2]), 4),
        steps in prop::collection::vec(0..40_usize, 4),
    ) {
        let tensor = counting(0_usize, &shape);
        let rank = shape.len();
        let masks = Masks { begin_mask: u32::MAX, end_mask: u32::MAX, ..Masks::default() };
        let zeros = vec![0; rank];
        let encoding = Encoding::new(zeros.clone(), zeros, strides[..rank].to_vec(), masks).expect("a spec");
        let expected = tensor.slice(&encoding).to_vec();
        let view = tensor.slice(&encoding).to_tensor();
        begun_and_finished(&view, &expected, &steps);
        let sliced = tensor.slice(&encoding);
        for &taken in steps.iter().filter(|&&taken| taken <= expected.len()) {
            prop_assert_eq!(sliced.iter().skip(taken).copied().collect::<Vec<_>>(), &expected[taken..]);
            prop_assert_eq!(sliced.iter().skip(taken).sum::<usize>(), expected[taken..].iter().sum::<usize>());
        }
    }
}

#[test]
fn skip_leaves_elements_unwritten() {
    let mut t = Tensor::<u8, 2>::zeros([3, 5]);
    t.slice_mut(s![:, ::3])
        .iter_mut()
        .skip(2)
        .for_each(|element| *element = 1);
    assert_eq!(
        t.as_slice(),
        Some(&[0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0][..])
    );
}

/// The same steps by an iterator over an array and by one over a vector of its elements; what is
/// left after each must be equal.
fn step<'v>(
    ours: &mut (impl DoubleEndedIterator<Item = &'v usize> + ExactSizeIterator),
    theirs: &mut (impl DoubleEndedIterator<Item = &'v usize> + ExactSizeIterator),
    (kind, n): (u8, usize),
) {
    let sought = |element: &usize| element % 7 == n % 7;
    match kind {
        0 => assert_eq!(ours.next(), theirs.next()),
        1 => assert_eq!(ours.next_back(), theirs.next_back()),
        2 => assert_eq!(ours.nth(n), theirs.nth(n)),
        3 => assert_eq!(ours.nth_back(n), theirs.nth_back(n)),
        4 => assert_eq!(ours.find(|x| sought(x)), theirs.find(|x| sought(x))),
        5 => assert_eq!(ours.position(sought), theirs.position(sought)),
        6 => assert_eq!(ours.any(sought), theirs.any(sought)),
        7 => assert_eq!(ours.all(|x| !sought(x)), theirs.all(|x| !sought(x))),
        _ => assert_eq!(
            ours.find_map(|x| sought(x).then(|| x + 1)),
            theirs.find_map(|x| sought(x).then(|| x + 1))
        ),
    }
    assert_eq!(ours.len(), theirs.len());
}

proptest! {
    #[test]
    fn iterator_steps_as_that_of_a_vector(
        shape in prop::collection::vec(1..6_usize, 0..5),
        strides in prop::collection::vec(prop::sample::select(vec![-2_i64, -1, 1, 1, 2]), 5),
        steps in prop::collection::vec((0..9_u8, 0..30_usize), 0..12),
    ) {
        let tensor = counting(0_usize, &shape);
        let rank = shape.len();
        let masks = Masks { begin_mask: u32::MAX, end_mask: u32::MAX, ..Masks::default() };
        let zeros = vec![0; rank];
        let encoding = Encoding::new(zeros.clone(), zeros, strides[..rank].to_vec(), masks).expect("a spec");
        let view = tensor.slice(&encoding);
        let elements = view.to_vec();
        let (mut ours, mut theirs) = (view.iter(), elements.iter());
        for kind in steps {
            step(&mut ours, &mut theirs, kind);
        }
        prop_assert!(ours.eq(theirs));
    }
}

#[test]
fn iterator_yields_nothing_twice_after_a_panic() {
    let mut t = Tensor::<usize, 2>::from([[0, 1, 2], [3, 4, 5]]);
    let mut view = t.slice_mut(s![:, :2]);
    let (mut iter, mut given) = (view.iter_mut(), Vec::new());
    let search = std::panic::AssertUnwindSafe(|| {
        iter.any(|element| {
            given.push(element);
            assert!(given.len() < 2, "the search ends here");
            false
        })
    });
    std::panic::catch_unwind(search).expect_err("it panics");
    given.extend(iter);
    let mut elements: Vec<usize> = given.iter().map(|element| **element).collect();
    elements.sort_unstable();
    elements.dedup();
    assert_eq!(elements.len(), given.len());
    assert_eq!(elements, [0, 1, 3, 4]);
}
