//! Sums and means. Sums of integers wrap, and are compared with the exact sum where debug
//! assertions are on.

use core::any::type_name;
use core::marker::PhantomData;
use core::mem::transmute_copy;

use num_traits::Zero;
use num_traits::float::FloatCore;

use super::driver::{self, Monoid};
use super::lanes;
use crate::array::{Array, DynView, Integer, Owned, Read, RemoveAxis, axis_of};
use crate::copy::{cast, is_integer};
use crate::error::or_panic;
use crate::layout::{Dims, Ranked};

/// Adds what a function makes of the elements. Integers wrap: see [`Exact`].
#[derive(Clone, Copy)]
pub(in super::super) struct Sums<F, V> {
    convert: F,
    wraps: bool,
    sums: PhantomData<V>,
}

impl<F, V> Sums<F, V> {
    #[inline(always)]
    pub(in super::super) fn of(convert: F) -> Self {
        Self {
            convert,
            wraps: is_integer::<V>(),
            sums: PhantomData,
        }
    }
}

impl<T: Copy, V: Copy + Zero, F: Fn(T) -> V + Copy> Monoid<T> for Sums<F, V> {
    type State = V;

    #[inline(always)]
    fn here(self) -> Self {
        Self::of(self.convert)
    }
    #[inline(always)]
    fn start(self, _: T) -> V {
        V::zero()
    }
    #[inline(always)]
    fn lift(self, element: T) -> V {
        (self.convert)(element)
    }
    #[inline(always)]
    fn join(self, first: V, second: V) -> V {
        match self.wraps {
            // SAFETY: `wrapping_add` needs integers: `is_integer`.
            true => unsafe { wrapping_add(first, second) },
            false => first + second,
        }
    }
    #[inline(always)]
    fn is_exact(self) -> bool {
        self.wraps
    }
}

/// Elements that can be added: numbers.
#[diagnostic::on_unimplemented(
    message = "elements of type `{Self}` do not add up",
    label = "not numbers",
    note = "`sum_as::<u64>()` counts the `true`s of a mask, and `map(|&x| u32::from(x))` makes \
        numbers of them before `sum_axis`; `Tensor::try_from(rows)` has the numbers of a `Vec` of \
        rows",
    note = "code for every type of numbers needs a bound: `T: Copy + num_traits::Zero`"
)]
pub trait Addend: Copy + Zero {}

#[diagnostic::do_not_recommend]
impl<T: Copy + Zero> Addend for T {}

/// Elements that have a mean: floats, and integers, whose mean is an `f64`. `I` says which.
#[diagnostic::on_unimplemented(
    message = "elements of type `{Self}` have no mean",
    label = "neither floats nor integers",
    note = "`map(|&x| u8::from(x))` makes numbers of a mask, and the feature `half` floats of \
        `f16`; code for every float needs a bound: `T: num_traits::float::FloatCore`"
)]
pub trait Averages<I>: Copy {
    /// The type of the mean.
    type Mean: FloatCore;

    #[doc(hidden)]
    fn to_mean(self) -> Self::Mean;
}

pub enum IsFloat {}
pub enum IsInteger {}

impl<T: FloatCore> Averages<IsFloat> for T {
    type Mean = T;

    #[inline(always)]
    fn to_mean(self) -> T {
        self
    }
}

impl<T: Integer> Averages<IsInteger> for T {
    type Mean = f64;

    #[inline(always)]
    fn to_mean(self) -> f64 {
        self.to_f64().unwrap_or(f64::NAN)
    }
}

/// Calls an expression with two functions: one from a type to that in which it is added, and one
/// back. `f16` and `bf16` are added as `f32`, because they cannot count further than some hundreds,
/// other types as they are.
macro_rules! added_in {
    ($t:ty, |$wide:ident, $narrow:ident| $do:expr) => {{
        #[cfg(feature = "half")]
        {
            if let Some(($wide, $narrow)) = crate::compute::reduce::halves::<$t, half::f16>() {
                return $do;
            }
            if let Some(($wide, $narrow)) = crate::compute::reduce::halves::<$t, half::bf16>() {
                return $do;
            }
        }
        let ($wide, $narrow) = (core::convert::identity::<$t>, core::convert::identity::<$t>);
        $do
    }};
}

pub(in super::super) use added_in;

/// The functions between floats of 16 bits, which are H, and `f32`; `None` if T is another type.
#[cfg(feature = "half")]
pub(in super::super) fn halves<T: Copy, H: num_traits::NumCast + crate::copy::Plain>()
-> Option<(impl Fn(T) -> f32 + Copy, impl Fn(f32) -> T + Copy)> {
    let wide = |half| {
        cast::<T, H>(half)
            .and_then(|half| half.to_f32())
            .unwrap_or(f32::NAN)
    };
    let narrow = |wide: f32| {
        let half: H =
            num_traits::cast(wide).unwrap_or_else(|| unreachable!("a float becomes a float"));
        // SAFETY: `transmute_copy` needs a value of this type, which H is: the function is given
        // only then.
        unsafe { transmute_copy(&half) }
    };
    crate::copy::is::<T, H>().then_some((wide, narrow))
}

impl<S: Read, D: Dims> Array<S, D> {
    /// Returns the sum of the elements, 0 if there are none.
    ///
    /// Elements are added in the order of the memory, in 16 sums side by side for each 1024 of them
    /// at most; those are added in pairs. Fewer than 32 are added one after the other, by index if
    /// they have at most two axes. Sums of floats differ from those of `iter().sum()` by rounding;
    /// like NumPy's, their error is smaller as a rule. The order depends on shape and strides
    /// alone, so every processor gives the same bits. `f16` and `bf16` are added as `f32`; a narrow
    /// type of another crate is added by its own `+`.
    ///
    /// Integers may exceed their type before the end, as long as the sum itself fits. If it does
    /// not fit, this panics where debug assertions are on, and wraps otherwise:
    /// [`sum_as`](Self::sum_as) adds in a wider type.
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let t = Tensor::<f64, 2>::from_shape_fn([100, 100], |[y, x]| (y * x) as f64);
    /// assert_eq!(t.sum(), 24_502_500.0);
    /// assert_eq!(t.slice(s![::-2, 1]).sum(), 2500.0);
    /// assert_eq!(tslice::tensor![100_i8, 100, -100].sum(), 100);
    /// ```
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn sum(&self /* along an axis: sum_axis(axis), in u64: sum_as::<u64>() */) -> S::Elem
    where
        S::Elem: Addend,
    {
        added_in!(S::Elem, |wide, narrow| self.sum_by(
            core::convert::identity,
            wide,
            narrow
        ))
    }

    /// Returns the sums along an axis: a tensor without that axis, as `np.sum(a, axis)` is.
    ///
    /// Each is added as [`sum`](Self::sum) adds: the error does not grow with the length, the order
    /// depends on shape and strides alone, and what was said there of `f16` and of integers
    /// applies. For several axes, add along the last of them first.
    ///
    /// ```
    /// use tslice::Tensor;
    ///
    /// let t = Tensor::<_, 3>::from([[[1, 7, 3], [4, 5, 6]]]);
    /// assert_eq!(t.sum_axis(1), [[5, 12, 9]]);
    /// assert_eq!(t.sum_axis(2).sum_axis(1), [26]);
    ///
    /// let tenths = Tensor::<f32, 2>::full([10_000_000, 1], 0.1);
    /// assert!((tenths.sum_axis(0)[[0]] - 1_000_000.0).abs() < 0.2);
    /// ```
    ///
    /// # Panics
    ///
    /// If the axis does not exist, memory runs out, or a sum of integers does not fit where debug
    /// assertions are on.
    #[track_caller]
    pub fn sum_axis<E: Ranked /* two axes: sum_axis(1).sum_axis(0) */>(
        &self,
        axis: impl Integer,
    ) -> Array<Owned<S::Elem>, E>
    where
        D: RemoveAxis<Output = E>,
        S::Elem: Addend,
    {
        added_in!(S::Elem, |wide, narrow| self.along_axis(
            axis,
            both(core::convert::identity, wide),
            narrow
        ))
    }

    /// Returns the [`sum`](Self::sum) of the elements in another type, which has all their values:
    /// of bytes as `u64`, of `f32` as `f64`, of a mask as the number of its `true`s.
    ///
    /// ```
    /// use tslice::{Tensor, tensor};
    ///
    /// let bytes = Tensor::<u8, 2>::full([100, 100], 200);
    /// assert_eq!((bytes.sum_as::<u64>(), bytes.sum_as::<f64>()), (2_000_000, 2e6));
    /// assert_eq!(tensor![3, 8, 6].map(|x| *x > 4).sum_as::<u32>(), 2);
    /// ```
    #[must_use]
    #[track_caller]
    pub fn sum_as<U: Copy + Zero>(&self) -> U
    where
        S::Elem: Copy + Into<U>, // other types: map(|&x| x as f32).sum()
    {
        added_in!(U, |wide, narrow| self.sum_by(Into::into, wide, narrow))
    }

    /// Returns the mean of the elements: the [`sum`](Self::sum) of floats divided by their number,
    /// NaN if there are none. That of `f16` or `bf16` is computed as `f32`. Integers are added as
    /// `f64`, and so is their mean.
    ///
    /// ```
    /// let t = tslice::tensor![[1.0, 2.0], [3.0, 6.0]];
    /// assert_eq!(t.mean(), 3.0);
    /// assert_eq!(t.mean_axis(0), [2.0, 4.0]);
    /// assert_eq!(tslice::tensor![200_u8, 255].mean(), 227.5);
    /// ```
    #[doc(alias("average", "std", "var", "variance"))]
    #[must_use]
    pub fn mean<I, U: FloatCore>(&self /* along an axis: mean_axis(axis) */) -> U
    where
        S::Elem: Averages<I, Mean = U>,
    {
        added_in!(U, |wide, narrow| {
            self.sum_by(Averages::to_mean, wide, |sum| {
                narrow(divided(sum, self.len()))
            })
        })
    }

    /// Returns the means along an axis, which are those of [`mean`](Self::mean): NaN if its length
    /// is 0.
    ///
    /// # Panics
    ///
    /// If the axis does not exist, or memory runs out.
    #[track_caller]
    pub fn mean_axis<I, U: FloatCore, E: Ranked>(&self, axis: impl Integer) -> Array<Owned<U>, E>
    where
        D: RemoveAxis<Output = E>,
        S::Elem: Averages<I, Mean = U>,
    {
        let len = axis_of(axis, self.rank()).map_or(0, |axis| self.lengths()[axis]);
        added_in!(U, |wide, narrow| {
            let convert = both(Averages::to_mean, wide);
            self.along_axis(axis, convert, |sum| narrow(divided(sum, len)))
        })
    }
}

impl<S: Read<Elem: Copy>, D: Dims> Array<S, D> {
    #[inline]
    #[track_caller]
    fn sum_by<U: Copy, V: Copy + Zero>(
        &self,
        convert: impl Fn(S::Elem) -> U + Copy,
        wide: impl Fn(U) -> V + Copy,
        narrow: impl Fn(V) -> U,
    ) -> U {
        let sums = Sums::of(both(convert, wide));
        let sum = narrow(driver::whole(self, sums).unwrap_or(V::zero()));
        if Exact::checks::<U>() {
            exact(&self.view().into_dyn(), convert).check(sum);
        }
        sum
    }

    /// What `finish` makes of the sums along an axis.
    #[track_caller]
    fn along_axis<E: Ranked, V: Copy + Zero, U: Copy>(
        &self,
        axis: impl Integer,
        convert: impl Fn(S::Elem) -> V + Copy,
        finish: impl Fn(V) -> U,
    ) -> Array<Owned<U>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        let add = |axis, sums: &mut _| lanes::along(self, axis, Sums::of(convert), sums);
        let sums = or_panic(lanes::without_axis(self, axis, Some(V::zero()), add));
        let shape = E::own_shape(sums.layout());
        // In place, if both types have one size.
        let finished = sums.into_vec().into_iter().map(finish).collect();
        let sums = Array::<Owned<U>, E>::from_parts(shape.as_ref(), finished);
        if Exact::checks::<U>() {
            for (lane, sum) in self.lanes(axis).zip(sums.iter()) {
                exact(&lane.view().into_dyn(), core::convert::identity).check(*sum);
            }
        }
        sums
    }
}

/// The exact sum of what a function makes of the elements.
fn exact<T: Copy, U: Copy>(elements: &DynView<'_, T>, convert: impl Fn(T) -> U) -> Exact {
    let mut exact = Exact::ZERO;
    elements
        .iter()
        .for_each(|element| exact.add(convert(*element)));
    exact
}

/// One function after the other. Made here and not in a method of [`Array`]: a closure's type has
/// all parameters of the function that it is in, and sums are compiled for each type.
#[inline(always)]
fn both<T, U, V>(
    first: impl Fn(T) -> U + Copy,
    second: impl Fn(U) -> V + Copy,
) -> impl Fn(T) -> V + Copy {
    move |element| second(first(element))
}

/// A sum of `len` floats, divided by their number.
#[inline(always)]
fn divided<V: FloatCore>(sum: V, len: usize) -> V {
    sum / V::from(len).unwrap_or_else(V::infinity)
}

/// The sum of two integers, which wraps.
///
/// # Safety
///
/// T is a primitive integer.
#[inline(always)]
unsafe fn wrapping_add<T: Copy>(first: T, second: T) -> T {
    macro_rules! by_size {
        ($($bits:ty)+) => {$(
            if const { size_of::<T>() == size_of::<$bits>() } {
                // SAFETY: `transmute_copy` needs a value of this size that is valid for these bits:
                // an integer (the condition of this function).
                let first: $bits = unsafe { transmute_copy(&first) };
                // SAFETY: the same.
                let second: $bits = unsafe { transmute_copy(&second) };
                // SAFETY: `transmute_copy` needs bits that are valid for T: all are, as it is an
                // integer of this size.
                return unsafe { transmute_copy(&first.wrapping_add(second)) };
            }
        )+};
    }
    by_size!(u8 u16 u32 u64 u128);
    unreachable!("an integer of 1 to 16 bytes")
}

/// An exact sum of integers: 256 bits in two's complement.
#[derive(PartialEq)]
pub(in super::super) struct Exact {
    low: u128,
    high: i128,
}

impl Exact {
    pub(in super::super) const ZERO: Self = Self { low: 0, high: 0 };

    /// Whether sums of this type are checked.
    #[inline(always)]
    pub(in super::super) fn checks<T>() -> bool {
        cfg!(debug_assertions) && is_integer::<T>()
    }

    /// An integer; 0 of another type.
    fn of<T: Copy>(element: T) -> Self {
        macro_rules! by_type {
            ($($t:ty)+) => {$(
                if let Some(number) = cast::<T, $t>(element) {
                    // `as` extends the sign, which is the last bit then.
                    let low = number as u128;
                    return Self { low, high: if number < (0 as $t) { -1 } else { 0 } };
                }
            )+};
        }
        by_type!(u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize);
        Self::ZERO
    }

    pub(in super::super) fn add<T: Copy>(&mut self, element: T) {
        let Self { low, high } = Self::of(element);
        let (sum, carries) = self.low.overflowing_add(low);
        // Of at most 2^63 integers of 128 bits, the sum has fewer than 256.
        (self.low, self.high) = (sum, self.high + high + <i128 as From<bool>>::from(carries));
    }

    /// Compares the exact sum with one that wraps.
    ///
    /// # Panics
    ///
    /// If they differ.
    #[track_caller]
    pub(in super::super) fn check<T: Copy>(&self, sum: T) {
        let name = type_name::<T>();
        assert!(
            *self == Self::of(sum),
            "the sum overflows `{name}`: add in a wider type, as `sum_as::<i64>()` does, or \
             `map(|&x| x as i64)` before `sum_axis`"
        );
    }
}
