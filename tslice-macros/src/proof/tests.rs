//! Verdicts against walks along every axis.

mod extremes;
mod lists;
mod specs;
mod walks;

use tslice_syntax::{Entry, List, Listed, Spec};

use super::meet::{Meeting, meeting_from};

/// Where two entries meet first on any axis.
fn meeting(a: &Entry<i64>, b: &Entry<i64>) -> Option<Meeting> {
    meeting_from(0, a, b)
}

/// A spec whose lists stand at these entries.
fn with_lists(entries: &[Entry<i64>], lists: &[(usize, Vec<Entry<i64>>)]) -> Spec<i64> {
    let listed = |(entry, items): &(usize, Vec<_>)| Listed {
        entry: *entry,
        lists: vec![List::Literal(items.clone())],
    };
    Spec {
        entries: entries.to_vec(),
        spans: Vec::new(),
        lists: lists.iter().map(listed).collect(),
    }
}
