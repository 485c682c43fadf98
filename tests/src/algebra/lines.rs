//! Random answers of the algebra as lines of JSON, for libraries that are asked the same in another
//! language.

use serde_json::{Value, json};
use tslice::DynSpec;
use tslice_algebra::{Algebra, ChunkGrid, DynRegion};

use super::Random;
use super::chains::{shape, spec};
use crate::oracle::{select, text};

fn parsed(text: &str) -> DynSpec {
    text.parse().expect("a spec")
}

/// A chain of specs, and the one spec that does what they do.
fn chain(random: &mut Random) -> Option<Value> {
    let whole = shape(random);
    let mut region: DynRegion = DynRegion::whole(&whole).ok()?;
    let mut links = Vec::new();
    for _ in 0..1 + random.below(5) {
        let entries = spec(random, &region.result_shape());
        if select(&entries, &region.result_shape()).is_ok() {
            region = region.then(parsed(&text(&entries))).ok()?;
            links.push(text(&entries));
        }
    }
    let single = region.to_spec().ok()?.to_string();
    Some(
        json!({ "kind": "chain", "shape": whole, "chain": links, "spec": single, "result": &region.result_shape()[..] }),
    )
}

/// Two specs, and the one that does what they do on every shape, if there is one.
fn pair(random: &mut Random) -> Option<Value> {
    let first = spec(random, &[4, 3, 5]);
    let (middle, _) = select(&first, &[4, 3, 5]).ok()?;
    let (first, next) = (text(&first), text(&spec(random, &middle)));
    let both = parsed(&first).then(parsed(&next))?.to_string();
    Some(json!({ "kind": "pair", "chain": [first, next], "spec": both }))
}

/// A slice of an axis, where it is in another one, its parts, and the chunks that it touches.
fn axis(random: &mut Random) -> Option<Value> {
    let len = 1 + random.below(40);
    let mut range = || {
        let mut bound = || random.around(len as i64 + 3);
        let (begin, end) = (bound(), bound());
        let stride = 1 + random.below(5);
        format!("{begin}:{end}:{stride}")
    };
    let (asked, held) = (range(), range());
    let on = |spec: &str| DynRegion::new(parsed(spec), &[len]).ok();
    let within = on(&asked)?.within(&on(&held)?).ok()?;
    let within = within
        .and_then(|within| within.to_spec().ok())
        .map(|spec| spec.to_string());
    let (parts, chunk) = (1 + random.below(6), 1 + random.below(9));
    let split: Vec<usize> = on(&asked)?
        .split(0, parts)
        .ok()?
        .map(|part| part.result_shape()[0])
        .collect();
    let tables = on(&asked)?.chunks(&[ChunkGrid::Regular(chunk)]).ok()?;
    let chunks: Vec<usize> = tables.axis(0)?.map(|row| row.chunk).collect();
    Some(json!({
        "kind": "axis", "shape": [len], "asked": asked, "held": held, "within": within,
        "parts": split, "chunk": chunk, "chunks": chunks,
    }))
}

/// Prints `count` lines of each kind.
pub fn print(count: usize, seed: u64) {
    let mut random = Random(seed);
    for kind in [chain, pair, axis] {
        let mut left = count;
        while left > 0 {
            if let Some(line) = kind(&mut random) {
                println!("{line}");
                left -= 1;
            }
        }
    }
}
