//! Zips on several threads: feature `rayon`.

use core::convert::Infallible;
use core::mem::MaybeUninit;
use core::ops::ControlFlow::Continue;
use core::ptr::NonNull;

use super::axes;
use super::tuples::{BroadcastAll, Items, Operands};
use super::{ResultOf, Zip, walk, whole};
use crate::array::{Array, Owned};
use crate::copy::PART;
use crate::error::{ShapeError, or_panic};
use crate::layout::{self, Layout as _, Loops, Order};

/// Elements of all operands, and the number of those before them in the order of the walk.
#[derive(Clone)]
struct Share<const N: usize> {
    first: [*mut u8; N],
    axes: Loops<N>,
    before: usize,
}

// SAFETY: a part is sent only by `in_parts`, whose caller promises that its elements may be used on other threads.
unsafe impl<const N: usize> Send for Share<N> {}

impl<const N: usize> Share<N> {
    fn len(&self) -> usize {
        self.axes.iter().map(|axis| axis.len).product()
    }

    /// The halves of the outermost axis that can be halved; `None` if there is one element only.
    fn halves(&self) -> Option<[Self; 2]> {
        let at = self.axes.iter().position(|axis| axis.len > 1)?;
        let (axis, middle) = (self.axes[at], self.axes[at].len / 2);
        let (mut low, mut high) = (self.clone(), self.clone());
        (low.axes[at].len, high.axes[at].len) = (middle, axis.len - middle);
        high.first = axes::offset(self.first, &axis.distance(middle));
        high.before += low.len();
        Some([low, high])
    }
}

/// Calls `leaf` for parts of at most `most` elements, and combines what it returns.
///
/// # Safety
///
/// The elements of the part, shared or exclusive as `leaf` uses them, may be used on other threads.
unsafe fn in_parts<const N: usize, A: Send>(
    part: Share<N>,
    most: usize,
    leaf: &(impl Fn(Share<N>) -> A + Sync),
    combine: &(impl Fn(A, A) -> A + Sync),
) -> A {
    if part.len() <= most {
        return leaf(part);
    }
    let Some([low, high]) = part.halves() else { return leaf(part) };
    let (low, high) = rayon::join(
        // SAFETY: `in_parts` needs elements for other threads: the caller's promise.
        || unsafe { in_parts(low, most, leaf, combine) },
        // SAFETY: `in_parts` needs elements for other threads: the caller's promise, of which these are the other half.
        || unsafe { in_parts(high, most, leaf, combine) },
    );
    combine(low, high)
}

/// A pointer to the places of a result, each of which one thread writes.
struct Places<U>(*mut MaybeUninit<U>);

impl<U> Places<U> {
    fn at(&self, index: usize) -> *mut MaybeUninit<U> {
        self.0.wrapping_add(index)
    }
}

// SAFETY: threads write different places, with values that may be sent.
unsafe impl<U: Send> Sync for Places<U> {}

impl<O: Operands<N> + Send, const N: usize> Zip<O, N> {
    /// Walks all elements in parts. A `Send` tuple has `Sync` elements where it is shared and `Send` ones where it is exclusive.
    fn visit_parts<U: Send, A: Send>(
        mut self,
        order: Order,
        out: *mut MaybeUninit<U>,
        identity: &(impl Fn() -> A + Sync),
        f: &(impl for<'i> Fn(A, Items<'i, O>) -> (A, U) + Sync),
        combine: &(impl Fn(A, A) -> A + Sync),
    ) -> A {
        let mut outer = Loops::new();
        let Some((row, first)) = self.nest(order, &mut outer) else { return identity() };
        outer.push(row);
        let bytes = O::SIZES.iter().sum::<usize>() + size_of::<U>();
        let (most, out) = ((PART / bytes.max(1)).max(1), Places(out));
        let leaf = |part: Share<N>| {
            let Some((row, outer)) = part.axes.split_last() else { unreachable!("the innermost axis") };
            // SAFETY: `run` needs live elements, which only this walk reaches if they are exclusive: the steps are those of the arrays
            // (their invariants 1 and 2), which the operands borrow or own, and parts have no element in common. Results of a part follow
            // those before it in the order of the walk, so each has a place of its own.
            whole(unsafe {
                walk::run::<N, O, U, A, Infallible>(
                    part.first,
                    outer,
                    *row,
                    out.at(part.before),
                    identity(),
                    &mut |state, items| Continue(f(state, items)),
                )
            })
        };
        // SAFETY: `in_parts` needs elements that other threads may use: references, views and tensors of a zip are `Send` only if they may.
        unsafe { in_parts(Share { first, axes: outer, before: 0 }, most, &leaf, combine) }
    }

    /// Works like [`for_each`](Self::for_each), but runs on the threads of rayon's pool. The calling thread walks small arrays alone.
    pub fn par_for_each<F>(self, f: F)
    where
        F: for<'i> Fn(Items<'i, O>) + Sync,
    {
        let (order, out) = (Self::ORDER, NonNull::dangling().as_ptr());
        self.visit_parts::<(), ()>(order, out, &|| (), &|(), items| ((), f(items)), &|(), ()| ());
    }

    /// Works like [`fold`](Self::fold), but runs on the threads of rayon's pool: each part is folded from `identity()` on, and `combine`
    /// makes one value of those of two parts, in their order.
    ///
    /// ```
    /// use tslice::{Tensor, zip};
    ///
    /// let a = Tensor::<f64, 2>::full([1000, 1000], 0.5);
    /// let sum = zip((&a, &a.t())).par_fold(|| 0.0, |sum, (a, b)| sum + a * b, |a, b| a + b);
    /// assert_eq!(sum, 250_000.0);
    /// ```
    pub fn par_fold<A: Send, F>(
        self,
        identity: impl Fn() -> A + Sync,
        f: F,
        combine: impl Fn(A, A) -> A + Sync,
    ) -> A
    where
        F: for<'i> Fn(A, Items<'i, O>) -> A + Sync,
    {
        let (order, out) = (Self::ORDER, NonNull::dangling().as_ptr());
        self.visit_parts::<(), A>(order, out, &identity, &|state, items| (f(state, items), ()), &combine)
    }

    /// Works like [`map`](Self::map), but runs on the threads of rayon's pool, which meet the elements in any order.
    ///
    /// # Panics
    ///
    /// If [`map`](Self::map) would panic.
    #[track_caller]
    pub fn par_map<U: Send, F>(self, f: F) -> Array<Owned<U>, ResultOf<O, N>>
    where
        O::Dims: BroadcastAll,
        F: for<'i> Fn(Items<'i, O>) -> U + Sync,
    {
        or_panic(self.try_par_map(f))
    }

    /// Works like [`par_map`](Self::par_map), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If [`try_map`](Self::try_map) would return one.
    pub fn try_par_map<U: Send, F>(self, f: F) -> Result<Array<Owned<U>, ResultOf<O, N>>, ShapeError>
    where
        O::Dims: BroadcastAll,
        F: for<'i> Fn(Items<'i, O>) -> U + Sync,
    {
        let layout = self.layout();
        let mut data = layout::reserve(layout.shape())?;
        let out = data.spare_capacity_mut().as_mut_ptr();
        self.visit_parts::<U, ()>(Order::RowMajor, out, &|| (), &|(), items| ((), f(items)), &|(), ()| ());
        // SAFETY: `set_len` needs as many live elements: the walk wrote one for each index tuple.
        unsafe { data.set_len(layout::len(layout.shape())) };
        Ok(Array::from_parts(layout.shape(), data))
    }
}
