//! A package that depends on tslice, and cargo run on it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) struct Package {
    folder: PathBuf,
}

impl Package {
    /// A library; `dependency` is the name that tslice has in it.
    pub(crate) fn new(name: &str, edition: &str, dependency: &str, source: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("users")
            .join(name);
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let manifest = format!(
            "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = {edition:?}\n[dependencies]\n\
             {dependency} = {{ package = \"tslice\", path = {:?} }}\n[workspace]\n",
            root.join("tslice")
        );
        std::fs::create_dir_all(folder.join("src")).expect("a folder");
        std::fs::write(folder.join("Cargo.toml"), manifest).expect("written");
        std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("copied");
        let package = Self { folder };
        std::fs::write(package.source_path(), source).expect("written");
        package
    }

    fn source_path(&self) -> PathBuf {
        self.folder.join("src/lib.rs")
    }

    pub(crate) fn source(&self) -> String {
        std::fs::read_to_string(self.source_path()).expect("read")
    }

    /// Runs cargo, which succeeds, and gives what it says.
    #[track_caller]
    pub(crate) fn cargo(&self, arguments: &[&str]) -> String {
        let (succeeds, words) = self.run(arguments);
        assert!(succeeds, "{arguments:?}: {words}");
        words
    }

    fn run(&self, arguments: &[&str]) -> (bool, String) {
        let Output { status, stderr, .. } = Command::new(env!("CARGO"))
            .args(arguments)
            .arg("--offline")
            .env(
                "CARGO_TARGET_DIR",
                Path::new(env!("CARGO_TARGET_TMPDIR")).join("crates"),
            )
            .env_remove("RUSTFLAGS")
            .current_dir(&self.folder)
            .output()
            .expect("cargo runs");
        (
            status.success(),
            String::from_utf8_lossy(&stderr).into_owned(),
        )
    }
}
