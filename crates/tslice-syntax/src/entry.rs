//! What a spec says: its entries, its bounds and its lists.

use alloc::vec::Vec;

use core::ops;

use tslice_entry::Entry;

/// What stands for an index, or for one number of a range. Tokens are named by their [`span`].
///
/// [`span`]: crate::ByRole::span
#[derive(Clone)]
pub enum Bound {
    /// A number that is known.
    Literal {
        /// The number, sign included.
        value: i64,
        /// The literal itself, without a sign.
        digits: ops::Range<usize>,
    },
    /// An expression for rustc to parse and to type.
    Expression(ops::Range<usize>),
    /// The operands of a bound that stops after the dot of a field or a method, beside a mistake;
    /// the last is the object.
    HalfTyped(ops::Range<usize>),
    /// `_`, in the type of a spec.
    Place,
}

impl Bound {
    /// The number; `None` if the bound is not literal.
    pub fn value(&self) -> Option<i64> {
        match self {
            Self::Literal { value, .. } => Some(*value),
            Self::Expression(_) | Self::HalfTyped(_) | Self::Place => None,
        }
    }
}

/// An entry in numbers; `None` if a bound is not literal.
pub fn in_numbers(entry: &Entry<Bound>) -> Option<Entry<i64>> {
    let mut is_literal = true;
    let numbers = entry.clone().map(|bound| {
        let value = bound.value();
        is_literal &= value.is_some();
        value.unwrap_or_default()
    });
    is_literal.then_some(numbers)
}

/// What stands for the positions of an axis, with bounds of type `B`.
#[derive(PartialEq, Eq, Debug)]
pub enum List<B> {
    /// Positions and ranges, joined in order: an [`Entry::Index`], an [`Entry::Range`] or an
    /// [`Entry::Window`] each.
    Literal(Vec<Entry<B>>),
    /// `&expression`, or `&type` in the type of a spec: positions or a mask.
    Borrowed(B),
}

/// A list, or a group of lists, whose positions are taken together.
#[derive(PartialEq, Eq, Debug)]
pub struct Listed<B> {
    /// The number of the entry, an [`Entry::List`]. An [`Entry::Grouped`] follows it for each
    /// further list of a group.
    pub entry: usize,
    /// More than one if it is a group.
    pub lists: Vec<List<B>>,
}

/// What a spec says, as far as it can be read.
#[derive(PartialEq, Eq, Debug)]
pub struct Spec<B> {
    /// The entries in the order of the encoding. A mistaken one is a whole axis, so that the rank
    /// stays known.
    pub entries: Vec<Entry<B>>,
    /// Where each entry is written, with its axis: `0..0` of one that is not, and of a further list
    /// of a group. The axis form sorts entries, but expressions run in source order.
    pub spans: Vec<ops::Range<usize>>,
    /// The positions of each [`Entry::List`], in the order of the entries.
    pub lists: Vec<Listed<B>>,
}

impl<B> Spec<B> {
    /// The list or the group that an entry is.
    pub fn listed(&self, entry: usize) -> Option<&Listed<B>> {
        self.lists.iter().find(|listed| listed.entry == entry)
    }
}

impl Spec<Bound> {
    /// The spec in numbers; `None` if a bound is not literal, or a list is borrowed.
    pub fn in_numbers(&self) -> Option<Spec<i64>> {
        let numbers =
            |entries: &[Entry<Bound>]| entries.iter().map(in_numbers).collect::<Option<Vec<_>>>();
        let list = |list: &List<Bound>| match list {
            List::Literal(items) => Some(List::Literal(numbers(items)?)),
            List::Borrowed(_) => None,
        };
        let listed = |listed: &Listed<Bound>| {
            Some(Listed {
                entry: listed.entry,
                lists: listed.lists.iter().map(list).collect::<Option<_>>()?,
            })
        };
        Some(Spec {
            entries: numbers(&self.entries)?,
            spans: self.spans.clone(),
            lists: self.lists.iter().map(listed).collect::<Option<_>>()?,
        })
    }
}
