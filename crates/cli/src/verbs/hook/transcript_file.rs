//! Reads the transcript whose path a client gives to its hooks.

use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::PathBuf;

use handoff_agent::Transcript;
use serde_json::Value;

use crate::ground::disk::file;
use crate::ground::identity;

/// The maximum size of the end of a transcript that is read.
const MAX_BYTES: u64 = 512 << 10;

/// Returns the end of the transcript at the path under a key of the input. It is empty if there is none that can be
/// read, since a hook never fails.
pub fn read(input: &Value, key: &str) -> Transcript {
    let path = input.get(key).and_then(Value::as_str).and_then(resolve);
    Transcript::parse(&path.and_then(|path| read_end(&path).ok()).unwrap_or_default())
}

/// The maximum size of the part of a transcript that is counted at once.
const MAX_PART: u64 = 64 << 20;
/// The size of what is read before a part.
const BEFORE: u64 = 64 << 10;

/// A part of a transcript: whole lines.
pub struct Part {
    /// The end of what precedes it.
    pub before: String,
    pub text: String,
    /// Where it ends, in bytes.
    pub end: u64,
}

/// Returns what a transcript has from a place on, in bytes; `None` if that is no whole line, or no such file can be read.
pub fn read_part(input: &Value, key: &str, from: u64) -> Option<Part> {
    let path = input.get(key).and_then(Value::as_str).and_then(resolve)?;
    let mut file = file::open(&path, std::fs::OpenOptions::new().read(true)).ok()?;
    let start = from.saturating_sub(BEFORE);
    file.seek(SeekFrom::Start(start)).ok()?;
    let mut bytes = Vec::new();
    file.take(from.saturating_sub(start).saturating_add(MAX_PART)).read_to_end(&mut bytes).ok()?;
    let part = bytes.split_off(usize::try_from(from.saturating_sub(start)).ok().filter(|at| *at <= bytes.len())?);
    let lines = part.get(..=part.iter().rposition(|byte| *byte == b'\n')?)?;
    let end = from.saturating_add(u64::try_from(lines.len()).ok()?);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some(Part { before: text(&bytes), text: text(lines), end })
}

/// Returns an absolute path. `~/` is the home folder.
fn resolve(path: &str) -> Option<PathBuf> {
    let path = match path.strip_prefix("~/") {
        Some(below) => identity::home_folder()?.join(below),
        None => PathBuf::from(path),
    };
    path.is_absolute().then_some(path)
}

/// Reads the end of a regular file. A link is not followed.
fn read_end(path: &std::path::Path) -> std::io::Result<String> {
    let mut file = file::open(path, std::fs::OpenOptions::new().read(true))?;
    let size = file.metadata()?.len();
    file.seek(SeekFrom::Start(size.saturating_sub(MAX_BYTES)))?;
    let mut bytes = Vec::new();
    // The client may be writing.
    file.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use handoff_agent::Capture;
    use serde_json::json;

    use super::*;
    use crate::ground::disk::temp_dir::TempDir;

    #[test]
    fn only_the_end_of_a_regular_file_is_read() {
        let scratch = TempDir::new("transcript");
        let path = scratch.0.join("a.jsonl");
        let line = |text: &str| format!("{}\n", json!({"type": "user", "message": {"content": text}}));
        let filler = line(&"x".repeat(1000)).repeat(600);
        std::fs::write(&path, format!("{}{filler}{}", line("First"), line("Last"))).unwrap();
        let text = |path: &str| Capture::of(&read(&json!({"transcript_path": path}), "transcript_path"), "").text();
        assert_eq!(text(path.to_str().unwrap()), "asked: Last");
        assert!(read_end(&path).unwrap().len() == 512 << 10 && !read_end(&path).unwrap().contains("First"));
        let shortcut = scratch.0.join("shortcut");
        #[cfg(unix)]
        std::os::unix::fs::symlink(&path, &shortcut).unwrap();
        for other in [scratch.0.to_str().unwrap(), shortcut.to_str().unwrap(), "a.jsonl", "/nowhere", ""] {
            assert_eq!(text(other), "", "{other}");
        }
        assert_eq!(read(&json!({"transcript_path": 3}), "transcript_path"), Transcript::default());
    }
}
