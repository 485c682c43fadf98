//! A copy in two passes through an intermediate array.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::Args;
use tslice_zarr::{CopyOptions, CopyPlan, ZarrArray, create, in_memory};

use crate::Done;
use crate::copy::{Copy, ZARR, before};

/// A copy whose parts together read the source more often is told of two passes.
const TWICE: f64 = 2.05;

/// How a copy goes through an intermediate array.
#[derive(Args)]
pub(crate) struct Passes {
    /// Copy to an intermediate array, and from there to OUT: each pass reads a chunk once, however
    /// many parts there are
    #[arg(long, value_name = "TMP.zarr", help_heading = ZARR)]
    via: Option<PathBuf>,
    /// Do the pass to TMP.zarr, or the pass from it, only
    #[arg(long, value_name = "1|2", requires = "via", value_parser = clap::value_parser!(u8).range(1..=2), help_heading = ZARR)]
    pass: Option<u8>,
    /// Remove TMP.zarr when all of OUT is written
    #[arg(long, requires = "via", conflicts_with_all = ["part", "create"], help_heading = ZARR)]
    remove: bool,
}

impl Passes {
    /// The place of the intermediate array, if there are two passes.
    pub(crate) fn via(&self) -> Option<&OsStr> {
        self.via.as_ref().map(|via| via.as_os_str())
    }
}

impl Copy<'_> {
    /// Does one pass, or both, to the array that `target` stands for.
    pub(crate) fn in_passes(
        &self,
        via: &OsStr,
        metadata: &str,
        target: &ZarrArray,
        options: CopyOptions,
    ) -> Done {
        let (from, copying, tell) = (self.from, self.copying, self.tell);
        let Passes { pass, remove, .. } = copying.passes;
        let [is_first, is_second] = [1, 2].map(|number| pass.is_none_or(|pass| pass == number));
        if copying.part.is_some() && pass.is_none() {
            return Err("parts of the second pass need all parts of the first: --part with --via needs --pass 1 or --pass 2".into());
        }
        if remove && !is_second {
            return Err("--remove is for the second pass".into());
        }
        from.check_apart(via)?;
        tslice_zarr::check_pair([self.to, via], from.rank())?;
        let options = CopyOptions {
            once: true,
            ..options
        };
        let between = from.metadata_between(target, &options)?;
        let planned = in_memory(&between)?;
        let first = from.plan_copy(&planned, &options)?;
        let second = planned.plan_copy(target, &options)?;
        if self.dry_run {
            if is_first {
                let words = before(&first, Some(first.cost()?), options.part);
                tell(&format!("pass 1: {words}"))?;
            }
            if is_second {
                tell(&format!("pass 2: {}", before(&second, None, options.part)))?;
            }
            return Ok(());
        }
        if is_first {
            self.check_free(via)?;
        }
        if is_second {
            self.check_free(self.to)?;
        }
        // A program that is killed in between leaves nothing that --resume takes for done.
        if self.force && is_first {
            tslice_zarr::clear(via)?;
        }
        let target = is_second.then(|| create(self.to, metadata, self.force));
        let target = target.transpose()?;
        let temporary = create(via, &between, self.force && is_first)?.without_missing_chunks();
        if copying.create {
            tell(&format!("{}: the metadata is written", via.display()))?;
            return Ok(());
        }
        if let Some(target) = &target {
            // What is wrong with the second pass is known before the first one.
            temporary.plan_copy(target, &options)?;
        }
        if is_first {
            self.pass(from, (&temporary, via), &options)?;
        }
        let Some(target) = target else {
            return Ok(());
        };
        check_finished(from, (&temporary, via), &options)?;
        self.pass(&temporary, (&target, self.to), &options)?;
        if remove {
            tslice_zarr::remove(via)?;
            // A folder, if it is empty.
            _ = std::fs::remove_dir(via);
            tell(&format!("{}: removed", via.display()))?;
        }
        Ok(())
    }
}

/// An error that names the parts of the first pass which are not done.
fn check_finished(
    from: &ZarrArray,
    (temporary, via): (&ZarrArray, &OsStr),
    options: &CopyOptions,
) -> Done {
    let parts = from.plan_copy(temporary, options)?.unfinished()?;
    if parts.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = parts.iter().take(16).map(ToString::to_string).collect();
    let more = match parts.len() - names.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Err(format!(
        "{}: pass 1 is not finished: it lacks chunks of part {}{more}: run these with --pass 1 --resume",
        via.display(),
        names.join(", ")
    )
    .into())
}

/// Says that the parts together read chunks of the source more than twice, and how often they would
/// through an intermediate array.
pub(crate) fn compared(
    from: &ZarrArray,
    plan: &CopyPlan,
    target: &ZarrArray,
    options: &CopyOptions,
) -> String {
    let direct = plan.repeats_of_parts();
    if direct <= TWICE {
        return String::new();
    }
    let options = CopyOptions {
        once: true,
        ..*options
    };
    let through = || {
        let between = in_memory(&from.metadata_between(target, &options)?)?;
        let first = from.plan_copy(&between, &options)?.repeats_of_parts();
        let second = between.plan_copy(target, &options)?.repeats_of_parts();
        Ok::<_, tslice_zarr::ZarrError>(first + second)
    };
    match through() {
        Ok(through) if through < direct => {
            let parts = match options.part.count() {
                1 => "1 part reads".to_owned(),
                parts => format!("{parts} parts read"),
            };
            format!(
                "{parts} each chunk of the source {}; through an intermediate array (--via TMP.zarr), {}",
                times(direct),
                times(through)
            )
        }
        _ => String::new(),
    }
}

fn times(times: f64) -> String {
    match times {
        ..TWICE => "twice".to_owned(),
        times if (times - times.round()).abs() < 0.05 => format!("{times:.0} times"),
        times => format!("{times:.1} times"),
    }
}
