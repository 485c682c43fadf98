//! What a user's build takes in, and what the README says of it.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The manifest of a member of this workspace, or of that of tensors, as cargo reads it.
fn manifest(package: &str) -> Value {
    let workspace = if TENSORS.contains(&package) {
        "tensors"
    } else {
        "."
    };
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(workspace))
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("the members");
    packages
        .iter()
        .find(|found| found["name"] == package)
        .expect("a member")
        .clone()
}

/// Dependencies that every build has.
fn always(package: &str) -> Vec<String> {
    let manifest = manifest(package);
    let all = manifest["dependencies"].as_array().expect("a list").clone();
    let always = all
        .into_iter()
        .filter(|one| one["kind"].is_null() && one["optional"] == false);
    always
        .map(|one| one["name"].as_str().expect("a name").to_owned())
        .collect()
}

#[test]
fn default_features_need_only_listed_crates() {
    let lists: [(&str, &[&str]); 9] = [
        (
            "tslice",
            &["smallvec", "tslice-core", "tslice-entry", "tslice-macros"],
        ),
        (
            "tslice-core",
            &["num-traits", "smallvec", "tslice-entry", "tslice-kernels"],
        ),
        ("tslice-kernels", &[]),
        ("tslice-macros", &["tslice-entry", "tslice-syntax"]),
        ("tslice-entry", &[]),
        ("tslice-syntax", &["tslice-entry"]),
        ("tslice-algebra", &["smallvec", "tslice-core"]),
        ("tslice-ops", &["num-traits", "smallvec", "tslice-core"]),
        ("tslice-explain", &["tslice-core"]),
    ];
    for (package, allowed) in lists {
        assert_eq!(always(package), allowed, "{package}");
    }
}

#[test]
fn readme_has_a_row_for_each_feature() {
    let (manifest, readme) = (manifest("tslice"), include_str!("../../README.md"));
    let features = manifest["features"].as_object().expect("features");
    assert!(features.len() > 5, "{features:?}");
    for name in features.keys().filter(|name| *name != "default") {
        assert!(
            readme.contains(&format!("\n| `{name}` |")),
            "`{name}` is not in the README"
        );
    }
}

#[test]
fn readme_figures_match_their_sources() {
    let (readme, results) = (
        include_str!("../../README.md"),
        include_str!("../../benches/RESULTS.md"),
    );
    let (_, speed) = readme.split_once("\n## Speed\n").expect("a heading");
    for library in ["ndarray", "mdarray", "NumPy", "PyTorch", "OpenCV"] {
        let start = format!("| {library} | ");
        let row = results
            .lines()
            .find(|line| line.starts_with(&start))
            .expect("a row of `In short`");
        let mean = row
            .trim_end_matches(" |")
            .rsplit("| ")
            .next()
            .expect("a cell");
        assert!(
            speed.contains(&format!("{library} {mean}")),
            "RESULTS.md says {mean} of {library}"
        );
    }
    let oldest = manifest("tslice")["rust_version"]
        .as_str()
        .expect("a version")
        .to_owned();
    assert!(
        readme.contains(&format!("Rust {oldest}, stable")),
        "the oldest compiler is {oldest}"
    );
}

/// What ships, in the order of publishing.
const PACKAGES: [&str; 11] = [
    "tslice-entry",
    "tslice-syntax",
    "tslice-kernels",
    "tslice-macros",
    "tslice-core",
    "tslice",
    "tslice-algebra",
    "tslice-ops",
    "tslice-explain",
    "tslice-npy",
    "tslice-cli",
];

/// What ships after those, as its dependencies are minutes of compiling.
const TENSORS: [&str; 3] = ["tslice-burn", "tslice-candle", "tslice-dlpack"];

#[test]
fn packages_have_the_fields_of_a_registry() {
    for package in PACKAGES.into_iter().chain(["tslice-zarr"]).chain(TENSORS) {
        let manifest = manifest(package);
        for field in [
            "description",
            "license",
            "repository",
            "homepage",
            "documentation",
            "readme",
            "rust_version",
        ] {
            assert!(manifest[field].is_string(), "{package} has no `{field}`");
        }
        assert_eq!(
            manifest["documentation"],
            format!("https://docs.rs/{package}"),
            "{package}"
        );
        for list in ["keywords", "categories"] {
            let words = manifest[list].as_array().expect("a list");
            assert!(
                (1..=5).contains(&words.len()),
                "{package} has {} {list}, not 1 to 5",
                words.len()
            );
            assert!(
                words
                    .iter()
                    .all(|word| list != "keywords"
                        || word.as_str().is_some_and(|word| word.len() <= 20)),
                "{package}: {words:?}"
            );
        }
        let features = manifest["features"].as_object().expect("features");
        assert!(
            features.is_empty() || manifest["metadata"]["docs"]["rs"].is_object(),
            "{package} has features, and no settings for docs.rs"
        );
    }
}

#[test]
fn the_steps_of_a_release_name_every_package() {
    let lists = include_str!("../../.ci/tools");
    for list in [
        format!("packages=({})", PACKAGES.join(" ")),
        format!("tensors=({})", TENSORS.join(" ")),
    ] {
        assert!(lists.contains(&list), "{list} is not in .ci/tools");
    }
    let publishing = "\"${packages[@]}\" tslice-zarr; do echo \"cargo publish -p";
    assert!(
        include_str!("../../.ci/release").contains(publishing),
        ".ci/release publishes other packages"
    );
}
