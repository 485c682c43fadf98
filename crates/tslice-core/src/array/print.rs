//! Printing an array as NumPy does: nested by axes, in aligned columns, and elided if it is large.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter, Write};

use super::{Array, Read};
use crate::layout::{self, Dims};

/// `Display` elides arrays of more elements. `Debug` does so beyond [`MOST`] only: a failed
/// assertion shows where two arrays differ.
const THRESHOLD: usize = 1000;

/// The width of a line, beyond which a row goes on in the next one.
const LINE: usize = 75;

/// Writes an element by the trait that was asked for.
type Element<'e> = &'e dyn Fn(isize, &mut Formatter<'_>) -> fmt::Result;

/// One printing of an array. An axis is named by the number of axes that are inside of it.
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
    /// All elements that are shown, with their brackets. The loop is as long as the text, whatever
    /// the rank is.
    fn nested(&mut self, mut walk: Walk, f: &mut Formatter<'_>) -> fmt::Result {
        self.open(self.rank, f)?;
        loop {
            self.element(walk.offset(), f)?;
            let Some((inner, gap)) = walk.advance() else {
                break;
            };
            (0..inner).try_for_each(|closed| self.close(&walk.0[closed], closed, f))?;
            if gap {
                self.gap(inner, f)?;
            }
            self.separate(inner, f)?;
            self.open(inner, f)?;
        }
        walk.0
            .iter()
            .enumerate()
            .try_for_each(|(inner, axis)| self.close(axis, inner, f))
    }

    fn open(&mut self, count: usize, f: &mut Formatter<'_>) -> fmt::Result {
        self.written += count;
        (0..count).try_for_each(|_| f.write_char('['))
    }

    fn close(&mut self, axis: &Axis, inner: usize, f: &mut Formatter<'_>) -> fmt::Result {
        // The end of the axis is not shown.
        if axis.skipped > 0 && axis.lead == axis.shown {
            self.gap(inner, f)?;
        }
        self.spaces(f)?;
        f.write_char(']')
    }

    /// Writes what stands for the parts that are not shown, behind those before them.
    fn gap(&mut self, inner: usize, f: &mut Formatter<'_>) -> fmt::Result {
        self.separate(inner, f)?;
        self.word(3, inner, f)?;
        self.written += 3;
        f.write_str("...")
    }

    fn spaces(&mut self, f: &mut Formatter<'_>) -> fmt::Result {
        (0..core::mem::take(&mut self.due)).try_for_each(|_| f.write_char(' '))
    }

    /// Writes what stands between two parts along an axis.
    fn separate(&mut self, inner: usize, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.comma.is_empty() {
            self.spaces(f)?;
            f.write_str(self.comma)?;
        }
        if inner == 0 {
            self.due += 1;
            self.written += self.comma.len() + 1;
            return Ok(());
        }
        self.lines(inner, self.rank - inner, f)
    }

    /// Writes line breaks and an indentation.
    fn lines(&mut self, count: usize, indentation: usize, f: &mut Formatter<'_>) -> fmt::Result {
        (0..count).try_for_each(|_| f.write_char('\n'))?;
        (self.due, self.written) = (0, indentation);
        (0..indentation).try_for_each(|_| f.write_char(' '))
    }

    /// Makes room for a word along an axis, which begins a new line if it does not fit in this one.
    fn word(&mut self, width: usize, inner: usize, f: &mut Formatter<'_>) -> fmt::Result {
        let first = inner > 0 || self.written <= self.rank;
        // Where the indentation alone would fill a line, rows are not broken.
        if !first
            && LINE
                .checked_sub(self.rank)
                .is_some_and(|room| self.written + width > room)
        {
            return self.lines(1, self.rank, f);
        }
        self.spaces(f)
    }

    fn element(&mut self, offset: isize, f: &mut Formatter<'_>) -> fmt::Result {
        let [before, width, after] = self.column.place(&Shown(self.element, offset), f);
        let width = before + width + after;
        self.word(width, 0, f)?;
        (self.written, self.due) = (self.written + width, before);
        self.spaces(f)?;
        self.due = after;
        (self.element)(offset, f)
    }
}

/// Prints an array of a shape and strides with `comma` between elements; if there is one, the shape
/// follows where it cannot be seen.
fn print(
    (shape, strides): (&[usize], &[isize]),
    element: Element<'_>,
    comma: &str,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let rank = shape.len();
    let seen = if shape.contains(&0) {
        f.write_str("[]")?;
        rank == 1
    } else {
        let threshold = if comma.is_empty() {
            THRESHOLD
        } else {
            MOST / rank.max(1)
        };
        let mut column = Column::default();
        let mut walk = Walk::new(shape, strides, threshold);
        while !column.ragged {
            column.add(&Shown(element, walk.offset()), f);
            if walk.advance().is_none() {
                break;
            }
        }
        Print {
            element,
            comma,
            column,
            written: 0,
            due: 0,
            rank,
        }
        .nested(Walk::new(shape, strides, threshold), f)?;
        walk.0.iter().all(|axis| axis.skipped == 0)
    };
    if !comma.is_empty() && !seen {
        write!(f, ", shape={shape:?}")
    } else {
        Ok(())
    }
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
                    // SAFETY: `item` needs the offset of an element: a walk gives those of index
                    // tuples inside the shape.
                    fmt::$trait::fmt(unsafe { self.base().item(offset) }, f)
                };
                print((self.lengths(), self.steps()), &element, $comma, f)
            }
        }
    )+};
}

printed! {
    /// Prints the elements nested by axes, with commas between them: `[[1, 2], [3, 4]]` with each
    /// row in a line of its own.
    ///
    /// All elements are printed, up to 2^20 divided by the rank. Beyond, three are printed at each
    /// end of an axis, and the shape follows, as it does where it cannot be seen. Width, precision,
    /// sign and the other flags hold for each element. Numbers are aligned in columns, and long
    /// rows are broken, as NumPy does.
    ///
    /// ```
    /// let t = tslice::Tensor::<_, 2>::from([[1.0, 2.5], [-10.25, 4.0]]);
    /// assert_eq!(format!("{t:?}"), "[[  1.0 ,   2.5 ],\n [-10.25,   4.0 ]]");
    /// assert_eq!(format!("{t:.1?}"), "[[  1.0,   2.5],\n [-10.2,   4.0]]");
    /// assert_eq!(format!("{:x?}", tslice::tensor![0, 255, 16]), "[ 0, ff, 10]");
    /// ```
    Debug, ",";
    /// Prints the elements nested by axes as NumPy's `print` does: without commas, each row in a
    /// line of its own.
    ///
    /// Beyond 1,000 elements, three are printed at each end of an axis. Width, precision, sign and
    /// the other flags hold for each element. Numbers are aligned in columns, and long rows are
    /// broken.
    ///
    /// ```
    /// let t = tslice::Tensor::<_, 2>::from([[1, 2], [30, 4]]);
    /// assert_eq!(t.to_string(), "[[ 1  2]\n [30  4]]");
    /// ```
    Display, "";
}

/// The element at an offset as it is written, whichever trait writes it.
struct Shown<'e>(Element<'e>, isize);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.0)(self.1, f)
    }
}

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.0)(self.1, f)
    }
}

/// Whether `Debug` was asked for hexadecimal numbers, `{:x?}` or `{:X?}`.
fn is_hexadecimal(f: &Formatter<'_>) -> bool {
    const HEXADECIMAL: u32 = 0b11_0000;
    #[allow(deprecated, reason = "the methods that replace it do not tell")]
    let flags = f.flags();
    flags & HEXADECIMAL != 0
}

/// What an element's text is.
enum Kind {
    /// Begins with a digit, or a sign and a digit. It has the length of the part from the decimal
    /// point on, which is 0 if the number has an exponent.
    Number(usize),
    /// A word that may stand among numbers.
    Word,
    /// Anything else, which is not aligned.
    Text,
}

impl Kind {
    fn of(text: &str, hexadecimal: bool) -> Self {
        let is_digit = |c: char| c.is_ascii_digit() || hexadecimal && c.is_ascii_hexdigit();
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let is_of_number =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '_');
        if matches!(text, "true" | "false" | "NaN" | "inf" | "-inf" | "+inf") {
            Self::Word
        } else if unsigned.starts_with(is_digit) && text.chars().all(is_of_number) {
            let point = if !hexadecimal && text.contains(['e', 'E']) {
                None
            } else {
                text.find('.')
            };
            Self::Number(point.map_or(0, |at| text.len() - at))
        } else {
            Self::Text
        }
    }
}

/// The width of the elements of a column, which is 0 if they are not to be aligned.
#[derive(Default)]
struct Column {
    whole: usize,
    fraction: usize,
    words: usize,
    /// Whether the elements are not aligned.
    ragged: bool,
    /// The element that is measured. It keeps its room for the next one.
    text: String,
}

impl Column {
    /// The width of an element in characters, and its kind, under the precision, the sign and the
    /// alternate flag of a formatter.
    ///
    /// A formatter that writes elsewhere under the same options cannot be made, so the options are
    /// spelled out.
    fn measure(&mut self, element: &Shown<'_>, f: &Formatter<'_>) -> (usize, Kind) {
        let (to, width) = (&mut self.text, f.width().unwrap_or(0));
        to.clear();
        let hexadecimal = is_hexadecimal(f);
        // A string does not fail; if the element does, it does so again when it is printed.
        let _ = match (f.precision(), f.sign_plus(), f.alternate()) {
            (None, false, false) if hexadecimal => write!(to, "{element:width$x?}"),
            (None, true, false) if hexadecimal => write!(to, "{element:+width$x?}"),
            (None, false, true) if hexadecimal => write!(to, "{element:#width$x?}"),
            (None, true, true) if hexadecimal => write!(to, "{element:+#width$x?}"),
            (None, false, false) => write!(to, "{element:width$}"),
            (None, true, false) => write!(to, "{element:+width$}"),
            (None, false, true) => write!(to, "{element:#width$}"),
            (None, true, true) => write!(to, "{element:+#width$}"),
            (Some(p), false, false) => write!(to, "{element:width$.p$}"),
            (Some(p), true, false) => write!(to, "{element:+width$.p$}"),
            (Some(p), false, true) => write!(to, "{element:#width$.p$}"),
            (Some(p), true, true) => write!(to, "{element:+#width$.p$}"),
        };
        // A caller who asks for a width aligns.
        let kind = if f.width().is_some() {
            Kind::Text
        } else {
            Kind::of(to, hexadecimal)
        };
        (to.chars().count(), kind)
    }

    fn add(&mut self, element: &Shown<'_>, f: &Formatter<'_>) {
        match self.measure(element, f) {
            (width, Kind::Number(fraction)) => {
                self.whole = self.whole.max(width - fraction);
                self.fraction = self.fraction.max(fraction);
            }
            (width, Kind::Word) => self.words = self.words.max(width),
            (_, Kind::Text) => {
                *self = Self {
                    ragged: true,
                    ..Self::default()
                }
            }
        }
    }

    /// The width of an element, between the spaces before and after it.
    fn place(&mut self, element: &Shown<'_>, f: &Formatter<'_>) -> [usize; 3] {
        let (width, kind) = self.measure(element, f);
        // An element may print itself otherwise than when it was measured for the column.
        let after = if let Kind::Number(own) = kind {
            self.fraction.saturating_sub(own)
        } else {
            0
        };
        let full = (self.whole + self.fraction).max(self.words);
        [full.saturating_sub(width + after), width, after]
    }
}

/// Elements at each end of an axis that are shown if an array is elided.
const EDGE: usize = 3;

/// As many elements times axes are shown at most, whatever the shape is: NumPy's rule alone shows
/// all of an axis of 6, and there may be hundreds of those.
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

/// A walk over the elements that are shown: the innermost axis is the first.
struct Walk(Vec<Axis>);

impl Walk {
    /// A walk over a shape that has elements, and begins at the first one.
    fn new(shape: &[usize], strides: &[isize], threshold: usize) -> Self {
        let large = layout::len(shape) > threshold;
        let (most, mut inner) = (MOST / shape.len().max(1), 1_usize);
        let axes = shape.iter().zip(strides).rev().map(|(&len, &stride)| {
            let (lead, shown) = if large && len > 2 * EDGE {
                (EDGE, 2 * EDGE)
            } else {
                (len, len)
            };
            let fits = inner.saturating_mul(shown) <= most;
            // Where there are too many, only the first part is shown.
            let (lead, shown) = if fits { (lead, shown) } else { (1, 1) };
            inner *= shown;
            Axis {
                stride,
                lead,
                shown,
                skipped: len - shown,
                at: 0,
            }
        });
        Self(axes.collect())
    }

    fn offset(&self) -> isize {
        self.0.iter().fold(0, |offset, axis| {
            let position = if axis.at < axis.lead {
                axis.at
            } else {
                axis.at + axis.skipped
            };
            offset.wrapping_add(axis.stride.wrapping_mul(position.cast_signed()))
        })
    }

    /// Goes to the next element, and says along which axis, and whether elements between the two
    /// are not shown; `None` after the last one.
    fn advance(&mut self) -> Option<(usize, bool)> {
        for (inner, axis) in self.0.iter_mut().enumerate() {
            axis.at += 1;
            if axis.at < axis.shown {
                return Some((inner, axis.at == axis.lead));
            }
            axis.at = 0;
        }
        None
    }
}
