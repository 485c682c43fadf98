//! Arrays of static shapes: from ranks and nested arrays, and back.

use core::array::from_fn;
use core::ptr::NonNull;

use super::{Array, Mut, Owned, Read, Ref};
use crate::copy::Gaps;
use crate::error::ShapeError;
use crate::layout::{self, Const, Dims, Extent, Layout as _, StaticShape};
use crate::message::Message;

impl<S, D: Dims> Array<S, D> {
    /// Returns the same array with its lengths in the type: `array.into_static::<Shape![3, _, 4]>()`. A `_` is a length that is
    /// known at run time only.
    ///
    /// ```
    /// use tslice::{Shape, View, checked};
    ///
    /// let v = View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6]]);
    /// let v = v.into_static::<Shape![2, 3]>()?;
    /// assert_eq!(v.slice(checked![1, ::-1]), [6, 5, 4]);
    ///
    /// let error = v.into_static::<Shape![_, 4]>().unwrap_err();
    /// assert_eq!(error.to_string(), "axis 1 has length 3, the static shape says 4");
    /// # Ok::<(), tslice::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If an axis has another length than the static shape says.
    #[inline]
    pub fn into_static<E: StaticShape<Ranked = D::Ranked>>(self) -> Result<Array<S, E>, ShapeError> {
        self.with_dims().map_err(|array| match layout::check_known::<E>(array.lengths()) {
            Err(error) => error,
            Ok(()) => unreachable!("a length differs"),
        })
    }

    /// Returns the same array without the lengths in its type: a static shape of R axes becomes `Rank<R>`.
    ///
    /// ```
    /// use tslice::{Array, Ref, Shape, View};
    ///
    /// let v = Array::<Ref<i32>, Shape![2, 3]>::from(&[[1, 2, 3], [4, 5, 6]]);
    /// let v: View<i32, 2> = v.into_ranked();
    /// assert_eq!(v, [[1, 2, 3], [4, 5, 6]]);
    /// ```
    #[must_use]
    #[inline]
    pub fn into_ranked(self) -> Array<S, D::Ranked> {
        self.with_dims().unwrap_or_else(|_| unreachable!("dims of the same rank"))
    }
}

/// A nested array that arrays of a static shape D turn into.
pub trait Nested<T, D: Dims>: Sized {
    /// Clones the elements of an array.
    fn of<S: Read<Elem = T>>(array: &Array<S, D>) -> Self;
}

impl<S: Read, D: StaticShape> Array<S, D> {
    /// Clones the elements into a nested array. The lengths are compared when the program is built.
    ///
    /// ```
    /// use tslice::{Array, Ref, Shape, checked};
    ///
    /// let v = Array::<Ref<i32>, Shape![2, 3]>::from(&[[1, 2, 3], [4, 5, 6]]);
    /// let columns: [[i32; 2]; 2] = v.slice(checked![:, ::-2]).to_nested();
    /// assert_eq!(columns, [[3, 1], [6, 4]]);
    /// ```
    #[must_use]
    #[inline]
    pub fn to_nested<N: Nested<S::Elem, D>>(&self) -> N {
        N::of(self)
    }
}

/// Fails to build if a length is not known, or is another.
const fn check_length(axis: usize, known: Option<usize>, asked: usize) {
    let message = Message::new().text("axis ").number(axis as i128);
    match known {
        Some(len) if len == asked => {}
        Some(len) => message
            .text(" has length ")
            .number(len as i128)
            .text(", the nested array has ")
            .number(asked as i128)
            .panic(),
        None => message.text(" of this static shape has no length that the compiler knows").panic(),
    }
}

/// The layout of a nested array, of which nothing is left to compute when the program runs.
#[inline(always)]
fn constant<D: StaticShape>() -> D::Layout {
    match const { D::Layout::ROW_MAJOR } {
        Some(layout) => layout,
        None => panic!("a nested array has at most isize::MAX elements"),
    }
}

/// The conversions of nested arrays of one depth.
macro_rules! nested {
    ([$($n:ident $axis:ident $number:literal),+], $nested:ty, |$it:ident| $flat:expr, $flat_mut:expr, $owned:expr, $each:expr) => {
        impl<'a, T, $(const $n: usize),+> From<&'a $nested> for Array<Ref<'a, T>, ($(Const<$n>,)+)> {
            #[inline]
            fn from($it: &'a $nested) -> Self {
                // SAFETY: `shared` needs the invariants: the offsets of the constant layout are those of the nested array, which is
                // shared for 'a.
                unsafe { Self::shared(NonNull::from_ref($flat).cast(), constant::<($(Const<$n>,)+)>()) }
            }
        }

        impl<'a, T, $(const $n: usize),+> From<&'a mut $nested> for Array<Mut<'a, T>, ($(Const<$n>,)+)> {
            #[inline]
            fn from($it: &'a mut $nested) -> Self {
                // SAFETY: `exclusive` needs the invariants: the offsets of the constant layout are those of the nested array, which is
                // exclusive for 'a.
                unsafe { Self::exclusive(NonNull::from_mut($flat_mut).cast(), Gaps::Own, constant::<($(Const<$n>,)+)>()) }
            }
        }

        impl<T, $(const $n: usize),+> From<$nested> for Array<Owned<T>, ($(Const<$n>,)+)> {
            fn from($it: $nested) -> Self {
                Self::from_parts(&[$($n),+], $owned)
            }
        }

        impl<T: Clone, $($axis: Extent, const $n: usize),+> Nested<T, ($($axis,)+)> for $nested {
            #[inline]
            fn of<S: Read<Elem = T>>($it: &Array<S, ($($axis,)+)>) -> Self {
                const { $(check_length($number, $axis::LEN, $n);)+ }
                $each
            }
        }

        /// As [`to_nested`](Array::to_nested).
        impl<T: Clone, S: Read<Elem = T>, $($axis: Extent, const $n: usize),+> From<Array<S, ($($axis,)+)>> for $nested {
            #[inline]
            fn from(array: Array<S, ($($axis,)+)>) -> Self {
                array.to_nested()
            }
        }
    };
}

nested! { [A X 0], [T; A], |it| it.as_slice(), it.as_mut_slice(), it.into(),
    from_fn(|a| it[[a]].clone())
}
nested! { [A X 0, B Y 1], [[T; B]; A], |it| it.as_flattened(), it.as_flattened_mut(),
    it.into_iter().flatten().collect(),
    from_fn(|a| from_fn(|b| it[[a, b]].clone()))
}
nested! { [A X 0, B Y 1, C Z 2], [[[T; C]; B]; A],
    |it| it.as_flattened().as_flattened(),
    it.as_flattened_mut().as_flattened_mut(),
    it.into_iter().flatten().flatten().collect(),
    from_fn(|a| from_fn(|b| from_fn(|c| it[[a, b, c]].clone())))
}
nested! { [A X 0, B Y 1, C Z 2, D U 3], [[[[T; D]; C]; B]; A],
    |it| it.as_flattened().as_flattened().as_flattened(),
    it.as_flattened_mut().as_flattened_mut().as_flattened_mut(),
    it.into_iter().flatten().flatten().flatten().collect(),
    from_fn(|a| from_fn(|b| from_fn(|c| from_fn(|d| it[[a, b, c, d]].clone()))))
}
nested! { [A X 0, B Y 1, C Z 2, D U 3, E V 4], [[[[[T; E]; D]; C]; B]; A],
    |it| it.as_flattened().as_flattened().as_flattened().as_flattened(),
    it.as_flattened_mut().as_flattened_mut().as_flattened_mut().as_flattened_mut(),
    it.into_iter().flatten().flatten().flatten().flatten().collect(),
    from_fn(|a| from_fn(|b| from_fn(|c| from_fn(|d| from_fn(|e| it[[a, b, c, d, e]].clone())))))
}
nested! { [A X 0, B Y 1, C Z 2, D U 3, E V 4, F W 5], [[[[[[T; F]; E]; D]; C]; B]; A],
    |it| it.as_flattened().as_flattened().as_flattened().as_flattened().as_flattened(),
    it.as_flattened_mut().as_flattened_mut().as_flattened_mut().as_flattened_mut().as_flattened_mut(),
    it.into_iter().flatten().flatten().flatten().flatten().flatten().collect(),
    from_fn(|a| from_fn(|b| from_fn(|c| from_fn(|d| from_fn(|e| from_fn(|f| it[[a, b, c, d, e, f]].clone()))))))
}
