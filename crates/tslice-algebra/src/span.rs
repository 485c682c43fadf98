//! One range on axes of every length at once: its canonical form, and what two of them do one after
//! the other.

use tslice_core::__ops::Range;

/// The largest length of an axis: as an end, it cuts nothing.
const ABSENT: i64 = i64::MAX;

/// A range with a positive stride, which may be seen from the other end of the axis.
///
/// `b:e:-s` selects what `!b:!e:s` selects after position p and position `len - 1 - p` have changed
/// places: that is `mirrored`. So an absent begin is 0 and an absent end is [`ABSENT`] under either
/// sign. A bound below 0 counts from the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    mirrored: bool,
    begin: i64,
    end: i64,
    stride: i64,
}

impl Span {
    /// `:`
    pub(crate) const WHOLE: Self = Self {
        mirrored: false,
        begin: 0,
        end: ABSENT,
        stride: 1,
    };
    /// A range that is empty on every axis.
    pub(crate) const EMPTY: Self = Self {
        mirrored: false,
        begin: 0,
        end: 0,
        stride: 1,
    };

    /// The canonical span of a range, whose stride is not 0: ranges that select the same on every
    /// axis have the same one.
    pub(crate) const fn of(range: Range) -> Self {
        let stride = range.step();
        let mirrored = stride < 0;
        let begin = match range.begin {
            Some(begin) if mirrored => !begin,
            Some(begin) => begin,
            None => 0,
        };
        let end = match range.end {
            Some(end) if mirrored => !end,
            Some(end) => end,
            None => ABSENT,
        };
        let stride = if stride == i64::MIN {
            i64::MAX
        } else {
            stride.abs()
        };
        Self {
            mirrored,
            begin,
            end,
            stride,
        }
        .reduced(ABSENT)
    }

    pub(crate) const fn range(self) -> Range {
        let Self {
            mirrored,
            begin,
            end,
            stride,
        } = self;
        Range {
            begin: if begin == 0 {
                None
            } else {
                Some(if mirrored { !begin } else { begin })
            },
            end: if end == ABSENT {
                None
            } else {
                Some(if mirrored { !end } else { end })
            },
            stride: Some(if mirrored { -stride } else { stride }),
        }
    }

    pub(crate) const fn is_whole(self) -> bool {
        !self.mirrored && self.begin == 0 && self.end == ABSENT && self.stride == 1
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.end == 0
    }

    /// The most positions from begin to end on any axis of at most `limit` positions; 0 or less if
    /// there are never any.
    const fn widest(self, limit: i64) -> i64 {
        let Self { begin, end, .. } = self;
        match (begin >= 0, end >= 0) {
            (true, true) | (false, false) => end - begin,
            (true, false) => limit + end - begin,
            (false, true) => smaller(begin.saturating_neg(), end),
        }
    }

    /// The most positions that are selected on any axis.
    const fn most(self) -> i64 {
        (self.widest(ABSENT) - 1) / self.stride + 1
    }

    /// The canonical span of those that select the same on every axis of at most `limit` positions.
    const fn reduced(self, limit: i64) -> Self {
        let begin = if self.begin <= -limit { 0 } else { self.begin };
        let end = if self.end <= -limit {
            0
        } else {
            smaller(self.end, limit)
        };
        let span = Self { begin, end, ..self };
        let widest = span.widest(limit);
        if widest <= 0 || end == 0 {
            return Self::EMPTY;
        }
        // A stride beyond the widest extent takes the first position alone, as that extent does.
        let (mut end, mut stride, mut single) = (end, smaller(self.stride, widest), widest == 1);
        if begin >= 0 && end >= 0 {
            if stride == widest {
                (end, stride, single) = (begin + 1, 1, true);
            } else {
                // The end is behind the last position, or absent if no axis has another position.
                let last = begin + (widest - 1) / stride * stride;
                end = if last >= limit - stride {
                    limit
                } else {
                    last + 1
                };
            }
        }
        if begin < 0 && end > 0 && limit + begin < end {
            // An end that never leaves out a position is the same as none. Without an end, all axes
            // of `-begin` positions or more have equally many selected; an end leaves out most on
            // the shortest and on the longest of these, so those two decide.
            let step = if stride == widest { ABSENT } else { stride };
            let steps = (-begin - 1) / step;
            let of_shortest = (smaller(end, -begin) - 1) / step;
            let of_longest = (end - (limit + begin) - 1) / step;
            if of_shortest == steps && of_longest == steps {
                (end, stride) = (limit, smaller(step, -begin));
            }
        }
        let end = if end == limit { ABSENT } else { end };
        let span = Self {
            begin,
            end,
            stride,
            ..self
        };
        if single && self.mirrored {
            span.turned()
        } else {
            span
        }
    }

    /// A span of stride 1 from the other end: the same positions in the other order.
    const fn turned(self) -> Self {
        Self {
            mirrored: !self.mirrored,
            begin: if self.end == ABSENT { 0 } else { -self.end },
            end: if self.begin == 0 { ABSENT } else { -self.begin },
            stride: self.stride,
        }
    }

    /// The span that selects what `next` selects of this one's positions, on every axis; `None` if
    /// there is none.
    pub(crate) const fn then(self, next: Self) -> Option<Self> {
        if self.is_whole() {
            return Some(next);
        }
        if self.is_empty() || next.is_whole() {
            return Some(self);
        }
        // Both spans are canonical. `next` slices the axis that the positions of this span make.
        let next = next.reduced(self.most());
        if next.is_empty() || next.is_whole() {
            return Some(if next.is_empty() { next } else { self });
        }
        // A single position has no direction: counted from the end, it is one of the mirrored span,
        // counted from the front.
        let last = next.begin < 0
            && (next.end == next.begin + 1 || (next.begin == -1 && next.end == ABSENT));
        let next = if last && self.stride == 1 {
            next.turned()
        } else {
            next
        };
        // If this span has a stride, its last position is not the length plus a constant, so a
        // bound cannot express it.
        if next.mirrored && self.stride != 1 {
            return None;
        }
        let first = if next.mirrored { self.turned() } else { self };
        let whole_if_short = first.begin == 0 || (first.begin < 0 && first.end == ABSENT);
        if next.begin < 0 && next.end >= 0 && next.end != ABSENT && whole_if_short && first.end >= 0
        {
            // `next` takes position 0 alone on axes that are short enough.
            if next.end == 1 {
                let begin = first.stride.saturating_mul(next.begin);
                return Some(
                    Self {
                        begin,
                        end: 1,
                        stride: 1,
                        ..first
                    }
                    .reduced(ABSENT),
                );
            }
            // On a short axis, this span is all of it. On any longer axis, nothing is selected.
            if first.stride == 1 && first.most() + next.begin >= next.end {
                return Some(Self {
                    mirrored: first.mirrored,
                    ..next
                });
            }
        }
        let moving = first.end < 0 || first.end == ABSENT;
        let from_end = if first.end == ABSENT { 0 } else { first.end };
        let begin = if next.begin == 0 {
            first.begin
        } else if next.begin > 0 && first.begin >= 0 {
            first.begin + first.stride * next.begin
        } else if next.begin < 0 && first.stride == 1 && moving && first.begin <= 0 {
            from_end + next.begin
        } else {
            return None;
        };
        // If `next` takes one position from the front, the end does not matter: a stride longer
        // than every axis leaves out the others.
        let alone = next.begin >= 0 && next.end == next.begin + 1;
        let end = if next.end == ABSENT || alone {
            first.end
        } else if next.end > 0 && first.begin >= 0 && first.end >= 0 {
            first.begin + first.stride * next.end
        } else if next.end < 0 && moving {
            from_end + first.stride * next.end
        } else {
            return None;
        };
        let stride = if alone {
            i64::MAX
        } else {
            first.stride.saturating_mul(next.stride)
        };
        Some(
            Self {
                mirrored: first.mirrored,
                begin,
                end,
                stride,
            }
            .reduced(ABSENT),
        )
    }

    /// The start of the window that selects what the window `start:+length` selects of this span's
    /// positions, and fits the same axes; `None` if there is none.
    pub(crate) const fn window(self, start: i64, length: i64) -> Option<i64> {
        let Self {
            mirrored,
            begin,
            end,
            stride,
        } = self;
        if length < 0 || (start < 0 && length > start.saturating_neg()) {
            return None;
        }
        if self.is_whole() || (start == 0 && length == 0) {
            return Some(start);
        }
        if mirrored || stride != 1 || self.is_empty() {
            return None;
        }
        let most = self.most();
        let needed = if start < 0 {
            -start
        } else {
            start.saturating_add(length)
        };
        if needed > most {
            return None;
        }
        match (begin >= 0, start >= 0) {
            // Both count from the front: the end has no effect if enough positions remain.
            (true, true) if end >= 0 => begin.checked_add(start),
            // From the end in what reaches to the end.
            (_, false) if begin <= 0 && end == ABSENT => Some(start),
            (_, false) if begin == 0 && end < 0 => start.checked_add(end),
            // All positions of a span with at most `most` positions.
            (true, false) if end >= 0 && needed == most && length == most => Some(begin),
            (false, true) if end == ABSENT && start == 0 && length == most => Some(begin),
            _ => None,
        }
    }

    /// The first position that is selected of an axis of length `len`, and how many, if they follow
    /// each other.
    pub(crate) const fn on(self, len: i64) -> Option<(i64, i64)> {
        let span = self.reduced(len);
        let first = from_front(span.begin, len);
        let end = if span.end > len {
            len
        } else {
            from_front(span.end, len)
        };
        let count = if span.is_empty() || end <= first {
            0
        } else {
            (end - first - 1) / span.stride + 1
        };
        match count {
            0 => Some((0, 0)),
            1 => Some((
                if span.mirrored {
                    len - 1 - first
                } else {
                    first
                },
                1,
            )),
            _ if span.mirrored || span.stride != 1 => None,
            _ => Some((first, count)),
        }
    }

    /// Whether the one position of an axis of length 1 is selected.
    pub(crate) const fn takes_the_only_one(self) -> bool {
        !self.reduced(1).is_empty()
    }

    /// The index that selects what index `at` selects of this span's positions, on every axis;
    /// `None` if there is none.
    pub(crate) const fn index(self, at: i64) -> Option<i64> {
        if self.is_empty() {
            return None;
        }
        let Self {
            mirrored,
            begin,
            end,
            stride,
        } = self;
        let most = self.most();
        let moving = end < 0 || end == ABSENT;
        let single = begin < 0 && moving && self.widest(ABSENT) == 1;
        let found = if at >= 0 {
            if at >= most {
                return None;
            } else if begin >= 0 && end >= 0 {
                begin + stride * at
            } else if single {
                begin
            } else {
                return None;
            }
        } else if at < -most {
            return None;
        } else if stride == 1 && moving && begin <= 0 {
            (if end == ABSENT { 0 } else { end }) + at
        } else if begin >= 0 && end >= 0 && most == 1 {
            begin
        } else if begin < 0
            && moving
            && at == -most
            && self.widest(ABSENT) == stride * (most - 1) + 1
        {
            // The index is the first of all positions: with one position less on the axis, the span
            // has one less.
            begin
        } else {
            return None;
        };
        Some(if mirrored { !found } else { found })
    }

    /// The span of all that select as many positions as this one on every axis.
    pub(crate) const fn countwise(self) -> Self {
        let Self {
            begin, end, stride, ..
        } = self;
        let (begin, end) = match (begin >= 0, end >= 0) {
            (true, true) => (begin, end),
            (true, false) => (begin - end, ABSENT),
            (false, false) => (-end, -begin),
            (false, true) if end == ABSENT => (0, -begin),
            (false, true) => {
                // With the length of the axis, the distance between the bounds rises to `low`,
                // stays until the length is `high`, and falls to 0 where it is `low + high`. What
                // `low` has beyond `lowest`, the last position that the stride takes, changes no
                // count: it moves to `high`, so that the fall ends at the same length.
                let (low, high) = if -begin < end {
                    (-begin, end)
                } else {
                    (end, -begin)
                };
                let lowest = (low - 1) / stride * stride + 1;
                (-high.saturating_add(low - lowest), lowest)
            }
        };
        Self {
            mirrored: false,
            begin,
            end,
            stride,
        }
        .reduced(ABSENT)
    }
}

/// A bound of an axis of length `len`, counted from its front.
pub(crate) const fn from_front(bound: i64, len: i64) -> i64 {
    if bound < 0 {
        bound.saturating_add(len)
    } else {
        bound
    }
}

const fn smaller(a: i64, b: i64) -> i64 {
    if a < b { a } else { b }
}
