//! What may be picked by: every spec, with lists or without.

use core::fmt;

use smallvec::SmallVec;

use super::elements::{AllLists, Group, List};
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

    /// The lists, in the order of their entries.
    fn lists<'a>(&self) -> AllLists<'a>
    where
        Self: 'a,
    {
        AllLists::new()
    }
}

/// Specs without lists.
macro_rules! without_lists {
    ($($spec:ty)+) => {$(
        #[diagnostic::do_not_recommend]
        impl Source for $spec {
            type Slice = Self;
        }
    )+};
}

without_lists! { Encoding EncodingRef<'_> InlineSpec }

/// Specs that have the lists of another one.
macro_rules! wrappers {
    ($([$($parameters:tt)*] $spec:ty, $slice:ty, $this:ident => $inner:expr;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($parameters)*> Source for $spec {
            type Slice = $slice;

            fn lists<'a>(&self) -> AllLists<'a>
            where
                Self: 'a,
            {
                let $this = self;
                $inner.lists()
            }
        }
    )+};
}

wrappers! {
    [D, E, const N: usize, K: Kind, L: Lists] Checked<D, E, Spec<N, K, L>>, Checked<D, E, Spec<N, K>>, this => this.spec();
    [X: Source] &X, X::Slice, this => (**this);
    [X: Source, I, O] ShapedSpec<X, I, O>, X::Slice, this => (**this);
}

#[diagnostic::do_not_recommend]
impl Source for DynSpec {
    type Slice = Self;

    fn lists<'a>(&self) -> AllLists<'a>
    where
        Self: 'a,
    {
        let lists = self.listed().iter().flat_map(|listed| &listed.lists);
        let literal = lists.filter_map(|list| match list {
            tslice_syntax::List::Literal(items) => Some(List::Items(items.clone())),
            tslice_syntax::List::Borrowed(_) => None,
        });
        literal.collect()
    }
}

/// The lists of a spec, in the order of its entries: `(list, (list, ()))`. A group is the list of an [`Entry::List`] and one for each
/// [`Entry::Grouped`] behind it.
pub trait Lists {
    /// Appends each list.
    fn push<'a>(&self, _lists: &mut AllLists<'a>)
    where
        Self: 'a,
    {
    }
}

impl Lists for () {}

impl<const N: usize, K: Kind, L: Lists> Source for Spec<N, K, L> {
    type Slice = Spec<N, K>;

    #[inline]
    fn lists<'a>(&self) -> AllLists<'a>
    where
        Self: 'a,
    {
        let mut lists = AllLists::new();
        self.lists.push(&mut lists);
        lists
    }
}

/// Each entry that is a list or a group, and its lists; of a missing list, none.
pub(super) fn groups<'g, 'l>(
    encoding: EncodingRef<'_>,
    lists: &'g [List<'l>],
) -> SmallVec<[(usize, &'g [List<'l>]); 4]> {
    let (mut groups, mut next) = (SmallVec::new(), 0);
    for (at, _) in encoding.entries().enumerate().filter(|(_, entry)| *entry == Entry::List) {
        let len = 1 + encoding.entries().skip(at + 1).take_while(|entry| *entry == Entry::Grouped).count();
        groups.push((at, lists.get(next..next + len).unwrap_or(&[])));
        next += len;
    }
    groups
}

/// The entries, each list in its place.
impl<const N: usize, K: Kind, L: Lists> fmt::Debug for Spec<N, K, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (encoding, lists) = (self.as_encoding(), self.lists());
        let groups = groups(encoding, &lists);
        f.write_str("s![")?;
        for (at, entry) in encoding.entries().enumerate() {
            if entry == Entry::Grouped {
                continue;
            }
            f.write_str(if at > 0 { ", " } else { "" })?;
            match groups.iter().find(|(entry, _)| *entry == at) {
                Some((_, group)) => fmt::Display::fmt(&Group(group), f)?,
                None => fmt::Display::fmt(&entry, f)?,
            }
        }
        f.write_str("]")
    }
}
