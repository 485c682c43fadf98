//! Named specs with a signature.

use core::fmt;
use core::ops::Deref;

use tslice_entry::Range;
use tslice_entry::axis::{MAX_LENGTH, most};

use super::{AsEncoding, EncodingRef, Entry, Kind, Spec, Trust, counted};
use crate::error::Message;

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

/// The number of positions that an entry takes of an axis.
#[derive(Clone, Copy)]
pub struct Taken {
    most: usize,
    /// Whether it takes as many, and not fewer.
    is_exact: bool,
}

impl Taken {
    /// All of an axis that no entry names, or an axis that is new and has one position.
    pub const fn whole(len: Option<usize>) -> Self {
        Self {
            most: or_longest(len) as usize,
            is_exact: len.is_some(),
        }
    }
}

/// The length of an axis, or that of the longest one.
const fn or_longest(len: Option<usize>) -> i64 {
    if let Some(len) = len {
        len as i64
    } else {
        MAX_LENGTH
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

/// What an entry of a spec takes of an axis.
///
/// # Panics
///
/// If an index is out of bounds, a stride is 0, or a range takes nothing.
#[track_caller]
pub const fn taken<const N: usize, K: Kind, L>(
    spec: &Spec<N, K, L>,
    entry: usize,
    axis: usize,
    len: Option<usize>,
) -> Taken {
    let taken = of_item(&spec.as_encoding().entry(entry), axis, len);
    if taken.most == 0 {
        takes_nothing("the range", axis, len);
    }
    taken
}

/// What the items of a list take of an axis together. A range of the list may take nothing.
///
/// # Panics
///
/// If one of them is out of bounds, a stride is 0, or all of them take nothing.
#[track_caller]
pub const fn listed(items: &[Entry], axis: usize, len: Option<usize>) -> Taken {
    let (mut sum, mut at) = (Taken::whole(Some(0)), 0);
    while at < items.len() {
        let Taken { most, is_exact } = match (&items[at], len) {
            // A position is one, whatever the length is.
            (Entry::Index(_), None) => Taken::whole(Some(1)),
            (item, len) => of_item(item, axis, len),
        };
        sum.is_exact &= is_exact && sum.most.checked_add(most).is_some();
        sum.most = sum.most.saturating_add(most);
        at += 1;
    }
    if sum.most == 0 {
        takes_nothing("the list", axis, len);
    }
    sum
}

/// What the lists of a group take of their axes: one length, or 1.
///
/// # Panics
///
/// If the lists have two other lengths.
#[track_caller]
pub const fn group(lists: &[Taken]) -> Taken {
    let (mut group, mut common, mut at) = (Taken::whole(Some(1)), 1, 0);
    while at < lists.len() {
        let Taken { most, is_exact } = lists[at];
        if is_exact && most != 1 {
            if common != 1 && common != most {
                Message::new()
                    .text("the lists have lengths ")
                    .number(common as i128)
                    .text(" and ")
                    .number(most as i128)
                    .text(": they need one length, or 1")
                    .panic()
            }
            common = most;
        }
        if most > group.most {
            group.most = most;
        }
        group.is_exact &= is_exact;
        at += 1;
    }
    group
}

#[track_caller]
const fn takes_nothing(what: &str, axis: usize, len: Option<usize>) -> ! {
    Message::new()
        .text(what)
        .on_axis(" takes nothing of", axis, or_longest(len) as usize)
        .panic()
}

/// What an entry takes of an axis, or an item of a list.
#[track_caller]
const fn of_item(entry: &Entry, axis: usize, len: Option<usize>) -> Taken {
    if matches!(
        entry,
        Entry::Range(Range {
            stride: Some(0),
            ..
        })
    ) {
        Message::zero_stride(axis);
    }
    // The longest axis stands for one that no index is inside of.
    let count = counted(entry, axis, or_longest(len));
    let is_exact = len.is_some() || matches!(entry, Entry::Window { .. });
    Taken {
        most: if is_exact { count } else { most(entry) } as usize,
        is_exact,
    }
}

/// The length of an axis of the result.
///
/// # Panics
///
/// If the signature states another one.
#[track_caller]
pub const fn given(axis: usize, taken: Taken, stated: Option<usize>) -> Option<usize> {
    let Taken { most, is_exact } = taken;
    let Some(stated) = stated else {
        return if is_exact { Some(most) } else { None };
    };
    let (is_right, has) = if is_exact {
        (most == stated, " of the result has length ")
    } else {
        (stated <= most, " of the result has at most length ")
    };
    if !is_right {
        Message::new()
            .text("axis ")
            .number(axis as i128)
            .text(has)
            .number(most as i128)
            .text(", not ")
            .number(stated as i128)
            .panic();
    }
    Some(stated)
}

/// A length that [`given`] found.
///
/// # Panics
///
/// If it is not known: macros ask for lengths that are.
pub const fn known(len: Option<usize>) -> usize {
    len.expect("the length of this axis follows from no number")
}
