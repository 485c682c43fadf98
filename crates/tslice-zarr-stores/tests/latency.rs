//! `PYTHON=.../python cargo test -p tslice-zarr-stores --test latency -- --ignored --nocapture`:
//! beside TensorStore, from a server that takes 20 ms for each request.

use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::runtime::Builder;
use tslice::{DynSpec, Tensor};
use tslice_zarr::ZarrArray;
use tslice_zarr_stores::{Fault, HttpServer};
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::filesystem::FilesystemStore;

const SPECS: [&str; 4] = ["...", "::4, ::4, ::4", "100", ":, :, 7"];

const THEIRS: &str = r#"
import sys, time
import numpy as np, tensorstore
kvstore = {"driver": "http", "base_url": sys.argv[1]}
array = tensorstore.open({"driver": "zarr3", "kvstore": kvstore}, read=True).result()
for spec in sys.argv[2:]:
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        array[eval(f"np.s_[{spec}]")].read().result()
        best = min(best, time.perf_counter() - start)
    print(best * 1e3)
"#;

#[test]
#[ignore = "needs Python with tensorstore, and measures"]
fn requests_to_a_slow_server_are_concurrent() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let directory =
        std::env::temp_dir().join(format!("tslice-zarr-latency-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let store = Arc::new(FilesystemStore::new(&directory).expect("a directory"));
    let array = ArrayBuilder::new(
        vec![256, 256, 256],
        [64, 64, 64],
        data_type::uint16(),
        0_u16,
    );
    let array = array.build(store, "/a").expect("an array");
    array.store_metadata().expect("a file");
    let values = Tensor::from_shape_fn([256, 256, 256], |[i, j, k]| (i * 7 + j * 3 + k) as u16);
    ZarrArray::writable(&array)
        .expect("one")
        .assign(&values)
        .expect("files");

    let server = HttpServer::start(&directory);
    server.set(Fault::Slow(Duration::from_millis(20)));
    let ours = tslice_zarr::open(server.url("a")).expect("an array");
    let calls = SPECS.map(|spec| {
        let part = ours.tslice(&spec.parse::<DynSpec>().expect("a spec"));
        best(|| _ = part.read::<u16>().expect("a read"))
    });
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let ours = runtime
        .block_on(tslice_zarr::async_open(&server.url("a")))
        .expect("an array");
    let futures = SPECS.map(|spec| {
        let part = ours.tslice(&spec.parse::<DynSpec>().expect("a spec"));
        best(|| _ = runtime.block_on(part.async_read::<u16>()).expect("a read"))
    });
    let mut theirs = Command::new(python);
    let theirs = theirs
        .args(["-c", THEIRS, &server.url("a/")])
        .args(SPECS)
        .output()
        .expect("Python");
    assert!(
        theirs.status.success(),
        "{}",
        String::from_utf8_lossy(&theirs.stderr)
    );
    let theirs = String::from_utf8_lossy(&theirs.stdout);
    for ((spec, (calls, futures)), theirs) in SPECS
        .iter()
        .zip(calls.iter().zip(futures))
        .zip(theirs.lines())
    {
        let theirs: f64 = theirs.parse().expect("milliseconds");
        let ratios = [calls / theirs, futures / theirs];
        println!(
            "{spec:16}{calls:8.1} ms, futures{futures:8.1} ms, tensorstore{theirs:8.1} ms: {ratios:.2?}"
        );
    }
    let _ = std::fs::remove_dir_all(&directory);
}

/// The best time of five, in milliseconds.
fn best(mut read: impl FnMut()) -> f64 {
    let time = |_| {
        let start = Instant::now();
        read();
        start.elapsed().as_secs_f64() * 1e3
    };
    (0..5).map(time).fold(f64::INFINITY, f64::min)
}
