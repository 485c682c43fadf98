//! Arrays beside slicing: one binary for all of it that may share a process.
#![cfg_attr(
    not(target_pointer_width = "64"),
    allow(unused_imports, reason = "tests of what only 64 bits can count")
)]

/// Tensors and views beside slicing: where their memory comes from, how they are walked, sent and
/// converted.
mod arrays {
    mod comparing;
    mod converting;
    mod indexing;
    mod invariants;
    mod iterating;
    mod lending;
    #[cfg(target_pointer_width = "64")]
    mod longest;
    mod making;
    mod parts;
    mod printing;
    mod reshaping;
    mod shapes;
    mod static_shapes;
    mod variance;
    mod walking;
    mod windows;
}

/// Moving elements, and writing through exclusive views.
mod copying {
    mod assigning;
    mod disjoint;
    mod elements;
    mod panicking_elements;
    mod scattering;
    mod splitting;
}

/// Walking arrays together and computing with their elements.
mod computing {
    mod extremes;
    mod folding;
    mod order;
    mod sums;
    mod zip;
}

mod chains;
mod forms;
