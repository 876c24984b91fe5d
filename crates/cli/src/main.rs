//! The `handoff` command. Wiring only.

mod calls;
mod disk;
mod doctor;
mod git;
mod hook;
mod identity;
mod mcp;
mod merge;
mod options;
mod project;
mod run;
#[cfg(test)]
mod scratch;
mod setup;
mod show;
mod survey;
mod table;
mod tasks;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    run::run(options::Options::parse())
}
