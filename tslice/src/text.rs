//! Specs in text: `tslice-syntax` reads them.

use alloc::vec::Vec;
use core::str::FromStr;

use tslice_entry::{Entry, Forms};
use tslice_syntax::{
    List, Listed as Read, ParseSpecError, Spec, SpecMistake, parse, parse_by_names, plain,
};

use crate::dyn_spec::{DynSpec, Listed};

impl FromStr for DynSpec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<Self, ParseSpecError> {
        parsed(text, || parse(text))
    }
}

impl DynSpec {
    /// Parses a spec whose entries may name their axis: `"time=::2, channel=0"`. An axis that is
    /// not named stays whole.
    ///
    /// `names` has the name of each axis, and an empty one for an axis without. A name means the
    /// number of its axis, as `0 => ::2` does, so entries with names go beside those, in any order,
    /// and not beside entries without. A text without names is one for [`parse`](str::parse).
    ///
    /// ```
    /// use tslice::DynSpec;
    ///
    /// let names = ["time", "y", "x", "channel"];
    /// let spec = DynSpec::by_names("channel=0, time=::2", &names)?;
    /// assert_eq!(spec, "0 => ::2, 3 => 0".parse()?);
    /// assert_eq!(DynSpec::by_names("::2, .., 0", &names)?.to_string(), "::2, .., 0");
    ///
    /// let error = DynSpec::by_names("time=1, chanel=0", &names).unwrap_err();
    /// let words = "no axis is named `chanel`: the axes are `time`, `y`, `x`, `channel`";
    /// assert_eq!(error.message(), words);
    /// assert_eq!(error.span(), 8..14);
    /// # Ok::<(), tslice::ParseSpecError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not a spec, or names an axis that does not exist, or uses a name of two axes.
    pub fn by_names(text: &str, names: &[impl AsRef<str>]) -> Result<Self, ParseSpecError> {
        parsed(text, || parse_by_names(text, names))
    }
}

/// The spec of a text, which `parse` reads if it is not plain.
#[inline]
fn parsed(
    text: &str,
    parse: impl FnOnce() -> Result<Spec<i64>, Vec<SpecMistake>>,
) -> Result<DynSpec, ParseSpecError> {
    // The forms stay in registers: a field of the spec costs 6 % of the instructions of a parse.
    let (mut spec, mut forms, mut count) = (DynSpec::empty(), Forms(0), 0);
    let plain = plain(text, |entry| {
        forms = forms.with(count, entry.form());
        count += 1;
        spec.push_numbers(entry.numbers());
    });
    spec.forms = forms;
    match plain {
        Some(()) => Ok(spec),
        None => match parse() {
            Ok(spec) => Ok(with_lists(spec)),
            Err(mistakes) => Err(ParseSpecError::new(mistakes, text)),
        },
    }
}

#[cold]
fn with_lists(spec: Spec<i64>) -> DynSpec {
    let mut dynamic = DynSpec::empty();
    for entry in &spec.entries {
        dynamic.push_entry(entry);
    }
    let positions = |list| match list {
        List::Literal(items) => items.into_iter().map(without_one).collect(),
        // A text has none of these.
        List::Borrowed(_) => Vec::new(),
    };
    let listed = spec.lists.into_iter().map(|Read { entry, lists }| Listed {
        entry,
        lists: lists.into_iter().map(positions).collect(),
    });
    dynamic.listed = listed.collect();
    dynamic
}

/// An item of a list without a stride of 1, which is printed as none.
fn without_one(mut item: Entry<i64>) -> Entry<i64> {
    if let Entry::Range(range) = &mut item {
        range.stride = range.stride.filter(|stride| *stride != 1);
    }
    item
}
