//! Where stores and their values are, whatever names they were opened by.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Where a store is. What is at one place is one store, however often it was opened.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    Address(usize),
    /// A path with links resolved, or a URL whose spellings are one.
    Location(PathBuf),
    /// The files of which the values are pieces.
    #[cfg_attr(
        not(feature = "filesystem"),
        expect(dead_code, reason = "references are files")
    )]
    Pieces(Vec<PathBuf>),
}

impl Place {
    pub(crate) fn at(location: &OsStr) -> Self {
        Self::Location(resolved(location))
    }

    /// Whether chunks that are written to this place, in its folder `c`, may be what is read from
    /// another, where this is the key of the first chunk.
    pub(crate) fn overlaps(&self, slashes: usize, other: &Self, first: &str) -> bool {
        let Self::Location(own) = self else {
            return false;
        };
        let mut written = vec![canonical(&own.join("c"))];
        linked(own, slashes, &mut written);
        let mut read = vec![];
        match other {
            Self::Address(_) => return false,
            Self::Pieces(files) => read.clone_from(files),
            Self::Location(other) => {
                linked(other, first.matches('/').count(), &mut read);
                // Chunks of version 2 have numbers, beside which other folders may be.
                let is_number = |path: &PathBuf| {
                    let rest = path.strip_prefix(other).ok().and_then(Path::to_str);
                    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
                };
                if first.starts_with('c') {
                    read.push(canonical(&other.join("c")));
                } else if own == other || written.iter().any(is_number) {
                    return true;
                }
            }
        }
        let is_one =
            |a: &PathBuf, b: &PathBuf| a.starts_with(b) || b.starts_with(a) || is_one_file(a, b);
        written.iter().any(|a| read.iter().any(|b| is_one(a, b)))
    }
}

/// A location as a path, or the URL that it is.
pub(crate) fn path_or_url(location: &OsStr) -> Result<&Path, &str> {
    match location.to_str().filter(|text| text.contains("://")) {
        None => Ok(Path::new(location)),
        Some(url) => match url.strip_prefix("file://") {
            Some(path) if path.starts_with('/') => Ok(Path::new(path)),
            _ => Err(url),
        },
    }
}

/// A path with links resolved, or a URL whose spellings are one.
pub(crate) fn resolved(location: &OsStr) -> PathBuf {
    match path_or_url(location) {
        Ok(path) => canonical(path),
        Err(url) => spelled(url),
    }
}

/// A URL without what may be written in another way. Its parts are components of a path, which
/// begins at the root.
#[cfg(feature = "object-store")]
fn spelled(url: &str) -> PathBuf {
    use url::Position;

    let Ok(parsed) = url::Url::parse(url) else {
        return url.into();
    };
    let host = &parsed[Position::BeforeHost..Position::AfterPort];
    let (scheme, host) = match (parsed.scheme(), host.strip_suffix(".amazonaws.com")) {
        // `s3.REGION` with the bucket in the path, and `BUCKET.s3.REGION`.
        (_, Some(aws)) if aws.starts_with("s3.") => ("s3", ""),
        (_, Some(aws)) => ("s3", aws.split(".s3").next().unwrap_or(aws)),
        ("s3a", _) => ("s3", host),
        (scheme, _) => (scheme, host),
    };
    let path = format!("/{scheme}:/{host}/{}", parsed.path());
    Path::new(&path).components().collect()
}

#[cfg(not(feature = "object-store"))]
fn spelled(url: &str) -> PathBuf {
    url.into()
}

/// A path without links, whose last components need not exist.
fn canonical(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let found = path.ancestors().find_map(|ancestor| {
        let rest = path.strip_prefix(ancestor).ok()?;
        Some(std::fs::canonicalize(ancestor).ok()?.join(rest))
    });
    // A slash at the end is not a component.
    found.unwrap_or(path).components().collect()
}

/// Adds the folders to which links in a folder point, down to those that hold values. A link in the
/// place of a value is replaced when the value is written, and what it points to stays.
fn linked(folder: &Path, levels: usize, all: &mut Vec<PathBuf>) {
    if levels == 0 {
        return;
    }
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if path.is_symlink() {
                all.push(canonical(&path));
            }
            linked(&path, levels - 1, all);
        }
    }
}

/// Whether two paths have one inode, as those of a directory that is mounted twice do.
fn is_one_file(a: &Path, b: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;

        let id = |path| std::fs::metadata(path).map(|about| (about.dev(), about.ino()));
        id(a).is_ok_and(|a| id(b).is_ok_and(|b| a == b))
    }
    #[cfg(not(unix))]
    {
        a == b
    }
}

#[cfg(all(test, feature = "object-store"))]
mod tests {
    use super::{Place, spelled};

    #[test]
    fn urls_of_one_place_are_one() {
        let expected = spelled("s3://b/x/a");
        for url in [
            "s3://b/x/a/",
            "s3a://b/x//a",
            "S3://b/x/./y/../a",
            "https://b.s3.eu-west-1.amazonaws.com/x/a",
            "https://s3.eu-west-1.amazonaws.com/b/x/a",
        ] {
            assert_eq!(spelled(url), expected, "{url}");
        }
        assert_ne!(spelled("http://b/x/a"), expected);
        assert_ne!(spelled("http://b:1/x"), spelled("http://b:2/x"));
    }

    #[test]
    fn copies_behind_urls_overlap_by_bucket_and_key() {
        let overlaps = |target: &str, source: &str, first: &str| {
            Place::at(target.as_ref()).overlaps(2, &Place::at(source.as_ref()), first)
        };
        assert!(overlaps("s3://b/a", "s3://b/a/", "c/0/0"));
        assert!(overlaps("s3://b/a", "s3://b/a", "0/0"));
        assert!(overlaps("s3://b/a/0", "s3://b/a", "0/0"));
        assert!(!overlaps("s3://b/a/out", "s3://b/a", "0/0"));
        assert!(!overlaps("s3://b/a2", "s3://b/a", "c/0/0"));
        assert!(!overlaps("s3://c/a", "s3://b/a", "c/0/0"));
        assert!(!overlaps("s3://b/x/a", "s3://b/x/b", "c/0/0"));
    }
}
