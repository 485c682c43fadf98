//! What users of other libraries write, and tslice does not have: operators here, names in `names`,
//! methods of types that are no arrays in `others`. It is a compile error that says what to write.

mod names;
mod others;

use core::cmp::Ordering;
use core::ops;

use crate::array::{Array, AsView, Read};
use crate::layout::Dims;
use crate::pick::PickMut;
use crate::spec::Spec;

pub use names::Axis;
pub use others::{NotAnArray, NotAnIterator};

/// The body of a function that nothing calls, because its bound does not hold. With `unreachable!`
/// in each of a thousand, a check of this crate takes 2 % longer.
fn absent<T>() -> T {
    unreachable!()
}

/// No spec has this.
#[diagnostic::on_unimplemented(
    message = "all entries of a spec stand between one pair of brackets: `s![1, 2]`"
)]
pub trait EntriesShareBrackets<I> {}

#[doc(hidden)]
impl<const N: usize, K, L, I> ops::Index<I> for Spec<N, K, L>
where
    Self: EntriesShareBrackets<I>,
{
    type Output = Self;

    fn index(&self, _: I) -> &Self {
        self
    }
}

/// No operand has this. A user's own type may be the operand of an impl of the user's. If the
/// operand has the type of the array, the compiler shows the name of this trait alone.
#[diagnostic::on_unimplemented(
    message = "arrays have no operators: `zip((&a, &b)).map(|(a, b)| a + b)` combines two arrays, \
               `map(|x| x + 1.0)` an array and a number",
    label = "tslice has closures for this",
    note = "in place: `zip((&mut a, &b)).for_each(|(a, b)| *a += b)`, `map_inplace(|x| *x += 1.0)`"
)]
pub trait ZipCombinesElements {
    /// Unknown, so that the compiler reports nothing else about it.
    type Output;
}

/// No array has this. For an operator of one operand, the compiler's error has the name of the
/// trait that it misses.
pub trait MapCallsAClosure {}

macro_rules! prefixes {
    ($([$($reference:tt)?] $operator:ident $method:ident;)+) => {$(
        #[doc(hidden)]
        impl<S, D: Dims> ops::$operator for $($reference)? Array<S, D>
        where
            Array<S, D>: MapCallsAClosure,
        {
            type Output = Self;

            fn $method(self) -> Self {
                absent()
            }
        }
    )+};
}

prefixes! {
    [] Neg neg;
    [&] Neg neg;
    [] Not not;
    [&] Not not;
}

macro_rules! operators {
    ($($operator:ident $method:ident, $assign:ident $assigns:ident;)+) => {$(
        operators! { @ [R] $operator<R> $method: &Array<S, D>, Array<S, D> where R }
        // A literal is one of these numbers.
        operators! { @ [] $operator<Array<S, D>> $method: f64, i32 where Array<S, D> }
        operators! { @ [] $operator<&Array<S, D>> $method: f64, i32 where Array<S, D> }

        operators! {
            = $assign $assigns:
            [S, D: Dims] Array<S, D>;
            [S, D: Dims] &mut Array<S, D>;
            [T] PickMut<'_, T>;
        }
    )+};
    (@ $parameter:tt $operator:ident<$right:ty> $method:ident:
     $($left:ty),+ where $combined:ty) => {
        $(operators! { # $parameter $operator<$right> $method: $left where $combined })+
    };
    (= $operator:ident $method:ident: $([$($parameters:tt)*] $left:ty;)+) => {$(
        #[doc(hidden)]
        impl<$($parameters)*, R: ZipCombinesElements> ops::$operator<R> for $left {
            fn $method(&mut self, _: R) {
                absent()
            }
        }
    )+};
    (# [$($parameter:ident)?] $operator:ident<$right:ty> $method:ident:
     $left:ty where $combined:ty) => {
        #[doc(hidden)]
        impl<S, D: Dims, $($parameter)?> ops::$operator<$right> for $left
        where
            $combined: ZipCombinesElements,
        {
            type Output = <$combined as ZipCombinesElements>::Output;

            fn $method(self, _: $right) -> Self::Output {
                absent()
            }
        }
    };
}

operators! {
    Add add, AddAssign add_assign;
    Sub sub, SubAssign sub_assign;
    Mul mul, MulAssign mul_assign;
    Div div, DivAssign div_assign;
    Rem rem, RemAssign rem_assign;
    BitAnd bitand, BitAndAssign bitand_assign;
    BitOr bitor, BitOrAssign bitor_assign;
    BitXor bitxor, BitXorAssign bitxor_assign;
    Shl shl, ShlAssign shl_assign;
    Shr shr, ShrAssign shr_assign;
}

/// No operand has this.
#[diagnostic::on_unimplemented(
    message = "arrays have no order: `map(|&x| x > 5)` is a mask, \
               `zip((&a, &b)).map(|(a, b)| a > b)` one of two arrays",
    label = "tslice has closures for this"
)]
pub trait ZipComparesElements<T>: AsView<T> {}

#[doc(hidden)]
impl<S: Read<Elem: PartialEq>, D: Dims, R: ZipComparesElements<S::Elem>> PartialOrd<R>
    for Array<S, D>
{
    fn partial_cmp(&self, _: &R) -> Option<Ordering> {
        absent()
    }
}
