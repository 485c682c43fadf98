//! The masks of a spec as types.

use core::fmt::Debug;
use core::hash::Hash;
use core::marker::PhantomData;

use super::Masks;

/// A mask as a value without size, so that it can be a named field and part of a type at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mask<const BITS: u32>;

/// The five masks of a typed spec; bit i of each belongs to entry i.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TypedMasks<
    const BEGIN: u32,
    const END: u32,
    const ELLIPSIS: u32,
    const NEW_AXIS: u32,
    const SHRINK: u32,
> {
    /// Entries whose begin is absent.
    pub begin_mask: Mask<BEGIN>,
    /// Entries whose end is absent.
    pub end_mask: Mask<END>,
    /// The ellipsis.
    pub ellipsis_mask: Mask<ELLIPSIS>,
    /// New axes.
    pub new_axis_mask: Mask<NEW_AXIS>,
    /// Indices: entries that drop their axis.
    pub shrink_axis_mask: Mask<SHRINK>,
}

/// The masks M of a typed spec with windows, `start:+length`: bit i belongs to entry i.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Windows<M, const BITS: u32>(pub M);

/// The masks M of a spec with lists, of which there is no [`Kind`].
pub struct Listed<M>(PhantomData<M>);

/// The kinds of the entries of a spec, as a type: the masks M, the number of axes taken C, and the number of axes given P.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kinds<M, const C: usize, const P: usize>(PhantomData<M>);

/// A [`Kinds`] of [`TypedMasks`], whatever they are: the bound of code that takes any typed spec. It is sealed.
pub trait Kind: Copy + Debug + Eq + Hash + Send + Sync + sealed::Sealed + 'static {
    /// The masks.
    const MASKS: Masks;
    /// Entries that are windows, which have to lie inside of their axis.
    const WINDOWS: u32 = 0;
    /// Axes taken from the input, the ellipsis aside.
    const TAKEN: usize;
    /// Axes given to the result, the ellipsis aside.
    const GIVEN: usize;
}

impl<M: PlainMasks, const C: usize, const P: usize> Kind for Kinds<M, C, P> {
    const MASKS: Masks = M::MASKS;
    const TAKEN: usize = C;
    const GIVEN: usize = P;
}

impl<M: PlainMasks, const BITS: u32, const C: usize, const P: usize> Kind for Kinds<Windows<M, BITS>, C, P> {
    const MASKS: Masks = M::MASKS;
    const WINDOWS: u32 = BITS;
    const TAKEN: usize = C;
    const GIVEN: usize = P;
}

/// [`TypedMasks`], whatever they are. Not for [`Windows`], so that no search for an impl goes round in a circle.
#[diagnostic::on_unimplemented(
    message = "a list selects what no view has: `pick` copies it, and `pick_mut` writes there",
    label = "write `.pick(..)` for `.slice(..)`, `.pick_mut(..)` for `.slice_mut(..)`, and `.tpick(..)` for `.tslice(..)`; code for all kinds needs a bound: `where K: Kind`"
)]
pub trait PlainMasks: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    const MASKS: Masks;
}

#[diagnostic::do_not_recommend]
impl<const BEGIN: u32, const END: u32, const ELLIPSIS: u32, const NEW_AXIS: u32, const SHRINK: u32> PlainMasks
    for TypedMasks<BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK>
{
    const MASKS: Masks = Masks {
        begin_mask: BEGIN,
        end_mask: END,
        ellipsis_mask: ELLIPSIS,
        new_axis_mask: NEW_AXIS,
        shrink_axis_mask: SHRINK,
    };
}

mod sealed {
    pub trait Sealed {}
    impl<M, const C: usize, const P: usize> Sealed for super::Kinds<M, C, P> {}
}
