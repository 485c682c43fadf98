//! Axes of a layout, joined if they are contiguous with each other.

/// A joined axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub(super) len: usize,
    pub(super) stride: isize,
}

/// An axis of one position, for want of another.
pub(super) const ONE: Axis = Axis { len: 1, stride: 0 };

impl Axis {
    /// This axis and the one around it as one, if they are contiguous with each other.
    #[inline(always)]
    pub(super) fn around(self, outer: Self) -> Option<Self> {
        let len = self.len.wrapping_mul(outer.len);
        if outer.len == 1 {
            Some(self)
        } else if self.len == 1 {
            Some(outer)
        } else {
            let adjacent = outer.stride == self.stride.wrapping_mul(self.len.cast_signed());
            adjacent.then_some(Self { len, ..self })
        }
    }
}

/// How many axes [`Axes`] are.
pub(super) const NEAR: usize = 4;

/// The axes of a row, of a plane of rows, and two of those around it, the innermost first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axes {
    pub(super) row: Axis,
    pub(super) plane: Axis,
    pub(super) inner: Axis,
    pub(super) outer: Axis,
}

impl Axes {
    /// The offset of a plane, by its position among the axes around it, the innermost first.
    pub(super) fn offset(&self, mut plane: usize, far: &[Axis]) -> isize {
        let mut offset: isize = 0;
        for axis in [self.inner, self.outer].iter().chain(far) {
            let position = if plane < axis.len { plane } else { plane % axis.len };
            offset = offset.wrapping_add(axis.stride.wrapping_mul(position.cast_signed()));
            if plane < axis.len {
                break;
            }
            plane /= axis.len;
        }
        offset
    }
}
