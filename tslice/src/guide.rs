//! Pages about the crate. This module exists in the documentation only.

#[doc = include_str!("../docs/numpy.md")]
pub mod numpy {}

#[doc = include_str!("../docs/ndarray.md")]
pub mod ndarray {}

#[doc = include_str!("../docs/why.md")]
pub mod why {}

#[doc = include_str!("../docs/limits.md")]
pub mod limits {}

#[doc = include_str!("../docs/tensorflow.md")]
pub mod tensorflow {}

#[doc = include_str!("../docs/recipes.md")]
pub mod recipes {}

#[doc = include_str!("../docs/computing.md")]
pub mod computing {}

#[doc = include_str!("../docs/proofs.md")]
pub mod proofs {}

#[doc = include_str!("../docs/tensors.md")]
pub mod tensors {}

#[doc = include_str!("../docs/design.md")]
pub mod design {}
