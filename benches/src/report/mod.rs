//! The report: cases run by all entrants, tables and plots of how long they took.

pub mod machine;
mod plots;
mod session;
mod tables;

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use crate::contest::Effort;
use crate::{after, computes, copies, files, gathers, specs, sweep, threads, views, walks, writes};

pub use session::{Row, Session, Time};

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Everything, for minutes.
    Full,
    /// Every case for a moment: whether the harness works.
    Quick,
}

impl Extent {
    /// The sweep has many rows, and its largest take seconds a run.
    fn sweep_effort(self) -> Effort {
        let effort = self.effort();
        Effort {
            buffers: 1,
            rounds: effort.rounds.min(9),
            budget: effort.budget / 4,
            ..effort
        }
    }

    fn effort(self) -> Effort {
        let (buffers, rounds, sample, budget) = match self {
            Self::Full => (12, 4, Duration::from_millis(2), Duration::from_secs(3)),
            Self::Quick => (1, 1, Duration::from_micros(20), Duration::from_millis(200)),
        };
        Effort {
            buffers,
            rounds,
            sample,
            budget,
        }
    }

    /// Bytes of the sources of the sweep.
    fn sizes(self) -> Vec<usize> {
        let largest = match self {
            Self::Full => 30,
            Self::Quick => 14,
        };
        (10..=largest).step_by(2).map(|log| 1 << log).collect()
    }
}

/// What was measured.
pub struct Report {
    /// For people to read.
    pub text: String,
    /// Outputs that differed from tslice's, each with the case.
    pub differences: Vec<String>,
    copies: Vec<Row>,
    writes: Vec<Row>,
    files: Vec<Row>,
    walks: Vec<Row>,
    computes: Vec<Row>,
    after: Vec<Row>,
    views: Vec<Row>,
    specs: Vec<Row>,
    gathers: Vec<Row>,
    threads: Vec<Row>,
    sweep: Vec<plots::Growth>,
}

impl Report {
    /// Measures all cases, or those whose name or table has a text in it. Progress goes to standard
    /// error.
    #[must_use]
    pub fn measure(extent: Extent, only: Option<String>) -> Self {
        // Sources of the sweep take seconds to make: one by one it has names of classes alone.
        let swept =
            |class: &sweep::Class| only.as_ref().is_none_or(|only| class.name.contains(only));
        let classes: Vec<_> = sweep::classes().into_iter().filter(swept).collect();
        let mut session = Session::start(extent.effort(), only.clone());
        let copies = session.rows("copies", copies::cases());
        let gathers = session.rows("gathers and diagonals", gathers::cases());
        let writes = session.rows("writing", writes::cases());
        let files = session.rows("files", files::cases());
        let walks = session.rows("walking", walks::cases());
        let computes = session.rows("computing", computes::cases());
        let after = session.rows(after::TITLE, after::cases());
        let views = session.rows("views", views::cases());
        let specs = session.rows("ways of saying a slice", specs::cases());
        let threads = session.rows("threads", threads::cases());
        session.leave_python(extent.sweep_effort());
        let sizes = extent.sizes();
        let growth = |class: sweep::Class| plots::Growth {
            class: class.name,
            sizes: sizes.clone(),
            rows: session.rows(class.name, class.cases(&sizes)),
        };
        let sweep = classes.into_iter().map(growth).collect();
        let differences = session.differences();
        let mut report = Self {
            text: String::new(),
            differences,
            copies,
            writes,
            files,
            walks,
            computes,
            after,
            views,
            specs,
            gathers,
            threads,
            sweep,
        };
        report.text = report.write(&session, extent.effort());
        report
    }

    /// What was measured how, and the result in short.
    fn summary(&self, session: &Session, effort: Effort) -> String {
        let mut text = format!(
            "# Results\n\nWritten by `cargo run --release -p tslice-benches --features peers --bin report`. One thread, \
             where no table says threads; the entrants of a row took turns in one session, and each time is the best of {} \
             to {} samples, or of fewer where a case takes seconds, on operands made {} times. Spread is the middle sample over the best. Arrays of 4 MiB or more lie on huge pages, as \
             NumPy's do. Outputs were compared before: {}.\n\n{}\n",
            effort.rounds * effort.buffers,
            3 * effort.rounds * effort.buffers,
            effort.buffers,
            if self.differences.is_empty() {
                "all agree"
            } else {
                "see below"
            },
            machine::described(session),
        );
        let (copying, gathering) = (&self.copies, &self.gathers);
        let _ = write!(
            text,
            "## In short\n\n{}\n{}\n{}\n",
            tables::means(copying),
            tables::losses(&[
                copying,
                gathering,
                &self.writes,
                &self.walks,
                &self.computes,
                &self.views
            ]),
            tables::limits(&[copying, gathering]),
        );
        for difference in &self.differences {
            let _ = writeln!(text, "- **differs**: {difference}");
        }
        text
    }

    /// The whole text.
    fn write(&self, session: &Session, effort: Effort) -> String {
        let mut text = self.summary(session, effort);
        let (copying, gathering) = (&self.copies, &self.gathers);
        let mut section = |title: &str, said: &str, rows: usize, tables: &[String]| {
            if rows > 0 {
                let _ = write!(text, "## {title}\n\n{said}\n\n{}\n", tables.join("\n"));
            }
        };
        section(
            "Copies into a row-major buffer",
            "`memcpy` copies as many bytes as the output has. The limit of a row is memcpy's time for the bytes \
             that must move: every cache line that holds a wanted element, and every byte of the output.\n\n![Time of each entrant over memcpy's](plots/copies.svg)",
            copying.len(),
            &[
                tables::ratios(copying),
                tables::everybody(copying, tables::Unit::Micros),
            ],
        );
        section(
            "Gathers and diagonals",
            "By scattered index tuples of i64, and of the matrices in the last two axes.",
            gathering.len(),
            &[
                tables::ratios(gathering),
                tables::everybody(gathering, tables::Unit::Micros),
            ],
        );
        section(
            "Writing",
            "A row-major source is assigned to a slice, or the slice is filled; `memcpy` is of the whole target.",
            self.writes.len(),
            &[
                tables::beside(&self.writes),
                tables::everybody(&self.writes, tables::Unit::Micros),
            ],
        );
        section(
            "Files of NumPy",
            "Read from the page cache, and written to it, with a buffer of each library's choice.",
            self.files.len(),
            &[tables::everybody(&self.files, tables::Unit::Micros)],
        );
        section(
            "Walking",
            "The sum of a slice, exact. tslice: `sum`, `iter().sum()`, and a `for` loop; bytes are added as u64, which only the latter \
             two do.",
            self.walks.len(),
            &[
                tables::beside(&self.walks),
                tables::everybody(&self.walks, tables::Unit::Micros),
            ],
        );
        section(
            "Computing",
            "tslice: `zip`, `fold_axis`, `map`, `concatenate_into`, `stack_into`, `take_into`, `compress_into`; ndarray: `Zip` and its like; \
             a loop over slices as somebody would write it. `memcpy` copies as many bytes as the output has.",
            self.computes.len(),
            &[
                tables::beside(&self.computes),
                tables::everybody(&self.computes, tables::Unit::Micros),
            ],
        );
        section(
            "After slicing",
            "What users run after a slice, with outputs that each run allocates: the time of ndarray and of NumPy over tslice's.",
            self.after.len(),
            &[tables::after(&self.after)],
        );
        section(
            "Making a view, nanoseconds",
            "Without a copy, of a view that is there. TensorFlow has no views.",
            self.views.len(),
            &[tables::everybody(&self.views, tables::Unit::Nanos)],
        );
        section(
            "One slice said in many ways, nanoseconds",
            "The bounds known to the compiler, known at run time, and parsed from text each time.\n\n\
             ![Time of each way](plots/specs.svg)",
            self.specs.len(),
            &[tables::everybody(&self.specs, tables::Unit::Nanos)],
        );
        section(
            "Threads",
            "One thread, and all of rayon's pool: `par_copy_to_slice` and `ops::par_gather_nd`. Small cases use no thread.",
            self.threads.len(),
            &[tables::everybody(&self.threads, tables::Unit::Micros)],
        );
        section(
            "How cost grows",
            "Bytes of output per nanosecond, by bytes of the source.\n\n![Bytes per nanosecond by size](plots/sweep.svg)",
            self.sweep.len(),
            &[tables::growth(&self.sweep)],
        );
        text
    }

    /// Writes `RESULTS.md` and the plots into the folder of the benchmarks.
    ///
    /// # Errors
    ///
    /// When a file cannot be written.
    pub fn save(&self, folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
        let plots = folder.join("plots");
        std::fs::create_dir_all(&plots)?;
        std::fs::write(folder.join("RESULTS.md"), &self.text)?;
        plots::over_memcpy(&self.copies, &plots.join("copies.svg"))?;
        plots::nanos(&self.specs, &plots.join("specs.svg"))?;
        plots::growth(&self.sweep, &plots.join("sweep.svg"))?;
        Ok(())
    }
}
