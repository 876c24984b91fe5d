//! Who and where we are, as far as the engine must know.

use std::env;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use chrono::{Local, Offset as _, TimeZone as _};

use crate::project;

/// Returns a random number; without a source of entropy, one made from the process and the time.
pub fn seed() -> u32 {
    getrandom::u32().unwrap_or_else(|_| {
        let time = u32::try_from(project::now() & i64::from(u32::MAX)).unwrap_or_default();
        std::process::id().rotate_left(16) ^ time
    })
}

/// The name of the log file to which this person's commands on this machine append, made once and kept; where nothing can be kept, one for this
/// process.
pub fn writer() -> String {
    kept_writer().unwrap_or_else(fresh_writer)
}

fn fresh_writer() -> String {
    format!("handoff-{:08x}{:08x}", seed(), seed())
}

fn kept_writer() -> Option<String> {
    let folder = state_folder()?.join("handoff");
    let file = folder.join("writer");
    let read = || fs::read_to_string(&file).ok().map(|name| name.trim().to_owned()).filter(|name| is_writer(name));
    if let Some(name) = read() {
        return Some(name);
    }
    fs::create_dir_all(&folder).ok()?;
    let made = fresh_writer();
    let mut new = fs::OpenOptions::new().write(true).create_new(true).open(&file).ok();
    match new.as_mut().map(|new| new.write_all(made.as_bytes())) {
        Some(Ok(())) => Some(made),
        // Another command has just made it.
        _ => read(),
    }
}

fn is_writer(name: &str) -> bool {
    (1..=64).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

/// Where programs keep what is to outlast them: `XDG_STATE_HOME` by the XDG base directory specification, `LOCALAPPDATA` on Windows.
pub fn state_folder() -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    named("XDG_STATE_HOME").or_else(|| named("LOCALAPPDATA")).or_else(|| Some(named("HOME")?.join(".local/state")))
}

/// Minutes to add to UTC for the civil time here, at a time in milliseconds since 1970-01-01 UTC.
pub fn utc_offset_minutes(now: i64) -> i32 {
    let offset = Local.timestamp_millis_opt(now).single().map(|time| time.offset().fix().local_minus_utc());
    offset.unwrap_or_default() / 60
}
