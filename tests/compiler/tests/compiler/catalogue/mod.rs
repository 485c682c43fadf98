//! What the compiler says of several hundred invalid uses: one error each, at its tokens, in words that tell what to write.
//!
//! The tables are `tests/compiler/catalogue/*.txt`, and those of the macro and of the text parser. All cases of a table are one crate,
//! which is checked once.

mod case;
mod cases;

pub(crate) use case::{Case, Context};
pub(crate) use cases::Crate;
use cases::Diagnostic;

fn specs() -> Vec<Case> {
    let tables = [
        include_str!("../../../../../tslice-macros/catalogue.txt"),
        include_str!("../../../../../crates/tslice-syntax/mistakes.txt"),
        include_str!("../../../catalogue/specs.txt"),
    ];
    tables
        .into_iter()
        .flat_map(|table| Case::table(table, Context::Spec))
        .collect()
}

/// The first line of a difference from what is expected, for each case that differs.
fn differences(cases: &[Case], krate: &Crate, errors: &[Diagnostic]) -> Vec<String> {
    let mut differences = Vec::new();
    for (case, lines) in cases.iter().zip(&krate.lines) {
        let own: Vec<_> = errors
            .iter()
            .filter(|error| lines.contains(&error.line))
            .collect();
        let found: Vec<_> = own
            .iter()
            .map(|error| format!("\n    at `{}`: {}", error.token, error.message))
            .collect();
        let right =
            matches!(&own[..], [only] if only.token == case.token && only.says(&case.words));
        if !right {
            let expected = format!("\n  expected at `{}`: {}", case.token, case.words);
            differences.push(format!(
                "{}{expected}\n  found{}",
                case.code,
                found.concat()
            ));
        }
        // Types and functions behind the macros are nobody's business.
        if let Some(error) = own.iter().find(|error| error.names_internals()) {
            differences.push(format!(
                "{}\n  shows internals:\n{}",
                case.code, error.rendered
            ));
        }
    }
    let lines: Vec<_> = krate.lines.iter().flat_map(|lines| lines.clone()).collect();
    let stray = errors.iter().filter(|error| !lines.contains(&error.line));
    differences.extend(stray.map(|error| format!("outside of all cases: {}", error.rendered)));
    differences
}

#[track_caller]
fn each_is_one_error(name: &str, cases: &[Case]) {
    are_one_error(&Crate::of(name, cases), cases);
}

#[track_caller]
fn are_one_error(krate: &Crate, cases: &[Case]) {
    let differences = differences(cases, krate, &krate.check());
    assert!(
        differences.is_empty(),
        "{} of {}:\n{}",
        differences.len(),
        cases.len(),
        differences.join("\n")
    );
}

#[test]
fn spec_mistakes_are_one_error_at_their_tokens() {
    let cases = specs();
    assert!(cases.len() > 300, "{}", cases.len());
    each_is_one_error("specs", &cases);
}

#[test]
fn item_mistakes_are_one_error_at_their_tokens() {
    each_is_one_error(
        "uses",
        &Case::table(
            include_str!("../../../catalogue/uses.txt"),
            Context::Statement,
        ),
    );
    each_is_one_error(
        "items",
        &Case::table(include_str!("../../../catalogue/items.txt"), Context::Item),
    );
}

#[test]
fn a_name_of_another_library_is_one_error_that_says_what_to_write() {
    let table = include_str!("../../../catalogue/signposts.txt");
    each_is_one_error("signposts", &Case::table(table, Context::Statement));
}

#[test]
fn mistakes_with_arrays_of_ndarray_are_one_error() {
    let table = include_str!("../../../catalogue/ndarray.txt");
    let cases = Case::table(table, Context::Statement);
    let ndarray = "ndarray = { version = \"0.17\", default-features = false }\n";
    let krate = Crate::with("ndarray", &cases, "\"ndarray-0_17\"", ndarray);
    are_one_error(&krate, &cases);
}

#[test]
fn suggestions_pass_the_macro() {
    let proposed: Vec<_> = specs().iter().flat_map(Case::proposals).collect();
    assert!(proposed.len() > 100, "{}", proposed.len());
    let krate = Crate::of("proposals", &proposed);
    let errors = krate.check();
    // Errors of types have a code: the names in a proposal are any.
    let refused: Vec<_> = errors
        .iter()
        .filter(|error| error.code.is_none())
        .map(|error| &error.rendered)
        .collect();
    assert!(refused.is_empty(), "{refused:#?}");
}
