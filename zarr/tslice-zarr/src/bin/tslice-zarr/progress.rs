//! A bar while an array is read, and the rate after.

use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use tslice_zarr::{Cost, ZarrArray};

const BAR: &str = "{wide_bar} {decimal_bytes}/{decimal_total_bytes} {decimal_bytes_per_sec}";

/// Does some reading, with a bar if the output is a terminal; returns the words about its time.
pub(crate) fn timed<R>(part: &ZarrArray, cost: Cost, read: impl FnOnce() -> R) -> (R, String) {
    let bar = match std::io::stderr().is_terminal() {
        true => ProgressBar::new(cost.bytes),
        false => ProgressBar::hidden(),
    };
    if let Ok(style) = ProgressStyle::with_template(BAR) {
        bar.set_style(style);
    }
    let (before, began) = (part.traffic(), Instant::now());
    let done = |part: &ZarrArray| part.traffic().bytes - before.bytes;
    let (stop, stopped) = channel::<()>();
    let result = std::thread::scope(|scope| {
        scope.spawn(|| {
            let stopped = stopped;
            while stopped.recv_timeout(Duration::from_millis(50)) == Err(RecvTimeoutError::Timeout) {
                bar.set_position(done(part));
            }
        });
        let result = read();
        drop(stop);
        result
    });
    bar.finish_and_clear();
    let seconds = began.elapsed().as_secs_f64();
    let rate = bytes((done(part) as f64 / seconds) as u64);
    (result, format!("{} in {seconds:.3} s, {rate}/s", bytes(done(part))))
}

/// A number of bytes as a person reads it.
pub(crate) fn bytes(count: u64) -> String {
    let mut scaled = count as f64;
    for unit in ["bytes", "kB", "MB", "GB", "TB"] {
        if scaled < 1000.0 {
            let digits = if unit == "bytes" { 0 } else { 1 };
            return format!("{scaled:.digits$} {unit}");
        }
        scaled /= 1000.0;
    }
    format!("{scaled:.1} PB")
}
