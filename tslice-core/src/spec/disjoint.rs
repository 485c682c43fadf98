//! Whether specs have common elements, as `tslice_syntax::proof` decides it.

use tslice_syntax::{Entry, MAX_ENTRIES, proof};

use super::EncodingRef;

/// Whether no two of some typed specs select a common element of any array.
pub(crate) const fn are_disjoint(specs: &[EncodingRef<'_>]) -> bool {
    let mut second = 1;
    while second < specs.len() {
        let of_second = entries(specs[second]);
        let of_second = of_second.split_at(specs[second].begin.len()).0;
        let mut first = 0;
        while first < second {
            let of_first = entries(specs[first]);
            let of_first = of_first.split_at(specs[first].begin.len()).0;
            if proof::overlap(of_first, of_second).is_some() {
                return false;
            }
            first += 1;
        }
        second += 1;
    }
    true
}

const fn entries(spec: EncodingRef<'_>) -> [Entry<i64>; MAX_ENTRIES] {
    let mut entries = [Entry::Ellipsis; MAX_ENTRIES];
    let mut at = 0;
    while at < spec.begin.len() {
        entries[at] = spec.entry(at).literal();
        at += 1;
    }
    entries
}
