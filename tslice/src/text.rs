//! Specs in text: `tslice-syntax` reads them.

use alloc::vec::Vec;
use core::str::FromStr;

use tslice_entry::{Forms, Row};
use tslice_syntax::{
    List, Listed as Read, ParseSpecError, Sink, SpecMistake, encode, encode_by_names,
};

use crate::dyn_spec::{DynSpec, Listed, Rows};

impl FromStr for DynSpec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<Self, ParseSpecError> {
        parsed(text, |rows| encode(text, rows))
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
        parsed(text, |rows| encode_by_names(text, names, rows))
    }
}

impl Sink for Rows {
    #[inline]
    fn push(&mut self, row: Row) {
        self.push(row);
    }

    fn clear(&mut self) {
        *self = Self::default();
    }

    fn lists(&mut self, lists: Vec<Read<i64>>) {
        let positions = |list| match list {
            List::Literal(items) => items,
            // A text has none of these.
            List::Borrowed(_) => Vec::new(),
        };
        let listed = lists.into_iter().map(|Read { entry, lists }| Listed {
            entry,
            lists: lists.into_iter().map(positions).collect(),
        });
        self.listed = listed.collect();
    }
}

/// The spec of a text, whose rows `read` hands on.
fn parsed(
    text: &str,
    read: impl FnOnce(&mut Rows) -> Result<Forms, Vec<SpecMistake>>,
) -> Result<DynSpec, ParseSpecError> {
    let mut rows = Rows::default();
    match read(&mut rows) {
        Ok(forms) => Ok(DynSpec { rows, forms }),
        Err(mistakes) => Err(ParseSpecError::new(mistakes, text)),
    }
}
