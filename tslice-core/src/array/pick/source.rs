//! What may be picked by: every spec, with lists or without.

use tslice_syntax::List;

use super::elements::OfGroup;
use super::positions::{Group, Positions};
use super::spec::Lists;
use crate::resolve::checked::Checked;
use crate::spec::{AsEncoding, DynSpec, Encoding, EncodingRef, InlineSpec, Kind, ShapedSpec, Spec};

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
