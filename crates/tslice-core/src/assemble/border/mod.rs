//! Windows that leave the array: padding, and crops beyond the edge.

mod window;

use core::iter;

use window::Window;

use crate::array::{Array, Owned, Read};
use crate::error::{ShapeError, or_panic};
use crate::layout::{Dims, Dyn, IntoShape, Rank};

pub use window::Border;

/// A [`Border`], or the value of a [`Border::Constant`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a border of elements of type `{T}`",
    label = "not a border of these elements",
    note = "a border is a value of the elements' type, `0.0` for floats, or `Border::Edge`, \
        `Border::Reflect`, `Border::Symmetric` or `Border::Wrap`"
)]
pub trait IntoBorder<T>: Into<Border<T>> {}

#[diagnostic::do_not_recommend]
impl<T, B: Into<Border<T>>> IntoBorder<T> for B {}

impl<S: Read, D: Dims> Array<S, D>
where
    S::Elem: Clone,
{
    /// Copies the array with a border around it, as `np.pad` does.
    ///
    /// The widths are one number for all sides, `(before, after)` for all axes, or such a pair for
    /// each axis. A value as the border is [`Border::Constant`].
    ///
    /// ```
    /// use tslice::{Border, Tensor};
    ///
    /// let t = Tensor::<_, 2>::from([[1, 2], [3, 4]]);
    /// assert_eq!(t.pad(1, 0), [[0, 0, 0, 0], [0, 1, 2, 0], [0, 3, 4, 0], [0, 0, 0, 0]]);
    /// assert_eq!(t.pad([(0, 0), (2, 1)], Border::Edge), [[1, 1, 1, 2, 2], [3, 3, 3, 4, 4]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If [`try_pad`](Self::try_pad) returns an error.
    #[track_caller]
    pub fn pad<W: PadWidths<D::Ranked> /* pad(1, 0.0), pad(1, Border::Edge) */>(
        &self,
        widths: W,
        border: impl IntoBorder<S::Elem>,
    ) -> Array<Owned<S::Elem>, D::Ranked> {
        or_panic(self.try_pad(widths, border))
    }

    /// Works like [`pad`](Self::pad), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is not one pair of widths for each axis, an axis that is padded is empty and the
    /// border is not a constant, or the result does not fit in memory.
    pub fn try_pad<W: PadWidths<D::Ranked>>(
        &self,
        widths: W,
        border: impl IntoBorder<S::Elem>,
    ) -> Result<Array<Owned<S::Elem>, D::Ranked>, ShapeError> {
        let mut window = Window::whole(self.view(), border.into());
        window.surround(&widths)?;
        window.collect()
    }

    /// Works like [`pad`](Self::pad), but writes into the caller's buffer, in row-major order.
    ///
    /// # Panics
    ///
    /// If [`try_pad`](Self::try_pad) would return an error, or `target` has another length than the
    /// result.
    #[track_caller]
    pub fn pad_into<W: PadWidths<D::Ranked>>(
        &self,
        widths: W,
        border: impl IntoBorder<S::Elem>,
        target: &mut [S::Elem],
    ) {
        let mut window = Window::whole(self.view(), border.into());
        or_panic(window.surround(&widths).and_then(|()| window.write(target)));
    }

    /// Copies a window of the given shape that begins at `start`, and may leave the array on every
    /// side.
    ///
    /// A start counts from the begin of its axis, and one below 0 is before it: here -1 is not the
    /// last position. A window that stays inside the array is a slice, and needs no copy:
    /// `s![y:y + h, x:x + w]`.
    ///
    /// ```
    /// use tslice::{Border, Tensor};
    ///
    /// let t = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
    /// assert_eq!(t.crop([-1, 1], [3, 3], Border::Constant(0)), [[0, 0, 0], [2, 3, 0], [5, 6, 0]]);
    /// assert_eq!(t.crop([2, 2], [2, 2], Border::Reflect), [[9, 8], [6, 5]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If [`try_crop`](Self::try_crop) returns an error.
    #[doc(alias("get_rect_sub_pix", "roi", "window"))]
    #[track_caller]
    pub fn crop<X: IntoShape<D> /* crop([y, x], [h, w], 0.0); inside: slice(s![..]) */>(
        &self,
        start: D::Steps<'_>,
        shape: X,
        border: impl IntoBorder<S::Elem>,
    ) -> Array<Owned<S::Elem>, D::Ranked> {
        or_panic(self.try_crop(start, shape, border))
    }

    /// Works like [`crop`](Self::crop), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// If there is not one start and one length for each axis, the window leaves an empty axis and
    /// the border is not a constant, or the result does not fit in memory.
    pub fn try_crop(
        &self,
        start: D::Steps<'_>,
        shape: impl IntoShape<D>,
        border: impl IntoBorder<S::Elem>,
    ) -> Result<Array<Owned<S::Elem>, D::Ranked>, ShapeError> {
        let mut window = Window::whole(self.view(), border.into());
        window.see(start.as_ref(), shape.lengths().as_ref())?;
        window.collect()
    }

    /// Works like [`crop`](Self::crop), but writes into the caller's buffer, in row-major order.
    ///
    /// # Panics
    ///
    /// If [`try_crop`](Self::try_crop) would return an error, or `target` has another length than
    /// the result.
    #[track_caller]
    pub fn crop_into(
        &self,
        start: D::Steps<'_>,
        shape: impl IntoShape<D>,
        border: impl IntoBorder<S::Elem>,
        target: &mut [S::Elem],
    ) {
        let mut window = Window::whole(self.view(), border.into());
        let seen = window.see(start.as_ref(), shape.lengths().as_ref());
        or_panic(seen.and_then(|()| window.write(target)));
    }
}

/// The widths of a border of an array of dims D: one number for all sides, `(before, after)` for
/// all axes, or such a pair for each axis, which may be `[before, after]`, too; a slice of pairs if
/// the rank is known at run time.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the widths of a border of {D}",
    label = "not the widths of a border",
    note = "widths are one number for all sides, `2`, or a pair for each axis in an array: \
        `[(1, 1), (0, 2)]` for rank 2"
)]
pub trait PadWidths<D> {
    /// The widths before and after each axis, without an end if they are the same for all.
    #[doc(hidden)]
    fn each(&self) -> impl Iterator<Item = (usize, usize)>;
}

impl<D> PadWidths<D> for usize {
    fn each(&self) -> impl Iterator<Item = (usize, usize)> {
        iter::repeat((*self, *self))
    }
}

impl<D> PadWidths<D> for (usize, usize) {
    fn each(&self) -> impl Iterator<Item = (usize, usize)> {
        iter::repeat(*self)
    }
}

/// A pair for each axis: an array fits a rank, and a slice any.
macro_rules! lists {
    ($([$($length:tt)*] $dims:ty, $list:ty;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<P: Copy + Into<(usize, usize)>, $($length)*> PadWidths<$dims> for $list {
            fn each(&self) -> impl Iterator<Item = (usize, usize)> {
                self.iter().map(|&pair| pair.into())
            }
        }
    )+};
}

lists! {
    [const R: usize] Rank<R>, [P; R];
    [const N: usize] Dyn, [P; N];
    [] Dyn, [P];
}

impl<D, W: PadWidths<D> + ?Sized> PadWidths<D> for &W {
    fn each(&self) -> impl Iterator<Item = (usize, usize)> {
        W::each(self)
    }
}
