//! The specs that pick, and what their lists are written with: literals, borrowed lists and masks.

use alloc::vec::Vec;
use core::fmt;

use tslice_entry::{Entry, Range, print_spec};

use super::elements::{AllLists, Elements, List, Listable, Written};
use crate::array::{Array, AsView, Integer, Read, Ref};
use crate::layout::{Dims, Rank};
use crate::resolve::checked::Checked;
use crate::spec::{AsEncoding, Encoding, EncodingRef, InlineSpec, Kind, NoLists, ShapedSpec, Spec};

/// Takes a list of a spec, and the list of another crate that stands there, if one does: the list
/// is empty then.
pub type SeeList<'s, 'a, F> = &'s mut dyn FnMut(List<'a>, Option<&F>);

/// Writes [`Lists`] for a list and those behind it.
macro_rules! lists_from {
    ($([$($parameter:tt)*] $list:ty, $this:ident => $value:expr;)+) => {$(
        impl<F, L: Lists<F>, $($parameter)*> Lists<F> for ($list, L) {
            fn each<'a>(&self, see: SeeList<'_, 'a, F>)
            where
                Self: 'a,
            {
                let $this = &self.0;
                see($value, None);
                self.1.each(see);
            }
        }
    )+};
}

lists_from! {
    [const N: usize] [i64; N], list => List::Items(list.map(Entry::Index).into());
    [const N: usize] [Entry<i64>; N], list => List::Items(list.to_vec());
    [] Borrowed<'_>, list => List::Elements(list.list);
}

/// What lists of another crate are, such as tensors on a device. `s![&list]` holds such a value,
/// which [`AsList::as_list`] returns beside an empty array.
pub trait ForeignList: Clone {}

impl<F: ForeignList, L: Lists<F>> Lists<F> for (Borrowed<'_, F>, L) {
    fn each<'a>(&self, see: SeeList<'_, 'a, F>)
    where
        Self: 'a,
    {
        see(List::Elements(self.0.list), Some(&self.0.is));
        self.1.each(see);
    }
}

/// A list or a mask that is borrowed: `&rows`. Its type does not have that of the elements, so that
/// a wrong one is one error. `I` is `IsList`, or a [`ForeignList`]: the compiler cannot infer it
/// for other types, and then reports nothing more about the spec.
#[derive(Clone, Copy)]
pub struct Borrowed<'a, I = IsList> {
    list: Elements<'a>,
    is: I,
}

/// What only lists are.
#[derive(Clone, Copy)]
pub struct IsList;

/// What no list is.
#[derive(Clone, Copy)]
pub enum Decoy {}

/// A dummy impl: without it rustc would report a wrong list, of which it cannot infer `I`, a second
/// time, as a list that is sliced by.
#[doc(hidden)]
#[diagnostic::do_not_recommend]
impl<L> NoLists for (Borrowed<'_, Decoy>, L) {}

/// What `&rows` may be: a slice, an array, a vector, or an array of rank 1. `take` has lists of
/// more axes, too: arrays of dims D, and nested arrays of up to three levels.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list",
    label = "not a list of positions or a mask",
    note = "`&rows` is a slice, a `Vec` or an array of rank 1, of integers or of `bool`s; one \
        integer stands without the `&`",
    note = "indices of a higher rank are for `a.take(axis, &labels)`, and a mask of several axes \
            for `a.select(&mask)` and `select_mut`; of burn's and candle's tensors, for \
            `ttake(axis, &labels)` and `tselect(&mask)`",
    note = "a list of a higher rank is `&list.reshape(-1)`",
    note = "an array of another crate is lent: `&list.lend()`; a tensor of rank 1 of burn or \
            candle is a list for tensors of that crate"
)]
pub trait AsList<I = IsList, D: Dims = Rank<1>> {
    /// An integer type, or `bool`.
    #[doc(hidden)]
    type Element: Listable;

    #[doc(hidden)]
    fn as_list(&self) -> (Array<Ref<'_, Self::Element>, D>, I);
}

/// A list of integers, for `take`: implemented list by list, because a bound of [`AsList::Element`]
/// would be a second error about what is not a list.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of positions",
    label = "not a list of positions",
    note = "a list of positions is a slice, a nested array, a `Vec` or an array, of integers",
    note = "one position is `index_axis(axis, 1)`, and a range is `slice_axis(axis, s![0:2])`",
    note = "a mask of one axis is for `compress(axis, &mask)`, one of the first axes or of all \
        for `select(&mask)`",
    note = "an array of another crate is lent: `&list.lend()`"
)]
pub trait AsPositions<D: Dims = Rank<1>>: AsList<IsList, D> {}

#[diagnostic::do_not_recommend]
impl<D: Dims, X: AsPositions<D> + ?Sized> AsPositions<D> for &X {}

/// A mask, for `compress`.
#[diagnostic::on_unimplemented(
    message = "`compress` takes a mask, and this is `{Self}`",
    label = "not a list of `bool`s",
    note = "a mask is a slice, a `Vec` or an array of rank 1, of `bool`s: \
        `row.map(|&x| x > 5)`",
    note = "positions are for `take(axis, &list)`, and a mask of several axes for `select(&mask)`",
    note = "an array of another crate is lent: `&mask.lend()`"
)]
pub trait AsMask: AsView<bool, Dims = Rank<1>> {}

#[diagnostic::do_not_recommend]
impl<X: AsView<bool, Dims = Rank<1>> + ?Sized> AsMask for X {}

/// Writes [`AsList`] for what reads as an array. It is not one implementation for all of them,
/// because the compiler says more of a type that has none.
macro_rules! lists {
    ($([$($parameters:tt)*] $list:ty, $element:ty, $dims:ty;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($parameters)*> AsList<IsList, $dims> for $list
        where
            $element: Listable,
        {
            type Element = $element;

            fn as_list(&self) -> (Array<Ref<'_, $element>, $dims>, IsList) {
                (self.as_view(), IsList)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($parameters)*> AsPositions<$dims> for $list where $element: Integer {}
    )+};
}

lists! {
    [T] [T], T, Rank<1>;
    [T, const N: usize] [T; N], T, Rank<1>;
    [T, const M: usize, const N: usize] [[T; N]; M], T, Rank<2>;
    [T, const L: usize, const M: usize, const N: usize] [[[T; N]; M]; L], T, Rank<3>;
    [T] Vec<T>, T, Rank<1>;
    [S: Read, D: Dims] Array<S, D>, S::Elem, D;
}

#[diagnostic::do_not_recommend]
impl<I, D: Dims, X: AsList<I, D> + ?Sized> AsList<I, D> for &X {
    type Element = X::Element;

    fn as_list(&self) -> (Array<Ref<'_, X::Element>, D>, I) {
        (**self).as_list()
    }
}

/// A borrowed list of a spec.
pub fn borrowed<I, X: AsList<I> + ?Sized>(list: &X) -> Borrowed<'_, I> {
    let (list, is) = list.as_list();
    Borrowed {
        list: Listable::elements(list),
        is,
    }
}

/// A literal list of positions.
pub const fn positions<const N: usize>(list: [i64; N]) -> [i64; N] {
    list
}

/// A literal list with ranges.
pub const fn items<const N: usize>(list: [Entry<i64>; N]) -> [Entry<i64>; N] {
    list
}

/// A range of a literal list.
pub const fn run(begin: Option<i64>, end: Option<i64>, stride: i64) -> Entry<i64> {
    Entry::Range(Range {
        begin,
        end,
        stride: Some(stride),
    })
}

/// A window of a literal list.
pub const fn window(start: i64, length: i64) -> Entry<i64> {
    Entry::Window {
        start,
        length,
        stride: 1,
    }
}

/// A position of a literal list that has ranges, too.
pub const fn item(index: i64) -> Entry<i64> {
    Entry::Index(index)
}

/// A spec, and the lists beside its encoding. F are those that belong to another crate.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a slice spec",
    label = "write `tslice::s![..]`, or pass a `&DynSpec`",
    note = "the `s!` of another crate writes that crate's specs"
)]
pub trait Source<F = IsList>: AsEncoding {
    /// The spec without its lists: each is a whole axis.
    type Slice;

    /// Calls a function with each list, in the order of their entries.
    #[doc(hidden)]
    fn each_list<'a>(&self, _see: SeeList<'_, 'a, F>)
    where
        Self: 'a,
    {
    }

    /// The lists. That of another crate is empty.
    #[doc(hidden)]
    fn lists<'a>(&self) -> AllLists<'a>
    where
        Self: 'a,
    {
        let mut lists = AllLists::new();
        self.each_list(&mut |list, _| lists.push(list));
        lists
    }

    /// The lists of another crate; `None` for each that is not.
    #[doc(hidden)]
    fn foreign(&self) -> Vec<Option<F>>
    where
        F: Clone,
    {
        let mut lists = Vec::new();
        self.each_list(&mut |_, foreign| lists.push(foreign.cloned()));
        lists
    }
}

/// Writes [`Source`] for specs without lists, and for those that have the lists of another one.
macro_rules! sources {
    ($([$($parameters:tt)*] $spec:ty, $slice:ty $(, $this:ident => $of:expr)?;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<F, $($parameters)*> Source<F> for $spec {
            type Slice = $slice;

            $(fn each_list<'a>(&self, see: SeeList<'_, 'a, F>)
            where
                Self: 'a,
            {
                let $this = self;
                $of.each_list(see);
            })?
        }
    )+};
}

sources! {
    [] Encoding, Self;
    [] EncodingRef<'_>, Self;
    [] InlineSpec, Self;
    [D, E, const N: usize, K: Kind, L: Lists<F>] Checked<D, E, Spec<N, K, L>>,
        Checked<D, E, Spec<N, K>>, this => this.spec;
    [X: Source<F>] &X, X::Slice, this => (**this);
    [X: Source<F>, I, O] ShapedSpec<X, I, O>, X::Slice, this => this.spec;
}

/// The lists of a spec, in the order of its entries: `(list, (list, ()))`. A group is the list of
/// an [`Entry::List`] and one for each [`Entry::Grouped`] behind it.
#[diagnostic::on_unimplemented(
    message = "a list of this spec is a tensor of another crate",
    label = "its elements are for tensors of that crate",
    note = "copy its elements to a `Vec`, and write `&list`"
)]
pub trait Lists<F = IsList> {
    /// Calls a function with each list.
    fn each<'a>(&self, _see: SeeList<'_, 'a, F>)
    where
        Self: 'a,
    {
    }
}

impl<F> Lists<F> for () {}

impl<F, const N: usize, K: Kind, L: Lists<F>> Source<F> for Spec<N, K, L> {
    type Slice = Spec<N, K>;

    fn each_list<'a>(&self, see: SeeList<'_, 'a, F>)
    where
        Self: 'a,
    {
        self.lists.each(see);
    }
}

/// Each entry that is a list or a group, and its lists; of a missing list, none.
pub(super) fn groups<'g, 'l>(
    encoding: EncodingRef<'g>,
    mut lists: &'g [List<'l>],
) -> impl Iterator<Item = (usize, &'g [List<'l>])> {
    let entries = encoding.entries().enumerate();
    let begins = entries.filter(|(_, entry)| *entry == Entry::List);
    begins.map(move |(at, _)| (at, next_group(encoding, at, &mut lists)))
}

/// The lists of an entry, which are taken from the front of some; of a missing list, none.
pub(super) fn next_group<'g, 'l>(
    encoding: EncodingRef<'_>,
    entry: usize,
    lists: &mut &'g [List<'l>],
) -> &'g [List<'l>] {
    let behind = encoding.entries().skip(entry + 1);
    let grouped = behind.take_while(|entry| *entry == Entry::Grouped);
    lists.split_off(..1 + grouped.count()).unwrap_or(&[])
}

/// Prints the entries of a spec, each list in its place.
///
/// # Errors
///
/// If the formatter returns one.
pub fn print_listed(spec: &impl Source, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (encoding, lists) = (spec.as_encoding(), spec.lists());
    let list = |at, f: &mut fmt::Formatter<'_>| {
        let (_, group) = groups(encoding, &lists).find(|(entry, _)| *entry == at)?;
        Some(fmt::Display::fmt(&Written(group), f))
    };
    print_spec(encoding.entries(), list, f)
}

/// The entries, each list in its place.
impl<const N: usize, K: Kind, L: Lists> fmt::Debug for Spec<N, K, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("s![")?;
        print_listed(self, f)?;
        f.write_str("]")
    }
}
