//! One vector of each channel, as planes and as pixels.

use super::{CHANNELS, Weaver};
use crate::row::vector::{LANE, low_byte};

/// A list of vectors, of which only the first K are used.
pub(super) type Vectors<V> = [V; CHANNELS];

/// How bytes move within lanes.
#[derive(Clone, Copy)]
pub(in super::super) struct Tables<V: Weaver> {
    /// The order of the bytes, for each channel.
    orders: [V::Table; CHANNELS],
    /// Every third element of a lane from the second on, and from the third on.
    thirds: [V::Table; 2],
}

/// Where the elements of plane `channel` are in lanes of pixels that are kept in their places, if three channels take turns: no
/// two of a lane of the plane have one place, as 3 does not divide the number of elements in a lane.
const fn turn(element: usize, channel: usize, elements: usize) -> usize {
    (3 * element + channel) % elements
}

impl<V: Weaver> Tables<V> {
    /// Tables whose byte `b` of element `to` comes from element `from(channel, to)` of the lane.
    #[inline(always)]
    fn of<const SIZE: usize>(simd: V::Simd, from: impl Fn(usize, usize) -> usize) -> Self {
        let table = |byte: &dyn Fn(usize) -> u8| V::table(simd, &core::array::from_fn(|at| byte(at % LANE)));
        let orders = core::array::from_fn(|channel| {
            table(&|at| low_byte((from(channel, at / SIZE) * SIZE + at % SIZE).cast_signed()))
        });
        let thirds =
            core::array::from_fn(|turn| table(&|at| if at / SIZE % 3 == turn + 1 { u8::MAX } else { 0 }));
        Self { orders, thirds }
    }

    /// The tables of [`to_pixels`].
    #[inline(always)]
    pub(in super::super) fn to_pixels<const SIZE: usize>(simd: V::Simd) -> Self {
        let elements = LANE / SIZE;
        let from = |channel: usize, to: usize| {
            (0..elements).find(|&element| turn(element, channel, elements) == to).unwrap_or(0)
        };
        Self::of::<SIZE>(simd, from)
    }

    /// The tables of [`to_planes`].
    #[inline(always)]
    pub(in super::super) fn to_planes<const SIZE: usize, const K: usize>(simd: V::Simd) -> Self {
        let elements = LANE / SIZE;
        let from = |channel: usize, to: usize| match K {
            3 => turn(to, channel, elements),
            // The elements of one channel, then those of the next one.
            _ => to * K % elements + to * K / elements,
        };
        Self::of::<SIZE>(simd, from)
    }

    /// The elements of three vectors that have them in turns, the first of a lane from `vectors[first]`.
    #[inline(always)]
    fn take_turns(&self, vectors: &Vectors<V>, [first, second, third]: [usize; 3]) -> V {
        let two = vectors[first].blend(vectors[second], self.thirds[0]);
        two.blend(vectors[third], self.thirds[1])
    }
}

/// The channel of element `turn` of lane `lane` of pixels of three channels.
const fn channel(lane: usize, turn: usize, elements: usize) -> usize {
    (lane * elements + turn) % 3
}

/// The channels of the first three elements of lane `lane` of pixels.
const fn channels(lane: usize, elements: usize) -> [usize; 3] {
    [channel(lane, 0, elements), channel(lane, 1, elements), channel(lane, 2, elements)]
}

/// The lanes of pixels in which plane `plane` has its elements: the first one of a lane, then the second, then the third.
const fn lanes(plane: usize, elements: usize) -> [usize; 3] {
    let mut lanes = [0; 3];
    let mut lane = 0;
    while lane < 3 {
        let [first, second, _] = channels(lane, elements);
        lanes[if first == plane {
            0
        } else if second == plane {
            1
        } else {
            2
        }] = lane;
        lane += 1;
    }
    lanes
}

/// Vectors of K planes as K vectors of pixels.
/// `tables` are those of this function, for elements of SIZE bytes.
#[inline(always)]
pub(super) fn to_pixels<V: Weaver, const SIZE: usize, const K: usize>(
    [a, b, c, d]: Vectors<V>,
    tables: &Tables<V>,
) -> Vectors<V> {
    match K {
        2 => {
            let [low, high] = a.interleave::<SIZE>(b);
            let first = low.lanes::<0, 0>(high);
            let second = low.lanes::<1, 1>(high);
            [first, second, c, d]
        }
        3 => {
            let a = a.shuffle(tables.orders[0]);
            let b = b.shuffle(tables.orders[1]);
            let c = c.shuffle(tables.orders[2]);
            let placed = [a, b, c, d];
            let low = tables.take_turns(&placed, const { channels(0, LANE / SIZE) });
            let middle = tables.take_turns(&placed, const { channels(1, LANE / SIZE) });
            let high = tables.take_turns(&placed, const { channels(2, LANE / SIZE) });
            let first = low.lanes::<0, 0>(middle);
            let second = high.lanes::<0, 1>(low);
            let third = middle.lanes::<1, 1>(high);
            [first, second, third, d]
        }
        _ => {
            let [ac, more_ac] = a.interleave::<SIZE>(c);
            let [bd, more_bd] = b.interleave::<SIZE>(d);
            let [p, q] = ac.interleave::<SIZE>(bd);
            let [r, s] = more_ac.interleave::<SIZE>(more_bd);
            let first = p.lanes::<0, 0>(q);
            let second = r.lanes::<0, 0>(s);
            let third = p.lanes::<1, 1>(q);
            let fourth = r.lanes::<1, 1>(s);
            [first, second, third, fourth]
        }
    }
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
            let low = a.lanes::<0, 0>(b);
            let high = a.lanes::<1, 1>(b);
            let low = low.shuffle(tables.orders[0]);
            let high = high.shuffle(tables.orders[0]);
            let [first, second] = low.interleave::<8>(high);
            [first, second, c, d]
        }
        3 => {
            let low = a.lanes::<0, 1>(b);
            let middle = a.lanes::<1, 0>(c);
            let high = b.lanes::<0, 1>(c);
            let placed = [low, middle, high, d];
            let a = tables.take_turns(&placed, const { lanes(0, LANE / SIZE) });
            let b = tables.take_turns(&placed, const { lanes(1, LANE / SIZE) });
            let c = tables.take_turns(&placed, const { lanes(2, LANE / SIZE) });
            let a = a.shuffle(tables.orders[0]);
            let b = b.shuffle(tables.orders[1]);
            let c = c.shuffle(tables.orders[2]);
            [a, b, c, d]
        }
        _ => {
            let mut quarters =
                [a.lanes::<0, 0>(c), a.lanes::<1, 1>(c), b.lanes::<0, 0>(d), b.lanes::<1, 1>(d)];
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
    }
}
