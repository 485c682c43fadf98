//! Decoded blocks, and where their elements go.

use std::ops::Range;

use tslice::{DynTensor, DynView, DynViewMut, Encoding, Masks};
use tslice_core::__ops::layout::signed;

use crate::element::{self, Element};
use crate::engine::Engine;
use crate::error::ZarrError;
use crate::memory;
use crate::selection::gather::Offsets;
use crate::selection::{Selection, whole};

/// The value that elements have which were never written.
pub(crate) struct Fill<T> {
    /// The value, or its bytes along an axis.
    values: Vec<T>,
    axis: usize,
    /// Whether the result has it already.
    is_there: bool,
}

impl<T: Element> Fill<T> {
    /// That of results which hold zeros if they are `blank`.
    pub(crate) fn of(engine: &Engine, blank: bool) -> Result<Self, ZarrError> {
        let is_there = blank && engine.fill().iter().all(|&byte| byte == 0);
        let mut values = element::of_bytes::<T>(engine.fill())?.into_owned();
        if engine.fill().iter().all(|&byte| byte == engine.fill()[0]) {
            // All of them are one value.
            values.truncate(1);
        }
        Ok(Self {
            values,
            axis: engine.stored_rank(),
            is_there,
        })
    }

    /// Writes it to the result of a selection.
    pub(crate) fn put(
        &self,
        selection: &Selection,
        out: &mut DynViewMut<'_, T>,
    ) -> Result<(), ZarrError> {
        match self.values[..] {
            _ if self.is_there => Ok(()),
            [value] => {
                out.fill(value);
                Ok(())
            }
            _ => {
                // All elements are the same, so other axes do not move in the values.
                let mut lengths = vec![0; selection.axes.len()];
                lengths[self.axis] = 1;
                copy(&self.values, &lengths, selection, out)
            }
        }
    }
}

/// Copies what is selected of a decoded block, or the fill value if there is none.
pub(crate) fn put<T: Element>(
    bytes: Option<&[u8]>,
    block: &[usize],
    selection: &Selection,
    fill: &Fill<T>,
    out: &mut DynViewMut<'_, T>,
) -> Result<(), ZarrError> {
    let Some(bytes) = bytes else {
        return fill.put(selection, out);
    };
    copy(&element::of_bytes(bytes)?, &lengths(block), selection, out)
}

/// Copies what is selected of elements, with the distance from one position to the next on each
/// axis.
fn copy<T: Element>(
    elements: &[T],
    lengths: &[usize],
    selection: &Selection,
    out: &mut DynViewMut<'_, T>,
) -> Result<(), ZarrError> {
    if let Some((first, steps)) = strided(lengths, selection) {
        let taken = DynView::from_strided(out.shape(), &steps, first, elements)?;
        out.try_assign(&taken)?;
        return Ok(());
    }
    let Some(axis) = selection.shape.iter().position(|&len| len > OFFSETS) else {
        return gather(&offsets(lengths, selection), elements, out);
    };
    let mut low = whole(&selection.shape);
    let mut high = low.clone();
    low[axis].end /= 2;
    high[axis].start = low[axis].end;
    for half in [low, high] {
        let mut out = part_of(out, &half)?;
        copy(elements, lengths, &selection.part(&half), &mut out)?;
    }
    Ok(())
}

/// Positions of an axis of which offsets are made at once: half a megabyte of them.
const OFFSETS: usize = 1 << 14;

/// Copies what offsets select of a block.
pub(crate) fn gather<T: Element>(
    offsets: &Offsets,
    block: &[T],
    out: &mut DynViewMut<'_, T>,
) -> Result<(), ZarrError> {
    if let Some(out) = out.as_mut_slice() {
        offsets.gather(block, out);
        return Ok(());
    }
    let mut own: DynTensor<T> = memory::zeros(out.shape())?;
    offsets.gather(block, own.as_mut_slice().unwrap_or_default());
    out.try_assign(&own.view())?;
    Ok(())
}

/// Writes values to what is selected of a decoded block.
pub(crate) fn take<T: Element>(
    values: &DynView<'_, T>,
    block: &[usize],
    selection: &Selection,
    elements: &mut [T],
) -> Result<(), ZarrError> {
    let lengths = lengths(block);
    if let Some((first, steps)) = strided(&lengths, selection)
        && let Ok(mut taken) = DynViewMut::from_strided(&selection.shape, &steps, first, elements)
    {
        taken.try_assign(values)?;
        return Ok(());
    }
    // By lists, or more than once.
    let values = memory::copied(values)?;
    let values = values.as_slice().unwrap_or_default();
    offsets(&lengths, selection).scatter(values, elements);
    Ok(())
}

/// The elements from one position to the next on each axis of a block, which fits into memory.
pub(crate) fn lengths(block: &[usize]) -> Vec<usize> {
    let mut lengths = vec![1_usize; block.len()];
    for axis in (1..block.len()).rev() {
        lengths[axis - 1] = lengths[axis] * block[axis];
    }
    lengths
}

/// The first element, and the strides in the axes of the result, if all axes have some.
fn strided(lengths: &[usize], selection: &Selection) -> Option<(usize, Vec<isize>)> {
    let (mut first, mut steps) = (0, vec![0_isize; selection.shape.len()]);
    for (along, &length) in selection.axes.iter().zip(lengths) {
        let taken = along.taken.as_steps()?;
        first += taken.first() * length;
        if let Some(result) = along.result {
            // An axis of which one position is taken does not use its stride, which may be any.
            let step = length.cast_signed().wrapping_mul(taken.step());
            steps[result] = steps[result].wrapping_add(step);
        }
    }
    Some((first, steps))
}

/// The offset of each position of each axis of the result.
fn offsets(lengths: &[usize], selection: &Selection) -> Offsets {
    let (mut base, mut axes) = (
        0,
        selection
            .shape
            .iter()
            .map(|&len| vec![0; len])
            .collect::<Vec<_>>(),
    );
    for (along, &length) in selection.axes.iter().zip(lengths) {
        match along.result {
            None => base += along.taken.at(0) * length,
            Some(result) => along.taken.add_to(&mut axes[result], length),
        }
    }
    Offsets { base, axes }
}

/// Some ranges of the axes of a result.
pub(crate) fn part_of<'t, T>(
    result: &'t mut DynViewMut<'_, T>,
    ranges: &[Range<usize>],
) -> Result<DynViewMut<'t, T>, ZarrError> {
    Ok(result.try_slice_mut(bounds(ranges))?)
}

/// Ranges of all axes as a spec.
pub(crate) fn bounds(ranges: &[Range<usize>]) -> Encoding {
    Encoding {
        begin: ranges.iter().map(|range| signed(range.start)).collect(),
        end: ranges.iter().map(|range| signed(range.end)).collect(),
        strides: vec![1; ranges.len()],
        masks: Masks::default(),
    }
}
