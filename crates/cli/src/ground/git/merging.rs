//! Whether Git merges the files of a project by their values.

use std::collections::BTreeMap;
use std::path::Path;

use crate::ground::disk::file::{self, MAX_PROJECT_FILE_MB};
use crate::ground::git::list_unignored;
use crate::ground::git::runs::{GitOutput, TIMEOUT, run_config, run_git};
use crate::ground::program;

/// Git's own merge of lines.
const FALLBACK: &str = "git merge-file --marker-size=%L -L %X -L %O -L %Y %A %O %B";

/// Example paths below `.handoff/`, with the attribute that Git needs there and its value.
const NEEDED: [(&str, &str, &str); 6] = [
    ("tasks/x/_task.todo.json", "merge", "handoff"),
    ("tasks/x/task.toml", "merge", "handoff"),
    ("sessions/x.json", "merge", "handoff"),
    ("handover/x.md", "merge", "handoff"),
    ("activity/x/x.jsonl", "merge", "union"),
    ("packages/x.md", "text", "unset"),
];

/// Example paths of records that a teammate or another clone needs, with the record of each.
const SHARED_RECORDS: [(&str, &str); 6] = [
    ("config.toml", "config.toml"),
    ("tasks/x/_task.todo.json", "tasks"),
    ("tasks/x/task.toml", "tasks"),
    ("sessions/x.json", "sessions"),
    ("sessions/x.toml", "sessions"),
    ("activity/x/x.jsonl", "activity"),
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
    /// By lines or with one side only, because the driver of Handoff is incomplete or cannot be run.
    BrokenDriver,
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
        Ok(driver) if is_broken(&driver) => Merging::BrokenDriver,
        Ok(_) => Merging::Right,
        Err(_) => Merging::NoDriver,
    }
}

/// Returns the command line that Git passes to a shell. It has the path of the command, because a Git
/// that a desktop program or a timer starts may search other folders than a terminal does.
///
/// A shell ends with 126 or more if it cannot run the command, or if a signal ended it. Git would then
/// keep our version alone, as a conflict without markers; so its own merge of lines is used, which marks
/// both versions.
pub fn driver() -> String {
    let program = program::quote(&program::executable());
    format!("{program} merge-driver %O %A %B %L %P %X %Y; s=$?; test $s -lt 126 && exit $s; {FALLBACK}")
}

/// Returns whether a driver of Handoff lacks the merge by lines where it cannot be run, as those of earlier
/// versions, or names a program that is not there. Git runs it in the repository, so a relative path counts
/// as well.
fn is_broken(driver: &str) -> bool {
    let Some((program, options)) = driver.split_once(" merge-driver") else { return false };
    let program = program.trim_matches(['\'', '"']).replace("'\\''", "'");
    let path = Path::new(&program);
    let is_there = !program.contains(['/', '\\']) || (path.is_absolute() && path.is_file());
    !is_there || !options.contains(FALLBACK)
}

/// A file that Git has as unmerged and that has no markers of a conflict. A merge driver that could not be
/// run leaves such files.
#[derive(Debug, PartialEq, Eq)]
pub struct UnmarkedFile {
    /// Relative to `.handoff`.
    pub path: String,
    /// Whether it is the same as on one of the two branches, so that nothing of the other is in it.
    pub is_one_sided: bool,
}

/// Returns the files below `home` that Git has as unmerged and that have no markers of a conflict.
pub fn unmarked_files(home: &Path) -> Vec<UnmarkedFile> {
    let GitOutput::Success(list) = run_git("git", home, &["ls-files", "--unmerged", "-z"], TIMEOUT) else {
        return Vec::new();
    };
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    // Each entry is "MODE HASH STAGE\tPATH", ended by a zero byte; the stages 2 and 3 are the branches.
    for (version, path) in list.split('\0').filter_map(|entry| entry.split_once('\t')) {
        if let [_, hash, "2" | "3"] = version.split(' ').collect::<Vec<_>>().as_slice() {
            versions.entry(path).or_default().push(hash);
        }
    }
    let unmarked = |(path, hashes): (&str, Vec<&str>)| {
        let current = file::read_bounded(&home.join(path), MAX_PROJECT_FILE_MB).ok()?;
        let current = String::from_utf8_lossy(&current).replace('\r', "");
        let is_side = |hash: &&str| match run_git("git", home, &["cat-file", "blob", hash], TIMEOUT) {
            GitOutput::Success(version) => version.replace('\r', "") == current,
            _ => false,
        };
        let is_marked = current.lines().any(|line| line.starts_with("<<<<<<<"));
        let is_one_sided = || hashes.iter().any(is_side);
        (!is_marked).then(|| UnmarkedFile { path: path.to_owned(), is_one_sided: is_one_sided() })
    };
    versions.into_iter().filter(|(_, hashes)| hashes.len() == 2).filter_map(unmarked).collect()
}

/// A line of an ignore file, and the examples of records that Git ignores because of it.
#[derive(Debug, PartialEq, Eq)]
pub struct IgnoredRecords {
    /// The ignore file as Git names it, with the number of the line.
    pub source: String,
    /// The pattern.
    pub pattern: String,
    /// The ignored folders and files, relative to `.handoff`.
    pub records: Vec<&'static str>,
}

/// Returns which records of a project Git ignores although others need them, by the line that says so.
pub fn ignored_records(home: &Path) -> Vec<IgnoredRecords> {
    let paths = SHARED_RECORDS.iter().map(|(path, _)| *path);
    let arguments: Vec<&str> = ["check-ignore", "-v", "--no-index", "--"].into_iter().chain(paths).collect();
    let GitOutput::Success(text) = run_git("git", home, &arguments, TIMEOUT) else { return Vec::new() };
    let mut found: Vec<IgnoredRecords> = Vec::new();
    // Each line is "FILE:LINE:PATTERN\tPATH".
    for (rule, path) in text.lines().filter_map(|line| line.rsplit_once('\t')) {
        let (Some((source, pattern)), Some((_, record))) =
            (split_rule(rule), SHARED_RECORDS.iter().find(|(example, _)| *example == path))
        else {
            continue;
        };
        // A pattern that re-includes a path is listed as well.
        if pattern.starts_with('!') {
            continue;
        }
        match found.iter_mut().find(|one| one.source == source) {
            Some(one) if one.records.contains(record) => {}
            Some(one) => one.records.push(record),
            None => found.push(IgnoredRecords {
                source: source.to_owned(),
                pattern: pattern.to_owned(),
                records: vec![record],
            }),
        }
    }
    found
}

/// Splits `FILE:LINE:PATTERN` into the file with the line, and the pattern. Both may have colons.
fn split_rule(rule: &str) -> Option<(&str, &str)> {
    rule.match_indices(':').find_map(|(end, _)| {
        let (source, pattern) = rule.split_at_checked(end)?;
        let line = source.rsplit_once(':')?.1;
        let is_line = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
        is_line.then(|| Some((source, pattern.strip_prefix(':')?))).flatten()
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use handoff_agent::merge::ATTRIBUTES;

    use super::*;
    use crate::ground::disk::temp_dir::TempDir;

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
        let program = scratch.0.join("it's (x)").display().to_string();
        fs::write(&program, "").unwrap();
        let quoted = format!("'{}'", program.replace('\'', "'\\''"));
        for (driver, expected) in [
            ("handoff merge-driver %O %A %B", Merging::BrokenDriver),
            ("handoff merge-driver %O; git merge-file --marker-size=%L -L %X -L %O -L %Y %A %O %B", Merging::Right),
            (
                "/nowhere/handoff merge-driver %O; git merge-file --marker-size=%L -L %X -L %O -L %Y %A %O %B",
                Merging::BrokenDriver,
            ),
            (
                "./handoff merge-driver %O; git merge-file --marker-size=%L -L %X -L %O -L %Y %A %O %B",
                Merging::BrokenDriver,
            ),
            (
                format!("{quoted} merge-driver %O; git merge-file --marker-size=%L -L %X -L %O -L %Y %A %O %B")
                    .as_str(),
                Merging::Right,
            ),
            (
                format!("\"{program}\" merge-driver %O; git merge-file --marker-size=%L -L %X -L %O -L %Y %A %O %B")
                    .as_str(),
                Merging::Right,
            ),
            ("another-program %O", Merging::Right),
        ] {
            scratch.git(&["config", "merge.handoff.driver", driver]);
            assert_eq!(merging(&home), expected, "{driver}");
        }
        fs::remove_file(scratch.0.join(".gitattributes")).unwrap();
        fs::write(scratch.0.join(".gitignore"), ".handoff/\n").unwrap();
        assert_eq!(merging(&home), Merging::Right, "Git ignores the folder");
    }

    #[test]
    fn unmerged_file_without_markers_is_found() {
        let scratch = TempDir::new("one-sided");
        scratch.git(&["init", "-qb", "main"]);
        let home = scratch.0.join(".handoff");
        fs::create_dir(&home).unwrap();
        let commit = |text: &str| {
            fs::write(home.join("config.toml"), text).unwrap();
            scratch.git(&["add", "-A"]);
            scratch.git(&["commit", "-qm", text]);
        };
        // A driver that Git cannot find keeps our version.
        scratch.git(&["config", "merge.handoff.driver", "/nowhere/handoff %A"]);
        fs::write(scratch.0.join(".gitattributes"), ATTRIBUTES).unwrap();
        commit("base");
        scratch.git(&["checkout", "-qb", "side"]);
        commit("theirs");
        scratch.git(&["checkout", "-q", "main"]);
        commit("ours");
        scratch.git_with_conflicts(&["merge", "-q", "side"]);
        let config = |is_one_sided| [UnmarkedFile { path: "config.toml".to_owned(), is_one_sided }];
        assert_eq!(unmarked_files(&home), config(true));
        fs::write(home.join("config.toml"), "a change of a program").unwrap();
        assert_eq!(unmarked_files(&home), config(false));
        fs::write(home.join("config.toml"), "<<<<<<< main\nours\n=======\ntheirs\n>>>>>>> side\n").unwrap();
        assert_eq!(unmarked_files(&home), []);
        scratch.git(&["checkout", "-q", "--theirs", "--", "."]);
        assert_eq!(unmarked_files(&home), config(true));
        scratch.git(&["add", "-A"]);
        assert_eq!(unmarked_files(&home), [], "Git has it as merged");
    }

    #[test]
    fn ignored_records_are_found_with_the_line_that_ignores_them() {
        let scratch = TempDir::new("ignored");
        let home = scratch.0.join(".handoff");
        fs::create_dir(&home).unwrap();
        assert_eq!(ignored_records(&home), [], "outside of a repository");
        scratch.git(&["init", "-q"]);
        assert_eq!(ignored_records(&home), []);
        fs::write(home.join(".gitignore"), "# ours\nsessions/*\n").unwrap();
        let sessions = IgnoredRecords {
            source: ".handoff/.gitignore:2".to_owned(),
            pattern: "sessions/*".to_owned(),
            records: vec!["sessions"],
        };
        assert_eq!(ignored_records(&home), [sessions]);
        fs::write(scratch.0.join(".gitignore"), ".handoff/\n").unwrap();
        let all = ignored_records(&home);
        let records: Vec<_> = all.iter().flat_map(|one| one.records.clone()).collect();
        assert_eq!(records, ["config.toml", "tasks", "sessions", "activity"], "{all:?}");
    }

    #[test]
    fn folder_outside_of_a_repository_needs_nothing() {
        assert_eq!(merging(Path::new("/")), Merging::Right);
    }
}
