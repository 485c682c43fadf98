//! A literal spec on a view of constant shape is constants: no loop, no branch, no call in the
//! assembly.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

/// Functions of the library whose slices fold.
const FOLDED: [&str; 8] = [
    "crop",
    "reversed",
    "column",
    "element",
    "raised",
    "checked_element",
    "checked_column",
    "checked_nested",
];

/// The assembly of the library as `cargo build --release` makes it.
fn assembly() -> &'static str {
    static ASSEMBLY: LazyLock<String> = LazyLock::new(|| {
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        // The folder of this build: whoever has run an example in it with `--release` has what the
        // library needs.
        let target = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .parent()
            .expect("a folder in the target folder");
        let output = target.join("release").join("tslice_assembly.s");
        std::fs::create_dir_all(target.join("release")).expect("the target folder can be written");
        let status = Command::new(env!("CARGO"))
            .args([
                "rustc",
                "--quiet",
                "--release",
                "--lib",
                "--manifest-path",
                manifest,
                "--target-dir",
            ])
            .arg(target)
            .args(["--", "-C", "debuginfo=0", "--emit"])
            .arg(format!("asm={}", output.display()))
            // Instrumentation for coverage and sanitizers would be in every function.
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .status();
        assert!(
            status.is_ok_and(|status| status.success()),
            "the library compiles"
        );
        std::fs::read_to_string(output).expect("the compiler wrote it")
    });
    &ASSEMBLY
}

/// The instructions of a function, without the assembler's own lines.
fn instructions<'a>(assembly: &'a str, function: &str) -> Vec<&'a str> {
    let label = format!("{function}:");
    let body = assembly.lines().skip_while(|line| *line != label).skip(1);
    let body = body.take_while(|line| !line.starts_with(".Lfunc_end"));
    body.map(str::trim)
        .filter(|line| !line.starts_with('.') && !line.ends_with(':') && !line.is_empty())
        .collect()
}

/// Jumps of every kind, and calls.
fn leaves_the_line(instruction: &str) -> bool {
    instruction.starts_with('j')
        || instruction.starts_with("call")
        || instruction.starts_with("loop")
}

#[test]
fn literal_spec_on_constant_shape_is_constants() {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        println!(
            "skipped: the instructions are those of x86-64, as its compiler on Linux writes them"
        );
        return;
    }
    let assembly = assembly();
    for function in FOLDED {
        let instructions = instructions(assembly, function);
        assert!(!instructions.is_empty(), "{function} is in the assembly");
        let left: Vec<_> = instructions
            .iter()
            .filter(|instruction| leaves_the_line(instruction))
            .collect();
        assert!(
            left.is_empty(),
            "{function} has {left:?} in\n{}",
            instructions.join("\n")
        );
        assert!(
            instructions.len() <= 12,
            "{function} is longer than its constants:\n{}",
            instructions.join("\n")
        );
    }
    // The eye is open: bounds that come with the call are seen to branch or to choose.
    let chosen = instructions(assembly, "at_run_time");
    assert!(
        chosen
            .iter()
            .any(|i| leaves_the_line(i) || i.starts_with("cmov")),
        "{}",
        chosen.join("\n")
    );
}

/// Names of axes are gone before there is code. The compiler merges two functions with one body.
#[test]
fn axes_by_name_are_the_same_instructions() {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        println!("skipped: labels and aliases are those of the assembler of Linux");
        return;
    }
    let assembly = assembly();
    let alias = |name: &str, of: &str| {
        [format!("{name} = {of}\n"), format!(".set {name}, {of}\n")]
            .iter()
            .any(|line| assembly.contains(line))
    };
    // A jump and the place of a panic have labels of their own.
    let without_label = |line: &str| line.split(".L").next().map(str::to_string);
    for in_order in ["crop", "rows"] {
        let by_name = format!("{in_order}_by_name");
        if alias(in_order, &by_name) || alias(&by_name, in_order) {
            continue;
        }
        let [first, second] = [in_order, &by_name].map(|name| {
            let instructions = instructions(assembly, name);
            instructions
                .into_iter()
                .filter_map(without_label)
                .collect::<Vec<_>>()
        });
        assert!(!first.is_empty(), "{in_order} is in the assembly");
        assert_eq!(first, second, "{in_order}");
    }
}
