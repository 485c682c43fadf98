//! What it costs to compose specs and to plan a read by chunks, without an array: the best of many
//! samples, in ns.
//!
//! `cargo run --release -p tslice-benches --bin plans`

use std::hint::black_box;
use std::time::Instant;

use tslice::{DynSpec, s};
use tslice_algebra::{Algebra, ChunkGrid, DynRegion, Region};

/// The best time of a run in ns, of many samples. Each sample has enough runs that the cost of
/// reading the clock is negligible.
fn best(mut run: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..200 {
        let began = Instant::now();
        for _ in 0..1000 {
            run();
        }
        best = best.min(began.elapsed().as_nanos() as f64 / 1000.0);
    }
    best
}

fn row(name: &str, nanos: f64) {
    println!("{nanos:8.1} ns  {name}");
}

fn composing() {
    let shape = [480, 640, 3];
    row("`1:-1, ::2` on a shape, then `10:, ::-1`", {
        best(|| {
            let region = Region::of(&s![1:-1, ::2], black_box(shape));
            _ = black_box(region.and_then(|region| region.then(&s![10:, ::-1])));
        })
    });
    let (a, b) = (
        Region::of(&s![1:-1, ::2], shape).expect("it fits"),
        s![10:, ::-1],
    );
    row(
        "a region, then `10:, ::-1`",
        best(|| _ = black_box(black_box(&a).then(&b))),
    );
    let bounds = || black_box((10_i64, -5_i64, 3_i64));
    row("a region, then a range of run-time bounds", {
        best(|| {
            let (begin, end, stride) = bounds();
            _ = black_box(black_box(&a).then(&s![begin:end:stride, -1]));
        })
    });
    row("`1:, ::-1` then `2:, 5:` for every shape, typed", {
        best(|| _ = black_box(black_box(&s![1:, ::-1]).then(black_box(&s![2:, 5:]))))
    });
    let parsed = |text: &str| text.parse::<DynSpec>().expect("a spec");
    let (a, b) = (parsed("1:-1, ::2"), parsed("10:, ::-1"));
    let region = DynRegion::new(&a, &shape).expect("it fits");
    row(
        "a region of dynamic rank, then `10:, ::-1`",
        best(|| _ = black_box(black_box(&region).then(&b))),
    );
    row(
        "`1:-1, ::2` on a shape of dynamic rank",
        best(|| _ = black_box(DynRegion::new(&a, black_box(&shape)))),
    );
    row(
        "canonical form of `1:-1, ::2`",
        best(|| _ = black_box(black_box(&a).canonical())),
    );
}

/// A table of about a thousand chunks, each row read.
fn tables() {
    let edges: Vec<usize> = (0..=1000).map(|edge| edge * 64 + edge % 2).collect();
    let region = |stride: i64| Region::of(&s![3::stride], [64_000]).expect("it fits");
    let down = Region::of(&s![::-3], [64_000]).expect("it fits");
    let grids = [
        ("a regular grid", ChunkGrid::Regular(64)),
        ("edges", ChunkGrid::Edges(&edges)),
    ];
    for (grid_name, grid) in grids {
        let cases = [
            (1, region(1)),
            (3, region(3)),
            (100, region(100)),
            (700, region(700)),
            (-3, down),
        ];
        for (stride, region) in cases {
            let [table] = region.chunks([grid]).expect("a grid");
            let rows = table.count();
            let nanos = best(|| black_box(table).for_each(|row| _ = black_box(row))) / rows as f64;
            row(&format!("a chunk of {grid_name}, stride {stride}"), nanos);
        }
    }
    let region = DynRegion::new(s![::-3, 5:], &[6400, 6400]).expect("it fits");
    let tables = region
        .chunks(&[ChunkGrid::Regular(256); 2])
        .expect("a grid");
    let chunks = tables.projections().count();
    row(
        "a chunk of two axes: its regions in the chunk and in the result",
        best(|| tables.projections().for_each(|chunk| _ = black_box(chunk))) / chunks as f64,
    );
}

fn main() {
    composing();
    tables();
}
