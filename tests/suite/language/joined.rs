//! Specs made of entries at run time are those of their text.

use tslice::{DynSpec, s};

const ENTRIES: [&str; 10] = [
    ":",
    "1:",
    "-3:+2",
    "::-1",
    "4",
    "newaxis",
    "[0, 2, -1]",
    "([0, 1], [1, 0])",
    "[1:3, 5]",
    "-2:7:3",
];

fn parsed(text: &str) -> DynSpec {
    text.parse().expect("a spec")
}

#[test]
fn pushed_and_collected_entries_are_those_of_the_text() {
    for first in ENTRIES {
        for second in ENTRIES {
            for third in ["..", "0", "[1]"] {
                let text = [first, second, third].join(", ");
                let mut pushed = DynSpec::from(s![]);
                for entry in [first, second, third] {
                    pushed.push(parsed(entry));
                }
                let collected: DynSpec = [first, second, third].map(parsed).into_iter().collect();
                assert_eq!(pushed, parsed(&text), "{text}");
                assert_eq!(collected.to_string(), parsed(&text).to_string());
            }
        }
    }
}

#[test]
fn a_replaced_entry_is_that_of_the_text() {
    let texts: Vec<_> = ENTRIES
        .iter()
        .filter(|text| !text.starts_with('('))
        .collect();
    for at in 0..3 {
        for old in &texts {
            for new in ENTRIES {
                let mut entries = ["[1, 0]", "2:", "([0], [1])"];
                entries[at] = old;
                let mut spec = if at == 2 {
                    parsed(&entries.join(", "))
                } else {
                    parsed(&[entries[0], entries[1]].join(", "))
                };
                spec.set(at, parsed(new));
                entries[at] = new;
                let kept = if at == 2 { 3 } else { 2 };
                assert_eq!(
                    spec,
                    parsed(&entries[..kept].join(", ")),
                    "{old} by {new} at {at}"
                );
            }
        }
    }
}

#[test]
fn a_full_spec_has_the_axes_of_an_array() {
    for rank in 0..=31 {
        let spec = DynSpec::full(rank);
        assert_eq!(spec, parsed(&vec![":"; rank].join(", ")));
    }
}

fn panics(f: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let payload = std::panic::catch_unwind(f).expect_err("it panics");
    payload.downcast_ref::<String>().expect("a message").clone()
}

#[test]
fn what_is_not_a_spec_is_named() {
    let many = panics(|| drop(DynSpec::full(32)));
    assert_eq!(many, "a spec has at most 31 entries, this one has 32");
    let many = panics(|| DynSpec::full(31).push(s![0, 1]));
    assert_eq!(many, "a spec has at most 31 entries, this one has 33");
    assert!(panics(|| DynSpec::from(s![..]).push(s![0, ..])).contains("ellipsis"));
    let none = panics(|| DynSpec::full(2).set(2, s![0]));
    assert_eq!(none, "entry 2 does not exist: the spec has 2");
    let group = "([0, 1], [1, 0])";
    for entry in 0..2 {
        let of_group = panics(move || parsed(group).set(entry, s![0]));
        assert!(of_group.contains("is in a group of lists"), "{of_group}");
    }
}

#[test]
fn debug_of_a_parse_error_shows_the_text() {
    let error = "1..4".parse::<DynSpec>().expect_err("a range of Rust");
    assert_eq!(format!("{error:?}"), error.to_string());
    assert!(
        format!("{error:?}").ends_with("\n  1..4\n  ^^^^"),
        "{error:?}"
    );
}
