//! The test suite of tslice: the conformance runner lives here, the tests beside it.

pub mod conformance;
pub mod convert;
pub mod generate;
pub mod oracle;
pub mod raw_oracle;
pub mod soak;
