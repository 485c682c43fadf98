//! The tensor drawn as rows and columns, with one plane for each position on the first of three axes.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use tslice_core::Progression;

const MAX_CELLS: usize = 4096;

/// The cells of a tensor. A selected cell has its number in the order of the result.
pub(super) struct Grid {
    /// Planes, rows, columns.
    pub(super) lengths: [usize; 3],
    /// Row-major.
    pub(super) cells: Vec<Option<usize>>,
}

impl Grid {
    /// `None` for more than three axes or too many cells.
    pub(super) fn new(shape: &[usize], chosen: &[Progression]) -> Option<Self> {
        let cells = shape.iter().product();
        if shape.len() > 3 || cells > MAX_CELLS || shape.iter().any(|&len| len > MAX_CELLS) {
            return None;
        }
        let missing = 3 - shape.len();
        let mut lengths = [1; 3];
        lengths[missing..].copy_from_slice(shape);
        // A missing axis is one position.
        let mut positions = [const { Vec::new() }; 3];
        positions[..missing].fill(alloc::vec![0]);
        for (positions, axis) in positions[missing..].iter_mut().zip(chosen) {
            *positions = (0..axis.count()).filter_map(|k| axis.get(k)).collect();
        }
        let mut grid = Self { lengths, cells: alloc::vec![None; cells] };
        grid.number(&positions);
        Some(grid)
    }

    fn number(&mut self, [planes, rows, columns]: &[Vec<usize>; 3]) {
        let mut number = 1;
        for plane in planes {
            for row in rows {
                for column in columns {
                    let cell = (plane * self.lengths[1] + row) * self.lengths[2] + column;
                    self.cells[cell] = Some(number);
                    number += 1;
                }
            }
        }
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
            .map(|cell| cell.map_or(format!("{:>width$}", '·'), |number| format!("{number:>width$}")))
            .collect();
        text += &format!("{}\n", cells.join(" "));
    }
    text
}
