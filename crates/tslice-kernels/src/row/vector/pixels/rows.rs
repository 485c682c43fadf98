//! Rows of pixels on one side of a copy, and of planes on the other.

use super::weave::{Tables, to_pixels, to_planes};
use super::{CHANNELS, LANE, VECTOR, Weaver};
use crate::plan::CopyAxis;
use crate::row::Blocks;
use crate::row::vector::forwards;

/// The first element of each plane. Only the first ones are used, as many as the rows have
/// channels.
pub(in super::super) type Planes<P> = [P; CHANNELS];

/// The lanes of a vector that is loaded as a whole are this many bytes apart.
const STEP: isize = LANE.cast_signed();

/// The shape of a copy of pixels, which all of its rows share.
pub(in super::super) struct PixelRows<'p> {
    /// The axes outside of the row.
    pub(in super::super) far: &'p [CopyAxis],
    /// Pixels of a row.
    len: usize,
    /// Channels of a pixel.
    pub(in super::super) channels: usize,
    /// Bytes of an element.
    pub(in super::super) size: usize,
}

impl<'p> PixelRows<'p> {
    /// Rows of `len` pixels of `channels` elements of `size` bytes, if there is a kernel for them;
    /// neighbours are `pixel` bytes apart among the pixels, and `element` bytes in a plane.
    pub(in super::super) fn new(
        far: &'p [CopyAxis],
        len: usize,
        size: usize,
        channels: usize,
        [pixel, element]: [isize; 2],
    ) -> Option<Self> {
        let known = matches!(size, 1 | 2 | 4 | 8) && (2..=CHANNELS).contains(&channels);
        let dense = element == size.cast_signed() && pixel == (size * channels).cast_signed();
        (known && dense && len * size >= VECTOR).then_some(Self {
            far,
            len,
            channels,
            size,
        })
    }

    /// Rows of a copy whose pixels are in the target, and its planes.
    pub(in super::super) fn joining(blocks: &'p Blocks<'_>) -> Option<(Self, Planes<*const u8>)> {
        let [far @ .., row, channel] = &*blocks.axes else {
            return None;
        };
        if channel.target != blocks.block.cast_signed() {
            return None;
        }
        let rows = Self::new(
            far,
            row.len,
            blocks.block,
            channel.len,
            [row.target, row.source],
        )?;
        let plane = |at: usize| {
            blocks
                .from
                .wrapping_offset(at.cast_signed().wrapping_mul(channel.source))
        };
        Some((rows, core::array::from_fn(plane)))
    }

    /// Rows of a copy whose pixels are in the source, its planes, and the first pixel. The axis of
    /// the channels becomes the last but one.
    pub(in super::super) fn splitting(
        blocks: &'p mut Blocks<'_>,
    ) -> Option<(Self, Planes<*mut u8>, *const u8)> {
        let (&row, rest) = blocks.axes.split_last()?;
        let (size, count) = (blocks.block, rest.len());
        let at = rest
            .iter()
            .position(|axis| axis.source.unsigned_abs() == size)?;
        let channel = rest[at];
        let rows = Self::new(&[], row.len, size, channel.len, [row.source, row.target])?;
        blocks.axes[at..count].rotate_left(1);
        // The last channel comes first in a pixel if the axis runs backwards.
        let (to, from, step) = forwards(channel, blocks.to, blocks.from);
        let plane = |at: usize| to.wrapping_offset(at.cast_signed().wrapping_mul(step));
        Some((
            Self {
                far: &blocks.axes[..count - 1],
                ..rows
            },
            core::array::from_fn(plane),
            from,
        ))
    }

    /// Moves the elements of planes into a row of pixels.
    ///
    /// # Safety
    ///
    /// A row of elements can be read `row` bytes behind the begin of each plane, and one of pixels
    /// written from `to` on, none of which is one of those. An element has SIZE bytes, a pixel K
    /// channels, and the machine the instructions of V.
    #[inline(always)]
    pub(in super::super) unsafe fn join<V: Weaver, const SIZE: usize, const K: usize>(
        &self,
        tables: &Tables<V>,
        to: *mut u8,
        planes: Planes<*const u8>,
        row: isize,
    ) {
        let last = self.len * SIZE - VECTOR;
        let mut at = 0;
        loop {
            let place = row.wrapping_add_unsigned(at);
            // SAFETY: `load` needs two readable lanes: a vector of the first plane, which a row has
            // up to `last`.
            let mut elements =
                [unsafe { V::load(planes[0].wrapping_offset(place), STEP) }; CHANNELS];
            // An iterator, or a function of all planes, that is not inlined would cost more than
            // the loads.
            for k in 1..K {
                // SAFETY: `load` needs two readable lanes: a vector of plane k, which a row has up
                // to `last`.
                elements[k] = unsafe { V::load(planes[k].wrapping_offset(place), STEP) };
            }
            let pixels = to_pixels::<V, SIZE, K>(elements, tables);
            let to = to.wrapping_add(K * at);
            #[expect(
                clippy::needless_range_loop,
                reason = "an iterator that is not inlined costs too much"
            )]
            for k in 0..K {
                // SAFETY: `write_unaligned` needs the bytes of a vector to be writable: the pixels
                // of a vector of each plane are K vectors.
                unsafe {
                    to.wrapping_add(k * VECTOR)
                        .cast::<V>()
                        .write_unaligned(pixels[k])
                };
            }
            if at == last {
                return;
            }
            // The last vectors may overlap those before: the same elements are moved again.
            at = last.min(at + VECTOR);
        }
    }

    /// Moves a row of pixels into planes.
    ///
    /// # Safety
    ///
    /// A row of pixels can be read from `from` on, and a row of elements written `row` bytes behind
    /// the begin of each plane, none of which is one of those. An element has SIZE bytes, a pixel K
    /// channels, and the machine the instructions of V.
    #[inline(always)]
    pub(in super::super) unsafe fn split<V: Weaver, const SIZE: usize, const K: usize>(
        &self,
        tables: &Tables<V>,
        planes: Planes<*mut u8>,
        row: isize,
        from: *const u8,
    ) {
        let last = self.len * SIZE - VECTOR;
        let mut at = 0;
        loop {
            let from = from.wrapping_add(K * at);
            // SAFETY: `load` needs two readable lanes: the pixels of a vector of each plane, which
            // a row has up to `last`, are K vectors.
            let mut pixels = [unsafe { V::load(from, STEP) }; CHANNELS];
            #[expect(
                clippy::needless_range_loop,
                reason = "an iterator that is not inlined costs too much"
            )]
            for k in 1..K {
                // SAFETY: `load` needs two readable lanes: this is number k of those K vectors.
                pixels[k] = unsafe { V::load(from.wrapping_add(k * VECTOR), STEP) };
            }
            let elements = to_planes::<V, SIZE, K>(pixels, tables);
            for k in 0..K {
                let to = planes[k].wrapping_offset(row).wrapping_add(at).cast::<V>();
                // SAFETY: `write_unaligned` needs the bytes of a vector to be writable: those of
                // each plane, which a row has up to `last`.
                unsafe { to.write_unaligned(elements[k]) };
            }
            if at == last {
                return;
            }
            at = last.min(at + VECTOR);
        }
    }
}
