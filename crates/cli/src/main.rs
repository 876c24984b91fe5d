//! The `handoff` command: parses the arguments and runs them.

mod arguments;
mod ground;
mod hook;
mod invocation;
mod mcp;
mod merge;
mod options;
mod output;
mod project;
mod reference;
mod run;
mod setup;
mod verbs;

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// A project is hundreds of thousands of small objects, allocated on one thread and freed on
/// another. With mimalloc, a command takes about a fifth less user time at 10,000 tasks, and a third
/// more memory.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| ground::console::warn(panic.to_string())));
    match arguments::parse(std::env::args_os().collect()) {
        Ok(options) => run::run(options),
        Err(error) => run::report_parse_error(&error),
    }
}
