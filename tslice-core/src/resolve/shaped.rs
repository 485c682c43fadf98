//! A spec with a signature slices what the spec in it does.

use super::delegated::delegated;
use super::slices::{Slices, Way};
use crate::error::SliceError;
use crate::layout::Dims;
use crate::spec::ShapedSpec;

delegated! {
    [D: Dims, P: Slices<D> + Copy, I: Copy, O: Copy] P, |shaped| shaped.spec(), ShapedSpec<P, I, O>
}
