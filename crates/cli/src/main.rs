//! The `handoff` command. Wiring only.

mod calls;
mod disk;
mod git;
mod identity;
mod mcp;
mod options;
mod privacy;
mod project;
mod run;
#[cfg(test)]
mod scratch;
mod show;
mod sight;
mod survey;
mod table;
mod tasks;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    run::run(options::Options::parse())
}
