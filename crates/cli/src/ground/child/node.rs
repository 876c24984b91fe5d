//! Runs a program by Node.js.

use std::ffi::OsStr;
use std::io;
use std::process::Command;

use super::{Ended, Kept, Limits, Status};
use crate::ground::node::{self, Program};

/// Runs a program and waits for its end. `input` is its standard input.
///
/// # Errors
///
/// The program cannot be started.
pub fn run(command: &mut Command, input: Option<Vec<u8>>, limits: Limits) -> io::Result<Ended> {
    let text = |text: &OsStr| text.to_string_lossy().into_owned();
    let program = Program {
        program: text(command.get_program()),
        arguments: command.get_args().map(text).collect(),
        folder: command.get_current_dir().map(|folder| text(folder.as_os_str())),
        environment: command.get_envs().map(|(name, value)| (text(name), value.map(text))).collect(),
        timeout_ms: u64::try_from(limits.timeout.as_millis()).unwrap_or(u64::MAX),
    };
    let (ended, mut stdout, stderr) = node::run(&program, &input.unwrap_or_default())?;
    let status = (!ended.timed_out).then(|| Status { code: ended.code, text: "a signal".to_owned() });
    let truncated = stdout.len() > limits.output_bytes;
    match limits.kept {
        Kept::Start => stdout.truncate(limits.output_bytes),
        Kept::End => drop(stdout.drain(..stdout.len().saturating_sub(limits.output_bytes))),
    }
    let kept = stderr.get(stderr.len().saturating_sub(limits.output_bytes)..).unwrap_or_default();
    let stderr = String::from_utf8_lossy(kept).into_owned();
    Ok(Ended { status, timed_out: ended.timed_out, stdout, truncated, stderr })
}
