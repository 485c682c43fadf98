//! The contact sheet: all results on one picture, four a row.

use std::path::{Path, PathBuf};

use tslice::{Tensor, View, s};

use crate::picture::{self, Picture};

const COLUMNS: usize = 4;
const ROWS: usize = 2;
const PAPER: u8 = 245;

/// Cells of the original's size with a margin around each; what is placed is written to a file of
/// its own too.
pub(crate) struct Sheet {
    directory: PathBuf,
    paper: Picture,
    cell: [usize; 2],
    margin: usize,
    placed: usize,
}

impl Sheet {
    /// An empty sheet for pictures up to this size.
    pub(crate) fn new(
        directory: &Path,
        [height, width, channels]: [usize; 3],
    ) -> Result<Self, String> {
        let at = |error: &dyn std::fmt::Display| format!("{}: {error}", directory.display());
        std::fs::create_dir_all(directory).map_err(|e| at(&e))?;
        let margin = height.min(width) / 16 + 1;
        let size = |cells: usize, side: usize| cells * (side + margin) + margin;
        let shape = [size(ROWS, height), size(COLUMNS, width), channels];
        let bytes = shape.iter().product();
        let mut data = picture::room(bytes).map_err(|e| at(&e))?;
        data.resize(bytes, PAPER);
        let mut paper = Tensor::from_shape_vec(shape, data).map_err(|e| at(&e))?;
        if channels == 2 || channels == 4 {
            paper.slice_mut(s![.., -1]).fill(u8::MAX);
        }
        let cell = [height + margin, width + margin];
        Ok(Self {
            directory: directory.to_owned(),
            paper,
            cell,
            margin,
            placed: 0,
        })
    }

    /// Writes a picture, and puts it into the middle of the next cell.
    pub(crate) fn place(&mut self, name: &str, picture: View<'_, u8, 3>) -> Result<(), String> {
        let [height, width, _] = *picture.shape();
        let (row, column) = (self.placed / COLUMNS, self.placed % COLUMNS);
        let centre = |cell: usize, at: usize, side: usize| {
            self.margin + at * cell + (cell - self.margin - side) / 2
        };
        let top = centre(self.cell[0], row, height);
        let left = centre(self.cell[1], column, width);
        self.paper
            .slice_mut(s![top:top + height, left:left + width])
            .assign(&picture);
        self.placed += 1;
        picture::write(&self.directory.join(format!("{name}.png")), true, picture)
    }

    /// Writes the sheet itself; returns how many files there are.
    pub(crate) fn finish(self) -> Result<usize, String> {
        picture::write(&self.directory.join("sheet.png"), true, self.paper.view())?;
        Ok(self.placed + 1)
    }
}
