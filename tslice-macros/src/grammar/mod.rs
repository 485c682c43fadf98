//! What macros alone read: the parts of `split_mut!`, the signature of a named spec, sums.

pub(crate) mod list_part;
pub(crate) mod parts;
pub(crate) mod signature;
pub(crate) mod terms;
