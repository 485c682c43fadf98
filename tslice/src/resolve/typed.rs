//! The walk for a spec whose masks are its type, unrolled: the compiler gets one step after the other instead of a loop,
//! which costs it a fraction of the time, and bounds that are constants fold away.

use super::walk::{Walk, kind};
use crate::error::SliceError;
use crate::layout::Fixed;
use crate::spec::Spec;

#[allow(unused_comparisons, reason = "entry 0 is never beyond the last")]
/// As [`super::resolve`]: the offset and the layout of the result, whose rank is R - C + P.
#[inline(always)]
pub(crate) const fn resolve<
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
) -> Result<(isize, Fixed<O>), SliceError> {
    let mut result = Fixed { shape: [0; O], strides: [0; O] };
    let whole = const { R - C };
    let Fixed { shape, strides } = layout;
    let mut walk = Walk::new(spec.as_ref(), whole, shape, strides, &mut result.shape, &mut result.strides);
    // Fours inside each other, so that a short spec has few conditions to evaluate.
    macro_rules! steps {
        () => {};
        ($a:literal $b:literal $c:literal $d:literal $($more:literal)*) => {
            if const { $a <= N } {
                steps!(@one $a);
                steps!(@one $b);
                steps!(@one $c);
                steps!(@one $d);
                steps!($($more)*);
            }
        };
        (@one $entry:literal) => {
            if const { $entry <= N } {
                let kind = const { kind(Spec::<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>::MASKS, N, $entry) };
                if let Err(error) = walk.step($entry, kind) {
                    return Err(error);
                }
            }
        };
    }
    steps!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31);
    let offset = walk.offset();
    Ok((offset, result))
}
