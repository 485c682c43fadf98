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

/// A [`TypedMasks`], whatever its masks are. No other crate can name this trait, and so none can implement it.
pub trait MaskSet: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// The masks as numbers.
    const MASKS: Masks;
}

impl<const BEGIN: u32, const END: u32, const ELLIPSIS: u32, const NEW_AXIS: u32, const SHRINK: u32> MaskSet
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

/// The masks as one number: an octal digit for each entry, entry 0 the last one. A range is 0, and 1 more without a begin, 2 more
/// without an end; an index is 4, a new axis 5, the ellipsis 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Forms<const DIGITS: u128>;

impl<const DIGITS: u128> MaskSet for Forms<DIGITS> {
    const MASKS: Masks = {
        let mut masks = Masks::from_i32([0; 5]);
        let mut entry = 0;
        while entry < 32 {
            let digit = (DIGITS >> (3 * entry) & 7) as u32;
            masks.begin_mask |= (digit == 1 || digit == 3) as u32 * (1 << entry);
            masks.end_mask |= (digit == 2 || digit == 3) as u32 * (1 << entry);
            masks.ellipsis_mask |= (digit == 6) as u32 * (1 << entry);
            masks.new_axis_mask |= (digit == 5) as u32 * (1 << entry);
            masks.shrink_axis_mask |= (digit == 4) as u32 * (1 << entry);
            entry += 1;
        }
        masks
    };
}

/// The kinds of the entries of a spec, as a type: the masks M, the number of axes taken C, and the number of axes given P.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kinds<M, const C: usize, const P: usize>(PhantomData<M>);

/// A [`Kinds`], whatever its masks and axes are: the bound of code that takes any typed spec.
pub trait Kind: Copy + Debug + Eq + Hash + Send + Sync + sealed::Sealed + 'static {
    /// The masks.
    const MASKS: Masks;
    /// Axes taken from the input, the ellipsis aside.
    const TAKEN: usize;
    /// Axes given to the result, the ellipsis aside.
    const GIVEN: usize;
}

impl<M: MaskSet, const C: usize, const P: usize> Kind for Kinds<M, C, P> {
    const MASKS: Masks = M::MASKS;
    const TAKEN: usize = C;
    const GIVEN: usize = P;
}

mod sealed {
    pub trait Sealed {}
    impl<M: super::MaskSet, const C: usize, const P: usize> Sealed for super::Kinds<M, C, P> {}
}
