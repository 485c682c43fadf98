//! Verdicts against walks along every axis.

mod extremes;
mod lists;
mod specs;
mod walks;
