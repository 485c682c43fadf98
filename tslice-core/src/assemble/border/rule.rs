//! What lies beyond the ends of an axis.

/// What is beyond the border of an array, for [`pad`](crate::Array::pad) and [`crop`](crate::Array::crop). The names are those of
/// the modes of `np.pad`, and so are the elements, however far the border reaches.
///
/// ```
/// use tslice::{Border, Tensor};
///
/// let t = Tensor::<_, 1>::from([1, 2, 3]);
/// assert_eq!(t.pad(2, Border::Constant(0)), [0, 0, 1, 2, 3, 0, 0]);
/// assert_eq!(t.pad(2, Border::Edge), [1, 1, 1, 2, 3, 3, 3]);
/// assert_eq!(t.pad(2, Border::Reflect), [3, 2, 1, 2, 3, 2, 1]);
/// assert_eq!(t.pad(2, Border::Symmetric), [2, 1, 1, 2, 3, 3, 2]);
/// assert_eq!(t.pad(2, Border::Wrap), [2, 3, 1, 2, 3, 1, 2]);
/// ```
#[doc(alias("Pad", "PadMode", "Padding", "BorderMode"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Border<T> {
    /// One value.
    Constant(T),
    /// The first and the last element of the axis.
    Edge,
    /// The elements of the axis backwards and forwards in turns, without the one at the border. An axis of length 1 repeats its
    /// element.
    Reflect,
    /// The elements of the axis backwards and forwards in turns, with the one at the border.
    Symmetric,
    /// The axis from its other end.
    Wrap,
}

impl<T> From<T> for Border<T> {
    fn from(value: T) -> Self {
        Self::Constant(value)
    }
}

/// Neighbouring positions of a window on an axis, and the positions of the array that are seen there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stretch {
    /// How many positions they are.
    pub len: usize,
    /// The first position, and the step to the next one; `None` where the border is a constant.
    pub source: Option<(usize, isize)>,
}

impl<T> Border<T> {
    /// The longest stretch that begins at `at`, of at most `room` positions. The axis has `len` elements, or the border is a constant.
    pub(super) fn stretch(&self, len: usize, at: i128, room: usize) -> Stretch {
        let signed = len as i128;
        let before = at < 0;
        let inside = !before && at < signed;
        // How far it is to `end`, which is beyond `at`.
        let until = |end: i128| usize::try_from(end - at).unwrap_or(usize::MAX).min(room);
        // How far `at` is behind the begin of its period.
        let within = |period: i128| at.rem_euclid(period);
        let from = |first: i128, step: isize, count: i128| Stretch {
            len: until(at + count),
            source: Some((usize::try_from(first).unwrap_or(0), step)),
        };
        let beyond = if before { until(0) } else { room };
        match self {
            _ if inside => from(at, 1, signed - at),
            Self::Constant(_) => Stretch { len: beyond, source: None },
            Self::Edge if !before => Stretch { len: beyond, source: Some((len - 1, 0)) },
            Self::Edge => Stretch { len: beyond, source: Some((0, 0)) },
            // An axis of one element, which repeats.
            _ if len == 1 => Stretch { len: beyond, source: Some((0, 0)) },
            Self::Wrap => from(within(signed), 1, signed - within(signed)),
            Self::Reflect | Self::Symmetric => {
                let ends = i128::from(matches!(self, Self::Symmetric));
                let period = 2 * (signed - 1 + ends);
                match within(period) {
                    at if at < signed => from(at, 1, signed - at),
                    at => from(period - ends - at, -1, period - at),
                }
            }
        }
    }
}
