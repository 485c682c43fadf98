//! Slices as Python defines them: a list of positions for each axis.

use crate::chance::Chance;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Entry {
    Index(i64),
    Range(Option<i64>, Option<i64>, Option<i64>),
    New,
    Ellipsis,
}

/// For each axis of the source its positions, and for each axis of the result the axis of the
/// source.
pub(crate) struct Selected {
    pub(crate) positions: Vec<Vec<usize>>,
    pub(crate) axes: Vec<Option<usize>>,
}

impl Selected {
    pub(crate) fn shape(&self) -> Vec<usize> {
        self.axes
            .iter()
            .map(|axis| axis.map_or(1, |axis| self.positions[axis].len()))
            .collect()
    }

    /// The indices of the source, in the order of the result.
    pub(crate) fn indices(&self) -> Vec<Vec<usize>> {
        let mut all = vec![vec![]];
        for positions in &self.positions {
            all = all
                .iter()
                .flat_map(|index| positions.iter().map(|&at| [&index[..], &[at]].concat()))
                .collect();
        }
        all
    }
}

pub(crate) fn text(entries: &[Entry]) -> String {
    let number = |bound: Option<i64>| bound.map_or(String::new(), |bound| bound.to_string());
    let words = entries.iter().map(|entry| match *entry {
        Entry::Index(index) => index.to_string(),
        Entry::Range(begin, end, None) => format!("{}:{}", number(begin), number(end)),
        Entry::Range(begin, end, step) => {
            format!("{}:{}:{}", number(begin), number(end), number(step))
        }
        Entry::New => "newaxis".to_owned(),
        Entry::Ellipsis => "...".to_owned(),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// `None` where Python raises an IndexError.
pub(crate) fn select(entries: &[Entry], shape: &[usize]) -> Option<Selected> {
    let takes = |entry: &Entry| matches!(entry, Entry::Index(_) | Entry::Range(..));
    let rest = shape
        .len()
        .checked_sub(entries.iter().filter(|entry| takes(entry)).count())?;
    let mut entries = entries.to_vec();
    if !entries.iter().any(|entry| matches!(entry, Entry::Ellipsis)) {
        entries.push(Entry::Ellipsis);
    }
    let mut selected = Selected {
        positions: vec![],
        axes: vec![],
    };
    for entry in entries {
        let axis = selected.positions.len();
        match entry {
            Entry::New => selected.axes.push(None),
            Entry::Ellipsis => {
                selected.axes.extend((axis..axis + rest).map(Some));
                let whole = shape[axis..axis + rest]
                    .iter()
                    .map(|&len| (0..len).collect());
                selected.positions.extend(whole);
            }
            Entry::Index(index) => {
                let len = shape[axis] as i64;
                let at = if index < 0 { index + len } else { index };
                selected.positions.push(vec![
                    usize::try_from(at).ok().filter(|&at| at < shape[axis])?,
                ]);
            }
            Entry::Range(begin, end, step) => {
                selected.axes.push(Some(axis));
                selected
                    .positions
                    .push(range(begin, end, step.unwrap_or(1), shape[axis] as i64));
            }
        }
    }
    Some(selected)
}

/// `range(*slice(begin, end, step).indices(len))`.
fn range(begin: Option<i64>, end: Option<i64>, step: i64, len: i64) -> Vec<usize> {
    let (lowest, highest) = if step < 0 { (-1, len - 1) } else { (0, len) };
    let bound = |bound: i64| (if bound < 0 { bound + len } else { bound }).clamp(lowest, highest);
    let (first, last) = if step < 0 {
        (highest, lowest)
    } else {
        (lowest, highest)
    };
    let (mut at, end) = (begin.map_or(first, bound), end.map_or(last, bound));
    let mut positions = vec![];
    while if step < 0 { at > end } else { at < end } {
        positions.push(at as usize);
        at += step;
    }
    positions
}

/// Entries for a shape: most of them fit it.
pub(crate) fn by_chance(chance: &mut Chance, shape: &[usize]) -> Vec<Entry> {
    let mut entries = vec![];
    let ellipsis = if chance.one_in(3) {
        chance.below(shape.len() + 1)
    } else {
        usize::MAX
    };
    let takes = if ellipsis == usize::MAX {
        chance.below(shape.len() + 1)
    } else {
        shape.len()
    };
    for (axis, &len) in shape.iter().enumerate().take(takes) {
        if chance.one_in(6) {
            entries.push(Entry::New);
        }
        if axis == ellipsis {
            entries.push(Entry::Ellipsis);
            if chance.one_in(2) {
                continue;
            }
        }
        let len = len as i64;
        entries.push(match chance.below(4) {
            0 if len > 0 => {
                let beyond = i64::from(chance.one_in(40));
                Entry::Index(chance.between(-len, len - 1 + beyond))
            }
            1 => Entry::Range(None, None, Some(chance.of(&[1, 2, 3, 5, -1, -1, -2, -4]))),
            _ => {
                let mut bound = || {
                    chance
                        .below(4)
                        .gt(&0)
                        .then(|| chance.between(-len - 2, len + 2))
                };
                let (begin, end) = (bound(), bound());
                let step = chance.of(&[
                    None,
                    None,
                    Some(1),
                    Some(2),
                    Some(3),
                    Some(7),
                    Some(-1),
                    Some(-2),
                    Some(-3),
                ]);
                Entry::Range(begin, end, step)
            }
        });
    }
    if ellipsis == shape.len() {
        entries.push(Entry::Ellipsis);
    }
    if chance.one_in(8) {
        entries.push(Entry::New);
    }
    entries
}
