//! One line per spec: what was written, what it is encoded as, and what it costs.

use std::fmt::Display;
use std::time::Instant;

use tslice::traits::AsEncoding;

const RUNS: usize = 21;

/// The names of the columns.
pub(crate) fn header() -> String {
    format!(
        "masks: begin, end, ellipsis, new axis, shrink axis, one binary digit per entry, entry 0 \
         last\n\n\
         {:8} {:18} {:44} {:15} {:15} {:>8}\n",
        "result", "spec", "encoding: begin end strides masks", "shape in", "shape out", "µs"
    )
}

/// A line.
pub(crate) fn row(
    name: &str,
    spec: &(impl AsEncoding + Display),
    input: &[usize],
    output: &[usize],
    micros: f64,
) -> String {
    let e = spec.as_encoding();
    let digits = e.begin.len();
    let masks = e.masks();
    let masks = [
        masks.begin_mask,
        masks.end_mask,
        masks.ellipsis_mask,
        masks.new_axis_mask,
        masks.shrink_axis_mask,
    ];
    let masks = masks.map(|mask| format!("{mask:0digits$b}")).join(" ");
    let encoding = format!("{:?} {:?} {:?} {masks}", e.begin, e.end, e.strides);
    let (input, output) = (format!("{input:?}"), format!("{output:?}"));
    format!(
        "{name:8} {:18} {encoding:44} {input:15} {output:15} {micros:8.1}\n",
        spec.to_string()
    )
}

/// The median time of slicing and copying into a buffer that is there.
pub(crate) fn median_micros(out: &mut [u8], mut copy: impl FnMut(&mut [u8])) -> f64 {
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            copy(out);
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}
