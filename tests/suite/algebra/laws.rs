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
fn everything_on_a_short_axis_is_as_sets_of_positions_say() {
    for len in 0..=6 {
        assert!(one_length::all(len, 8, 7).1 > 0);
    }
}

#[test]
fn ranges_that_select_the_same_on_every_length_have_one_canonical_form() {
    assert_eq!(every_length::canonical_forms(5, 5, 40).0, 12 * 12 * 10);
}

#[test]
fn two_ranges_are_one_if_and_only_if_some_range_does_what_both_do() {
    let (pairs, single) = every_length::pairs(2, 2, (9, 7), 20);
    assert!(single * 10 > pairs * 7 && single < pairs);
}

#[test]
fn an_end_that_cuts_nothing_of_a_short_range_is_no_end() {
    let both = s![4::-1].then(s![-4:4:2]).map(|spec| spec.to_string());
    assert_eq!(both.as_deref(), Some("3::-2"));
    let both = s![-7:].then(s![-6:5:3]).map(|spec| spec.to_string());
    assert_eq!(both.as_deref(), Some("-6::3"));
    assert_eq!(s![-7:].then(s![-6:4:3]), None);
}

#[test]
fn an_index_of_a_range_is_one_index_if_and_only_if_some_index_does_what_both_do() {
    let (_, single) = every_length::indices(5, 3, 24, 30);
    assert!(single > 0);
}

#[test]
fn random_pairs_of_ranges_that_are_one_range_match_oracle() {
    assert!(every_length::random_pairs(3_000, 3) > 1_000);
}
