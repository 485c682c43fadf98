//! A crate of cases, and what cargo says of it.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::case::Case;

const HEADER: &str = "#![allow(warnings)]
use tslice::*;
use tslice::interop::{Lend, LendMut};
use tslice_ops::prelude::*;
type T3 = Tensor<f32, 3>;
struct Q { x: usize }
fn f() -> usize { 1 }
";

/// A package of the cases.
pub(crate) struct Crate {
    folder: PathBuf,
    /// The lines of each case.
    pub(crate) lines: Vec<RangeInclusive<usize>>,
}

pub(crate) struct Diagnostic {
    pub(crate) message: String,
    /// The code of the compiler's own errors.
    pub(crate) code: Option<String>,
    /// The line on which it is reported, and what is underlined there.
    pub(crate) line: usize,
    pub(crate) token: String,
    pub(crate) rendered: String,
}

impl Crate {
    pub(crate) fn of(name: &str, cases: &[Case]) -> Self {
        Self::with(name, cases, "", "")
    }

    /// The same with a feature of tslice, and lines of its manifest's dependencies.
    pub(crate) fn with(name: &str, cases: &[Case], feature: &str, dependencies: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("catalogue")
            .join(name);
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let (tslice, ops) = (root.join("tslice"), root.join("crates/tslice-ops"));
        let manifest = format!(
            "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\ntslice = {{ path = {tslice:?}, features = [{feature}] }}\ntslice-ops = {{ path = {ops:?} }}\n{dependencies}[workspace]\n"
        );
        let (mut source, mut lines) = (HEADER.to_owned(), Vec::new());
        for (number, case) in cases.iter().enumerate() {
            let first = source.lines().count() + 1;
            lines.push(first..=first + 2);
            source.extend(case.lines(number).map(|line| line + "\n"));
        }
        std::fs::create_dir_all(folder.join("src")).expect("a folder");
        std::fs::write(folder.join("Cargo.toml"), manifest).expect("written");
        std::fs::write(folder.join("src/lib.rs"), source).expect("written");
        // The versions that are here already.
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
        std::fs::copy(lock, folder.join("Cargo.lock")).expect("copied");
        Self { folder, lines }
    }

    /// The errors of the crate.
    pub(crate) fn check(&self) -> Vec<Diagnostic> {
        let output = Command::new(env!("CARGO"))
            .args(["check", "--quiet", "--offline", "--message-format", "json"])
            .env(
                "CARGO_TARGET_DIR",
                Path::new(env!("CARGO_TARGET_TMPDIR")).join("crates"),
            )
            .env_remove("RUSTFLAGS")
            .current_dir(&self.folder)
            .output()
            .expect("cargo runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let messages = text
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let messages: Vec<_> = messages
            .filter(|message| message["reason"] == "compiler-message")
            .collect();
        assert!(
            !messages.is_empty() || output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let errors = messages.iter().map(|message| &message["message"]);
        let errors = errors.filter(|error| {
            error["level"] == "error" && error["spans"] != Value::Array(Vec::new())
        });
        errors.map(Diagnostic::of).collect()
    }
}

impl Diagnostic {
    fn of(error: &Value) -> Self {
        let spans = error["spans"].as_array().expect("spans");
        let mut span = spans
            .iter()
            .find(|span| span["is_primary"] == true)
            .expect("a primary span");
        // Inside a macro of another crate: where it is called.
        while span["file_name"] != "src/lib.rs" && !span["expansion"].is_null() {
            span = &span["expansion"]["span"];
        }
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let number =
            |name: &str| usize::try_from(span[name].as_u64().expect("a number")).expect("small");
        let line: Vec<char> = text(&span["text"][0]["text"]).chars().collect();
        let single = number("line_start") == number("line_end");
        let end = if single {
            number("column_end") - 1
        } else {
            line.len()
        };
        Self {
            message: text(&error["message"]),
            code: error["code"]["code"].as_str().map(str::to_owned),
            line: number("line_start"),
            token: line[number("column_start") - 1..end].iter().collect(),
            rendered: text(&error["rendered"]),
        }
    }

    /// Whether the message, a label or a note holds these words.
    pub(crate) fn says(&self, words: &str) -> bool {
        self.rendered.contains(words)
    }

    /// Whether it shows what only the expansion of a macro names, apart from the note of rustc's that says which function has the
    /// bound that a bound of a spec does not meet.
    pub(crate) fn names_internals(&self) -> bool {
        ["__tslice", "Rows<", "sealed::", "Table"]
            .iter()
            .any(|name| self.rendered.contains(name))
    }
}
