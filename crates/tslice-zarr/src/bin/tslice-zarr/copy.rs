//! A selection as a Zarr array.

use std::ffi::OsStr;
use std::path::Path;

use clap::Args;
use indicatif::DecimalBytes;
use tslice_zarr::{CopyOptions, CopyPlan, Cost, Layout, Part, ZarrArray, create};

use crate::{Done, Tell, progress, via};

/// How a Zarr array is written.
#[derive(Args)]
pub(crate) struct Copying {
    /// The shape of chunks of OUT, as in 64x256x256; without it, that of the source, cut to the
    /// result
    #[arg(long, value_name = "SHAPE", value_parser = lengths, help_heading = ZARR)]
    chunks: Option<Lengths>,
    /// The shape of shards of OUT, or none
    #[arg(long, value_name = "SHAPE", value_parser = lengths, help_heading = ZARR)]
    shards: Option<Lengths>,
    /// none, zstd:LEVEL, gzip:LEVEL or blosc:LEVEL
    #[arg(long, value_name = "CODEC", help_heading = ZARR)]
    codec: Option<String>,
    /// Part I of N, from 1 to N; env is the index of an array of jobs of Slurm, Kubernetes or PBS
    #[arg(long, value_name = "I/N", value_parser = part, conflicts_with_all = ["force", "create"], help_heading = ZARR)]
    pub(crate) part: Option<Part>,
    /// Write the metadata of OUT, and no chunks
    #[arg(long, help_heading = ZARR)]
    pub(crate) create: bool,
    /// The most memory to use, as in 2GiB; without it, half of what is free
    #[arg(long, value_name = "SIZE", value_parser = tslice_zarr::size_of_text)]
    pub(crate) memory: Option<u64>,
    /// Leave out chunks that are in OUT
    #[arg(long, conflicts_with = "force", help_heading = ZARR)]
    resume: bool,
    /// Read OUT afterwards, and compare it
    #[arg(long, help_heading = ZARR)]
    verify: bool,
    #[command(flatten)]
    pub(crate) passes: via::Passes,
}

pub(crate) const ZARR: &str = "If OUT is a Zarr array: NAME.zarr, or a URL";

type Lengths = Vec<usize>;

impl Copying {
    /// Whether one of these was given.
    pub(crate) fn is_given(&self) -> bool {
        let has_layout = self.chunks.is_some() || self.shards.is_some() || self.codec.is_some();
        let has_part = self.part.is_some() || self.passes.via().is_some();
        has_layout || has_part || self.create || self.resume || self.verify
    }
}

/// Whether an output is a Zarr array.
pub(crate) fn is_zarr(to: &Path) -> bool {
    to.to_str().is_some_and(|text| text.contains("://")) || tslice_zarr::is_zarr(to)
}

/// Lengths with x between them.
fn lengths(text: &str) -> Result<Lengths, String> {
    if text == "none" {
        return Ok(vec![]);
    }
    let length = |text: &str| {
        text.parse()
            .map_err(|_| format!("`{text}` is not a length: write 64x256x256"))
    };
    text.split('x').map(length).collect()
}

fn part(text: &str) -> Result<Part, String> {
    match text {
        "env" => of_environment(),
        text => text
            .parse()
            .map_err(|error: tslice_zarr::ZarrError| error.to_string()),
    }
}

/// An engine that runs arrays of jobs: the variable with the index of this job, the first index of
/// engines that do not tell theirs, and the variables with the first index, with the step, with the
/// number of jobs and with the last index, or "".
type Engine = (&'static str, usize, [&'static str; 4]);

static ENGINES: [Engine; 8] = [
    (
        "SLURM_ARRAY_TASK_ID",
        1,
        [
            "SLURM_ARRAY_TASK_MIN",
            "SLURM_ARRAY_TASK_STEP",
            "SLURM_ARRAY_TASK_COUNT",
            "",
        ],
    ),
    ("JOB_COMPLETION_INDEX", 0, ["", "", PARTS, ""]),
    ("PBS_ARRAY_INDEX", 1, ["", "", PARTS, ""]),
    (
        "AWS_BATCH_JOB_ARRAY_INDEX",
        0,
        ["", "", "AWS_BATCH_JOB_ARRAY_SIZE", ""],
    ),
    (
        "SGE_TASK_ID",
        1,
        ["SGE_TASK_FIRST", "SGE_TASK_STEPSIZE", "", "SGE_TASK_LAST"],
    ),
    (
        "LSB_JOBINDEX",
        1,
        ["", "LSB_JOBINDEX_STEP", "", "LSB_JOBINDEX_END"],
    ),
    (
        "OMPI_COMM_WORLD_RANK",
        0,
        ["", "", "OMPI_COMM_WORLD_SIZE", ""],
    ),
    ("PMI_RANK", 0, ["", "", "PMI_SIZE", ""]),
];

/// The number of parts: with it, an index is that of a part of so many, counted as its engine does,
/// whichever indexes the array of jobs has.
const PARTS: &str = "PARTS";

/// A number in a variable, if that is set. Those of engines outside of an array are not numbers.
fn number(name: &str) -> Result<Option<usize>, String> {
    let text = std::env::var(name).ok().filter(|text| text != "undefined");
    let number = text.map(|text| {
        text.parse()
            .map_err(|_| format!("{name}={text} is not a number"))
    });
    number.transpose()
}

/// The engine whose array of jobs this process is one of.
fn engine() -> Option<&'static Engine> {
    let is_job = |(index, ..): &&Engine| match number(index) {
        // LSF sets it to 0 outside of an array.
        Ok(Some(0)) => *index != "LSB_JOBINDEX",
        at => at != Ok(None),
    };
    ENGINES.iter().find(is_job)
}

fn of_environment() -> Result<Part, String> {
    let Some((index, from, variables)) = engine() else {
        let names = ENGINES.map(|(index, ..)| index).join(", ");
        return Err(format!("env: none of the variables {names} is set"));
    };
    let at = number(index)?.unwrap_or(0);
    let (first, step, of) = match number(PARTS)? {
        Some(of) => (*from, 1, of),
        None => {
            let [first, step, count, last] = variables.map(number);
            let (first, step) = (first?.unwrap_or(*from), step?.unwrap_or(1).max(1));
            let by_last = last?.map(|last| last.saturating_sub(first) / step + 1);
            let of = count?.or(by_last).ok_or_else(|| {
                format!("{index} is set, and {PARTS}, the number of parts, is not")
            })?;
            (first, step, of)
        }
    };
    let wrong =
        |why: &str| format!("{index}={at} with the first index {first} and the step {step}: {why}");
    let from_first = at
        .checked_sub(first)
        .ok_or_else(|| wrong("it is before the first"))?;
    if from_first % step != 0 {
        return Err(wrong("it is between two"));
    }
    let part = format!("{}/{of}", from_first / step + 1);
    part.parse()
        .map_err(|error: tslice_zarr::ZarrError| wrong(&error.to_string()))
}

/// A copy of a selection to a Zarr array.
pub(crate) struct Copy<'c> {
    pub(crate) from: &'c ZarrArray,
    pub(crate) to: &'c OsStr,
    pub(crate) copying: &'c Copying,
    pub(crate) force: bool,
    pub(crate) dry_run: bool,
    pub(crate) tell: &'c Tell<'c>,
}

impl Copy<'_> {
    pub(crate) fn run(&self) -> Done {
        let (from, copying, tell) = (self.from, self.copying, self.tell);
        let layout = Layout {
            chunks: copying.chunks.clone(),
            shards: copying.shards.clone(),
            codec: copying.codec.clone(),
        };
        let metadata = from.metadata_of_copy(&layout)?;
        let options = CopyOptions {
            part: copying.part.unwrap_or(Part::WHOLE),
            memory: copying.memory,
            resume: copying.resume,
            once: false,
        };
        if let Some((index, ..)) = engine().filter(|_| copying.part.is_none() && !copying.create) {
            tell(&format!(
                "warning: {index} is set, and this job copies all of it: `--part env` copies a part"
            ))?;
        }
        // Whatever is wrong with the plan is known before something is written.
        let target = tslice_zarr::in_memory(&metadata)?;
        if let Some(via) = copying.passes.via() {
            return self.in_passes(via, &metadata, &target, options);
        }
        let planned = from.plan_copy(&target, &options)?;
        tell(&via::compared(from, &planned, &target, &options))?;
        if self.dry_run {
            tell(&before(&planned, Some(planned.cost()?), options.part))?;
            return Ok(());
        }
        self.check_free(self.to)?;
        let target = create(self.to, &metadata, self.force)?;
        if copying.create {
            tell(&format!("{}: the metadata is written", self.to.display()))?;
            return Ok(());
        }
        self.pass(from, (&target, self.to), &options)
    }

    /// An error if this process is the only one that copies, and an array is there already.
    pub(crate) fn check_free(&self, to: &OsStr) -> Done {
        let Copying {
            part,
            create,
            resume,
            ..
        } = self.copying;
        let is_alone = part.is_none() && !create && !resume && !self.force;
        if is_alone && tslice_zarr::has_array(to)? {
            let name = to.display();
            return Err(format!(
                "{name}: an array is there: --force replaces it, --resume writes the chunks that it lacks"
            )
            .into());
        }
        Ok(())
    }

    /// Copies, and compares.
    pub(crate) fn pass(
        &self,
        from: &ZarrArray,
        (target, to): (&ZarrArray, &OsStr),
        options: &CopyOptions,
    ) -> Done {
        let (name, plan) = (to.display(), from.plan_copy(target, options)?);
        (self.tell)(&before(&plan, None, options.part))?;
        let (bar, done) = ((progress::CHUNKS, plan.chunks() as u64), || {
            plan.done() as u64
        });
        let (copied, time) = progress::timed(from, bar, done, || plan.run());
        copied?;
        (self.tell)(&format!("{name}: {time}"))?;
        if self.copying.verify {
            let (verified, time) = progress::timed(from, bar, done, || plan.verify());
            verified?;
            (self.tell)(&format!("{name}: is what was read, {time}"))?;
        }
        Ok(())
    }
}

/// What a copy will do.
pub(crate) fn before(plan: &CopyPlan, cost: Option<Cost>, part: Part) -> String {
    let reads = cost.map_or(String::new(), |cost| {
        format!(
            "reads {} in {} requests, ",
            DecimalBytes(cost.bytes),
            cost.requests
        )
    });
    let (chunks, memory, repeats) = (plan.chunks(), DecimalBytes(plan.memory()), repeats(plan));
    format!("part {part}: {reads}writes {chunks} chunks, with {memory} of memory\n{repeats}")
}

/// Says how often chunks are read, if that is more than once.
pub(crate) fn repeats(plan: &CopyPlan) -> String {
    match plan.repeats() {
        ..1.005 => String::new(),
        times => format!("reads chunks of the source {times:.2} times on average"),
    }
}
