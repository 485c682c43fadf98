//! What a spec is made of.

use crate::lexeme::Lexeme;
use alloc::vec::Vec;

/// One entry of a spec, with bounds of type `B`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry<B> {
    /// All axes that are not named.
    Ellipsis,
    /// An axis of length 1 that takes none of the input.
    NewAxis,
    /// One position of an axis, which is then gone.
    Index(B),
    /// Some positions of an axis.
    Range(Range<B>),
}

/// `begin:end:stride`; an absent bound is no number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range<B> {
    /// The first position.
    pub begin: Option<B>,
    /// The first position that is not taken any more.
    pub end: Option<B>,
    /// The distance from one position to the next.
    pub stride: Option<B>,
}

impl<B> Entry<B> {
    /// A whole axis, `:`.
    pub const WHOLE: Self = Self::Range(Range { begin: None, end: None, stride: None });

    /// The bounds that are present, in source order, each with its column in the encoding.
    pub fn bounds(&self) -> impl Iterator<Item = (usize, &B)> {
        let bounds = match self {
            Self::Ellipsis | Self::NewAxis => [None, None, None],
            Self::Index(index) => [Some(index), None, None],
            Self::Range(Range { begin, end, stride }) => [begin.as_ref(), end.as_ref(), stride.as_ref()],
        };
        bounds.into_iter().enumerate().filter_map(|(column, bound)| bound.map(|bound| (column, bound)))
    }

    /// As [`map`](Self::map), but the entry is kept.
    pub fn map_ref<'e, C>(&'e self, f: impl FnMut(&'e B) -> C) -> Entry<C> {
        let entry = match self {
            Self::Ellipsis => Entry::Ellipsis,
            Self::NewAxis => Entry::NewAxis,
            Self::Index(index) => Entry::Index(index),
            Self::Range(Range { begin, end, stride }) => {
                Entry::Range(Range { begin: begin.as_ref(), end: end.as_ref(), stride: stride.as_ref() })
            }
        };
        entry.map(f)
    }

    /// The same entry with its bounds turned into something else, in source order.
    pub fn map<C>(self, mut f: impl FnMut(B) -> C) -> Entry<C> {
        match self {
            Self::Ellipsis => Entry::Ellipsis,
            Self::NewAxis => Entry::NewAxis,
            Self::Index(index) => Entry::Index(f(index)),
            Self::Range(Range { begin, end, stride }) => Entry::Range(Range {
                begin: begin.map(&mut f),
                end: end.map(&mut f),
                stride: stride.map(&mut f),
            }),
        }
    }
}

/// What stands for an index, or for one number of a range.
#[derive(Clone, Debug)]
pub enum Bound<'l, T> {
    /// A number that is known.
    Literal {
        /// The number, sign included.
        value: i64,
        /// The literal itself.
        digits: T,
    },
    /// An expression for rustc to parse and to type.
    Expression {
        /// Whether a minus of the language stood before it: the operand is negated once it is an `i64`.
        negated: bool,
        /// The expression, without that minus.
        lexemes: &'l [Lexeme<T>],
    },
    /// The operands of a bound that stops after the dot of a field or a method, beside a mistake; the last is the object.
    HalfTyped(&'l [Lexeme<T>]),
    /// `_`, in the type of a spec.
    Place,
}

/// What a spec says, as far as it can be read.
#[derive(Clone, Debug)]
pub struct Spec<B> {
    /// The entries in the order of the encoding. A mistaken one is a whole axis, so that the rank stays known.
    pub entries: Vec<Entry<B>>,
    /// The numbers of the entries as written: the axis form sorts them, but expressions run in source order.
    pub source_order: Vec<usize>,
}
