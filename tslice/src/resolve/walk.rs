//! One walk over the entries of an encoding, step by step.

use super::pick;
use crate::error::SliceError;
use crate::spec::{EncodingRef, Masks};

/// What an entry does: one of the constants below. A number, so that the compiler drops what is not done.
pub(super) type Kind = u8;
pub(super) const NOTHING: Kind = 0;
pub(super) const WHOLE: Kind = 1;
pub(super) const NEW_AXIS: Kind = 2;
pub(super) const PICK: Kind = 3;

/// The kind of an entry. The one after the last is the ellipsis at the end that every spec without one has.
#[inline(always)]
pub(super) const fn kind(masks: Masks, entries: usize, entry: usize) -> Kind {
    if entry == entries {
        if masks.has_ellipsis(entries) { NOTHING } else { WHOLE }
    } else if masks.is_ellipsis(entry) {
        WHOLE
    } else if masks.is_new_axis(entry) {
        NEW_AXIS
    } else {
        PICK
    }
}

pub(super) struct Walk<'w> {
    encoding: EncodingRef<'w>,
    /// Axes that the ellipsis stands for.
    whole: usize,
    shape: &'w [usize],
    strides: &'w [isize],
    out_shape: &'w mut [usize],
    out_strides: &'w mut [isize],
    axis: usize,
    out: usize,
    offset: isize,
    empty: bool,
}

impl<'w> Walk<'w> {
    #[inline(always)]
    pub(super) const fn new(
        encoding: EncodingRef<'w>,
        whole: usize,
        shape: &'w [usize],
        strides: &'w [isize],
        out_shape: &'w mut [usize],
        out_strides: &'w mut [isize],
    ) -> Self {
        Self {
            encoding,
            whole,
            shape,
            strides,
            out_shape,
            out_strides,
            axis: 0,
            out: 0,
            offset: 0,
            empty: false,
        }
    }

    /// Takes one entry of the given kind.
    #[inline(always)]
    pub(super) const fn step(&mut self, entry: usize, kind: Kind) -> Result<(), SliceError> {
        match kind {
            WHOLE => self.keep_whole(),
            NEW_AXIS => self.give(1, 0),
            PICK => return self.take(entry),
            _ => {}
        }
        Ok(())
    }

    #[inline(always)]
    const fn keep_whole(&mut self) {
        let mut left = self.whole;
        while left > 0 {
            self.give(self.shape[self.axis], self.strides[self.axis]);
            self.axis += 1;
            left -= 1;
        }
    }

    #[inline(always)]
    const fn take(&mut self, entry: usize) -> Result<(), SliceError> {
        let (axis, stride) = (self.axis, self.strides[self.axis]);
        let picked = match pick(self.encoding, entry, axis, self.shape[axis]) {
            Ok(picked) => picked,
            Err(error) => return Err(error),
        };
        // An axis of at most one element never uses its stride, so a product that wraps does no harm.
        self.offset = self.offset.wrapping_add((picked.start as isize).wrapping_mul(stride));
        if !self.encoding.masks.is_shrink(entry) {
            self.give(picked.count, stride.wrapping_mul(picked.step as isize));
        }
        self.axis += 1;
        Ok(())
    }

    #[inline(always)]
    const fn give(&mut self, len: usize, stride: isize) {
        self.out_shape[self.out] = len;
        self.out_strides[self.out] = stride;
        self.empty |= len == 0;
        self.out += 1;
    }

    /// The offset of the result's first element, 0 where there is none.
    #[inline(always)]
    pub(super) const fn offset(self) -> isize {
        if self.empty { 0 } else { self.offset }
    }
}
