//! Printing an array as NumPy does: nested by axes, in aligned columns, and elided if it is large.

mod column;
mod float;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Formatter, Write};

use super::{Array, Read};
use crate::layout::{self, Dims};
use column::Column;
use float::Float;

/// `Display` elides arrays of more elements. `Debug` does so beyond [`MOST`] only: a failed
/// assertion shows where two arrays differ.
const THRESHOLD: usize = 1000;

/// Elements at each end of an axis that are shown if an array is elided.
const EDGE: usize = 3;

/// As many elements times axes are shown at most, whatever the shape is: NumPy's rule alone shows
/// all of an axis of 6, and there may be hundreds of those.
const MOST: usize = 1 << 20;

/// The width of a line, beyond which a row goes on in the next one.
const LINE: usize = 75;

/// Writes an element by the trait that was asked for.
type Element<'e> = &'e dyn Fn(isize, &mut Formatter<'_>) -> fmt::Result;

/// The axes of an array as far as they are shown, the innermost first. Each number below the
/// product of what is shown of them stands for an element, in row-major order.
struct Shown(Vec<Axis>);

struct Axis {
    stride: isize,
    /// Positions that are shown: the first `lead`, and those up to `shown` at the end.
    lead: usize,
    shown: usize,
    /// Positions between the two that are not shown.
    skipped: usize,
}

impl Shown {
    /// What is shown of a shape that has elements.
    fn new(shape: &[usize], strides: &[isize], threshold: usize) -> Self {
        let large = layout::len(shape) > threshold;
        let (most, mut inner) = (MOST / shape.len().max(1), 1_usize);
        let axes = shape.iter().zip(strides).rev().map(|(&len, &stride)| {
            let (mut lead, mut shown) = (len, len);
            if large && len > 2 * EDGE {
                (lead, shown) = (EDGE, 2 * EDGE);
            }
            // Where there are too many, only the first part is shown.
            if inner.saturating_mul(shown) > most {
                (lead, shown) = (1, 1);
            }
            inner *= shown;
            Axis {
                stride,
                lead,
                shown,
                skipped: len - shown,
            }
        });
        Self(axes.collect())
    }

    /// The offset of the element of a number.
    fn offset(&self, mut number: usize) -> isize {
        let mut offset = 0_isize;
        for axis in &self.0 {
            let mut position = number % axis.shown;
            if position >= axis.lead {
                position += axis.skipped;
            }
            offset = offset.wrapping_add(axis.stride.wrapping_mul(position.cast_signed()));
            number /= axis.shown;
        }
        offset
    }
}

/// One printing of an array. An axis is named by the number of axes that are inside of it.
struct Print<'p, 'f> {
    f: &'p mut Formatter<'f>,
    element: Element<'p>,
    shown: &'p Shown,
    column: Column,
    /// The separator of two elements and of two rows, without the space or the line break.
    comma: &'p str,
    /// The columns of the line that are written, the spaces that are due included.
    written: usize,
    /// Spaces that are written unless the line ends here.
    due: usize,
    rank: usize,
}

impl Print<'_, '_> {
    /// All elements that are shown, with their brackets. The loop is as long as the text, whatever
    /// the rank is.
    fn nested(&mut self) -> fmt::Result {
        self.open(self.rank)?;
        for number in 0.. {
            self.element(number)?;
            // The axes that end here, and the number of the next part along the others.
            let (mut closed, mut next) = (0, number + 1);
            for axis in &self.shown.0 {
                if next % axis.shown > 0 {
                    // The parts before this one are not shown.
                    if next % axis.shown == axis.lead {
                        self.gap(closed)?;
                    }
                    break;
                }
                // The end of the axis is not shown.
                if axis.skipped > 0 && axis.lead == axis.shown {
                    self.gap(closed)?;
                }
                self.spaces()?;
                self.f.write_char(']')?;
                (closed, next) = (closed + 1, next / axis.shown);
            }
            if closed == self.rank {
                break;
            }
            self.separate(closed)?;
            self.open(closed)?;
        }
        Ok(())
    }

    fn repeat(&mut self, c: char, count: usize) -> fmt::Result {
        (0..count).try_for_each(|_| self.f.write_char(c))
    }

    fn open(&mut self, count: usize) -> fmt::Result {
        self.written += count;
        self.repeat('[', count)
    }

    /// Writes what stands for the parts that are not shown, behind those before them.
    fn gap(&mut self, inner: usize) -> fmt::Result {
        self.separate(inner)?;
        self.word(3, inner)?;
        self.f.write_str("...")
    }

    fn spaces(&mut self) -> fmt::Result {
        let due = core::mem::take(&mut self.due);
        self.repeat(' ', due)
    }

    /// Writes what stands between two parts along an axis.
    fn separate(&mut self, inner: usize) -> fmt::Result {
        if !self.comma.is_empty() {
            self.spaces()?;
            self.f.write_str(self.comma)?;
        }
        if inner == 0 {
            self.due += 1;
            self.written += self.comma.len() + 1;
            return Ok(());
        }
        self.lines(inner, self.rank - inner)
    }

    /// Writes line breaks and an indentation.
    fn lines(&mut self, count: usize, indentation: usize) -> fmt::Result {
        (self.due, self.written) = (0, indentation);
        self.repeat('\n', count)?;
        self.repeat(' ', indentation)
    }

    /// Makes room for a word along an axis, which begins a new line if it does not fit in this one.
    fn word(&mut self, width: usize, inner: usize) -> fmt::Result {
        let first = inner > 0 || self.written <= self.rank;
        // Where the indentation alone would fill a line, rows are not broken.
        let room = LINE.checked_sub(self.rank);
        if !first && room.is_some_and(|room| self.written + width > room) {
            self.lines(1, self.rank)?;
        } else {
            self.spaces()?;
        }
        self.written += width;
        Ok(())
    }

    fn element(&mut self, number: usize) -> fmt::Result {
        let [before, width, after] = self.column.place(number);
        self.word(before + width + after, 0)?;
        self.repeat(' ', before)?;
        self.due = after;
        match self.column.text(number) {
            Some(text) => self.f.write_str(text),
            None => (self.element)(self.shown.offset(number), self.f),
        }
    }
}

/// Changes the texts of elements of a type with this name to NumPy's.
fn as_numpy_prints(texts: &mut [String], rank: usize, name: &str) -> Option<()> {
    match name {
        "f32" => Float::F32.as_numpy(texts, rank, 1e6),
        "f64" => Float::F64.as_numpy(texts, rank, if rank == 0 { 1e16 } else { 1e8 }),
        "bool" if rank > 0 => {
            // As wide as `false`.
            let narrow = texts.iter_mut().filter(|text| *text == "true");
            narrow.for_each(|text| text.insert(0, ' '));
            Some(())
        }
        _ => Some(()),
    }
}

/// Prints an array of a shape and strides with `comma` between elements; if there is one, the shape
/// follows where it cannot be seen. Without one, floats are printed as NumPy prints them.
fn print(
    (shape, strides): (&[usize], &[isize]),
    (element, name): (Element<'_>, &str),
    comma: &str,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let rank = shape.len();
    let as_numpy = comma.is_empty();
    if shape.contains(&0) {
        f.write_str("[]")?;
        return match rank {
            1 => Ok(()),
            _ if as_numpy => Ok(()),
            _ => write!(f, ", shape={shape:?}"),
        };
    }
    let threshold = if as_numpy {
        THRESHOLD
    } else {
        MOST / rank.max(1)
    };
    let shown = &Shown::new(shape, strides, threshold);
    let count = shown.0.iter().map(|axis| axis.shown).product();
    let texts = (0..count).map(|number| column::text(&Text(element, shown.offset(number)), f));
    let mut texts: Vec<String> = texts.collect();
    if as_numpy && f.width().is_none() && f.precision().is_none() {
        as_numpy_prints(&mut texts, rank, name).ok_or(fmt::Error)?;
    }
    let column = Column::new(texts, f);
    let mut print = Print {
        f,
        element,
        shown,
        column,
        comma,
        written: 0,
        due: 0,
        rank,
    };
    print.nested()?;
    if as_numpy || shown.0.iter().all(|axis| axis.skipped == 0) {
        return Ok(());
    }
    write!(print.f, ", shape={shape:?}")
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
                    // SAFETY: `item` needs the offset of an element: `Shown` gives those of index
                    // tuples inside the shape.
                    fmt::$trait::fmt(unsafe { self.base().item(offset) }, f)
                };
                let name = core::any::type_name::<S::Elem>();
                print((self.lengths(), self.steps()), (&element, name), $comma, f)
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
    /// Floats have at most 8 digits after the point, and exponents if their sizes differ much:
    /// `{:?}` prints them exactly. Beyond 1,000 elements, three are printed at each end of an axis.
    /// Width, precision, sign and the other flags hold for each element. Numbers are aligned in
    /// columns, and long rows are broken.
    ///
    /// ```
    /// let t = tslice::Tensor::<_, 2>::from([[1, 2], [30, 4]]);
    /// assert_eq!(t.to_string(), "[[ 1  2]\n [30  4]]");
    /// let thirds = tslice::tensor![1.0, 1.0 / 3.0, f64::NAN];
    /// assert_eq!(thirds.to_string(), "[1.         0.33333333        nan]");
    /// assert_eq!(tslice::tensor![1e-5, 0.5].to_string(), "[1.e-05 5.e-01]");
    /// ```
    Display, "";
}

/// The element at an offset as it is written, whichever trait writes it.
struct Text<'e>(Element<'e>, isize);

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.0)(self.1, f)
    }
}
