//! Pausing of writes: a file `PAUSE` in a project's `.handoff/`, the same in the home folder for
//! every project, or the variable `HANDOFF_PAUSE` stops everything that writes. Reading still
//! works.

use std::env;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::disk::file;

/// The name of the file that pauses writes.
const PAUSE_FILE: &str = "PAUSE";
/// The environment variable that pauses writes.
const PAUSE_VARIABLE: &str = "HANDOFF_PAUSE";
/// The maximum length of a reason, in bytes.
const MAX_REASON_BYTES: u64 = 400;

/// Returns the reason writes are paused, with how to resume, or `None` if writing is allowed.
pub fn pause_reason(folder: &Path) -> Option<String> {
    if let Some(value) = env::var_os(PAUSE_VARIABLE) {
        let value = value.to_string_lossy();
        if !matches!(value.trim(), "" | "0" | "false") {
            let reason = if matches!(value.trim(), "1" | "true") { "" } else { &value };
            return Some(sentence(reason, &format!("unset {PAUSE_VARIABLE} to resume")));
        }
    }
    let in_home = home().map(|home| home.join(".handoff"));
    [Some(folder.to_path_buf()), in_home].into_iter().flatten().map(|folder| folder.join(PAUSE_FILE)).find_map(|file| {
        fs::symlink_metadata(&file).ok()?;
        Some(sentence(&reason(&file), &format!("remove {} to resume", file.display())))
    })
}

/// "Handoff is paused (release today); unset `HANDOFF_PAUSE` to go on."
fn sentence(reason: &str, how_to_resume: &str) -> String {
    let parts: Vec<&str> = reason.split(|letter: char| letter.is_whitespace() || letter.is_control()).collect();
    let parts: Vec<&str> = parts.into_iter().filter(|word| !word.is_empty()).collect();
    let reason = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(" ").trim_end_matches('.')) };
    format!("Handoff is paused{reason}; {how_to_resume}.")
}

/// Reads the reason from the file, as far as it can be read.
fn reason(file: &Path) -> String {
    let mut bytes = Vec::new();
    // The file pauses writes even if its reason cannot be read.
    let _ = file::open(file, fs::OpenOptions::new().read(true))
        .map(|file| file.take(MAX_REASON_BYTES).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).trim_end_matches('\u{fffd}').to_owned()
}

fn home() -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    named("HOME").or_else(|| named("USERPROFILE"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::temp_dir::TempDir;

    #[test]
    fn pause_sentence_has_reason_and_how_to_resume() {
        assert_eq!(sentence("", "remove x to resume"), "Handoff is paused; remove x to resume.");
        assert_eq!(sentence(" Release\n today.\n", "remove x"), "Handoff is paused (Release today); remove x.");
    }

    #[test]
    fn any_kind_of_pause_file_pauses() {
        let scratch = TempDir::new("brake");
        let file = scratch.0.join(PAUSE_FILE);
        for content in [&b""[..], b"\xff\xfe", "ä".repeat(500).as_bytes()] {
            fs::write(&file, content).unwrap();
            assert!(pause_reason(&scratch.0).unwrap().ends_with(&format!("remove {} to resume.", file.display())));
        }
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        assert!(pause_reason(&scratch.0).is_some());
    }
}
