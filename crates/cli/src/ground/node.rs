//! What the command asks Node.js, where it runs there as WebAssembly.
//!
//! Invariant: a question is a line of JSON and then bytes, and so is its answer. `node/host.ts` answers
//! them.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use handoff_protocol::{Process, TimeZone};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A question.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Question<'q> {
    RealPath { path: &'q str },
    Identity { path: &'q str, follow: bool },
    Mode { path: &'q str },
    Restrict { path: &'q str, mode: u32 },
    Process,
    User,
    CommandOnPath,
    OwnFile,
    TimeZone { now: i64 },
    IsRunning { pid: i32, started: Option<&'q str> },
    Run(&'q Program),
    Input { timeout_ms: u64 },
}

/// The first line of an answer.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Answer<T> {
    Ok(T),
    /// The code and the message of an error of the system.
    Error(String, String),
}

/// What identifies a file or folder, and its owner.
#[derive(Debug, PartialEq, Eq, Deserialize)]
pub struct Identity {
    pub device: String,
    pub inode: String,
    pub owner: u32,
}

/// A program to run.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Program {
    pub program: String,
    pub arguments: Vec<String>,
    pub folder: Option<String>,
    /// The variables to set, or to remove.
    pub environment: Vec<(String, Option<String>)>,
    pub timeout_ms: u64,
}

/// A program that has ended: its standard output is first, its standard error second.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ended {
    /// `None` if a signal ended it.
    pub code: Option<i32>,
    pub timed_out: bool,
    /// The length of the standard output.
    pub output_bytes: usize,
}

/// What came from standard input.
#[derive(Debug)]
pub enum Input {
    Bytes(Vec<u8>),
    /// Nothing within the timeout.
    Nothing,
    End,
}

/// Sets the working directory. WASI starts in `/`.
pub fn enter_folder() {
    // Without it, paths are relative to `/`, and nothing is found there.
    let _ = std::env::var("PWD").map(std::env::set_current_dir);
}

/// Returns a path without links.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    ask(&Question::RealPath { path: text(path)? }, &[]).map(|(path, _)| path)
}

/// Returns the identity of what is at a path; a link is followed if `follow` says so.
pub fn identity(path: &Path, follow: bool) -> io::Result<Identity> {
    ask(&Question::Identity { path: text(path)?, follow }, &[]).map(|(identity, _)| identity)
}

/// Returns the permissions of a file.
pub fn mode(path: &Path) -> io::Result<u32> {
    ask(&Question::Mode { path: text(path)? }, &[]).map(|(mode, _)| mode)
}

/// Sets the permissions of a file or folder.
pub fn restrict(path: &Path, mode: u32) -> io::Result<()> {
    ask::<()>(&Question::Restrict { path: text(path)?, mode }, &[]).map(drop)
}

/// Returns the identity of this process; `None` if the host has no unique name.
pub fn process() -> Option<Process> {
    ask(&Question::Process, &[]).ok()?.0
}

/// Returns the user of this process; `None` on Windows.
pub fn user() -> Option<u32> {
    ask(&Question::User, &[]).ok()?.0
}

/// Returns the file of a native `handoff` on the PATH.
pub fn command_on_path() -> Option<PathBuf> {
    ask(&Question::CommandOnPath, &[]).ok()?.0
}

/// Returns the file that started this command.
pub fn own_file() -> Option<PathBuf> {
    ask(&Question::OwnFile, &[]).ok()?.0
}

/// Returns whether a process is running; `None` if that is unknown.
pub fn is_running(pid: i32, started: Option<&str>) -> Option<bool> {
    ask(&Question::IsRunning { pid, started }, &[]).ok()?.0
}

/// Returns the time zone of this machine. `now` is in milliseconds since 1970-01-01 UTC.
pub fn time_zone(now: i64) -> TimeZone {
    // The host always knows it.
    ask(&Question::TimeZone { now }, &[]).map(|(zone, _)| zone).unwrap_or_default()
}

/// Runs a program. Returns its standard output and its standard error as well.
pub fn run(program: &Program, input: &[u8]) -> io::Result<(Ended, Vec<u8>, Vec<u8>)> {
    let (ended, mut output) = ask::<Ended>(&Question::Run(program), input)?;
    let errors = output.split_off(ended.output_bytes.min(output.len()));
    Ok((ended, output, errors))
}

/// Waits for standard input.
pub fn read_input(timeout: Duration) -> Input {
    let timeout_ms = u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX);
    match ask::<bool>(&Question::Input { timeout_ms }, &[]) {
        Ok((true, bytes)) if bytes.is_empty() => Input::Nothing,
        Ok((true, bytes)) => Input::Bytes(bytes),
        Ok((false, _)) | Err(_) => Input::End,
    }
}

fn text(path: &Path) -> io::Result<&str> {
    path.to_str().ok_or_else(|| ErrorKind::InvalidInput.into())
}

fn ask<T: DeserializeOwned>(question: &Question<'_>, bytes: &[u8]) -> io::Result<(T, Vec<u8>)> {
    let mut message = serde_json::to_vec(question)?;
    message.push(b'\n');
    message.extend(bytes);
    let mut answer = handoff_node::ask(&message);
    let end = answer.iter().position(|byte| *byte == b'\n').unwrap_or(answer.len());
    let rest = answer.split_off((end + 1).min(answer.len()));
    match serde_json::from_slice(&answer)? {
        Answer::Ok(value) => Ok((value, rest)),
        Answer::Error(code, message) => Err(io::Error::new(kind_of(&code), message)),
    }
}

fn kind_of(code: &str) -> ErrorKind {
    match code {
        "ENOENT" => ErrorKind::NotFound,
        "ENOTDIR" => ErrorKind::NotADirectory,
        "EACCES" | "EPERM" => ErrorKind::PermissionDenied,
        _ => ErrorKind::Other,
    }
}
