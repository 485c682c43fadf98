//! A spec on a shape as plain numbers, for libraries that are told by numbers, and the bytes that
//! it touches.

use tslice::DynSpec;
use tslice_explain::EntryKind;
use tslice_explain::Explain;

/// What is taken of one axis of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Position of the first element.
    pub first: usize,
    /// How many.
    pub len: usize,
    /// From one to the next.
    pub step: isize,
    /// Whether the result has the axis.
    pub kept: bool,
}

impl Taken {
    /// Position of the last element.
    #[must_use]
    pub fn last(&self) -> usize {
        self.first
            .wrapping_add_signed(self.step * (self.len as isize - 1))
    }

    /// The positions from the lowest to the highest, ascending.
    #[must_use]
    pub fn span(&self) -> std::ops::Range<usize> {
        self.first.min(self.last())..self.first.max(self.last()) + 1
    }

    /// Whether the axis is whole and in order.
    #[must_use]
    pub fn is_whole(&self, len: usize) -> bool {
        self.kept && self.step == 1 && self.len == len
    }
}

/// What a spec takes of each axis. New axes are left out: they move nothing.
///
/// # Panics
///
/// When the spec does not fit the shape, or takes nothing.
#[must_use]
pub fn taken(spec: &str, shape: &[usize]) -> Vec<Taken> {
    let spec: DynSpec = spec.parse().expect("a spec");
    let explained = spec.explain(shape).expect("the spec fits the shape");
    let axes = explained.entries().iter().flat_map(|entry| {
        let ends = entry.first.iter().zip(&entry.last).enumerate();
        ends.map(|(at, (first, last))| {
            let (first, last) = (first.expect("an element"), last.expect("an element"));
            let len = entry.lengths.get(at).copied().unwrap_or(1);
            let step = (last as isize - first as isize) / (len as isize - 1).max(1);
            Taken {
                first,
                len,
                step: if len == 1 { 1 } else { step },
                kept: entry.kind != EntryKind::Index,
            }
        })
    });
    axes.collect()
}

/// Number of cache lines that hold a taken element of a row-major source whose elements have `size`
/// bytes.
#[must_use]
pub fn lines(taken: &[Taken], shape: &[usize], size: usize) -> usize {
    let bytes = shape.iter().product::<usize>() * size;
    let mut touched = Touched {
        bits: vec![0; bytes.div_ceil(64 * 64)],
        shape,
        size,
    };
    touched.visit(taken, 0);
    touched
        .bits
        .iter()
        .map(|word| word.count_ones() as usize)
        .sum()
}

struct Touched<'s> {
    bits: Vec<u64>,
    shape: &'s [usize],
    size: usize,
}

impl Touched<'_> {
    fn visit(&mut self, taken: &[Taken], offset: usize) {
        let Some((axis, rest)) = taken.split_first() else {
            return self.mark(offset, offset);
        };
        let stride = self.shape[self.shape.len() - rest.len()..]
            .iter()
            .product::<usize>();
        if rest.is_empty() && axis.step.unsigned_abs() * self.size <= 64 {
            let span = axis.span();
            return self.mark(offset + span.start, offset + span.end - 1);
        }
        for i in 0..axis.len {
            let position = axis.first.wrapping_add_signed(axis.step * i as isize);
            self.visit(rest, offset + position * stride);
        }
    }

    /// Marks the lines of the elements from `first` to `last`.
    fn mark(&mut self, first: usize, last: usize) {
        for line in first * self.size / 64..=((last + 1) * self.size - 1) / 64 {
            self.bits[line / 64] |= 1 << (line % 64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_spec() {
        let axis = |first, len, step, kept| Taken {
            first,
            len,
            step,
            kept,
        };
        assert_eq!(
            taken("1, newaxis, .., :-3:-1", &[5, 5, 5]),
            [
                axis(1, 1, 1, false),
                axis(0, 5, 1, true),
                axis(4, 2, -1, true)
            ]
        );
    }

    #[test]
    fn lines_are_counted_once() {
        let count = |spec, shape: &[usize]| lines(&taken(spec, shape), shape, 4);
        assert_eq!(count(":, :", &[4, 8]), 2);
        assert_eq!(count(":, 5", &[4, 32]), 4);
        assert_eq!(count("::-1, ::2", &[4, 32]), 8);
        assert_eq!(count("0, 15:17", &[4, 32]), 2);
    }
}
