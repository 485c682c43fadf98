//! One vector of each channel, as planes and as pixels.

use super::{CHANNELS, VECTOR, Weaver};
use crate::row::vector::shuffle::WIDEST;
use crate::row::vector::{LANE, low_byte};

/// A list of vectors, of which only the first K are used.
type Vectors<V> = [V; CHANNELS];

/// How bytes move within lanes.
pub(super) struct Tables<V: Weaver> {
    /// The order of the bytes, for each channel.
    orders: [V::Table; CHANNELS],
    /// Every third element of a lane from the second on, and from the third on.
    thirds: [V::Table; 2],
}

/// The bytes of [`Tables`], for elements of some size. They are the compiler's work: a copy may be
/// shorter than to make them.
struct Bytes {
    orders: [[u8; WIDEST]; CHANNELS],
    thirds: [[u8; WIDEST]; 2],
}

impl Bytes {
    /// Those of [`to_planes`] if pixels are `split`, else of [`to_pixels`], for `channels`
    /// channels.
    ///
    /// If three channels take turns, element `e` of a lane of a plane is at `3 * e + channel`,
    /// modulo the elements of a lane, in lanes of pixels that are kept in their places: no two have
    /// one place, as 3 does not divide that number.
    const fn of(size: usize, channels: usize, split: bool) -> Self {
        let elements = LANE / size;
        let mut bytes = Self {
            orders: [[0; WIDEST]; CHANNELS],
            thirds: [[0; WIDEST]; 2],
        };
        let mut at = 0;
        while at < VECTOR {
            let element = at % LANE / size;
            let mut channel = 0;
            while channel < CHANNELS {
                let from = match (channels, split) {
                    (3, true) => (3 * element + channel) % elements,
                    // The inverse, `11 * (element - channel)`: modulo 16, and so modulo 8, 4 and 2,
                    // 11 * 3 is 1 and -11 is 5.
                    (3, false) => (11 * element + 5 * channel) % elements,
                    // The elements of one channel, then those of the next one.
                    _ => element * channels % elements + element * channels / elements,
                };
                bytes.orders[channel][at] = low_byte((from * size + at % size).cast_signed());
                channel += 1;
            }
            if !element.is_multiple_of(3) {
                bytes.thirds[element % 3 - 1][at] = u8::MAX;
            }
            at += 1;
        }
        bytes
    }
}

impl<V: Weaver> Tables<V> {
    /// The tables of [`to_planes`] if pixels are CUT, else of [`to_pixels`], for elements of SIZE
    /// bytes and pixels of K channels.
    ///
    /// # Safety
    ///
    /// The machine has the instructions of V.
    #[inline(always)]
    pub(super) unsafe fn of<const SIZE: usize, const K: usize, const CUT: bool>() -> Self {
        let bytes = const { &Bytes::of(SIZE, K, CUT) };
        // SAFETY: `table` needs the vector's instructions: the caller's condition.
        let table = |bytes| unsafe { V::table(bytes) };
        let ([a, b, c, d], [second, third]) = (&bytes.orders, &bytes.thirds);
        Self {
            orders: [table(a), table(b), table(c), table(d)],
            thirds: [table(second), table(third)],
        }
    }

    /// The elements of three vectors that have them in turns, the first of a lane from
    /// `vectors[first]`.
    #[inline(always)]
    fn take_turns(&self, vectors: &Vectors<V>, [first, second, third]: [usize; 3]) -> V {
        let two = vectors[first].blend(vectors[second], self.thirds[0]);
        two.blend(vectors[third], self.thirds[1])
    }
}

/// The channels of the first three elements of lane `lane` of pixels of three channels.
const fn channels(lane: usize, elements: usize) -> [usize; 3] {
    [
        lane * elements % 3,
        (lane * elements + 1) % 3,
        (lane * elements + 2) % 3,
    ]
}

/// The lanes of pixels in which plane `plane` has its elements: the first one of a lane, then the
/// second, then the third. The inverse of [`channels`]: `elements`, a power of two, is 1 or 2
/// modulo 3, and so its own inverse; and 2 is -1.
const fn lanes(plane: usize, elements: usize) -> [usize; 3] {
    [
        plane * elements % 3,
        (plane + 2) * elements % 3,
        (plane + 1) * elements % 3,
    ]
}

/// Vectors of K planes as K vectors of pixels.
/// `tables` are those of this function, for elements of SIZE bytes and pixels of K channels.
#[inline(always)]
pub(super) fn to_pixels<V: Weaver, const SIZE: usize, const K: usize>(
    [a, b, c, d]: Vectors<V>,
    tables: &Tables<V>,
) -> Vectors<V> {
    match K {
        2 => {
            let [low, high] = a.interleave::<SIZE>(b);
            [low.lanes::<0, 0>(high), low.lanes::<1, 1>(high), c, d]
        }
        3 => {
            let [first, second, third, _] = tables.orders;
            let placed = [a.shuffle(first), b.shuffle(second), c.shuffle(third), d];
            let low = tables.take_turns(&placed, const { channels(0, LANE / SIZE) });
            let middle = tables.take_turns(&placed, const { channels(1, LANE / SIZE) });
            let high = tables.take_turns(&placed, const { channels(2, LANE / SIZE) });
            [
                low.lanes::<0, 0>(middle),
                high.lanes::<0, 1>(low),
                middle.lanes::<1, 1>(high),
                d,
            ]
        }
        _ => four_to_pixels::<V, SIZE>([a, b, c, d]),
    }
}

/// Four planes as [`to_pixels`] does it.
#[inline(always)]
fn four_to_pixels<V: Weaver, const SIZE: usize>([a, b, c, d]: Vectors<V>) -> Vectors<V> {
    let [ac, more_ac] = a.interleave::<SIZE>(c);
    let [bd, more_bd] = b.interleave::<SIZE>(d);
    let [p, q] = ac.interleave::<SIZE>(bd);
    let [r, s] = more_ac.interleave::<SIZE>(more_bd);
    [
        p.lanes::<0, 0>(q),
        r.lanes::<0, 0>(s),
        p.lanes::<1, 1>(q),
        r.lanes::<1, 1>(s),
    ]
}

/// K vectors of pixels as vectors of K planes.
/// `tables` are those of this function, for elements of SIZE bytes and pixels of K channels.
#[inline(always)]
pub(super) fn to_planes<V: Weaver, const SIZE: usize, const K: usize>(
    [a, b, c, d]: Vectors<V>,
    tables: &Tables<V>,
) -> Vectors<V> {
    match K {
        2 => {
            let low = a.lanes::<0, 0>(b).shuffle(tables.orders[0]);
            let high = a.lanes::<1, 1>(b).shuffle(tables.orders[0]);
            let [first, second] = low.interleave::<8>(high);
            [first, second, c, d]
        }
        3 => {
            let placed = [
                a.lanes::<0, 1>(b),
                a.lanes::<1, 0>(c),
                b.lanes::<0, 1>(c),
                d,
            ];
            let a = tables.take_turns(&placed, const { lanes(0, LANE / SIZE) });
            let b = tables.take_turns(&placed, const { lanes(1, LANE / SIZE) });
            let c = tables.take_turns(&placed, const { lanes(2, LANE / SIZE) });
            let [first, second, third, _] = tables.orders;
            [a.shuffle(first), b.shuffle(second), c.shuffle(third), d]
        }
        _ => four_to_planes::<V, SIZE>([a, b, c, d], tables),
    }
}

/// Pixels of four channels as [`to_planes`] does it.
#[inline(always)]
fn four_to_planes<V: Weaver, const SIZE: usize>(
    [a, b, c, d]: Vectors<V>,
    tables: &Tables<V>,
) -> Vectors<V> {
    let mut quarters = [
        a.lanes::<0, 0>(c),
        a.lanes::<1, 1>(c),
        b.lanes::<0, 0>(d),
        b.lanes::<1, 1>(d),
    ];
    if SIZE == 8 {
        let [a, b] = quarters[0].interleave::<8>(quarters[2]);
        let [c, d] = quarters[1].interleave::<8>(quarters[3]);
        return [a, b, c, d];
    }
    for quarter in &mut quarters {
        *quarter = quarter.shuffle(tables.orders[0]);
    }
    let [ab, cd] = quarters[0].interleave::<4>(quarters[2]);
    let [more_ab, more_cd] = quarters[1].interleave::<4>(quarters[3]);
    let [a, b] = ab.interleave::<4>(more_ab);
    let [c, d] = cd.interleave::<4>(more_cd);
    [a, b, c, d]
}
