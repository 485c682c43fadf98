//! What the compiler says where a call is not one of this crate's.

use tslice_cases::messages::Compiler;

const BEGIN: &str = "
    #![allow(unused_imports)]
    use candle_core::Tensor;
    use tslice::s;
    use tslice_candle::TSlice;
";

#[track_caller]
fn names(body: &str, expected: &[&str]) {
    let crates = ["tslice_candle", "candle_core", "tslice"];
    let good = format!("{BEGIN} pub fn f(t: &Tensor) -> Tensor {{ t.tslice(s![0]) }}");
    let compiler = Compiler::new(&crates, &good);
    let errors = compiler.errors_of(&format!("{BEGIN} pub fn f(t: &Tensor) {{ {body} }}"));
    for expected in expected {
        assert!(errors.contains(expected), "no {expected} in:\n{errors}");
    }
    assert_eq!(errors.matches("error[").count(), 1, "{errors}");
}

#[test]
fn numbers_that_are_assigned_name_fill() {
    let fill = "a number fills what is selected: `tslice_fill(spec, value)`, or `tpick_fill";
    names(
        "let _ = t.tslice_assign(s![1], 5f32);",
        &["`f32` cannot be assigned", fill],
    );
    names(
        "let _ = t.tpick_assign(s![[1]], &[5.]);",
        &["cannot be assigned to a tensor", fill],
    );
}

#[test]
fn lists_in_a_slice_name_tpick() {
    names(
        "let _ = t.tslice(s![[0, 1], 0]);",
        &["a spec with lists is for `pick` or `tpick`"],
    );
}

#[test]
fn lists_of_tensors_are_not_for_arrays() {
    names(
        "let a = tslice::Tensor::<i32, 2>::zeros([2, 2]);
        let _ = a.pick(s![&t]);",
        &[
            "a list of this spec is a tensor of another crate",
            "copy its elements to a `Vec`",
        ],
    );
}
