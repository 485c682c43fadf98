//! The referee: what a contestant sees, what is judged, and the page about it.

use serde_json::{Map, Value, json};
use tslice_tests::golden;
use tslice_tests::referee::{agrees, judge, question, table};

fn object(value: Value) -> Map<String, Value> {
    serde_json::from_value(value).expect("an object")
}

#[test]
fn table_of_the_page_is_current() {
    let table = table(include_str!("../data/disagreements.ndjson")).expect("cases");
    let markers = ["<!-- disagreements -->\n", "<!-- /disagreements -->"];
    golden::check_part("tests/data/REFEREE.md", markers, &table);
}

#[test]
fn a_contestant_sees_no_answer() {
    let case = object(
        json!({"id": "a", "shape": [3], "spec": "9", "axis": 0, "index": 9, "length": 3, "error": "index_out_of_bounds",
        "numpy": {"out": [1]}, "note": "n"}),
    );
    let seen = Value::from(question("pick.ndjson", &case));
    assert_eq!(
        seen,
        json!({"id": "a", "shape": [3], "spec": "9", "file": "pick.ndjson"})
    );
    // Elsewhere an axis is an operand.
    assert!(question("gather.ndjson", &case).contains_key("axis"));
}

#[test]
fn answers_are_compared_by_value() {
    let case = object(json!({"out_shape": [2], "out": [1, 9_007_199_254_740_993_i64]}));
    for (answer, agreed) in [
        (
            json!({"out_shape": [2], "out": [1, 9_007_199_254_740_993_i64]}),
            true,
        ),
        (
            json!({"out_shape": [2], "out": [1, 9_007_199_254_740_992_i64]}),
            false,
        ),
        (
            json!({"out_shape": [2.0], "out": [1.0, 9_007_199_254_740_993_i64]}),
            true,
        ),
        (
            json!({"out_shape": [2, 1], "out": [1, 9_007_199_254_740_993_i64]}),
            false,
        ),
        (json!({"error": "no"}), false),
        (json!({}), false),
    ] {
        assert_eq!(agrees(&case, &object(answer.clone())), agreed, "{answer}");
    }
    assert!(agrees(
        &object(json!({"error": "one"})),
        &object(json!({"error": "another"}))
    ));
    assert!(!agrees(
        &object(json!({"error": "one"})),
        &object(json!({"out_shape": [0], "out": []}))
    ));
}

#[cfg(unix)]
#[test]
fn referee_judges_answers_and_names_early_ends() {
    let text = "{\"id\": \"a\", \"out_shape\": [], \"out\": [1]}\n{\"id\": \"b\", \"error\": \"x\"}\n{\"id\": \"c\", \"out_shape\": [], \"out\": [3]}\n";
    let run = |script: &str| judge("f.ndjson", text, &["sh".into(), "-c".into(), script.into()]);
    let verdict = run(
        r#"read a; echo '{"out_shape": [], "out": [1]}'; read b; echo '{"out_shape": [], "out": [2]}'; read c; echo '{"skip": "no"}'"#,
    )
    .expect("it answers");
    assert_eq!(
        (verdict.agreed, verdict.skipped, verdict.otherwise.len()),
        (1, 1, 1)
    );
    assert_eq!(verdict.otherwise[0].0, "b");
    let error = run(r#"read a; echo '{"out_shape": [], "out": [1]}'"#).expect_err("it ended");
    assert!(
        error
            .to_string()
            .contains("the program ended before it answered `b`"),
        "{error}"
    );
    let error = run("echo hello").expect_err("no JSON");
    assert!(
        error
            .to_string()
            .contains("the answer to `a` is not a JSON object"),
        "{error}"
    );
    let error = judge("f.ndjson", text, &["no-such-program-here".into()]).expect_err("no program");
    assert!(
        error
            .to_string()
            .contains("`no-such-program-here` does not start"),
        "{error}"
    );
}
