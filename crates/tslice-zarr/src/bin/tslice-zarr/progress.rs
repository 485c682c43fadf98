//! A bar while an array is read, and the rate after.

use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use indicatif::{DecimalBytes, ProgressBar, ProgressStyle};
use tslice_zarr::ZarrArray;

/// What bars of bytes and of chunks show.
pub(crate) const BYTES: &str =
    "{wide_bar} {decimal_bytes}/{decimal_total_bytes} {decimal_bytes_per_sec}";
pub(crate) const CHUNKS: &str = "{wide_bar} {pos}/{len} chunks";

/// Does some reading of an array, with a bar if the output is a terminal, which is full when `done`
/// is `total`; returns the words about its time.
pub(crate) fn timed<R>(
    part: &ZarrArray,
    (shown, total): (&str, u64),
    done: impl Fn() -> u64 + Sync,
    read: impl FnOnce() -> R,
) -> (R, String) {
    let bar = match std::io::stderr().is_terminal() {
        true => ProgressBar::new(total),
        false => ProgressBar::hidden(),
    };
    if let Ok(style) = ProgressStyle::with_template(shown) {
        bar.set_style(style);
    }
    let (before, began) = (part.traffic(), Instant::now());
    let (stop, stopped) = channel::<()>();
    let result = std::thread::scope(|scope| {
        scope.spawn(|| {
            let stopped = stopped;
            while stopped.recv_timeout(Duration::from_millis(50)) == Err(RecvTimeoutError::Timeout)
            {
                bar.set_position(done());
            }
        });
        let result = read();
        drop(stop);
        result
    });
    bar.finish_and_clear();
    let came = part.traffic().bytes - before.bytes;
    let seconds = began.elapsed().as_secs_f64();
    let rate = DecimalBytes((came as f64 / seconds) as u64);
    (
        result,
        format!("{} in {seconds:.3} s, {rate}/s", DecimalBytes(came)),
    )
}
