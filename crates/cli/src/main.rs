//! The `handoff` command. Wiring only.

mod disk;
mod identity;
mod mcp;
mod options;
mod project;
mod survey;

use std::process::ExitCode;

use clap::Parser as _;
use options::{Options, Work};

fn main() -> ExitCode {
    let options = Options::parse();
    let done = match options.work {
        Work::Mcp(serving) => serving.checked().and_then(mcp::serve),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            options::complain(&sentence);
            ExitCode::FAILURE
        }
    }
}
