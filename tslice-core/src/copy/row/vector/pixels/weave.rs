//! One vector of each channel, as planes and as pixels.

use super::{CHANNELS, LANE, TwoLanes};

/// An operation on vectors. No closures do this: they would be compiled without the vectors' instructions.
macro_rules! vector {
    ($operation:expr) => {{
        // SAFETY: operations of V need its instructions, as the functions do in which this stands.
        unsafe { $operation }
    }};
}

/// The first lanes of two vectors, and the second ones.
const FIRSTS: u8 = 0x20;
const SECONDS: u8 = 0x31;
/// The first lane of one vector and the second of another, and the reverse.
const OUTER: u8 = 0x30;
const INNER: u8 = 0x21;

/// K vectors; the others of the list are not used.
pub(super) type Vectors<V> = [V; CHANNELS];

/// How bytes move within lanes.
#[derive(Clone, Copy)]
pub(in super::super) struct Tables<V> {
    /// The order of the bytes, for each channel.
    orders: Vectors<V>,
    /// Every third element of a lane from the second on, and from the third on.
    thirds: [V; 2],
}

/// Where the elements of plane `channel` are in lanes of pixels that are kept in their places, if three channels take turns: no
/// two of a lane of the plane have one place, as 3 does not divide the number of elements in a lane.
const fn turn(element: usize, channel: usize, elements: usize) -> usize {
    (3 * element + channel) % elements
}

impl<V: TwoLanes> Tables<V> {
    /// Tables whose byte `b` of element `to` comes from element `from(channel, to)` of the lane.
    ///
    /// # Safety
    ///
    /// The machine has V's instructions.
    #[inline(always)]
    unsafe fn of<const SIZE: usize>(from: impl Fn(usize, usize) -> usize) -> Self {
        let order =
            |channel: usize| core::array::from_fn(|at| low_byte(from(channel, at / SIZE) * SIZE + at % SIZE));
        let third = |turn: usize| core::array::from_fn(|at| if at / SIZE % 3 == turn { u8::MAX } else { 0 });
        // SAFETY: `table` needs V's instructions, here and below.
        let orders = core::array::from_fn(|channel| unsafe { V::table(order(channel)) });
        // SAFETY: as above.
        let thirds = core::array::from_fn(|turn| unsafe { V::table(third(turn + 1)) });
        Self { orders, thirds }
    }

    /// The tables of [`to_pixels`].
    ///
    /// # Safety
    ///
    /// The machine has V's instructions.
    #[inline(always)]
    pub(in super::super) unsafe fn to_pixels<const SIZE: usize>() -> Self {
        let elements = LANE / SIZE;
        let from = |channel: usize, to: usize| {
            (0..elements).find(|&element| turn(element, channel, elements) == to).unwrap_or(0)
        };
        // SAFETY: `of` needs V's instructions.
        unsafe { Self::of::<SIZE>(from) }
    }

    /// The tables of [`to_planes`].
    ///
    /// # Safety
    ///
    /// The machine has V's instructions.
    #[inline(always)]
    pub(in super::super) unsafe fn to_planes<const SIZE: usize, const K: usize>() -> Self {
        let elements = LANE / SIZE;
        let from = |channel: usize, to: usize| match K {
            3 => turn(to, channel, elements),
            // The elements of one channel, then those of the next one.
            _ => to * K % elements + to * K / elements,
        };
        // SAFETY: `of` needs V's instructions.
        unsafe { Self::of::<SIZE>(from) }
    }

    /// The elements of three vectors that have them in turns, the first of a lane from `vectors[first]`.
    ///
    /// # Safety
    ///
    /// The machine has V's instructions.
    #[inline(always)]
    unsafe fn take_turns(&self, vectors: &Vectors<V>, [first, second, third]: [usize; 3]) -> V {
        let two = vector!(vectors[first].blend(vectors[second], self.thirds[0]));
        vector!(two.blend(vectors[third], self.thirds[1]))
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a place in a lane")]
const fn low_byte(place: usize) -> u8 {
    place as u8
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
///
/// # Safety
///
/// `tables` are those of this function, for elements of SIZE bytes. The machine has V's instructions.
#[inline(always)]
pub(super) unsafe fn to_pixels<V: TwoLanes, const SIZE: usize, const K: usize>(
    [a, b, c, d]: Vectors<V>,
    tables: &Tables<V>,
) -> Vectors<V> {
    match K {
        2 => {
            let [low, high] = vector!(a.zip::<SIZE>(b));
            let first = vector!(low.lanes::<FIRSTS>(high));
            let second = vector!(low.lanes::<SECONDS>(high));
            [first, second, c, d]
        }
        3 => {
            let a = vector!(a.shuffle(tables.orders[0]));
            let b = vector!(b.shuffle(tables.orders[1]));
            let c = vector!(c.shuffle(tables.orders[2]));
            let placed = [a, b, c, d];
            let low = vector!(tables.take_turns(&placed, const { channels(0, LANE / SIZE) }));
            let middle = vector!(tables.take_turns(&placed, const { channels(1, LANE / SIZE) }));
            let high = vector!(tables.take_turns(&placed, const { channels(2, LANE / SIZE) }));
            let first = vector!(low.lanes::<FIRSTS>(middle));
            let second = vector!(high.lanes::<OUTER>(low));
            let third = vector!(middle.lanes::<SECONDS>(high));
            [first, second, third, d]
        }
        _ => {
            let [ac, more_ac] = vector!(a.zip::<SIZE>(c));
            let [bd, more_bd] = vector!(b.zip::<SIZE>(d));
            let [p, q] = vector!(ac.zip::<SIZE>(bd));
            let [r, s] = vector!(more_ac.zip::<SIZE>(more_bd));
            let first = vector!(p.lanes::<FIRSTS>(q));
            let second = vector!(r.lanes::<FIRSTS>(s));
            let third = vector!(p.lanes::<SECONDS>(q));
            let fourth = vector!(r.lanes::<SECONDS>(s));
            [first, second, third, fourth]
        }
    }
}

/// K vectors of pixels as vectors of K planes.
///
/// # Safety
///
/// `tables` are those of this function, for elements of SIZE bytes and pixels of K channels. The machine has V's instructions.
#[inline(always)]
pub(super) unsafe fn to_planes<V: TwoLanes, const SIZE: usize, const K: usize>(
    [a, b, c, d]: Vectors<V>,
    tables: &Tables<V>,
) -> Vectors<V> {
    match K {
        2 => {
            let low = vector!(a.lanes::<FIRSTS>(b));
            let high = vector!(a.lanes::<SECONDS>(b));
            let low = vector!(low.shuffle(tables.orders[0]));
            let high = vector!(high.shuffle(tables.orders[0]));
            let [first, second] = vector!(low.zip::<8>(high));
            [first, second, c, d]
        }
        3 => {
            let low = vector!(a.lanes::<OUTER>(b));
            let middle = vector!(a.lanes::<INNER>(c));
            let high = vector!(b.lanes::<OUTER>(c));
            let placed = [low, middle, high, d];
            let a = vector!(tables.take_turns(&placed, const { lanes(0, LANE / SIZE) }));
            let b = vector!(tables.take_turns(&placed, const { lanes(1, LANE / SIZE) }));
            let c = vector!(tables.take_turns(&placed, const { lanes(2, LANE / SIZE) }));
            let a = vector!(a.shuffle(tables.orders[0]));
            let b = vector!(b.shuffle(tables.orders[1]));
            let c = vector!(c.shuffle(tables.orders[2]));
            [a, b, c, d]
        }
        _ => {
            let mut quarters = [
                vector!(a.lanes::<FIRSTS>(c)),
                vector!(a.lanes::<SECONDS>(c)),
                vector!(b.lanes::<FIRSTS>(d)),
                vector!(b.lanes::<SECONDS>(d)),
            ];
            if SIZE == 8 {
                let [a, b] = vector!(quarters[0].zip::<8>(quarters[2]));
                let [c, d] = vector!(quarters[1].zip::<8>(quarters[3]));
                return [a, b, c, d];
            }
            for quarter in &mut quarters {
                *quarter = vector!(quarter.shuffle(tables.orders[0]));
            }
            let [ab, cd] = vector!(quarters[0].zip::<4>(quarters[2]));
            let [more_ab, more_cd] = vector!(quarters[1].zip::<4>(quarters[3]));
            let [a, b] = vector!(ab.zip::<4>(more_ab));
            let [c, d] = vector!(cd.zip::<4>(more_cd));
            [a, b, c, d]
        }
    }
}
