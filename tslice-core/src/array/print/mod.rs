//! Printing an array as NumPy does: nested by axes, in aligned columns, and elided if it is large.

mod column;
mod walk;

use core::fmt::{self, Formatter, Write as _};

use super::{Array, Read};
use crate::layout::{self, Dims};
use column::{Column, Shown, Size};
use walk::Walk;

/// Arrays of more elements are elided.
const THRESHOLD: usize = 1000;

/// The width of a line, beyond which a row goes on in the next one.
const LINE: usize = 75;

/// Writes an element by the trait that was asked for.
type Element<'e> = &'e dyn Fn(isize, &mut Formatter<'_>) -> fmt::Result;

/// One printing of an array.
struct Print<'e> {
    element: Element<'e>,
    /// The separator of two elements and of two rows, without the space or the line break.
    comma: &'e str,
    column: Column,
    /// The columns of the line that are written, the spaces that are due included.
    written: usize,
    /// Spaces that are written unless the line ends here.
    due: usize,
    rank: usize,
}

impl Print<'_> {
    /// All elements that are shown, with their brackets. The loop is as long as the text, whatever the rank is.
    fn nested(&mut self, mut walk: Walk, f: &mut Formatter<'_>) -> fmt::Result {
        self.open(self.rank, f)?;
        loop {
            self.element(walk.offset(), f)?;
            let Some((axis, gap)) = walk.advance() else { break };
            for closed in (axis + 1..self.rank).rev() {
                self.close(&walk, closed, f)?;
            }
            self.separate(axis, f)?;
            if gap {
                self.gap(axis, f)?;
                self.separate(axis, f)?;
            }
            self.open(self.rank - 1 - axis, f)?;
        }
        (0..self.rank).rev().try_for_each(|axis| self.close(&walk, axis, f))
    }

    fn open(&mut self, count: usize, f: &mut Formatter<'_>) -> fmt::Result {
        self.written += count;
        (0..count).try_for_each(|_| f.write_char('['))
    }

    fn close(&mut self, walk: &Walk, axis: usize, f: &mut Formatter<'_>) -> fmt::Result {
        if walk.ends_in_gap(axis) {
            self.separate(axis, f)?;
            self.gap(axis, f)?;
        }
        self.spaces(f)?;
        f.write_char(']')
    }

    /// Writes what stands for the parts that are not shown.
    fn gap(&mut self, axis: usize, f: &mut Formatter<'_>) -> fmt::Result {
        self.word(3, axis, f)?;
        self.written += 3;
        f.write_str("...")
    }

    fn spaces(&mut self, f: &mut Formatter<'_>) -> fmt::Result {
        (0..core::mem::take(&mut self.due)).try_for_each(|_| f.write_char(' '))
    }

    /// Writes what stands between two parts along an axis.
    fn separate(&mut self, axis: usize, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.comma.is_empty() {
            self.spaces(f)?;
            f.write_str(self.comma)?;
        }
        let inner = self.rank - 1 - axis;
        if inner == 0 {
            self.due += 1;
            self.written += self.comma.len() + 1;
            return Ok(());
        }
        self.lines(inner, axis + 1, f)
    }

    /// Writes line breaks and an indentation.
    fn lines(&mut self, count: usize, indentation: usize, f: &mut Formatter<'_>) -> fmt::Result {
        (0..count).try_for_each(|_| f.write_char('\n'))?;
        (self.due, self.written) = (0, indentation);
        (0..indentation).try_for_each(|_| f.write_char(' '))
    }

    /// Makes room for a word, which begins a new line if it does not fit in this one.
    fn word(&mut self, width: usize, axis: usize, f: &mut Formatter<'_>) -> fmt::Result {
        let first = axis + 1 < self.rank || self.written <= self.rank;
        // Where the indentation alone would fill a line, rows are not broken.
        if !first && LINE.checked_sub(self.rank).is_some_and(|room| self.written + width > room) {
            return self.lines(1, self.rank, f);
        }
        self.spaces(f)
    }

    fn element(&mut self, offset: isize, f: &mut Formatter<'_>) -> fmt::Result {
        let size = Size::of(&Shown(&|f: &mut Formatter<'_>| (self.element)(offset, f)), f);
        let [before, after] = self.column.padding(&size);
        let width = before + size.width + after;
        self.word(width, self.rank - 1, f)?;
        (self.written, self.due) = (self.written + width, before);
        self.spaces(f)?;
        self.due = after;
        (self.element)(offset, f)
    }
}

/// Prints an array of a shape and strides with `comma` between elements; if there is one, the shape follows where it cannot be seen.
fn print(
    (shape, strides): (&[usize], &[isize]),
    element: Element<'_>,
    comma: &str,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let rank = shape.len();
    let mut seen = true;
    if shape.contains(&0) {
        seen = rank == 1;
        f.write_str("[]")?;
    } else if rank == 0 {
        element(0, f)?;
    } else {
        let large = layout::len(shape) > THRESHOLD;
        let mut column = Column::default();
        let mut walk = Walk::new(shape, strides, large);
        seen = !walk.is_elided();
        loop {
            let offset = walk.offset();
            column.add(&Size::of(&Shown(&|f: &mut Formatter<'_>| element(offset, f)), f));
            if column.is_ragged() || walk.advance().is_none() {
                break;
            }
        }
        Print { element, comma, column, written: 0, due: 0, rank }
            .nested(Walk::new(shape, strides, large), f)?;
    }
    if !comma.is_empty() && !seen { write!(f, ", shape={shape:?}") } else { Ok(()) }
}

macro_rules! printed {
    ($($(#[$doc:meta])* $trait:ident, $comma:literal;)+) => {$(
        $(#[$doc])*
        impl<S: Read, D: Dims> fmt::$trait for Array<S, D>
        where
            S::Elem: fmt::$trait,
        {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                let element = |offset, f: &mut Formatter<'_>| {
                    // SAFETY: `item` needs the offset of an element: a walk gives those of index tuples inside the shape.
                    fmt::$trait::fmt(unsafe { self.base().item(offset) }, f)
                };
                print((self.lengths(), self.steps()), &element, $comma, f)
            }
        }
    )+};
}

printed! {
    /// Prints the elements nested by axes, with commas between them: `[[1, 2], [3, 4]]` with each row in a line of its own.
    ///
    /// Beyond 1,000 elements, three are printed at each end of an axis. The shape follows if it cannot be seen: `[1, 2, 3, ...,
    /// 8, 9, 10], shape=[2000]`. Width, precision, sign and the other flags hold for each element. Numbers are aligned in
    /// columns, and long rows are broken, as NumPy does.
    ///
    /// ```
    /// let t = tslice::Tensor::<_, 2>::from([[1.0, 2.5], [-10.25, 4.0]]);
    /// assert_eq!(format!("{t:?}"), "[[  1.0 ,   2.5 ],\n [-10.25,   4.0 ]]");
    /// assert_eq!(format!("{t:.1?}"), "[[  1.0,   2.5],\n [-10.2,   4.0]]");
    /// ```
    Debug, ",";
    /// Prints the elements nested by axes as NumPy's `print` does: without commas, each row in a line of its own.
    ///
    /// Beyond 1,000 elements, three are printed at each end of an axis. Width, precision, sign and the other flags hold for each
    /// element. Numbers are aligned in columns, and long rows are broken.
    ///
    /// ```
    /// let t = tslice::Tensor::<_, 2>::from([[1, 2], [30, 4]]);
    /// assert_eq!(t.to_string(), "[[ 1  2]\n [30  4]]");
    /// ```
    Display, "";
}
