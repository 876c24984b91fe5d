//! The pauses of writing that the engine cannot see: the environment variable `HANDOFF_PAUSE`, and a
//! file `PAUSE` in the user's folder for every project.

use std::env;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use handoff_protocol::{OuterPause, PauseScope};

use crate::ground::disk::file;
use crate::project::place::{user_folder, user_folders};

/// The name of the file that pauses writing.
pub const PAUSE_FILE: &str = "PAUSE";
/// The environment variable that pauses writing.
const PAUSE_VARIABLE: &str = "HANDOFF_PAUSE";
/// The maximum number of bytes that are read of a reason.
const MAX_REASON_BYTES: u64 = 1000;

/// Returns the pause that is set outside of projects, or `None` if there is none.
pub fn outer_pause() -> Option<OuterPause> {
    of_variable().or_else(|| {
        // Which of the folders is the user's is found out only if it matters: every call asks.
        let is_there = |folder: PathBuf| fs::symlink_metadata(folder.join(PAUSE_FILE)).is_ok();
        if user_folders().any(is_there) { of_file(&user_folder()?.join(PAUSE_FILE)) } else { None }
    })
}

fn of_variable() -> Option<OuterPause> {
    let value = env::var_os(PAUSE_VARIABLE)?.to_string_lossy().into_owned();
    let reason = match value.trim() {
        "" | "0" | "false" => return None,
        "1" | "true" => String::new(),
        reason => reason.to_owned(),
    };
    Some(OuterPause { scope: PauseScope::Variable, origin: PAUSE_VARIABLE.to_owned(), reason })
}

/// Returns the pause of a file. Anything at that path pauses, even if it cannot be read.
fn of_file(path: &Path) -> Option<OuterPause> {
    fs::symlink_metadata(path).ok()?;
    Some(OuterPause { scope: PauseScope::User, origin: path.display().to_string(), reason: read_reason(path) })
}

/// Reads the reason from the file, as far as it can be read.
fn read_reason(path: &Path) -> String {
    let mut bytes = Vec::new();
    // The file pauses writing even if its reason cannot be read.
    let _ = file::open(path, fs::OpenOptions::new().read(true))
        .map(|file| file.take(MAX_REASON_BYTES).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).trim_end_matches('\u{fffd}').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::disk::temp_dir::TempDir;

    #[test]
    fn any_kind_of_pause_file_pauses() {
        let scratch = TempDir::new("brake");
        let file = scratch.0.join(PAUSE_FILE);
        assert_eq!(of_file(&file), None);
        for (content, reason) in
            [(&b""[..], ""), (b"\xff\xfe", ""), (b"Release\n", "Release\n"), (b"\xff on", "\u{fffd} on")]
        {
            fs::write(&file, content).unwrap();
            assert_eq!(of_file(&file).unwrap().reason, reason);
        }
        fs::write(&file, "ä".repeat(2000)).unwrap();
        assert_eq!(of_file(&file).unwrap().reason, "ä".repeat(500));
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        assert_eq!(of_file(&file).unwrap().reason, "");
    }
}
