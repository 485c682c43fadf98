//! The language, read from text.

mod agreement;
mod band;
mod encodings;
mod limits;
mod lists;
mod literals;
mod messages;
mod mistakes;
mod places;
mod roles;
