//! The spec that `s!` makes: masks in its type, bounds as its values.

use core::fmt;

use super::{AsEncoding, Encoding, EncodingRef, Masks, display};

/// A mask as a zero-sized value, so that it can be a named field and part of the type at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mask<const BITS: u32>;

/// The axes that a spec takes from its input and gives to its result, the ellipsis aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Axes<const TAKEN: usize, const GIVEN: usize>;

/// A slice spec of N entries, made by [`s!`](crate::s).
///
/// The five masks, the axes taken C and the axes given P are its type; begin, end and strides are its values.
/// Slicing a tensor of rank R gives rank R - C + P.
///
/// ```
/// use tslice::s;
///
/// let spec = s![1, 2:4, newaxis, .., :-3:-1, :];
/// assert_eq!(spec.begin, [1, 2, 0, 0, 0, 0]);
/// assert_eq!(spec.masks().shrink_axis_mask, 0b000001);
/// assert_eq!(spec.to_string(), "1, 2:4, newaxis, .., :-3:-1, :");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spec<
    const N: usize,
    const BEGIN: u32,
    const END: u32,
    const ELLIPSIS: u32,
    const NEW_AXIS: u32,
    const SHRINK: u32,
    const C: usize,
    const P: usize,
> {
    /// Begin of each entry.
    pub begin: [i64; N],
    /// End of each entry.
    pub end: [i64; N],
    /// Stride of each entry.
    pub strides: [i64; N],
    /// Entries whose begin is absent.
    pub begin_mask: Mask<BEGIN>,
    /// Entries whose end is absent.
    pub end_mask: Mask<END>,
    /// The ellipsis.
    pub ellipsis_mask: Mask<ELLIPSIS>,
    /// New axes.
    pub new_axis_mask: Mask<NEW_AXIS>,
    /// Indices.
    pub shrink_axis_mask: Mask<SHRINK>,
    /// Axes taken and given.
    pub axes: Axes<C, P>,
}

impl<
    const N: usize,
    const BEGIN: u32,
    const END: u32,
    const ELLIPSIS: u32,
    const NEW_AXIS: u32,
    const SHRINK: u32,
    const C: usize,
    const P: usize,
> Spec<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>
{
    pub(crate) const MASKS: Masks = Masks {
        begin_mask: BEGIN,
        end_mask: END,
        ellipsis_mask: ELLIPSIS,
        new_axis_mask: NEW_AXIS,
        shrink_axis_mask: SHRINK,
    };

    /// Fails to compile for a spec put together by hand whose type contradicts itself.
    pub(crate) const CONSISTENT: () = {
        assert!(N <= crate::resolve::MAX_ENTRIES, "a spec has at most 31 entries");
        assert!(ELLIPSIS.count_ones() <= 1, "a spec has at most one ellipsis");
        let (taken, given) = Self::MASKS.axes(N);
        assert!(taken == C && given == P, "the axes of this spec do not follow from its masks");
    };

    /// The five masks.
    #[must_use]
    pub const fn masks(&self) -> Masks {
        Self::MASKS
    }

    /// The encoding as a borrowed value.
    #[inline(always)]
    #[must_use]
    pub const fn as_ref(&self) -> EncodingRef<'_> {
        EncodingRef { begin: &self.begin, end: &self.end, strides: &self.strides, masks: Self::MASKS }
    }

    /// The encoding as an owned value, to print or to keep.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.as_ref().into()
    }
}

macro_rules! impl_for_spec {
    ($trait:path, $($body:tt)*) => {
        impl<
            const N: usize,
            const BEGIN: u32,
            const END: u32,
            const ELLIPSIS: u32,
            const NEW_AXIS: u32,
            const SHRINK: u32,
            const C: usize,
            const P: usize,
        > $trait for Spec<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>
        { $($body)* }
    };
}

impl_for_spec! { AsEncoding,
    fn as_encoding(&self) -> EncodingRef<'_> {
        self.as_ref()
    }
}

impl_for_spec! { fmt::Display,
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display::entries(self.as_ref(), f)
    }
}

impl_for_spec! { fmt::Debug,
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("s![")?;
        display::entries(self.as_ref(), f)?;
        f.write_str("]")
    }
}
