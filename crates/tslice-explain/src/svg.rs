//! The drawing as a picture. It has no blank line, so that it can stand in Markdown.

use alloc::format;
use alloc::string::String;

use super::draw::Grid;

/// Pixels of a cell, and between planes.
const CELL: usize = 30;
const GAP: usize = 18;
const TITLE: usize = 22;

pub(super) fn picture(grid: &Grid, spec: &str) -> String {
    let [planes, rows, columns] = grid.lengths;
    let width = (planes * (columns * CELL + GAP)).max(180);
    let height = TITLE + rows * CELL + GAP;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"monospace\" font-size=\"12\" \
         role=\"img\">\n\
         <title>s![{spec}]</title>\n\
         <text x=\"2\" y=\"15\" fill=\"#888888\" font-size=\"14\">s![{spec}]</text>\n"
    );
    for (at, number) in grid.cells.iter().enumerate() {
        let (row, column) = (at / columns, at % columns);
        let x = row / rows * (columns * CELL + GAP) + column * CELL + 2;
        let y = TITLE + row % rows * CELL + 2;
        svg += &cell(x, y, *number);
    }
    svg + "</svg>\n"
}

fn cell(x: usize, y: usize, number: Option<usize>) -> String {
    let side = CELL - 4;
    let Some(number) = number else {
        return format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"3\" fill=\"none\" \
             stroke=\"#999999\"/>\n"
        );
    };
    let (middle, base) = (x + side / 2, y + side / 2 + 4);
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"3\" fill=\"#2f6fde\"/>\
         <text x=\"{middle}\" y=\"{base}\" fill=\"#ffffff\" \
         text-anchor=\"middle\">{number}</text>\n"
    )
}
