//! Whether Git merges the files of a project by their values.

use std::path::Path;

use crate::git::list_unignored;
use crate::git::runs::{GitOutput, TIMEOUT, run_config, run_git};

/// Example paths below `.handoff/`, with the attribute that Git needs there and its value.
const NEEDED: [(&str, &str, &str); 6] = [
    ("tasks/x/_task.todo.json", "merge", "handoff"),
    ("tasks/x/task.toml", "merge", "handoff"),
    ("sessions/x.json", "merge", "handoff"),
    ("handover/x.md", "merge", "handoff"),
    ("activity/x/x.jsonl", "merge", "union"),
    ("packages/x.md", "text", "unset"),
];

/// How Git merges the files of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merging {
    /// By their values, or not at all: the folder is outside of a repository, or ignored.
    Right,
    /// As plain text, because attributes are missing.
    NoAttributes,
    /// As plain text, because the attributes name a driver that the configuration of Git does not have.
    NoDriver,
}

/// Returns how Git merges the files of the project with this `.handoff` folder.
pub fn merging(home: &Path) -> Merging {
    let paths = NEEDED.iter().map(|(path, ..)| *path);
    let arguments: Vec<&str> = ["check-attr", "-z", "merge", "text", "--"].into_iter().chain(paths).collect();
    let GitOutput::Success(text) = run_git("git", home, &arguments, TIMEOUT) else { return Merging::Right };
    if list_unignored(home, &["/config.toml"]).is_empty() {
        return Merging::Right;
    }
    // Each answer is a path, an attribute and its value, each ended by a zero byte.
    let parts: Vec<&str> = text.split('\0').collect();
    let is_set = |needed: &(&str, &str, &str)| parts.chunks(3).any(|answer| answer == [needed.0, needed.1, needed.2]);
    if !NEEDED.iter().all(is_set) {
        return Merging::NoAttributes;
    }
    match run_config(home, &["--get", "merge.handoff.driver"]) {
        Ok(_) => Merging::Right,
        Err(_) => Merging::NoDriver,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use handoff_agent::merge::ATTRIBUTES;

    use super::*;
    use crate::disk::temp_dir::TempDir;

    #[test]
    fn merging_needs_attributes_and_a_driver() {
        let scratch = TempDir::new("merging");
        let home = scratch.0.join(".handoff");
        fs::create_dir(&home).unwrap();
        scratch.git(&["init", "-q"]);
        assert_eq!(merging(&home), Merging::NoAttributes);
        fs::write(scratch.0.join(".gitattributes"), "*.json merge=handoff\n").unwrap();
        assert_eq!(merging(&home), Merging::NoAttributes, "some are missing");
        fs::write(scratch.0.join(".gitattributes"), ATTRIBUTES).unwrap();
        assert_eq!(merging(&home), Merging::NoDriver);
        scratch.git(&["config", "merge.handoff.driver", "handoff merge-driver"]);
        assert_eq!(merging(&home), Merging::Right);
        fs::remove_file(scratch.0.join(".gitattributes")).unwrap();
        fs::write(scratch.0.join(".gitignore"), ".handoff/\n").unwrap();
        assert_eq!(merging(&home), Merging::Right, "Git ignores the folder");
    }

    #[test]
    fn folder_outside_of_a_repository_needs_nothing() {
        assert_eq!(merging(Path::new("/")), Merging::Right);
    }
}
