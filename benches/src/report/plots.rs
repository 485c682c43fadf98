//! The plots of the report, in SVG.

use std::error::Error;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::session::Row;
use super::tables::{names, size};
use crate::case::{MEMCPY, OURS};

type Outcome = Result<(), Box<dyn Error>>;

const FONT: &str = "sans-serif";

/// How the cost of a class of kernels grows.
pub(super) struct Growth {
    pub(super) class: &'static str,
    /// Bytes of the sources, ascending.
    pub(super) sizes: Vec<usize>,
    /// One for each.
    pub(super) rows: Vec<Row>,
}

/// tslice stands out; the others have a colour each.
fn colour(name: &str, at: usize) -> RGBColor {
    const OTHERS: [(u8, u8, u8); 10] = [
        (31, 119, 180),
        (44, 160, 44),
        (255, 127, 14),
        (148, 103, 189),
        (140, 86, 75),
        (23, 190, 207),
        (188, 189, 34),
        (227, 119, 194),
        (90, 90, 160),
        (0, 100, 80),
    ];
    match name {
        OURS => RGBColor(214, 39, 40),
        MEMCPY => RGBColor(150, 150, 150),
        _ => {
            let (red, green, blue) = OTHERS[at % OTHERS.len()];
            RGBColor(red, green, blue)
        }
    }
}

/// Times of the copies over memcpy's.
pub(super) fn over_memcpy(rows: &[Row], path: &Path) -> Outcome {
    dots(
        rows,
        "time over memcpy's, logarithmic",
        path,
        |row, nanos| row.best(MEMCPY).map_or(f64::NAN, |memcpy| nanos / memcpy),
    )
}

/// Times in nanoseconds.
pub(super) fn nanos(rows: &[Row], path: &Path) -> Outcome {
    dots(rows, "nanoseconds, logarithmic", path, |_, nanos| nanos)
}

/// A dot for every entrant of every row.
fn dots(rows: &[Row], axis: &str, path: &Path, value: impl Fn(&Row, f64) -> f64) -> Outcome {
    if rows.is_empty() {
        return Ok(());
    }
    let names = names(rows);
    let root = SVGBackend::new(
        path,
        (1000, u32::try_from(30 * rows.len().max(names.len()) + 80)?),
    )
    .into_drawing_area();
    root.fill(&WHITE)?;
    let (area, legend_area) = root.split_horizontally(800);
    let count = i32::try_from(rows.len())?;
    let mut points: Vec<(usize, f64, i32)> = Vec::new();
    for (row, y) in rows.iter().zip((0..count).rev()) {
        for time in &row.times {
            let at = names.iter().position(|name| *name == time.name);
            points.extend(at.map(|at| (at, value(row, time.timing.best), y)));
        }
    }
    let values = || points.iter().map(|point| point.1);
    let (low, high) = (
        values().fold(f64::INFINITY, f64::min),
        values().fold(0.0, f64::max),
    );
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(290)
        .build_cartesian_2d((low * 0.8..high * 1.3).log_scale(), -1..count)?;
    let label = |y: &i32| {
        let row = usize::try_from(count - 1 - y)
            .ok()
            .and_then(|at| rows.get(at));
        row.map_or_else(String::new, |row| row.name.replace('`', ""))
    };
    chart
        .configure_mesh()
        .y_labels(rows.len() + 2)
        .y_label_formatter(&label)
        .x_desc(axis)
        .label_style((FONT, 13))
        .light_line_style(WHITE)
        .draw()?;
    // tslice last, on top.
    for at in (0..names.len()).rev() {
        let own = points.iter().filter(|point| point.0 == at);
        chart.draw_series(own.map(|&(_, x, y)| dot((x, y), names[at], at)))?;
    }
    legend(&legend_area, &names)?;
    root.present()?;
    Ok(())
}

fn dot<C>(at: C, name: &str, number: usize) -> Circle<C, i32> {
    Circle::new(
        at,
        if name == OURS { 6 } else { 4 },
        colour(name, number).filled(),
    )
}

fn legend(area: &DrawingArea<SVGBackend<'_>, Shift>, names: &[&str]) -> Outcome {
    for (at, (name, y)) in names.iter().zip((30..).step_by(22)).enumerate() {
        area.draw(&dot((8, y), name, at))?;
        area.draw(&Text::new(name.replace('`', ""), (20, y - 7), (FONT, 13)))?;
    }
    Ok(())
}

/// Bytes per nanosecond by size, a panel for each class.
pub(super) fn growth(sweep: &[Growth], path: &Path) -> Outcome {
    let root = SVGBackend::new(path, (1200, 840)).into_drawing_area();
    root.fill(&WHITE)?;
    let panels = root.split_evenly((3, 4));
    for (growth, area) in sweep.iter().zip(&panels) {
        panel(growth, area)?;
    }
    if let Some(growth) = sweep.first() {
        legend(&panels[panels.len() - 1], &names(&growth.rows))?;
    }
    root.present()?;
    Ok(())
}

fn panel(growth: &Growth, area: &DrawingArea<SVGBackend<'_>, Shift>) -> Outcome {
    let names = names(&growth.rows);
    let line = |name: &str| -> Vec<(f64, f64)> {
        let speeds = growth.sizes.iter().zip(&growth.rows);
        speeds
            .filter_map(|(&bytes, row)| Some((bytes as f64, row.speed(name)?)))
            .collect()
    };
    let lines: Vec<_> = names.iter().map(|name| line(name)).collect();
    let speeds = || lines.iter().flatten().map(|point| point.1);
    let (low, high) = (
        speeds().fold(f64::INFINITY, f64::min),
        speeds().fold(0.0, f64::max),
    );
    let (first, last) = (
        growth.sizes[0] as f64,
        growth.sizes[growth.sizes.len() - 1] as f64,
    );
    let mut chart = ChartBuilder::on(area)
        .caption(growth.class, (FONT, 15))
        .margin(8)
        .x_label_area_size(32)
        .y_label_area_size(44)
        .build_cartesian_2d(
            (first..last).log_scale().base(32.0),
            (low * 0.8..high * 1.25).log_scale(),
        )?;
    chart
        .configure_mesh()
        .x_labels(4)
        .x_label_formatter(&|&bytes| size(bytes as usize))
        .y_desc("output bytes / ns")
        .label_style((FONT, 11))
        .light_line_style(WHITE)
        .draw()?;
    for (at, (name, line)) in names.iter().zip(lines).enumerate().rev() {
        let width = if *name == OURS { 3 } else { 2 };
        chart.draw_series(LineSeries::new(line, colour(name, at).stroke_width(width)))?;
    }
    Ok(())
}
