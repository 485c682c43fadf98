//! The offsets of the outermost axes, by position.

use alloc::boxed::Box;

/// Offsets that are taken from both ends.
pub(crate) trait Ends {
    /// How many are left.
    fn left(&self) -> usize;
    fn next(&mut self) -> Option<isize>;
    fn next_back(&mut self) -> Option<isize>;
    /// The offset after `n` others, which are left out.
    fn nth(&mut self, n: usize) -> Option<isize>;
    /// The offset before the last `n`, which are left out.
    fn nth_back(&mut self, n: usize) -> Option<isize>;
}

/// A joined axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub(super) len: usize,
    pub(super) stride: isize,
}

impl Axis {
    /// This axis and the one around it as one, if they are contiguous with each other.
    #[inline(always)]
    pub(super) fn around(self, outer: Self) -> Option<Self> {
        let len = self.len.wrapping_mul(outer.len);
        if outer.len == 1 {
            Some(self)
        } else if self.len == 1 {
            Some(outer)
        } else {
            let adjacent = outer.stride == self.stride.wrapping_mul(self.len.cast_signed());
            adjacent.then_some(Self { len, ..self })
        }
    }
}

/// An axis of one position, for want of another.
pub(super) const ONE: Axis = Axis { len: 1, stride: 0 };

/// The offsets of the outermost axes, by position.
///
/// They are handed to functions that are not inlined by value only: a loop keeps the fields of an iterator in registers as long
/// as no reference to it leaves the loop.
#[derive(Clone, Debug)]
pub(crate) struct Planes {
    pub(super) next: usize,
    pub(super) end: usize,
    /// The innermost of them first.
    pub(super) near: [Axis; 2],
    pub(super) far: Box<[Axis]>,
}

impl Ends for Planes {
    #[inline(always)]
    fn left(&self) -> usize {
        self.end - self.next
    }

    #[inline(always)]
    fn next(&mut self) -> Option<isize> {
        if self.next == self.end {
            return None;
        }
        let at = self.next;
        self.next += 1;
        Some(offset(at, self.near, &self.far))
    }

    #[inline(always)]
    fn next_back(&mut self) -> Option<isize> {
        if self.next == self.end {
            return None;
        }
        self.end -= 1;
        Some(offset(self.end, self.near, &self.far))
    }

    fn nth(&mut self, n: usize) -> Option<isize> {
        self.next += n.min(self.left());
        self.next()
    }

    fn nth_back(&mut self, n: usize) -> Option<isize> {
        self.end -= n.min(self.left());
        self.next_back()
    }
}

/// The offset at a position among the index tuples of some axes, the innermost first.
#[inline(never)]
fn offset(mut at: usize, near: [Axis; 2], far: &[Axis]) -> isize {
    let mut offset: isize = 0;
    for axis in near.iter().chain(far) {
        let position = if at < axis.len { at } else { at % axis.len };
        offset = offset.wrapping_add(axis.stride.wrapping_mul(position.cast_signed()));
        if at < axis.len {
            break;
        }
        at /= axis.len;
    }
    offset
}
