//! What the compiler says of a program that uses one of the crates.

use std::env;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The libraries beside this test, which `cargo test` has built.
#[derive(Clone, Debug)]
pub struct Compiler {
    folder: PathBuf,
    libraries: Vec<(String, PathBuf)>,
}

impl Compiler {
    /// A compiler of programs with these crates. A folder may have some builds of each: those are
    /// taken with which a program compiles.
    ///
    /// # Panics
    ///
    /// If the program does not compile.
    #[must_use]
    pub fn new(crates: &[&str], program: &str) -> Self {
        let test = env::current_exe().expect("a test has a path");
        let folder = test.parent().expect("a file has a folder").to_owned();
        let mut choices = vec![Vec::new()];
        for name in crates {
            let built = builds(&folder, name);
            choices = choices
                .iter()
                .flat_map(|choice: &Vec<_>| {
                    let with = |path: &PathBuf| {
                        let mut choice = choice.clone();
                        choice.push(((*name).to_owned(), path.clone()));
                        choice
                    };
                    built.iter().map(with)
                })
                .collect();
        }
        let mut compilers = choices.into_iter().map(|libraries| Self {
            folder: folder.clone(),
            libraries,
        });
        let compiles = |compiler: &Self| compiler.run(program).status.success();
        compilers.find(compiles).expect("the program compiles")
    }

    /// The errors of a program.
    ///
    /// # Panics
    ///
    /// If there are none.
    #[must_use]
    pub fn errors_of(&self, program: &str) -> String {
        let output = self.run(program);
        assert!(!output.status.success(), "it compiles: {program}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    fn run(&self, program: &str) -> Output {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let result = env::temp_dir().join(format!("tslice-{}-{number}", std::process::id()));
        let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        rustc
            .args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "-"])
            .arg("-L")
            .arg(format!("dependency={}", self.folder.display()))
            .arg("-o")
            .arg(&result);
        for (name, path) in &self.libraries {
            rustc
                .arg("--extern")
                .arg(format!("{name}={}", path.display()));
        }
        let mut rustc = rustc
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a compiler");
        let mut input = rustc.stdin.take().expect("an input");
        input.write_all(program.as_bytes()).expect("it reads");
        drop(input);
        let output = rustc.wait_with_output().expect("it ends");
        let _missing = fs::remove_file(result);
        output
    }
}

/// The builds of a library, the newest first.
fn builds(folder: &Path, name: &str) -> Vec<PathBuf> {
    let begin = format!("lib{name}-");
    let mut builds = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let file = entry.file_name().to_string_lossy().into_owned();
        if file.starts_with(&begin) && file.ends_with(".rlib") {
            let time = entry.metadata().and_then(|data| data.modified());
            builds.push((time.expect("a time"), entry.path()));
        }
    }
    builds.sort_by(|(a, _), (b, _)| b.cmp(a));
    builds.into_iter().map(|(_, path)| path).take(4).collect()
}
