//! Placing a spec on a shape: what it selects on each axis, written into the caller's list or
//! returned as a list, and the shape of the result.

use smallvec::SmallVec;

use super::{Slices, const_resolve, divide, resolve, select};
use crate::error::{SliceError, ok};
use crate::layout::{Dynamic, Fixed, Layout, Progression, Rank};
use crate::spec::{EncodingRef, Entry, Kind, Spec};

/// Writes what an encoding selects on each axis of a shape, to a list with an entry for each axis.
///
/// # Errors
///
/// If the encoding does not fit the shape, or an axis is longer than `isize::MAX`.
#[inline(always)]
pub const fn place(
    encoding: EncodingRef<'_>,
    shape: &[usize],
    taken: &mut [Progression],
) -> Result<(), SliceError> {
    ok!(encoding.check());
    let (whole, _) = ok!(divide(encoding, shape.len()));
    ok!(check_lengths(shape));
    let (mut at, mut axis) = (0, 0);
    // The loop runs once for each entry, so that the compiler unrolls it for a typed spec.
    while let Some(entry) = encoding.entry_or_ellipsis(at) {
        at += 1;
        if let Entry::Ellipsis = entry {
            let end = axis + whole;
            while axis < end {
                taken[axis] = Progression::whole(shape[axis]);
                axis += 1;
            }
            continue;
        }
        let (takes, _) = entry.axes();
        if takes {
            let selected = select(entry, encoding.strides[at - 1], at - 1, axis, shape[axis]);
            let (first, count, step) = ok!(selected);
            taken[axis] = Progression::new(first, count, step);
            axis += 1;
        }
    }
    Ok(())
}

/// Only a shape that is not that of an array may have an axis that is too long.
#[inline(always)]
pub(crate) const fn check_lengths(shape: &[usize]) -> Result<(), SliceError> {
    let mut axis = 0;
    while axis < shape.len() {
        let len = shape[axis];
        if len > isize::MAX.unsigned_abs() {
            return Err(SliceError::AxisTooLong { axis, len });
        }
        axis += 1;
    }
    Ok(())
}

/// What an encoding selects on each axis of a shape, without a heap up to rank 8.
///
/// # Errors
///
/// If the encoding does not fit the shape, or an axis is longer than `isize::MAX`.
pub fn selections(
    encoding: EncodingRef<'_>,
    shape: &[usize],
) -> Result<SmallVec<[Progression; 8]>, SliceError> {
    let mut taken = SmallVec::from_elem(Progression::NONE, shape.len());
    place(encoding, shape, &mut taken)?;
    Ok(taken)
}

/// Works like [`selections`], in an array if the rank is typed: the compiler then folds what
/// literal specs select.
#[inline(always)]
pub(crate) fn selections_on<L: Layout>(
    encoding: EncodingRef<'_>,
    layout: &L,
) -> Result<L::List<Progression>, SliceError> {
    let mut taken = layout.list(Progression::NONE);
    place(encoding, layout.shape(), taken.as_mut())?;
    Ok(taken)
}

/// The lengths of the result on a shape.
///
/// # Errors
///
/// If the encoding does not fit the shape, or an axis is longer than `isize::MAX`.
pub fn result_lengths(
    encoding: EncodingRef<'_>,
    shape: &[usize],
) -> Result<SmallVec<[usize; 8]>, SliceError> {
    check_lengths(shape)?;
    // The lengths do not depend on strides.
    let from = Dynamic {
        shape: SmallVec::from_slice(shape),
        strides: SmallVec::from_elem(0, shape.len()),
    };
    let mut to = Dynamic::blank();
    resolve(encoding, 0, &from, &mut to)?;
    Ok(to.shape)
}

impl<const N: usize, K: Kind> Spec<N, K> {
    /// The shape of the result on a shape.
    ///
    /// The shape need not be that of an array: its lengths may be anything up to `isize::MAX`,
    /// whatever their product.
    ///
    /// ```
    /// const SHAPE: [usize; 3] = match tslice::s![1, ::2, newaxis].result_shape([4, 5, 6]) {
    ///     Ok(shape) => shape,
    ///     Err(_) => panic!("the spec does not fit"),
    /// };
    /// assert_eq!(SHAPE, [3, 1, 6]);
    /// let buffer = [0_u8; SHAPE[0] * SHAPE[2]];
    /// # let _ = buffer;
    /// ```
    ///
    /// # Errors
    ///
    /// If an index is out of bounds, a stride is 0, or an axis is longer than `isize::MAX`.
    pub const fn result_shape<const R: usize, const O: usize>(
        &self,
        shape: [usize; R],
    ) -> Result<[usize; O], SliceError>
    where
        Self: Slices<Rank<R>, Output = Rank<O>>,
    {
        ok!(check_lengths(&shape));
        // The lengths do not depend on strides.
        let from = Fixed {
            shape,
            ..Fixed::BLANK
        };
        let mut to = Fixed::BLANK;
        ok!(const_resolve::<N, K, R, O>(&self.numbers, &from, &mut to));
        Ok(to.shape)
    }
}

impl EncodingRef<'_> {
    /// Checks that a spec fits a shape, and that no bound of a range is outside its axis, where
    /// NumPy would clamp it.
    ///
    /// ```
    /// use tslice::{SliceError, s};
    ///
    /// let error = s![2:20].as_encoding().check_strictly(&[10]).unwrap_err();
    /// assert_eq!(error, SliceError::BoundOutOfBounds { axis: 0, bound: 20, len: 10 });
    /// assert_eq!(s![2:10, -3].as_encoding().check_strictly(&[10, 3]), Ok(()));
    /// ```
    ///
    /// # Errors
    ///
    /// If the spec does not fit the shape; if a bound of a range is where NumPy would clamp it.
    pub fn check_strictly(self, shape: &[usize]) -> Result<(), SliceError> {
        selections(self, shape)?;
        let ((whole, _), mut axis) = (divide(self, shape.len())?, 0);
        for entry in self.entries() {
            match entry {
                Entry::Range(range) => {
                    let len = shape[axis];
                    let outside = |bound: &i64| is_outside(*bound, range.step(), len);
                    if let Some(bound) = range.begin.filter(outside).or(range.end.filter(outside)) {
                        return Err(SliceError::BoundOutOfBounds { axis, bound, len });
                    }
                }
                Entry::Ellipsis => axis += whole,
                // These never clamp, and `selections` refuses lists.
                Entry::Index(_)
                | Entry::Window { .. }
                | Entry::NewAxis
                | Entry::List
                | Entry::Grouped => {}
            }
            axis += usize::from(entry.axes().0);
        }
        Ok(())
    }
}

/// Whether clamping would move a bound.
fn is_outside(bound: i64, stride: i64, len: usize) -> bool {
    let len = i128::try_from(len).unwrap_or(i128::MAX);
    let from_front = i128::from(bound) + if bound < 0 { len } else { 0 };
    let inside = if stride < 0 { -1..=len - 1 } else { 0..=len };
    !inside.contains(&from_front)
}
