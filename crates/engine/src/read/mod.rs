//! What surfaces and native programs read.

pub(crate) mod read_model;
pub(crate) mod view;
