//! temporary
use alloc::string::String; use alloc::vec::Vec; use core::{fmt, ops::Range};
use super::DynSpec;
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecMistake { m: String }
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSpecError { m: Vec<SpecMistake> }
impl ParseSpecError { pub fn message(&self) -> &str { &self.m[0].m } pub fn span(&self) -> Range<usize> { 0..0 } }
impl fmt::Display for ParseSpecError { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(self.message()) } }
impl core::error::Error for ParseSpecError {}
pub(super) fn parse(_: &str) -> Result<DynSpec, ParseSpecError> { let mut e = DynSpec::empty(); e.push([0,0,1], super::Masks::default()); Ok(e) }
