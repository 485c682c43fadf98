//! Writers that are killed: this program starts itself as one, with a directory in
//! `TSLICE_ZARR_WRITER`.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tslice::{Tensor, s};
use tslice_zarr::ZarrArray;
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::filesystem::FilesystemStore;

const WRITER: &str = "TSLICE_ZARR_WRITER";
const CHUNKS: usize = 8;
const LEN: usize = 32 << 10;
const ROUNDS: u32 = 50;

fn open(path: &Path) -> ZarrArray<tslice::Rank<2>> {
    let array = tslice_zarr::open(path.to_str().expect("UTF-8")).expect("an array");
    array.into_rank().expect("rank 2")
}

/// Writes all chunks, with the number of the round in each element, until it is killed.
#[test]
#[ignore = "does not end: the other test starts it, and kills it"]
fn writer() {
    let Ok(path) = std::env::var(WRITER) else {
        return;
    };
    let array = open(Path::new(&path)).with_threads(2).expect("threads");
    for round in 1_u64.. {
        array
            .assign(Tensor::<u64, 0>::full([], round))
            .expect("a write");
        // The last of them in parts, which are read and written.
        array
            .tslice_assign(s![-1, ::2], Tensor::<u64, 0>::full([], round + 1))
            .expect("a write");
        array
            .tslice_assign(s![-1, 1::2], Tensor::<u64, 0>::full([], round + 1))
            .expect("a write");
    }
}

/// A writer that does not outlive this.
struct Writer(Child);

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

struct Directory(PathBuf);

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn chunks_are_old_or_new_after_a_kill() {
    let path = std::env::temp_dir().join(format!("tslice-zarr-killed-{}", std::process::id()));
    let directory = Directory(path);
    std::fs::create_dir_all(&directory.0).expect("a directory");
    let store = Arc::new(FilesystemStore::new(&directory.0).expect("a directory"));
    let shape = vec![CHUNKS as u64, LEN as u64];
    let array =
        ArrayBuilder::new(shape, [1, LEN as u64], data_type::uint64(), 0_u64).build(store, "/");
    array.expect("an array").store_metadata().expect("a file");
    let array = open(&directory.0);

    let (mut random, mut before) = (2026_u32, vec![0; CHUNKS]);
    for _ in 0..ROUNDS {
        let mut writer = Command::new(std::env::current_exe().expect("a program"));
        let writer = writer
            .args(["--exact", "writer", "--ignored"])
            .env(WRITER, &directory.0);
        let writer = writer
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a process");
        let writer = Writer(writer);
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // At some moment after it has begun to write.
        let began = Instant::now();
        while whole(&array, 0) == before[0] {
            assert!(
                began.elapsed() < Duration::from_secs(60),
                "a writer that writes nothing"
            );
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_micros(u64::from(random >> 17)));
        drop(writer);
        before = (0..CHUNKS).map(|chunk| whole(&array, chunk)).collect();
    }
    // What they left beside the chunks is in nobody's way.
    array
        .assign(Tensor::<u64, 0>::full([], u64::MAX))
        .expect("a write");
    assert!(
        array
            .read::<u64>()
            .expect("a read")
            .into_iter()
            .all(|x| x == u64::MAX)
    );
}

/// The round in which a chunk was written.
fn whole(array: &ZarrArray<tslice::Rank<2>>, chunk: usize) -> u64 {
    let elements: Tensor<u64, 1> = array.tslice(s![chunk]).read().expect("a whole chunk");
    let rounds: std::collections::BTreeSet<u64> = elements.into_iter().collect();
    let rounds: Vec<u64> = rounds.into_iter().collect();
    match rounds[..] {
        [round] => round,
        // The last chunk is written in two parts.
        [old, new] if chunk == CHUNKS - 1 && new == old + 1 => new,
        _ => panic!("chunk {chunk} is of rounds {rounds:?}"),
    }
}
