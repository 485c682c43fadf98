//! What the compiler says where a call is not one of this crate's.

use tslice_cases::messages::Compiler;

const BEGIN: &str = "
    #![allow(unused_imports)]
    use burn_tensor::{Bool, Int, Tensor};
    use tslice::s;
    use tslice_burn::TSlice;
";

fn errors_of(body: &str) -> String {
    let crates = ["tslice_burn", "burn_tensor", "tslice"];
    let good = format!("{BEGIN} pub fn f(t: Tensor<2>) -> Tensor<1> {{ t.tslice(s![0]) }}");
    let compiler = Compiler::new(&crates, &good);
    compiler.errors_of(&format!(
        "{BEGIN} pub fn f(t: Tensor<2>, ids: Tensor<2, Int>) {{ {body} }}"
    ))
}

#[track_caller]
fn names(body: &str, expected: &[&str]) {
    let errors = errors_of(body);
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
        "let _ = t.tpick_assign(s![[1]], 5);",
        &["cannot be assigned to a tensor", fill],
    );
    names(
        "let _ = t.tslice_assign(s![1], ids);",
        &[
            "`Tensor<2, burn_tensor::Int>` cannot be assigned",
            "`float()`, `int()` or `bool()`",
        ],
    );
}

#[test]
fn lists_of_another_rank_name_ttake_and_tselect() {
    names(
        "let _: Tensor<1> = t.tpick(s![&ids, 0]);",
        &[
            "`Tensor<2, burn_tensor::Int>` is not a list",
            "`ttake(axis, &labels)` and `tselect(&mask)`",
        ],
    );
    names(
        "let _: Tensor<1> = t.tslice(s![[0, 1], 0]);",
        &[
            "`.tpick(..)` for `.tslice(..)`",
            "by `ttake(axis, &rows)` of burn's and candle's",
        ],
    );
}

#[test]
fn lists_of_tensors_are_not_for_arrays() {
    names(
        "let list: Tensor<1, Int> = ids.flatten(0, 1);
        let a = tslice::Tensor::<i32, 2>::zeros([2, 2]);
        let _ = a.pick(s![&list]);",
        &[
            "a list of this spec is a tensor of another crate",
            "copy its elements to a `Vec`",
        ],
    );
}
