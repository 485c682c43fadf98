//! Casts of views.

use bytemuck::{NoUninit, Pod, PodCastError, Zeroable};
use tslice::interop::bytemuck::{cast, cast_mut, field, field_mut};
use tslice::{DynView, Tensor, View, ViewMut, s};

#[test]
fn cast_reads_the_same_bytes_and_strides() {
    let t = Tensor::from_shape_fn([4, 5], |[i, j]| (i * 5 + j) as f32 - 7.5);
    let part = t.slice(s![::-1, 1::2]);
    let bits: View<u32, 2> = cast(part).expect("four bytes each");
    assert_eq!(
        (bits.shape(), bits.strides()),
        (part.shape(), part.strides())
    );
    let expected: Vec<u32> = part.iter().map(|x| x.to_bits()).collect();
    assert_eq!(bits.to_vec(), expected);
    let bytes: DynView<[u8; 4]> = cast(part.into_dyn()).expect("four bytes each");
    assert_eq!(bytes[&[0, 0][..]], t[[3, 1]].to_ne_bytes());
}

#[test]
fn an_exclusive_cast_writes_the_same_bytes() {
    let mut t = Tensor::<f32, 2>::zeros([2, 3]);
    let columns = t.slice_mut(s![:, ::2]);
    cast_mut(columns)
        .expect("four bytes each")
        .fill(1.0_f32.to_bits());
    assert_eq!(t.to_vec(), [1., 0., 1., 1., 0., 1.]);
    cast_mut(t.view_mut().into_dyn())
        .expect("four bytes each")
        .fill(0_i32);
    assert_eq!(t.to_vec(), [0.; 6]);
}

#[test]
fn sizes_and_alignment_are_checked() {
    let bytes = [[0_u8; 4]; 3];
    let view = View::new([3], &bytes);
    assert_eq!(
        cast::<_, u16, _>(view).map(|_| ()),
        Err(PodCastError::SizeMismatch)
    );
    let padded = [0_u8; 17];
    let off = usize::from(padded.as_ptr().addr() % 2 == 0);
    let (odd, _) = padded[off..].as_chunks::<4>();
    let cast = cast::<_, u32, _>(View::<_, 1>::from(odd)).map(|_| ());
    assert_eq!(
        cast,
        Err(PodCastError::TargetAlignmentGreaterAndInputNotAligned)
    );
    let mut numbers = [1_u32, 2];
    let doubled = cast_mut::<_, u64, _>(ViewMut::<_, 1>::from(&mut numbers)).map(|_| ());
    assert_eq!(doubled, Err(PodCastError::SizeMismatch));
}

/// `offset_of!` of these, from 0: 0, 8, 12, 16, 20, 22, 23.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Record {
    double: f64,
    pair: [u32; 2],
    float: f32,
    short: i16,
    byte: u8,
    last: i8,
}

#[derive(Clone, Copy, NoUninit)]
#[repr(C)]
struct Three {
    triple: [u8; 3],
    flag: bool,
    word: u32,
}

fn records(count: u32) -> Vec<Record> {
    let record = |n: u32| Record {
        double: f64::from(n) / 3.0,
        pair: [n, 100 + n],
        float: -f32::from(n as u16),
        short: -(n as i16),
        byte: n as u8,
        last: -(n as i8),
    };
    (0..count).map(record).collect()
}

#[test]
fn fields_of_records_are_strided_views() {
    for count in [0, 1, 2, 50] {
        let records = records(count);
        let all = View::<_, 1>::from(&records);
        macro_rules! same {
            ($($of:tt)+) => {{
                let view = field(all, |record| &record.$($of)+).expect("a field");
                let mut expected: Vec<_> = records.iter().map(|record| record.$($of)+).collect();
                assert_eq!(view.to_vec(), expected);
                assert!(view.iter().zip(&records).all(|(seen, record)| std::ptr::eq(seen, &record.$($of)+)));
                expected.reverse();
                assert_eq!(view.slice(s![::-1]).to_vec(), expected);
            }};
        }
        same!(double);
        same!(pair[1]);
        same!(pair);
        same!(float);
        same!(short);
        same!(byte);
        same!(last);
    }
}

#[test]
fn fields_that_no_stride_reaches_are_refused() {
    let records = [Three {
        triple: [1, 2, 3],
        flag: true,
        word: 4,
    }; 2];
    let records = View::<_, 1>::from(&records[..]);
    assert_eq!(
        field(records, |record| &record.word).map(|view| view.to_vec()),
        Ok(vec![4, 4])
    );
    let triples = field(records, |record| &record.triple).map(|view| view.len());
    assert_eq!(triples, Err(PodCastError::OutputSliceWouldHaveSlop));
    let nothing = field(records, |_| &()).map(|view| view.len());
    assert_eq!(nothing, Err(PodCastError::SizeMismatch));
    static OUTSIDE: u8 = 1;
    let outside = field(records, |_| &OUTSIDE).map(|view| view.len());
    assert_eq!(outside, Err(PodCastError::SizeMismatch));
    // The type alone says so, whether there are records or not.
    let none = field(records.slice(s![:0]), |record| &record.triple).map(|view| view.len());
    assert_eq!(none, Err(PodCastError::OutputSliceWouldHaveSlop));
    let no_word = field(records.slice(s![:0]), |record| &record.word).map(|view| view.len());
    assert_eq!(no_word, Ok(0));
}

/// Shapes, strides and first records of grids of 24 records.
const GRIDS: [([usize; 2], [isize; 2], usize); 8] = [
    ([4, 6], [6, 1], 0),
    ([4, 6], [-6, -1], 23),
    ([6, 4], [1, 6], 0),
    ([2, 3], [12, -2], 5),
    ([3, 5], [0, 2], 1),
    ([1, 7], [isize::MAX, 3], 2),
    ([0, 5], [isize::MIN, 4], 0),
    ([5, 0], [7, isize::MAX], 24),
];

/// The records of a grid, in the order of its elements.
fn places((shape, strides, first): ([usize; 2], [isize; 2], usize)) -> Vec<usize> {
    let mut places = Vec::new();
    for i in 0..shape[0] as isize {
        for j in 0..shape[1] as isize {
            let offset = i * strides[0] + j * strides[1];
            places.push(first.checked_add_signed(offset).expect("inside"));
        }
    }
    places
}

#[test]
fn fields_of_grids_are_where_their_records_are() {
    let data = records(24);
    for grid in GRIDS {
        let (shape, strides, first) = grid;
        let view = View::<_, 2>::from_strided(shape, strides, first, &data).expect("inside");
        let second = field(view, |record| &record.pair[1]).expect("a field");
        let last = field(view.into_dyn(), |record| &record.last).expect("a field");
        assert_eq!((second.shape(), last.shape()), (&shape, &shape[..]));
        let places = places(grid);
        assert_eq!(second.len(), places.len());
        for (seen, &place) in second.iter().zip(&places) {
            assert!(std::ptr::eq(seen, &data[place].pair[1]));
        }
        assert!(
            last.iter()
                .zip(&places)
                .all(|(seen, &place)| std::ptr::eq(seen, &data[place].last))
        );
    }
    let rows = View::<_, 1>::from(&data[..3]).broadcast_to([5, 3]);
    let floats = field(rows, |record| &record.float).expect("a field");
    assert_eq!(floats, [[0.0, -1.0, -2.0]; 5]);
}

#[test]
fn fields_of_exclusive_grids_are_written_alone() {
    for grid in GRIDS {
        let (shape, strides, first) = grid;
        let places = places(grid);
        if places.windows(2).any(|pair| pair[0] == pair[1]) || strides[0] == 0 {
            continue;
        }
        let (mut data, mut expected) = (records(24), records(24));
        let view = ViewMut::<_, 2>::from_strided(shape, strides, first, &mut data).expect("inside");
        let mut bytes = field_mut(view, |record| &record.byte).expect("a field");
        for (number, byte) in bytes.iter_mut().enumerate() {
            *byte = 200 + number as u8;
        }
        for (number, &place) in places.iter().enumerate() {
            expected[place].byte = 200 + number as u8;
        }
        assert_eq!(data, expected);
        let view = ViewMut::<_, 2>::from_strided(shape, strides, first, &mut data).expect("inside");
        let mut pairs = field_mut(view.into_dyn(), |record| &record.pair).expect("a field");
        let [mut left, mut right] = pairs.split_at_mut(0, shape[0] / 2).into();
        left.fill([1, 2]);
        right.fill([3, 4]);
        let half = shape[0] / 2 * shape[1];
        for (number, &place) in places.iter().enumerate() {
            expected[place].pair = if number < half { [1, 2] } else { [3, 4] };
        }
        assert_eq!(data, expected);
    }
    let mut data = records(2);
    static OUTSIDE: f32 = 1.0;
    let outside = field_mut(ViewMut::<_, 1>::from(&mut data), |_| &OUTSIDE).map(|view| view.len());
    assert_eq!(outside, Err(PodCastError::SizeMismatch));
}
