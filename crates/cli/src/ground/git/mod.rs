//! The state of Git, read by running Git.

mod history;
pub mod kept_tasks;
mod line_history;
pub mod merging;
pub mod publish;
mod runs;

use handoff_protocol::GitState;
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use crate::ground::disk::file;
pub use crate::ground::git::history::history;
pub use crate::ground::git::line_history::{Commit, commit_of_line, commits_of_file};
pub use crate::ground::git::runs::run_config;
use crate::ground::git::runs::{GitError, GitOutput, TIMEOUT, filters_off, run_git};
use crate::ground::paths;

/// The maximum number of changed files in the state.
const MAX_FILES: usize = 200;
/// The number of commits in the state, as an option of `git log`.
const RECENT_COMMITS: &str = "-5";
/// The character before each commit in the output of `git log`.
const COMMIT_MARK: char = '\u{1}';
/// The maximum number of files of a commit in the state.
const MAX_COMMIT_FILES: usize = 50;
/// The branch name of a detached HEAD.
const DETACHED: &str = "HEAD";

/// Returns the state of the work tree that a folder is in.
pub fn state(folder: &Path) -> GitState {
    state_from("git", folder, TIMEOUT)
}

fn state_from(program: &str, folder: &Path, timeout: Duration) -> GitState {
    if !folder.is_dir() {
        return unavailable("the folder is not there");
    }
    let run = |arguments: &[&str]| run_git(program, folder, arguments, timeout);
    let filters = match filters_off(&run) {
        Ok(filters) => filters,
        Err(error) => return unavailable(&error.to_string()),
    };
    let filters: Vec<&str> = filters.iter().flat_map(|setting| ["-c", setting]).collect();
    let (log, status) = rayon::join(
        // Without renames only folders are compared, so no content is needed.
        || run(&["log", RECENT_COMMITS, "--no-show-signature", "--no-renames", "--name-only", "--format=%x01%h %s"]),
        || run(&[&filters[..], &["status", "--porcelain", "--branch", "--ahead-behind"]].concat()),
    );
    let mut state = match status {
        GitOutput::Failed { stderr, .. } if stderr.contains("not a git repository") => {
            return unavailable("not a Git repository");
        }
        // There are too many files; the branch does not depend on them.
        GitOutput::TimedOut => GitState {
            branch: match run(&["symbolic-ref", "--quiet", "--short", "HEAD"]) {
                GitOutput::Success(name) => Some(name.trim().to_owned()),
                GitOutput::Failed { code: Some(1), .. } => Some(DETACHED.to_owned()),
                _ => None,
            },
            dirty_cut: true,
            ..GitState::default()
        },
        output => match output.into_result() {
            Ok(text) => parse_status(&text),
            Err(error) => return unavailable(&error.to_string()),
        },
    };
    if let GitOutput::Success(log) = log {
        (state.recent, state.recent_files) = parse_log(&log);
        state.commit = state.recent.first().and_then(|line| line.split(' ').next()).map(str::to_owned);
    }
    state
}

/// Returns only branch and commit, which Git knows without looking at the files.
pub fn head(folder: &Path) -> GitState {
    let run =
        run_git("git", folder, &["log", "-1", "--no-show-signature", "--decorate=short", "--format=%h %D"], TIMEOUT);
    let text = match run.into_result() {
        Ok(text) => text,
        Err(error) => return unavailable(&error.to_string()),
    };
    let (commit, names) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let branch = names.split(", ").find_map(|name| name.strip_prefix("HEAD -> ")).unwrap_or(DETACHED);
    GitState { branch: Some(branch.to_owned()), commit: Some(commit.to_owned()), ..GitState::default() }
}

/// Parses the output of `git status --porcelain --branch`.
fn parse_status(status: &str) -> GitState {
    let mut lines = status.lines();
    // Git always prints the line of the branch; without it, the branch has no name.
    let head = lines.next().and_then(|line| line.strip_prefix("## ")).unwrap_or("");
    let head = head.strip_prefix("No commits yet on ").unwrap_or(head);
    let (branch, upstream) = head.split_once("...").unzip();
    let branch = if head == "HEAD (no branch)" { DETACHED } else { branch.unwrap_or(head) };
    let dirty: Vec<String> = lines.by_ref().take(MAX_FILES).map(str::to_owned).collect();
    let (branch, distance) = (Some(branch.to_owned()), upstream.and_then(distance));
    GitState { branch, distance, dirty, dirty_cut: lines.next().is_some(), ..GitState::default() }
}

/// Parses the output of `git log`: the commits, and the files of each.
fn parse_log(log: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let commit = |part: &str| {
        let mut lines = part.lines().filter(|line| !line.is_empty()).map(str::to_owned);
        Some((lines.next()?, lines.take(MAX_COMMIT_FILES).collect()))
    };
    log.split(COMMIT_MARK).filter_map(commit).unzip()
}

/// Returns how many commits a branch is ahead of and behind `origin/main [ahead 1, behind 2]`, or
/// `None` if the upstream is gone.
fn distance(upstream: &str) -> Option<(u32, u32)> {
    let Some((_, counts)) = upstream.trim_end_matches(']').split_once(" [") else { return Some((0, 0)) };
    let (mut ahead, mut behind) = (0, 0);
    for part in counts.split(", ") {
        let (word, count) = part.split_once(' ')?;
        match word {
            "ahead" => ahead = count.parse().ok()?,
            "behind" => behind = count.parse().ok()?,
            _ => return None,
        }
    }
    Some((ahead, behind))
}

/// Returns the renames of files below a folder since a commit, as pairs of old and new paths
/// relative to the folder. Accepts a hash only, because the name of the commit may come from a
/// file.
pub fn renames(folder: &Path, commit: &str) -> Vec<(String, String)> {
    if commit.len() < 4 || !commit.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Vec::new();
    }
    let arguments = [
        "diff",
        "--no-ext-diff",
        "--no-textconv",
        "-M",
        "--diff-filter=R",
        "--name-status",
        "-z",
        "--relative",
        commit,
    ];
    let GitOutput::Success(text) = run_git("git", folder, &arguments, TIMEOUT) else { return Vec::new() };
    // Each rename is a similarity score, the old name and the new one, each ended by a zero byte.
    let parts: Vec<&str> = text.split('\0').collect();
    let pair = |parts: &[&str]| Some(((*parts.get(1)?).to_owned(), (*parts.get(2)?).to_owned()));
    parts.chunks(3).filter_map(pair).collect()
}

/// Returns which of these files Git tracks and which it would add; both are empty outside of a
/// repository.
pub fn tracked_and_untracked(folder: &Path, files: &[String]) -> (Vec<String>, Vec<String>) {
    let run = |options: &[&str]| {
        let mut arguments = vec!["--literal-pathspecs", "ls-files", "-z"];
        arguments.extend(options);
        arguments.push("--");
        arguments.extend(files.iter().map(String::as_str));
        match run_git("git", folder, &arguments, TIMEOUT) {
            GitOutput::Success(text) => text.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect(),
            _ => Vec::new(),
        }
    };
    if files.is_empty() { Default::default() } else { (run(&[]), run(&["--others", "--exclude-standard"])) }
}

/// Returns the files below a folder that Git tracks although patterns of its `.gitignore` match
/// them; empty outside of a repository.
pub fn list_tracked(folder: &Path, patterns: &[&str]) -> Vec<String> {
    let pathspec = |pattern: &&str| {
        let (prefix, rest) = pattern.strip_prefix('/').map_or(("**/", *pattern), |rest| ("", rest));
        let below = if rest.ends_with('/') { "**" } else { "" };
        format!(":(glob){prefix}{rest}{below}")
    };
    let pathspecs: Vec<String> = patterns.iter().map(pathspec).collect();
    let arguments = ["ls-files", "-z", "--"].into_iter().chain(pathspecs.iter().map(String::as_str));
    match run_git("git", folder, &arguments.collect::<Vec<_>>(), TIMEOUT) {
        GitOutput::Success(text) => text.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// Returns the patterns of a folder's `.gitignore` that have no effect there; empty outside of a
/// repository.
pub fn list_unignored<'p>(folder: &Path, patterns: &[&'p str]) -> Vec<&'p str> {
    // Checks a path that each pattern matches, since the ignore file of a parent folder or of the
    // person may match it with another pattern.
    let example = |pattern: &&str| {
        let path = pattern.trim_start_matches('/').replace('*', "x");
        if path.ends_with('/') { path + "x" } else { path }
    };
    let examples: Vec<String> = patterns.iter().map(example).collect();
    let arguments = ["check-ignore", "--no-index", "--"].into_iter().chain(examples.iter().map(String::as_str));
    let ignored = match run_git("git", folder, &arguments.collect::<Vec<_>>(), TIMEOUT) {
        GitOutput::Success(text) => text,
        // The exit code for "no path is ignored".
        GitOutput::Failed { code: Some(1), .. } => String::new(),
        _ => return Vec::new(),
    };
    let ignored: Vec<&str> = ignored.lines().collect();
    let pairs = patterns.iter().zip(&examples);
    pairs.filter(|(_, example)| !ignored.contains(&example.as_str())).map(|(pattern, _)| *pattern).collect()
}

pub fn unavailable(reason: &str) -> GitState {
    GitState { absence: Some(reason.to_owned()), ..GitState::default() }
}

/// Returns the name of the person that Git is configured with, empty if there is none.
pub fn user_name(folder: &Path) -> String {
    run_config(folder, &["--get", "user.name"]).map_or_else(|_| String::new(), |name| name.trim().to_owned())
}

/// Why a folder has no repository that Git can read.
#[derive(Debug, Error)]
pub enum NoRepository {
    #[error("This folder is not in a Git repository.")]
    Outside,
    #[error("The Git repository cannot be read: {0}.")]
    Unreadable(GitError),
}

/// Checks that a folder is in a repository.
pub fn check_repository(folder: &Path) -> Result<(), NoRepository> {
    if !folder.is_dir() {
        return Err(NoRepository::Outside);
    }
    match run_git("git", folder, &["rev-parse", "--git-dir"], TIMEOUT) {
        GitOutput::Failed { stderr, .. } if stderr.contains("not a git repository") => Err(NoRepository::Outside),
        output => output.into_result().map(drop).map_err(NoRepository::Unreadable),
    }
}

/// Returns the folder of a repository that its working trees share, by the root of one of them.
pub fn common_folder(top: &Path) -> Option<PathBuf> {
    let dot_git = top.join(".git");
    if dot_git.is_dir() {
        return paths::real_path(&dot_git).ok();
    }
    let pointer = file::read_named_text(&dot_git).ok()?;
    let own = top.join(pointer.strip_prefix("gitdir:")?.trim());
    // A submodule has a folder of its own.
    let common = file::read_named_text(&own.join("commondir")).unwrap_or_default();
    paths::real_path(&own.join(common.trim())).ok()
}

/// Returns the main checkout of the repository that a folder is another worktree of.
pub fn main_checkout(folder: &Path) -> Option<PathBuf> {
    if !folder.join(".git").is_file() {
        return None;
    }
    let common = common_folder(folder)?;
    let is_checkout = common.file_name().is_some_and(|name| name == ".git");
    common.parent().filter(|_| is_checkout).map(Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::*;
    use crate::ground::disk::temp_dir::TempDir;

    #[test]
    fn state_follows_a_repository_from_init_to_detached_head() {
        let scratch = TempDir::new("life");
        // The folder of temporary files may be inside a repository; this one is not.
        let outside = state(Path::new("/"));
        assert_eq!(outside.absence.as_deref(), Some("not a Git repository"));
        scratch.git(&["init", "-q"]);
        let fresh = state(&scratch.0);
        assert_eq!((fresh.branch.as_deref(), fresh.commit, fresh.absence), (Some("main"), None, None));
        std::fs::write(scratch.0.join("潮.txt"), "a").unwrap();
        scratch.git(&["add", "."]);
        scratch.git(&["commit", "-qm", "First step"]);
        std::fs::write(scratch.0.join("潮.txt"), "b").unwrap();
        let dirty = state(&scratch.0);
        assert_eq!(dirty.dirty, [" M 潮.txt"], "the first line keeps its space");
        assert!(!dirty.dirty_cut);
        assert_eq!(dirty.distance, None);
        assert_eq!(dirty.recent.len(), 1);
        assert!(dirty.recent[0].ends_with(" First step"), "{:?}", dirty.recent);
        assert_eq!(dirty.recent_files, [["潮.txt"]]);
        scratch.git(&["branch", "up"]);
        scratch.git(&["branch", "-q", "--set-upstream-to=up"]);
        scratch.git(&["commit", "-qam", "Second"]);
        assert_eq!(state(&scratch.0).distance, Some((1, 0)));
        scratch.git(&["checkout", "-q", "--detach"]);
        let detached = state(&scratch.0);
        let part = |state: &GitState| (state.branch.clone(), state.commit.clone());
        assert_eq!(part(&head(&scratch.0)), part(&detached));
        scratch.git(&["checkout", "-q", "main"]);
        assert_eq!(part(&head(&scratch.0)), (Some("main".to_owned()), detached.commit.clone()));
        assert_eq!(detached.branch.as_deref(), Some("HEAD"));
        assert!(detached.commit.is_some());
    }

    #[cfg(unix)]
    #[test]
    fn state_runs_no_program_that_the_repository_configures() {
        let scratch = TempDir::new("hostile-git");
        scratch.git(&["init", "-qb", "main"]);
        fs::write(scratch.0.join("notes.txt"), "one").unwrap();
        scratch.git(&["add", "-A"]);
        scratch.git(&["commit", "-qm", "First"]);
        let marker = scratch.0.join("marker");
        let program = format!("touch '{}'; cat", marker.display());
        for name in [
            "filter.evil.clean",
            "filter.evil.smudge",
            "filter.evil.process",
            "core.fsmonitor",
            "diff.external",
            "diff.evil.textconv",
            "core.pager",
            "pager.status",
            "gpg.program",
            "log.showSignature",
        ] {
            scratch.git(&["config", name, if name == "log.showSignature" { "true" } else { &program }]);
        }
        scratch.git(&["config", "filter.evil.required", "true"]);
        fs::write(scratch.0.join(".gitattributes"), "* filter=evil diff=evil\n").unwrap();
        fs::write(scratch.0.join("notes.txt"), "two").unwrap();
        let state = state(&scratch.0);
        assert!(state.dirty.contains(&" M notes.txt".to_owned()), "{state:?}");
        assert!(!marker.exists());
    }

    #[test]
    fn parse_status_reads_branch_and_distance() {
        let state = |branch: &str, distance| (Some(branch.to_owned()), distance);
        for (line, expected) in [
            ("## main", state("main", None)),
            ("## No commits yet on main", state("main", None)),
            ("## No commits yet on main...up/main [gone]", state("main", None)),
            ("## HEAD (no branch)", state("HEAD", None)),
            ("## feat/a.b...origin/feat/a.b", state("feat/a.b", Some((0, 0)))),
            ("## a...b [ahead 1]", state("a", Some((1, 0)))),
            ("## a...b [behind 12]", state("a", Some((0, 12)))),
            ("## a...b [ahead 1, behind 2]", state("a", Some((1, 2)))),
            ("## a...b [gone]", state("a", None)),
        ] {
            let parsed = parse_status(&format!("{line}\n M x\n"));
            assert_eq!((parsed.branch, parsed.distance), expected, "{line}");
            assert_eq!((parsed.dirty, parsed.dirty_cut), (vec![" M x".to_owned()], false));
        }
        let many = format!("## main\n{}", "?? x\n".repeat(MAX_FILES + 1));
        assert_eq!((parse_status(&many).dirty.len(), parse_status(&many).dirty_cut), (MAX_FILES, true));
    }

    #[test]
    fn worktree_finds_its_main_checkout() {
        let scratch = TempDir::new("trees");
        let (main, side) = scratch.worktrees();
        assert_eq!(main_checkout(&side).as_deref(), Some(main.as_path()));
        assert_eq!(main_checkout(&main), None);
        assert_eq!(main_checkout(&scratch.0), None);
    }

    #[test]
    fn state_survives_missing_git_missing_folder_and_timeout() {
        let scratch = TempDir::new("none");
        let none = state_from("no-such-program-as-this", &scratch.0, TIMEOUT);
        assert_eq!(none.absence.as_deref(), Some("Git is not installed"));
        assert_eq!(state(&scratch.0.join("gone")).absence.as_deref(), Some("the folder is not there"));
    }

    #[cfg(unix)]
    #[test]
    fn git_that_does_not_respond_is_killed_and_no_filter_is_run() {
        use std::os::unix::fs::PermissionsExt as _;

        let scratch = TempDir::new("slow");
        let script = scratch.0.join("slow");
        // Stands for Git: it does not respond to one command, finds no setting, and notes every other call.
        let state_without = |command: &str| {
            let text = format!(
                "#!/bin/sh\ncase \"$*\" in *{command}*) exec sleep 600;; *filter*) exit 1;; *) echo >> calls; exit 1;; esac\n"
            );
            fs::write(&script, text).unwrap();
            fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
            state_from(script.to_str().unwrap(), &scratch.0, Duration::from_millis(500))
        };
        assert_eq!(state_without("filter").absence.as_deref(), Some("Git did not respond"));
        assert!(!scratch.0.join("calls").exists(), "a filter could have run");
        let many_files = state_without("status");
        assert_eq!(
            (many_files.branch.as_deref(), many_files.absence, many_files.dirty_cut),
            (Some(DETACHED), None, true)
        );
    }

    #[cfg(unix)]
    #[test]
    fn configuration_that_is_a_pipe_is_told() {
        let scratch = TempDir::new("pipe");
        scratch.git(&["init"]);
        let config = scratch.0.join(".git/config");
        fs::remove_file(&config).unwrap();
        assert!(Command::new("mkfifo").arg(&config).status().unwrap().success());
        assert_eq!(state(&scratch.0).absence.as_deref(), Some("Git did not respond"));
        let sentence = "The Git repository cannot be read: Git did not respond.";
        assert_eq!(check_repository(&scratch.0).unwrap_err().to_string(), sentence);
    }
}
