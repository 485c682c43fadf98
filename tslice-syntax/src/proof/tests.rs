//! Verdicts against walks along every axis.

mod extremes;
mod specs;
mod walks;
