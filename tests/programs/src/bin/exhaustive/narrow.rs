//! The arithmetic of one axis as tslice compiles it, from the same files, over 8 bits instead of
//! 64.

/// Bounds, strides and positions.
pub(crate) type Int = i8;
/// The same without a sign.
pub(crate) type Uint = u8;
/// Twice as wide.
pub(crate) type Wide = i16;

/// What `tslice_entry::Range` is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    pub(crate) begin: Option<Int>,
    pub(crate) end: Option<Int>,
    pub(crate) stride: Option<Int>,
}

impl Range {
    const fn step(&self) -> Int {
        match self.stride {
            Some(stride) => stride,
            None => 1,
        }
    }
}

#[path = "../../../../../crates/tslice-core/src/layout/progression.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "what one axis does not need, and what tslice exports"
)]
mod progression;
#[path = "../../../../../crates/tslice-core/src/resolve/range.rs"]
mod range;

pub(crate) use progression::Progression;

/// What the walk that all specs share selects: the first position, and the count.
pub(crate) fn slow(range: Range, len: Int) -> (Int, usize) {
    range::range(range, len)
}

/// What the fast path of typed specs selects: start, stop, and the count with whether it is right.
pub(crate) fn fast(range: Range, len: Int) -> (Int, Int, (usize, bool)) {
    let Range { begin, end, .. } = range;
    let (stride, back) = (range.step(), range::back(range.step()));
    let start = begin.map_or(range::first(len, back), |begin| range::position(begin, len));
    let stop = end.map_or(range::last(len, back), |end| range::position(end, len));
    (start, stop, range::count(start, stop, stride, len))
}

/// The position of an index, and whether it is right.
pub(crate) fn index(index: Int, stride: Int, len: Int) -> (Int, bool) {
    let position = range::position(index, len);
    (position, range::index_is_inside(position, stride, len))
}

/// Whether two selections have no common position.
pub(crate) fn disjoint(a: Progression, b: Progression) -> bool {
    progression::disjoint(&[a], &[b])
}
