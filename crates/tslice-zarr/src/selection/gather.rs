//! Copying between a block in row-major order and what lists select of it.

/// What is selected of a block: the offset of an element is `base` and one of each axis.
pub(crate) struct Offsets {
    pub(crate) base: usize,
    pub(crate) axes: Vec<Vec<usize>>,
}

/// What the last axes select from where the outer ones point to.
enum Inner<'o> {
    /// Offsets and lengths.
    Runs(Vec<(usize, usize)>),
    /// Offsets of runs of one length.
    Each(&'o [usize], usize),
}

/// Runs that are shorter on average are copied one by one.
const SHORT: usize = 4;

impl Offsets {
    /// The outer axes, and what the inner ones select together.
    fn divided(&self) -> (&[Vec<usize>], Inner<'_>) {
        let mut outer = &self.axes[..];
        let mut run = 1;
        // Axes that are whole rows of what is behind them.
        while let Some((last, rest)) = outer.split_last() {
            if !last
                .iter()
                .enumerate()
                .all(|(at, &offset)| offset == at * run)
            {
                break;
            }
            (run, outer) = (run * last.len(), rest);
        }
        let Some((last, rest)) = outer.split_last() else {
            return (&[], Inner::Runs(vec![(0, run)]));
        };
        let joined = last.windows(2).filter(|pair| pair[0] + run == pair[1]);
        if (last.len() - joined.count()) * SHORT > last.len() {
            return (rest, Inner::Each(last, run));
        }
        let mut runs = vec![];
        let (mut first, mut end) = (last[0], last[0]);
        for &offset in last {
            if offset != end {
                runs.push((first, end - first));
                first = offset;
                end = offset;
            }
            end += run;
        }
        runs.push((first, end - first));
        (rest, Inner::Runs(runs))
    }

    /// Writes what is selected of a block over as many elements in a row.
    pub(crate) fn gather<T: Copy>(&self, block: &[T], to: &mut [T]) {
        self.runs(|offset, at, len| to[at..][..len].copy_from_slice(&block[offset..][..len]));
    }

    /// Writes as many elements in a row to what is selected of a block. Of an element that is
    /// selected more than once, the last stays.
    pub(crate) fn scatter<T: Copy>(&self, from: &[T], block: &mut [T]) {
        self.runs(|offset, at, len| block[offset..][..len].copy_from_slice(&from[at..][..len]));
    }

    /// Calls a function with the offset of each run, its place among the elements in a row, and its
    /// length.
    #[inline(always)]
    fn runs(&self, mut each: impl FnMut(usize, usize, usize)) {
        let (outer, inner) = self.divided();
        let mut at = 0;
        walk(outer, self.base, &mut |base| match &inner {
            Inner::Runs(runs) => {
                for &(offset, len) in runs {
                    each(base + offset, at, len);
                    at += len;
                }
            }
            Inner::Each(offsets, len) => {
                let own = &mut each;
                match len {
                    1 => alike(offsets, (base, at, 1), own),
                    2 => alike(offsets, (base, at, 2), own),
                    4 => alike(offsets, (base, at, 4), own),
                    8 => alike(offsets, (base, at, 8), own),
                    16 => alike(offsets, (base, at, 16), own),
                    _ => alike(offsets, (base, at, *len), own),
                }
                at += offsets.len() * len;
            }
        });
    }
}

/// Runs of one length: where that is a constant, such as the bytes of an element, the compiler
/// copies it without a call.
#[inline(always)]
fn alike(
    offsets: &[usize],
    (base, at, len): (usize, usize, usize),
    each: &mut impl FnMut(usize, usize, usize),
) {
    for (number, offset) in offsets.iter().enumerate() {
        each(base + offset, at + number * len, len);
    }
}

/// Calls a function with the offset of each index tuple of some axes, in row-major order.
fn walk(axes: &[Vec<usize>], base: usize, visit: &mut impl FnMut(usize)) {
    let Some((axis, inner)) = axes.split_first() else {
        return visit(base);
    };
    for offset in axis {
        walk(inner, base + offset, visit);
    }
}
