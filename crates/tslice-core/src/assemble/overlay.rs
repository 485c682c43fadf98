//! One array over another, at a start that may be outside: the twin of `crop`.

use core::iter;

use crate::array::{Array, AsView, Mut, Ref, Write, bound};
use crate::error::{AxisError, ShapeError, or_panic};
use crate::layout::{self, Dims};
use crate::resolve::resolve_ranges;
use crate::spec::Range;

/// The parts of two arrays that lie over each other.
type Parts<'t, 's, T, U, D> = (Array<Mut<'t, T>, D>, Array<Ref<'s, U>, D>);

/// Views the parts of two arrays that lie over each other where the source begins at `start` of the
/// target. Both have one shape, which is empty if the source is outside.
///
/// A start counts from the begin of its axis, and one below 0 is before it, as in
/// [`crop`](Array::crop): here -1 is not the last position.
///
/// ```
/// use tslice::{Tensor, overlay, tensor, zip};
///
/// let mut photo = Tensor::<u8, 2>::full([2, 3], 100);
/// let shade = tensor![[0.5, 0.5], [0.5, 0.25]];
/// // One column of the shade is to the left of the photo, and one row below it.
/// let (under, over) = overlay(photo.view_mut(), [1, -1], shade.view())?;
/// zip((under, over)).for_each(|(pixel, shade)| *pixel = (f32::from(*pixel) * shade) as u8);
/// assert_eq!(photo, [[100, 100, 100], [50, 100, 100]]);
/// # Ok::<(), tslice::ShapeError>(())
/// ```
///
/// # Errors
///
/// If there is not one start for each axis, or the source has another rank.
#[doc(alias("composite", "blend"))]
pub fn overlay<'t, 's, T, U, D: Dims, E: Dims<Ranked = D::Ranked>>(
    target: Array<Mut<'t, T>, D>,
    start: D::Steps<'_>,
    source: Array<Ref<'s, U>, E>,
) -> Result<Parts<'t, 's, T, U, D::Ranked>, ShapeError> {
    let start = start.as_ref();
    let expected = target.rank();
    if let Some(rank) = [start.len(), source.rank()]
        .into_iter()
        .find(|rank| *rank != expected)
    {
        return Err(AxisError::RankMismatch { expected, rank }.into());
    }
    let source = source
        .with_dims::<D::Ranked>()
        .unwrap_or_else(|| unreachable!("the ranks are equal"));
    let axes = iter::zip(start, iter::zip(target.lengths(), source.lengths()));
    let axes = axes.map(|(&start, (&ours, &theirs))| {
        let (start, ours, theirs) = (bound(start), layout::signed(ours), layout::signed(theirs));
        (
            inside(start, start.saturating_add(theirs)),
            inside(start.saturating_neg(), ours.saturating_sub(start)),
        )
    });
    let (to, under) = resolve_ranges(axes.clone().map(|(ours, _)| ours), target.layout());
    let (from, over) = resolve_ranges(axes.map(|(_, theirs)| theirs), source.layout());
    // SAFETY: `into_part` needs index tuples that point to elements, different ones to different
    // elements, and the offset of an element, or 0 if there is none: what ranges are resolved to.
    let under = unsafe { target.into_part(to, under) };
    // SAFETY: `part` needs index tuples that point to elements, and the offset of an element, or 0
    // if there is none: what ranges are resolved to.
    let over = unsafe { source.part(from, over) };
    Ok((under, over))
}

/// The range of an axis between two places, of which one below 0 is before the axis.
fn inside(begin: i64, end: i64) -> Range {
    Range {
        begin: Some(begin.max(0)),
        end: Some(end.max(0)),
        stride: None,
    }
}

/// Overwrites the part of the target over which the source lies if it begins at `start`, which may
/// be outside on every side: [`overlay`] and [`assign`](Array::assign). Elements beyond the target
/// are dropped.
///
/// ```
/// use tslice::{Tensor, paste, tensor};
///
/// let mut canvas = Tensor::<u8, 2>::zeros([3, 4]);
/// paste(&mut canvas, [-1, 2], &tensor![[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
/// assert_eq!(canvas, [[0, 0, 4, 5], [0, 0, 7, 8], [0, 0, 0, 0]]);
/// ```
///
/// # Panics
///
/// If [`overlay`] returns an error.
#[doc(alias("blit", "replace"))]
#[track_caller]
pub fn paste<S: Write, D: Dims, X /* (&mut a, [y, x], &b) */>(
    target: &mut Array<S, D>,
    start: D::Steps<'_>,
    source: &X,
) where
    S::Elem: Clone,
    X: AsView<S::Elem, Dims: Dims<Ranked = D::Ranked>> + ?Sized,
{
    let (mut under, over) = or_panic(overlay(target.view_mut(), start, source.as_view()));
    under.assign(over);
}
