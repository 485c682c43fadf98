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
fn what_is_skipped_is_not_written_and_the_rest_is() {
    let mut t = Tensor::<u8, 2>::zeros([3, 5]);
    t.slice_mut(s![:, ::3]).iter_mut().skip(2).for_each(|element| *element = 1);
    assert_eq!(t.as_slice(), Some(&[0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0][..]));
}
