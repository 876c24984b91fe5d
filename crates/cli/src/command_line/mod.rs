//! The command line as a whole: its arguments, what runs them, and its reference.

mod options;
mod parse;
mod parse_error;
mod reference;
mod run;

pub use parse::parse;
pub use parse_error::report_parse_error;
pub use run::run;
