//! What may be picked by: every spec, with lists or without.

use tslice_syntax::List;

use super::elements::Elements;
use super::positions::{Group, Positions};
use super::spec::Lists;
use crate::resolve::checked::Checked;
use crate::spec::{AsEncoding, DynSpec, Encoding, EncodingRef, InlineSpec, Kind, ShapedSpec, Spec};

/// A spec, and the lists beside its encoding.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no slice spec",
    label = "write `tslice::s![..]`, or pass a `&DynSpec`; the `s!` of another crate writes that crate's specs"
)]
pub trait Source: AsEncoding {
    /// The spec without its lists: each is a whole axis.
    type Slice;

    /// Calls a function with each list or group, and the number of its entry.
    fn lists<'l>(&'l self, _see: &mut dyn FnMut(usize, Group<'l>)) {}

    /// Calls a function with the lists of the only entry that has any, if they have no ranges.
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

    #[inline(always)]
    fn alone<R>(&self, see: impl FnOnce(&[Elements<'_>]) -> Option<R>) -> Option<R> {
        self.spec().alone(see)
    }

    fn lent<'a>(&self) -> Option<Elements<'a>>
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

    #[inline(always)]
    fn alone<R>(&self, see: impl FnOnce(&[Elements<'_>]) -> Option<R>) -> Option<R> {
        (**self).alone(see)
    }

    fn lent<'a>(&self) -> Option<Elements<'a>>
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
