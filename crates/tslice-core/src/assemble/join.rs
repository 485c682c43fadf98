//! Joining arrays along an axis, an old one or a new one.

use alloc::format;
use alloc::vec::Vec;
use core::iter;

use smallvec::SmallVec;
use tslice_kernels::{Gaps, HUGE, LINE, move_block};

use crate::array::{Array, AsView, InsertAxis, Integer, Owned, Ref, axis_of, bound, reserve};
use crate::copy::{self, is_copy};
use crate::error::{AxisError, ShapeError, or_panic};
use crate::layout::{self, Dims, Layout};

/// The arrays to be joined, which [`concatenate`] and [`stack`] take: an array, a slice or a vector
/// of them, for which X is `[A]` if A is their type, or a tuple, which is X itself. The method is
/// not part of the API, so only this crate implements the trait.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of arrays to be joined",
    label = "the arrays stand in brackets, behind the axis: `concatenate(0, [&a, &b])`",
    note = "up to six arrays of different types and one rank stand in a tuple: \
        `(&tensor, &view)`; more are an array or a slice of views: `[a.view(), b.view()]`",
    note = "the elements have one type, to which `map(|&x| f64::from(x))` converts them; \
        `insert_axis(0)` gives an array one more axis",
    note = "the arrays of an iterator are collected: `stack(0, &t.rows().collect::<Vec<_>>())`",
    note = "an array of another crate is lent: `(&tensor, other.lend())`"
)]
pub trait ArrayList<T, X: ?Sized> {
    /// The dims of each array.
    type Dims: Dims;

    /// Appends a view of each array.
    #[doc(hidden)]
    fn views<'a>(&'a self, to: &mut Views<'a, T, Self::Dims>)
    where
        X: 'a;
}

#[diagnostic::do_not_recommend]
impl<T, X: AsView<T>, L: AsRef<[X]>> ArrayList<T, [X]> for L {
    type Dims = X::Dims;

    fn views<'a>(&'a self, to: &mut Views<'a, T, X::Dims>)
    where
        X: 'a,
    {
        to.extend(self.as_ref().iter().map(AsView::as_view));
    }
}

macro_rules! tuples {
    ($($first:ident $($more:ident)+;)+) => {$(
        #[diagnostic::do_not_recommend]
        #[allow(non_snake_case, reason = "an array has the name of its type")]
        impl<T, $first: AsView<T>, $($more),+> ArrayList<T, ($first, $($more),+)>
            for ($first, $($more),+)
        where
            $($more: AsView<T, Dims: Dims<Ranked = <$first::Dims as Dims>::Ranked>>,)+
        {
            type Dims = <$first::Dims as Dims>::Ranked;

            fn views<'a>(&'a self, to: &mut Views<'a, T, Self::Dims>)
            where
                ($first, $($more),+): 'a,
            {
                let ($first, $($more),+) = self;
                to.push($first.as_view().into_ranked());
                $(to.push($more.as_view().into_ranked());)+
            }
        }
    )+};
}

tuples! { A B; A B C; A B C D; A B C D E; A B C D E F; }

/// Joins arrays of one rank along an axis, as `np.concatenate` does. On the other axes they have
/// the same lengths.
///
/// The arrays are views, references to tensors, nested arrays: anything that is an [`AsView`], in
/// an array, a slice or a vector. Up to six arrays of different types and one rank stand in a
/// tuple. Each is copied once. To join along a new axis, see [`stack`].
///
/// # Panics
///
/// If [`try_concatenate`] returns an error.
///
/// # Examples
///
/// ```
/// use tslice::{Tensor, concatenate, s};
///
/// let t = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
/// assert_eq!(concatenate(0, [t.slice(s![1:]), t.slice(s![:1])]), [[4, 5, 6], [1, 2, 3]]);
/// assert_eq!(concatenate(1, [&t, &t]), [[1, 2, 3, 1, 2, 3], [4, 5, 6, 4, 5, 6]]);
/// assert_eq!(concatenate(1, (&t, t.slice(s![:, :1]))), [[1, 2, 3, 1], [4, 5, 6, 4]]);
/// ```
#[doc(alias(
    "cat",
    "concat",
    "hstack",
    "vstack",
    "roll",
    "append",
    "hcat",
    "column_stack"
))]
#[track_caller]
pub fn concatenate<T: Clone, D: Dims /* (0, [&a, &b]), at least one array */, X: ?Sized>(
    axis: impl Integer,
    arrays: impl ArrayList<T, X, Dims = D>,
) -> Array<Owned<T>, D::Ranked> {
    or_panic(try_concatenate(axis, arrays))
}

/// Works like [`concatenate`], but returns an error instead of panicking.
///
/// # Errors
///
/// If the list of arrays is empty, the axis does not exist, the arrays differ in rank or in their
/// length on another axis, or the result does not fit in memory.
pub fn try_concatenate<T: Clone, D: Dims, X: ?Sized>(
    axis: impl Integer,
    arrays: impl ArrayList<T, X, Dims = D>,
) -> Result<Array<Owned<T>, D::Ranked>, ShapeError> {
    let mut views = Views::new();
    arrays.views(&mut views);
    Joint::new(bound(axis), &views)?.assemble()
}

/// Works like [`concatenate`], but writes into the caller's buffer, in row-major order.
///
/// # Panics
///
/// If [`try_concatenate`] would return an error, or `target` has another length than the result.
/// `target` is unchanged then.
#[track_caller]
pub fn concatenate_into<T: Clone, X: ?Sized>(
    axis: impl Integer,
    arrays: impl ArrayList<T, X>,
    target: &mut [T],
) {
    let mut views = Views::new();
    arrays.views(&mut views);
    or_panic(Joint::new(bound(axis), &views).and_then(|joint| joint.assemble_into(target)));
}

/// Joins arrays of one shape along a new axis, as `np.stack` does. The axis is that of the result,
/// which has one axis more.
///
/// The arrays are those that [`concatenate`] takes, which joins along an axis that they have. Each
/// is copied once.
///
/// # Panics
///
/// If [`try_stack`] returns an error.
///
/// # Examples
///
/// ```
/// use tslice::{Tensor, View, stack};
///
/// let (a, b) = (Tensor::<_, 1>::from([1, 2, 3]), Tensor::<_, 1>::from([4, 5, 6]));
/// let rows: Tensor<i32, 2> = stack(0, [&a, &b]);
/// assert_eq!(rows, [[1, 2, 3], [4, 5, 6]]);
/// assert_eq!(stack(1, [&a, &b]), [[1, 4], [2, 5], [3, 6]]);
/// ```
#[track_caller]
pub fn stack<T: Clone, D: InsertAxis /* (0, [&a, &b]), at least one array */, X: ?Sized>(
    axis: impl Integer,
    arrays: impl ArrayList<T, X, Dims = D>,
) -> Array<Owned<T>, D::Output> {
    or_panic(try_stack(axis, arrays))
}

/// Works like [`stack`], but returns an error instead of panicking.
///
/// # Errors
///
/// If the list of arrays is empty, the axis does not exist in the result, the arrays differ in
/// shape, or the result does not fit in memory.
pub fn try_stack<T: Clone, D: InsertAxis, X: ?Sized>(
    axis: impl Integer,
    arrays: impl ArrayList<T, X, Dims = D>,
) -> Result<Array<Owned<T>, D::Output>, ShapeError> {
    let (axis, views) = insert(bound(axis), &arrays)?;
    Joint::new(axis, &views)?.assemble()
}

/// Works like [`stack`], but writes into the caller's buffer, in row-major order.
///
/// # Panics
///
/// If [`try_stack`] would return an error, or `target` has another length than the result.
/// `target` is unchanged then.
#[track_caller]
pub fn stack_into<T: Clone, D: InsertAxis, X: ?Sized>(
    axis: impl Integer,
    arrays: impl ArrayList<T, X, Dims = D>,
    target: &mut [T],
) {
    let (axis, views) = or_panic(insert(bound(axis), &arrays));
    or_panic(Joint::new(axis, &views).and_then(|joint| joint.assemble_into(target)));
}

/// The arrays with a new axis of length 1, along which they are joined, if they have one shape,
/// behind the axis.
fn insert<'a, T, D: InsertAxis, X: ?Sized + 'a>(
    axis: i64,
    arrays: &'a impl ArrayList<T, X, Dims = D>,
) -> Result<(i64, Views<'a, T, D::Output>), ShapeError> {
    let mut views = Views::new();
    arrays.views(&mut views);
    let axis = joined(axis, &views, true)?;
    let views = views.iter().map(|view| view.insert_axis(axis)).collect();
    Ok((layout::signed(axis), views))
}

/// The axis along which arrays are joined. They must have the shape of the first one; on an axis
/// that is not new, they may have any length.
fn joined<T, D: Dims>(
    axis: i64,
    arrays: &[Array<Ref<'_, T>, D>],
    is_new: bool,
) -> Result<usize, ShapeError> {
    let Some(first) = arrays.first() else {
        return Err(ShapeError::Join("there are no arrays to join".into()));
    };
    let (expected, axis) = (
        first.rank(),
        axis_of(axis, first.rank() + usize::from(is_new))?,
    );
    for (array, view) in arrays.iter().enumerate() {
        let misfit = |error: AxisError| {
            let text = format!("array {array} does not fit array 0: {error}");
            Err(ShapeError::Join(text.into()))
        };
        let rank = view.rank();
        if rank != expected {
            return misfit(AxisError::RankMismatch { expected, rank });
        }
        let mut pairs = iter::zip(view.lengths(), first.lengths()).enumerate();
        let differ = pairs.find(|&(at, (len, expected))| (is_new || at != axis) && len != expected);
        if let Some((axis, (&len, &expected))) = differ {
            return misfit(AxisError::LengthMismatch {
                axis,
                expected,
                len,
            });
        }
    }
    Ok(axis)
}

type Views<'a, T, D> = SmallVec<[Array<Ref<'a, T>, D>; 4]>;

/// Views that fit together along an axis.
struct Joint<'v, 'a, T, D: Dims> {
    axis: usize,
    views: &'v [Array<Ref<'a, T>, D>],
    /// That of the result.
    layout: <D::Ranked as Dims>::Layout,
}

impl<'v, 'a, T: Clone, D: Dims> Joint<'v, 'a, T, D> {
    fn new(axis: i64, views: &'v [Array<Ref<'a, T>, D>]) -> Result<Self, ShapeError> {
        let axis = joined(axis, views, false)?;
        let mut shape = views[0].layout().list(0);
        shape.as_mut().copy_from_slice(views[0].lengths());
        // A sum beyond `usize` is beyond what a shape may count.
        shape.as_mut()[axis] = views
            .iter()
            .map(|view| view.lengths()[axis])
            .fold(0, usize::saturating_add);
        layout::check_count(shape.as_ref())?;
        let layout = layout::row_major::<D::Ranked>(shape.as_ref());
        Ok(Self {
            axis,
            views,
            layout: layout.expect("the rank of the arrays"),
        })
    }

    /// Copies a row of each view in turns, if the elements are `Copy`, those of a row follow each
    /// other, and the result stays in the caches; else returns `false`. Row `columns joined` takes
    /// 1.3 times as long view by view.
    ///
    /// # Safety
    ///
    /// There are places at `to` for the elements of the result, to which no other reference exists.
    unsafe fn write_rows(&self, mut to: *mut T) -> bool {
        let shape = self.layout.shape();
        let bytes = layout::len(shape) * size_of::<T>();
        if !is_copy::<T>() || !(1..=HUGE).contains(&bytes) {
            return false;
        }
        // The first element of a row, how many it has, and the distance to the next one.
        let mut rows: SmallVec<[(*const T, usize, isize); 4]> = SmallVec::new();
        for view in self.views {
            let (outer, inner) = view.lengths().split_at(self.axis);
            let (down, along) = view.steps().split_at(self.axis);
            let len = layout::len(inner);
            let is_row = len * size_of::<T>() >= 2 * LINE && layout::is_row_major(inner, along);
            let Some(step) = layout::only_step(outer, down).filter(|_| is_row) else {
                return false;
            };
            rows.push((view.as_ptr(), len, step));
        }
        for _ in 0..layout::len(&shape[..self.axis]) {
            for (from, len, step) in &mut rows {
                // SAFETY: `move_block` needs the bytes of elements and places: a row of the view,
                // which has as many rows as there are turns (invariant 1), and places of the
                // result, which has all rows. They do not overlap: no other reference to the places
                // exists. A copy of the bytes of a `Copy` element is an element.
                unsafe { move_block(to.cast(), from.cast(), *len * size_of::<T>()) };
                to = to.wrapping_add(*len);
                *from = from.wrapping_offset(*step);
            }
        }
        true
    }

    /// Copies all views together, if their elements take turns in the result and there is a kernel
    /// for it; else returns `false`.
    ///
    /// # Safety
    ///
    /// There are places at `to` for the elements of the result, to which no other reference exists.
    unsafe fn interleave(&self, to: *mut T) -> bool {
        let (first, strides) = (&self.views[0], self.layout.strides());
        let single = |view: &Array<Ref<'a, T>, D>| {
            let mut axes =
                iter::zip(view.lengths(), iter::zip(view.steps(), first.steps())).enumerate();
            axes.all(|(axis, (&len, (step, first)))| len == 1 || axis != self.axis && step == first)
        };
        if strides[self.axis] != 1 || !self.views.iter().all(single) {
            return false;
        }
        let Some(layout) = layout::strided::<D::Ranked>(first.lengths(), strides) else {
            return false;
        };
        let planes: SmallVec<[*const T; 4]> = self.views.iter().map(Array::as_ptr).collect();
        // SAFETY: `interleave` needs a pixel at `to` for each index tuple of the layout: the views
        // have one position on the axis, along which their elements follow each other in the
        // result; and a live element of each view, which has the first one's strides, those of axes
        // of length 1 aside (invariant 1). None of them overlaps those places.
        unsafe { copy::interleave(to, &layout, &planes, first.steps()) }
    }

    /// Writes each view as a whole.
    ///
    /// # Safety
    ///
    /// There are places at `to` for the elements of the result, each with an element if the target
    /// is `live`, to which no other reference exists.
    unsafe fn write(&self, to: *mut T, live: bool) {
        let shape = self.layout.shape();
        // Without elements there is nothing to place, however long the axis is. SAFETY: both need
        // places for the elements of the result, to which no other reference exists: the condition
        // of this function.
        if shape.contains(&0) || unsafe { self.write_rows(to) } || unsafe { self.interleave(to) } {
            return;
        }
        let strides = self.layout.strides();
        let mut at = 0;
        for view in self.views {
            let layout = layout::strided::<D::Ranked>(view.lengths(), strides);
            let layout = layout.expect("a view has the rank of the result");
            // SAFETY: `add` needs a result inside the allocation, or at its end: the view begins at
            // this place of the result, or is empty.
            let to = unsafe { to.add(at * strides[self.axis].unsigned_abs()) };
            // SAFETY: `assign` needs places to which no other reference exists, and exclusive gaps:
            // the places of the view and those between them are of the result, and no other view
            // has them, because the views have, together, the positions of the result's axis, and
            // its lengths on the others (`new`). A view has a live element for each index tuple
            // (invariant 1), none of which is in the result.
            unsafe {
                copy::assign(
                    to,
                    live,
                    &layout,
                    Gaps::Exclusive,
                    view.as_ptr(),
                    view.steps(),
                )
            };
            at += view.lengths()[self.axis];
        }
    }

    /// The result as a new tensor. If a clone panics, the elements that were written leak.
    fn assemble(&self) -> Result<Array<Owned<T>, D::Ranked>, ShapeError> {
        let shape = self.layout.shape();
        let mut data: Vec<T> = reserve(shape)?;
        // SAFETY: `write` needs places for the elements of the shape: the vector has room for them.
        unsafe { self.write(data.as_mut_ptr(), false) };
        // SAFETY: `set_len` needs live elements: the views have, together, all elements of the
        // shape, and each was written.
        unsafe { data.set_len(layout::len(shape)) };
        Ok(Array::from_parts(shape, data))
    }

    /// Writes the result over a buffer.
    fn assemble_into(&self, target: &mut [T]) -> Result<(), ShapeError> {
        layout::check_len(self.layout.shape(), target.len())?;
        // SAFETY: `write` needs live elements, as many as the result has: those of the buffer,
        // which is borrowed exclusively.
        unsafe { self.write(target.as_mut_ptr(), true) };
        Ok(())
    }
}
