//! Writers that are killed: this program starts itself as one, with a directory in
//! `TSLICE_ZARR_WRITER`.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use tslice::{Tensor, s};
use tslice_zarr::{CopyOptions, ZarrArray};
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::filesystem::FilesystemStore;
use zarrs::storage::store::MemoryStore;

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
    sweep(&directory.0, &array);
}

/// The files that writers have left below a folder.
fn left(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let below = paths.flat_map(|path| match path.is_dir() {
        true => left(&path),
        false => vec![path],
    });
    below
        .filter(|path| path.extension().is_some_and(|end| end == "tmp"))
        .collect()
}

/// Changes the time of a file to two hours ago.
fn aged(path: &Path) -> File {
    let file = File::options().write(true).open(path).expect("a file");
    let then = SystemTime::now() - Duration::from_secs(7200);
    file.set_modified(then).expect("a time");
    file
}

/// A copy that is resumed removes what is old and belongs to no living writer.
fn sweep(path: &Path, array: &ZarrArray<tslice::Rank<2>>) {
    let before = left(path);
    assert!(!before.is_empty(), "no writer was killed while it wrote");
    before.iter().for_each(|path| _ = aged(path));
    let new = |name: &str| {
        let path = path.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, "new").expect("a file");
        path
    };
    // One that a writer holds, which takes long; one of a writer that has just begun; and two that
    // no writer of this library made.
    let held = new("c/0/1.tslice.tmp");
    let lock = aged(&held);
    lock.try_lock().expect("a lock");
    let kept = [
        held.clone(),
        new("c/1/2.tslice.tmp"),
        new("c/1/notes.tmp"),
        new("c/1/tslice.x.tmp"),
    ];
    kept[2..].iter().for_each(|path| _ = aged(path));
    let options = CopyOptions {
        resume: true,
        ..CopyOptions::default()
    };
    let shape = array
        .shape()
        .iter()
        .map(|&len| len as u64)
        .collect::<Vec<u64>>();
    let from = ArrayBuilder::new(shape, [1, LEN as u64], data_type::uint64(), 7_u64);
    let from = from
        .build(Arc::new(MemoryStore::new()), "/")
        .expect("an array");
    let from = ZarrArray::readable(&from).expect("an array");
    let resume = || from.copy_to(array, &options).expect("a copy");
    resume();
    let mut after = left(path);
    after.sort();
    assert_eq!(
        after,
        kept.iter()
            .cloned()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
    );
    // The chunks that are there stay.
    assert_eq!(whole(array, 0), u64::MAX);
    drop(lock);
    resume();
    assert!(!held.exists());
}

/// The round in which a chunk was written.
fn whole(array: &ZarrArray<tslice::Rank<2>>, chunk: usize) -> u64 {
    let elements: Tensor<u64, 1> = array.tslice(s![chunk]).read().expect("a whole chunk");
    let rounds: BTreeSet<u64> = elements.into_iter().collect();
    let rounds: Vec<u64> = rounds.into_iter().collect();
    match rounds[..] {
        [round] => round,
        // The last chunk is written in two parts.
        [old, new] if chunk == CHUNKS - 1 && new == old + 1 => new,
        _ => panic!("chunk {chunk} is of rounds {rounds:?}"),
    }
}
