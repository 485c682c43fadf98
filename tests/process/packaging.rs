//! What a user's build takes in, and what the README says of it.

use std::process::Command;

use serde_json::Value;

/// The manifest of a member, as cargo reads it.
fn manifest(package: &str) -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("the members");
    packages.iter().find(|found| found["name"] == package).expect("a member").clone()
}

/// Dependencies that every build has.
fn always(package: &str) -> Vec<String> {
    let manifest = manifest(package);
    let all = manifest["dependencies"].as_array().expect("a list").clone();
    let always = all.into_iter().filter(|one| one["kind"].is_null() && one["optional"] == false);
    always.map(|one| one["name"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn the_default_features_take_in_no_crate_that_is_not_listed_here() {
    let lists: [(&str, &[&str]); 8] = [
        ("tslice", &["tslice-core", "tslice-macros"]),
        ("tslice-core", &["num-traits", "smallvec", "tslice-kernels", "tslice-syntax"]),
        ("tslice-kernels", &[]),
        ("tslice-macros", &["proc-macro2", "quote", "tslice-syntax"]),
        ("tslice-syntax", &[]),
        ("tslice-algebra", &["smallvec", "tslice-core"]),
        ("tslice-ops", &["num-traits", "smallvec", "tslice-core"]),
        ("tslice-explain", &["tslice-core"]),
    ];
    for (package, allowed) in lists {
        assert_eq!(always(package), allowed, "{package}");
    }
}

#[test]
fn every_feature_is_in_the_table_of_the_readme() {
    let (manifest, readme) = (manifest("tslice"), include_str!("../../README.md"));
    let features = manifest["features"].as_object().expect("features");
    assert!(features.len() > 5, "{features:?}");
    for name in features.keys().filter(|name| *name != "default") {
        assert!(readme.contains(&format!("\n| `{name}` |")), "`{name}` is not in the README");
    }
}
