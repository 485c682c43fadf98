//! A bar while an array is read, and the rate after.

use std::io::{IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use indicatif::{DecimalBytes, ProgressBar, ProgressStyle};
use tslice_zarr::ZarrArray;

/// What bars of bytes and of chunks show, and the unit in a log.
pub(crate) const BYTES: [&str; 2] = [
    "{wide_bar} {decimal_bytes}/{decimal_total_bytes} {decimal_bytes_per_sec}",
    "bytes",
];
pub(crate) const CHUNKS: [&str; 2] = ["{wide_bar} {pos}/{len} chunks", "chunks"];

/// A bar moves, and a log has a line, each of these times.
const MOVES: Duration = Duration::from_millis(50);
const LOGS: Duration = Duration::from_secs(60);

/// Does some reading of an array, with a bar if the output is a terminal, which is full when `done`
/// is `total`, and with lines for a log if it is not; returns the words about its time.
pub(crate) fn timed<R>(
    part: &ZarrArray,
    ([shown, unit], total): ([&str; 2], u64),
    done: impl Fn() -> u64 + Sync,
    read: impl FnOnce() -> R,
) -> (R, String) {
    let (bar, period) = match std::io::stderr().is_terminal() {
        true => (ProgressBar::new(total), MOVES),
        false => (ProgressBar::hidden(), LOGS),
    };
    if let Ok(style) = ProgressStyle::with_template(shown) {
        bar.set_style(style);
    }
    let (before, began) = (part.traffic(), Instant::now());
    let (stop, stopped) = channel::<()>();
    let result = std::thread::scope(|scope| {
        let show = || match period {
            MOVES => bar.set_position(done()),
            // Where standard error cannot be written, the copy goes on.
            _ => _ = writeln!(std::io::stderr(), "{} of {total} {unit}", done()),
        };
        let follow = move || follow(&stopped, period, show);
        // Without a thread, nothing is shown.
        let _ = std::thread::Builder::new().spawn_scoped(scope, follow);
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

/// Calls a function each period until a channel is closed.
fn follow(stopped: &Receiver<()>, period: Duration, show: impl Fn()) {
    while stopped.recv_timeout(period) == Err(RecvTimeoutError::Timeout) {
        show();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::follow;

    #[test]
    fn log_has_a_line_for_each_period_until_the_end() {
        let (stop, stopped) = channel::<()>();
        let (logged, stop) = (Cell::new(0), Cell::new(Some(stop)));
        let log = || {
            logged.set(logged.get() + 1);
            // The copy ends after its third line.
            if logged.get() == 3 {
                drop(stop.take());
            }
        };
        follow(&stopped, Duration::from_millis(20), log);
        assert_eq!(logged.get(), 3);
    }
}
