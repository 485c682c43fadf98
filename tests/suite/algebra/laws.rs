//! The laws of the algebra for small numbers; the program `algebra` checks them for larger ones.

use tslice::s;
use tslice_algebra::Algebra;
use tslice_tests::algebra::{chains, chunks, every_length, one_length};

#[test]
fn random_chains_match_oracle() {
    assert!(chains::random_chains(4_000, 1) > 100);
}

#[test]
fn chunk_tables_match_a_walk() {
    assert!(chunks::random_tables(400, 2) > 1_000);
}

#[test]
fn regions_on_short_axes_match_sets_of_positions() {
    for len in 0..=6 {
        assert!(one_length::all(len, 8, 7).1 > 0);
    }
}

#[test]
fn ranges_of_one_meaning_have_one_form() {
    assert_eq!(every_length::canonical_forms(5, 5, 40).0, 12 * 12 * 10);
}

#[test]
fn ranges_compose_exactly_if_one_range_exists() {
    let (pairs, single) = every_length::pairs(2, 2, (9, 7), 20);
    assert!(single * 10 > pairs * 7 && single < pairs);
}

#[test]
fn range_end_that_cuts_nothing_is_dropped() {
    let both = s![4::-1].then(s![-4:4:2]).map(|spec| spec.to_string());
    assert_eq!(both.as_deref(), Some("3::-2"));
    let both = s![-7:].then(s![-6:5:3]).map(|spec| spec.to_string());
    assert_eq!(both.as_deref(), Some("-6::3"));
    assert_eq!(s![-7:].then(s![-6:4:3]), None);
}

#[test]
fn index_composes_exactly_if_one_index_exists() {
    let (_, single) = every_length::indices(5, 3, 24, 30);
    assert!(single > 0);
}

#[test]
fn ranges_composed_at_random_match_oracle() {
    assert!(every_length::random_pairs(3_000, 3) > 1_000);
}
