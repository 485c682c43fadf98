//! The entry points of the algorithms, for one kind of vectors each.
//!
//! They are macros, as only what is written inside a function with `#[target_feature]`, closures
//! among it, is compiled with the instructions.

/// Calls `$moved!(SIZE, K)` for the kind of rows: the bytes of an element, and the channels of a
/// pixel.
macro_rules! by_kind {
    ($rows:ident, $moved:ident) => {
        match $rows.size {
            1 => by_kind!($rows, $moved, 1),
            2 => by_kind!($rows, $moved, 2),
            4 => by_kind!($rows, $moved, 4),
            _ => by_kind!($rows, $moved, 8),
        }
    };
    ($rows:ident, $moved:ident, $size:literal) => {
        match $rows.channels {
            2 => $moved!($size, 2),
            3 => $moved!($size, 3),
            _ => $moved!($size, 4),
        }
    };
}

/// A function `$name` that moves rows of short blocks by vectors `$vector`.
macro_rules! shuffle_entry {
    ($(#[$features:meta])* $name:ident, $vector:ty) => {
        /// Moves rows of short blocks by these vectors.
        $(#[$features])*
        pub(super) fn $name(blocks: &mut crate::row::Blocks<'_>) -> bool {
            use crate::row::vector::shuffle::{Positions, Shuffle, Shuffler};

            let mut positions = Positions::NONE;
            let Some(shuffle) = Shuffle::new::<$vector>(blocks, &mut positions) else {
                return false;
            };
            let Positions([a, b, c, d]) = &positions;
            // SAFETY: `table` needs the vector's instructions, which this function has.
            let table = |bytes| unsafe { <$vector as Shuffler>::table(bytes) };
            let tables = [table(a), table(b), table(c), table(d)];
            macro_rules! rows {
                ($loads:literal) => {
                    blocks.visit(shuffle.far, |to, from| {
                        // SAFETY: `along` needs the blocks of one index tuple of `far`, which
                        // invariants 1 and 2 give, and a shuffle for these vectors with its tables
                        // and its count: the arm of the match.
                        unsafe { shuffle.along::<$vector, $loads>(&tables, to, from) }
                    })
                };
            }
            match shuffle.count {
                1 => rows!(1),
                2 => rows!(2),
                3 => rows!(3),
                _ => rows!(4),
            }
            true
        }
    };
}

/// The entry points of the kernels for vectors of one lane of a line.
macro_rules! line_entries {
    ($(#[$features:meta])* $vector:ty) => {
        shuffle_entry! { $(#[$features])* try_shuffle_lines, $vector }

        /// Moves rows of short blocks with gaps in the target.
        $(#[$features])*
        pub(super) fn try_scatter(blocks: &mut crate::row::Blocks<'_>) -> bool {
            use crate::row::vector::scatter::Scatter;
            use crate::row::vector::shuffle::Shuffler;

            let Some(scatter) = Scatter::new(blocks) else {
                return false;
            };
            // SAFETY: `table` needs the vector's instructions, which this function has.
            let table = unsafe { <$vector as Shuffler>::table(&scatter.bytes) };
            blocks.visit(scatter.far, |to, from| {
                // SAFETY: `along` needs the blocks of one index tuple of `far`, which invariants 1
                // and 2 give, and the scatter's own table.
                unsafe { scatter.along::<$vector>(table, to, from) }
            });
            true
        }
    };
}

/// The entry points for vectors of two lanes.
macro_rules! two_lane_entries {
    ($(#[$features:meta])* $vector:ty) => {
        shuffle_entry! { $(#[$features])* try_shuffle, $vector }

        /// Moves planes by squares.
        $(#[$features])*
        pub(super) fn try_squares(blocks: &mut crate::row::Blocks<'_>) -> bool {
            let Some(plane) = crate::row::tile::Plane::of_squares::<$vector>(blocks) else {
                return false;
            };
            let far = &blocks.axes[..blocks.axes.len() - 2];
            macro_rules! planes {
                ($size:literal, $edge:literal) => {
                    blocks.visit(far, |to, from| {
                        // SAFETY: `by_squares` needs the blocks of one plane, SIZE bytes each:
                        // invariants 1 and 2 for this index tuple of the other axes, and the arm of
                        // the match; and the vector's instructions, which this function has.
                        unsafe { plane.by_squares::<$vector, $size, $edge>(to, from) }
                    })
                };
            }
            match blocks.block {
                1 => planes!(1, 16),
                2 => planes!(2, 8),
                4 => planes!(4, 4),
                8 => planes!(8, 2),
                _ => planes!(16, 1),
            }
            true
        }

        /// Moves rows of short blocks with gaps in the target to which no other reference exists.
        $(#[$features])*
        pub(super) fn try_blend(blocks: &mut crate::row::Blocks<'_>) -> bool {
            use crate::row::vector::shuffle::Shuffler;

            let Some(blend) = crate::row::vector::blend::Blend::new(blocks) else {
                return false;
            };
            // SAFETY: `table` needs the vector's instructions, which this function has.
            let table = |bytes| unsafe { <$vector as Shuffler>::table(bytes) };
            let tables = [table(&blend.bytes), table(&blend.written)];
            blocks.visit(blend.far, |to, from| {
                // SAFETY: `along` needs the blocks of one index tuple of `far`, which invariants 1
                // and 2 give, and what is between them (invariant 4); the plan's own tables; and
                // the vector's instructions, which this function has.
                unsafe { blend.along::<$vector>(tables, to, from) }
            });
            true
        }

        /// Moves planes into pixels.
        $(#[$features])*
        pub(super) fn try_join(blocks: &mut crate::row::Blocks<'_>) -> bool {
            let pixels = crate::row::vector::pixels::PixelRows::joining(blocks);
            let Some((rows, planes)) = pixels else {
                return false;
            };
            // SAFETY: `join` needs the planes and the pixels of a copy: invariants 1 and 2.
            unsafe { join(&rows, blocks.to, planes) };
            true
        }

        /// Moves planes into pixels.
        ///
        /// # Safety
        ///
        /// Every index tuple of the axes outside of the rows reaches a row of elements that can be
        /// read from each plane on, and one of pixels that can be written from `to` on, none of
        /// which is one of those.
        $(#[$features])*
        pub(super) unsafe fn join(
            rows: &crate::row::vector::pixels::PixelRows<'_>,
            to: *mut u8,
            planes: crate::row::vector::pixels::Planes<*const u8>,
        ) {
            use crate::row::vector::pixels::Tables;

            macro_rules! joined {
                ($size:literal, $channels:literal) => {{
                    // SAFETY: `of` needs the vector's instructions, which this function has.
                    let tables = unsafe { Tables::<$vector>::of::<$size, $channels, false>() };
                    crate::plan::nest(rows.far, |t, s| {
                        let to = to.wrapping_offset(t);
                        // SAFETY: `join` needs a row of each plane and one of pixels, which are
                        // those of one index tuple of `far`; and the size and the channels of the
                        // rows: the arm of the match.
                        unsafe { rows.join::<$vector, $size, $channels>(&tables, to, planes, s) }
                    })
                }};
            }
            by_kind!(rows, joined);
        }

        /// Moves pixels into planes.
        $(#[$features])*
        pub(super) fn try_split(blocks: &mut crate::row::Blocks<'_>) -> bool {
            use crate::row::vector::pixels::{PixelRows, Tables};

            let Some((rows, planes, from)) = PixelRows::splitting(blocks) else {
                return false;
            };
            macro_rules! split {
                ($size:literal, $channels:literal) => {{
                    // SAFETY: `of` needs the vector's instructions, which this function has.
                    let tables = unsafe { Tables::<$vector>::of::<$size, $channels, true>() };
                    crate::plan::nest(rows.far, |t, s| {
                        let from = from.wrapping_offset(s);
                        // SAFETY: `split` needs a row of each plane and one of pixels, which are
                        // those of one index tuple of `far` (invariants 1 and 2); and the size and
                        // the channels of the rows: the arm of the match.
                        unsafe { rows.split::<$vector, $size, $channels>(&tables, planes, t, from) }
                    })
                }};
            }
            by_kind!(rows, split);
            true
        }
    };
}

pub(super) use {by_kind, line_entries, shuffle_entry, two_lane_entries};
