//! Elements that a list or a group leads to, if no other entry of a spec gives an axis: they need no plan.

use core::slice;

use super::block::{BLOCK, Visit};
use super::element::{Along, FEW};
use super::elements::Elements;
use super::source::Source;
use crate::array::{Array, Ref};
use crate::rank::Rank;
use crate::spec::{EncodingRef, Entry};

/// The only entry of a spec that gives an axis: a list or a group. Each of its positions leads to an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Points<'g, 'l> {
    /// The offset that the indices of the spec lead to.
    first: isize,
    /// Lists whose elements follow each other, as many of each.
    group: &'g [Elements<'l>],
    /// The number of their elements.
    len: usize,
    /// The first of their axes, with the layout of the array.
    axis: usize,
    shape: &'g [usize],
    strides: &'g [isize],
}

impl<'g, 'l> Points<'g, 'l> {
    /// What a spec selects of an array by lists.
    ///
    /// `None` also if an index is out of bounds, which a plan says more of.
    #[inline(always)]
    pub(super) fn new(
        spec: &impl Source,
        group: &'g [Elements<'l>],
        shape: &'g [usize],
        strides: &'g [isize],
    ) -> Option<Self> {
        let encoding = spec.as_encoding();
        let is_point = |entry| matches!(entry, Entry::Index { .. } | Entry::List | Entry::Grouped);
        let is_alone = encoding.begin.len() == shape.len() && encoding.entries().all(is_point);
        if is_alone { Self::of(encoding, group, shape, strides) } else { None }
    }

    #[inline(always)]
    fn of(
        encoding: EncodingRef<'_>,
        group: &'g [Elements<'l>],
        shape: &'g [usize],
        strides: &'g [isize],
    ) -> Option<Self> {
        let mut first: isize = 0;
        for (axis, ((&index, &len), &stride)) in encoding.begin.iter().zip(shape).zip(strides).enumerate() {
            if let Entry::Index { .. } = encoding.entry(axis) {
                let along = Along { axis, len, stride };
                first = first.wrapping_add(along.offset(along.position(index)?));
            }
        }
        let (list, others) = group.split_first()?;
        let len = list.len_in_row()?;
        let is_same = |other: &Elements<'_>| other.len_in_row() == Some(len);
        let axis = encoding.entries().position(|entry| entry == Entry::List)?;
        if shape.contains(&0) {
            // The strides of an array without elements may lead anywhere.
            first = 0;
        }
        others.iter().all(is_same).then_some(Self { first, group, len, axis, shape, strides })
    }

    /// The elements that a list of the only axis of an array leads to.
    #[inline]
    pub(super) fn of_vector(
        list: &'g Elements<'l>,
        shape: &'g [usize],
        strides: &'g [isize],
    ) -> Option<Self> {
        let len = list.len_in_row()?;
        (shape.len() == 1).then_some(Self {
            first: 0,
            group: slice::from_ref(list),
            len,
            axis: 0,
            shape,
            strides,
        })
    }

    /// The number of elements of a list: there are no more positions.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn is_group(&self) -> bool {
        self.group.len() > 1
    }

    /// The list, if there is one and no position is outside of its axis.
    #[inline(always)]
    pub(super) fn list(&self) -> Option<Lent<'l>> {
        if let [list] = self.group { Lent::new(*self, *list) } else { None }
    }

    #[inline(always)]
    pub(super) fn has_mask(&self) -> bool {
        match self.group {
            [list] => list.is_mask(),
            group => group.iter().any(Elements::is_mask),
        }
    }

    /// The offset that those of the positions are counted from.
    pub(super) fn first(&self) -> isize {
        self.first
    }

    #[inline(always)]
    fn along(&self, list: usize) -> Along {
        let axis = self.axis + list;
        Along { axis, len: self.shape[axis], stride: self.strides[axis] }
    }

    /// Adds the offsets of the positions from a place on to zeros. `None` if one is out of bounds, and for a mask.
    #[inline]
    pub(super) fn add(&self, begin: usize, zeros: &mut [isize]) -> Option<()> {
        // If a position is outside, `add` finds it, too, and nobody uses the sums.
        if let ([one, other], BLOCK..) = (self.group, zeros.len())
            && one.add_two(other, begin, [self.along(0), self.along(1)], zeros).is_some()
        {
            return Some(());
        }
        let mut lists = self.group.iter().enumerate();
        lists.try_for_each(|(number, list)| list.add(begin, self.along(number), zeros))
    }

    /// Calls a function with the offsets of the positions, N at a time. `None` if one is out of bounds, and for a mask.
    #[inline]
    fn blocks<const N: usize>(&self, mut see: impl FnMut(&[isize])) -> Option<()> {
        let mut begin = 0;
        while begin < self.len {
            let mut room = [0; N];
            let offsets = &mut room[..N.min(self.len - begin)];
            self.add(begin, offsets)?;
            see(offsets);
            begin += N;
        }
        Some(())
    }

    /// Calls a function with the offsets of the positions, some at a time. `None` if one is out of bounds, and for a mask.
    #[inline]
    pub(super) fn offsets(&self, mut see: impl FnMut(&[isize])) -> Option<()> {
        if self.len <= FEW { self.blocks::<FEW>(see) } else { self.blocks::<BLOCK>(&mut see) }
    }
}

/// A list of which no table is made: it is read once to be checked, and again where it is used.
#[derive(Debug)]
pub(in crate::array) struct Lent<'a> {
    first: isize,
    list: Elements<'a>,
    along: Along,
    count: [usize; 1],
}

impl<'a> Lent<'a> {
    /// The only list of some points, if it is not out of bounds.
    #[inline(always)]
    pub(super) fn new(points: Points<'_, '_>, list: Elements<'a>) -> Option<Self> {
        let along = points.along(0);
        Some(Self { first: points.first, list, along, count: [list.check(along).ok()?] })
    }

    /// A mask of the elements of an array, which follow each other.
    pub(super) fn of_mask(mask: &'a [bool]) -> Self {
        let list = Elements::Bool(Array::<Ref<'a, bool>, Rank<1>>::from_slice(&[mask.len()], mask));
        let along = Along { axis: 0, len: mask.len(), stride: 1 };
        Self { first: 0, list, along, count: [list.count()] }
    }

    /// The shape of what is selected.
    pub(super) fn shape(&self) -> &[usize] {
        &self.count
    }

    /// The offset that those of the positions are counted from.
    pub(super) fn first(&self) -> isize {
        self.first
    }

    /// The mask, if it is one of elements that follow each other.
    pub(super) fn mask(&self) -> Option<&'a [bool]> {
        match self.list {
            Elements::Bool(mask) if self.along.stride == 1 => mask.as_slice(),
            _ => None,
        }
    }

    /// Visits the offset of each position.
    ///
    /// # Safety
    ///
    /// The offsets from [`first`](Self::first) on are what is visited.
    #[inline(always)]
    pub(super) unsafe fn each(&self, visit: &mut impl Visit) {
        // SAFETY: `each` needs a list that was checked, which makes a list this, and the caller warrants that its offsets are visited.
        unsafe { self.list.each(self.along, visit) };
    }
}
