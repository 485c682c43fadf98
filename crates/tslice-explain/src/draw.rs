//! The tensor drawn as rows and columns, with one plane for each position on the first of three
//! axes.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use tslice_core::__ops::Picked;

use crate::listed::{Listed, MAX_CELLS};

/// The cells of a tensor. A selected cell has its number in the order of the result.
pub(super) struct Grid {
    /// Planes, rows, columns.
    pub(super) lengths: [usize; 3],
    /// Row-major.
    pub(super) cells: Vec<Option<usize>>,
}

impl Grid {
    /// `None` for more than three axes or too many cells.
    pub(super) fn new(shape: &[usize], chosen: &[Picked<Listed>]) -> Option<Self> {
        let cells = shape.iter().product();
        if shape.len() > 3 || cells > MAX_CELLS || shape.iter().any(|&len| len > MAX_CELLS) {
            return None;
        }
        let mut lengths = [1; 3];
        lengths[3 - shape.len()..].copy_from_slice(shape);
        // The cells that the parts so far point to, in the order of the result.
        let mut numbered = alloc::vec![0];
        for part in chosen {
            let behind = |axis: usize| shape[axis + 1..].iter().product::<usize>();
            let steps: Vec<usize> = match part {
                Picked::NewAxis => continue,
                Picked::Index { axis, at } => alloc::vec![at * behind(*axis)],
                Picked::Range { axis, taken } => (0..taken.count())
                    .filter_map(|k| taken.get(k))
                    .map(|at| at * behind(*axis))
                    .collect(),
                Picked::List {
                    axis,
                    axes,
                    positions,
                } => positions
                    .front
                    .iter()
                    .map(|at| at * behind(axis + axes - 1))
                    .collect(),
            };
            // A list with repeats may be longer than its axis.
            if numbered
                .len()
                .checked_mul(steps.len())
                .is_none_or(|count| count > MAX_CELLS)
            {
                return None;
            }
            numbered = numbered
                .iter()
                .flat_map(|cell| steps.iter().map(move |step| cell + step))
                .collect();
        }
        let mut grid = Self {
            lengths,
            cells: alloc::vec![None; cells],
        };
        numbered
            .into_iter()
            .zip(1..)
            .for_each(|(cell, number)| grid.cells[cell] = Some(number));
        Some(grid)
    }
}

/// Prints a line for each row: the number of a selected cell, a dot for any other.
pub(super) fn text(grid: &Grid) -> String {
    let [planes, rows, columns] = grid.lengths;
    let last = grid.cells.iter().flatten().max().copied().unwrap_or(1);
    let width = format!("{last}").len();
    let mut text = String::new();
    for (at, row) in grid.cells.chunks(columns.max(1)).enumerate() {
        if planes > 1 && at.is_multiple_of(rows) {
            text += &format!("[{}]\n", at / rows);
        }
        let cells: Vec<String> = row
            .iter()
            .map(|cell| {
                cell.map_or(format!("{:>width$}", '·'), |number| {
                    format!("{number:>width$}")
                })
            })
            .collect();
        text += &format!("{}\n", cells.join(" "));
    }
    text
}
