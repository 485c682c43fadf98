//! `tslice zarr PATH_OR_URL SPEC OUT`, which runs this program: slices a Zarr array into a NumPy
//! file, or into another Zarr array.

mod copy;
mod progress;
mod save;
mod via;

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use indicatif::DecimalBytes;
use tslice::DynSpec;
use tslice_cli::spec::pasted;
use tslice_zarr::{Mask, ZarrArray};

/// Slice a Zarr array into a NumPy file, or into another Zarr array
///
/// Tells shape, chunks and bytes before it reads. URLs need the feature `http` or `s3`.
#[derive(Parser)]
#[command(name = "tslice zarr", bin_name = "tslice zarr", version)]
struct Arguments {
    /// A directory, or a URL
    #[arg(value_name = "PATH_OR_URL")]
    from: OsString,
    /// A spec, which may have lists and names of axes, as in "::4, [0, 5], ..." and "time=::2,
    /// channel=0"
    #[arg(allow_hyphen_values = true)]
    spec: String,
    /// The NumPy file to write, - for standard output, or the Zarr array: NAME.zarr, or a URL;
    /// without it, nothing is read
    #[arg(value_name = "OUT")]
    to: Option<PathBuf>,
    /// Read nothing
    #[arg(long)]
    dry_run: bool,
    /// Replace an output that exists
    #[arg(long, requires = "to")]
    force: bool,
    /// A mask for an axis, by its name or number, below 0 from the end: a NumPy file of bools; the
    /// spec is for what it selects
    #[arg(long, value_name = "AXIS=FILE.npy", allow_hyphen_values = true)]
    mask: Vec<String>,
    /// What a chunk is that the store of the source lacks: the fill value, or an error
    #[arg(long, value_name = "WHAT", default_value = "fill", value_parser = ["fill", "error"])]
    missing: String,
    #[command(flatten)]
    copying: copy::Copying,
}

/// The result of what ends with one message if it fails.
type Done<R = ()> = Result<R, Box<dyn Error>>;

/// What prints lines.
type Tell<'t> = dyn Fn(&str) -> Result<(), String> + 't;

fn main() -> ExitCode {
    tslice_cli::remove_unfinished_files_when_interrupted();
    let (message, status) = match Arguments::try_parse() {
        Ok(arguments) => match run(&arguments) {
            Ok(()) => return ExitCode::SUCCESS,
            Err(error) => (error.to_string(), ExitCode::FAILURE),
        },
        // Its first paragraph says what is wrong, in one line or in one for each argument.
        Err(error) if error.use_stderr() => {
            let words = error.to_string();
            let lines: Vec<&str> = words
                .lines()
                .take_while(|line| !line.is_empty())
                .map(str::trim)
                .collect();
            (
                lines.join(" ").trim_start_matches("error: ").to_owned(),
                ExitCode::from(2),
            )
        }
        Err(error) => error.exit(),
    };
    // Where standard error cannot be written either, the status alone tells.
    let _ = writeln!(std::io::stderr(), "tslice zarr: {message}");
    status
}

fn run(
    Arguments {
        from,
        spec: text,
        to,
        dry_run,
        force,
        mask,
        missing,
        copying,
    }: &Arguments,
) -> Done {
    let tell = |lines: &str| tslice_cli::tell(lines, to.as_deref());
    let mut opened = tslice_zarr::open(from)?;
    if missing == "error" {
        opened = opened.without_missing_chunks();
    }
    let array = mask
        .iter()
        .try_fold(opened, |array, mask| masked(&array, mask))?;
    let hint = pasted(text, array.shape()).unwrap_or_default();
    let spec = array
        .spec(text)
        .map_err(|e| format!("the spec is malformed: {e}{hint}"))?;
    let part = array
        .try_tpick(&spec)
        .map_err(|e| format!("[{spec}] on shape {:?}: {e}{hint}", array.shape()))?;
    tell(&(describe(from, &spec, &array, &part) + &hint))?;
    if let Some(to) = to.as_deref().filter(|to| copy::is_zarr(to)) {
        part.check_apart(to)?;
        let copy = copy::Copy {
            from: &part,
            to: to.as_os_str(),
            copying,
            force: *force,
            dry_run: *dry_run,
            tell: &tell,
        };
        return copy.run();
    }
    if let Some(to) = to {
        let is_file = tslice_cli::whole_file::is_standard(to, "stdout")
            || to
                .extension()
                .is_some_and(|end| end.eq_ignore_ascii_case("npy"));
        if !is_file {
            return Err(format!(
                "{}: name a NumPy file, NAME.npy, or a Zarr array, NAME.zarr or a URL",
                to.display()
            )
            .into());
        }
    }
    if copying.is_given() {
        return Err("chunks, shards, codecs, parts and the like are those of a Zarr array: name one, as NAME.zarr or a URL".into());
    }
    let cost = part.cost()?;
    let before = format!(
        "reads {} in {} requests",
        DecimalBytes(cost.bytes),
        cost.requests
    );
    tell(&before)?;
    match to.as_deref().filter(|_| !dry_run) {
        Some(to) => save::save(&part, cost, (to, *force), copying.memory, &tell),
        None => Ok(()),
    }
}

/// What a mask, as in `time=days.npy` or `0=days.npy`, selects.
fn masked(array: &ZarrArray, text: &str) -> Result<ZarrArray, String> {
    let (axis, file) = text
        .split_once('=')
        .ok_or_else(|| format!("--mask {text}: write AXIS=FILE.npy"))?;
    let named = array.names().iter().position(|name| *name == Some(axis));
    let number = named.or_else(|| {
        let axis: isize = axis.parse().ok()?;
        let from_the_end = if axis < 0 { array.rank() } else { 0 };
        let number = from_the_end.checked_add_signed(axis)?;
        Some(number).filter(|&number| number < array.rank())
    });
    let number = number.ok_or_else(|| {
        format!(
            "--mask {text}: axis {axis} does not exist, the shape is {:?}",
            array.shape()
        )
    })?;
    let mut mask = Mask::default();
    tslice_cli::npy::each_of_mask(file.as_ref(), |bools| mask.push(bools))?;
    if mask.bools() != array.shape()[number] {
        let (len, own) = (mask.bools(), array.shape()[number]);
        return Err(format!(
            "--mask {text}: {len} bools are not a mask for axis {axis} of length {own}"
        ));
    }
    Ok(array.masked(number, mask))
}

fn describe(from: &OsStr, spec: &DynSpec, array: &ZarrArray, part: &ZarrArray) -> String {
    let count = |count: Option<usize>| {
        count.map_or("more than can be counted".to_owned(), |count| {
            count.to_string()
        })
    };
    let (name, of) = match array.subchunk() {
        Some(subchunk) => (
            "shards",
            format!(", of which parts of shape {subchunk:?} are read"),
        ),
        None => ("chunks", String::new()),
    };
    let names: Vec<&str> = array.names().into_iter().flatten().collect();
    let axes = if names.is_empty() {
        String::new()
    } else {
        format!(", axes {}", names.join(", "))
    };
    format!(
        "{}: {} of shape {:?}{axes}\n[{spec}] has shape {:?}, and touches {} of {} {name}{of}",
        from.display(),
        array.data_type(),
        array.shape(),
        part.shape(),
        count(part.chunks()),
        count(array.chunks()),
    )
}
