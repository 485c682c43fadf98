//! Verdicts against walks along every axis.

mod extremes;
mod lists;
mod specs;
mod walks;

use tslice_entry::Entry;

use super::meet::{Meeting, meeting_from};

/// Where two entries meet first on any axis.
fn meeting(a: &Entry<i64>, b: &Entry<i64>) -> Option<Meeting> {
    meeting_from(0, a, b)
}
