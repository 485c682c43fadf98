//! Names that other libraries have for what [`DynSpec`] calls otherwise.

use crate::DynSpec;

/// No spec has this.
#[diagnostic::on_unimplemented(
    message = "`text.parse::<DynSpec>()` reads a spec, `DynSpec::from(s![1:3])` converts one, \
               `DynSpec::full(rank)` takes all of each axis, which `set` changes",
    label = "tslice has another name for this"
)]
pub trait ParseOrFrom<T> {}

#[doc(hidden)]
impl DynSpec
where
    for<'a> Self: ParseOrFrom<&'a str>,
{
    #[allow(clippy::new_ret_no_self, reason = "it never compiles")]
    pub fn new() -> ! {
        unreachable!()
    }

    pub fn parse() -> ! {
        unreachable!()
    }
}

/// What has the bound of a conversion that never compiles, as in `tslice_core`.
pub struct Signpost;

/// No type is converted.
#[diagnostic::on_unimplemented(
    message = "`{A}` does not become a spec",
    label = "`text.parse::<DynSpec>()` reads text, `DynSpec::from(s![1:3])` converts a spec",
    note = "a spec of entries: `ranges.iter().map(|r| s![r.start:r.end]).collect::<DynSpec>()`"
)]
pub trait BecomesSpec<A> {}

#[doc(hidden)]
impl<A> From<A> for DynSpec
where
    Signpost: BecomesSpec<A>,
{
    fn from(_: A) -> Self {
        unreachable!()
    }
}

/// No spec has this.
#[cfg(not(feature = "text"))]
#[diagnostic::on_unimplemented(
    message = "this is behind the feature `text`: `cargo add tslice --features text`"
)]
pub trait TextIsAFeature<T> {}

#[cfg(not(feature = "text"))]
#[doc(hidden)]
impl core::str::FromStr for DynSpec
where
    for<'a> Self: TextIsAFeature<&'a str>,
{
    type Err = core::convert::Infallible;

    fn from_str(_: &str) -> Result<Self, Self::Err> {
        unreachable!()
    }
}

#[cfg(not(feature = "text"))]
impl DynSpec {
    #[doc(hidden)]
    pub fn by_names<Names, Result>(_: &str, _: Names) -> Result
    where
        Self: TextIsAFeature<Result>,
    {
        unreachable!()
    }
}
