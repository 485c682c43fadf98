//! The contact sheet: all results on one picture, four a row.

use std::path::Path;

use tslice::{Tensor, View, s};

use crate::picture::{self, Picture};

const COLUMNS: usize = 4;
const ROWS: usize = 2;
const PAPER: u8 = 245;

/// Cells of the original's size with a margin around each.
pub(crate) struct Sheet {
    paper: Picture,
    cell: [usize; 2],
    margin: usize,
    placed: Vec<(&'static str, Picture)>,
}

impl Sheet {
    /// An empty sheet for pictures up to this size.
    pub(crate) fn new([height, width, channels]: [usize; 3]) -> Self {
        let margin = height.min(width) / 16 + 1;
        let size = |cells: usize, side: usize| cells * (side + margin) + margin;
        let mut paper = Tensor::full([size(ROWS, height), size(COLUMNS, width), channels], PAPER);
        if channels == 2 || channels == 4 {
            paper.slice_mut(s![.., -1]).fill(u8::MAX);
        }
        Self { paper, cell: [height + margin, width + margin], margin, placed: Vec::new() }
    }

    /// Puts a picture into the middle of the next cell.
    pub(crate) fn place(&mut self, name: &'static str, picture: View<'_, u8, 3>) {
        let [height, width, _] = *picture.shape();
        let (row, column) = (self.placed.len() / COLUMNS, self.placed.len() % COLUMNS);
        let centre =
            |cell: usize, at: usize, side: usize| self.margin + at * cell + (cell - self.margin - side) / 2;
        let top = centre(self.cell[0], row, height);
        let left = centre(self.cell[1], column, width);
        self.paper.slice_mut(s![top:top + height, left:left + width]).assign(&picture);
        self.placed.push((name, picture.to_tensor()));
    }

    /// Writes every picture and the sheet; returns how many files.
    pub(crate) fn write(&self, directory: &Path) -> Result<usize, String> {
        std::fs::create_dir_all(directory).map_err(|e| format!("{}: {e}", directory.display()))?;
        for (name, picture) in &self.placed {
            picture::write(directory, name, picture.view())?;
        }
        picture::write(directory, "sheet", self.paper.view())?;
        Ok(self.placed.len() + 1)
    }
}
