//! The commits that changed a file or one of its lines.

use std::path::Path;
use std::time::Duration;

use crate::ground::git::runs::{GitError, filters_off, run_git};

/// The timeout of a run. To blame a line of a large file in a long history takes longer than a state.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The format of a commit: hash, time, author and message, each ended by a zero byte.
const FORMAT: &str = "--format=%H%x00%ct%x00%an%x00%B%x00";

/// A commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Its whole hash.
    pub id: String,
    /// When it was made, in milliseconds since 1970-01-01 UTC.
    pub at: i64,
    /// The name of its author.
    pub author: String,
    /// Its whole message.
    pub message: String,
}

/// Returns the last commits that changed a file, the newest first, also under its earlier names. `path` is
/// relative to `folder`.
pub fn commits_of_file(folder: &Path, path: &str, maximum: usize) -> Result<Vec<Commit>, GitError> {
    let maximum = format!("-{maximum}");
    let options = ["--no-ext-diff", "--no-textconv", "--no-show-signature", "--follow", &maximum, FORMAT, "--", path];
    let arguments = [&["--literal-pathspecs", "log"], &options[..]].concat();
    run_git("git", folder, &arguments, TIMEOUT).into_result().map(|text| parse(&text))
}

/// Returns the commit that a line of a file is from, `None` if it is not committed. The line counts from 1.
pub fn commit_of_line(folder: &Path, path: &str, line: u32) -> Result<Option<Commit>, GitError> {
    let run = |arguments: &[&str]| run_git("git", folder, arguments, TIMEOUT);
    // The content of the work tree would be filtered.
    let filters = filters_off(&run)?;
    let range = format!("{line},{line}");
    let filters = filters.iter().flat_map(|setting| ["-c", setting]);
    let options = ["-c", "blame.ignoreRevsFile=", "blame", "--no-textconv", "--porcelain", "-L", &range, "--", path];
    let text = run(&filters.chain(options).collect::<Vec<&str>>()).into_result()?;
    let id = text.split(' ').next().unwrap_or_default();
    if id.len() < 40 || id.bytes().all(|digit| digit == b'0') || !id.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Ok(None);
    }
    let text = run(&["log", "-1", "--no-show-signature", FORMAT, id, "--"]).into_result()?;
    Ok(parse(&text).into_iter().next())
}

/// Parses commits in the format of this module.
fn parse(text: &str) -> Vec<Commit> {
    let parts: Vec<&str> = text.split('\0').collect();
    let commit = |parts: &[&str]| {
        let [id, at, author, message] = parts else { return None };
        Some(Commit {
            id: id.trim().to_owned(),
            at: at.parse::<i64>().ok()?.saturating_mul(1_000),
            author: (*author).to_owned(),
            message: message.trim().to_owned(),
        })
    };
    parts.chunks(4).filter_map(commit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::disk::temp_dir::TempDir;

    #[test]
    fn line_is_from_the_commit_that_wrote_it() {
        let scratch = TempDir::new("blame");
        scratch.git(&["init", "-q"]);
        let write = |name: &str, text: &str| std::fs::write(scratch.0.join(name), text).unwrap();
        write("a b.rs", "one\ntwo\n");
        scratch.git(&["add", "."]);
        scratch.git(&["commit", "-qm", "One: 潮\n\nFor t1."]);
        scratch.git(&["mv", "a b.rs", "./-c.rs"]);
        write("-c.rs", "one\ntwo\nthree\n");
        scratch.git(&["add", "."]);
        scratch.git(&["commit", "-qm", "Two"]);
        write("-c.rs", "one\ntwo\nthree\nfour\n");
        let message = |line| commit_of_line(&scratch.0, "-c.rs", line).unwrap().map(|commit| commit.message);
        assert_eq!(message(1).as_deref(), Some("One: 潮\n\nFor t1."));
        assert_eq!(message(3).as_deref(), Some("Two"));
        assert_eq!(message(4), None, "it is not committed");
        assert!(commit_of_line(&scratch.0, "-c.rs", 9).is_err());
        assert!(commit_of_line(&scratch.0, "none.rs", 1).is_err());
        let commits = commits_of_file(&scratch.0, "-c.rs", 5).unwrap();
        let messages: Vec<&str> = commits.iter().map(|commit| commit.message.as_str()).collect();
        assert_eq!(messages, ["Two", "One: 潮\n\nFor t1."]);
        assert_eq!(commits_of_file(&scratch.0, "-c.rs", 1).unwrap().len(), 1);
        assert_eq!(commits_of_file(&scratch.0, "none.rs", 5).unwrap(), []);
        assert!(commits[0].at > 1_600_000_000_000 && commits[0].id.len() >= 40 && !commits[0].author.is_empty());
    }
}
