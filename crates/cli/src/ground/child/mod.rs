//! Runs a program without a shell, with a timeout and with a maximum size of its output.

#[cfg(target_os = "wasi")]
mod node;
#[cfg(not(target_os = "wasi"))]
mod threads;

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

#[cfg(target_os = "wasi")]
pub use node::run;
#[cfg(not(target_os = "wasi"))]
pub use threads::{run, terminate_all};

/// How long a program may take, and how much of its output is kept.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The program is ended after this time.
    pub timeout: Duration,
    /// The maximum size of standard output, and of standard error.
    pub output_bytes: usize,
    /// The part of a longer standard output that is kept. Of standard error it is the end.
    pub kept: Kept,
}

/// The part of an output that is kept.
#[derive(Clone, Copy, Debug)]
pub enum Kept {
    Start,
    End,
}

/// A program that has ended.
#[derive(Debug)]
pub struct Ended {
    /// `None` if it was ended after the timeout, or if its status is not known.
    pub status: Option<Status>,
    /// Whether it was ended after the timeout.
    pub timed_out: bool,
    /// The kept part of the standard output.
    pub stdout: Vec<u8>,
    /// Whether the standard output was longer.
    pub truncated: bool,
    /// The end of the standard error, where programs say why they failed.
    pub stderr: String,
}

/// How a program ended.
#[derive(Debug)]
pub struct Status {
    /// The exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    text: String,
}

impl Status {
    /// Returns true if the program reports no failure.
    pub fn is_success(&self) -> bool {
        self.code == Some(0)
    }
}

impl Display for Status {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self.code {
            Some(code) => write!(out, "exit code {code}"),
            None => out.write_str(&self.text),
        }
    }
}
