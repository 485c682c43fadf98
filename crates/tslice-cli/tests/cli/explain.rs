//! `explain`: a table, a drawing, a picture.

use crate::{directory, fails, misused, printed, run};

#[test]
fn explain_prints_a_table_and_writes_a_picture() {
    let directory = directory();
    let output = run(
        "explain",
        directory.path(),
        &["1, 2:4, ..., ::-1", "2x5x5", "--svg", "out.svg"],
    );
    let printed = printed(&output);
    assert!(printed.contains("result shape   [2, 5]"), "{printed}");
    assert!(printed.contains(" 5  4  3  2  1"), "{printed}");
    let svg =
        std::fs::read_to_string(directory.path().join("out.svg")).expect("the picture is there");
    assert_eq!(svg.matches("<rect").count(), 50);
}

#[test]
fn explain_shows_where_a_mistake_is() {
    let directory = directory();
    fails(
        "explain",
        directory.path(),
        &["1, 2:4:0", "5x5"],
        &["the stride is 0", "1, 2:4:0\n         ^"],
    );
    fails(
        "explain",
        directory.path(),
        &["1", "5xfour"],
        &["5xfour\n    ^^^^"],
    );
    fails(
        "explain",
        directory.path(),
        &["9", "5x5"],
        &["index 9 is out of bounds for axis 0 with length 5"],
    );
    misused(
        "explain",
        directory.path(),
        &["1"],
        &["<SHAPE>", "Usage: tslice explain"],
    );
    fails(
        "explain",
        directory.path(),
        &["1", "2x3x4x5", "--svg", "out.svg"],
        &["at most three axes"],
    );
}

#[test]
fn explain_shows_a_mistake_far_to_the_right() {
    let directory = directory();
    let shape = format!("{}x\u{e9}", vec!["1"; 40_000].join("x"));
    fails(
        "explain",
        directory.path(),
        &["..", &shape],
        &["`\u{e9}` is not a length"],
    );
}

#[test]
fn explain_takes_shapes_as_they_are_written() {
    let directory = directory();
    for shape in [
        "4x6", "4,6", "4, 6", "(4, 6)", "[4,6]", "4 6", " [ 4 6 ]", "(4, 6,)", "4x 6",
    ] {
        let explained = printed(&run("explain", directory.path(), &["1", shape]));
        assert!(
            explained.contains("result shape   [6], "),
            "{shape}: {explained}"
        );
    }
    for shape in ["", "()", "[]", " "] {
        let explained = printed(&run("explain", directory.path(), &["..", shape]));
        assert!(
            explained.contains("result shape   [], "),
            "{shape}: {explained}"
        );
    }
    for (shape, caret) in [
        ("[4, six]", "    ^^^"),
        ("4,,6", "  ^"),
        ("-4", "^^"),
        ("4x", "  ^"),
    ] {
        let words = [shape, "is not a length", &format!("\n  {caret}")];
        fails("explain", directory.path(), &["--", "1", shape], &words);
    }
}

#[test]
fn explain_takes_lists_and_tells_of_brackets() {
    let directory = directory();
    let explain = |spec| printed(&run("explain", directory.path(), &[spec, "4x6"]));
    assert!(explain("[3, 0], 1:+2").contains("result shape   [2, 2]"));
    assert!(
        explain("[::2, 0]")
            .ends_with("write `::2, 0`, without them, for one entry for each axis\n")
    );
    fails(
        "explain",
        directory.path(),
        &["[.., 0]", "4x6"],
        &["malformed", "write `.., 0`, without them"],
    );
}
