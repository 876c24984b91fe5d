//! The tests of the public interface, as one binary.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::format_push_string,
    clippy::cast_possible_truncation,
    reason = "a test may fail loudly"
)]

mod edits;
mod fuzz;
mod harbour;
mod laws;
mod parse_errors;
mod schemas;
mod support;
mod tide_atlas;
mod time_zone;
