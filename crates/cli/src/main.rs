//! The `handoff` command. Wiring only.

mod brake;
mod calls;
mod disk;
mod git;
mod history;
mod hook;
mod identity;
mod job;
mod mcp;
mod merge;
mod options;
mod privacy;
mod private;
mod project;
mod pulse;
mod reference;
mod run;
#[cfg(test)]
mod scratch;
mod setup;
mod show;
mod sight;
mod survey;
mod table;
mod verbs;
mod waiting;

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
