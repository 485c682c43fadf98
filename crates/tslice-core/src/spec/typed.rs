//! The spec that `s!` makes: forms in its type, bounds as its values.

use core::fmt::{self, Debug};
use core::hash::Hash;
use core::marker::PhantomData;

use tslice_entry::{Form, Forms, print_spec};

use super::{AsEncoding, Encoding, EncodingRef, MAX_ENTRIES, Masks, Trust};

/// A slice spec of N entries, made by `s!`.
///
/// K is a [`Kinds`]: the form of each entry, and the numbers of axes consumed C and produced P, are
/// types; begin, end and strides are values. Slicing an array of rank R gives rank R - C + P. L are
/// the lists of the spec, `()` if it has none: a spec with lists is for
/// [`pick`](crate::Array::pick) and [`pick_mut`](crate::Array::pick_mut), as strides cannot express
/// what a list selects. `SpecType!` writes the type of a spec. Specs are equal if their encodings
/// and their lists are; specs of different kinds have different types.
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
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spec<const N: usize, K, L = () /* write SpecType![..], spec! { const A = [..]; } */> {
    /// Begin, end and stride of each entry.
    pub(crate) numbers: [[i64; N]; 3],
    pub(crate) lists: L,
    kinds: PhantomData<K>,
}

/// What `s![..]` expands to: begin, end and stride of each of N entries, and TensorFlow's masks.
/// FORMS, C and P are those of [`Kinds`].
#[allow(missing_docs, reason = "the fields have the names of the encoding's")]
pub struct Literal<const N: usize, const FORMS: u128, const C: usize, const P: usize> {
    pub begin: [i64; N],
    pub end: [i64; N],
    pub strides: [i64; N],
    pub begin_mask: u32,
    pub end_mask: u32,
    pub ellipsis_mask: u32,
    pub new_axis_mask: u32,
    pub shrink_axis_mask: u32,
}

impl<const N: usize, const FORMS: u128, const C: usize, const P: usize> Literal<N, FORMS, C, P> {
    /// The spec. A method, so that rustc reports the whole expression where a spec of another type
    /// is expected.
    ///
    /// # Panics
    ///
    /// If the masks are not those of the forms. Fails to compile if the axes are not.
    #[inline(always)]
    pub const fn spec(self) -> Spec<N, Kinds<FORMS, C, P>> {
        let masks = const { Masks::of(Forms(FORMS)) };
        assert!(
            (self.begin_mask == masks.begin_mask)
                & (self.end_mask == masks.end_mask)
                & (self.ellipsis_mask == masks.ellipsis_mask)
                & (self.new_axis_mask == masks.new_axis_mask)
                & (self.shrink_axis_mask == masks.shrink_axis_mask),
            "the masks are not those of the forms"
        );
        Spec::of([self.begin, self.end, self.strides])
    }
}

impl<const N: usize, K: Kind> Spec<N, K> {
    /// A spec of begin, end and stride of each entry. Fails to compile if the axes do not follow
    /// from the forms.
    #[inline(always)]
    pub(crate) const fn of(numbers: [[i64; N]; 3]) -> Self {
        const {
            assert!(N <= MAX_ENTRIES, "a spec has at most 31 entries");
            assert!(
                K::FORMS.count(Form::Ellipsis, N) <= 1,
                "a spec has at most one ellipsis"
            );
            let (consumed, produced) = K::FORMS.axes(N);
            assert!(
                consumed == K::CONSUMED && produced == K::PRODUCED,
                "the axes of this spec do not follow from its entries"
            );
        }
        Self {
            numbers,
            lists: (),
            kinds: PhantomData,
        }
    }

    /// The same spec with the positions of its lists, in the order of its entries.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn with_lists<L>(self, lists: L) -> Spec<N, K, L> {
        Spec {
            numbers: self.numbers,
            lists,
            kinds: PhantomData,
        }
    }
}

impl<const N: usize, K: Kind, L> Spec<N, K, L> {
    /// The begin of each entry; 0 if it is absent.
    pub const fn begin(&self) -> &[i64; N] {
        &self.numbers[0]
    }

    /// The end of each entry; 0 if it is absent. A window has its length here.
    pub const fn end(&self) -> &[i64; N] {
        &self.numbers[1]
    }

    /// The stride of each entry.
    pub const fn strides(&self) -> &[i64; N] {
        &self.numbers[2]
    }

    /// The five masks.
    pub const fn masks(&self) -> Masks {
        Masks::of(K::FORMS)
    }

    /// The encoding, borrowed.
    #[inline(always)]
    pub const fn as_encoding(&self) -> EncodingRef<'_> {
        let [begin, end, strides] = &self.numbers;
        EncodingRef {
            begin,
            end,
            strides,
            forms: K::FORMS,
        }
    }

    /// The encoding, owned.
    ///
    /// # Panics
    ///
    /// If the spec has a window or a list, which TensorFlow lacks;
    /// `Encoding::try_from(spec.as_encoding())` is an error then.
    #[track_caller]
    pub fn to_encoding(&self) -> Encoding {
        self.as_encoding().to_encoding()
    }
}

impl<const N: usize, K: Kind, L> AsEncoding for Spec<N, K, L> {
    const TRUST: Trust<Self> = Trust::OWN;

    fn as_encoding(&self) -> EncodingRef<'_> {
        self.as_encoding()
    }
}

impl<const N: usize, K: Kind> fmt::Display for Spec<N, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_spec(self.as_encoding().entries(), |_, _| None, f)
    }
}

/// What the entries of a typed spec are, as a type: their forms, the number of axes that they
/// consume C, and of axes that they produce P.
///
/// FORMS has a hexadecimal digit for each entry, that of entry 0 last: 0 to 3 a range (1 without
/// begin, 2 without end, 3 without both), 4 an index, 5 a new axis, 6 the ellipsis, 7 a window, 8 a
/// list, 9 a further list of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kinds<const FORMS: u128, const C: usize, const P: usize>;

/// A [`Kinds`], whatever its parameters are: the bound of code that takes any typed spec. It is
/// sealed.
pub trait Kind: Copy + Debug + Eq + Hash + Send + Sync + sealed::Sealed + 'static {}

impl<const FORMS: u128, const C: usize, const P: usize> Kind for Kinds<FORMS, C, P> {}

/// The lists L of a [`Spec`] that a view can be sliced by: none.
#[diagnostic::on_unimplemented(
    message = "a spec with a list cannot be a view: `pick` copies its elements, and `pick_mut` \
        writes them",
    label = "a list is for `pick`",
    note = "write `.pick(..)` for `.slice(..)`, `.pick_mut(..)` for `.slice_mut(..)`, and \
        `.tpick(..)` for `.tslice(..)`",
    note = "positions of an axis that is known at run time are picked by `take(axis, &rows)`, and \
        by `ttake(axis, &rows)` of burn's and candle's tensors"
)]
pub trait NoLists {}

#[diagnostic::do_not_recommend]
impl NoLists for () {}

mod sealed {
    use super::{Forms, Kinds};

    pub trait Sealed {
        /// The form of each entry.
        const FORMS: Forms;
        /// Axes of the input that are consumed, those of the ellipsis aside.
        const CONSUMED: usize;
        /// Axes of the result that are produced, those of the ellipsis aside.
        const PRODUCED: usize;
    }

    impl<const FORMS: u128, const C: usize, const P: usize> Sealed for Kinds<FORMS, C, P> {
        const FORMS: Forms = Forms(FORMS);
        const CONSUMED: usize = C;
        const PRODUCED: usize = P;
    }
}
