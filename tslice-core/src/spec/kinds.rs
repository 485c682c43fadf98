//! The forms of the entries of a spec as a type.

use core::fmt::Debug;
use core::hash::Hash;

use tslice_syntax::Forms;

use super::Spec;

/// What the entries of a typed spec are, as a type: their forms, the number of axes that they consume C, and of axes that they produce P.
///
/// FORMS has a hexadecimal digit for each entry, that of entry 0 last: 0 to 3 a range (1 without begin, 2 without end, 3 without both),
/// 4 an index, 5 a new axis, 6 the ellipsis, 7 a window, 8 a list, 9 a further list of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kinds<const FORMS: u128, const C: usize, const P: usize>;

/// A [`Kinds`], whatever its parameters are: the bound of code that takes any typed spec. It is sealed.
pub trait Kind: Copy + Debug + Eq + Hash + Send + Sync + sealed::Sealed + 'static {}

impl<const FORMS: u128, const C: usize, const P: usize> Kind for Kinds<FORMS, C, P> {}

/// The lists of a spec that a view can be sliced by: none.
#[diagnostic::on_unimplemented(
    message = "a spec with a list cannot be a view: `pick` copies its elements, and `pick_mut` writes them",
    label = "a list is for `pick`",
    note = "write `.pick(..)` for `.slice(..)`, `.pick_mut(..)` for `.slice_mut(..)`, and `.tpick(..)` for `.tslice(..)`",
    note = "positions of an axis that is known at run time are picked by `take(axis, &rows)`"
)]
pub trait NoLists: Sized {
    /// The same spec, of which the type says that it has no lists.
    fn spec<const N: usize, K: Kind>(spec: &Spec<N, K, Self>) -> &Spec<N, K>;
}

#[diagnostic::do_not_recommend]
impl NoLists for () {
    #[inline(always)]
    fn spec<const N: usize, K: Kind>(spec: &Spec<N, K>) -> &Spec<N, K> {
        spec
    }
}

mod sealed {
    use super::{Forms, Kinds};

    pub trait Sealed {
        /// The form of each entry.
        const FORMS: Forms;
        /// Axes of the input that are consumed, those of the ellipsis aside.
        const CONSUMED: usize;
        /// Axes of the result that are produced, those of the ellipsis aside.
        const PRODUCED: usize;
    }

    impl<const FORMS: u128, const C: usize, const P: usize> Sealed for Kinds<FORMS, C, P> {
        const FORMS: Forms = Forms(FORMS);
        const CONSUMED: usize = C;
        const PRODUCED: usize = P;
    }
}
