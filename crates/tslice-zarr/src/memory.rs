//! Memory for as many bytes as metadata, a chunk or an index names: an error where there is none,
//! instead of the end of the program.

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::sync::LazyLock;

use tslice::{DynTensor, DynView};

use crate::element::Element;
use crate::error::ZarrError;

/// Fewer bytes are allocated, or asked of a store, on the word of whoever names their number.
pub(crate) const UNQUESTIONED: u64 = 1 << 24;

/// Whether `bytes` bytes can be allocated. Called before a crate allocates them that would abort
/// otherwise.
pub(crate) fn has_room(bytes: u64) -> bool {
    bytes <= UNQUESTIONED
        || usize::try_from(bytes).is_ok_and(|bytes| {
            let mut room = Vec::<u8>::new();
            let reserved = room.try_reserve_exact(bytes).is_ok();
            // Without this, the compiler may leave out the allocation, and believe that it
            // succeeds.
            black_box(&mut room);
            reserved
        })
}

/// About as many bytes as this process can allocate: those that the system has left, or its group
/// of processes if that has a limit.
pub(crate) fn free() -> u64 {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let available = read("/proc/meminfo").and_then(|text| {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("MemAvailable:"))?;
        let kib: u64 = line.trim_end_matches("kB").trim().parse().ok()?;
        kib.checked_mul(1024)
    });
    let groups = read("/proc/self/cgroup").unwrap_or_default();
    available
        .unwrap_or(UNKNOWN)
        .min(left(Path::new("/sys/fs/cgroup"), &groups))
}

/// Starts the threads that all arrays share, if none have started.
pub(crate) fn threads() -> Result<(), ZarrError> {
    static STARTED: LazyLock<Result<(), String>> = LazyLock::new(|| {
        let done = rayon::ThreadPoolBuilder::new().build_global();
        // An error without a cause says that they had started before.
        let failed = done.err().filter(|error| error.source().is_some());
        failed.map_or(Ok(()), |error| {
            Err(format!("threads cannot start: {error}"))
        })
    });
    STARTED.clone().map_err(ZarrError::Threads)
}

/// The files of a group of version 1, and what names its memory of files that were read.
const GROUP_1: [&str; 3] = [
    "memory.limit_in_bytes",
    "memory.usage_in_bytes",
    "total_inactive_file ",
];

/// What the groups of this process leave to it: each group from its own to the root may have a
/// limit. `0::/path` is a group of version 2, `4:memory:/path` one of version 1. In a container,
/// the own group may be at the root. What is kept of files that were read is taken back first, and
/// does not count as used.
fn left(root: &Path, groups: &str) -> u64 {
    let mut least = u64::MAX;
    for group in groups.lines().chain(["0::/"]) {
        let mut fields = group.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else {
            continue;
        };
        let (folder, [limit, used, cache]) = match controllers {
            "" => ("", ["memory.max", "memory.current", "inactive_file "]),
            names if names.split(',').any(|name| name == "memory") => ("memory", GROUP_1),
            _ => continue,
        };
        for path in Path::new(path.trim_start_matches('/')).ancestors() {
            let folder = root.join(folder).join(path);
            let text = |name| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
            let value = |name| text(name).trim().parse::<u64>();
            if let (Ok(limit), Ok(used)) = (value(limit), value(used)) {
                let stat = text("memory.stat");
                let cached = stat.lines().find_map(|line| line.strip_prefix(cache));
                let cached = cached.and_then(|cached| cached.trim().parse().ok());
                let used = used.saturating_sub(cached.unwrap_or(0));
                least = least.min(limit.saturating_sub(used));
            }
        }
    }
    least
}

/// What is taken to be free where the system does not say.
const UNKNOWN: u64 = 1 << 31;

/// An array of zeros.
pub(crate) fn zeros<T: Element>(shape: &[usize]) -> Result<DynTensor<T>, ZarrError> {
    let len = match shape.contains(&0) {
        true => Some(0),
        false => shape
            .iter()
            .try_fold(1_usize, |len, &axis| len.checked_mul(axis)),
    };
    let zeros = len.and_then(|len| bytemuck::try_zeroed_vec(len).ok());
    let exceeded = || ZarrError::Memory {
        shape: shape.to_vec(),
        element: size_of::<T>(),
    };
    Ok(DynTensor::from_shape_vec(
        shape,
        zeros.ok_or_else(exceeded)?,
    )?)
}

/// A copy of values, in row-major order.
pub(crate) fn copied<T: Element>(values: &DynView<'_, T>) -> Result<DynTensor<T>, ZarrError> {
    let mut own = zeros(values.shape())?;
    own.try_assign(values)?;
    Ok(own)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::left;

    #[test]
    fn limits_of_groups_are_found_from_leaf_to_root() {
        let root = std::env::temp_dir().join(format!("tslice-zarr-groups-{}", std::process::id()));
        let group = |path: &str, files: [(&str, &str); 2]| {
            fs::create_dir_all(root.join(path)).expect("a folder");
            for (name, text) in files {
                fs::write(root.join(path).join(name), text).expect("a file");
            }
        };
        let two = |limit, used| [("memory.max", limit), ("memory.current", used)];
        let one = |limit, used| {
            [
                ("memory.limit_in_bytes", limit),
                ("memory.usage_in_bytes", used),
            ]
        };
        assert_eq!(left(&root, "0::/job/step/task"), u64::MAX);
        group("job", two("9000\n", "1000\n"));
        group("job/step", two("4000\n", "1500\n"));
        group("job/step/task", two("max\n", "10\n"));
        assert_eq!(left(&root, "0::/job/step/task"), 2500);
        assert_eq!(left(&root, "0::/job"), 8000);
        group("memory/slurm/job_1", one("7000\n", "200\n"));
        group(
            "memory/slurm/job_1/step",
            one("9223372036854771712\n", "200\n"),
        );
        let groups = "5:cpu:/slurm\n4:memory,hugetlb:/slurm/job_1/step\n1:name=systemd:/x";
        assert_eq!(left(&root, groups), 6800);
        // What is kept of files is given back.
        let stat = |path: &str, text| fs::write(root.join(path).join("memory.stat"), text);
        stat(
            "memory/slurm/job_1",
            "inactive_file 1\ntotal_inactive_file 150\n",
        )
        .expect("a file");
        stat("job/step", "anon 7\ninactive_file 1200\nactive_file 3\n").expect("a file");
        assert_eq!(left(&root, groups), 6950);
        assert_eq!(left(&root, "0::/job/step/task"), 3700);
        // In a container, the limit is at the root.
        group("", two("500\n", "100\n"));
        assert_eq!(left(&root, "0::/elsewhere/job"), 400);
        fs::remove_dir_all(&root).expect("a folder");
    }
}
