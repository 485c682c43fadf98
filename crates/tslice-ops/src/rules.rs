//! Where the systems differ about index tuples: GatherNd and the scatters of TensorFlow, ONNX and
//! OpenVINO.

/// What a system takes. Each difference is one field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// A negative index counts from the end. If not, it is out of bounds.
    pub(crate) negative_from_end: bool,
    /// A tensor without elements may be indexed, and updates and indices may be empty for
    /// themselves.
    pub(crate) without_elements: bool,
    /// The batch axes of params and indices may differ, if the number of indices fits both.
    pub(crate) batches_by_count: bool,
    /// A scatter takes one tuple alone, without an outer axis, and so updates without an axis.
    pub(crate) lone_tuples: bool,
    /// A scatter takes tuples of no numbers, which select everything.
    pub(crate) tuples_of_none: bool,
}

impl Rules {
    /// TensorFlow (2.21) on the CPU.
    pub(crate) const TENSORFLOW: Self = Self {
        negative_from_end: false,
        without_elements: false,
        batches_by_count: true,
        lone_tuples: false,
        tuples_of_none: false,
    };

    /// ONNX (GatherND 13, ScatterND 18) and OpenVINO (GatherND-8, ScatterNDUpdate-15), which
    /// specify the same. OpenVINO's CPU device reads and writes out of bounds, ONNX Runtime divides
    /// batches that differ among each other: both are errors here.
    pub(crate) const ONNX: Self = Self {
        negative_from_end: true,
        without_elements: true,
        batches_by_count: false,
        lone_tuples: true,
        tuples_of_none: true,
    };
}
