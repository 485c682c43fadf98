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

/// Lines of a log are this far from each other.
const LOGGED: Duration = Duration::from_secs(60);

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
            let stopped = stopped;
            let log = || {
                if bar.is_hidden() {
                    // Where standard error cannot be written, the copy goes on.
                    let _ = writeln!(std::io::stderr(), "{} of {total} {unit}", done());
                }
            };
            follow(&stopped, LOGGED, || bar.set_position(done()), log);
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

/// Calls a function each 50 ms, and another one each period, until a channel is closed.
fn follow(stopped: &Receiver<()>, period: Duration, show: impl Fn(), log: impl Fn()) {
    let (began, mut lines) = (Instant::now(), 1);
    while stopped.recv_timeout(Duration::from_millis(50)) == Err(RecvTimeoutError::Timeout) {
        show();
        if began.elapsed() >= period * lines {
            lines += 1;
            log();
        }
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
        let (shown, logged) = (Cell::new(0), Cell::new(0));
        let stop = Cell::new(Some(stop));
        let period = Duration::from_millis(200);
        let log = || {
            logged.set(logged.get() + 1);
            // The copy ends after its third line.
            if logged.get() == 3 {
                drop(stop.take());
            }
        };
        follow(&stopped, period, || shown.set(shown.get() + 1), log);
        assert_eq!(logged.get(), 3);
        assert!((3..=13).contains(&shown.get()), "{}", shown.get());
    }
}
