//! Tasks that one side of the last merge deleted and the other changed.
//!
//! Git reports that as a conflict, unless the change also gave the file another path (a status or a
//! parent) and replaced more than half of it: then Git sees a new file, and asks no merge driver.

use std::collections::BTreeSet;
use std::path::Path;

use handoff_format::{PathKind, classify, parse_task_folder};

use crate::ground::git::runs::{GitOutput, TIMEOUT, run_git};

/// The changes of one side of a merge since the last common commit.
#[derive(Debug, Default)]
struct Side {
    /// The IDs of task files that are gone.
    removed: BTreeSet<String>,
    /// The IDs of task files that are new or changed, also at another path.
    written: BTreeSet<String>,
}

/// Returns the IDs of tasks that one side of the merge at HEAD deleted and the other changed; empty
/// if HEAD is no merge. They are the IDs in the names of folders, which may have several readings.
pub fn deleted_and_changed(home: &Path) -> BTreeSet<String> {
    let merge_base = ["merge-base", "HEAD^1", "HEAD^2"];
    let GitOutput::Success(base) = run_git("git", home, &merge_base, TIMEOUT) else { return BTreeSet::new() };
    let base = base.trim();
    let [one, other] = ["HEAD^1", "HEAD^2"].map(|commit| Side::of(home, base, commit));
    let kept = |deleting: &Side, changing: &Side| -> Vec<String> {
        let deleted = deleting.removed.difference(&deleting.written);
        deleted.filter(|id| changing.written.contains(*id)).cloned().collect()
    };
    kept(&one, &other).into_iter().chain(kept(&other, &one)).collect()
}

impl Side {
    fn of(home: &Path, base: &str, commit: &str) -> Side {
        let arguments = ["diff-tree", "-r", "-z", "--no-renames", "--name-status", "--relative", base, commit, "--"];
        let GitOutput::Success(text) = run_git("git", home, &[&arguments[..], &["tasks"]].concat(), TIMEOUT) else {
            return Side::default();
        };
        let mut side = Side::default();
        // Each change is a letter and a path, each ended by a zero byte.
        let parts: Vec<&str> = text.split('\0').collect();
        for [letter, path] in parts.as_chunks().0 {
            let ids = if *letter == "D" { &mut side.removed } else { &mut side.written };
            ids.extend(task_ids(path));
        }
        side
    }
}

/// Returns the IDs that the folder of a task's file may have; none for another file.
fn task_ids(path: &str) -> Vec<String> {
    let PathKind::TaskFile { .. } = classify(path) else { return Vec::new() };
    let folder = path.rsplit('/').nth(1).unwrap_or_default();
    parse_task_folder(folder).into_iter().map(|name| name.id).collect()
}
