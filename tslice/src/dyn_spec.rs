//! A spec known at run time.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use smallvec::SmallVec;
use tslice_core::__ops::{or_panic, print_listed};
use tslice_core::__specs::{List, SeeList, Source, Trust};
use tslice_core::traits::AsEncoding;
use tslice_core::typed_spec::Kind;
use tslice_core::{Dims, Dyn, Encoding, EncodingRef, InlineSpec, SliceError, Slices, Spec};
use tslice_entry::{Entry, Form, Forms, Row};

/// A slice spec known at run time: the language of `s!` with literal bounds, parsed from text.
///
/// ```
/// use tslice::{DynSpec, Tensor};
///
/// let spec: DynSpec = "1, 2:4, newaxis, ..., :-3:-1, :".parse()?;
/// assert_eq!(spec.to_string(), "1, 2:4, newaxis, .., :-3:-1, :");
/// let t = Tensor::from_shape_fn([5, 5, 5, 5, 5, 5], |i| i[5]).into_dyn();
/// assert_eq!(t.try_slice(&spec)?.shape(), &[2, 1, 5, 5, 2, 5]);
///
/// let error = "1, 2:4:0".parse::<DynSpec>().unwrap_err();
/// assert_eq!(error.span(), 7..8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct DynSpec {
    // Begin, end and stride of each entry. Up to 4 entries, as nearly all specs have, need no heap.
    begin: SmallVec<[i64; 4]>,
    end: SmallVec<[i64; 4]>,
    strides: SmallVec<[i64; 4]>,
    pub(crate) forms: Forms,
    pub(crate) listed: Vec<Listed>,
}

/// The list or the group that is an entry: the positions and ranges of each list.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Listed {
    pub(crate) entry: usize,
    pub(crate) lists: Vec<Vec<Entry<i64>>>,
}

impl DynSpec {
    fn of(encoding: EncodingRef<'_>) -> Self {
        Self {
            begin: SmallVec::from_slice(encoding.begin),
            end: SmallVec::from_slice(encoding.end),
            strides: SmallVec::from_slice(encoding.strides),
            forms: encoding.forms(),
            listed: Vec::new(),
        }
    }

    /// A spec of `:` for each of `rank` axes, whose entries [`set`](Self::set) replaces.
    ///
    /// ```
    /// use tslice::{DynSpec, DynTensor, s};
    ///
    /// // NumPy: idx = [slice(None)] * a.ndim; idx[k] = i; a[tuple(idx)]
    /// let a = DynTensor::from_shape_vec(&[2, 3], vec![1, 2, 3, 4, 5, 6])?;
    /// let (k, i) = (1, -1);
    /// let mut spec = DynSpec::full(a.rank());
    /// spec.set(k, s![i]);
    /// assert_eq!(spec.to_string(), ":, -1");
    /// assert_eq!(a.slice(&spec), [3, 6]);
    /// # Ok::<(), tslice::ShapeError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If `rank` is above 31.
    #[track_caller]
    pub fn full(rank: usize) -> Self {
        or_panic(EncodingRef::check_lengths([rank; 3], 0));
        let mut full = Self::empty();
        for _ in 0..rank {
            full.push_entry(&Entry::WHOLE);
        }
        full
    }

    /// Appends the entries of another spec, such as `s![1:]`. Specs of one type are
    /// [collected](Iterator::collect).
    ///
    /// ```
    /// use tslice::{DynSpec, s};
    ///
    /// // NumPy: tuple(slice(0, n) for n in shape)
    /// let mut spec: DynSpec = [4, 2].iter().map(|&n| s![:n]).collect();
    /// spec.push(s![.., 0]);
    /// assert_eq!(spec.to_string(), ":4, :2, .., 0");
    /// ```
    ///
    /// # Panics
    ///
    /// If there are then more than 31 entries, or two ellipses.
    #[track_caller]
    pub fn push(&mut self, entries: impl Into<Self>) {
        let len = self.len();
        or_panic(self.replace(len..len, &entries.into()));
    }

    /// Replaces an entry, counted from 0, by the entries of another spec. Each list of a group
    /// counts as one. See [`full`](Self::full).
    ///
    /// # Panics
    ///
    /// If the entry does not exist or is in a group, or there are then more than 31 entries, or two
    /// ellipses.
    #[track_caller]
    pub fn set(&mut self, entry: usize, entries: impl Into<Self>) {
        let len = self.len();
        assert!(
            entry < len,
            "entry {entry} does not exist: the spec has {len}"
        );
        let in_group = |entry| self.forms.get(entry) == Form::Grouped;
        assert!(
            !(in_group(entry) || entry + 1 < len && in_group(entry + 1)),
            "entry {entry} is in a group of lists: a group is not replaced in part"
        );
        or_panic(self.replace(entry..entry + 1, &entries.into()));
    }

    pub(crate) fn empty() -> Self {
        Self {
            begin: SmallVec::new(),
            end: SmallVec::new(),
            strides: SmallVec::new(),
            forms: Forms(0),
            listed: Vec::new(),
        }
    }

    fn len(&self) -> usize {
        self.begin.len()
    }

    #[inline]
    pub(crate) fn push_entry(&mut self, entry: &Entry<i64>) {
        self.push_row(entry.numbers(), entry.form());
    }

    fn push_row(&mut self, row: Row, form: Form) {
        self.forms = self.forms.with(self.len(), form);
        self.push_numbers(row);
    }

    pub(crate) fn push_numbers(&mut self, Row { begin, end, stride }: Row) {
        self.begin.push(begin);
        self.end.push(end);
        self.strides.push(stride);
    }

    /// Appends some entries of another spec, with their lists.
    fn extend(&mut self, spec: &Self, part: Range<usize>) {
        let at = self.len();
        for listed in &spec.listed {
            if part.contains(&listed.entry) {
                let mut listed = listed.clone();
                listed.entry = listed.entry - part.start + at;
                self.listed.push(listed);
            }
        }
        for entry in part {
            let row = Row {
                begin: spec.begin[entry],
                end: spec.end[entry],
                stride: spec.strides[entry],
            };
            self.push_row(row, spec.forms.get(entry));
        }
    }

    fn replace(&mut self, range: Range<usize>, by: &Self) -> Result<(), SliceError> {
        let len = self.len();
        EncodingRef::check_lengths([len - range.len() + by.len(); 3], 0)?;
        let mut joined = Self::empty();
        joined.extend(self, 0..range.start);
        joined.extend(by, 0..by.len());
        joined.extend(self, range.end..len);
        joined.as_encoding().check_entries()?;
        *self = joined;
        Ok(())
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

/// Joins the entries of all specs. Panics as [`push`](DynSpec::push) does.
impl<P: Into<Self>> FromIterator<P> for DynSpec {
    fn from_iter<I: IntoIterator<Item = P>>(specs: I) -> Self {
        let mut joined = Self::empty();
        specs.into_iter().for_each(|spec| joined.push(spec));
        joined
    }
}

impl fmt::Display for DynSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_listed(self, f)
    }
}

impl fmt::Debug for DynSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DynSpec[{self}]")
    }
}

#[allow(
    unsafe_code,
    reason = "says that `DynSpec` can be trusted as the specs of the core are"
)]
impl AsEncoding for DynSpec {
    // SAFETY: `new` needs that `as_encoding` always returns the same: it borrows plain numbers; and
    // that `Slices` does as it does for this encoding: the impls below keep the method that does.
    const TRUST: Trust<Self> = unsafe { Trust::new() };

    fn as_encoding(&self) -> EncodingRef<'_> {
        EncodingRef::of(&self.begin, &self.end, &self.strides, self.forms)
    }
}

#[diagnostic::do_not_recommend]
impl<D: Dims> Slices<D> for DynSpec {
    type Output = Dyn;
}

#[diagnostic::do_not_recommend]
impl<D: Dims> Slices<D> for &DynSpec {
    type Output = Dyn;
}

#[diagnostic::do_not_recommend]
impl<F> Source<F> for DynSpec {
    type Slice = Self;

    fn each_list<'a>(&self, see: SeeList<'_, 'a, F>)
    where
        Self: 'a,
    {
        let lists = self.listed.iter().flat_map(|listed| &listed.lists);
        lists.for_each(|items| see(List::Items(items.clone()), None));
    }
}

/// Keeps all numbers of the encoding, and the bits of its masks that have a meaning.
/// [`Encoding::new`] says what is checked.
impl TryFrom<Encoding> for DynSpec {
    type Error = SliceError;

    fn try_from(e: Encoding) -> Result<Self, SliceError> {
        e.as_encoding().check_fully()?;
        Ok(Self::of(e.as_encoding()))
    }
}

impl From<InlineSpec> for DynSpec {
    fn from(spec: InlineSpec) -> Self {
        Self::of(spec.as_encoding())
    }
}

impl<const N: usize, K: Kind> From<Spec<N, K>> for DynSpec {
    fn from(spec: Spec<N, K>) -> Self {
        Self::of(spec.as_encoding())
    }
}
