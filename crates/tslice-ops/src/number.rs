//! The arithmetic of scatters.

use core::fmt;
use core::hash::{Hash, Hasher};

/// How an update and the old element become one element. `None`, `Sum`, `Prod`, `Min` and `Max` are
/// the `none`, `add` (or `sum`), `mul` (or `prod`), `min` and `max` of ONNX and OpenVINO.
///
/// [`Reduction::None`] exists for all elements that can be cloned, such as `bool`, `f16` or
/// `String`; the others exist for [`Number`]s only.
pub struct Reduction<T> {
    name: &'static str,
    combine: Combine<T>,
}

/// Combines runs of a target, each of `len` elements, with updates that follow each other. The runs
/// begin at `starts`; a run outside of the target ([`OUTSIDE`]) is skipped.
type Combine<T> = fn(target: &mut [T], starts: &[usize], len: usize, updates: &[T]);

/// The start of a run that no target has.
pub(crate) const OUTSIDE: usize = usize::MAX;

#[inline(always)]
fn each_run<T>(
    target: &mut [T],
    starts: &[usize],
    len: usize,
    updates: &[T],
    combine: impl Fn(&mut T, &T),
) {
    if len == 1 {
        for (&start, update) in starts.iter().zip(updates) {
            if let Some(old) = target.get_mut(start) {
                combine(old, update);
            }
        }
        return;
    }
    for (&start, update) in starts.iter().zip(updates.chunks_exact(len)) {
        if let Some(run) = target.get_mut(start..).and_then(|rest| rest.get_mut(..len)) {
            run.iter_mut()
                .zip(update)
                .for_each(|(old, new)| combine(old, new));
        }
    }
}

/// Defines reductions by what they do with the old element and the update.
macro_rules! reductions {
    ($($(#[$doc:meta])+ $name:ident: |$old:ident, $new:ident| $body:expr;)+) => {$(
        $(#[$doc])+
        #[allow(non_upper_case_globals, reason = "named as the variants of an enum are")]
        pub const $name: Self = Self {
            name: stringify!($name),
            combine: |target, starts, len, updates| {
                each_run(target, starts, len, updates, |$old, $new| $body);
            },
        };
    )+};
}

impl<T: Clone> Reduction<T> {
    reductions! {
        /// The update takes the place of the old element.
        None: |old, new| old.clone_from(new);
    }
}

impl<T: Number> Reduction<T> {
    reductions! {
        /// The update is added.
        Sum: |old, new| *old = old.plus(*new);
        /// The update is subtracted.
        Sub: |old, new| *old = old.minus(*new);
        /// The update is multiplied with the old element.
        Prod: |old, new| *old = old.times(*new);
        /// The smaller one stays; a NaN does, as in `np.minimum`.
        Min: |old, new| *old = old.least(*new);
        /// The larger one stays; a NaN does, as in `np.maximum`.
        Max: |old, new| *old = old.most(*new);
    }
}

/// Runs that are found before they are combined: the call of a reduction, which is not inlined, is
/// then a small part of the work.
const RUNS: usize = 512;

/// The runs of a target that are combined with updates.
pub(crate) struct Runs<'t, T> {
    reduction: Reduction<T>,
    target: &'t mut [T],
    /// Elements of a run.
    len: usize,
    /// Those that are not combined yet.
    updates: &'t [T],
    starts: [usize; RUNS],
    found: usize,
}

impl<T> Runs<'_, T> {
    /// The next runs: each is combined with the next update. A run that is [`OUTSIDE`] is skipped.
    #[inline(always)]
    pub(crate) fn extend(&mut self, mut starts: impl Iterator<Item = usize>) {
        loop {
            let places = self.starts[self.found..].iter_mut();
            self.found += places
                .zip(&mut starts)
                .map(|(place, start)| *place = start)
                .count();
            if self.found < RUNS {
                return;
            }
            self.combine();
        }
    }

    /// The next run.
    #[inline(always)]
    pub(crate) fn push(&mut self, start: usize) {
        self.starts[self.found] = start;
        self.found += 1;
        if self.found == RUNS {
            self.combine();
        }
    }

    #[inline(never)]
    fn combine(&mut self) {
        let (updates, rest) = self.updates.split_at(self.found * self.len);
        (self.reduction.combine)(self.target, &self.starts[..self.found], self.len, updates);
        (self.updates, self.found) = (rest, 0);
    }
}

impl<T> Reduction<T> {
    /// Combines runs of a target, of `len` elements each, with as many updates, in the order in
    /// which `visit` names the starts of the runs.
    pub(crate) fn apply(
        self,
        target: &mut [T],
        len: usize,
        updates: &[T],
        visit: impl FnOnce(&mut Runs<'_, T>),
    ) {
        // Elements without a size are all alike.
        if updates.is_empty() || size_of::<T>() == 0 {
            return;
        }
        let mut runs = Runs {
            reduction: self,
            target,
            len,
            updates,
            starts: [OUTSIDE; RUNS],
            found: 0,
        };
        visit(&mut runs);
        runs.combine();
    }
}

impl<T> Copy for Reduction<T> {}

impl<T> Clone for Reduction<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Clone> Default for Reduction<T> {
    fn default() -> Self {
        Self::None
    }
}

impl<T> PartialEq for Reduction<T> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl<T> Eq for Reduction<T> {}

impl<T> Hash for Reduction<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl<T> fmt::Debug for Reduction<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

mod sealed {
    pub trait Sealed {}
}

/// The primitive numbers. Integers wrap at their ends, as those of the references do.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that can be added up here",
    label = "reductions compute with primitive integers and floats; without a reduction, any \
        elements can be scattered"
)]
pub trait Number: Copy + Default + sealed::Sealed {
    /// The sum.
    #[doc(hidden)]
    fn plus(self, other: Self) -> Self;
    /// The difference.
    #[doc(hidden)]
    fn minus(self, other: Self) -> Self;
    /// The product.
    #[doc(hidden)]
    fn times(self, other: Self) -> Self;
    /// The smaller one, or a NaN.
    #[doc(hidden)]
    fn least(self, other: Self) -> Self;
    /// The larger one, or a NaN.
    #[doc(hidden)]
    fn most(self, other: Self) -> Self;
}

macro_rules! numbers {
    ($plus:ident $minus:ident $times:ident: $($t:ty),+) => {$(
        impl sealed::Sealed for $t {}

        #[allow(clippy::eq_op, reason = "a NaN is not equal to itself")]
        impl Number for $t {
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.$plus(other)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.$minus(other)
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self.$times(other)
            }
            #[inline(always)]
            fn least(self, other: Self) -> Self {
                if other < self || other != other { other } else { self }
            }
            #[inline(always)]
            fn most(self, other: Self) -> Self {
                if other > self || other != other { other } else { self }
            }
        }
    )+};
}

use core::ops::{Add, Mul, Sub};

numbers! { wrapping_add wrapping_sub wrapping_mul: i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize }
numbers! { add sub mul: f32, f64 }
