//! Programs that were NumPy's and `ndarray`'s: both print what the original printed.

use crate::{directory, printed, run};

#[test]
fn the_ported_script_prints_what_numpy_printed() {
    let ours = printed(&run("from_numpy", directory().path(), &[]));
    assert_eq!(ours, include_str!("../../../examples/from_numpy/numpy.txt"));
    assert!(ours.lines().count() > 20);
}

#[test]
fn the_everyday_tasks_print_what_numpy_printed() {
    let ours = printed(&run("tasks", directory().path(), &[]));
    assert_eq!(ours, include_str!("../../../examples/tasks/numpy.txt"));
    assert_eq!(ours.lines().count(), 71);
}

/// The numbers are those of the same steps in NumPy.
#[cfg(feature = "ndarray")]
#[test]
fn heat_spreads_as_in_numpy() {
    let expected = "\
every second row, every third column:
 100.00 100.00 100.00 100.00 100.00 100.00
   0.00  57.47  70.29  73.55  73.98  70.00
   0.00  31.06  43.90  48.10  49.46  50.00
   0.00  13.80  20.99  23.76  25.25  30.00
   0.00   0.00   0.00   0.00   0.00  10.00
the middle row: mean 39.15, hottest 50.00
as a batch: [1, 9, 16, 1]
the last column, upwards: [10, 20, 30]
83 of 144 are zero now, 8 in the first row
[84.6, 100.0]
";
    assert_eq!(printed(&run("heat", directory().path(), &[])), expected);
}
