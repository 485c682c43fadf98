//! Zips on several threads: feature `rayon`.

use core::mem::MaybeUninit;
use core::ops::ControlFlow::Continue;
use core::ptr::NonNull;

use super::tuples::{BroadcastAll, Items, Operands};
use super::{ResultOf, Zip, walk, whole};
use crate::array::{Array, Owned, reserve};
use crate::copy::{PART, offset};
use crate::error::or_panic;
use crate::layout::{self, Layout as _, Loops, Order};

/// Elements of all operands, and the places of their results.
struct Share<U, const N: usize> {
    first: [*mut u8; N],
    axes: Loops<N>,
    out: *mut MaybeUninit<U>,
}

// SAFETY: a part is sent only by `in_parts`, whose caller promises that its elements and places may
// be used on other threads.
unsafe impl<U, const N: usize> Send for Share<U, N> {}

impl<U, const N: usize> Share<U, N> {
    fn len(&self) -> usize {
        self.axes.iter().map(|axis| axis.len).product()
    }

    /// The halves of an axis, which is the outermost one that is longer than 1.
    fn halves(mut self, at: usize) -> [Self; 2] {
        let (middle, mut axes) = (self.axes[at].len / 2, self.axes.clone());
        let first = offset(self.first, &axes[at].distance(middle));
        axes[at].len -= middle;
        self.axes[at].len = middle;
        let out = self.out.wrapping_add(self.len());
        [self, Self { first, axes, out }]
    }
}

/// Calls `leaf` for parts of at most `most` elements, or of one, and combines what it returns.
///
/// # Safety
///
/// The elements of the part, shared or exclusive as `leaf` uses them, and the places of its results
/// may be used on other threads.
unsafe fn in_parts<U, const N: usize, A: Send>(
    part: Share<U, N>,
    most: usize,
    leaf: &(impl Fn(Share<U, N>) -> A + Sync),
    combine: &(impl Fn(A, A) -> A + Sync),
) -> A {
    let long = part
        .axes
        .iter()
        .position(|axis| axis.len > 1)
        .filter(|_| part.len() > most);
    let Some(axis) = long else { return leaf(part) };
    let [low, high] = part.halves(axis);
    let (low, high) = rayon::join(
        // SAFETY: `in_parts` needs elements for other threads: the caller's promise.
        || unsafe { in_parts(low, most, leaf, combine) },
        // SAFETY: `in_parts` needs elements for other threads: the caller's promise, of which these
        // are the other half.
        || unsafe { in_parts(high, most, leaf, combine) },
    );
    combine(low, high)
}

impl<O: Operands<N> + Send, const N: usize> Zip<O, N> {
    /// Walks all elements in parts. A `Send` tuple has `Sync` elements where it is shared and
    /// `Send` ones where it is exclusive.
    fn visit_parts<U: Send, A: Send>(
        mut self,
        order: Order,
        out: *mut MaybeUninit<U>,
        identity: &(impl Fn() -> A + Sync),
        f: &(impl for<'i> Fn(A, Items<'i, O>) -> (A, U) + Sync),
        combine: &(impl Fn(A, A) -> A + Sync),
    ) -> A {
        let mut outer = Loops::new();
        let Some((row, first)) = self.nest(order, &mut outer) else {
            return identity();
        };
        outer.push(row);
        let bytes = O::SIZES.iter().sum::<usize>() + size_of::<U>();
        let leaf = |Share { first, axes, out }: Share<U, N>| {
            let Some((row, outer)) = axes.split_last() else {
                unreachable!("the innermost axis")
            };
            let mut each = |state, items: Items<'_, O>| Continue(f(state, items));
            // SAFETY: `run` needs live elements, which only this walk reaches if they are
            // exclusive: the steps are those of the arrays (their invariants 1 and 2), which the
            // operands borrow or own, and parts have no element in common. Results of a part follow
            // those before it in the order of the walk, so each has a place of its own.
            whole(unsafe {
                walk::run::<N, O, U, _, _>(first, outer, *row, out, identity(), &mut each)
            })
        };
        // SAFETY: `in_parts` needs elements that other threads may use: references, views and
        // tensors of a zip are `Send` only if they may. And places: each is written by one thread,
        // with a result that is `Send`.
        unsafe {
            in_parts(
                Share {
                    first,
                    axes: outer,
                    out,
                },
                PART / bytes.max(1),
                &leaf,
                combine,
            )
        }
    }

    /// Works like [`for_each`](Self::for_each), but runs on the threads of rayon's pool. The
    /// calling thread walks small arrays alone.
    #[doc(alias("parallel", "rayon", "par_iter"))]
    pub fn par_for_each<F>(self, f: F)
    where
        F: for<'i> Fn(Items<'i, O>) + Sync,
    {
        self.par_fold(|| (), |(), items| f(items), |(), ()| ());
    }

    /// Works like [`fold`](Self::fold), but runs on the threads of rayon's pool: each part is
    /// folded from `identity()` on, and `combine` makes one value of those of two parts, in their
    /// order.
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
        self.visit_parts::<(), A>(
            order,
            out,
            &identity,
            &|state, items| (f(state, items), ()),
            &combine,
        )
    }

    /// Works like [`map`](Self::map), but runs on the threads of rayon's pool, which visit the
    /// elements in any order.
    ///
    /// # Panics
    ///
    /// If [`map`](Self::map) panics.
    #[track_caller]
    pub fn par_map<U: Send, F>(self, f: F) -> Array<Owned<U>, ResultOf<O, N>>
    where
        O::Dims: BroadcastAll,
        F: for<'i> Fn(Items<'i, O>) -> U + Sync,
    {
        let layout = self.layout();
        let mut data = or_panic(reserve(layout.shape()));
        let out = data.spare_capacity_mut().as_mut_ptr();
        self.visit_parts::<U, ()>(
            Order::RowMajor,
            out,
            &|| (),
            &|(), items| ((), f(items)),
            &|(), ()| (),
        );
        // SAFETY: `set_len` needs as many live elements: the walk wrote one for each index tuple.
        unsafe { data.set_len(layout::len(layout.shape())) };
        Array::from_parts(layout.shape(), data)
    }
}
