//! The lists of a spec, as `s!` makes them.

use core::fmt;

use super::elements::{Elements, OfGroup};
use super::lists::print;
use super::positions::{self, Positions};
use super::source::Source;
use crate::spec::{Entry, Kind, Spec};

/// The lists of a spec, in the order of its entries: `(list, (list, ()))`. A group is the list of an [`Entry::List`] and one for each
/// [`Entry::Grouped`] behind it.
pub trait Lists {
    /// Calls a function with each list.
    fn each<'l>(&'l self, see: &mut dyn FnMut(&'l dyn Positions));

    /// The first list, if it is a borrowed one.
    fn lent<'a>(&self) -> Option<Elements<'a>>
    where
        Self: 'a,
    {
        None
    }
}

impl Lists for () {
    fn each<'l>(&'l self, _: &mut dyn FnMut(&'l dyn Positions)) {}
}

impl<P: Positions, L: Lists> Lists for (P, L) {
    fn each<'l>(&'l self, see: &mut dyn FnMut(&'l dyn Positions)) {
        see(&self.0);
        self.1.each(see);
    }

    #[inline]
    fn lent<'a>(&self) -> Option<Elements<'a>>
    where
        Self: 'a,
    {
        self.0.lent()
    }
}

impl<const N: usize, K: Kind, L: Lists> Source for Spec<N, K, L> {
    type Slice = Spec<N, K>;

    fn lists<'l>(&'l self, see: &mut dyn FnMut(usize, positions::Group<'l>)) {
        let mut groups = positions::Lists::new();
        let mut entries = self.as_encoding().entries().enumerate();
        self.held_lists().each(&mut |list| {
            for (at, entry) in entries.by_ref() {
                match (entry, groups.last_mut()) {
                    (Entry::List, _) => groups.push((at, positions::Group::from_slice(&[list]))),
                    (Entry::Grouped, Some((_, group))) => group.push(list),
                    _ => continue,
                }
                return;
            }
        });
        groups.into_iter().for_each(|(entry, group)| see(entry, group));
    }

    #[inline(always)]
    fn alone<R>(&self, see: impl FnOnce(&[Elements<'_>]) -> Option<R>) -> Option<R> {
        let (mut lists, mut others) = (OfGroup::new(), 0);
        self.lists(&mut |_, group| {
            others += 1;
            lists.extend(group.iter().filter_map(|list| list.elements()));
            others += usize::from(lists.len() != group.len());
        });
        if others == 1 { see(&lists) } else { None }
    }

    #[inline]
    fn lent<'a>(&self) -> Option<Elements<'a>>
    where
        Self: 'a,
    {
        self.held_lists().lent()
    }
}

/// The entries, each list in its place.
impl<const N: usize, K: Kind, L: Lists> fmt::Debug for Spec<N, K, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lists = positions::Lists::new();
        self.lists(&mut |entry, group| lists.push((entry, group)));
        f.write_str("s![")?;
        for (at, entry) in self.as_encoding().entries().enumerate() {
            if entry == Entry::Grouped {
                continue;
            }
            f.write_str(if at > 0 { ", " } else { "" })?;
            match lists.iter().find(|(entry, _)| *entry == at) {
                Some((_, group)) => print(group, f)?,
                None => fmt::Display::fmt(&entry, f)?,
            }
        }
        f.write_str("]")
    }
}
