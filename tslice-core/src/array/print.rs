//! Printing an array as NumPy does: nested by axes, in aligned columns, and elided if it is large.

use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter, Write};

use super::{Array, Read};
use crate::layout::{self, Dims};

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

/// An element as it is written, whichever trait writes it.
struct Shown<'e>(&'e dyn Fn(&mut Formatter<'_>) -> fmt::Result);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}

/// The size of an element's text, in characters.
#[derive(Default)]
struct Size {
    width: usize,
    /// The part from the decimal point on, unless the number has an exponent.
    fraction: usize,
    exponent: bool,
    /// The first characters; 0 for those that are not ASCII.
    first: [u8; 5],
    /// Whether there are other characters than a number may have.
    other: bool,
    /// Whether the caller asked for a width, and so aligns.
    aligned: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Begins with a digit, or a sign and a digit.
    Number,
    /// A word that may stand among numbers.
    Word,
    /// Anything else, which is not aligned.
    Text,
}

impl Size {
    /// The size of an element under the precision, the sign and the alternate flag of a formatter.
    ///
    /// A formatter that writes elsewhere under the same options cannot be made, so the options are spelled out. Whether `Debug`
    /// was asked for hexadecimal numbers cannot be seen.
    fn of(element: &Shown<'_>, f: &Formatter<'_>) -> Self {
        let mut size = Self::default();
        let to = &mut size;
        let width = f.width().unwrap_or(0);
        // A writer that counts does not fail; if the element does, it does so again when it is printed.
        let _ = match (f.precision(), f.sign_plus(), f.alternate()) {
            (None, false, false) => write!(to, "{element:width$}"),
            (None, true, false) => write!(to, "{element:+width$}"),
            (None, false, true) => write!(to, "{element:#width$}"),
            (None, true, true) => write!(to, "{element:+#width$}"),
            (Some(p), false, false) => write!(to, "{element:width$.p$}"),
            (Some(p), true, false) => write!(to, "{element:+width$.p$}"),
            (Some(p), false, true) => write!(to, "{element:#width$.p$}"),
            (Some(p), true, true) => write!(to, "{element:+#width$.p$}"),
        };
        size.aligned = f.width().is_some();
        size
    }

    fn kind(&self) -> Kind {
        let word = self.first.get(..self.width).unwrap_or_default();
        match self.first {
            _ if self.aligned => Kind::Text,
            _ if matches!(word, b"true" | b"false" | b"NaN" | b"inf" | b"-inf" | b"+inf") => Kind::Word,
            [b'0'..=b'9', ..] | [b'-' | b'+', b'0'..=b'9', ..] if !self.other => Kind::Number,
            _ => Kind::Text,
        }
    }
}

impl Write for Size {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            if let Some(place) = self.first.get_mut(self.width) {
                *place = u8::try_from(c).unwrap_or(0);
            }
            self.width += 1;
            self.other |= !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '_'));
            self.exponent |= matches!(c, 'e' | 'E');
            self.fraction += usize::from(self.fraction > 0 || c == '.');
            self.fraction *= usize::from(!self.exponent);
        }
        Ok(())
    }
}

/// The width of the elements of a column, if they are to be aligned.
#[derive(Default)]
struct Column {
    whole: usize,
    fraction: usize,
    words: usize,
    ragged: bool,
}

impl Column {
    fn add(&mut self, size: &Size) {
        match size.kind() {
            Kind::Number => {
                self.whole = self.whole.max(size.width - size.fraction);
                self.fraction = self.fraction.max(size.fraction);
            }
            Kind::Word => self.words = self.words.max(size.width),
            Kind::Text => self.ragged = true,
        }
    }

    /// Whether the elements are not aligned.
    fn is_ragged(&self) -> bool {
        self.ragged
    }

    /// The spaces before and after an element.
    fn padding(&self, size: &Size) -> [usize; 2] {
        let full = (self.whole + self.fraction).max(self.words);
        if self.ragged {
            return [0, 0];
        }
        let after = if size.kind() == Kind::Number { self.fraction.saturating_sub(size.fraction) } else { 0 };
        // An element may print itself otherwise than when it was measured.
        [full.saturating_sub(size.width).saturating_sub(after), after]
    }
}

/// Elements at each end of an axis that are shown if an array is elided.
const EDGE: usize = 3;

/// As many elements times axes are shown at most, whatever the shape is: NumPy's rule alone shows all of an axis of 6, and
/// there may be hundreds of those.
const MOST: usize = 1 << 20;

struct Axis {
    stride: isize,
    /// Positions that are shown: the first `lead`, and those up to `shown` at the end.
    lead: usize,
    shown: usize,
    /// Positions between the two that are not shown.
    skipped: usize,
    /// How many of the shown ones come before the current one.
    at: usize,
}

/// A walk over the elements that are shown.
struct Walk {
    axes: Vec<Axis>,
}

impl Walk {
    /// A walk over a shape that has elements, and begins at the first one.
    fn new(shape: &[usize], strides: &[isize], elided: bool) -> Self {
        let axes = shape.iter().zip(strides).map(|(&len, &stride)| {
            let cut = elided && len > 2 * EDGE;
            let (lead, shown) = if cut { (EDGE, 2 * EDGE) } else { (len, len) };
            Axis { stride, lead, shown, skipped: len - shown, at: 0 }
        });
        let mut axes: Vec<Axis> = axes.collect();
        let (most, mut inner) = (MOST / shape.len().max(1), 1_usize);
        for axis in axes.iter_mut().rev() {
            let count = inner.saturating_mul(axis.shown);
            if count <= most {
                inner = count;
            } else {
                // Only the first part is shown.
                *axis = Axis { lead: 1, shown: 1, skipped: axis.shown + axis.skipped - 1, ..*axis };
            }
        }
        Self { axes }
    }

    /// Whether some elements are not shown.
    fn is_elided(&self) -> bool {
        self.axes.iter().any(|axis| axis.skipped > 0)
    }

    fn offset(&self) -> isize {
        self.axes.iter().fold(0, |offset, axis| {
            let position = if axis.at < axis.lead { axis.at } else { axis.at + axis.skipped };
            offset.wrapping_add(axis.stride.wrapping_mul(position.cast_signed()))
        })
    }

    /// Goes to the next element, and says along which axis, and whether elements between the two are not shown; `None` after the last one.
    fn advance(&mut self) -> Option<(usize, bool)> {
        for (number, axis) in self.axes.iter_mut().enumerate().rev() {
            axis.at += 1;
            if axis.at < axis.shown {
                return Some((number, axis.at == axis.lead));
            }
            axis.at = 0;
        }
        None
    }

    /// Whether the end of an axis is not shown.
    fn ends_in_gap(&self, axis: usize) -> bool {
        self.axes[axis].skipped > 0 && self.axes[axis].lead == self.axes[axis].shown
    }
}
