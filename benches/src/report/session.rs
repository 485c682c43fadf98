//! One session of measuring: who is here, and the rows that come out.

use std::cell::RefCell;
use std::rc::Rc;

use crate::case::{Build, Case, HAND, LIMIT, MEMCPY, OURS};
use crate::contest::{self, Effort, Output, Timing};
use crate::peers::python::{self, Process};

/// A case, measured.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Bytes of the output.
    pub output_bytes: usize,
    /// Bytes that must move, 0 if they were not counted.
    pub moved_bytes: usize,
    /// The entrants' times, tslice's first.
    pub times: Vec<Time>,
}

/// How long an entrant took.
#[derive(Clone, Debug)]
pub struct Time {
    /// Who.
    pub name: String,
    /// Where its output went.
    pub output: Output,
    /// Nanoseconds.
    pub timing: Timing,
}

impl Time {
    /// Whether this is another library's.
    #[must_use]
    pub fn is_peer(&self) -> bool {
        ![MEMCPY, LIMIT, HAND].contains(&self.name.as_str()) && !self.name.starts_with(OURS)
    }
}

impl Row {
    /// Nanoseconds of the entrant at its best.
    #[must_use]
    pub fn best(&self, name: &str) -> Option<f64> {
        self.times
            .iter()
            .find(|time| time.name == name)
            .map(|time| time.timing.best)
    }

    /// The time of tslice.
    ///
    /// # Panics
    ///
    /// Never: it is the first entrant of every case.
    #[must_use]
    pub fn ours(&self) -> Timing {
        self.times[0].timing
    }

    /// The fastest of the other libraries.
    #[must_use]
    pub fn best_peer(&self) -> Option<&Time> {
        let peers = self.times.iter().filter(|time| time.is_peer());
        peers.min_by(|a, b| a.timing.best.total_cmp(&b.timing.best))
    }

    /// Takes the better of both times of each entrant.
    fn merge(&mut self, other: Self) {
        for time in &mut self.times {
            let again = other.times.iter().find(|again| again.name == time.name);
            if let Some(again) = again.filter(|again| again.timing.best < time.timing.best) {
                time.timing = again.timing;
            }
        }
    }

    /// Bytes of output per nanosecond of the entrant at its best.
    #[must_use]
    pub fn speed(&self, name: &str) -> Option<f64> {
        Some(self.output_bytes as f64 / self.best(name)?)
    }
}

/// Bytes that are held so that buffers made anew lie elsewhere, times how often they have been.
const SPACER: usize = 6 << 20;

/// Who is here, for as long as it lasts.
pub struct Session {
    effort: Effort,
    only: Option<String>,
    processes: Vec<Rc<RefCell<Process>>>,
    versions: Vec<(String, String)>,
    missing: Vec<(String, String)>,
    differences: Vec<String>,
}

impl Session {
    /// Starts the Python libraries that are installed. With `only`, cases without that text in
    /// their name or their table's are left out.
    #[must_use]
    pub fn start(effort: Effort, only: Option<String>) -> Self {
        eprintln!("starting the Python libraries");
        let (mut processes, mut versions, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        for (name, version) in crate::peers::versions() {
            match version {
                Some(version) => versions.push((name.to_owned(), version.to_owned())),
                None => missing.push((
                    name.to_owned(),
                    "built without the feature `peers`".to_owned(),
                )),
            }
        }
        for started in python::start() {
            match started {
                Ok(process) => {
                    versions.push((
                        process.borrow().name.clone(),
                        process.borrow().version.clone(),
                    ));
                    processes.push(process);
                }
                Err((name, why)) => missing.push((name.to_owned(), why)),
            }
        }
        for (name, why) in &missing {
            eprintln!("missing: {name} ({why})");
        }
        Self {
            effort,
            only,
            processes,
            versions,
            missing,
            differences: Vec::new(),
        }
    }

    /// Libraries that took part, with their versions.
    #[must_use]
    pub fn versions(&self) -> &[(String, String)] {
        &self.versions
    }

    /// Libraries that did not, with the reason.
    #[must_use]
    pub fn missing(&self) -> &[(String, String)] {
        &self.missing
    }

    /// Outputs that differed from tslice's, and libraries that ended before the report.
    #[must_use]
    pub fn differences(&self) -> Vec<String> {
        self.differences.clone()
    }

    /// Ends the processes, as what follows has no tasks for them, and goes on with another effort.
    pub fn leave_python(&mut self, effort: Effort) {
        self.processes.clear();
        self.effort = effort;
    }

    /// Measures cases one after the other.
    pub fn rows(&mut self, title: &str, cases: impl IntoIterator<Item = Build>) -> Vec<Row> {
        let cases: Vec<Build> = cases.into_iter().collect();
        let count = cases.len();
        let measured = cases.into_iter().enumerate().filter_map(|(at, build)| {
            let case = build();
            let wanted = |only: &String| title.contains(only) || case.name.contains(only);
            self.only.as_ref().is_none_or(wanted).then(|| {
                eprintln!("{title} {}/{count}: {}", at + 1, case.name);
                let mut row = self.row(case);
                // Buffers anew: which pages they get is luck, and lasts as long as they do.
                for again in 1..self.effort.buffers {
                    crate::memory::give_back();
                    // The system gives the pages first that were freed last.
                    let spacer = vec![1_u8; again * SPACER];
                    row.merge(self.row(build()));
                    drop(std::hint::black_box(spacer));
                }
                row
            })
        });
        measured.collect()
    }

    fn row(&mut self, mut case: Case) -> Row {
        if let Some(task) = &case.task {
            let prepared = self
                .processes
                .iter()
                .map(|process| python::entrant(process, task));
            case.entrants.extend(prepared.flatten());
        }
        let ours = case.entrants[0].runner.digest();
        case.entrants.retain_mut(|entrant| {
            let copies_other_bytes = [MEMCPY, LIMIT].contains(&entrant.name.as_str());
            let agrees = copies_other_bytes || entrant.runner.digest() == ours;
            let difference = format!("{}: {}", case.name, entrant.name);
            // Once for all buffers.
            if !agrees && !self.differences.contains(&difference) {
                self.differences.push(difference);
            }
            agrees
        });
        let timings = contest::time(&mut case.entrants, self.effort);
        let times = case.entrants.into_iter().zip(timings);
        let times = times.map(|(entrant, timing)| Time {
            name: entrant.name,
            output: entrant.output,
            timing,
        });
        let Case {
            name,
            output_bytes,
            moved_bytes,
            ..
        } = case;
        // A process that has ended in between has no time.
        let (times, ended): (Vec<_>, Vec<_>) = times.partition(|time| time.timing.best.is_finite());
        self.differences.extend(
            ended
                .iter()
                .map(|time| format!("{name}: {} has ended", time.name)),
        );
        Row {
            name,
            output_bytes,
            moved_bytes,
            times,
        }
    }
}
