//! Tests of tslice-burn on burn's `wgpu` with fusion: a crate of its own, because burn then takes
//! minutes more to build.
