//! Nested arrays as views: `View::<_, 2>::from(&[[1, 2], [3, 4]])`.
//!
//! The rank is named, since an array of arrays is one axis of arrays as well.

use crate::layout::Fixed;
use crate::raw::{Exclusive, Shared};
use crate::view::{View, ViewMut};

macro_rules! nested {
    ($rank:literal, [$($n:ident),+], $array:ty, |$it:ident| $shared:expr, $exclusive:expr) => {
        impl<'a, T, $(const $n: usize),+> From<&'a $array> for View<'a, T, $rank> {
            fn from($it: &'a $array) -> Self {
                View { raw: Shared::row_major($shared, Fixed::row_major([$($n),+])) }
            }
        }

        impl<'a, T, $(const $n: usize),+> From<&'a mut $array> for ViewMut<'a, T, $rank> {
            fn from($it: &'a mut $array) -> Self {
                ViewMut { raw: Exclusive::row_major($exclusive, Fixed::row_major([$($n),+])) }
            }
        }
    };
}

nested! { 1, [A], [T; A], |array| array.as_slice(), array.as_mut_slice() }
nested! { 2, [A, B], [[T; B]; A], |array| array.as_slice().as_flattened(), array.as_mut_slice().as_flattened_mut() }
nested! { 3, [A, B, C], [[[T; C]; B]; A], |array| array.as_slice().as_flattened().as_flattened(), array.as_mut_slice().as_flattened_mut().as_flattened_mut() }
nested! { 4, [A, B, C, D], [[[[T; D]; C]; B]; A], |array| array.as_slice().as_flattened().as_flattened().as_flattened(), array.as_mut_slice().as_flattened_mut().as_flattened_mut().as_flattened_mut() }
nested! { 5, [A, B, C, D, E], [[[[[T; E]; D]; C]; B]; A], |array| array.as_slice().as_flattened().as_flattened().as_flattened().as_flattened(), array.as_mut_slice().as_flattened_mut().as_flattened_mut().as_flattened_mut().as_flattened_mut() }
nested! { 6, [A, B, C, D, E, F], [[[[[[T; F]; E]; D]; C]; B]; A], |array| array.as_slice().as_flattened().as_flattened().as_flattened().as_flattened().as_flattened(), array.as_mut_slice().as_flattened_mut().as_flattened_mut().as_flattened_mut().as_flattened_mut().as_flattened_mut() }
