//! What a user's build takes in.

use std::process::Command;

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_default_features_need_four_crates() {
    let tree = cargo(&["tree", "-q", "-p", "tslice", "-e", "normal", "--depth", "1", "--prefix", "none"]);
    let mut crates: Vec<&str> = tree.lines().skip(1).filter_map(|line| line.split(' ').next()).collect();
    crates.sort_unstable();
    assert_eq!(crates, ["num-traits", "smallvec", "tslice-macros", "typeid"]);
    let below =
        cargo(&["tree", "-q", "-p", "tslice-macros", "-e", "normal", "--depth", "1", "--prefix", "none"]);
    assert_eq!(below.lines().count(), 4, "proc-macro2, quote and tslice-syntax: {below}");
}

#[test]
fn every_feature_is_explained_and_is_in_the_table_of_the_readme() {
    let (manifest, readme) = (include_str!("../../tslice/Cargo.toml"), include_str!("../../README.md"));
    let features = manifest.split("[features]").nth(1).and_then(|rest| rest.split("\n[").next());
    let lines: Vec<&str> = features.expect("there are features").lines().collect();
    for (comment, feature) in lines.iter().zip(&lines[1..]) {
        let Some((name, _)) = feature.split_once(" = ").filter(|&(name, _)| name != "default") else {
            continue;
        };
        assert!(comment.starts_with("# "), "`{name}` is not explained");
        assert!(readme.contains(&format!("\n| `{name}` |")), "`{name}` is not in the README");
    }
}
