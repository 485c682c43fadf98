//! `PYTHON=.../python cargo bench --bench peers`: slices of arrays in directories, beside
//! zarr-python and TensorStore.
//!
//! All read the same files, which the system has in memory, by two threads. Each has a process of
//! its own, and they take turns; the best of all rounds counts. `peers.py` is what runs in Python.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use tslice::{DynSpec, Tensor, s};
use tslice_zarr::ZarrArray;

const SPECS: [&str; 11] = [
    "::4, ::4, ::4",
    "..., 10:20",
    "100",
    ":, :, 7",
    "::128, ::4",
    "::-1",
    "...",
    // A slice, and the same elements by a list.
    "::64",
    "[0, 64, 128, 192], ...",
    "..., 7:256:32",
    "..., [7, 39, 71, 103, 135, 167, 199, 231]",
];
const ROUNDS: usize = 7;

/// A Python process that slices when it is told to.
struct Peer {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Peer {
    fn start(python: &str, name: &str, directory: &Path) -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peers.py");
        let mut command = Command::new(python);
        command
            .arg(script)
            .arg(name)
            .arg(directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().expect("python3, or what PYTHON names");
        let (input, output) = (
            child.stdin.take().expect("piped"),
            child.stdout.take().expect("piped"),
        );
        let mut peer = Self {
            child,
            input,
            output: BufReader::new(output),
        };
        println!("{}", peer.line());
        peer
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("text");
        assert!(!line.is_empty(), "the process has ended");
        line.trim().to_owned()
    }

    /// The best time, in milliseconds, and the sum of the elements; `None` if the peer cannot do
    /// it.
    fn ask(&mut self, array: &str, spec: &str) -> Option<(f64, u64)> {
        writeln!(self.input, "{array}\t{spec}").expect("a process");
        let line = self.line();
        let (time, sum) = line.split_once(' ')?;
        Some((time.parse().ok()?, sum.parse().ok()?))
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn ours(array: &ZarrArray, spec: &str) -> (f64, u64) {
    let part = array.tpick(&spec.parse::<DynSpec>().expect("a spec"));
    let (mut best, mut sum) = (f64::INFINITY, 0);
    let began = Instant::now();
    for _ in 0..5 {
        let start = Instant::now();
        let read = part.read::<u16>().expect("a read");
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
        if sum == 0 {
            sum = read.into_vec().into_iter().map(u64::from).sum();
        }
        if began.elapsed() > Duration::from_millis(500) {
            break;
        }
    }
    (best, sum)
}

fn main() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let directory = std::env::temp_dir().join(format!("tslice-zarr-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    // The first one writes the arrays.
    let mut peers = ["zarr", "tensorstore"].map(|name| Peer::start(&python, name, &directory));
    println!(
        "{:8}{:42}{:>10}{:>10}{:>12}{:>9}{:>12}",
        "", "ms", "ours", "zarr", "tensorstore", "x zarr", "x tensorst."
    );
    for name in ["chunks", "shards"] {
        let array =
            tslice_zarr::open(directory.join(name).to_str().expect("UTF-8")).expect("an array");
        let array = array.with_threads(2).expect("two threads");
        for spec in SPECS {
            let (mut mine, mut theirs) = (f64::INFINITY, [f64::INFINITY; 2]);
            for _ in 0..ROUNDS {
                let (time, sum) = ours(&array, spec);
                mine = mine.min(time);
                for (peer, best) in peers.iter_mut().zip(&mut theirs) {
                    if let Some((time, their_sum)) = peer.ask(name, spec) {
                        assert_eq!(sum, their_sum, "{spec}: other elements");
                        *best = best.min(time);
                    }
                }
            }
            let [zarr, tensorstore] = theirs;
            println!(
                "{name:8}{spec:42}{mine:10.2}{zarr:10.2}{tensorstore:12.2}{:9.2}{:12.2}",
                zarr / mine,
                tensorstore / mine
            );
        }
    }
    slabs(&directory);
    let _ = std::fs::remove_dir_all(&directory);
}

/// Thin slabs, one after the other, with a cache that holds a layer of chunks, and the whole array
/// in one pass.
fn slabs(directory: &Path) {
    let (mut pass, mut thin) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        let array =
            tslice_zarr::open(directory.join("chunks").to_str().expect("UTF-8")).expect("an array");
        let array = array.with_threads(2).expect("two threads");
        let array = array
            .with_cache(16 << 20)
            .into_rank::<3>()
            .expect("three axes");
        let mut sums = [0_u64; 2];
        let start = Instant::now();
        let all = array.clone().with_cache(0).read::<u16>().expect("a read");
        pass = pass.min(start.elapsed().as_secs_f64() * 1e3);
        sums[0] = all.iter().map(|&x| u64::from(x)).sum();
        let mut slab = Tensor::<u16, 2>::zeros([256, 256]);
        let mut time = Duration::ZERO;
        for z in 0..256 {
            let start = Instant::now();
            array.tslice(s![z]).read_into(&mut slab).expect("a read");
            time += start.elapsed();
            sums[1] += slab.iter().map(|&x| u64::from(x)).sum::<u64>();
        }
        assert_eq!(sums[0], sums[1]);
        thin = thin.min(time.as_secs_f64() * 1e3);
    }
    println!(
        "one pass {pass:.1} ms, 256 slabs of one plane with a cache of 16 MiB {thin:.1} ms: {:.2}",
        thin / pass
    );
}
