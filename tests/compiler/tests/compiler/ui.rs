//! What the compiler says of each mistake. `BLESS=1` writes the messages, on the newest stable compiler.

/// Compiles programs that must fail. trybuild writes their messages anew by a variable of its own.
fn fails(programs: &str) {
    if std::env::var_os("BLESS").is_some() {
        // SAFETY: every thread of this process that reads the environment does so by `std::env`, which locks it.
        unsafe { std::env::set_var("TRYBUILD", "overwrite") };
    }
    trybuild::TestCases::new().compile_fail(programs);
}

#[test]
fn mistakes_are_reported_at_their_tokens() {
    fails("ui/*.rs");
}

/// The errors of a snapshot: the compiler's, up to the empty line behind each.
fn errors(stderr: &str) -> impl Iterator<Item = &str> {
    stderr
        .split("\n\n")
        .filter(|error| error.starts_with("error"))
}

#[test]
fn rank_errors_have_at_most_18_lines() {
    let mut count = 0;
    for file in
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/ui")).expect("the snapshots")
    {
        let path = file.expect("a file").path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if !name.starts_with("rank_") || !name.ends_with(".stderr") {
            continue;
        }
        let stderr = std::fs::read_to_string(&path).expect("read");
        for error in errors(&stderr) {
            assert!(error.lines().count() <= 18, "{name}: {error}");
            assert!(
                !error.contains("| impl<") && !error.contains("Table"),
                "{name}: {error}"
            );
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}

#[test]
fn every_lifetime_mistake_is_a_compile_error() {
    fails("lifetimes/*.rs");
}
