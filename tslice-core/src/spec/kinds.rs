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

/// The kinds of the entries of a spec, as a type: the masks M, the number of axes taken C, and the number of axes given P.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kinds<M, const C: usize, const P: usize>(PhantomData<M>);

/// A [`Kinds`] of [`TypedMasks`], whatever they are: the bound of code that takes any typed spec. It is sealed.
pub trait Kind: Copy + Debug + Eq + Hash + Send + Sync + sealed::Sealed + 'static {
    /// The masks.
    const MASKS: Masks;
    /// Axes taken from the input, the ellipsis aside.
    const TAKEN: usize;
    /// Axes given to the result, the ellipsis aside.
    const GIVEN: usize;
}

impl<
    const BEGIN: u32,
    const END: u32,
    const ELLIPSIS: u32,
    const NEW_AXIS: u32,
    const SHRINK: u32,
    const C: usize,
    const P: usize,
> Kind for Kinds<TypedMasks<BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK>, C, P>
{
    const MASKS: Masks = Masks {
        begin_mask: BEGIN,
        end_mask: END,
        ellipsis_mask: ELLIPSIS,
        new_axis_mask: NEW_AXIS,
        shrink_axis_mask: SHRINK,
    };
    const TAKEN: usize = C;
    const GIVEN: usize = P;
}

mod sealed {
    pub trait Sealed {}
    impl<M, const C: usize, const P: usize> Sealed for super::Kinds<M, C, P> {}
}
