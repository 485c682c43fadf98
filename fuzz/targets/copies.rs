//! Copies, fills, assigns, walks and zips of every element size at every vector level, into buffers
//! that end where they must.
#![no_main]
#![expect(clippy::cast_possible_truncation, reason = "any bytes will do")]

use std::fmt::Debug;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use tslice::__private::Level;
use tslice::{DynSpec, DynTensor, DynViewMut, zip};
use tslice_tests::oracle::{Entry, select, text};

#[derive(Arbitrary, Debug)]
struct Input {
    level: u8,
    size: u8,
    lengths: Vec<u8>,
    ranges: Vec<(Option<i8>, Option<i8>, i8)>,
    before: u8,
}

impl Input {
    /// At most rank 4; one in four has a few thousand bytes, which is enough for every kernel and
    /// its rest.
    fn shape(&self, size: usize) -> Vec<usize> {
        let mut shape: Vec<usize> = self
            .lengths
            .iter()
            .take(4)
            .map(|len| usize::from(*len % 90))
            .collect();
        let most = if self.before < 64 { 4000 } else { 300 };
        while shape.iter().product::<usize>() * size > most {
            shape
                .iter_mut()
                .max()
                .into_iter()
                .for_each(|longest| *longest /= 2);
        }
        shape
    }

    fn entries(&self, rank: usize) -> Vec<Entry> {
        let range = |(b, e, s): (Option<i8>, Option<i8>, i8)| {
            Entry::Range(
                b.map(i64::from),
                e.map(i64::from),
                Some(i64::from(s)).filter(|s| *s != 0),
            )
        };
        self.ranges.iter().take(rank).copied().map(range).collect()
    }
}

fn check<T: Clone + PartialEq + Debug>(input: &Input, element: impl Fn(usize) -> T) {
    let shape = input.shape(size_of::<T>());
    let entries = input.entries(shape.len());
    let spec: DynSpec = text(&entries).parse().expect("the oracle writes specs");
    let (sliced, chosen) = select(&entries, &shape).expect("ranges always fit");
    let all: Vec<T> = (0..shape.iter().product()).map(&element).collect();
    let tensor = DynTensor::from_shape_vec(&shape, all.clone()).expect("as many");
    let expected: Vec<T> = chosen.iter().map(|&at| all[at].clone()).collect();
    let slice = tensor.slice(&spec);
    assert!(slice.to_vec() == expected, "to_vec {spec} of {shape:?}");
    let (before, guard) = (usize::from(input.before % 64), element(7777));
    let mut buffer = vec![guard.clone(); before + expected.len()];
    slice.copy_to_slice(&mut buffer[before..]);
    assert!(buffer[before..] == expected[..] && buffer[..before].iter().all(|e| *e == guard));
    let mut written = all.clone();
    let values: Vec<T> = (9000..9000 + chosen.len()).map(&element).collect();
    let source = DynTensor::from_shape_vec(&sliced, values.clone()).expect("as many");
    let mut target = DynViewMut::from_shape(&shape, &mut written).expect("as many");
    target.slice_mut(&spec).assign(&source);
    let mut model = all;
    chosen
        .iter()
        .zip(values)
        .for_each(|(&at, value)| model[at] = value);
    assert!(written == model, "assign {spec} of {shape:?}");
    DynViewMut::from_shape(&shape, &mut written)
        .expect("as many")
        .slice_mut(&spec)
        .fill(guard.clone());
    chosen.iter().for_each(|&at| model[at] = guard.clone());
    assert!(written == model, "fill {spec} of {shape:?}");
    walks(&spec, &shape, &chosen, &source, &mut written, &mut model);
    assert!(written == model, "zip {spec} of {shape:?}");
}

/// Iterators and zips over a slice of `written`, whose elements are those of `model` at `chosen`.
fn walks<T: Clone + PartialEq + Debug>(
    spec: &DynSpec,
    shape: &[usize],
    chosen: &[usize],
    source: &DynTensor<T>,
    written: &mut [T],
    model: &mut [T],
) {
    let values = source.as_slice().expect("a tensor is contiguous");
    let mut all = DynViewMut::from_shape(shape, written).expect("as many");
    zip((all.slice_mut(spec), source)).for_each(|(to, from)| *to = from.clone());
    chosen
        .iter()
        .zip(values)
        .for_each(|(&at, value)| model[at] = value.clone());
    let slice = all.slice(spec);
    assert!(slice.iter().eq(values), "iter {spec} of {shape:?}");
    assert!(
        slice.iter().rev().eq(values.iter().rev()),
        "rev {spec} of {shape:?}"
    );
    // Both orders at once, so that neither operand is contiguous.
    let mirrored = source.slice(&mirror(slice.rank()));
    let pairs = zip((&slice, &mirrored)).map(|(a, b)| (a.clone(), b.clone()));
    let expected = values.iter().cloned().zip(mirrored.to_vec());
    assert!(
        pairs
            .as_slice()
            .expect("contiguous")
            .iter()
            .cloned()
            .eq(expected),
        "map {spec} of {shape:?}"
    );
    let met = zip((&slice,)).fold(0, |met, _| met + 1);
    assert!(met == values.len(), "fold {spec} of {shape:?}");
    all.slice_mut(spec)
        .iter_mut()
        .rev()
        .zip(values)
        .for_each(|(to, from)| *to = from.clone());
    assert!(
        all.slice(spec).iter().rev().eq(values),
        "iter_mut {spec} of {shape:?}"
    );
    zip((all.slice_mut(spec), &mirrored)).for_each(|(to, from)| *to = from.clone());
    chosen
        .iter()
        .zip(mirrored.to_vec())
        .for_each(|(&at, value)| model[at] = value);
}

/// Every axis backwards.
fn mirror(rank: usize) -> DynSpec {
    vec!["::-1"; rank].join(", ").parse().expect("a spec")
}

fuzz_target!(|input: Input| {
    let levels = [Level::Scalar, Level::Avx2, Level::Avx512];
    Level::force(levels[usize::from(input.level % 3)]);
    match input.size % 9 {
        0 => check(&input, |i| (i * 37 % 251) as u8),
        1 => check(&input, |i| i as u16),
        2 => check(&input, |i| [i as u8, (i >> 8) as u8, 3]),
        3 => check(&input, |i| i as u32),
        4 => check(&input, |i| i as u64),
        5 => check(&input, |i| [i as u32; 3]),
        6 => check(&input, |i| i as u128),
        7 => check(&input, |i| [i as u8; 5]),
        _ => check(&input, |i| i.to_string()),
    }
});
