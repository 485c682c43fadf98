//! Shapes, ranks, lists and texts of any size are answered soon and with little memory: every
//! function that returns a `Result` takes them. `fuzz/run` limits the stack, and the time and the
//! memory of one input.
#![no_main]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "any numbers will do"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::{Debug, Display};

use arbitrary::{Arbitrary, Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use tslice::diag::Align;
use tslice::{DynSpec, DynTensor, DynView, DynViewMut, Encoding, Masks, Tensor, View, s};
use tslice_explain::Explain;
use tslice_ops::prelude::*;
use tslice_ops::{self as ops, BadIndices, GatherOptions, SliceArgs};

/// Refuses what takes more than 4 MiB: an error where one is promised.
struct Refusing;

// SAFETY: all memory is the system's, which keeps the contract; null is a refusal.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those of `System`.
        if layout.size() > 4 << 20 {
            std::ptr::null_mut()
        } else {
            unsafe { System.alloc(layout) }
        }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: as in `alloc`.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

/// Lists come as runs of one number, so that a short input makes a long list.
fn list<T>(
    u: &mut Unstructured<'_>,
    mut number: impl FnMut(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Vec<T>>
where
    T: Clone,
{
    let mut all = Vec::new();
    for _ in 0..u.int_in_range(0..=4)? {
        let number = number(u)?;
        let times = match u8::arbitrary(u)? {
            0 => u.int_in_range(0..=40_000)?,
            1..=15 => u.int_in_range(0..=70)?,
            _ => 1,
        };
        all.extend(std::iter::repeat_n(number, times));
    }
    Ok(all)
}

fn length(u: &mut Unstructured<'_>) -> Result<usize> {
    Ok(match u8::arbitrary(u)? {
        0..=99 => 1,
        100..=199 => u.int_in_range(0..=4)?,
        200..=239 => (1_usize << u.int_in_range(0..=63)?).wrapping_sub(u.int_in_range(0..=1)?),
        _ => usize::arbitrary(u)?,
    })
}

fn number(u: &mut Unstructured<'_>) -> Result<i64> {
    Ok(match u8::arbitrary(u)? {
        0..=199 => u.int_in_range(-4..=4)?,
        200..=219 => i64::MIN + i64::from(u8::arbitrary(u)? % 3),
        220..=239 => i64::MAX - i64::from(u8::arbitrary(u)? % 3),
        _ => i64::arbitrary(u)?,
    })
}

#[derive(Debug)]
struct Input {
    /// Of a view that repeats one element, and of another one.
    shape: Vec<usize>,
    other: Vec<usize>,
    /// Bounds, strides, indices, axes.
    lists: [Vec<i64>; 4],
    masks: [u32; 5],
    number: i64,
    text: String,
    what: u8,
}

impl<'a> Arbitrary<'a> for Input {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let what = u8::arbitrary(u)?;
        let shape = list(u, length)?;
        let other = match u.int_in_range(0..=3)? {
            0 => shape.clone(),
            1 => shape[shape.len().min(1)..].to_vec(),
            _ => list(u, length)?,
        };
        let mut lists = [const { Vec::new() }; 4];
        for each in &mut lists {
            *each = list(u, number)?;
        }
        match u.int_in_range(0..=5)? {
            // As many of each, and every axis once.
            0 => {
                lists = [0, 1, 2, 3].map(|at| {
                    lists[at]
                        .iter()
                        .copied()
                        .cycle()
                        .take(shape.len())
                        .collect()
                })
            }
            1 => {
                lists = [-1, 0, 1, 2].map(|n: i64| {
                    if n == 2 {
                        (0..shape.len() as i64).collect()
                    } else {
                        vec![n; shape.len()]
                    }
                })
            }
            2 => {
                lists = [0, 9, 1, 2].map(|n: i64| {
                    if n == 2 {
                        (0..shape.len() as i64).rev().collect()
                    } else {
                        vec![n; shape.len()]
                    }
                })
            }
            _ => {}
        }
        let masks = if u.ratio(1, 2)? {
            [0; 5]
        } else {
            u.arbitrary()?
        };
        let number = number(u)?;
        let times = if u.ratio(1, 20)? {
            u.int_in_range(1..=30_000)?
        } else {
            1
        };
        let piece: String = u.arbitrary::<&str>()?.chars().take(9).collect();
        Ok(Self {
            shape,
            other,
            lists,
            masks,
            number,
            text: piece.repeat(times),
            what,
        })
    }
}

/// An error can be printed, whatever its size.
fn told<T, E: Display + Debug>(result: std::result::Result<T, E>) -> Option<T> {
    result
        .map_err(|error| assert!(!error.to_string().is_empty() && !format!("{error:?}").is_empty()))
        .ok()
}

fn repeated<'a, T>(shape: &[usize], one: &'a [T; 1]) -> Option<DynView<'a, T>> {
    told(DynView::from_strided(shape, &vec![0; shape.len()], 0, one))
}

/// As long as it is small, an array of its own.
fn owned(shape: &[usize]) -> Option<DynTensor<u16>> {
    let len = shape
        .iter()
        .try_fold(1_usize, |len, &n| len.checked_mul(n))
        .filter(|&len| len <= 1 << 12)?;
    told(DynTensor::from_shape_vec(
        shape,
        (0..len).map(|n| n as u16).collect(),
    ))
}

fn views(input: &Input) {
    let Input {
        shape,
        other,
        lists: [first, second, third, axes],
        ..
    } = input;
    let strides: Vec<isize> = first.iter().map(|&n| n as isize).collect();
    let mut memory = [7_u16; 64];
    told(DynView::from_shape(shape, &memory[..]));
    told(DynViewMut::from_shape(shape, &mut memory[..]));
    let at = input.number as usize;
    told(DynViewMut::from_strided(
        shape,
        &strides,
        at % 70,
        &mut memory,
    ));
    let Some(view) = repeated(shape, &[7_u16]) else {
        return;
    };
    told(view.try_broadcast_to(&other[..]));
    if view.rank() >= 2 {
        let _ = view.diagonal(input.number);
    }
    let axes: Vec<usize> = axes.iter().map(|&n| n as usize).collect();
    told(view.try_permute(&axes));
    let _ = (
        view.get(&axes),
        view.t().as_slice().is_some(),
        view.is_contiguous(),
    );
    if let Some(memory) = memory.get_mut(..view.len()) {
        view.copy_to_slice(memory);
    }
    let _ = view.clone().into_rank::<3>().is_ok();
    if let Some(mut tensor) = owned(other) {
        told(tensor.try_assign(&view));
        if other.len() >= 2 {
            let _ = tensor.diagonal_mut(input.number);
        }
        tensor
            .permute_mut(&(0..other.len()).rev().collect::<Vec<_>>())
            .fill(3);
        let encodings = [first, second].map(|bounds| {
            let strides = third
                .iter()
                .copied()
                .chain(std::iter::repeat(1))
                .take(bounds.len())
                .collect();
            Encoding {
                begin: bounds.clone(),
                end: vec![3; bounds.len()],
                strides,
                masks: masks(input),
            }
        });
        told(tensor.try_multi_slice_mut((&encodings[0], &encodings[1])));
    }
}

fn masks(input: &Input) -> Masks {
    let [
        begin_mask,
        end_mask,
        ellipsis_mask,
        new_axis_mask,
        shrink_axis_mask,
    ] = input.masks;
    Masks {
        begin_mask,
        end_mask,
        ellipsis_mask,
        new_axis_mask,
        shrink_axis_mask,
    }
}

fn specs(input: &Input) {
    let Input {
        shape,
        lists: [begin, end, strides, axes],
        ..
    } = input;
    let encoding = Encoding {
        begin: begin.clone(),
        end: end.clone(),
        strides: strides.clone(),
        masks: masks(input),
    };
    if let Some(spec) = told(DynSpec::try_from(encoding.clone())) {
        assert!(told(spec.to_string().parse::<DynSpec>()).is_some());
    }
    told(input.text.parse::<DynSpec>());
    if let Some(report) = told(encoding.explain(shape)) {
        let _ = (report.to_string(), report.drawing(), report.svg());
    }
    told(ops::slice_args::<i32>(&encoding, shape));
    let squeeze = if input.number % 2 == 0 {
        axes.clone()
    } else {
        Vec::new()
    };
    let args = SliceArgs::<i64> {
        starts: begin.clone(),
        ends: end.clone(),
        axes: axes.clone(),
        steps: strides.clone(),
        unsqueeze: squeeze.clone(),
        squeeze,
    };
    told(args.to_encoding(shape));
    let [.., last] = shape[..] else { return };
    told(View::<u8, 1>::from(&[1]).try_slice_grad([last], s![::-1]));
}

fn operations(input: &Input) {
    let Input {
        shape,
        other,
        lists: [begin, end, strides, axes],
        ..
    } = input;
    let Some(data) = repeated(shape, &[7_u16]) else {
        return;
    };
    told(ops::strided_slice(&data, begin, end, strides, masks(input)));
    told(ops::slice(&data, begin, end, strides, Some(axes)));
    told(ops::slice(&data, begin, end, strides, ops::DEFAULT_AXES));
    let Some(value) = repeated(other, &[9]) else {
        return;
    };
    told(ops::strided_slice_update(
        &data,
        begin,
        end,
        strides,
        masks(input),
        &value,
    ));
    if let Some(mut tensor) = owned(shape) {
        told(ops::strided_slice_assign(
            &mut tensor.view_mut(),
            begin,
            end,
            strides,
            masks(input),
            &value,
        ));
    }
    told(ops::strided_slice_grad(
        shape,
        begin,
        end,
        strides,
        masks(input),
        &value,
    ));
}

fn gathers(input: &Input) {
    let Input {
        shape,
        other,
        lists: [first, ..],
        number,
        ..
    } = input;
    let index = [*number];
    let (Some(data), Some(indices)) = (repeated(shape, &[7_u16]), repeated(other, &index)) else {
        return;
    };
    let mut target = [0; 9];
    let batch = first.first().copied().unwrap_or(0);
    told(ops::gather_nd(&data, &indices, batch));
    told(ops::gather_nd_into(&data, &indices, batch, &mut target));
    let options = GatherOptions::new()
        .bad_indices(BadIndices::Ignore)
        .negative_from_end(true);
    told(ops::gather_nd_with(&data, &indices, batch, options));
    if let [a, b] = other[..] {
        let tuples =
            View::<[i64; 1], 2>::from_strided([a, b], [0; 2], 0, &[[0]]).expect("counted above");
        told(data.try_gather_nd(&tuples));
    }
}

fn diagonals(input: &Input) {
    let Input {
        shape,
        other,
        lists: [k, ..],
        number,
        ..
    } = input;
    let index = [*number];
    let (Some(data), Some(list)) = (repeated(shape, &[7_u16]), repeated(other, &index)) else {
        return;
    };
    let mut target = [0; 6];
    for align in [Align::LeftLeft, Align::RightLeft] {
        told(ops::matrix_diag_part(&data, &k[..], 9, align));
        told(ops::matrix_diag_part_into(
            &data,
            &k[..],
            9,
            align,
            &mut target,
        ));
        told(ops::matrix_diag_part(&data, &list, &data, align));
    }
    let nested: Vec<Vec<()>> = vec![vec![(); *number as usize]; k.len().min(3)];
    told(Tensor::<(), 2>::try_from(nested));
}

fuzz_target!(|input: Input| match input.what % 5 {
    0 => views(&input),
    1 => specs(&input),
    2 => operations(&input),
    3 => gathers(&input),
    _ => diagonals(&input),
});
