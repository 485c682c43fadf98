//! Which top-level modules of a crate name which others, read from its sources.

mod code;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use code::{tokens, without_tests};

/// Each top-level module with the others that it names.
pub type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The arrows of the crate whose `lib.rs` lies in a folder.
///
/// # Errors
///
/// If a file cannot be read, or a path begins with a name that the crate does not have.
pub fn of_crate(folder: &Path) -> Result<Arrows, String> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(next) = folders.pop() {
        for entry in next
            .read_dir()
            .map_err(|e| format!("{}: {e}", next.display()))?
        {
            let path = entry
                .map_err(|e| format!("{}: {e}", next.display()))?
                .path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path)
                    .map_err(|e| format!("{}: {e}", path.display()))?;
                files.push((
                    path.strip_prefix(folder)
                        .map_err(|e| e.to_string())?
                        .to_owned(),
                    text,
                ));
            }
        }
    }
    of_files(&files)
}

/// The arrows between files, each with its path from the folder of `lib.rs`.
///
/// Code under `#[cfg(test)]`, the modules declared so, and files and folders named `tests` are left
/// out.
///
/// # Errors
///
/// If a path begins with a name that the crate does not have.
pub fn of_files(files: &[(PathBuf, String)]) -> Result<Arrows, String> {
    let mut sources = BTreeMap::new();
    let mut left_out = BTreeSet::new();
    for (path, text) in files {
        let (kept, test_modules) = without_tests(tokens(text));
        left_out.extend(test_modules.iter().map(|name| module(path).join(name)));
        sources.insert(module(path), kept);
    }
    sources.retain(|path, _| {
        !path
            .ancestors()
            .any(|p| p.ends_with("tests") || left_out.contains(p))
    });
    let (owners, macros) = (owners(&sources), macros(&sources));
    let mut arrows = Arrows::new();
    for (path, tokens) in &sources {
        let Some(own) = top(path) else { continue };
        let from = arrows.entry(own.clone()).or_default();
        for name in root_names(tokens, path.components().count()) {
            match owners.get(&name) {
                Some(owner) if *owner != own => _ = from.insert(owner.clone()),
                Some(_) => {}
                // What `lib.rs` itself defines is below everything, and so are macros: they name
                // what their users could.
                None if macros.contains(&name) || sources[Path::new("")].contains(&name) => {}
                None => {
                    return Err(format!(
                        "{}: nothing in the crate is named `{name}`",
                        path.display()
                    ));
                }
            }
        }
    }
    Ok(arrows)
}

/// A file's module as a path: empty for `lib.rs`, `spec/parse` for `spec/parse.rs` and
/// `spec/parse/mod.rs`.
fn module(file: &Path) -> PathBuf {
    match file.file_stem().and_then(|stem| stem.to_str()) {
        Some("lib" | "mod") => file.parent().unwrap_or(Path::new("")).to_owned(),
        _ => file.with_extension(""),
    }
}

fn top(module: &Path) -> Option<String> {
    module
        .components()
        .next()
        .map(|first| first.as_os_str().to_string_lossy().into_owned())
}

fn macros(sources: &BTreeMap<PathBuf, Vec<String>>) -> BTreeSet<String> {
    let windows = sources.values().flat_map(|tokens| tokens.windows(3));
    windows
        .filter(|three| three[0] == "macro_rules" && three[1] == "!")
        .map(|three| three[2].clone())
        .collect()
}

/// The module behind each name that a path from the root can begin with: modules, re-exports of
/// `lib.rs`.
fn owners(sources: &BTreeMap<PathBuf, Vec<String>>) -> BTreeMap<String, String> {
    let modules: BTreeSet<String> = sources.keys().filter_map(|path| top(path)).collect();
    let mut owners: BTreeMap<String, String> =
        modules.iter().map(|m| (m.clone(), m.clone())).collect();
    let root = sources.get(Path::new("")).map_or(&[][..], Vec::as_slice);
    for (at, _) in root.iter().enumerate().filter(|(_, token)| *token == "use") {
        let statement: Vec<&String> = root[at + 1..]
            .iter()
            .take_while(|token| *token != ";")
            .collect();
        let Some(module) = statement
            .iter()
            .find(|token| !["crate", "self", "::"].contains(&token.as_str()))
        else {
            continue;
        };
        let leaves = statement.iter().enumerate().filter(|(at, _)| {
            statement
                .get(at + 1)
                .is_none_or(|next| [",", "}"].contains(&next.as_str()))
        });
        for (_, leaf) in leaves.filter(|_| modules.contains(*module)) {
            owners
                .entry((*leaf).clone())
                .or_insert_with(|| (*module).clone());
        }
    }
    owners
}

/// The first names behind `crate::`, and behind as many `super::` as lead from a module of this
/// depth to the root.
fn root_names(tokens: &[String], depth: usize) -> Vec<String> {
    let mut names = Vec::new();
    let is = |at: usize, token: &str| tokens.get(at).is_some_and(|found| found == token);
    for at in 0..tokens.len() {
        let begins = at == 0 || !is(at - 1, "::") && !is(at - 1, "$");
        let supers = (at..)
            .step_by(2)
            .take_while(|&i| is(i, "super") && is(i + 1, "::"))
            .count();
        if begins && is(at, "crate") && is(at + 1, "::") {
            names.extend(first_names(&tokens[at + 2..]));
        } else if begins && supers == depth && supers > 0 {
            names.extend(first_names(&tokens[at + 2 * supers..]));
        }
    }
    names
}

/// `a` of `a::b`, `a` and `b` of `{a::c, b}`.
fn first_names(tokens: &[String]) -> Vec<String> {
    let is_name = |token: &String| token.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if tokens.first().is_none_or(|token| token != "{") {
        return tokens
            .first()
            .filter(|token| is_name(token))
            .cloned()
            .into_iter()
            .collect();
    }
    let mut names = Vec::new();
    let mut open = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token.as_str() {
            "{" => open += 1,
            "}" => open -= 1,
            _ if open == 1 && ["{", ","].contains(&tokens[at - 1].as_str()) => {
                names.push(token.clone())
            }
            _ => {}
        }
        if open == 0 {
            break;
        }
    }
    names.retain(|name| is_name(name) && name != "self");
    names
}

/// The modules of a circle, in order, if there is one.
#[must_use]
pub fn circle(arrows: &Arrows) -> Option<Vec<String>> {
    fn visit(
        at: &str,
        arrows: &Arrows,
        way: &mut Vec<String>,
        done: &mut BTreeSet<String>,
    ) -> bool {
        if let Some(first) = way.iter().position(|module| module == at) {
            way.drain(..first);
            return true;
        }
        if !done.insert(at.to_owned()) {
            return false;
        }
        way.push(at.to_owned());
        if arrows
            .get(at)
            .into_iter()
            .flatten()
            .any(|next| visit(next, arrows, way, done))
        {
            return true;
        }
        way.pop();
        false
    }
    let (mut way, mut done) = (Vec::new(), BTreeSet::new());
    arrows
        .keys()
        .any(|module| visit(module, arrows, &mut way, &mut done))
        .then_some(way)
}

/// One line a module: `array -> copy, error`.
#[must_use]
pub fn drawn(arrows: &Arrows) -> String {
    let line = |(from, to): (&String, &BTreeSet<String>)| {
        let to = to.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        if to.is_empty() {
            format!("{from}\n")
        } else {
            format!("{from} -> {to}\n")
        }
    };
    arrows.iter().map(line).collect()
}
