//! Specs with lists, as `s!` makes them.

use core::fmt;

use super::elements::{Elements, OfGroup};
use super::lists::print;
use super::positions::{self, Positions};
use super::source::Source;
use crate::resolve::{SealedSpec, TypedSpec};
use crate::spec::{AsEncoding, EncodingRef, Kind, Kinds, Listed, Spec, print_entry};

/// A spec with lists: a spec in which each list is a whole axis, and the lists beside it.
///
/// It selects what no strides lead to, so [`slice`](crate::Array::slice) does not take it; [`pick`](crate::Array::pick) copies what it
/// selects, and [`pick_mut`](crate::Array::pick_mut) writes there. `SpecType!` writes its type.
#[must_use]
#[derive(Clone, Copy)]
pub struct PickSpec<S, L> {
    spec: S,
    lists: L,
}

/// The lists of an entry: `(list, ())`, or `(list, (list, ()))` for a group.
#[derive(Clone, Copy)]
pub struct At<const ENTRY: usize, G>(pub G);

impl<S, L> PickSpec<S, L> {
    /// What `s!` makes of a spec with lists.
    #[doc(hidden)]
    pub const fn new(spec: S, lists: L) -> Self {
        Self { spec, lists }
    }
}

impl<S: AsEncoding, L: Lists> Source for PickSpec<S, L> {
    type Slice = S;

    fn lists<'l>(&'l self, see: &mut dyn FnMut(usize, positions::Group<'l>)) {
        self.lists.each(see);
    }

    #[inline(always)]
    fn alone<R>(&self, see: impl FnOnce(&[Elements<'_>]) -> Option<R>) -> Option<R> {
        self.lists.alone(see)
    }

    #[inline]
    fn lent<'a>(&self) -> Option<Elements<'a>>
    where
        Self: 'a,
    {
        self.lists.lent()
    }
}

impl<S: AsEncoding, L: Lists> AsEncoding for PickSpec<S, L> {
    #[inline]
    fn as_encoding(&self) -> EncodingRef<'_> {
        EncodingRef { lists: L::ENTRIES, ..self.spec.as_encoding() }
    }
}

impl<S, L> SealedSpec for PickSpec<S, L> {}

/// The kinds of a spec with lists, which are none of a view: the compiler says so where an array is sliced by one.
#[diagnostic::do_not_recommend]
impl<const N: usize, M, const C: usize, const P: usize, L: Lists> TypedSpec
    for PickSpec<Spec<N, Kinds<M, C, P>>, L>
where
    Kinds<M, C, P>: Kind,
{
    type Spec = Spec<N, Kinds<L::Listed<M>, C, P>>;

    fn typed(&self) -> &Self::Spec {
        unreachable!("no array is sliced by lists")
    }
}

#[diagnostic::do_not_recommend]
impl<const N: usize, M, const C: usize, const P: usize, L: Lists> TypedSpec
    for &PickSpec<Spec<N, Kinds<M, C, P>>, L>
where
    Kinds<M, C, P>: Kind,
{
    type Spec = Spec<N, Kinds<L::Listed<M>, C, P>>;

    fn typed(&self) -> &Self::Spec {
        (**self).typed()
    }
}

/// The lists of a spec, as a tuple of tuples.
pub trait Lists {
    /// The entries that are lists, as bits.
    const ENTRIES: u32;

    /// [`Listed<M>`](Listed), known if all lists are.
    type Listed<M>;

    fn each<'l>(&'l self, see: &mut dyn FnMut(usize, positions::Group<'l>));

    /// [`Source::alone`].
    fn alone<R>(&self, _see: impl FnOnce(&[Elements<'_>]) -> Option<R>) -> Option<R> {
        None
    }

    /// The first list, if it is a borrowed one.
    fn lent<'a>(&self) -> Option<Elements<'a>>
    where
        Self: 'a,
    {
        None
    }
}

/// The lists of an entry.
pub trait Group {
    /// How many there are.
    const LEN: usize;

    /// A type, known if all lists of the entry are.
    type Same<X>;

    fn each<'l>(&'l self, see: &mut dyn FnMut(&'l dyn Positions));

    /// Calls a function with the lists, if none has ranges.
    fn elements<R>(&self, see: impl FnOnce(&[Elements<'_>]) -> Option<R>) -> Option<R>;

    /// Appends the lists; `false` if one has ranges.
    fn push<'l>(&'l self, lists: &mut OfGroup<'l>) -> bool;

    /// The first list, if it is a borrowed one.
    fn lent<'a>(&self) -> Option<Elements<'a>>
    where
        Self: 'a,
    {
        None
    }
}

impl Lists for () {
    const ENTRIES: u32 = 0;

    type Listed<M> = Listed<M>;

    fn each<'l>(&'l self, _: &mut dyn FnMut(usize, positions::Group<'l>)) {}
}

impl<const ENTRY: usize, G: Group, L: Lists> Lists for (At<ENTRY, G>, L) {
    const ENTRIES: u32 = ((1 << G::LEN) - 1) << ENTRY | L::ENTRIES;

    type Listed<M> = G::Same<L::Listed<M>>;

    fn each<'l>(&'l self, see: &mut dyn FnMut(usize, positions::Group<'l>)) {
        let mut group = positions::Group::new();
        self.0.0.each(&mut |list| group.push(list));
        see(ENTRY, group);
        self.1.each(see);
    }

    #[inline(always)]
    fn alone<R>(&self, see: impl FnOnce(&[Elements<'_>]) -> Option<R>) -> Option<R> {
        if L::ENTRIES == 0 { self.0.0.elements(see) } else { None }
    }

    #[inline]
    fn lent<'a>(&self) -> Option<Elements<'a>>
    where
        Self: 'a,
    {
        self.0.0.lent()
    }
}

impl Group for () {
    const LEN: usize = 0;

    type Same<X> = X;

    fn each<'l>(&'l self, _: &mut dyn FnMut(&'l dyn Positions)) {}

    fn elements<R>(&self, see: impl FnOnce(&[Elements<'_>]) -> Option<R>) -> Option<R> {
        see(&[])
    }

    #[inline]
    fn push<'l>(&'l self, _: &mut OfGroup<'l>) -> bool {
        true
    }
}

impl<P: Positions, G: Group> Group for (P, G) {
    const LEN: usize = 1 + G::LEN;

    type Same<X> = P::Same<G::Same<X>>;

    fn each<'l>(&'l self, see: &mut dyn FnMut(&'l dyn Positions)) {
        see(&self.0);
        self.1.each(see);
    }

    /// One list is handed over where the compiler sees of which type it is.
    #[inline(always)]
    fn elements<R>(&self, see: impl FnOnce(&[Elements<'_>]) -> Option<R>) -> Option<R> {
        if G::LEN == 0 {
            return see(&[self.0.elements()?]);
        }
        let mut lists = OfGroup::new();
        if self.push(&mut lists) { see(&lists) } else { None }
    }

    #[inline]
    fn push<'l>(&'l self, lists: &mut OfGroup<'l>) -> bool {
        let Some(list) = self.0.elements() else { return false };
        lists.push(list);
        self.1.push(lists)
    }

    #[inline]
    fn lent<'a>(&self) -> Option<Elements<'a>>
    where
        Self: 'a,
    {
        self.0.lent()
    }
}

/// The encoding, and the lists behind it.
impl<S: AsEncoding, L: Lists> fmt::Debug for PickSpec<S, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let encoding = self.spec.as_encoding();
        let mut lists = positions::Lists::new();
        self.lists.each(&mut |entry, group| lists.push((entry, group)));
        f.write_str("s![")?;
        let (mut entry, mut first) = (0, true);
        while entry < encoding.begin.len() {
            f.write_str(if core::mem::take(&mut first) { "" } else { ", " })?;
            let Some((_, group)) = lists.iter().find(|(at, _)| *at == entry) else {
                print_entry(&encoding, entry, f)?;
                entry += 1;
                continue;
            };
            print(group, f)?;
            entry += group.len().max(1);
        }
        f.write_str("]")
    }
}
