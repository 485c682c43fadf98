//! Arrays of any rank: axes of length 1 change neither elements nor, beyond what a list of the
//! axes takes, the time. Each operation runs on a small stack, so that recursion by rank ends it.

use std::thread;
use std::time::{Duration, Instant};

use tslice::diag::Align;
use tslice::{Border, DynSpec, DynTensor, DynView, DynViewMut, Masks, s, zip};
use tslice_ops::{self as ops, CacheMode, OffAxis, PadRules, Reduction, SliceArgs};

/// The ranks, and the one at which a time that is quadratic in the rank takes minutes.
const RANKS: [usize; 5] = [1, 2, 64, 1000, 20_000];
const STACK: usize = 256 << 10;
const LIMIT: Duration = Duration::from_secs(20);

/// An array of a rank, mostly a high one, and the one of rank 2 with the same axes longer than 1.
struct Case {
    high: DynTensor<i64>,
    low: DynTensor<i64>,
    /// The axes of the matrix in the array of the high rank: one axis, the second one, of rank 1.
    axes: [usize; 2],
}

impl Case {
    fn new(rank: usize, lengths: [usize; 2]) -> Self {
        let axes = [(rank - 1) / 2, rank - 1];
        let count = i64::try_from(lengths[0] * lengths[1]).expect("small");
        let low = DynTensor::from_shape_vec(lengths, (0..count).collect()).expect("as many");
        let high = low.clone().into_shape(Self::shape_of(rank, axes, lengths));
        Self { high, low, axes }
    }

    fn shape_of(rank: usize, axes: [usize; 2], lengths: [usize; 2]) -> Vec<usize> {
        let mut shape = vec![1; rank];
        (shape[axes[0]], shape[axes[1]]) = (lengths[0], lengths[1]);
        shape
    }

    /// Each axis of the matrix in the high array and in the low one.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let pairs = self.axes.into_iter().zip(0..);
        pairs.skip(usize::from(self.rank() == 1)).collect()
    }

    fn rank(&self) -> usize {
        self.high.rank()
    }

    /// The high array, and the low one, whose elements are not contiguous.
    fn strided(&self) -> [DynView<'_, i64>; 2] {
        let mut high = self.high.view();
        if self.rank() > 1 {
            high = self.high.slice_axis(self.axes[0], s![::-1]);
        }
        [
            high.slice_axis(self.axes[1], s![::2]),
            self.low.slice(s![::-1, ::2]).into_dyn(),
        ]
    }

    /// A number for each axis: that of the matrix, or another one.
    fn each<N: Clone>(&self, one: N, matrix: [N; 2]) -> Vec<N> {
        let mut each = vec![one; self.rank()];
        let [first, second] = matrix;
        (each[self.axes[0]], each[self.axes[1]]) = (first, second);
        each
    }

    /// Asserts that a result has the elements of the low one, which has the same axes longer than 1.
    #[track_caller]
    fn same<T: PartialEq + Clone + std::fmt::Debug>(
        high: &DynView<'_, T>,
        low: &DynView<'_, T>,
        rank: usize,
    ) {
        assert_eq!(high.rank(), rank);
        let long = |view: &DynView<'_, T>| -> Vec<usize> {
            view.shape()
                .iter()
                .copied()
                .filter(|len| *len != 1)
                .collect()
        };
        assert_eq!(long(high), long(low));
        assert_eq!(high.to_vec(), low.to_vec());
    }
}

type Operation = (&'static str, fn(&Case));

const OPERATIONS: &[Operation] = &[
    ("pad", |case| {
        for border in [
            Border::Constant(7),
            Border::Edge,
            Border::Reflect,
            Border::Wrap,
        ] {
            if case.low.is_empty() && border != Border::Constant(7) {
                continue;
            }
            let widths = case.each((0, 0), [(1, 2), (9, 1)]);
            for [high, low] in [[case.high.view(), case.low.view()], case.strided()] {
                let rows = if case.rank() == 1 { (0, 0) } else { (1, 2) };
                let padded = low.pad([rows, (9, 1)], border);
                Case::same(
                    &high.pad(&widths[..], border).view(),
                    &padded.view(),
                    case.rank(),
                );
            }
            // The last of many axes is shifted: none is joined with it.
            let mut start = case.each(0, [0, 0]);
            start[0] -= 1;
            let cropped = case
                .high
                .crop(&start[..], case.high.shape(), Border::Constant(7));
            if case.rank() > 3 {
                assert!(cropped.iter().all(|x| *x == 7));
            }
            let mut buffer = vec![0; cropped.len()];
            case.high.crop_into(
                &start[..],
                case.high.shape(),
                Border::Constant(7),
                &mut buffer,
            );
            assert_eq!(cropped.to_vec(), buffer);
        }
    }),
    ("slices", |case| {
        let [high, low] = case.strided();
        Case::same(&high, &low, case.rank());
        if case.low.shape()[1] > 1 {
            let picked = case.high.pick(s![.., [0:2]]);
            Case::same(
                &picked.view(),
                &case.low.pick(s![.., [0:2]]).view(),
                case.rank(),
            );
        }
        let all = vec![":"; case.rank()].join(", ");
        assert!(all.parse::<DynSpec>().is_err() == (case.rank() > 31));
        let along = case.high.slice_axis(case.axes[1], s![::-1]);
        Case::same(
            &along,
            &case.low.slice(s![.., ::-1]).into_dyn(),
            case.rank(),
        );
        let many = DynSpec::from(s![newaxis, .., newaxis, ::-1]);
        Case::same(
            &case.high.slice(&many),
            &case.low.slice(&many),
            case.rank() + 2,
        );
        let encoding = s![.., ::2].to_encoding();
        let sliced = case.high.slice(&encoding);
        Case::same(&sliced, &case.low.slice(&encoding), case.rank());
    }),
    ("axes", |case| {
        let rank = case.rank();
        let order: Vec<usize> = (0..rank).rev().collect();
        for [high, low] in [[case.high.view(), case.low.view()], case.strided()] {
            Case::same(&high.permute(&order[..]), &low.t(), rank);
            Case::same(&high.t(), &low.t(), rank);
            Case::same(&high.insert_axis(rank / 2), &low, rank + 1);
            let wide = [&[2][..], high.shape()].concat();
            let broadcast = low.broadcast_to([&[2][..], low.shape()].concat());
            Case::same(&high.broadcast_to(&wide[..]), &broadcast, rank + 1);
            assert_eq!(high.is_contiguous(), low.is_contiguous());
            assert_eq!(high.len(), low.len());
        }
        let flat = case.high.reshape(&[case.low.len()]);
        assert_eq!(flat.to_vec(), case.low.to_vec());
        Case::same(&flat.reshape(case.high.shape()), &case.low.view(), rank);
        if rank > 2 {
            let square = case.high.diagonal(0);
            assert_eq!(square.rank(), rank - 1);
        }
    }),
    ("elements", |case| {
        for [high, low] in [[case.high.view(), case.low.view()], case.strided()] {
            let elements = low.to_vec();
            assert!(high.iter().copied().eq(elements.iter().copied()));
            assert!(
                high.iter()
                    .rev()
                    .copied()
                    .eq(elements.iter().rev().copied())
            );
            assert!(
                high.indexed_iter()
                    .map(|(_, x)| *x)
                    .eq(elements.iter().copied())
            );
            assert_eq!(high.to_tensor(), high);
            assert!(high == case.high.view() || elements != case.high.to_vec());
            let mut buffer = vec![0; elements.len()];
            high.copy_to_slice(&mut buffer);
            assert_eq!(buffer, elements);
            assert_eq!(high.get(&case.each(0, [0, 0])[..]), low.get(&[0, 0][..]));
            assert_eq!(high.get(&vec![0; case.rank() + 1][..]), None);
        }
    }),
    ("printing", |case| {
        let text = format!("{:?}", case.high);
        assert_eq!(text.matches('[').count() > 0, case.rank() > 0);
        assert!(
            format!("{}", case.high).len() < 100 * (case.rank() + 40) * (case.rank().min(64) + 40)
        );
    }),
    ("reductions", |case| {
        let rank = case.rank();
        for [high, low] in [[case.high.view(), case.low.view()], case.strided()] {
            assert_eq!(high.sum(), low.sum());
            assert_eq!(high.min(), low.min());
            assert_eq!(high.argmax().is_some(), low.argmax().is_some());
            assert!(high.all(|x| *x >= 0) && !high.any(|x| *x < 0));
            for (axis, at) in case.pairs() {
                Case::same(
                    &high.sum_axis(axis).view(),
                    &low.sum_axis(at).view(),
                    rank - 1,
                );
                let fold = |sum: i64, x: &i64| sum * 2 + x;
                let folded = high.fold_axis(axis, 0, fold);
                Case::same(&folded.view(), &low.fold_axis(at, 0, fold).view(), rank - 1);
                let lengths = high.map_axis(axis, |lane| lane.to_vec());
                let expected = low.map_axis(at, |lane| lane.to_vec());
                Case::same(&lengths.view(), &expected.view(), rank - 1);
                let sums = high.to_tensor().accumulate(axis, |sum, x| sum + x);
                let expected = low.to_tensor().accumulate(at, |sum, x| sum + x);
                Case::same(&sums.view(), &expected.view(), rank);
                if !low.is_empty() {
                    let largest = high.argmax_axis(axis);
                    Case::same(&largest.view(), &low.argmax_axis(at).view(), rank - 1);
                }
            }
        }
    }),
    ("walks", |case| {
        let [high, low] = case.strided();
        for (axis, at) in case.pairs() {
            let lanes = |view: &DynView<'_, i64>, axis: usize| -> Vec<Vec<i64>> {
                view.lanes(axis).map(|lane| lane.to_vec()).collect()
            };
            assert_eq!(lanes(&high, axis), lanes(&low, at));
            let parts = |view: &DynView<'_, i64>, axis: usize| -> Vec<Vec<i64>> {
                view.axis_iter(axis).map(|part| part.to_vec()).collect()
            };
            assert_eq!(parts(&high, axis), parts(&low, at));
            let chunks = |view: &DynView<'_, i64>, axis: usize| -> Vec<Vec<i64>> {
                view.chunks(axis, 2).map(|part| part.to_vec()).collect()
            };
            assert_eq!(chunks(&high, axis), chunks(&low, at));
            if high.shape()[axis] > 1 {
                let windows = high.windows_along(axis, 2);
                assert_eq!(windows.to_vec(), low.windows_along(at, 2).to_vec());
                let (first, second) = high.split_at(axis, 1);
                let (expected, rest) = low.split_at(at, 1);
                assert_eq!(first.to_vec(), expected.to_vec());
                assert_eq!(second.to_vec(), rest.to_vec());
                assert_eq!(
                    high.index_axis(axis, 1).to_vec(),
                    low.index_axis(at, 1).to_vec()
                );
            }
        }
        assert!(
            high.rows()
                .map(|row| row.len())
                .eq(low.rows().map(|row| row.len()))
        );
    }),
    ("writes", |case| {
        let (mut high, mut low) = (case.high.clone(), case.low.clone());
        let spec = s![.., ::-1];
        high.slice_mut(spec).assign(&case.high);
        low.slice_mut(s![.., ::-1]).assign(&case.low);
        Case::same(&high.view(), &low.view(), case.rank());
        high.map_inplace(|x| *x += 1);
        low.map_inplace(|x| *x += 1);
        Case::same(&high.view(), &low.view(), case.rank());
        high.slice_mut(spec).fill(3);
        assert!(high.iter().all(|x| *x == 3));
        if case.low.len() > 1 {
            let (zero, last) = (case.each(0, [0, 0]), case.each(0, [0, 1]));
            high.slice_mut(spec)
                .get_mut(&zero[..])
                .into_iter()
                .for_each(|x| *x = 4);
            high.swap(&zero[..], &last[..]);
            assert_eq!(high.iter().filter(|x| **x == 4).count(), 1);
        }
        let strides: Vec<isize> = (1..).take(case.rank()).collect();
        let ones = vec![1; case.rank()];
        let mut one = [5_i64];
        let mut target = DynViewMut::from_strided(&ones, &strides, 0, &mut one).expect("one");
        target.fill(7);
        assert_eq!(one, [7]);
    }),
    ("zip", |case| {
        let [high, low] = case.strided();
        let doubled = zip((&high, &high)).map(|(x, y)| x + y);
        Case::same(&doubled.view(), &low.map(|x| 2 * x).view(), case.rank());
        Case::same(&high.map(|x| 2 * x).view(), &doubled.view(), case.rank());
        let mut target = high.to_tensor();
        zip((&mut target, &high)).for_each(|(x, y)| *x += y);
        Case::same(&target.view(), &doubled.view(), case.rank());
    }),
    ("joins", |case| {
        let rank = case.rank();
        for [high, low] in [[case.high.view(), case.low.view()], case.strided()] {
            for (axis, at) in case.pairs() {
                let joined = tslice::concatenate(axis, [&high, &high]);
                let expected = tslice::concatenate(at, [&low, &low]);
                Case::same(&joined.view(), &expected.view(), rank);
                let stacked = tslice::stack(axis, [&high, &high]);
                Case::same(
                    &stacked.view(),
                    &tslice::stack(at, [&low, &low]).view(),
                    rank + 1,
                );
            }
        }
    }),
    ("lists and masks", |case| {
        let rank = case.rank();
        for [high, low] in [[case.high.view(), case.low.view()], case.strided()] {
            for (axis, at) in case.pairs() {
                if !low.is_empty() {
                    let taken = high.take(axis, &[0, 0]);
                    Case::same(&taken.view(), &low.take(at, &[0, 0]).view(), rank);
                }
                let mask: Vec<bool> = (0..high.shape()[axis]).map(|i| i != 1).collect();
                let kept = high.compress(axis, &mask);
                Case::same(&kept.view(), &low.compress(at, &mask).view(), rank);
            }
            let mask = high.map(|x| x % 2 == 0);
            let odd = low.map(|x| x % 2 == 0);
            assert_eq!(high.select(&mask).to_vec(), low.select(&odd).to_vec());
            let mut target = high.to_tensor();
            target.select_mut(&mask).fill(-1);
            let mut expected = low.to_tensor();
            expected.select_mut(&odd).fill(-1);
            Case::same(&target.view(), &expected.view(), rank);
        }
    }),
    ("gathers and scatters by element", |case| {
        let rank = case.rank();
        for [high, low] in [[case.high.view(), case.low.view()], case.strided()] {
            for (axis, at) in case.pairs() {
                let zeros = [high.map(|_| 0_i64), low.map(|_| 0)];
                let gathered = ops::gather_elements(&high, &zeros[0].view(), axis).expect("inside");
                let expected = ops::gather_elements(&low, &zeros[1].view(), at).expect("inside");
                Case::same(&gathered.view(), &expected.view(), rank);
                let [high, low] =
                    [(&high, &zeros[0], axis), (&low, &zeros[1], at)].map(|(data, zeros, axis)| {
                        let zeros = zeros.view();
                        ops::scatter_elements(data, &zeros, data, axis, Reduction::Sum)
                            .expect("inside")
                    });
                Case::same(&high.view(), &low.view(), rank);
            }
        }
    }),
    ("gathers", |case| {
        let rank = case.rank();
        if case.low.is_empty() {
            return;
        }
        let list = DynTensor::from_shape_vec([2], vec![0_i64, 0]).expect("two");
        for [high, low] in [[case.high.view(), case.low.view()], case.strided()] {
            for (axis, at) in case.pairs() {
                let gathered = ops::gather_with(&high, &list.view(), axis, 0, OffAxis::Error);
                let expected = ops::gather_with(&low, &list.view(), at, 0, OffAxis::Error);
                Case::same(
                    &gathered.expect("inside").view(),
                    &expected.expect("inside").view(),
                    rank,
                );
                let shape: Vec<i64> = signed(high.shape());
                let dy = ops::gather(&high, &list.view(), axis, 0).expect("inside");
                let gradient = ops::gather_grad(&shape, &list.view(), axis, 0, &dy.view());
                assert_eq!(gradient.expect("inside").shape(), high.shape());
            }
            let tuple = DynTensor::<i64>::zeros([1, rank]);
            let element = ops::gather_nd(&high, &tuple.view(), 0).expect("inside");
            assert_eq!(element.to_vec(), [low[&[0, 0]]]);
            let one = DynTensor::from_shape_vec([1], vec![9]).expect("one");
            let updated = ops::tensor_scatter_nd_update(&high, &tuple.view(), &one.view());
            assert_eq!(updated.expect("inside").iter().next(), Some(&9));
            let scattered = ops::scatter_nd(&tuple.view(), &one.view(), &signed(high.shape()));
            assert_eq!(scattered.expect("inside").sum(), 9);
        }
    }),
    ("matrices", |case| {
        let rank = case.rank();
        if rank == 1 {
            return;
        }
        // The matrices of the high array are one row each.
        for [high, low] in [[case.high.view(), case.low.view()], case.strided()] {
            let kept = ops::matrix_band_part(&high, 0, -1).expect("matrices");
            assert_eq!(kept.shape(), high.shape());
            let part = ops::matrix_diag_part(&high, 0, 0, Align::default()).expect("matrices");
            assert_eq!(part.rank(), rank - 1);
            let set = ops::matrix_set_diag(&high, &part.view(), 0, Align::default());
            assert_eq!(set.expect("matrices").to_vec(), low.to_vec());
            let triangle = ops::trilu(&high, 0, true).expect("matrices");
            assert_eq!(triangle, kept);
            if part.len() < 1000 {
                let wide = ops::matrix_diag(&part.view(), 0, -1, -1, 0, Align::default());
                assert_eq!(wide.expect("small").rank(), rank);
            }
        }
    }),
    ("operations of slices", |case| {
        let rank = case.rank();
        let shape = signed(case.high.shape());
        let many = |number: i64| vec![number; rank];
        let (starts, ends) = (many(-1), many(i64::MIN));
        let axes: Vec<usize> = (0..rank).rev().collect();
        let flipped = ops::slice(&case.high.view(), &starts, &ends, &many(-1), Some(&axes))
            .expect("a step each");
        let low = case.low.slice(s![::-1, ::-1]).into_dyn();
        Case::same(&flipped, &low, rank);
        let written = ops::slice_scatter(
            &case.high.view(),
            &case.high.view(),
            &starts,
            &ends,
            &many(-1),
            Some(&axes),
        );
        Case::same(&written.expect("as long").view(), &low, rank);
        let masks = Masks {
            ellipsis_mask: 1,
            ..Masks::default()
        };
        let [begin, end, strides] = [&[0_i64, -1][..], &[0, i64::MIN], &[1, -1]];
        let sliced = ops::strided_slice(&case.high.view(), begin, end, strides, masks);
        let expected = case.low.slice(s![.., ::-1]).into_dyn();
        let sliced = sliced.expect("a slice");
        Case::same(&sliced, &expected, rank);
        let gradient =
            ops::strided_slice_grad(&shape, begin, end, strides, masks, &sliced).expect("as long");
        Case::same(&gradient.view(), &case.low.view(), rank);
        let updated =
            ops::strided_slice_update(&case.high.view(), begin, end, strides, masks, &sliced);
        Case::same(&updated.expect("as long").view(), &case.low.view(), rank);
        let zero = many(0);
        let gradient = ops::slice_grad(&shape, &zero, &case.high.view()).expect("as long");
        Case::same(&gradient.view(), &case.low.view(), rank);
        let padded = ops::pad(
            &case.high.view(),
            &case.each(0_i64, [0, 1]),
            &case.each(0_i64, [0, 1]),
            None::<&[i64]>,
            Border::Constant(0),
            PadRules::TensorFlow,
        )
        .expect("small");
        let low = case.low.pad([(0, 0), (1, 1)], 0);
        Case::same(&padded.view(), &low.view(), rank);
        let back = ops::pad_grad(
            &shape,
            &case.each(0_i64, [0, 1]),
            Border::Constant(0),
            &padded.view(),
        );
        Case::same(&back.expect("as long").view(), &case.low.view(), rank);
        let args = SliceArgs {
            starts: many(0),
            ends: many(1),
            axes: (0..rank)
                .map(|axis| i64::try_from(axis).expect("small"))
                .collect(),
            steps: many(1),
            ..Default::default()
        };
        assert_eq!(args.to_encoding(case.high.shape()).is_ok(), rank <= 31);
        if rank > 2 {
            let updated = ops::tensor_scatter(
                &case.high.view(),
                &case.high.view(),
                None::<&DynView<'_, i64>>,
                rank - 1,
                CacheMode::Linear,
            );
            Case::same(&updated.expect("as long").view(), &case.low.view(), rank);
        }
    }),
    ("making", |case| {
        let shape = case.high.shape();
        let made = DynTensor::from_shape_fn(shape, |index| index.len());
        assert!(made.iter().all(|rank| *rank == case.rank()));
        assert_eq!(DynTensor::<u8>::zeros(shape).len(), case.low.len());
        assert!(DynTensor::full(shape, 3).iter().all(|x| *x == 3));
        let strides = case.high.strides();
        let elements = case.high.as_slice().expect("row-major");
        let same = DynView::from_strided(shape, strides, 0, elements).expect("inside");
        Case::same(&same, &case.low.view(), case.rank());
        assert!(DynView::from_shape(shape, &[0_u8; 999]).is_err());
    }),
];

fn signed(shape: &[usize]) -> Vec<i64> {
    shape
        .iter()
        .map(|len| i64::try_from(*len).expect("small"))
        .collect()
}

#[test]
fn operations_take_any_rank_on_a_small_stack() {
    for (name, operation) in OPERATIONS {
        for rank in RANKS {
            for lengths in [[3, 4], [1, 1], [1, 40], [1, 0], [3, 0], [0, 1]] {
                if rank == 1 && lengths[0] != 1 {
                    continue;
                }
                let run = move || {
                    let start = Instant::now();
                    operation(&Case::new(rank, lengths));
                    start.elapsed()
                };
                let thread = thread::Builder::new().stack_size(STACK).spawn(run);
                let time = thread.expect("a thread").join();
                let time = time.unwrap_or_else(|_| panic!("{name}, rank {rank}, {lengths:?}"));
                if std::env::var_os("SHOW").is_some() && time > Duration::from_millis(20) {
                    eprintln!("{name} {rank} {lengths:?} {time:?}");
                }
                assert!(time < LIMIT, "{name}, rank {rank}, {lengths:?}: {time:?}");
            }
        }
    }
}
