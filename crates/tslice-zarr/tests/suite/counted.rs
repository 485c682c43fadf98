use std::collections::BTreeSet;

use tslice::{DynSpec, DynTensor};
use tslice_zarr::{Cost, ZarrArray};
use zarrs::storage::ReadableStorageTraits;

use crate::arrays::Made;
use crate::chance::Chance;
use crate::oracle;

/// What must be read for these elements: chunks that hold one, or an index and the parts that hold
/// one.
pub(crate) fn needed(made: &Made, indices: &[Vec<usize>]) -> Cost {
    let divided = |index: &[usize], by: &[usize]| -> Vec<usize> {
        index.iter().zip(by).map(|(at, len)| at / len).collect()
    };
    let chunks: BTreeSet<Vec<usize>> = indices
        .iter()
        .map(|index| divided(index, &made.chunk))
        .collect();
    let mut cost = Cost::default();
    for chunk in chunks {
        let numbers: Vec<u64> = chunk.iter().map(|&at| at as u64).collect();
        let Some(bytes) = made
            .store
            .get(&made.array.chunk_key(&numbers))
            .expect("memory")
        else {
            cost.requests += 1;
            continue;
        };
        let Some(part) = &made.part else {
            cost = cost
                + Cost {
                    requests: 1,
                    bytes: bytes.len() as u64,
                };
            continue;
        };
        let origin: Vec<usize> = chunk
            .iter()
            .zip(&made.chunk)
            .map(|(at, len)| at * len)
            .collect();
        let inside = indices
            .iter()
            .filter(|index| divided(index, &made.chunk) == chunk);
        let parts: BTreeSet<Vec<usize>> = inside
            .map(|index| {
                index
                    .iter()
                    .zip(&origin)
                    .zip(part)
                    .map(|((at, origin), len)| (at - origin) / len)
                    .collect()
            })
            .collect();
        let there: usize = (origin.iter().zip(&made.shape).zip(&made.chunk).zip(part))
            .map(|(((origin, len), chunk), part)| (len - origin).min(*chunk).div_ceil(*part))
            .product();
        if parts.len() == there {
            cost = cost
                + Cost {
                    requests: 1,
                    bytes: bytes.len() as u64,
                };
            continue;
        }
        // Offset and length of each part, and a checksum.
        let grid: Vec<usize> = made
            .order
            .iter()
            .map(|&axis| made.chunk[axis] / part[axis])
            .collect();
        let size = grid.iter().product::<usize>() * 16 + 4;
        let index = if made.metadata.contains(r#""start""#) {
            &bytes[..size]
        } else {
            &bytes[bytes.len() - size..]
        };
        cost = cost
            + Cost {
                requests: 1,
                bytes: size as u64,
            };
        for part in parts {
            let part: Vec<usize> = made.order.iter().map(|&axis| part[axis]).collect();
            let entry = crate::arrays::number(&part, &grid) * 16 + 8;
            let length =
                u64::from_le_bytes(index[entry..entry + 8].try_into().expect("eight bytes"));
            if length != u64::MAX {
                cost = cost
                    + Cost {
                        requests: 1,
                        bytes: length,
                    };
            }
        }
    }
    cost
}

#[test]
fn requests_match_the_touched_chunks() {
    let mut chance = Chance::new(11);
    let mut seen = (0, 0);
    for _ in 0..400 {
        let made = Made::by_chance::<u16>(&mut chance);
        let entries = oracle::by_chance(&mut chance, &made.shape);
        let Some(selected) = oracle::select(&entries, &made.shape) else {
            continue;
        };
        let spec: DynSpec = oracle::text(&entries).parse().expect("a spec");
        let array = ZarrArray::readable(&made.array)
            .expect("an array")
            .tslice(&spec);
        let needed = needed(&made, &selected.indices());
        made.store.reset();
        assert_eq!(array.cost(), Ok(needed), "{spec} of {}", made.metadata);
        made.store.reset();
        let _: DynTensor<u16> = array.read().expect("a read");
        let (requests, bytes) = (made.store.reads() as u64, made.store.bytes_read() as u64);
        assert_eq!(
            Cost { requests, bytes },
            needed,
            "{spec} of {}",
            made.metadata
        );
        match made.part {
            Some(_) => seen.0 += needed.requests,
            None => seen.1 += needed.requests,
        }
    }
    assert!(seen.0 > 300 && seen.1 > 300, "{seen:?}");
}

#[test]
fn chunks_are_listed_before_they_are_read() {
    let mut chance = Chance::new(12);
    for _ in 0..200 {
        let made = Made::by_chance::<u8>(&mut chance);
        let entries = oracle::by_chance(&mut chance, &made.shape);
        let Some(selected) = oracle::select(&entries, &made.shape) else {
            continue;
        };
        let array = ZarrArray::readable(&made.array).expect("an array");
        let array = array.tslice(&oracle::text(&entries).parse::<DynSpec>().expect("a spec"));
        let chunk = |index: Vec<usize>| {
            index
                .iter()
                .zip(&made.chunk)
                .map(|(at, len)| at / len)
                .collect::<Vec<_>>()
        };
        let expected: BTreeSet<Vec<usize>> = selected.indices().into_iter().map(chunk).collect();
        let mut listed = BTreeSet::new();
        array.each_chunk(|chunk, key| {
            let numbers: Vec<u64> = chunk.iter().map(|&at| at as u64).collect();
            assert_eq!(key, made.array.chunk_key(&numbers).as_str());
            assert!(listed.insert(chunk.to_vec()), "{chunk:?} twice");
        });
        assert_eq!(array.chunks(), Some(expected.len()));
        assert_eq!(listed, expected);
    }
}
