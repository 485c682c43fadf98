//! The encoding, as it is read from a text: a row of begin, end and stride for each entry.

use alloc::vec::Vec;

use tslice_entry::Row;

use crate::entry::Listed;

/// Takes the rows of an encoding, entry by entry.
pub trait Sink {
    /// Drops all rows so far: what follows is the spec from its first entry.
    fn clear(&mut self);

    /// Takes the next row.
    fn push(&mut self, row: Row);

    /// Takes the lists, behind all rows, if there are any.
    fn lists(&mut self, _lists: Vec<Listed<i64>>) {}
}

impl Sink for Vec<Row> {
    fn clear(&mut self) {
        self.clear();
    }

    fn push(&mut self, row: Row) {
        self.push(row);
    }
}
