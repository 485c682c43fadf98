//! Several arrays walked together: `zip((&a, &b, &mut c)).for_each(..)`.

mod axes;
mod buffer;
mod operand;
#[cfg(feature = "rayon")]
mod parallel;
mod sum;
mod tuples;
mod walk;

use alloc::vec::Vec;
use core::convert::Infallible;
use core::mem::MaybeUninit;
use core::ops::ControlFlow::{self, Break, Continue};

use smallvec::SmallVec;

use crate::array::{Array, Owned, reserve};
use crate::copy::offset;
use crate::error::{ShapeError, or_panic};
use crate::layout::{self, Dims, Layout, Loops, NestAxis, Order};

pub(super) use axes::nest;
pub use operand::IntoOperand;
pub(super) use tuples::is_long;
pub use tuples::{BroadcastAll, IntoOperands, Items, ItemsOf, Operands};

/// The dims of a result: those of the operand with the most axes.
type ResultOf<O, const N: usize> = <<O as Operands<N>>::Dims as BroadcastAll>::Dims;

/// One to six arrays of one shape, or broadcast to one, which are walked together: see [`zip`].
#[must_use = "operands are walked by `for_each`, `map` or `fold`"]
// Invariant: `axes::check` accepts the operands. Their axes are made where they are walked: an
// array that moved with a zip would cost small operands more than the walk.
pub struct Zip<O, const N: usize> {
    operands: O,
}

/// A trait without impls, for the error of a loop over a [`Zip`] and of an iterator's method. Of a
/// bound of the zip itself, the compiler would say only that it is not an iterator.
#[diagnostic::on_unimplemented(
    message = "a zip is not an iterator: `zip((&a, &b)).for_each(|(a, b)| ..)` loops, and \
        `map(|(a, b)| ..)` makes a tensor",
    label = "`a.iter().zip(&b)` is an iterator, of two arrays of one shape"
)]
pub trait ZipsHaveForEachAndMap<Z> {
    /// Unknown, so that the compiler reports nothing else about it.
    type Item;
}

#[doc(hidden)]
impl<O, const N: usize> Iterator for Zip<O, N>
where
    (): ZipsHaveForEachAndMap<Self>,
{
    type Item = <() as ZipsHaveForEachAndMap<Self>>::Item;

    fn next(&mut self) -> Option<Self::Item> {
        unreachable!()
    }
}

/// Takes arrays to be walked together: a tuple of one to six operands.
///
/// An operand is `&array`, `&mut array`, an array by value, a number, `bool` or `char` by value,
/// which is an array of rank 0, or a list of elements, which has one axis: a `Vec<T>`, or a
/// reference to one, to `[T; N]` or to `[T]`. A nested list of elements is a `tensor!` by value,
/// because the elements of a list may be arrays themselves. A closure then gets a tuple of
/// references: `&T` of a shared operand, `&mut T` of an exclusive one, which is `&mut array` or a
/// `ViewMut`. Shared operands broadcast by NumPy's rule: axes align at the end, and one of length 1
/// repeats. An exclusive operand has the whole shape.
///
/// ```
/// use tslice::{Tensor, s, tensor, zip};
///
/// let a = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
/// let row = Tensor::<_, 1>::from([10, 20, 30]);
/// let mut sum = Tensor::<_, 2>::zeros([2, 3]);
/// zip((&mut sum, &a, row.slice(s![::-1]))).for_each(|(sum, a, b)| *sum = a + b);
/// assert_eq!(sum, [[31, 22, 13], [34, 25, 16]]);
///
/// let product = zip((&a, &row)).map(|(a, b)| a * b);
/// assert_eq!(product, [[10, 40, 90], [40, 100, 180]]);
/// assert!(zip((&a, &sum)).all(|(a, b)| a < b));
///
/// // The operand with the most axes may be any, and lists take part.
/// let masked = zip((&[1, 0, 1], &a)).map(|(mask, a)| mask * a);
/// assert_eq!(masked, [[1, 0, 3], [4, 0, 6]]);
/// let shifted = zip((masked, tensor![[10], [20]])).map(|(a, b)| a + b);
/// assert_eq!(shifted, [[11, 10, 13], [24, 20, 26]]);
/// ```
///
/// # Panics
///
/// If the shapes do not broadcast, or an exclusive operand would be repeated; the message names
/// both shapes and the axis.
#[doc(alias(
    "Zip",
    "where",
    "where_",
    "azip",
    "par_azip",
    "diff",
    "swap_with",
    "dot"
))]
#[inline]
#[track_caller]
pub fn zip<X: IntoOperands<N, Operands = O>, O: Operands<N>, const N: usize>(
    operands: X,
) -> Zip<O, N> {
    or_panic(try_zip(operands))
}

/// Works like [`zip`], but returns an error instead of panicking.
///
/// # Errors
///
/// If the shapes do not broadcast, an exclusive operand would be repeated, the common shape counts
/// more than `isize::MAX` elements, or the views that a walk such as `a.rows()` yields do not fit
/// in memory.
#[inline]
pub fn try_zip<X: IntoOperands<N, Operands = O>, O: Operands<N>, const N: usize>(
    operands: X,
) -> Result<Zip<O, N>, ShapeError> {
    let operands = operands.into_operands()?;
    let operands = if axes::are_one(operands.shapes()) {
        operands
    } else {
        checked(operands)?
    };
    Ok(Zip { operands })
}

/// Operands that broadcast. They come by value, because operands stay in registers as long as no
/// function gets their address.
#[inline(never)]
fn checked<O: Operands<N>, const N: usize>(operands: O) -> Result<O, ShapeError> {
    axes::check(operands.shapes(), O::EXCLUSIVE)?;
    Ok(operands)
}

/// The value of a walk that does not end early.
#[inline(always)]
fn whole<A>(flow: ControlFlow<Infallible, A>) -> A {
    let Continue(state) = flow;
    state
}

impl<O: Operands<N>, const N: usize> Zip<O, N> {
    /// The operand whose memory decides on the order.
    const ORDER: Order = axes::order_of(O::EXCLUSIVE);

    /// The loops over the elements, and those that are visited first; `None` without elements.
    #[inline(always)]
    fn nest(&mut self, order: Order, outer: &mut Loops<N>) -> Option<(NestAxis<N>, [*mut u8; N])> {
        let nest = axes::nest(
            self.operands.shapes(),
            self.operands.strides(),
            O::SIZES,
            order,
            outer,
        )?;
        // SAFETY: `first` needs that elements of shared operands are not written: items of them are
        // shared references.
        let first = unsafe { self.operands.first_element() };
        Some((nest.row, offset(first, &nest.first)))
    }

    /// Calls the closure for all elements, and writes what it returns beside the state to `out`, in
    /// the order in which it is called.
    ///
    /// The closure travels by value, in the state. A `&mut` array that it has captured is then an
    /// argument of the loop's function, and the compiler knows that writing elements does not
    /// change that array's shape, strides and pointer.
    ///
    /// # Safety
    ///
    /// `out` has a place for as many results as there are index tuples.
    #[inline(always)]
    unsafe fn walk<U, A, E, F>(
        mut self,
        order: Order,
        out: *mut MaybeUninit<U>,
        state: A,
        f: F,
    ) -> ControlFlow<E, A>
    where
        F: for<'i> FnMut(A, Items<'i, O>) -> ControlFlow<E, (A, U)>,
    {
        let mut each = |(state, mut f): (A, F), items: Items<'_, O>| {
            f(state, items).map_continue(|(state, value)| ((state, f), value))
        };
        let mut outer = Loops::new();
        let Some((row, first)) = self.nest(order, &mut outer) else {
            return Continue(state);
        };
        // SAFETY: `run` needs a live element of each operand for each index tuple, which only this
        // walk reaches if it is exclusive: the steps are those of the arrays (their invariants 1
        // and 2), which the operands borrow or own, and an exclusive operand is not repeated. And a
        // place for each result, which `out` has.
        let flow =
            unsafe { walk::run::<N, O, U, _, E>(first, &outer, row, out, (state, f), &mut each) };
        flow.map_continue(|(state, _)| state)
    }

    /// [`walk`](Self::walk) without results.
    #[inline(always)]
    fn visit<A, E, F>(self, order: Order, state: A, mut f: F) -> ControlFlow<E, A>
    where
        F: for<'i> FnMut(A, Items<'i, O>) -> ControlFlow<E, A>,
    {
        let out = core::ptr::NonNull::<MaybeUninit<()>>::dangling().as_ptr();
        let each =
            move |state, items: Items<'_, O>| f(state, items).map_continue(|state| (state, ()));
        // SAFETY: `walk` needs a place for each result: a `()` needs no memory.
        unsafe { self.walk(order, out, state, each) }
    }

    /// Calls the closure once for each index tuple of the common shape.
    ///
    /// The order suits the memory of the first exclusive operand, or of all operands if there is
    /// none.
    ///
    /// The closure gets a copy of a small primitive element of an exclusive operand, which is
    /// written back when it returns: if it panics, the element keeps its old value.
    #[inline]
    pub fn for_each<F>(self, mut f: F)
    where
        F: for<'i> FnMut(Items<'i, O>),
    {
        self.fold((), move |(), items| f(items));
    }

    /// Combines all elements to one value: `f` gets the value so far and the items of an index
    /// tuple.
    ///
    /// The order is that of [`for_each`](Self::for_each).
    ///
    /// ```
    /// use tslice::{Tensor, zip};
    ///
    /// let (a, b) = (Tensor::<_, 1>::from([1, 2, 3]), Tensor::<_, 1>::from([4, 5, 6]));
    /// assert_eq!(zip((&a, &b)).fold(0, |dot, (a, b)| dot + a * b), 32);
    /// ```
    #[inline]
    pub fn fold<A, F>(self, init: A /* 0.0 */, mut f: F) -> A
    where
        F: for<'i> FnMut(A, Items<'i, O>) -> A,
    {
        whole(self.visit(Self::ORDER, init, move |state, items| {
            Continue(f(state, items))
        }))
    }

    /// Returns whether `f` returns `true` for every index tuple. It is not called any more after
    /// the first `false`.
    #[inline]
    #[must_use]
    pub fn all<F>(self, mut f: F) -> bool
    where
        F: for<'i> FnMut(Items<'i, O>) -> bool,
    {
        self.visit(Self::ORDER, (), move |(), items| {
            if f(items) { Continue(()) } else { Break(()) }
        })
        .is_continue()
    }

    /// Returns whether `f` returns `true` for an index tuple. It is not called any more after the
    /// first `true`.
    #[inline]
    #[must_use]
    pub fn any<F>(self, mut f: F) -> bool
    where
        F: for<'i> FnMut(Items<'i, O>) -> bool,
    {
        !self.all(move |items| !f(items))
    }

    /// Works like [`for_each`](Self::for_each), but ends with the first error of `f`.
    ///
    /// # Errors
    ///
    /// If `f` returns an error.
    #[inline]
    pub fn try_for_each<E, F>(self, mut f: F) -> Result<(), E>
    where
        F: for<'i> FnMut(Items<'i, O>) -> Result<(), E>,
    {
        let flow = self.visit(Self::ORDER, (), move |(), items| {
            f(items).map_or_else(Break, Continue)
        });
        flow.break_value().map_or(Ok(()), Err)
    }

    /// Calls the closure for each index tuple in row-major order, and makes a tensor of the
    /// results.
    ///
    /// The tensor has the dims of the operand with the most axes. If the closure panics, the
    /// results that were made leak.
    ///
    /// # Panics
    ///
    /// If memory runs out.
    #[inline]
    #[track_caller]
    pub fn map<U, F>(self, f: F) -> Array<Owned<U>, ResultOf<O, N>>
    where
        O::Dims: BroadcastAll,
        F: for<'i> FnMut(Items<'i, O>) -> U,
    {
        or_panic(self.try_map(f))
    }

    /// Works like [`map`](Self::map), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the tensor does not fit in memory.
    #[inline]
    pub fn try_map<U, F>(self, f: F) -> Result<Array<Owned<U>, ResultOf<O, N>>, ShapeError>
    where
        O::Dims: BroadcastAll,
        F: for<'i> FnMut(Items<'i, O>) -> U,
    {
        let layout = self.layout();
        // SAFETY: `results` needs the common shape: that of the layout.
        let data = unsafe { self.results(layout.shape(), f) }?;
        Ok(Array::from_parts(layout.shape(), data))
    }

    /// What the closure returns for each index tuple, in row-major order.
    ///
    /// # Errors
    ///
    /// If it does not fit in memory.
    ///
    /// # Safety
    ///
    /// The shape is the common one.
    #[inline(always)]
    pub(in super::super) unsafe fn results<U, F>(
        self,
        shape: &[usize],
        mut f: F,
    ) -> Result<Vec<U>, ShapeError>
    where
        F: for<'i> FnMut(Items<'i, O>) -> U,
    {
        let mut data = reserve(shape)?;
        let out = data.spare_capacity_mut().as_mut_ptr();
        // SAFETY: `walk` needs a place for each result, which the spare capacity has.
        whole(unsafe {
            self.walk(Order::RowMajor, out, (), move |(), items| {
                Continue(((), f(items)))
            })
        });
        // SAFETY: `set_len` needs as many live elements: the walk has not ended early, and wrote
        // one for each index tuple.
        unsafe { data.set_len(layout::len(shape)) };
        Ok(data)
    }

    /// Gives the closure the index tuple, too, as its first argument.
    ///
    /// ```
    /// use tslice::{Tensor, zip};
    ///
    /// let a = Tensor::<_, 2>::from([[5, 6], [7, 8]]);
    /// let mut lower = a.to_tensor();
    /// zip((&mut lower,)).indexed().for_each(|[i, j], (x,)| if j > i { *x = 0 });
    /// assert_eq!(lower, [[5, 0], [7, 8]]);
    /// let sums = zip((&a, &[1, 2])).indexed().map(|[i, _], (a, b)| i as i32 * (a + b));
    /// assert_eq!(sums, [[0, 0], [8, 10]]);
    /// ```
    pub fn indexed(self) -> IndexedZip<O, N> {
        IndexedZip { zip: self }
    }
}

/// A [`Zip`] whose closures get the index tuple beside the items, in row-major order.
#[must_use = "nothing happens before `for_each` or `map`"]
pub struct IndexedZip<O, const N: usize> {
    zip: Zip<O, N>,
}

/// An index tuple of the common shape.
type IndexOf<O, const N: usize> = <ResultOf<O, N> as Dims>::Owned;

impl<O: Operands<N>, const N: usize> Zip<O, N>
where
    O::Dims: BroadcastAll,
{
    /// The row-major layout of a result of each index tuple.
    #[inline]
    fn layout(&self) -> <ResultOf<O, N> as Dims>::Layout {
        let shapes = self.operands.shapes();
        // Of a shape whose rank is a constant, the layout is made in registers.
        let layout = if axes::are_one(shapes) {
            layout::row_major::<ResultOf<O, N>>(shapes[0])
        } else {
            let mut shape = SmallVec::new();
            axes::common(&shapes, &mut shape);
            layout::row_major::<ResultOf<O, N>>(&shape)
        };
        layout.unwrap_or_else(|| unreachable!("the operand with the most axes has as many"))
    }
}

impl<O: Operands<N>, const N: usize> IndexedZip<O, N>
where
    O::Dims: BroadcastAll,
{
    /// The index tuples of the common shape in row-major order, one for each call.
    #[inline]
    fn indices(&self) -> impl FnMut() -> IndexOf<O, N> + use<O, N> {
        let shape = <ResultOf<O, N>>::own_shape(&self.zip.layout());
        let mut next = shape.clone();
        next.as_mut().fill(0);
        move || {
            let index = next.clone();
            layout::advance(next.as_mut(), shape.as_ref());
            index
        }
    }

    /// Calls the closure once for each index tuple of the common shape, in row-major order.
    #[inline]
    pub fn for_each<F>(self, mut f: F)
    where
        F: for<'i> FnMut(IndexOf<O, N>, Items<'i, O>),
    {
        let mut index = self.indices();
        whole(self.zip.visit(Order::RowMajor, (), move |(), items| {
            f(index(), items);
            Continue(())
        }));
    }

    /// Calls the closure for each index tuple in row-major order, and makes a tensor of the
    /// results, as [`Zip::map`] does.
    ///
    /// # Panics
    ///
    /// If memory runs out.
    #[inline]
    #[track_caller]
    pub fn map<U, F>(self, f: F) -> Array<Owned<U>, ResultOf<O, N>>
    where
        F: for<'i> FnMut(IndexOf<O, N>, Items<'i, O>) -> U,
    {
        or_panic(self.try_map(f))
    }

    /// Works like [`map`](Self::map), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If the tensor does not fit in memory.
    #[inline]
    pub fn try_map<U, F>(self, mut f: F) -> Result<Array<Owned<U>, ResultOf<O, N>>, ShapeError>
    where
        F: for<'i> FnMut(IndexOf<O, N>, Items<'i, O>) -> U,
    {
        let mut index = self.indices();
        self.zip.try_map(move |items| f(index(), items))
    }
}
