//! Unit tests of `copy::sink`.

use std::vec::Vec;

use super::past::PIECE;
use super::{HUGE, Sink, are_huge, collect};

/// Rows of numbers, and where those begin that are picked.
fn rows(len: usize) -> (Vec<u32>, Vec<usize>) {
    let source: Vec<u32> = (0..40 * 1024).collect();
    let last = source.len() - len;
    let count = HUGE / (4 * len) + 3;
    (source, (0..count).map(|i| i * 7919 % (last + 1)).collect())
}

#[test]
fn rows_are_where_they_belong() {
    for len in [16, 20, 64, 1024] {
        let (source, starts) = rows(len);
        let shape = (len, starts.len());
        if !are_huge::<u32>(len, starts.len()) {
            continue;
        }
        let expected: Vec<u32> = starts.iter().flat_map(|&start| source[start..][..len].to_vec()).collect();
        let room: Vec<u32> = Vec::with_capacity(expected.len());
        let is_aligned = room.as_ptr().addr().is_multiple_of(PIECE);
        let made =
            collect(room, expected.len(), |to| match to.rows(shape, &source, starts.iter().copied()) {
                true => Ok(()),
                false => Err("not aligned"),
            });
        assert_eq!(made, if is_aligned { Ok(expected.clone()) } else { Err("not aligned") }, "{len}");
        for at in 0..4 {
            let mut room = std::vec![u32::MAX; expected.len() + 4];
            let places = &mut room[at..][..expected.len()];
            let is_aligned = places.as_ptr().addr().is_multiple_of(PIECE);
            let done = Sink::over(places).rows(shape, &source, starts.iter().copied());
            assert_eq!(done, is_aligned, "{len} at {at}");
            assert!(!done || *places == expected, "{len} at {at}");
            assert!(room[..at].iter().chain(&room[at + expected.len()..]).all(|&beside| beside == u32::MAX));
        }
    }
}

#[test]
fn rows_that_are_few_or_short_are_refused() {
    assert!(!are_huge::<u32>(64, 100) && !are_huge::<u32>(3, 1 << 24));
    assert!(!are_huge::<u32>(1 << 20, 100) && !are_huge::<u32>(17, 1 << 20));
    assert!(!are_huge::<std::string::String>(64, 1 << 20));
    assert!(!are_huge::<()>(1 << 20, 1 << 20));
}
