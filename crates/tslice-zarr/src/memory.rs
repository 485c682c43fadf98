//! Memory for as many bytes as metadata, a chunk or an index names: an error where there is none,
//! instead of the end of the program.

use std::hint::black_box;

use tslice::DynTensor;

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
    let number = |text: String| text.trim().parse::<u64>().ok();
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let available = read("/proc/meminfo").and_then(|text| {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("MemAvailable:"))?;
        number(line.trim().trim_end_matches("kB").to_owned())?.checked_mul(1024)
    });
    // `0::/path` is the group of version 2. In a container it is at the root.
    let group = read("/proc/self/cgroup").and_then(|text| {
        text.lines()
            .find_map(|line| line.strip_prefix("0::/").map(|path| format!("{path}/")))
    });
    let left = |group: &str| {
        let value = |name: &str| number(read(&format!("/sys/fs/cgroup/{group}{name}"))?);
        Some(value("memory.max")?.saturating_sub(value("memory.current")?))
    };
    let left = group.and_then(|group| left(&group)).or_else(|| left(""));
    available.unwrap_or(UNKNOWN).min(left.unwrap_or(u64::MAX))
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
