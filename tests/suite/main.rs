//! The language, what it selects, and the operations: one binary for all of it that may share a
//! process.
#![cfg_attr(
    not(target_pointer_width = "64"),
    allow(unused_imports, reason = "tests of what only 64 bits can count")
)]

/// How a spec is written, read and shown.
mod language {
    mod crossing;
    mod declared;
    mod entries;
    mod explain;
    mod fragments;
    mod guide;
    mod joined;
    mod named;
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
    mod overlays;
    mod proofs;
    mod properties;
    #[cfg(target_pointer_width = "64")]
    mod ranks;
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

/// The operations of TensorFlow, ONNX and OpenVINO.
mod operations {
    mod adjoints;
    mod chains;
    mod gather_nd;
    mod into_buffers;
    mod inverses;
    mod joining;
    mod lists;
    mod masks;
    mod matrix_diag_part;
    mod other_shapes;
    mod picking;
    mod sizes;
    mod slice8;
    mod slice_args;
    mod strided_slice_written;
}

mod arrows;
mod bounds;
mod conformance;
mod errors;
mod mutants;
mod referee;
mod safe_api;
