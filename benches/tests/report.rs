//! The report of a few cases, measured for a moment.

use std::path::Path;

use tslice_benches::report::{Extent, Report};

#[test]
fn a_report_has_its_rows_and_draws_them() {
    let report = Report::measure(Extent::Quick, Some("f32 5^6".to_owned()));
    assert_eq!(report.differences, [""; 0]);
    assert!(
        report
            .text
            .contains("| f32 5^6 `1, 2:4, newaxis, .., :-3:-1, :` | 2000 |"),
        "{}",
        report.text
    );
    assert!(!report.text.contains("mirror"), "{}", report.text);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    report.save(folder).expect("the folder can be written");
    let plot = std::fs::read_to_string(folder.join("plots/copies.svg")).expect("it was written");
    assert!(
        plot.starts_with("<svg") && plot.contains("f32 5^6"),
        "{plot}"
    );
}
