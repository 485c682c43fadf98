//! The machine, the versions, and who is missing.

use std::fmt::Write as _;

use super::Session;

pub(super) fn described(session: &Session) -> String {
    let mut text = format!("- Processor: {}", processor());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let _ = writeln!(
        text,
        ", {threads} threads, {} {}",
        std::env::consts::OS,
        std::env::consts::ARCH
    );
    if let Some(rustc) = rustc() {
        let _ = writeln!(text, "- {rustc}");
    }
    let list = |pairs: &[(String, String)], glue: [&str; 2]| {
        let named = pairs
            .iter()
            .map(|(name, said)| format!("{name}{}{said}{}", glue[0], glue[1]));
        named.collect::<Vec<_>>().join(", ")
    };
    let _ = writeln!(text, "- Against: {}", list(session.versions(), [" ", ""]));
    if !session.missing().is_empty() {
        let _ = writeln!(text, "- Missing: {}", list(session.missing(), [" (", ")"]));
    }
    text
}

/// The processor's name.
#[must_use]
pub fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .unwrap_or("unknown");
    name.trim_start_matches([' ', '\t', ':']).to_owned()
}

fn rustc() -> Option<String> {
    let output = std::process::Command::new("rustc")
        .arg("--version")
        .output()
        .ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Today's date, as ISO 8601 writes it.
#[must_use]
pub fn date() -> String {
    let output = std::process::Command::new("date")
        .args(["-u", "+%F"])
        .output();
    output.map_or_else(
        |_| "an unknown day".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}
