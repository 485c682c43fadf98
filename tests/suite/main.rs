//! One binary for everything that may share a process, from the language to the operations.
#![cfg_attr(
    not(target_pointer_width = "64"),
    allow(unused_imports, reason = "tests of what only 64 bits can count")
)]

/// How a spec is written, read and shown.
mod language {
    mod crossing;
    mod entries;
    mod explain;
    mod guide;
    mod pictures;
    mod proposals;
    mod text;
}

/// What a spec selects, against the oracles.
mod slicing {
    mod axes;
    mod borders;
    mod cuts;
    mod exhaustive;
    mod hostile;
    #[cfg(target_pointer_width = "64")]
    mod limits;
    mod proofs;
    mod properties;
    mod raw_masks;
    #[cfg(target_pointer_width = "64")]
    mod refused;
    mod signatures;
    mod windows;
}

/// What specs do together, without an array.
mod algebra {
    mod extremes;
    mod laws;
    mod specs;
}

/// Tensors and views beside slicing: where their memory comes from, how they are walked, sent and converted.
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

/// The operations of TensorFlow, ONNX and OpenVINO.
mod operations {
    mod adjoints;
    mod gather_nd;
    mod into_buffers;
    mod inverses;
    mod joining;
    mod lists;
    mod masks;
    mod matrix_diag_part;
    mod picking;
    mod sizes;
    mod slice8;
    mod slice_args;
    mod strided_slice_written;
}

mod arrows;
mod bounds;
mod conformance;
mod forms;
mod referee;
mod safe_api;
