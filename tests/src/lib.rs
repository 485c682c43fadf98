//! What the tests share: the oracles, the conformance runner, and generators.

pub mod algebra;
pub mod arrows;
pub mod conformance;
pub mod counting;
pub mod crossing;
pub mod faults;
pub mod generate;
pub mod golden;
pub mod huge;
pub mod indices;
pub mod invariants;
pub mod levels;
pub mod model;
pub mod oracle;
pub mod raw_oracle;
pub mod referee;
pub mod sizes;
