//! What macros alone read: the parts of `split_mut!`, and sums.

pub(crate) mod list_part;
pub(crate) mod parts;
pub(crate) mod terms;
