//! Views for surfaces, and reads for native programs.

pub(crate) mod read_model;
pub(crate) mod search;
pub(crate) mod view;
