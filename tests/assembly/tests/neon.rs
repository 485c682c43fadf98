//! What the loops of aarch64 are made of, because no machine with that processor has timed them:
//! instructions for each 16 bytes that a loop stores, or adds up. It needs the standard library of
//! the target, so `.ci/processors` runs it: `-- --ignored --nocapture`.

use std::path::Path;
use std::process::Command;

const TARGET: &str = "aarch64-unknown-linux-musl";

/// A kernel: what the names of its functions contain, and how many instructions for each vector its
/// worst loop of vectors may have, which may be the loop over rows of one vector, with the turn from
/// the last row along an axis to the next one along another.
const KERNELS: [(&str, &str, f64); 6] = [
    ("short blocks by table", "7shuffle11try_shuffle", 37.0),
    ("planes to pixels", "7machine4join", 11.0),
    ("planes and pixels", "6pixels4rows10try_pixels", 12.0),
    ("blocks between gaps", "6spread10try_spread", 10.0),
    ("squares", "7squares11try_squares", 24.0),
    ("one value", "6repeat8try_fill", 32.0),
];

/// Functions in this package's library, whose closures and sums are loops of vectors: `fadd`,
/// `fmla` and the like.
const CLOSURES: [(&str, &str); 3] = [
    ("a long sum", "15contiguous_wide"),
    ("a short sum", "6driver5apart"),
    ("a closure on three arrays", "zipped"),
];

/// The assembly of a package as `cargo build --release` makes it.
fn assembly(package: &str) -> String {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("neon");
    let output = target.join(format!("{package}.s"));
    std::fs::create_dir_all(&target).expect("the target folder can be written");
    let status = Command::new(env!("CARGO"))
        .args([
            "rustc",
            "--quiet",
            "--release",
            "--lib",
            "--target",
            TARGET,
            "-p",
            package,
            "--target-dir",
        ])
        .arg(&target)
        .args(["--", "-C", "debuginfo=0", "-C", "codegen-units=1", "--emit"])
        .arg(format!("asm={}", output.display()))
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "{package} compiles for {TARGET}"
    );
    std::fs::read_to_string(output).expect("the compiler wrote it")
}

/// The innermost loops of the functions whose names contain `part`: their instructions.
fn loops<'a>(assembly: &'a str, part: &str) -> Vec<Vec<&'a str>> {
    let mut found = Vec::new();
    let mut lines = assembly.lines();
    while let Some(line) = lines.next() {
        if !(line.ends_with(':') && line.contains(part) && !line.starts_with([' ', '\t', '.'])) {
            continue;
        }
        let body: Vec<&str> = lines
            .by_ref()
            .take_while(|line| !line.starts_with(".Lfunc_end"))
            .map(str::trim)
            .collect();
        let (mut labels, mut instructions) = (Vec::new(), Vec::new());
        for line in body {
            match line.strip_suffix(':') {
                Some(label) => labels.push((label, instructions.len())),
                None if !line.is_empty() && !line.starts_with(['.', '/']) => {
                    instructions.push(line)
                }
                None => {}
            }
        }
        let place = |name: &str| {
            labels
                .iter()
                .find(|(label, _)| *label == name)
                .map(|(_, at)| *at)
        };
        let jump = |(at, line): (usize, &&str)| {
            let begin = place(line.split([' ', '\t', ',']).next_back()?)?;
            (begin <= at).then_some((begin, at))
        };
        let back: Vec<(usize, usize)> = instructions.iter().enumerate().filter_map(jump).collect();
        let is_inner = |one: &&(usize, usize)| {
            back.iter()
                .all(|other| other == *one || !(one.0 <= other.0 && other.1 <= one.1))
        };
        found.extend(
            back.iter()
                .filter(is_inner)
                .map(|&(begin, end)| instructions[begin..=end].to_vec()),
        );
    }
    found
}

/// How many vectors of 16 bytes an instruction stores; those that wait on the stack do not count.
fn stored(instruction: &str) -> usize {
    if instruction.contains("[sp") {
        return 0;
    }
    let mut words = instruction
        .split([' ', '\t', ','])
        .filter(|word| !word.is_empty());
    match (words.next(), words.next()) {
        (Some("str" | "stur"), Some(register)) if register.starts_with('q') => 1,
        (Some("stp"), Some(register)) if register.starts_with('q') => 2,
        _ => 0,
    }
}

#[test]
#[ignore = "it needs the standard library of aarch64"]
fn every_kernel_is_a_loop_of_vectors() {
    let kernels = assembly("tslice-kernels");
    println!(
        "{:28}{:>8}{:>24}",
        "kernel", "loops", "instructions a vector"
    );
    for (name, part, most) in KERNELS {
        let counts = |instructions: Vec<&str>| {
            let vectors: usize = instructions
                .iter()
                .map(|instruction| stored(instruction))
                .sum();
            (vectors > 0).then(|| instructions.len() as f64 / vectors as f64)
        };
        let counts: Vec<f64> = loops(&kernels, part)
            .into_iter()
            .filter_map(counts)
            .collect();
        let (least, worst) = counts
            .iter()
            .fold((f64::MAX, 0.0_f64), |(a, b), &c| (a.min(c), b.max(c)));
        println!(
            "{name:28}{:>8}{:>24}",
            counts.len(),
            format!("{least:.1} to {worst:.1}")
        );
        assert!(!counts.is_empty(), "{name} stores no vectors");
        assert!(
            worst <= most,
            "{name}: {worst} instructions for a vector, at most {most}"
        );
    }
}

#[test]
#[ignore = "it needs the standard library of aarch64"]
fn sums_and_closures_are_loops_of_vectors() {
    let library = assembly("tslice-assembly");
    for (name, part) in CLOSURES {
        let vectors = |instructions: &Vec<&str>| {
            let of_four = instructions
                .iter()
                .filter(|i| i.contains(".4s") || i.contains(".2d"));
            of_four.count() as f64 / instructions.len() as f64
        };
        let loops = loops(&library, part);
        assert!(
            !loops.is_empty(),
            "{name}: no function that is called {part} has a loop"
        );
        let best = loops.iter().map(vectors).fold(0.0, f64::max);
        println!(
            "{name:28}{:>7.0} % of a loop are instructions on vectors",
            100.0 * best
        );
        assert!(best > 0.2, "{name}: the loop is scalar");
    }
}
