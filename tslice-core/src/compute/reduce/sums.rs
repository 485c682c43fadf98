//! Sums and means.

use alloc::vec::Vec;
use core::marker::PhantomData;
#[cfg(feature = "half")]
use core::mem::transmute_copy;

#[cfg(feature = "half")]
use num_traits::NumCast;
use num_traits::Zero;
use num_traits::float::FloatCore;

use super::driver::{self, Monoid};
use super::integers::{self, Exact};
use super::lanes;
use crate::array::{Array, Integer, Owned, Read, RemoveAxis, axis_of};
use crate::copy::is_integer;
#[cfg(feature = "half")]
use crate::copy::{cast, is};
use crate::error::or_panic;
use crate::layout::{Dims, Ranked};

/// A sum of elements, and what a result is made of it.
pub(in super::super) trait Adder<T>: Monoid<T> {
    /// The sum of no elements.
    fn zero(self) -> Self::State;
    fn total(self, sum: Self::State) -> T;
    fn mean(self, sum: Self::State, len: usize) -> T
    where
        T: FloatCore;
}

/// Adds elements in their own type. Integers wrap: see [`Checked`].
#[derive(Clone, Copy)]
pub(in super::super) struct Own<T> {
    wraps: bool,
    elements: PhantomData<T>,
}

impl<T: Copy + Zero> Own<T> {
    #[inline(always)]
    pub(in super::super) fn new() -> Self {
        Self { wraps: is_integer::<T>(), elements: PhantomData }
    }
}

impl<T: Copy + Zero> Monoid<T> for Own<T> {
    type State = T;

    #[inline(always)]
    fn here(self) -> Self {
        Self::new()
    }
    #[inline(always)]
    fn start(self, _: T) -> T {
        T::zero()
    }
    #[inline(always)]
    fn lift(self, element: T) -> T {
        element
    }
    #[inline(always)]
    fn join(self, first: T, second: T) -> T {
        match self.wraps {
            // SAFETY: `wrapping_add` needs integers: `is_integer`.
            true => unsafe { integers::wrapping_add(first, second) },
            false => first + second,
        }
    }
    #[inline(always)]
    fn is_exact(self) -> bool {
        self.wraps
    }
}

impl<T: Copy + Zero> Adder<T> for Own<T> {
    #[inline(always)]
    fn zero(self) -> T {
        T::zero()
    }
    #[inline(always)]
    fn total(self, sum: T) -> T {
        sum
    }
    #[inline(always)]
    fn mean(self, sum: T, len: usize) -> T
    where
        T: FloatCore,
    {
        sum / T::from(len).unwrap_or_else(T::infinity)
    }
}

/// Adds elements of 16 bits, which are H, as `f32`: H alone cannot count further than some hundreds.
#[cfg(feature = "half")]
#[derive(Clone, Copy)]
pub(in super::super) struct Halves<H>(pub(in super::super) PhantomData<H>);

#[cfg(feature = "half")]
impl<T: Copy, H: Copy + NumCast + 'static> Monoid<T> for Halves<H> {
    type State = f32;

    #[inline(always)]
    fn here(self) -> Self {
        self
    }
    #[inline(always)]
    fn start(self, _: T) -> f32 {
        0.0
    }
    #[inline(always)]
    fn lift(self, element: T) -> f32 {
        cast::<T, H>(element).and_then(|element| element.to_f32()).unwrap_or(f32::NAN)
    }
    #[inline(always)]
    fn join(self, first: f32, second: f32) -> f32 {
        first + second
    }
}

#[cfg(feature = "half")]
impl<T: Copy, H: Copy + NumCast + 'static> Adder<T> for Halves<H> {
    fn zero(self) -> f32 {
        0.0
    }
    fn total(self, sum: f32) -> T {
        let total: Option<H> = NumCast::from(sum);
        assert!(is::<T, H>(), "adders of halves are made for halves");
        // SAFETY: `transmute_copy` needs a value of this type, which H is.
        total.map_or_else(
            || unreachable!("a float becomes a float"),
            |total| unsafe { transmute_copy(&total) },
        )
    }
    fn mean(self, sum: f32, len: usize) -> T
    where
        T: FloatCore,
    {
        #[allow(clippy::cast_precision_loss, reason = "a length far beyond 2^24 is rounded")]
        Adder::<T>::total(self, sum / len as f32)
    }
}

/// Combines what a function makes of the elements.
#[derive(Clone, Copy)]
struct Converted<F, M, U> {
    convert: F,
    monoid: M,
    results: PhantomData<U>,
}

impl<T: Copy, U: Copy, F: Fn(T) -> U + Copy, M: Monoid<U>> Monoid<T> for Converted<F, M, U> {
    type State = M::State;

    #[inline(always)]
    fn here(self) -> Self {
        Self { monoid: self.monoid.here(), ..self }
    }
    #[inline(always)]
    fn start(self, element: T) -> M::State {
        self.monoid.start((self.convert)(element))
    }
    #[inline(always)]
    fn lift(self, element: T) -> M::State {
        self.monoid.lift((self.convert)(element))
    }
    #[inline(always)]
    fn join(self, first: M::State, second: M::State) -> M::State {
        self.monoid.join(first, second)
    }
    #[inline(always)]
    fn is_exact(self) -> bool {
        self.monoid.is_exact()
    }
}

/// Elements that have a mean: floats, and integers, whose mean is an `f64`. `I` says which.
#[diagnostic::on_unimplemented(
    message = "elements of type `{Self}` have no mean",
    label = "neither floats nor integers"
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

/// Calls an expression with the [`Adder`] of a type of elements.
macro_rules! with_adder {
    ($t:ty, |$adder:ident| $do:expr) => {{
        #[cfg(feature = "half")]
        {
            if crate::copy::is::<$t, half::f16>() {
                let $adder = crate::compute::reduce::Halves::<half::f16>(core::marker::PhantomData);
                return $do;
            }
            if crate::copy::is::<$t, half::bf16>() {
                let $adder = crate::compute::reduce::Halves::<half::bf16>(core::marker::PhantomData);
                return $do;
            }
        }
        let $adder = crate::compute::reduce::Own::<$t>::new();
        $do
    }};
}

pub(in super::super) use with_adder;

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: Copy + Zero,
{
    /// Returns the sum of the elements, 0 if there are none.
    ///
    /// Elements are added in the order of the memory, in 16 sums side by side for each 1024 of them at most; those are added in pairs. Sums
    /// of floats differ from those of `iter().sum()` by rounding; like NumPy's, their error is smaller as a rule. The order depends on
    /// shape and strides alone, so every processor gives the same bits. `f16` and `bf16` are added as `f32`; a narrow type of
    /// another crate is added by its own `+`.
    ///
    /// Integers may exceed their type before the end, as long as the sum itself fits. If it does not fit, this panics where debug
    /// assertions are on, and wraps otherwise: [`sum_as`](Self::sum_as) adds in a wider type.
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let t = Tensor::<f64, 2>::from_shape_fn([100, 100], |[y, x]| (y * x) as f64);
    /// assert_eq!(t.sum(), 24_502_500.0);
    /// assert_eq!(t.slice(s![::-2, 1]).sum(), 2500.0);
    /// assert_eq!(tslice::tensor![100_i8, 100, -100].sum(), 100);
    /// ```
    #[must_use]
    #[track_caller]
    pub fn sum(&self) -> S::Elem {
        with_adder!(S::Elem, |adder| self.sum_by(adder, |element| element))
    }

    /// Returns the sums along an axis: a tensor without that axis, as `np.sum(a, axis)` is.
    ///
    /// Each is added as [`sum`](Self::sum) adds: the error does not grow with the length, the order depends on shape and strides alone,
    /// and what was said there of `f16` and of integers applies. For several axes, add along the last of them first.
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
    /// If the axis does not exist, memory runs out, or a sum of integers does not fit where debug assertions are on.
    #[must_use]
    #[track_caller]
    pub fn sum_axis<E: Ranked>(&self, axis: impl Integer) -> Array<Owned<S::Elem>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        with_adder!(S::Elem, |adder| {
            let zero = Adder::<S::Elem>::zero(adder);
            self.along_axis(axis, adder, zero, |sum| Adder::<S::Elem>::total(adder, sum))
        })
    }
}

impl<S: Read<Elem: Copy>, D: Dims> Array<S, D> {
    /// Returns the [`sum`](Self::sum) of the elements in another type, which has all their values: of bytes as `u64`, of `f32` as `f64`, of
    /// a mask as the number of its `true`s.
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
        S::Elem: Into<U>,
    {
        with_adder!(U, |adder| self.sum_by(adder, Into::into))
    }

    #[inline]
    #[track_caller]
    fn sum_by<U: Copy>(&self, adder: impl Adder<U>, convert: impl Fn(S::Elem) -> U + Copy) -> U {
        let sums = Converted { convert, monoid: adder, results: PhantomData };
        let sum = adder.total(driver::whole(self, sums).unwrap_or(adder.zero()));
        if Exact::checks::<U>() {
            let mut exact = Exact::ZERO;
            self.view().iter().for_each(|element| exact.add(convert(*element)));
            exact.check(sum);
        }
        sum
    }

    /// What `finish` makes of the sums along an axis.
    #[track_caller]
    fn along_axis<E: Ranked, M: Monoid<S::Elem>, U: Copy>(
        &self,
        axis: impl Integer,
        monoid: M,
        zero: M::State,
        finish: impl Fn(M::State) -> U + Copy,
    ) -> Array<Owned<U>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        let add = |axis, sums: &mut Vec<_>| lanes::along(self, axis, monoid, finish, sums);
        let sums = or_panic(lanes::without_axis(self, axis, Some(finish(zero)), add));
        if Exact::checks::<U>() {
            for (lane, sum) in self.lanes(axis).zip(sums.iter()) {
                let mut exact = Exact::ZERO;
                lane.iter().for_each(|element| exact.add(*element));
                exact.check(*sum);
            }
        }
        sums
    }

    /// Returns the mean of the elements: the [`sum`](Self::sum) of floats divided by their number, NaN if there are none. That of `f16` or
    /// `bf16` is computed as `f32`. Integers are added as `f64`, and so is their mean.
    ///
    /// ```
    /// let t = tslice::tensor![[1.0, 2.0], [3.0, 6.0]];
    /// assert_eq!(t.mean(), 3.0);
    /// assert_eq!(t.mean_axis(0), [2.0, 4.0]);
    /// assert_eq!(tslice::tensor![200_u8, 255].mean(), 227.5);
    /// ```
    #[doc(alias("average"))]
    #[must_use]
    pub fn mean<I, U: FloatCore>(&self) -> U
    where
        S::Elem: Averages<I, Mean = U>,
    {
        with_adder!(U, |adder| self.mean_by(adder))
    }

    #[inline]
    fn mean_by<I, U: FloatCore>(&self, adder: impl Adder<U>) -> U
    where
        S::Elem: Averages<I, Mean = U>,
    {
        let sums = Converted { convert: S::Elem::to_mean, monoid: adder, results: PhantomData };
        adder.mean(driver::whole(self, sums).unwrap_or(adder.zero()), self.len())
    }

    /// Returns the means along an axis, which are those of [`mean`](Self::mean): NaN if its length is 0.
    ///
    /// # Panics
    ///
    /// If the axis does not exist, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn mean_axis<I, U: FloatCore, E: Ranked>(&self, axis: impl Integer) -> Array<Owned<U>, E>
    where
        D: RemoveAxis<Output = E>,
        S::Elem: Averages<I, Mean = U>,
    {
        let len = axis_of(axis, self.rank()).map_or(0, |axis| self.lengths()[axis]);
        with_adder!(U, |adder| {
            let sums = Converted { convert: S::Elem::to_mean, monoid: adder, results: PhantomData };
            self.along_axis(axis, sums, Adder::<U>::zero(adder), |sum| Adder::<U>::mean(adder, sum, len))
        })
    }
}
