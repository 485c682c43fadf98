//! Threads that write chunks, and wait for the store meanwhile: a file is synchronised with its
//! disk, a bucket answers late.

use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use zarrs::storage::Bytes;

use crate::error::ZarrError;

/// What is done with a chunk of the target.
pub(super) type End<'e> = dyn Fn(&[usize], Option<Bytes>) -> Result<(), ZarrError> + Sync + 'e;

/// A chunk, by its number on each axis, and what the store keeps of it.
type Given = (Vec<usize>, Option<Bytes>);

/// Does work that gives chunks to an end, which threads of their own do: each holds one chunk, and
/// as many chunks, less one, wait for them. After an error of the end, what the work gives is
/// refused.
pub(super) fn with(
    threads: usize,
    end: &End<'_>,
    work: impl FnOnce(&End<'_>) -> Result<(), ZarrError>,
) -> Result<(), ZarrError> {
    let (give, taken) = sync_channel(threads - 1);
    let (taken, failure) = (Arc::new(Mutex::new(taken)), OnceLock::new());
    let write = |taken: Arc<Mutex<Receiver<Given>>>| {
        let next = || taken.lock().unwrap_or_else(PoisonError::into_inner).recv();
        while let Ok((chunk, value)) = next() {
            // Chunks are still taken after an error, because the work waits until they are.
            if failure.get().is_none()
                && let Err(error) = end(&chunk, value)
            {
                failure.get_or_init(|| error);
            }
        }
    };
    let done = thread::scope(|scope| {
        // Threads end when all of this is dropped, and nothing waits for threads that have
        // panicked.
        let (give, taken) = (give, taken);
        for _ in 0..threads {
            let (write, taken) = (&write, taken.clone());
            let started = thread::Builder::new().spawn_scoped(scope, move || write(taken));
            started.map_err(|error| ZarrError::Threads(format!("{threads} threads: {error}")))?;
        }
        drop(taken);
        let stopped = || ZarrError::Store("the copy ended".to_owned());
        work(&|chunk, value| match failure.get() {
            None => give.send((chunk.to_vec(), value)).map_err(|_| stopped()),
            Some(_) => Err(stopped()),
        })
    });
    failure.into_inner().map_or(done, Err)
}
