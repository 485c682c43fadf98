//! A bar while an array is read, and the rate after.

use std::io::{IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use indicatif::{DecimalBytes, ProgressBar, ProgressStyle};
use tslice_zarr::ZarrArray;

/// What bars of bytes and of chunks show, and the unit in a log.
pub(crate) const BYTES: [&str; 2] = [
    "{wide_bar} {decimal_bytes}/{decimal_total_bytes} {decimal_bytes_per_sec}",
    "bytes",
];
pub(crate) const CHUNKS: [&str; 2] = ["{wide_bar} {pos}/{len} chunks", "chunks"];

/// Lines of a log are this far from each other, in seconds.
const LOGGED: u64 = 60;

/// Does some reading of an array, with a bar if the output is a terminal, which is full when `done`
/// is `total`, and with lines for a log if it is not; returns the words about its time.
pub(crate) fn timed<R>(
    part: &ZarrArray,
    ([shown, unit], total): ([&str; 2], u64),
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
        let show = || {
            let (stopped, mut lines) = (stopped, 1..);
            while stopped.recv_timeout(Duration::from_millis(50)) == Err(RecvTimeoutError::Timeout)
            {
                bar.set_position(done());
                if bar.is_hidden() && began.elapsed().as_secs() >= LOGGED * lines.start {
                    lines.next();
                    // Where standard error cannot be written, the copy goes on.
                    let _ = writeln!(std::io::stderr(), "{} of {total} {unit}", done());
                }
            }
        };
        // Without a thread, nothing is shown.
        let _ = std::thread::Builder::new().spawn_scoped(scope, show);
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
