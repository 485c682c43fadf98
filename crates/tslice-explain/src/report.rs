//! The report as a table.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::{EntryKind, ExplainedEntry, Explanation};
use tslice_core::__ops::layout;

const HEAD: [&str; 6] = ["entry", "axis", "first", "last", "length", "what it does"];

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "[{}] on shape {:?}\n", self.spec, self.shape)?;
        table(&self.entries, f)?;
        let (chosen, all) = (layout::len(&self.result), layout::len(&self.shape));
        writeln!(
            f,
            "\nresult shape   {:?}, {chosen} of {all} elements",
            self.result
        )?;
        if let Some(bytes) = self.element_bytes {
            let (chosen, all) = (wide(chosen, bytes), wide(all, bytes));
            writeln!(
                f,
                "bytes touched  {chosen} of {all}, {bytes} for each element"
            )?;
        }
        if self
            .entries
            .iter()
            .any(|entry| entry.kind == EntryKind::List)
        {
            return write!(
                f,
                "view or copy   a copy: `pick` makes it, and `pick_mut` writes to the elements"
            );
        }
        writeln!(f, "view or copy   a view: slicing copies nothing")?;
        write!(f, "contiguous     {}", contiguity(self.contiguous))
    }
}

/// The number of bytes of elements, which may be more than fits in memory.
fn wide(elements: usize, bytes: usize) -> u128 {
    elements as u128 * bytes as u128
}

fn contiguity(contiguous: bool) -> &'static str {
    if contiguous {
        "yes: the elements of a row-major tensor are one piece, `as_slice` gives it"
    } else {
        "no: `to_tensor` or `copy_to_slice` gathers the elements in order"
    }
}

fn table(entries: &[ExplainedEntry], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut lines = alloc::vec![HEAD.map(String::from)];
    lines.extend(entries.iter().map(line));
    let mut widths = [0; 6];
    for line in &lines {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = cell.chars().count().max(*width);
        }
    }
    // The last column needs no padding.
    widths[5] = 0;
    for line in lines {
        let padded: Vec<String> = line
            .iter()
            .zip(widths)
            .map(|(cell, width)| padded(cell, width))
            .collect();
        writeln!(f, "{}", padded.join("  "))?;
    }
    Ok(())
}

/// A cell filled up with spaces: those of a format string stop at 65,535.
fn padded(cell: &str, width: usize) -> String {
    let missing = width.saturating_sub(cell.chars().count());
    [cell, &" ".repeat(missing)].concat()
}

fn line(entry: &ExplainedEntry) -> [String; 6] {
    let positions = |of: &[Option<usize>]| {
        list(
            of.iter()
                .map(|p| p.map_or("-".to_string(), |p| p.to_string())),
        )
    };
    [
        entry.text.clone(),
        list(entry.axes.clone().map(|axis| axis.to_string())),
        positions(&entry.first),
        positions(&entry.last),
        list(entry.lengths.iter().map(usize::to_string)),
        meaning(entry),
    ]
}

fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() {
        "-".to_string()
    } else {
        items.join(",")
    }
}

fn meaning(entry: &ExplainedEntry) -> String {
    match (entry.kind, &entry.first[..], &entry.last[..]) {
        (EntryKind::Index, [Some(at)], _) => format!("takes element {at} and drops the axis"),
        (EntryKind::NewAxis, ..) => "adds an axis of length 1".to_string(),
        (EntryKind::List, [Some(_)], _) => format!("picks {}", counted(entry, "position")),
        (EntryKind::List, [Some(_), ..], _) => {
            format!(
                "picks {} of {} axes",
                counted(entry, "point"),
                entry.axes.len()
            )
        }
        (EntryKind::Ellipsis, [], _) => "stands for no axis here".to_string(),
        (EntryKind::Ellipsis, [_], _) => "keeps the axis whole".to_string(),
        (EntryKind::Ellipsis, axes, _) => format!("keeps {} axes whole", axes.len()),
        (EntryKind::Range, [Some(first)], [Some(last)]) if first > last => {
            "walks backwards".to_string()
        }
        (EntryKind::Range | EntryKind::Window, [Some(_)], _) => "walks forwards".to_string(),
        (EntryKind::Range | EntryKind::Window | EntryKind::Index | EntryKind::List, ..) => {
            "chooses nothing".to_string()
        }
    }
}

/// The length that a list gives, with what it counts.
fn counted(entry: &ExplainedEntry, what: &str) -> String {
    match entry.lengths[..] {
        [1] => format!("1 {what}"),
        [len] => format!("{len} {what}s"),
        _ => String::new(),
    }
}
