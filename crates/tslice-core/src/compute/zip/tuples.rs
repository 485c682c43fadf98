//! The operands of a zip: tuples of one to six.

use core::mem::MaybeUninit;
use core::ops::ControlFlow;

use super::operand::{IntoOperand, ItemOf, Operand};
use crate::copy::{self, is_float, is_integer, is_primitive};
use crate::error::ShapeError;
use crate::layout::{BroadcastWith, Ranked};

/// Rows of at least this many bytes use AVX2. Its loop takes four vectors at a time, and the rest
/// of a row in vectors that are shorter than those of SSE2, so a short row takes longer by it.
const LONG: usize = 256;

/// Whether `len` values of a type are worth the test for the vectors of the machine.
#[inline(always)]
pub(in super::super) fn is_long<T>(len: usize) -> bool {
    len >= LONG / size_of::<T>().max(1)
}

/// No operand repeats an element. By name, so that all rows without repeats share one loop.
#[inline(always)]
pub(super) fn none(_operand: usize) -> bool {
    false
}

/// Elements of a row before the first one whose address is a multiple of the size of AVX2's
/// vectors, if the row has vectors enough. Stores that cross lines of the cache take twice as long:
/// row `zip of two shifted views` of f64.
#[inline(always)]
fn unaligned<T>(first: *const T, len: usize) -> usize {
    let size = size_of::<T>().max(1);
    // Each of these elements, at most `lanes`, takes as long as a vector: a row of fewer vectors
    // than twice as many gains nothing.
    let lanes = 32 / size;
    if len < 2 * lanes * lanes {
        return 0;
    }
    first.addr().wrapping_neg() % 32 / size
}

/// Whether the items of an operand refer to copies: of elements that are small and primitive.
#[inline(always)]
fn copies<O: Operand>() -> bool {
    size_of::<O::Elem>() <= 16 && is_primitive::<O::Elem>()
}

/// The items of a tuple of operands for one lifetime: apart from [`Operands`], where a type with a
/// lifetime would have to outlive every one that a closure is called with.
pub trait ItemsOf<'i, Outlives = &'i Self> {
    /// The tuple.
    type Items;
}

/// The items that the operands of a zip give to a closure: a tuple of `&T` for shared operands and
/// `&mut T` for exclusive ones.
///
/// A reference may point to a copy of the element, so it lives for the call of the closure only.
pub type Items<'i, O> = <O as ItemsOf<'i>>::Items;

/// A tuple of what can be operands, one to six of them: each is an [`IntoOperand`]. N is their
/// number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of one to six operands of a zip",
    label = "the operands stand in one tuple, `zip((&a, &b))`, or `zip((&a,))` for one",
    note = "an operand is `&array`, `&mut array`, or an array by value",
    note = "for more than six, an array of pairs is one operand: `zip((&a, &b)).map(|(a, b)| (*a, \
        *b))`"
)]
pub trait IntoOperands<const N: usize> {
    /// The operands.
    type Operands: Operands<N>;

    #[doc(hidden)]
    fn into_operands(self) -> Result<Self::Operands, ShapeError>;
}

/// The dims of what arrays broadcast to, whose dims are the list `(((A,), B), C)`: those with the
/// most axes.
pub trait BroadcastAll {
    /// The dims of the result.
    type Dims: Ranked;
}

impl<D: Ranked> BroadcastAll for (D,) {
    type Dims = D;
}

#[diagnostic::do_not_recommend]
impl<L: BroadcastAll, E> BroadcastAll for (L, E)
where
    L::Dims: BroadcastWith<E>,
{
    type Dims = <L::Dims as BroadcastWith<E>>::Wide;
}

mod sealed {
    pub trait Operands {}
}

/// A tuple of one to six operands; N is their number. Only this crate has impls, which `unsafe`
/// code trusts.
pub trait Operands<const N: usize>: sealed::Operands + for<'i> ItemsOf<'i> {
    /// The dims of the operands, as a list.
    type Dims;

    /// Bytes of an element of each operand.
    #[doc(hidden)]
    const SIZES: [usize; N];
    #[doc(hidden)]
    const EXCLUSIVE: [bool; N];

    /// Whether the elements of each operand are `Copy`.
    #[doc(hidden)]
    fn plain() -> [bool; N];
    #[doc(hidden)]
    fn shapes(&self) -> [&[usize]; N];
    #[doc(hidden)]
    fn strides(&self) -> [&[isize]; N];
    /// The first element of each operand, as long as the operands stay where they are.
    ///
    /// # Safety
    ///
    /// The elements of shared operands are not written.
    #[doc(hidden)]
    unsafe fn first_element(&mut self) -> [*mut u8; N];

    /// Calls the closure for each element of rows. A shared operand that `repeats` one element has
    /// that element for all of the row.
    ///
    /// # Safety
    ///
    /// `out.len()` elements of each operand, or copies of them, follow each other from `first` on,
    /// or there is one if the operand is shared and repeats it; no other reference writes them, or
    /// reads those of exclusive operands.
    #[doc(hidden)]
    unsafe fn walk_rows<U, Y, E>(
        first: [*mut u8; N],
        repeats: impl Fn(usize) -> bool,
        out: &mut [MaybeUninit<U>],
        state: Y,
        f: &mut impl for<'i> FnMut(Y, Items<'i, Self>) -> ControlFlow<E, (Y, U)>,
    ) -> ControlFlow<E, Y>;

    /// The items of one element of each operand.
    ///
    /// # Safety
    ///
    /// The elements live for `'i`; no other code writes them, or reads those of exclusive operands.
    #[doc(hidden)]
    unsafe fn items_at<'i>(elements: [*mut u8; N]) -> Items<'i, Self>
    where
        Self: 'i;
}

macro_rules! list {
    ($list:ty;) => { $list };
    ($list:ty; $head:ident $($tail:ident)*) => { list!(($list, $head::Dims); $($tail)*) };
}

macro_rules! tuples {
    ($($n:literal: $first:ident [$($other:ident)*] $($type:ident $row:ident $at:tt),+;)+) => {$(
        impl<$($type: IntoOperand),+> IntoOperands<$n> for ($($type,)+) {
            type Operands = ($($type::Operand,)+);

            #[inline(always)]
            fn into_operands(self) -> Result<Self::Operands, ShapeError> {
                Ok(($(self.$at.into_operand()?,)+))
            }
        }

        #[doc(hidden)]
        impl<'i, $($type: Operand),+> ItemsOf<'i> for ($($type,)+) {
            type Items = ($(<$type as ItemOf<'i>>::Item,)+);
        }

        impl<$($type: Operand),+> sealed::Operands for ($($type,)+) {}

        #[doc(hidden)]
        #[diagnostic::do_not_recommend]
        impl<$($type: Operand),+> Operands<$n> for ($($type,)+) {
            type Dims = list!(($first::Dims,); $($other)*);

            const SIZES: [usize; $n] = [$(size_of::<$type::Elem>()),+];
            const EXCLUSIVE: [bool; $n] = [$($type::EXCLUSIVE),+];

            #[inline(always)]
            fn plain() -> [bool; $n] {
                [$(copy::is_copy::<$type::Elem>()),+]
            }

            #[inline(always)]
            fn shapes(&self) -> [&[usize]; $n] {
                [$(self.$at.shape()),+]
            }

            #[inline(always)]
            fn strides(&self) -> [&[isize]; $n] {
                [$(self.$at.strides()),+]
            }

            #[inline(always)]
            unsafe fn first_element(&mut self) -> [*mut u8; $n] {
                // SAFETY: `first` needs that elements of shared operands are not written: the
                // condition of this function.
                [$(unsafe { self.$at.first_element() }.cast()),+]
            }

            #[inline]
            unsafe fn walk_rows<U, Y, E>(
                first: [*mut u8; $n],
                repeats: impl Fn(usize) -> bool,
                out: &mut [MaybeUninit<U>],
                state: Y,
                f: &mut impl for<'i> FnMut(Y, Items<'i, Self>) -> ControlFlow<E, (Y, U)>,
            ) -> ControlFlow<E, Y> {
                /// Rows are arguments so that `noalias` separates a row that is written from the
                /// others.
                ///
                /// # Safety
                ///
                /// Each row has `out.len()` elements, or one if it is shared and `repeats` says so;
                /// no other reference writes them, or reads those of exclusive rows.
                #[inline(always)]
                #[allow(clippy::too_many_arguments, reason = "one for each operand")]
                unsafe fn rows<'r, $($type: Operand + 'r,)+ U, Y, Z>(
                    $($row: <$type as ItemOf<'r>>::Row,)+
                    repeats: impl Fn(usize) -> bool,
                    out: &mut [MaybeUninit<U>],
                    mut state: Y,
                    f: &mut impl for<'i> FnMut(
                        Y,
                        Items<'i, ($($type,)+)>,
                    ) -> ControlFlow<Z, (Y, U)>,
                ) -> ControlFlow<Z, Y> {
                    let len = out.len();
                    let out = out.as_mut_ptr();
                    // SAFETY: `first_of_row` needs that elements of shared operands are not
                    // written: `item_at` gives shared references to them.
                    $(let $row = unsafe { $type::first_of_row($row) }.cast::<MaybeUninit<_>>();)+
                    let copies = [$(copies::<$type>()),+];
                    let repeats = [$(!$type::EXCLUSIVE && repeats($at)),+];
                    // Vectors are aligned in what is written.
                    let head = $(if $type::EXCLUSIVE { unaligned($row, len) } else)+ {
                        unaligned(out, len)
                    };
                    // Both parts are of one loop, so that the closure is compiled once.
                    for part in [0..head, head..len] {
                        for at in part {
                            // The compiler makes a loop of its own of each choice: it is the same
                            // for all of the row.
                            let place = |operand: usize| if repeats[operand] { 0 } else { at };
                            // An element is read, and written, whether the closure does so or not,
                            // so that a choice needs no branch. SAFETY: `read` needs a live element
                            // that is not written now: one of a row.
                            let mut held = ($(unsafe { $row.wrapping_add(place($at)).read() },)+);
                            // SAFETY: `item_at` needs a live element that only this row reaches:
                            // each row has `len` of them (the condition of `rows`), and `at` is
                            // below `len`, as `head` is (`unaligned`); or it has one, which is
                            // shared; or a copy of such a one.
                            let items = ($(unsafe {
                                $type::item_at(match copies[$at] {
                                    true => held.$at.as_mut_ptr(),
                                    false => $row.wrapping_add(place($at)).cast(),
                                })
                            },)+);
                            let flow = f(state, items);
                            $(if $type::EXCLUSIVE && copies[$at] {
                                // SAFETY: `write` needs a place that is valid for writes: that of
                                // the element of an exclusive row, whose copy has nothing to drop.
                                unsafe { $row.wrapping_add(at).write(held.$at) };
                            })+
                            let (next, value) = flow?;
                            // SAFETY: a place needs to be valid for writes: `at` is below the
                            // length of `out`.
                            unsafe { out.wrapping_add(at).write(MaybeUninit::new(value)) };
                            state = next;
                        }
                    }
                    ControlFlow::Continue(state)
                }

                /// [`rows`] with wide vectors. A closure around it would hide from the compiler
                /// that the rows are separate from what the closure of the user refers to.
                ///
                /// # Safety
                ///
                /// That of [`rows`], and the machine has AVX2 and FMA.
                #[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma"))]
                #[allow(clippy::too_many_arguments, reason = "one for each operand")]
                unsafe fn wide_rows<'r, $($type: Operand + 'r,)+ U, Y, Z>(
                    $($row: <$type as ItemOf<'r>>::Row,)+
                    repeats: impl Fn(usize) -> bool,
                    out: &mut [MaybeUninit<U>],
                    state: Y,
                    f: &mut impl for<'i> FnMut(
                        Y,
                        Items<'i, ($($type,)+)>,
                    ) -> ControlFlow<Z, (Y, U)>,
                ) -> ControlFlow<Z, Y> {
                    // SAFETY: `rows` needs what this function needs.
                    unsafe { rows::<$($type,)+ U, Y, Z>($($row,)+ repeats, out, state, f) }
                }

                let len = out.len();
                let count = |is_one: bool| if is_one { 1 } else { len };
                // SAFETY: `row_of` needs `len` elements in a row that no other reference writes or
                // reads, or one: the condition of `walk_rows`.
                let ($($row,)+) = ($(unsafe {
                    $type::row_of(first[$at].cast(), count(!$type::EXCLUSIVE && repeats($at)))
                },)+);
                // Floats become integers one by one, which takes longer among wide vectors.
                let are_floats = $(is_float::<$type::Elem>())||+;
                let to_integers =
                    is_integer::<U>() $(|| $type::EXCLUSIVE && is_integer::<$type::Elem>())+;
                // Of a closure that writes to some elements, AVX2 has stores with masks: rows
                // `map_inplace that branches` take 3 to 6 times as long on processors of AMD.
                let writes_floats = $($type::EXCLUSIVE && is_float::<$type::Elem>())||+;
                let is_narrow = are_floats && to_integers || writes_floats;
                if !is_narrow
                    && (is_long::<U>(len) $(|| is_long::<$type::Elem>(len))+)
                    && tslice_kernels::has_wide_vectors()
                {
                    // SAFETY: `wide_rows` needs rows as long as `out`, which were made so, and a
                    // machine with AVX2 and FMA: `has_wide_vectors`.
                    unsafe { wide_rows::<$($type,)+ U, Y, E>($($row,)+ repeats, out, state, f) }
                } else {
                    // SAFETY: `rows` needs rows as long as `out`.
                    unsafe { rows::<$($type,)+ U, Y, E>($($row,)+ repeats, out, state, f) }
                }
            }

            #[inline(always)]
            unsafe fn items_at<'i>(elements: [*mut u8; $n]) -> Items<'i, Self>
            where
                Self: 'i,
            {
                // SAFETY: `item_at` needs a live element that no other code uses: the condition of
                // `items_at`.
                ($(unsafe { $type::item_at(elements[$at].cast()) },)+)
            }
        }
    )+};
}

tuples! {
    1: A [] A a 0;
    2: A [B] A a 0, B b 1;
    3: A [B C] A a 0, B b 1, C c 2;
    4: A [B C D] A a 0, B b 1, C c 2, D d 3;
    5: A [B C D G] A a 0, B b 1, C c 2, D d 3, G g 4;
    6: A [B C D G H] A a 0, B b 1, C c 2, D d 3, G g 4, H h 5;
}
