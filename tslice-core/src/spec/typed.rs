//! The spec that `s!` makes: masks in its type, bounds as its values.

use core::fmt;
use core::marker::PhantomData;

use super::{AsEncoding, Encoding, EncodingRef, Kind, Kinds, MAX_ENTRIES, Masks, display};

/// A slice spec of N entries, made by `s!`.
///
/// K is a [`Kinds`]: the five masks, the number of axes taken C and of axes given P are types; begin, end and strides are
/// values. Slicing an array of rank R gives rank R - C + P. `SpecType!` writes the type of a spec.
///
/// ```
/// use tslice::s;
///
/// let spec = s![1, 2:4, newaxis, .., :-3:-1, :];
/// assert_eq!(spec.begin(), &[1, 2, 0, 0, 0, 0]);
/// assert_eq!(spec.masks().shrink_axis_mask, 0b000001);
/// assert_eq!(spec.to_string(), "1, 2:4, newaxis, .., :-3:-1, :");
/// ```
#[must_use]
pub struct Spec<const N: usize, K> {
    /// Begin, end and stride of each entry.
    numbers: [[i64; N]; 3],
    kinds: PhantomData<K>,
}

/// What `s![..]` expands to: the five masks, a `TypedMasks`, as the receiver of [`spec`](Self::spec).
pub struct SpecLiteral<M>(pub M);

/// Begin, end and stride of each of N entries that take C axes and give P.
#[allow(missing_docs, reason = "the fields have the names of the encoding's")]
pub struct Numbers<const N: usize, const C: usize, const P: usize> {
    pub begin: [i64; N],
    pub end: [i64; N],
    pub strides: [i64; N],
}

impl<M: Copy> SpecLiteral<M> {
    /// The spec. Fails to compile if the axes do not follow from the masks.
    ///
    /// If the masks were an argument, rustc would report them instead of the spec where a spec of another type is expected.
    #[inline(always)]
    pub const fn spec<const N: usize, const C: usize, const P: usize>(
        self,
        Numbers { begin, end, strides }: Numbers<N, C, P>,
    ) -> Spec<N, Kinds<M, C, P>>
    where
        Kinds<M, C, P>: Kind,
    {
        Spec::of([begin, end, strides])
    }
}

impl<const N: usize, K: Kind> Spec<N, K> {
    /// A spec of begin, end and stride of each entry. Fails to compile if the axes do not follow from the masks.
    #[inline(always)]
    pub(crate) const fn of(numbers: [[i64; N]; 3]) -> Self {
        const {
            let masks = K::MASKS;
            assert!(N <= MAX_ENTRIES, "a spec has at most 31 entries");
            assert!(masks.ellipsis_mask.count_ones() <= 1, "a spec has at most one ellipsis");
            let (taken, given) = masks.axes(N);
            assert!(
                taken == K::TAKEN && given == K::GIVEN,
                "the axes of this spec do not follow from its masks"
            );
        }
        Self { numbers, kinds: PhantomData }
    }

    /// The begin of each entry; 0 if it is absent.
    #[must_use]
    pub const fn begin(&self) -> &[i64; N] {
        &self.numbers[0]
    }

    /// The end of each entry; 0 if it is absent.
    #[must_use]
    pub const fn end(&self) -> &[i64; N] {
        &self.numbers[1]
    }

    /// The stride of each entry.
    #[must_use]
    pub const fn strides(&self) -> &[i64; N] {
        &self.numbers[2]
    }

    /// The five masks.
    #[must_use]
    pub const fn masks(&self) -> Masks {
        K::MASKS
    }

    /// The encoding, borrowed.
    #[inline(always)]
    #[must_use]
    pub const fn as_encoding(&self) -> EncodingRef<'_> {
        let [begin, end, strides] = &self.numbers;
        EncodingRef { begin, end, strides, masks: K::MASKS, windows: K::WINDOWS, lists: 0 }
    }

    #[inline(always)]
    pub(crate) const fn numbers(&self) -> &[[i64; N]; 3] {
        &self.numbers
    }

    /// The encoding, owned.
    #[must_use]
    pub fn to_encoding(&self) -> Encoding {
        self.as_encoding().into()
    }
}

impl<const N: usize, K> Clone for Spec<N, K> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<const N: usize, K> Copy for Spec<N, K> {}

/// Specs are equal if their encodings are. Specs of different kinds have different types.
impl<const N: usize, K> PartialEq for Spec<N, K> {
    fn eq(&self, other: &Self) -> bool {
        self.numbers == other.numbers
    }
}

impl<const N: usize, K> Eq for Spec<N, K> {}

impl<const N: usize, K> core::hash::Hash for Spec<N, K> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.numbers.hash(state);
    }
}

impl<const N: usize, K: Kind> AsEncoding for Spec<N, K> {
    fn as_encoding(&self) -> EncodingRef<'_> {
        self.as_encoding()
    }
}

impl<const N: usize, K: Kind> fmt::Display for Spec<N, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display::entries(self.as_encoding(), f)
    }
}

impl<const N: usize, K: Kind> fmt::Debug for Spec<N, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s![{self}]")
    }
}
