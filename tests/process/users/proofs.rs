//! Proofs that `cargo check` does not make, because they need parameters.

use super::package::Package;

const SOURCE: &str = "
use tslice::{Array, Mut, Owned, Ref, Shape, checked_at_build};

type Line<'a, const N: usize> = Array<Ref<'a, u8>, Shape![N]>;

fn sliced<const N: usize>(v: &Line<'_, N>) -> u8 {
    v.slice(checked_at_build![3])[[]]
}

fn tried<const N: usize>(v: &Line<'_, N>) -> usize {
    v.try_slice(checked_at_build![4:]).unwrap().len()
}

fn exclusive<const N: usize>(v: &mut Array<Owned<u8>, Shape![N]>) -> usize {
    v.slice_mut(checked_at_build![-5]).len()
}

fn fits<const N: usize>(v: &Array<Mut<'_, u8>, Shape![N]>) -> u8 {
    v.slice(checked_at_build![-3])[[]]
}

pub fn all() -> usize {
    let mut array = [1, 2, 3];
    usize::from(fits(&Array::from(&mut array)) + sliced(&Array::from(&array)))
        + tried(&Array::from(&array))
        + exclusive(&mut Array::from(array))
}
";

#[test]
fn a_proof_that_fails_at_build_is_one_error_that_names_the_line_of_the_slice() {
    let package = Package::new("at_build", "2024", "tslice", SOURCE);
    package.cargo(&["check"]);
    let words = package.refused(&["build"]);
    let errors = words.split("\nerror[E0080]: evaluation panicked: ").skip(1);
    let first_lines: Vec<&str> = errors.clone().filter_map(|error| error.lines().next()).collect();
    assert_eq!(
        first_lines,
        [
            "index 3 is out of bounds for axis 0 with length 3",
            "range 4: is empty for axis 0 with length 3",
            "index -5 is out of bounds for axis 0 with length 3",
        ],
        "{words}"
    );
    for (error, call) in errors.zip(["v.slice(", "v.try_slice(", "v.slice_mut("]) {
        let line = 1 + SOURCE.lines().position(|line| line.contains(call)).expect("the call is there");
        assert!(error.contains(&format!("--> src/lib.rs:{line}:")), "{call} in line {line}: {error}");
    }
}
