//! Arguments that verbs share: the options of every command, and parsers of values.

mod common_options;
pub mod parsers;
pub mod times;

pub use common_options::{CommonOptions, working_directory};
