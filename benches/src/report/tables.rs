//! The tables of the report, in Markdown.

use std::fmt::Write as _;

use super::plots::Growth;
use super::session::Row;
use crate::after::AVX2;
use crate::case::{HAND, LIMIT, MEMCPY, OURS};
use crate::contest::Output;

/// What times are written in.
#[derive(Clone, Copy)]
pub(super) enum Unit {
    Micros,
    Nanos,
}

impl Unit {
    fn of(self, nanos: f64) -> String {
        let number = match self {
            Self::Micros => nanos / 1e3,
            Self::Nanos => nanos,
        };
        match number {
            ..10.0 => format!("{number:.2}"),
            ..100.0 => format!("{number:.1}"),
            _ => format!("{number:.0}"),
        }
    }
}

/// tslice beside memcpy, the limit and the best peer.
pub(super) fn ratios(rows: &[Row]) -> String {
    let mut table = "| case | output bytes | tslice µs | spread | times memcpy | times the limit | best peer | its µs | peer / \
                     tslice |\n|---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for row in rows {
        let ours = row.ours();
        let over = |other: Option<f64>| {
            other.map_or_else(String::new, |other| format!("{:.2}", ours.best / other))
        };
        let _ = write!(
            table,
            "| {} | {} | {} | {:.2} | {} | {} |",
            row.name,
            row.output_bytes,
            Unit::Micros.of(ours.best),
            ours.median / ours.best,
            over(row.best(MEMCPY)),
            over(row.best(LIMIT)),
        );
        table.push_str(&best_peer(row));
    }
    table
}

/// tslice beside memcpy, the loop by hand and the best peer, where no limit is known.
pub(super) fn beside(rows: &[Row]) -> String {
    let mut table = "| case | tslice µs | spread | times memcpy | times the loop by hand | best peer | its µs | peer / tslice \
                     |\n|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for row in rows {
        let ours = row.ours();
        let over = |name| {
            row.best(name)
                .map_or_else(String::new, |other| format!("{:.2}", ours.best / other))
        };
        let _ = write!(
            table,
            "| {} | {} | {:.2} | {} | {} |",
            row.name,
            Unit::Micros.of(ours.best),
            ours.median / ours.best,
            over(MEMCPY),
            over(HAND),
        );
        table.push_str(&best_peer(row));
    }
    table
}

/// The time of ndarray and NumPy over tslice's, at the best level of the machine and at AVX2; the
/// means, and the rows in which ndarray is faster by more than a twentieth.
pub(super) fn after(rows: &[Row]) -> String {
    let columns = [
        ("ndarray", "ndarray", OURS),
        ("ndarray, at AVX2", "ndarray", AVX2),
        ("NumPy", "NumPy", OURS),
    ];
    let ratio = |row: &Row, (_, peer, ours): (_, &str, &str)| {
        Some(row.best(peer)? / row.best(ours).unwrap_or(row.ours().best))
    };
    let mut table =
        "| case | tslice µs | ndarray | ndarray, at AVX2 | NumPy |\n|---|---|---|---|---|\n"
            .to_owned();
    for row in rows {
        let _ = write!(
            table,
            "| {} | {} |",
            row.name,
            Unit::Micros.of(row.ours().best)
        );
        for column in columns {
            let over = ratio(row, column).map_or_else(String::new, |over| format!("{over:.2}"));
            let _ = write!(table, " {over} |");
        }
        table.push('\n');
    }
    if !rows.iter().any(|row| row.best(AVX2).is_some()) {
        table.push_str("\nThis machine lacks AVX-512: both columns are of AVX2.\n");
    }
    for column in columns {
        let ratios = rows.iter().filter_map(|row| ratio(row, column));
        let logarithms: Vec<f64> = ratios.map(f64::ln).collect();
        if !logarithms.is_empty() {
            let mean = f64::exp(logarithms.iter().sum::<f64>() / logarithms.len() as f64);
            let count = logarithms.len();
            let _ = write!(
                table,
                "\n{}: geometric mean {mean:.2} over {count} rows.",
                column.0
            );
        }
    }
    table.push_str("\n\nRows below 0.95 of ndarray's speed, at either level:\n\n");
    for row in rows {
        let over = [0, 1].map(|at| ratio(row, columns[at]).unwrap_or(f64::INFINITY));
        if over[0].min(over[1]) < 0.95 {
            let _ = writeln!(table, "- {}: {:.2}, {:.2}", row.name, over[0], over[1]);
        }
    }
    table
}

/// The last columns of a row: the fastest other library.
fn best_peer(row: &Row) -> String {
    match row.best_peer() {
        Some(peer) => {
            let (best, ratio) = (peer.timing.best, peer.timing.best / row.ours().best);
            format!(
                " {} | {} | {ratio:.2} |\n",
                peer.name,
                Unit::Micros.of(best)
            )
        }
        None => " | | |\n".to_owned(),
    }
}

/// Everybody's time in every row.
pub(super) fn everybody(rows: &[Row], unit: Unit) -> String {
    let names = names(rows);
    let mut table = format!(
        "| case | {} |\n|---|{}\n",
        names.join(" | "),
        "---|".repeat(names.len())
    );
    let mut allocates = false;
    for row in rows {
        let _ = write!(table, "| {} |", row.name);
        for name in &names {
            let _ = match row.times.iter().find(|time| time.name == *name) {
                Some(time) => {
                    let mark = if time.output == Output::Allocated {
                        "*"
                    } else {
                        ""
                    };
                    allocates |= !mark.is_empty();
                    write!(table, " {}{mark} |", unit.of(time.timing.best))
                }
                None => write!(table, " |"),
            };
        }
        table.push('\n');
    }
    if allocates {
        table.push_str("\n\\* The library allocates its output in every run; the others write into a buffer that is there.\n");
    }
    table
}

/// A size for people.
pub(super) fn size(bytes: usize) -> String {
    match bytes.ilog2() {
        ..20 => format!("{} KiB", bytes >> 10),
        20..30 => format!("{} MiB", bytes >> 20),
        _ => format!("{} GiB", bytes >> 30),
    }
}

/// The entrants of all rows, without the limit, in the order in which they appear first.
pub(super) fn names(rows: &[Row]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for time in rows.iter().flat_map(|row| &row.times) {
        if time.name != LIMIT && !names.contains(&time.name.as_str()) {
            names.push(&time.name);
        }
    }
    names
}

/// How many times as long as tslice each library takes, in the geometric mean over the rows that it
/// has.
pub(super) fn means(rows: &[Row]) -> String {
    let mut table =
        "| library | copies | time over tslice's, geometric mean |\n|---|---|---|\n".to_owned();
    let peers = names(rows).into_iter().filter(|name| {
        rows.iter()
            .flat_map(|row| &row.times)
            .any(|time| time.name == *name && time.is_peer())
    });
    for name in peers {
        let ratios = rows
            .iter()
            .filter_map(|row| Some((row.best(name)? / row.ours().best).ln()));
        let ratios: Vec<f64> = ratios.collect();
        let mean = f64::exp(ratios.iter().sum::<f64>() / ratios.len() as f64);
        let _ = writeln!(table, "| {name} | {} | {mean:.2} |", ratios.len());
    }
    table
}

/// The rows that a peer wins.
pub(super) fn losses(tables: &[&[Row]]) -> String {
    let rows = tables.iter().flat_map(|rows| rows.iter());
    let lost = rows.filter_map(|row| {
        let peer = row.best_peer()?;
        let ratio = row.ours().best / peer.timing.best;
        (ratio > 1.0).then(|| {
            format!(
                "- {}: {} takes {:.2} of tslice's time\n",
                row.name,
                peer.name,
                1.0 / ratio
            )
        })
    });
    let lost: Vec<String> = lost.collect();
    match lost.is_empty() {
        true => "No peer is faster in any row.\n".to_owned(),
        false => format!("Rows in which a peer is faster:\n\n{}", lost.concat()),
    }
}

/// Rows of more than 8 MiB that take more than 1.3 times their limit.
pub(super) fn limits(tables: &[&[Row]]) -> String {
    let rows = tables
        .iter()
        .flat_map(|rows| rows.iter())
        .filter(|row| row.moved_bytes > 8 << 20);
    let far = rows.filter_map(|row| {
        let ratio = row.ours().best / row.best(LIMIT)?;
        (ratio > 1.3).then(|| format!("- {}: {ratio:.2} times the limit\n", row.name))
    });
    let far: Vec<String> = far.collect();
    match far.is_empty() {
        true => "Every row that moves more than 8 MiB is within 1.3 times its limit.\n".to_owned(),
        false => format!(
            "Rows that move more than 8 MiB and take more than 1.3 times their limit:\n\n{}",
            far.concat()
        ),
    }
}

/// Bytes of output per nanosecond in each class: tslice's, and memcpy's behind a stroke.
pub(super) fn growth(sweep: &[Growth]) -> String {
    let Some(first) = sweep.first() else {
        return String::new();
    };
    let sizes: Vec<String> = first.sizes.iter().map(|&bytes| size(bytes)).collect();
    let mut table = format!(
        "| tslice / memcpy | {} |\n|---|{}\n",
        sizes.join(" | "),
        "---|".repeat(sizes.len())
    );
    for growth in sweep {
        let _ = write!(table, "| {} |", growth.class);
        for row in &growth.rows {
            let speed = |name| {
                row.speed(name)
                    .map_or_else(String::new, |speed| format!("{speed:.2}"))
            };
            let _ = write!(table, " {} / {} |", speed(OURS), speed(MEMCPY));
        }
        table.push('\n');
    }
    table
}
