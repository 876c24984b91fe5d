//! The `handoff` command. Wiring only.

mod disk;
mod file_probe;
mod git;
mod history;
mod hook;
mod identity;
mod invocation;
mod mcp;
mod merge;
mod options;
mod pause;
mod private_file;
mod private_sessions;
mod progress;
mod project;
mod project_scan;
mod reference;
mod run;
mod setup;
mod show;
mod spinner;
mod table;
#[cfg(test)]
mod temp_dir;
mod tool_calls;
mod verbs;

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
