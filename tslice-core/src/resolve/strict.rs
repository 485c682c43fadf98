//! Whether a spec means the same to libraries that refuse a bound outside its axis, which NumPy clamps.

use super::{divide, selections};
use crate::error::SliceError;
use crate::spec::{Bounds, EncodingRef, Entry};

impl EncodingRef<'_> {
    /// Checks that a spec fits a shape, and that no bound of a range is outside its axis, where NumPy would clamp it.
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
                    let (bounds, len) = (Bounds::of(range), shape[axis]);
                    let outside = |bound: &i64| is_outside(*bound, bounds.stride, len);
                    if let Some(bound) = bounds.begin.filter(outside).or(bounds.end.filter(outside)) {
                        return Err(SliceError::BoundOutOfBounds { axis, bound, len });
                    }
                }
                Entry::Ellipsis => axis += whole,
                // These never clamp.
                Entry::Index(_) | Entry::Window { .. } | Entry::NewAxis => {}
                // `selections` refuses them.
                Entry::List | Entry::Grouped => {}
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
