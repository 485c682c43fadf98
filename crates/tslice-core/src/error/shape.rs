//! Why data, shapes, strides and axes do not fit each other.

use alloc::boxed::Box;

errors! {
    /// Why data does not fit a shape, or a shape does not fit another. What a variant holds is its
    /// sentence, which names the shapes, axes and lengths.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ShapeError {
        /// The axes are not what they have to be.
        Axis(#[from] error: AxisError) => ("{error}"),
        /// There are no arrays to join, or one of them does not fit the first one: in the first
        /// axis that differs, or the rank.
        Join[text: Box<str>] => ("{text}"),
        /// The number of elements of the shape (zero axes left out) exceeds `isize::MAX`.
        Overflow[text: Box<str>] => ("{text}"),
        /// A tensor of this shape does not fit in memory.
        TooLarge[text: Box<str>] => ("{text}"),
        /// The shape needs another number of elements than the data has.
        LengthMismatch[text: Box<str>] => ("{text}"),
        /// A shape does not broadcast to another one, or with those of the other operands of a zip,
        /// by NumPy's rule; or an exclusive operand would be repeated.
        Broadcast[text: Box<str>] => ("{text}"),
        /// A list of axes is not a permutation of the axes of the array.
        NotAPermutation[text: Box<str>] => ("{text}"),
        /// The shape to reshape to has another number of elements, a length below 0 that is not the
        /// one -1, or a length of -1 that does not follow from the others.
        Reshape[text: Box<str>] => ("{text}"),
        /// No strides give the array another shape, as it joins axes that are not contiguous with
        /// each other, or elements do not stand as arrays of them do. `to_tensor()` copies them to
        /// where they do.
        NotContiguous[text: Box<str>] => ("{text}"),
        /// Strides reach elements outside the data.
        OutOfReach[text: Box<str>] => ("{text}"),
        /// Two indices of an exclusive view may point to the same element with these strides.
        Aliased[text: Box<str>] => ("{text}"),
        /// Vectors of one level differ in length.
        RaggedList[text: Box<str>] => ("{text}"),
    }
}

errors! {
    /// Why the axes of an array or a region are not what they have to be.
    // Without a heap, so that a `const fn` can return it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum AxisError {
        /// The rank is not the expected one.
        RankMismatch { expected: usize, rank: usize } => ("expected rank {expected}, got rank \
            {rank}"),
        /// An axis has not the expected length: that of another shape, or of a static shape.
        LengthMismatch { axis: usize, expected: usize, len: usize } =>
            ("axis {axis} has length {len}, expected {expected}"),
        /// The axis does not exist. It is the number that was given, which counts from the end if
        /// it is below 0.
        OutOfRange { axis: i64, rank: usize } => ("axis {axis} is out of range for rank {rank}"),
        /// An element of an axis that has none is needed: for a border that repeats it, or as the
        /// least one.
        NoElements { axis: usize } =>
            ("axis {axis} has length 0: there is no element to repeat or to choose"),
    }
}
