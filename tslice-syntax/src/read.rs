//! One entry: its shape, and the bounds in it.

use crate::bound::{self, Dialect};
use crate::entry::{Bound, Entry, Range};
use crate::lexeme::{Lexeme, Token};
use crate::mistake::{Mistake, Mistakes};
use crate::shape::Shape;

/// One entry, or a whole axis if it is mistaken.
pub(crate) fn entry<'l, T: Token>(
    chunk: &'l [Lexeme<T>],
    dialect: Dialect,
    mistakes: &mut Mistakes<T>,
) -> Entry<Bound<'l, T>> {
    let shape = Shape::of(chunk, dialect).and_then(|shape| {
        if matches!(shape, Shape::Range(_)) {
            bound::comma(chunk)?;
        }
        Ok(shape)
    });
    match mistakes.keep(shape) {
        None => Entry::WHOLE,
        Some(Shape::Ellipsis) => Entry::Ellipsis,
        Some(Shape::NewAxis) => Entry::NewAxis,
        Some(Shape::Index) => {
            let index = mistakes.keep(bound::index(chunk, dialect));
            index.or_else(|| bound::half_typed(chunk, dialect)).map_or(Entry::WHOLE, Entry::Index)
        }
        Some(Shape::Range([begin, end, stride])) => {
            let mut bound = |part: &'l [Lexeme<T>], read: Read<'l, T>| match part {
                [] => None,
                part => mistakes.keep(read(part, dialect)).or_else(|| bound::half_typed(part, dialect)),
            };
            Entry::Range(Range {
                begin: bound(begin, bound::read),
                end: bound(end, bound::read),
                stride: bound(stride, bound::stride),
            })
        }
    }
}

type Read<'l, T> = fn(&'l [Lexeme<T>], Dialect) -> Result<Bound<'l, T>, Mistake<T>>;
