//! Copies between buffers that end where they must, at every alignment of both: nothing outside is
//! written, and under AddressSanitizer nothing outside is read. Each vector level is a process of
//! its own.

use tslice::__private::Level;
use tslice::{DynView, DynViewMut, Encoding, Masks};
use tslice_tests::levels::each_in_a_process;

const POISON: u8 = 0xA5;

/// A slice of `bytes` as elements of `N` bytes, which align as bytes do.
fn elements<const N: usize>(bytes: &[u8]) -> &[[u8; N]] {
    let (elements, rest) = bytes.as_chunks();
    assert!(rest.is_empty());
    elements
}

/// The strides of the two axes that are sliced, and whether they are swapped first.
const WALKS: [(i64, i64, bool); 10] = [
    (1, 1, false),
    (1, -1, false),
    (1, 2, false),
    (1, 3, false),
    (1, 4, false),
    (-1, -2, false),
    (2, 1, false),
    (1, 5, false),
    (1, 1, true),
    (1, -1, true),
];

fn spec(rows: i64, columns: i64) -> Encoding {
    let masks = Masks {
        begin_mask: 3,
        end_mask: 3,
        ..Masks::default()
    };
    Encoding::new(vec![0; 2], vec![0; 2], vec![rows, columns], masks).expect("strides are not 0")
}

fn copies<const N: usize>(level: Level, shape: [usize; 2], source_at: usize, target_at: usize) {
    let len = shape[0] * shape[1] * N;
    // The allocation ends with the last element: one byte further is the sanitizer's.
    let source: Box<[u8]> = (0..source_at + len)
        .map(|i| u8::try_from(i * 37 % 163).expect("below 163"))
        .collect();
    let source = elements::<N>(&source[source_at..]);
    for (rows, columns, swapped) in WALKS {
        let view = DynView::from_shape(shape, source).expect("as many");
        let view = if swapped {
            view.try_permute([1, 0]).expect("two axes")
        } else {
            view
        };
        let slice = view.slice(spec(rows, columns));
        let [height, width] = *slice.shape() else {
            unreachable!("two axes")
        };
        let expected: Vec<[u8; N]> = (0..height)
            .flat_map(|r| (0..width).map(move |c| [r, c]))
            .map(|index| slice[&index[..]])
            .collect();
        let size = expected.len() * N;
        for behind in [0, 64] {
            let mut target = vec![POISON; target_at + size + behind].into_boxed_slice();
            let middle = target[target_at..target_at + size].as_chunks_mut::<N>().0;
            slice.copy_to_slice(middle);
            assert!(
                *middle == expected[..],
                "{level:?} {N} {shape:?} {rows} {columns} {source_at} {target_at}"
            );
            let outside = target[..target_at]
                .iter()
                .chain(&target[target_at + size..]);
            assert!(
                outside.copied().all(|byte| byte == POISON),
                "{level:?} {N} {shape:?} {rows} {columns}"
            );
        }
    }
}

/// What `assign` and `fill` leave alone between the elements of a strided target.
fn writes<const N: usize>(level: Level, shape: [usize; 2], target_at: usize) {
    for (rows, columns, _) in WALKS {
        let len = shape[0] * shape[1] * N;
        let mut bytes = vec![POISON; target_at + len].into_boxed_slice();
        let target = bytes[target_at..].as_chunks_mut::<N>().0;
        let mut view = DynViewMut::from_shape(shape, target).expect("as many");
        let count = {
            let mut slice = view.slice_mut(spec(rows, columns));
            slice.fill([7; N]);
            let values = slice.to_tensor();
            slice.assign(&values);
            slice.len()
        };
        let written = elements::<N>(&bytes[target_at..])
            .iter()
            .filter(|element| **element == [7; N])
            .count();
        let left = bytes.iter().filter(|byte| **byte == POISON).count();
        assert_eq!(
            (written, left),
            (count, target_at + len - count * N),
            "{level:?} {N} {shape:?} {rows} {columns}"
        );
    }
}

/// Planes of five rows that are stacked to pixels; each is an allocation of its own.
fn stacks<const N: usize>(level: Level, columns: usize, channels: usize, at: usize) {
    let planes: Vec<Box<[[u8; N]]>> = (0..channels)
        .map(|plane| {
            (0..5 * columns)
                .map(|i| [u8::try_from((i * 31 + plane) % 163).expect("a byte"); N])
                .collect()
        })
        .collect();
    let views: Vec<_> = planes
        .iter()
        .map(|plane| DynView::from_shape([5, columns], plane).expect("as many"))
        .collect();
    let size = 5 * columns * channels * N;
    let mut target = vec![POISON; at + size + 64].into_boxed_slice();
    tslice::stack_into(2, &views, target[at..at + size].as_chunks_mut::<N>().0);
    let pixels = elements::<N>(&target[at..at + size])
        .chunks_exact(channels)
        .enumerate();
    for (i, pixel) in pixels {
        assert!(
            pixel
                .iter()
                .zip(&planes)
                .all(|(found, plane)| *found == plane[i]),
            "{level:?} {N} {columns}"
        );
    }
    let outside = target[..at].iter().chain(&target[at + size..]);
    assert!(
        outside.copied().all(|byte| byte == POISON),
        "{level:?} {N} {columns} {channels}"
    );
}

fn every_alignment<const N: usize>(level: Level) {
    for at in 0..64 {
        for shape in [[3, 129], [1, 1100 / N + 3]] {
            copies::<N>(level, shape, at, 0);
            copies::<N>(level, shape, 0, at);
            copies::<N>(level, shape, at, (at * 7 + 3) % 64);
        }
        writes::<N>(level, [3, 67], at);
    }
}

fn every_length_around_a_vector(level: Level) {
    for columns in 1..=200 {
        copies::<1>(level, [9, columns], columns % 5, columns % 3);
        copies::<3>(level, [5, columns], columns % 5, columns % 3);
        copies::<4>(level, [4, columns], columns % 5, columns % 3);
        // Pixels, split into planes.
        copies::<1>(level, [columns, 2 + columns % 3], columns % 5, columns % 3);
        copies::<2>(level, [columns, 2 + columns % 3], columns % 5, columns % 3);
        stacks::<1>(level, columns, 2 + columns % 3, columns % 7);
        stacks::<2>(level, columns, 2 + columns % 3, columns % 7);
        stacks::<4>(level, columns, 2 + columns % 3, columns % 7);
        stacks::<8>(level, columns, 2 + columns % 3, columns % 7);
    }
}

#[test]
fn kernels_stay_inside_their_buffers() {
    each_in_a_process("kernels_stay_inside_their_buffers", |level| {
        every_alignment::<1>(level);
        every_alignment::<2>(level);
        every_alignment::<3>(level);
        every_alignment::<4>(level);
        every_alignment::<8>(level);
        every_alignment::<12>(level);
        every_alignment::<16>(level);
        every_length_around_a_vector(level);
    });
}
