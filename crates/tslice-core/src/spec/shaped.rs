//! Named specs with a signature.

use core::fmt;
use core::ops::Deref;

use tslice_entry::axis::MAX_LENGTH;
use tslice_entry::size::Sound;

use super::{AsEncoding, EncodingRef, Entry, Kind, Spec, Trust};

/// A spec with a signature: the shape of an array, and the shape that the spec makes of it.
///
/// `spec!` makes it of an item such as
/// `const CROP: [480, 640, 3] => [280, 240, 3] = [100:-100, 200:440];`, and has checked the one
/// against the other. P is the type of the spec, as `SpecType!` writes it. I and O are `[usize; R]`
/// if all lengths are known, and `[Option<usize>; R]` otherwise.
///
/// It slices every array that the spec in it slices, which it dereferences to. An array of another
/// shape than the signature's gives what the spec says, and no other error than the spec alone
/// would give.
///
/// ```
/// tslice::spec! { const CROP: [4, 6] => [2, _] = [1:-1, ::2]; }
///
/// const ROW: [u8; CROP.shape()[1]] = [0; 3];
/// assert_eq!((CROP.input_shape(), CROP.shape()), ([4, 6], [2, 3]));
///
/// let t = tslice::Tensor::<i32, 2>::zeros([4, 6]);
/// assert_eq!(*t.slice(CROP).shape(), CROP.shape());
/// ```
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ShapedSpec<P, I, O> {
    pub(crate) spec: P,
    input: I,
    output: O,
}

impl<P: Copy, I: Copy, O: Copy> ShapedSpec<P, I, O> {
    /// What `spec!` makes of an item with a signature.
    #[doc(hidden)]
    pub const fn new(spec: P, input: I, output: O) -> Self {
        Self {
            spec,
            input,
            output,
        }
    }

    /// The spec without its signature.
    pub const fn spec(&self) -> P {
        self.spec
    }

    /// The shape that the signature slices: `[usize; R]`, or `[Option<usize>; R]` with `None` for
    /// each `_`.
    pub const fn input_shape(&self) -> I {
        self.input
    }

    /// The shape of the result: `[usize; R]`, or `[Option<usize>; R]` if a length depends on one
    /// that is not known.
    pub const fn shape(&self) -> O {
        self.output
    }
}

impl<P, I, O> Deref for ShapedSpec<P, I, O> {
    type Target = P;

    fn deref(&self) -> &P {
        &self.spec
    }
}

impl<P: AsEncoding, I, O> AsEncoding for ShapedSpec<P, I, O> {
    const TRUST: Trust<Self> = P::TRUST.carried();

    fn as_encoding(&self) -> EncodingRef<'_> {
        self.spec.as_encoding()
    }
}

impl<P: fmt::Display, I, O> fmt::Display for ShapedSpec<P, I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spec.fmt(f)
    }
}

impl<P: fmt::Display, I: fmt::Debug, O: fmt::Debug> fmt::Debug for ShapedSpec<P, I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "s![{}]: {:?} => {:?}",
            self.spec, self.input, self.output
        )
    }
}

/// A length of a signature that is a constant.
///
/// # Panics
///
/// If it is 0, or does not fit in `i64`.
#[track_caller]
pub const fn length(len: usize) -> usize {
    assert!(
        len != 0,
        "a length of a signature is not 0: write `_` for one that is not known"
    );
    assert!(
        len as u128 <= MAX_LENGTH as u128,
        "a length does not fit in i64, and no axis is that long"
    );
    len
}

/// An entry of a spec.
pub const fn entry<const N: usize, K: Kind, L>(spec: &Spec<N, K, L>, entry: usize) -> Entry {
    spec.as_encoding().entry(entry)
}

/// What a check of a signature or of a static shape found.
///
/// # Panics
///
/// If something is wrong.
#[track_caller]
pub const fn sound<V: Copy>(found: Sound<V>) -> V {
    match found {
        Ok(found) => found,
        Err(message) => message.panic(),
    }
}

/// A length that [`given`](tslice_entry::size::given) found.
///
/// # Panics
///
/// If it is not known: macros ask for lengths that are.
pub const fn known(len: Option<usize>) -> usize {
    len.expect("the length of this axis follows from no number")
}
