//! `split_mut!` and signatures outside of the compiler.

use super::input;
use crate::{items, split};

#[test]
fn literal_parts_are_proven_and_others_are_tested() {
    let proven = split::split_mut(input("t.data, [:2, ..], [2:]")).to_string();
    assert!(
        proven.contains("(t . data) . __array () } . multi_slice_mut ((const {"),
        "{proven}"
    );
    assert!(!proven.contains("unsafe"), "{proven}");
    let tested = split::split_mut(input("t, [:n], [2:]")).to_string();
    assert!(
        tested.contains("(t) . __array () } . multi_slice_mut (({"),
        "{tested}"
    );
    let temporary = split::split_mut(input("v.lend_mut(), [0], [1]")).to_string();
    assert!(
        temporary.starts_with("(v . lend_mut ()) . multi_slice_mut (("),
        "{temporary}"
    );
}

#[test]
fn an_overlap_is_an_error_at_the_later_entry() {
    let code = split::split_mut(input("t, [:, :4], [:, 3:], [:, 9:]")).to_string();
    assert_eq!(code.matches("compile_error").count(), 2, "{code}");
    for words in [
        "both take element [0, 3] of an array of shape [1, 4]",
        "both take element [0, 9] of an array of shape [1, 10]",
    ] {
        assert_eq!(code.matches(words).count(), 1, "{code}");
    }
}

#[test]
fn a_literal_signature_leaves_nothing_to_check() {
    let code = items::spec(input("const A: [480, _] => [240, _] = [::2];")).to_string();
    for part in [
        "const A : tslice :: ShapedSpec < tslice :: Spec < 1 ,",
        ", [tslice :: __private :: Option < tslice :: __private :: usize > ; 2] ,",
        "[tslice :: __private :: Option :: Some (240) , tslice :: __private :: Option :: None]",
    ] {
        assert!(code.contains(part), "{part} in {code}");
    }
    assert!(!code.contains("taken") && !code.contains("given"), "{code}");
}

#[test]
fn constants_are_checked_one_by_one() {
    let code = items::spec(input("const A: [H, 640] => [N, 640] = [1:];")).to_string();
    for call in [
        ":: length (H)",
        ":: length (N)",
        ":: entry (& __tslice_spec , 0)] , 0 , 0 ,",
        ":: given (0 ,",
    ] {
        assert_eq!(code.matches(call).count(), 1, "{call} in {code}");
    }
}
