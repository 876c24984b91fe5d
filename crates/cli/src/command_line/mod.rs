//! The command line as a whole: its arguments, what runs them, and its reference.

mod options;
mod parse;
mod reference;
mod run;

pub use parse::parse;
pub use run::{report_parse_error, run};
