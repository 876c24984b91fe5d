//! The machine, as the command needs it: files, Git, other programs, the terminal and the clock.
//!
//! Invariant: nothing here knows a project, a verb or the server.

pub mod child;
pub mod client;
pub mod clock;
pub mod console;
pub mod disk;
pub mod exit_codes;
pub mod git;
pub mod identity;
pub mod interrupt;
pub mod lenient_json;
#[cfg(target_os = "wasi")]
pub mod node;
pub mod paths;
pub mod program;
pub mod progress;
pub mod styled;
#[cfg(not(target_os = "wasi"))]
pub mod system_zone;
pub mod threads;
