//! `explain`: a table, a drawing, a picture.

use crate::{directory, fails, misused, names, printed, run};

#[test]
fn explain_prints_a_table_and_writes_a_picture() {
    let directory = directory();
    let output = run("explain", directory.path(), &["1, 2:4, ..., ::-1", "2x5x5", "--svg", "out.svg"]);
    let printed = printed(&output);
    assert!(printed.contains("result shape   [2, 5]"), "{printed}");
    assert!(printed.contains(" 5  4  3  2  1"), "{printed}");
    let svg = std::fs::read_to_string(directory.path().join("out.svg")).expect("the picture is there");
    assert_eq!(svg.matches("<rect").count(), 50);
}

#[test]
fn explain_shows_where_a_mistake_is() {
    let directory = directory();
    fails("explain", directory.path(), &["1, 2:4:0", "5x5"], &["the stride is 0", "1, 2:4:0\n         ^"]);
    fails("explain", directory.path(), &["1", "5xfour"], &["5xfour\n    ^^^^"]);
    fails("explain", directory.path(), &["9", "5x5"], &["index 9 is out of bounds for axis 0 with length 5"]);
    misused("explain", directory.path(), &["1"], &["<SHAPE>", "Usage: tslice explain"]);
    fails("explain", directory.path(), &["1", "2x3x4x5", "--svg", "out.svg"], &["at most three axes"]);
}

#[test]
fn explain_shows_a_mistake_far_to_the_right() {
    let directory = directory();
    let shape = format!("{}x\u{e9}", vec!["1"; 40_000].join("x"));
    fails("explain", directory.path(), &["..", &shape], &["`\u{e9}` is not a length"]);
}

#[test]
fn explain_replaces_a_picture_only_if_it_is_told_to() {
    let directory = directory();
    std::fs::write(directory.path().join("out.svg"), "mine").expect("written");
    fails(
        "explain",
        directory.path(),
        &["1", "5x5", "--svg", "out.svg"],
        &["out.svg: exists already", "--force"],
    );
    assert_eq!(std::fs::read(directory.path().join("out.svg")).expect("there"), b"mine");
    printed(&run("explain", directory.path(), &["1", "5x5", "--svg", "out.svg", "--force"]));
    let svg = std::fs::read_to_string(directory.path().join("out.svg")).expect("there");
    assert!(svg.trim_end().ends_with("</svg>"), "{svg}");
    assert_eq!(names(directory.path()), ["out.svg"]);
}

#[test]
#[cfg(target_os = "linux")]
fn explain_leaves_nothing_where_a_picture_cannot_be_written() {
    let directory = directory();
    fails("explain", directory.path(), &["1", "5x5", "--svg", "/proc/out.svg"], &["/proc/out.svg"]);
    fails("explain", directory.path(), &["1", "5x5", "--svg", "none/out.svg"], &["none/out.svg"]);
    fails(
        "explain",
        directory.path(),
        &["1", "5x5", "--svg", "/dev/full", "--force"],
        &["not a regular file"],
    );
    assert_eq!(names(directory.path()), Vec::<String>::new());
}
