//! What users of NumPy, ndarray and tensors write first: each is one call of what has a longer or a more general name here.

use core::array;

use num_traits::{One, Zero};

use super::axis_count::axis_of;
use super::axis_iter::AxisIter;
use super::storage::Borrowed;
use super::{Array, AsView, Integer, Lanes, Mut, Owned, Read, RemoveAxis, Write, concatenate, zip};
use crate::copy::is_float;
use crate::error::{AxisError, ShapeError, or_panic};
use crate::layout::{Dims, Ranked};
use crate::rank::Rank;

/// The axis itself: `ndarray` writes `Axis(1)` where this crate takes the number.
///
/// ```
/// use tslice::{Axis, tensor};
///
/// let t = tensor![[1, 2], [3, 4]];
/// assert_eq!(t.sum_axis(Axis(0)), t.sum_axis(0));
/// ```
#[allow(non_snake_case, reason = "code that was written for ndarray compiles")]
#[must_use]
pub const fn Axis(axis: isize) -> isize {
    axis
}

impl<T: Clone + Zero> Array<Owned<T>, Rank<2>> {
    /// Makes a square matrix with the given main diagonal, and zeros elsewhere.
    ///
    /// ```
    /// assert_eq!(tslice::Tensor::from_diag(&[1, 2]), [[1, 0], [0, 2]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the number of elements exceeds `isize::MAX`, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn from_diag(diagonal: impl AsView<T>) -> Self {
        let diagonal = diagonal.as_view();
        let mut matrix = Self::zeros([diagonal.len(); 2]);
        matrix.diagonal_mut(0).assign(diagonal);
        matrix
    }
}

impl<T> Array<Owned<T>, Rank<1>> {
    /// Collects a range of numbers, or any other iterator, as `collect` does: `Tensor::arange(0..5)`.
    #[must_use]
    pub fn arange(numbers: impl IntoIterator<Item = T>) -> Self {
        numbers.into_iter().collect()
    }
}

impl<S: Read, D: Dims> Array<S, D> {
    /// The lengths of the axes by value: `let [height, width] = picture.dims();`.
    #[must_use]
    pub fn dims(&self) -> D::Owned {
        D::own_shape(self.layout())
    }

    /// The length of an axis. One below 0 counts from the end.
    ///
    /// # Panics
    ///
    /// If there is no such axis.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn len_of(&self, axis: impl Integer) -> usize {
        self.lengths()[or_panic(axis_of(axis, self.rank()).map_err(ShapeError::Axis))]
    }

    /// Returns the first element in row-major order, or `None` if there are none.
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<<S::Lent<'_> as Borrowed>::Item> {
        self.iter().next()
    }

    /// Returns the last element in row-major order, or `None` if there are none.
    #[inline]
    #[must_use]
    pub fn last(&self) -> Option<<S::Lent<'_> as Borrowed>::Item> {
        self.iter().next_back()
    }

    /// Folds the elements in row-major order, as `iter().fold(..)` does.
    ///
    /// ```
    /// assert_eq!(tslice::tensor![[1, 2], [3, 4]].fold(1, |product, x| product * x), 24);
    /// ```
    #[inline]
    pub fn fold<A>(&self, start: A, f: impl FnMut(A, &S::Elem) -> A) -> A {
        self.into_iter().fold(start, f)
    }

    /// Returns the product of the elements, as `np.prod` does: 1 if there are none. Integers overflow as with `*`. Products of floats
    /// may differ from those of `iter().product()` by rounding, because some are multiplied side by side.
    ///
    /// ```
    /// assert_eq!(tslice::tensor![[1, 2], [3, 4]].product(), 24);
    /// ```
    #[doc(alias("prod"))]
    #[inline]
    #[must_use]
    pub fn product(&self) -> S::Elem
    where
        S::Elem: Copy + One,
    {
        let times = |product: S::Elem, &element: &S::Elem| product * element;
        match self.view().as_slice() {
            // Integers may overflow in one order alone, and other types may tell orders apart.
            Some(row) if is_float::<S::Elem>() => {
                let (blocks, rest) = row.as_chunks::<8>();
                let lanes = blocks
                    .iter()
                    .fold([S::Elem::one(); 8], |lanes, block| array::from_fn(|at| lanes[at] * block[at]));
                let [a, b, c, d, e, f, g, h] = lanes;
                rest.iter().fold(((a * b) * (c * d)) * ((e * f) * (g * h)), times)
            }
            _ => self.fold(S::Elem::one(), times),
        }
    }

    /// Returns the elements, those below `min` as `min` and those above `max` as `max`, as `np.clip` does. A NaN stays.
    ///
    /// ```
    /// assert_eq!(tslice::tensor![-1.5, 0.5, 7.0].clip(0.0, 1.0), [0.0, 0.5, 1.0]);
    /// ```
    ///
    /// # Panics
    ///
    /// If memory runs out.
    #[must_use]
    #[track_caller]
    pub fn clip(&self, min: S::Elem, max: S::Elem) -> Array<Owned<S::Elem>, D>
    where
        S::Elem: Copy + PartialOrd,
    {
        self.map(|&x| {
            let x = if x < min { min } else { x };
            if x > max { max } else { x }
        })
    }

    /// Returns the differences of neighbours along an axis, as `np.diff` does: one fewer than the axis is long. Integers
    /// overflow as with `-`.
    ///
    /// ```
    /// assert_eq!(tslice::tensor![[1, 2, 4], [9, 5, 5]].diff(1), [[1, 2], [-4, 0]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such axis, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn diff(&self, axis: impl Integer) -> Array<Owned<S::Elem>, D::Ranked>
    where
        S::Elem: Copy + core::ops::Sub<Output = S::Elem>,
    {
        let axis = or_panic(axis_of(axis, self.rank()).map_err(ShapeError::Axis));
        let len = self.lengths()[axis];
        let (before, after) =
            (self.split_at(axis, len.saturating_sub(1)).0, self.split_at(axis, len.min(1)).1);
        zip((&after, &before)).map(|(&after, &before)| after - before)
    }

    /// Returns an iterator over the parts at each position of the first axis: `axis_iter(0)`.
    ///
    /// # Panics
    ///
    /// If the rank is known at run time only and is 0.
    #[track_caller]
    pub fn outer_iter<E: Ranked>(&self) -> AxisIter<S::Lent<'_>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        self.axis_iter(0)
    }

    /// Returns an iterator over the columns of a matrix, and in general over the lines along the last but one axis: `lanes(-2)`.
    ///
    /// ```
    /// let t = tslice::tensor![[1, 2, 3], [4, 5, 6]];
    /// assert!(t.columns().map(|column| column.sum()).eq([5, 7, 9]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the rank is known at run time only and is below 2.
    #[track_caller]
    pub fn columns<E: Ranked>(&self) -> Lanes<S::Lent<'_>, E>
    where
        D: RemoveAxis<2> + RemoveAxis<Output = E>,
    {
        self.lanes(-2)
    }

    /// Returns a view without an axis of length 1, as `np.squeeze` does. An axis below 0 counts from the end.
    ///
    /// ```
    /// let t = tslice::tensor![[1, 2, 3]];
    /// assert_eq!(t.squeeze(0), [1, 2, 3]);
    /// assert_eq!(t.squeeze(0).unsqueeze(0), t);
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such axis, or it has another length; the message names both.
    #[doc(alias("remove_axis"))]
    #[must_use]
    #[track_caller]
    pub fn squeeze<E: Ranked>(&self, axis: impl Integer) -> Array<S::Lent<'_>, E>
    where
        D: RemoveAxis<Output = E>,
    {
        let position = or_panic(axis_of(axis, self.rank()).map_err(ShapeError::Axis));
        let len = self.lengths()[position];
        if len != 1 {
            or_panic(Err(ShapeError::Axis(AxisError::LengthMismatch { axis: position, len, expected: 1 })))
        }
        self.index_axis(axis, 0)
    }

    /// Returns the main diagonal as a view: `diagonal(0)`.
    ///
    /// # Panics
    ///
    /// If the rank is known at run time only and is below 2.
    #[must_use]
    #[track_caller]
    pub fn diag<E: Ranked>(&self) -> Array<S::Lent<'_>, E>
    where
        D: RemoveAxis<2, Output = E>,
    {
        self.diagonal(0)
    }

    /// Works like [`diag`](Self::diag), but the elements can be written.
    ///
    /// # Panics
    ///
    /// If the rank is known at run time only and is below 2.
    #[must_use]
    #[track_caller]
    pub fn diag_mut<E: Ranked>(&mut self) -> Array<Mut<'_, S::Elem>, E>
    where
        S: Write,
        D: RemoveAxis<2, Output = E>,
    {
        self.diagonal_mut(0)
    }

    /// Moves the elements along an axis by `shift` positions, and those that leave it to its other end, as `np.roll` does.
    ///
    /// ```
    /// let t = tslice::tensor![1, 2, 3, 4];
    /// assert_eq!((t.roll(1, 0), t.roll(-1, 0)), (tslice::tensor![4, 1, 2, 3], tslice::tensor![2, 3, 4, 1]));
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such axis, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn roll(&self, shift: isize, axis: impl Integer) -> Array<Owned<S::Elem>, D::Ranked>
    where
        S::Elem: Clone,
    {
        let len = self.lengths()[or_panic(axis_of(axis, self.rank()).map_err(ShapeError::Axis))];
        let len = len.cast_signed().max(1);
        let back = (len - shift.rem_euclid(len)) % len;
        let (first, last) = self.split_at(axis, back.unsigned_abs());
        concatenate(axis, [last, first])
    }

    /// Returns the cumulative sums along an axis: [`accumulate`](Self::accumulate) with `+`.
    ///
    /// ```
    /// assert_eq!(tslice::tensor![[1, 2, 3], [4, 5, 6]].cumsum(1), [[1, 3, 6], [4, 9, 15]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such axis, or memory runs out.
    #[must_use]
    #[track_caller]
    pub fn cumsum(&self, axis: impl Integer) -> Array<Owned<S::Elem>, D>
    where
        S::Elem: Copy + core::ops::Add<Output = S::Elem>,
        D: RemoveAxis,
    {
        self.accumulate(axis, |&sum, &element| sum + element)
    }

    /// Replaces each element by what a function makes of it: [`map_inplace`](Self::map_inplace) by value.
    ///
    /// ```
    /// let mut t = tslice::tensor![1.0, 4.0, 9.0];
    /// t.mapv_inplace(f64::sqrt);
    /// assert_eq!(t, [1.0, 2.0, 3.0]);
    /// ```
    pub fn mapv_inplace(&mut self, mut f: impl FnMut(S::Elem) -> S::Elem)
    where
        S: Write,
        S::Elem: Clone,
    {
        self.map_inplace(|element| *element = f(element.clone()));
    }

    /// Calls a function for each element and that of another array, which is broadcast: a [`zip`](crate::zip) of the two.
    ///
    /// ```
    /// let mut t = tslice::tensor![[1, 2], [3, 4]];
    /// t.zip_mut_with(&[10, 20], |x, y| *x += y);
    /// assert_eq!(t, [[11, 22], [13, 24]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the other array does not broadcast to the shape of this one.
    #[track_caller]
    pub fn zip_mut_with<T, I>(&mut self, other: impl AsView<T, I>, mut f: impl FnMut(&mut S::Elem, &T))
    where
        S: Write,
    {
        zip((self, other.as_view())).for_each(|(ours, theirs)| f(ours, theirs));
    }
}

impl<S: Read, D: Dims<Ranked = Rank<2>>> Array<S, D> {
    /// The number of rows of a matrix: `shape()[0]`.
    #[inline]
    #[must_use]
    pub fn nrows(&self) -> usize {
        self.lengths()[0]
    }

    /// The number of columns of a matrix: `shape()[1]`.
    #[inline]
    #[must_use]
    pub fn ncols(&self) -> usize {
        self.lengths()[1]
    }
}
