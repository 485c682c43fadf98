//! The lists of a spec, as `s!` makes them.

use core::fmt;

use super::elements::OfGroup;
use super::lists::print;
use super::positions::{self, Positions};
use super::source::Source;
use crate::spec::{Entry, Kind, Spec};

/// The lists of a spec, in the order of its entries: `(list, (list, ()))`. A group is the list of an [`Entry::List`] and one for each
/// [`Entry::Grouped`] behind it.
pub trait Lists {
    /// Calls a function with each list.
    fn each<'l>(&'l self, see: &mut dyn FnMut(&'l dyn Positions));

    /// Appends the lists that are borrowed.
    fn lent<'a>(&self, _lists: &mut OfGroup<'a>)
    where
        Self: 'a,
    {
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
    fn lent<'a>(&self, lists: &mut OfGroup<'a>)
    where
        Self: 'a,
    {
        lists.extend(self.0.lent());
        self.1.lent(lists);
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

    #[inline]
    fn lent<'a>(&self) -> OfGroup<'a>
    where
        Self: 'a,
    {
        let mut lists = OfGroup::new();
        if self.as_encoding().entries().filter(|entry| *entry == Entry::List).count() == 1 {
            self.held_lists().lent(&mut lists);
        }
        lists
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
