//! What may be picked by: every spec, with lists or without.

use core::fmt;

use tslice_syntax::List;

use super::elements::OfGroup;
use super::lists::{self, Group, Positions, print};
use crate::resolve::checked::Checked;
use crate::spec::{AsEncoding, DynSpec, Encoding, EncodingRef, Entry, InlineSpec, Kind, ShapedSpec, Spec};

/// A spec, and the lists beside its encoding.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a slice spec",
    label = "write `tslice::s![..]`, or pass a `&DynSpec`",
    note = "the `s!` of another crate writes that crate's specs"
)]
pub trait Source: AsEncoding {
    /// The spec without its lists: each is a whole axis.
    type Slice;

    /// Calls a function with each list or group, and the number of its entry.
    fn lists<'l>(&'l self, _see: &mut dyn FnMut(usize, Group<'l>)) {}

    /// The lists of the only entry that has any, if they are borrowed; else none, or fewer than the entry has.
    fn lent<'a>(&self) -> OfGroup<'a>
    where
        Self: 'a,
    {
        OfGroup::new()
    }
}

/// Specs that have no lists.
macro_rules! slices {
    ($([$($parameters:tt)*] $spec:ty;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($parameters)*> Source for $spec {
            type Slice = Self;
        }
    )+};
}

slices! {
    [] Encoding;
    [] EncodingRef<'_>;
    [] InlineSpec;
}

#[diagnostic::do_not_recommend]
impl<D, E, const N: usize, K: Kind, L: Lists> Source for Checked<D, E, Spec<N, K, L>> {
    type Slice = Checked<D, E, Spec<N, K>>;

    fn lists<'l>(&'l self, see: &mut dyn FnMut(usize, Group<'l>)) {
        self.spec().lists(see);
    }

    fn lent<'a>(&self) -> OfGroup<'a>
    where
        Self: 'a,
    {
        self.spec().lent()
    }
}

#[diagnostic::do_not_recommend]
impl<X: Source> Source for &X {
    type Slice = X::Slice;

    fn lists<'l>(&'l self, see: &mut dyn FnMut(usize, Group<'l>)) {
        (**self).lists(see);
    }

    fn lent<'a>(&self) -> OfGroup<'a>
    where
        Self: 'a,
    {
        (**self).lent()
    }
}

#[diagnostic::do_not_recommend]
impl<X: Source, I, O> Source for ShapedSpec<X, I, O> {
    type Slice = X::Slice;

    fn lists<'l>(&'l self, see: &mut dyn FnMut(usize, Group<'l>)) {
        (**self).lists(see);
    }
}

#[diagnostic::do_not_recommend]
impl Source for DynSpec {
    type Slice = Self;

    fn lists<'l>(&'l self, see: &mut dyn FnMut(usize, Group<'l>)) {
        for listed in self.listed() {
            let group = listed.lists.iter().filter_map(|list| match list {
                List::Literal(items) => Some(items as &dyn Positions),
                List::Borrowed(_) => None,
            });
            see(listed.entry, group.collect());
        }
    }
}

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

    fn lists<'l>(&'l self, see: &mut dyn FnMut(usize, lists::Group<'l>)) {
        let mut groups = lists::Lists::new();
        let mut entries = self.as_encoding().entries().enumerate();
        self.held_lists().each(&mut |list| {
            for (at, entry) in entries.by_ref() {
                match (entry, groups.last_mut()) {
                    (Entry::List, _) => groups.push((at, lists::Group::from_slice(&[list]))),
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
        let mut lists = lists::Lists::new();
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
