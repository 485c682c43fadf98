//! Casts of views.

use bytemuck::{NoUninit, Pod, PodCastError, Zeroable};
use tslice::interop::bytemuck::{cast, cast_mut, field};
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
        macro_rules! same {
            ($($of:tt)+) => {{
                let view = field(&records, |record| &record.$($of)+).expect("a field");
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
    assert_eq!(
        field(&records, |record| &record.word).map(|view| view.to_vec()),
        Ok(vec![4, 4])
    );
    let triples = field(&records, |record| &record.triple).map(|view| view.len());
    assert_eq!(triples, Err(PodCastError::OutputSliceWouldHaveSlop));
    let nothing = field(&records, |_| &()).map(|view| view.len());
    assert_eq!(nothing, Err(PodCastError::SizeMismatch));
    static OUTSIDE: u8 = 1;
    let outside = field(&records, |_| &OUTSIDE).map(|view| view.len());
    assert_eq!(outside, Err(PodCastError::SizeMismatch));
}
