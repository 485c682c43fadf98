//! The walk for a spec whose masks are its type.
//!
//! Where bounds are inside their axes, the compiler gets one entry after the other, the axes of each as constants: no loop to
//! unroll, no counter to follow, and literal bounds fold away. All else leaves by one call.

use super::unclamped;
use crate::error::SliceError;
use crate::layout::Fixed;
use crate::spec::{EncodingRef, Masks, Spec};

/// No rank is higher; specs that are longer are resolved with care.
const MOST: usize = 12;

/// `$do!(i)` for each number i below a constant of at most [`MOST`]. Fours inside each other, so that few conditions are
/// evaluated for a small one.
macro_rules! each_below {
    ($below:expr, $do:ident) => {
        each_below!(@fours $below, $do, 0 1 2 3 4 5 6 7 8 9 10 11);
    };
    (@fours $below:expr, $do:ident,) => {};
    (@fours $below:expr, $do:ident, $a:literal $b:literal $c:literal $d:literal $($more:literal)*) => {
        if const { $a < $below } {
            $do!($a);
            each_below!(@one $below, $do, $b);
            each_below!(@one $below, $do, $c);
            each_below!(@one $below, $do, $d);
            each_below!(@fours $below, $do, $($more)*);
        }
    };
    (@one $below:expr, $do:ident, $number:literal) => {
        if const { $number < $below } {
            $do!($number);
        }
    };
}

/// The axes of the input and of the result at which an entry begins, where the ellipsis stands for `whole` axes.
const fn place(masks: Masks, entry: usize, whole: usize) -> (usize, usize) {
    let (taken, given) = masks.axes(entry);
    let before = if masks.has_ellipsis(entry) { whole } else { 0 };
    (taken + before, given + before)
}

/// Writes the layout of the result, whose rank is R - C + P, and returns the offset of its first element; `None` where
/// [`with_care`] has to say.
#[inline(always)]
pub(crate) const fn likely<
    const N: usize,
    const BEGIN: u32,
    const END: u32,
    const ELLIPSIS: u32,
    const NEW_AXIS: u32,
    const SHRINK: u32,
    const C: usize,
    const P: usize,
    const R: usize,
    const O: usize,
>(
    spec: &Spec<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>,
    layout: &Fixed<R>,
    to: &mut Fixed<O>,
) -> Option<isize> {
    if const { N > MOST } {
        return None;
    }
    let (mut offset, mut sure) = (0_isize, true);
    macro_rules! masks {
        () => {
            Spec::<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>::MASKS
        };
    }
    macro_rules! entry {
        ($entry:literal) => {
            let (axis, out) = const { place(masks!(), $entry, R - C) };
            if const { masks!().is_pick($entry) } {
                let (len, stride) = (layout.shape[axis].cast_signed() as i64, layout.strides[axis]);
                let (begin, end, step) = (spec.begin[$entry], spec.end[$entry], spec.strides[$entry]);
                let start = if const { masks!().starts_whole($entry) } {
                    unclamped::first(len, unclamped::back(step))
                } else {
                    unclamped::position(begin, len)
                };
                // An axis of one element never uses its stride, so a product that wraps does no harm.
                offset = offset.wrapping_add(stride.wrapping_mul(start as isize));
                if const { masks!().is_shrink($entry) } {
                    sure &= unclamped::one(start, step, len);
                } else {
                    let stop = if const { masks!().end_absent($entry) } {
                        unclamped::last(len, unclamped::back(step))
                    } else {
                        unclamped::position(end, len)
                    };
                    let (count, fits) = unclamped::several(start, stop, step, len);
                    sure &= fits;
                    to.shape[out] = count;
                    to.strides[out] = stride.wrapping_mul(step as isize);
                }
            }
            if const { masks!().is_new_axis($entry) } {
                to.shape[out] = 1;
            }
        };
    }
    each_below!(N, entry);
    let (axis, out) = const { place(masks!(), masks!().ellipsis(N), 0) };
    macro_rules! whole {
        ($next:literal) => {
            sure &= layout.shape[axis + $next] != 0;
            to.shape[out + $next] = layout.shape[axis + $next];
            to.strides[out + $next] = layout.strides[axis + $next];
        };
    }
    each_below!(R - C, whole);
    if sure { Some(offset) } else { None }
}

/// As [`resolve`](super::resolve): the offset, and the layout of the result. All specs of N entries share this function. What
/// it borrows are copies made for this call, so that the originals need not be in memory.
#[cold]
#[inline(never)]
pub(crate) const fn with_care<const N: usize, const R: usize, const O: usize>(
    [begin, end, strides]: &[[i64; N]; 3],
    masks: &Masks,
    whole: usize,
    layout: &Fixed<R>,
) -> Result<(isize, Fixed<O>), SliceError> {
    let encoding = EncodingRef { begin, end, strides, masks: *masks };
    let mut to = Fixed { shape: [0; O], strides: [0; O] };
    let Fixed { shape, strides } = layout;
    match super::resolve(encoding, whole, shape, strides, &mut to.shape, &mut to.strides) {
        Ok(offset) => Ok((offset, to)),
        Err(error) => Err(error),
    }
}

/// As [`with_care`], but panics.
#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn or_fail<const N: usize, const R: usize, const O: usize>(
    numbers: &[[i64; N]; 3],
    masks: &Masks,
    whole: usize,
    layout: &Fixed<R>,
) -> (isize, Fixed<O>) {
    match with_care(numbers, masks, whole, layout) {
        Ok(result) => result,
        Err(error) => crate::error::fail(&error),
    }
}

/// Copies number by number: a layout that is in registers on the likely way stays there.
#[inline(always)]
pub(crate) const fn copy<const O: usize>(from: &Fixed<O>, to: &mut Fixed<O>) {
    macro_rules! axis {
        ($axis:literal) => {
            to.shape[$axis] = from.shape[$axis];
            to.strides[$axis] = from.strides[$axis];
        };
    }
    each_below!(O, axis);
}

#[cfg(test)]
mod tests {
    use super::likely;
    use crate::layout::Fixed;
    use crate::s;

    #[test]
    fn what_is_inside_its_axes_takes_the_short_way() {
        let layout = Fixed { shape: [4, 3, 6], strides: [18, 6, 1] };
        let mut to = Fixed { shape: [0; 3], strides: [0; 3] };
        assert_eq!(likely(&s![-1, newaxis, .., 1:-1:2], &layout, &mut to), Some(55));
        assert_eq!(to, Fixed { shape: [1, 3, 2], strides: [0, 6, 2] });
        assert_eq!(likely(&s![:2, :, ::-1], &layout, &mut to), Some(5));
        assert_eq!(to, Fixed { shape: [2, 3, 6], strides: [18, 6, -1] });
        assert!(likely(&s![4, newaxis, .., :], &layout, &mut to).is_none());
        assert!(likely(&s![:, :, 6:], &layout, &mut to).is_none());
    }
}
