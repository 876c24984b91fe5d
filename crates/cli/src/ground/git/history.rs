//! The Git history of the names of task files.

use std::path::Path;
use std::time::Duration;

use handoff_engine::HistoryCommit;

use crate::ground::child::{Kept, Limits};
use crate::ground::git::runs::{GitOutput, run_git_within};

/// The limits of a run. They suffice for about 50,000 changes; of a longer history the oldest part is
/// left out.
const LIMITS: Limits = Limits { timeout: Duration::from_secs(10), output_bytes: 8 << 20, kept: Kept::Start };
/// The character before the time of a commit. Together with the zero byte before it, it is in no path.
const COMMIT_MARK: char = '\u{1}';

/// Returns the commits of the current branch that added or removed task files, in the order of their
/// times; none outside of a repository. `home` is the `.handoff` folder, at any place of the repository.
pub fn history(home: &Path) -> Vec<HistoryCommit> {
    // Renames are shown as a removed and an added file, so no content is needed: this also works
    // where Git would have to download it.
    let arguments = [
        "-c",
        "log.follow=false",
        "-c",
        "log.showRoot=true",
        "log",
        // What was merged counts from the merge on. Parallel branches have no common order.
        "--first-parent",
        "--diff-merges=first-parent",
        "--no-renames",
        "--diff-filter=AD",
        "--name-status",
        "--no-show-signature",
        "--relative",
        "-z",
        "--format=%x01%ct",
        "--",
        "tasks",
    ];
    if !home.is_dir() {
        return Vec::new();
    }
    match run_git_within("git", home, &arguments, LIMITS) {
        GitOutput::Success(text) => parse(&text, text.len() >= LIMITS.output_bytes),
        _ => Vec::new(),
    }
}

/// Parses the output of `git log`, the newest commit first. Leaves out the last commit if the output
/// was cut.
fn parse(text: &str, is_cut: bool) -> Vec<HistoryCommit> {
    let mut commits: Vec<HistoryCommit> = Vec::new();
    let mut parts = text.split('\0').map(|part| part.trim_start_matches('\n'));
    while let Some(part) = parts.next() {
        if let Some(time) = part.strip_prefix(COMMIT_MARK) {
            let at = time.trim().parse::<i64>().unwrap_or_default().saturating_mul(1_000);
            commits.push(HistoryCommit { at, ..HistoryCommit::default() });
            continue;
        }
        let (Some(commit), Some(path)) = (commits.last_mut(), parts.next()) else { break };
        match part {
            "A" => commit.added.push(path.to_owned()),
            "D" => commit.removed.push(path.to_owned()),
            _ => {}
        }
    }
    if is_cut {
        commits.pop();
    }
    commits.reverse();
    // A commit is never earlier than the one before it, whatever the clock of its author said.
    let mut latest = i64::MIN;
    for commit in &mut commits {
        commit.at = commit.at.max(latest);
        latest = commit.at;
    }
    commits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::disk::temp_dir::TempDir;

    #[test]
    fn parse_reads_the_oldest_commit_first() {
        let text = "\u{1}20\0\nA\0tasks/b\nc/task.toml\0D\0tasks/a/task.toml\0\u{1}30\0\nA\0tasks/a/task.toml\0";
        let commit = |at, added: &[&str], removed: &[&str]| HistoryCommit {
            at,
            added: added.iter().map(|path| (*path).to_owned()).collect(),
            removed: removed.iter().map(|path| (*path).to_owned()).collect(),
        };
        let newest = commit(30_000, &["tasks/b\nc/task.toml"], &["tasks/a/task.toml"]);
        assert_eq!(parse(text, false), [commit(30_000, &["tasks/a/task.toml"], &[]), newest.clone()]);
        assert_eq!(parse(text, true), [HistoryCommit { at: 20_000, ..newest }]);
        assert_eq!(parse("", false), []);
        assert_eq!(parse("x\0y", false), []);
    }

    #[test]
    fn history_is_relative_to_a_folder_below_the_repository() {
        let scratch = TempDir::new("history");
        assert_eq!(history(&scratch.0.join(".handoff")), []);
        scratch.git(&["init", "-q"]);
        let home = scratch.0.join("part/.handoff");
        let put = |path: &str| {
            std::fs::create_dir_all(home.join(path).parent().unwrap()).unwrap();
            std::fs::write(home.join(path), "{}").unwrap();
        };
        put("tasks/t1-潮/_task.todo.json");
        put("config.toml");
        assert_eq!(history(&home), [], "there is no commit");
        scratch.git(&["add", "."]);
        scratch.git(&["commit", "-qm", "One"]);
        std::fs::rename(home.join("tasks/t1-潮/_task.todo.json"), home.join("tasks/t1-潮/_task.done.json")).unwrap();
        scratch.git(&["add", "."]);
        scratch.git(&["commit", "-qm", "Two"]);
        let commits = history(&home);
        let names: Vec<_> = commits.iter().map(|commit| (commit.added.clone(), commit.removed.clone())).collect();
        let (todo, done) = ("tasks/t1-潮/_task.todo.json".to_owned(), "tasks/t1-潮/_task.done.json".to_owned());
        assert_eq!(names, [(vec![todo.clone()], vec![]), (vec![done], vec![todo])]);
    }
}
