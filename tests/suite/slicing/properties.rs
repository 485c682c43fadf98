//! Random slices against the oracle: through text, through `s!` with run-time bounds, view upon
//! view, and written through.

use proptest::prelude::*;
use tslice::{DynSpec, DynTensor, DynView, Tensor, s};
use tslice_tests::counting::counting;
use tslice_tests::faults::fault;
use tslice_tests::oracle::{Entry, select, text};
use tslice_tests::raw_oracle::Fault;

use crate::bounds::{bound, stride};

fn range() -> impl Strategy<Value = Entry> {
    (
        prop::option::of(bound()),
        prop::option::of(bound()),
        prop::option::of(stride()),
    )
        .prop_map(|(begin, end, stride)| Entry::Range(begin, end, stride))
}

/// Entries that mostly fit a rank of `rank`, with at most one ellipsis.
fn entries(rank: usize) -> impl Strategy<Value = Vec<Entry>> {
    let entry = prop_oneof![4 => range(), 2 => (-5..5_i64).prop_map(Entry::Index), 1 => Just(Entry::NewAxis)];
    (
        prop::collection::vec(entry, 0..=rank + 1),
        prop::option::of(any::<prop::sample::Index>()),
    )
        .prop_map(|(mut entries, ellipsis)| {
            if let Some(at) = ellipsis {
                entries.insert(at.index(entries.len() + 1), Entry::Ellipsis);
            }
            entries
        })
}

fn shape() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(prop_oneof![6 => 1..6_usize, 1 => Just(0)], 0..6)
}

pub(super) fn case() -> impl Strategy<Value = (Vec<usize>, Vec<Entry>)> {
    shape().prop_flat_map(|shape| {
        let rank = shape.len();
        (Just(shape), entries(rank))
    })
}

fn spec(entries: &[Entry]) -> DynSpec {
    text(entries).parse().expect("the oracle writes specs")
}

/// All ways of reading a view agree with the expected elements.
fn reads_as(view: &DynView<'_, usize>, shape: &[usize], elements: &[usize]) {
    assert_eq!((view.shape(), view.to_vec().as_slice()), (shape, elements));
    assert_eq!(
        (view.len(), view.is_empty()),
        (elements.len(), elements.is_empty())
    );
    assert!(view.iter().eq(elements) && view.iter().len() == elements.len());
    let mut buffer = vec![usize::MAX; elements.len()];
    view.copy_to_slice(&mut buffer);
    assert_eq!(buffer, elements);
    assert_eq!(view.to_tensor().as_slice(), Some(elements));
    assert!(view.as_slice().is_none_or(|slice| slice == elements));
    for (flat, element) in elements.iter().enumerate() {
        let mut rest = flat;
        let mut index: Vec<usize> = shape
            .iter()
            .rev()
            .map(|&n| (rest % n, rest /= n).0)
            .collect();
        index.reverse();
        assert_eq!(
            (view.get(&index), view[&index[..]]),
            (Some(element), *element)
        );
    }
    assert!(shape.is_empty() || view.get(shape).is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3 * ProptestConfig::default().cases))]

    #[test]
    fn slicing_by_text_matches_oracle((shape, entries) in case()) {
        let tensor = counting(0_usize, &shape);
        match (tensor.try_slice(spec(&entries)), select(&entries, &shape)) {
            (Ok(view), Ok((shape, elements))) => reads_as(&view, &shape, &elements),
            (Err(error), Err(expected)) => prop_assert_eq!(fault(&error), Fault::Entry(expected)),
            (answer, expected) => prop_assert!(false, "{:?}, expected {:?}", answer, expected),
        }
    }

    #[test]
    fn views_of_views_of_views_match_oracle(
        (shape, first) in case(),
        (second, third) in (entries(3), entries(2)),
    ) {
        let tensor = counting(0_usize, &shape);
        let mut view = tensor.view();
        let mut expected = (shape.clone(), (0..tensor.len()).collect::<Vec<_>>());
        for entries in [first, second, third] {
            let Ok((shape, chosen)) = select(&entries, &expected.0) else { break };
            view = view.slice(spec(&entries));
            expected = (shape, chosen.into_iter().map(|at| expected.1[at]).collect());
            reads_as(&view, &expected.0, &expected.1);
        }
    }

    #[test]
    fn permuted_views_match_oracle((shape, entries) in case(), swaps in prop::collection::vec(any::<prop::sample::Index>(), 3)) {
        let mut axes: Vec<usize> = (0..shape.len()).collect();
        for pair in swaps.windows(2).filter(|_| !axes.is_empty()).collect::<Vec<_>>() {
            let (a, b) = (pair[0].index(axes.len()), pair[1].index(axes.len()));
            axes.swap(a, b);
        }
        let tensor = counting(0_usize, &shape);
        let permuted = tensor.view().try_permute(&axes).expect("a permutation");
        let strides: Vec<usize> = (0..shape.len()).map(|axis| shape[axis + 1..].iter().product()).collect();
        let new_shape: Vec<usize> = axes.iter().map(|&axis| shape[axis]).collect();
        let mut elements = vec![0];
        for &axis in &axes {
            elements = elements.iter().flat_map(|e| (0..shape[axis]).map(move |i| (e, i))).map(|(e, i)| e + i * strides[axis]).collect();
        }
        reads_as(&permuted, &new_shape, &elements);
        if let Ok((shape, chosen)) = select(&entries, &new_shape) {
            let chosen: Vec<usize> = chosen.into_iter().map(|at| elements[at]).collect();
            reads_as(&permuted.slice(spec(&entries)), &shape, &chosen);
        }
    }

    #[test]
    fn writing_through_a_slice_matches_oracle((shape, entries) in case()) {
        let Ok((sliced, chosen)) = select(&entries, &shape) else { return Ok(()) };
        let spec = spec(&entries);
        let (mut filled, mut assigned, mut iterated) = (counting(0_usize, &shape), counting(0_usize, &shape), counting(0_usize, &shape));
        filled.slice_mut(&spec).fill(usize::MAX);
        let values = DynTensor::from_shape_vec(&sliced, (1000..).take(chosen.len()).collect()).expect("as many");
        assigned.slice_mut(&spec).assign(&values);
        let mut target = iterated.slice_mut(&spec);
        target.iter_mut().zip(values.iter()).for_each(|(to, from)| *to = *from);
        let mut expected: Vec<usize> = (0..filled.len()).collect();
        chosen.iter().enumerate().for_each(|(i, &at)| expected[at] = 1000 + i);
        prop_assert_eq!(assigned.as_slice(), Some(&expected[..]));
        prop_assert_eq!(iterated.as_slice(), Some(&expected[..]));
        chosen.iter().for_each(|&at| expected[at] = usize::MAX);
        prop_assert_eq!(filled.as_slice(), Some(&expected[..]));
    }

    #[test]
    fn strings_are_cloned_as_numbers_are_copied((shape, entries) in case()) {
        let tensor = counting(0_usize, &shape);
        let words: Vec<String> = tensor.iter().map(usize::to_string).collect();
        let words = DynTensor::from_shape_vec(&shape, words).expect("as many");
        if let Ok((_, chosen)) = select(&entries, &shape) {
            let expected: Vec<String> = chosen.iter().map(usize::to_string).collect();
            prop_assert_eq!(words.slice(spec(&entries)).to_vec(), expected);
            let mut target = words.clone();
            target.slice_mut(spec(&entries)).fill("x".into());
            prop_assert_eq!(target.iter().filter(|word| *word == "x").count(), chosen.len());
        }
    }

    #[test]
    fn a_spec_prints_as_text_that_parses_back((_, entries) in case()) {
        let spec = spec(&entries);
        prop_assert_eq!(spec.to_string().parse::<DynSpec>(), Ok(spec));
    }

    #[test]
    fn typed_specs_with_run_time_bounds_match_oracle(
        shape in prop::collection::vec(0..6_usize, 3),
        (a, b, d, e) in (bound(), bound(), bound(), bound()),
        (c, i) in (stride(), -6..6_i64),
    ) {
        let shape: [usize; 3] = shape.try_into().expect("three lengths");
        let tensor = Tensor::from_shape_vec(shape, (0..shape.iter().product::<usize>()).collect()).expect("as many");
        let all = |b, e, s| Entry::Range(b, e, s);
        macro_rules! agree {
            ($([$($spec:tt)*] $entries:expr;)+) => {$(
                let typed = s![$($spec)*];
                let entries: &[Entry] = &$entries;
                prop_assert_eq!(spec(entries).to_encoding(), typed.to_encoding(), "{}", text(entries));
                match (tensor.try_slice(typed), select(entries, &shape)) {
                    (Ok(view), Ok((shape, elements))) => {
                        reads_as(&view.into_dyn(), &shape, &elements);
                        prop_assert_eq!(view.shape().to_vec(), shape);
                    }
                    (Err(error), Err(expected)) => prop_assert_eq!(fault(&error), Fault::Entry(expected)),
                    (answer, expected) => prop_assert!(false, "{:?}, expected {:?}", answer, expected),
                }
            )+};
        }
        agree! {
            [a:b:c] [all(Some(a), Some(b), Some(c))];
            [a:, ..] [all(Some(a), None, None), Entry::Ellipsis];
            [.., :b] [Entry::Ellipsis, all(None, Some(b), None)];
            [::c, d:e] [all(None, None, Some(c)), all(Some(d), Some(e), None)];
            [a: :c, .., :e:c] [all(Some(a), None, Some(c)), Entry::Ellipsis, all(None, Some(e), Some(c))];
            [i] [Entry::Index(i)];
            [.., i] [Entry::Ellipsis, Entry::Index(i)];
            [i, newaxis, a:b] [Entry::Index(i), Entry::NewAxis, all(Some(a), Some(b), None)];
            [newaxis, .., i, ::c] [Entry::NewAxis, Entry::Ellipsis, Entry::Index(i), all(None, None, Some(c))];
            [i, a:b:c, i] [Entry::Index(i), all(Some(a), Some(b), Some(c)), Entry::Index(i)];
            [1 => a:b] [all(None, None, None), all(Some(a), Some(b), None), Entry::Ellipsis];
            [-1 => ::c, 0 => i] [Entry::Index(i), Entry::Ellipsis, all(None, None, Some(c))];
            [:, :, a:b:c] [all(None, None, None), all(None, None, None), all(Some(a), Some(b), Some(c))];
        }
    }
}
