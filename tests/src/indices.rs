//! The index tuples of a shape.

tslice::axes! {
    /// Rows and columns, for a test of axes that another crate names.
    pub Grid = row, column;
}

/// All index tuples in row-major order: one without positions for a shape without axes.
#[must_use]
pub fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for &len in shape {
        all = all
            .iter()
            .flat_map(|index| (0..len).map(|i| [&index[..], &[i]].concat()))
            .collect();
    }
    all
}
