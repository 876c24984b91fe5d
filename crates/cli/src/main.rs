//! The `handoff` command. Wiring only.

pub(crate) mod commands;
mod disk;
mod git;
mod history;
mod hook;
mod identity;
mod invocation;
mod mcp;
mod merge;
mod options;
pub(crate) mod output;
mod pause;
mod private_sessions;
mod project;
mod project_scan;
mod reference;
mod run;
mod setup;
mod tool_calls;

use std::process::ExitCode;

use clap::Parser as _;
use mimalloc::MiMalloc;

/// A project is hundreds of thousands of small pieces, made on one thread and given back on another.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    match options::Options::try_parse() {
        Ok(options) => run::run(options),
        Err(found) => run::misunderstood(&found),
    }
}
