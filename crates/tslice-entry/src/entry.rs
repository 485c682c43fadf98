//! What a spec is made of, and what each entry contributes to the encoding.

use crate::form::Form;

/// One entry of a spec, with bounds of type `B`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Entry<B> {
    /// All axes that are not named.
    Ellipsis,
    /// An axis of length 1 that takes none of the input.
    NewAxis,
    /// One position of an axis, which is then gone.
    Index(B),
    /// Some positions of an axis.
    Range(Range<B>),
    /// `start:+length`: `length` positions from `start` on, all of which are inside the axis.
    Window {
        /// The first position.
        start: B,
        /// The number of positions.
        length: B,
        /// From one position to the next: 1, but for an evenly spaced list that `split_mut!` makes
        /// a view.
        stride: i64,
    },
    /// A list, or the first list of a group. Its positions are elsewhere.
    List,
    /// A further list of the group that begins before it. It consumes an axis, and gives none.
    Grouped,
}

/// `begin:end:stride`; an absent bound is not a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range<B> {
    /// The first position.
    pub begin: Option<B>,
    /// The first position that is not taken any more.
    pub end: Option<B>,
    /// The distance from one position to the next.
    pub stride: Option<B>,
}

impl<B> Range<B> {
    /// A whole axis, `:`.
    pub const WHOLE: Self = Self {
        begin: None,
        end: None,
        stride: None,
    };
}

impl Range<i64> {
    /// The distance from one position to the next: 1 if it is absent.
    #[inline(always)]
    pub const fn step(&self) -> i64 {
        match self.stride {
            Some(stride) => stride,
            None => 1,
        }
    }
}

impl<B> Entry<B> {
    /// A whole axis, `:`.
    pub const WHOLE: Self = Self::Range(Range::WHOLE);

    /// Whether this is the ellipsis.
    pub const fn is_ellipsis(&self) -> bool {
        matches!(self, Self::Ellipsis)
    }

    /// The bounds that are present, in source order, each with its column in the encoding.
    pub fn bounds(&self) -> impl Iterator<Item = (usize, &B)> {
        let bound = |(column, cell)| match cell {
            Cell::Of(bound) => Some((column, bound)),
            Cell::Fixed(_) | Cell::Past(_) => None,
        };
        self.row().into_iter().enumerate().filter_map(bound)
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
            Self::Window {
                start,
                length,
                stride,
            } => Entry::Window {
                start: f(start),
                length: f(length),
                stride,
            },
            Self::List => Entry::List,
            Self::Grouped => Entry::Grouped,
        }
    }
}

impl<B> Entry<B> {
    /// Begin, end and stride. A window has its length in place of an end, and a list, whose
    /// positions are elsewhere, zeros.
    #[inline]
    pub const fn row(&self) -> [Cell<&B>; 3] {
        match self {
            Self::Ellipsis | Self::NewAxis | Self::List | Self::Grouped => {
                [Cell::Fixed(0), Cell::Fixed(0), Cell::Fixed(1)]
            }
            Self::Index(index) => [Cell::Of(index), Cell::Past(index), Cell::Fixed(1)],
            Self::Range(Range { begin, end, stride }) => [
                Cell::of(begin.as_ref(), 0),
                Cell::of(end.as_ref(), 0),
                Cell::of(stride.as_ref(), 1),
            ],
            Self::Window {
                start,
                length,
                stride,
            } => [Cell::Of(start), Cell::Of(length), Cell::Fixed(*stride)],
        }
    }

    /// The entry without its numbers.
    #[inline]
    pub const fn form(&self) -> Form {
        match self {
            Self::Ellipsis => Form::Ellipsis,
            Self::NewAxis => Form::NewAxis,
            Self::Index(_) => Form::Index,
            Self::Range(Range { begin, end, .. }) => Form::Range {
                begin: begin.is_some(),
                end: end.is_some(),
            },
            Self::Window { .. } => Form::Window,
            Self::List => Form::List,
            Self::Grouped => Form::Grouped,
        }
    }

    /// Whether an axis of the input is consumed besides those of the ellipsis, and whether one of
    /// the result is produced.
    pub const fn axes(&self) -> (bool, bool) {
        self.form().axes()
    }
}

impl Entry<i64> {
    /// The row in numbers.
    #[inline]
    pub const fn numbers(&self) -> Row {
        let [begin, end, stride] = self.row();
        Row {
            begin: begin.number(),
            end: end.number(),
            stride: stride.number(),
        }
    }
}

/// One entry's numbers in the encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// Where it begins.
    pub begin: i64,
    /// Where it ends.
    pub end: i64,
    /// The distance of two positions.
    pub stride: i64,
}

/// One number of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell<B> {
    /// A number that the kind of the entry fixes.
    Fixed(i64),
    /// A bound.
    Of(B),
    /// One past a bound, saturating: the end of an index.
    Past(B),
}

impl<'b, B> Cell<&'b B> {
    const fn of(bound: Option<&'b B>, absent: i64) -> Self {
        match bound {
            Some(bound) => Self::Of(bound),
            None => Self::Fixed(absent),
        }
    }
}

impl Cell<&i64> {
    const fn number(self) -> i64 {
        match self {
            Self::Fixed(number) => number,
            Self::Of(bound) => *bound,
            Self::Past(bound) => bound.saturating_add(1),
        }
    }
}
