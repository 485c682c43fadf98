//! A group, where an array was asked for.

#[cfg(feature = "filesystem")]
use std::path::Path;

use serde_json::Value;

/// The file of an array or a group of version 3.
pub(crate) const VERSION_3: &str = "zarr.json";
/// The file of an array of version 2.
pub(crate) const ARRAY_2: &str = ".zarray";
/// The metadata of a group of version 2 and of everything in it.
pub(crate) const CONSOLIDATED_2: &str = ".zmetadata";
/// The file of a group of version 2.
pub(crate) const GROUP_2: &str = ".zgroup";

/// The most arrays whose names an error lists.
const LISTED: usize = 20;

/// The most directories that are searched for arrays.
pub(crate) const SEARCHED: usize = 1000;

/// Whether a file of metadata describes a group.
pub(crate) fn is_group(file: &str, metadata: &Value) -> bool {
    match file {
        VERSION_3 => metadata["node_type"] == "group",
        _ => [CONSOLIDATED_2, GROUP_2].contains(&file),
    }
}

/// The arrays that the metadata of a group names.
pub(crate) fn consolidated(file: &str, metadata: &Value) -> Vec<String> {
    let place = match file {
        VERSION_3 => "/consolidated_metadata/metadata",
        _ => "/metadata",
    };
    let array = |(name, node): (&String, &Value)| match file {
        VERSION_3 => (node["node_type"] == "array").then(|| name.clone()),
        _ => Some(name.strip_suffix(ARRAY_2)?.strip_suffix('/')?.to_owned()),
    };
    let members = metadata.pointer(place).and_then(Value::as_object);
    members.into_iter().flatten().filter_map(array).collect()
}

/// What to do where names are not known.
const UNLISTED: &str = "the store does not list what is in it: add the name of an array, or consolidate the metadata of the group, as \
    `zarr.consolidate_metadata` does";

/// Says that this is a group, and names its arrays; `None` if the store does not list what it
/// holds.
pub(crate) fn words(arrays: Option<Vec<String>>) -> String {
    let what = match arrays.map(named) {
        None => UNLISTED.to_owned(),
        Some(named) => named.unwrap_or_else(|| "add the name of an array in it".to_owned()),
    };
    format!("this is a group, not an array: {what}")
}

/// Says that the metadata is missing, and names the arrays that are inside.
pub(crate) fn missing(arrays: Option<Vec<String>>) -> String {
    let named = arrays
        .and_then(named)
        .map_or_else(String::new, |named| format!("; {named}"));
    format!("this is not a Zarr array: `{VERSION_3}` and `{ARRAY_2}` are missing{named}")
}

fn named(mut names: Vec<String>) -> Option<String> {
    names.sort();
    let more = names.len().saturating_sub(LISTED);
    names.truncate(LISTED);
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    (!names.is_empty()).then(|| format!("the arrays in it are `{}`{more}", names.join("`, `")))
}

/// The paths of the arrays below a group. A function tells the paths of the members of a group, and
/// which of them are arrays; `None` if the store does not list what it holds.
pub(crate) async fn search<F: Future<Output = Option<Vec<(String, bool)>>>>(
    members: impl Fn(String) -> F,
) -> Option<Vec<String>> {
    let (mut found, mut left, mut searched) = (vec![], vec![String::new()], 0);
    while searched < SEARCHED
        && let Some(group) = left.pop()
    {
        searched += 1;
        for (path, is_array) in members(group).await? {
            searched += 1;
            if is_array { &mut found } else { &mut left }.push(path);
        }
    }
    Some(found)
}

/// The arrays below a directory, by their paths in it.
#[cfg(feature = "filesystem")]
pub(crate) async fn arrays_below(directory: &Path) -> Option<Vec<String>> {
    let members = async |group: String| {
        let entries = std::fs::read_dir(directory.join(&group)).into_iter();
        let folders = entries
            .flatten()
            .flatten()
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        let named = folders.take(SEARCHED).map(|entry| {
            let path = Path::new(&group).join(entry.file_name());
            (path.display().to_string(), is_array(&entry.path()))
        });
        Some(named.collect())
    };
    search(members).await
}

#[cfg(feature = "filesystem")]
fn is_array(directory: &Path) -> bool {
    let version_3 = directory.join(VERSION_3);
    // A pipe would block.
    if !version_3.is_file() {
        return directory.join(ARRAY_2).is_file();
    }
    let text = std::fs::read(version_3).unwrap_or_default();
    !is_group(
        VERSION_3,
        &serde_json::from_slice(&text).unwrap_or_default(),
    )
}
