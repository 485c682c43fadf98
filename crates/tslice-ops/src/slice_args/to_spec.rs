//! Converts arguments to a spec.

use alloc::vec::Vec;
use smallvec::SmallVec;

use super::{ConvertError, SliceArgs};
use crate::slice::ranges::{Range, Ranges, check_lengths, ranges, unique};
use tslice_core::__ops::{layout, selections};
use tslice_core::{Encoding, EncodingRef, Masks, traits::Integer};

impl<I: Integer> SliceArgs<I> {
    /// Returns the encoding that does to a tensor of shape `shape` what Slice-8 (ONNX Slice),
    /// Squeeze and Unsqueeze do with these arguments.
    ///
    /// Bounds outside the axis become absent ones. A range with a negative step and a start below
    /// the axis begins at element 0, as in Slice-8. A squeezed axis becomes an index.
    ///
    /// # Errors
    ///
    /// If [`ops::slice`](crate::slice()) would return an error; if an axis to squeeze or unsqueeze
    /// is out of range or given twice; if the length of a squeezed axis is not 1; if the encoding
    /// needs more than 31 entries.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{DynSpec};
    /// use tslice_ops::SliceArgs;
    ///
    /// let args = SliceArgs {
    ///     starts: vec![-1, 2],
    ///     ends: vec![i64::MIN, 3],
    ///     axes: vec![-1, 0],
    ///     steps: vec![-2, 1],
    ///     squeeze: vec![0],
    ///     unsqueeze: vec![1],
    /// };
    /// let spec = DynSpec::try_from(args.to_encoding(&[3, 4])?)?;
    /// assert_eq!(spec.to_string(), "2, -1::-2, newaxis");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_encoding(&self, shape: &[usize]) -> Result<Encoding, ConvertError> {
        let ranges = self.ranges(shape)?;
        let squeezed = unique(&self.squeeze, shape.len()).map_err(ConvertError::Squeeze)?;
        let rank = shape.len() - squeezed.len() + self.unsqueeze.len();
        let new = marked(
            &unique(&self.unsqueeze, rank).map_err(ConvertError::Unsqueeze)?,
            rank,
        );
        let squeezed = marked(&squeezed, shape.len());
        let mut entries = Entries::default();
        let mut axes = 0..shape.len();
        let mut next = |entries: &mut Entries| -> Result<(), ConvertError> {
            for axis in axes.by_ref() {
                if !squeezed[axis] {
                    entries.range(ranges[axis], shape[axis]);
                    return Ok(());
                }
                entries.index(ranges[axis], axis, shape[axis])?;
            }
            Ok(())
        };
        for out in 0..rank {
            if new[out] {
                entries.push([0, 0, 1], |masks| &mut masks.new_axis_mask);
            } else {
                next(&mut entries)?;
            }
        }
        next(&mut entries)?;
        entries.finish()
    }

    fn ranges(&self, shape: &[usize]) -> Result<Ranges, ConvertError> {
        layout::check_count(shape)?;
        let lists = [self.starts.len(), self.ends.len(), self.steps.len()];
        // Slice refuses a scalar; without axes, no Slice node is needed.
        if lists == [0; 3] && self.axes.is_empty() {
            return Ok(SmallVec::from_elem(None, shape.len()));
        }
        check_lengths(shape.len(), lists, Some(self.axes.len())).map_err(ConvertError::Slice)?;
        let axes = unique(&self.axes, shape.len()).map_err(ConvertError::Slice)?;
        ranges(shape, &self.starts, &self.ends, &self.steps, &axes).map_err(ConvertError::Slice)
    }
}

/// Which of `rank` axes are in a list.
fn marked(axes: &[usize], rank: usize) -> SmallVec<[bool; 16]> {
    let mut marks = SmallVec::from_elem(false, rank);
    for &axis in axes {
        marks[axis] = true;
    }
    marks
}

/// An encoding in the making.
#[derive(Default)]
struct Entries {
    entries: Vec<[i64; 3]>,
    masks: Masks,
    /// The number of entries up to the last one that is not a whole axis. Those after it can be
    /// left out.
    needed: usize,
}

impl Entries {
    fn push(&mut self, entry: [i64; 3], mask: fn(&mut Masks) -> &mut u32) {
        self.set(mask);
        self.entries.push(entry);
        self.needed = self.entries.len();
    }

    /// Sets the bit of the next entry. An entry after the 31st has no bit; the finished encoding is
    /// refused then.
    fn set(&mut self, mask: fn(&mut Masks) -> &mut u32) {
        *mask(&mut self.masks) |=
            u32::try_from(self.entries.len()).map_or(0, |bit| 1_u32.checked_shl(bit).unwrap_or(0));
    }

    fn range(&mut self, range: Option<Range>, len: usize) {
        let len = layout::signed(len);
        let Range { begin, end, stride } = range.unwrap_or(Range {
            begin: i64::MIN,
            end: i64::MAX,
            stride: 1,
        });
        let (first, last) = if stride > 0 {
            (begin < -len, end > len)
        } else {
            (begin > len, end < -len)
        };
        if first {
            self.set(|masks| &mut masks.begin_mask);
        }
        if last {
            self.set(|masks| &mut masks.end_mask);
        }
        self.entries.push([
            if first { 0 } else { begin },
            if last { 0 } else { end },
            stride,
        ]);
        if range.is_some() {
            self.needed = self.entries.len();
        }
    }

    fn index(&mut self, range: Option<Range>, axis: usize, len: usize) -> Result<(), ConvertError> {
        let (at, count) = selected(range, len)?;
        if count != 1 {
            return Err(ConvertError::NotOneElement { axis, len: count });
        }
        self.push([at, at.saturating_add(1), 1], |masks| {
            &mut masks.shrink_axis_mask
        });
        Ok(())
    }

    fn finish(self) -> Result<Encoding, ConvertError> {
        let list = |part: usize| {
            self.entries[..self.needed]
                .iter()
                .map(|entry| entry[part])
                .collect()
        };
        let known = 1_u32
            .checked_shl(u32::try_from(self.needed).unwrap_or(32))
            .unwrap_or(0)
            .wrapping_sub(1);
        let masks = Masks {
            begin_mask: self.masks.begin_mask & known,
            end_mask: self.masks.end_mask & known,
            ..self.masks
        };
        Ok(Encoding::new(list(0), list(1), list(2), masks)?)
    }
}

/// The first position that a range selects on an axis of length `len`, and the number of positions.
fn selected(range: Option<Range>, len: usize) -> Result<(i64, usize), ConvertError> {
    let Some(Range { begin, end, stride }) = range else {
        return Ok((0, len));
    };
    let (begin, end, strides) = ([begin], [end], [stride]);
    let encoding = EncodingRef::new(&begin, &end, &strides, Masks::default());
    let selected = selections(encoding, &[len])?[0];
    Ok((layout::signed(selected.first()), selected.count()))
}
