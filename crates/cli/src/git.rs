//! Git, asked as a process of its own: no shell, no program that the repository names, and never for long.

use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use handoff_agent::GitState;

/// How long one question may take; in a repository where it takes longer, the rest is told without its answer.
const LIMIT: Duration = Duration::from_secs(2);
/// How much of an answer is read.
const MOST_BYTES: u64 = 1 << 20;
/// How many changed files are told.
const MOST_FILES: usize = 200;
/// How many commits are told.
const RECENT: &str = "-5";
/// What stands for a branch where none is checked out.
const DETACHED: &str = "HEAD";

/// The state of the working tree that a folder is in.
pub fn state(folder: &Path) -> GitState {
    state_by("git", folder, LIMIT)
}

fn state_by(program: &str, folder: &Path, limit: Duration) -> GitState {
    if !folder.is_dir() {
        return absent("the folder is not there");
    }
    let ask = |arguments: &[&str]| asked(program, folder, arguments, limit);
    let (log, status) = thread::scope(|scope| {
        let log = scope.spawn(|| ask(&["log", RECENT, "--no-show-signature", "--format=%h %s"]));
        let status = ask(&["status", "--porcelain", "--branch", "--ahead-behind"]);
        (log.join().ok(), status)
    });
    let mut state = match status {
        Answer::Said(text) => told(&text),
        Answer::Failed { words, .. } if words.contains("not a git repository") => {
            return absent("not a Git repository");
        }
        Answer::Failed { words, .. } => return absent(words.lines().next().unwrap_or("Git failed")),
        Answer::NotThere(reason) => return absent(&reason),
        // There are too many files to look at; the branch does not depend on them.
        Answer::Late => GitState {
            branch: match ask(&["symbolic-ref", "--quiet", "--short", "HEAD"]) {
                Answer::Said(name) => Some(name.trim().to_owned()),
                Answer::Failed { code: Some(1), .. } => Some(DETACHED.to_owned()),
                _ => None,
            },
            dirty_cut: true,
            ..GitState::default()
        },
    };
    if let Some(Answer::Said(log)) = log {
        state.recent = log.lines().map(str::to_owned).collect();
        state.commit = state.recent.first().and_then(|line| line.split(' ').next()).map(str::to_owned);
    }
    state
}

/// What `git status` says of the branch and of files.
fn told(status: &str) -> GitState {
    let mut lines = status.lines();
    let head = lines.next().and_then(|line| line.strip_prefix("## ")).unwrap_or_default();
    let head = head.strip_prefix("No commits yet on ").unwrap_or(head);
    let (branch, upstream) = head.split_once("...").unzip();
    let branch = if head == "HEAD (no branch)" { DETACHED } else { branch.unwrap_or(head) };
    let dirty: Vec<String> = lines.by_ref().take(MOST_FILES).map(str::to_owned).collect();
    let (branch, distance) = (Some(branch.to_owned()), upstream.and_then(distance));
    GitState { branch, distance, dirty, dirty_cut: lines.next().is_some(), ..GitState::default() }
}

/// How far a branch is ahead of `origin/main [ahead 1, behind 2]`, and how far behind; none where that is gone.
fn distance(upstream: &str) -> Option<(u32, u32)> {
    let Some((_, words)) = upstream.trim_end_matches(']').split_once(" [") else { return Some((0, 0)) };
    let (mut ahead, mut behind) = (0, 0);
    for part in words.split(", ") {
        let (word, count) = part.split_once(' ')?;
        match word {
            "ahead" => ahead = count.parse().ok()?,
            "behind" => behind = count.parse().ok()?,
            _ => return None,
        }
    }
    Some((ahead, behind))
}

/// The names that files below a folder have got since a commit, old and new, relative to it. Only a hash names a commit, since it may come from a
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
    let Answer::Said(text) = asked("git", folder, &arguments, LIMIT) else { return Vec::new() };
    // A mark with how alike they are, the old name and the new one, each ended by a zero.
    let parts: Vec<&str> = text.split('\0').collect();
    let pair = |parts: &[&str]| Some(((*parts.get(1)?).to_owned(), (*parts.get(2)?).to_owned()));
    parts.chunks(3).filter_map(pair).collect()
}

/// Those files of a folder that Git has already, and those that it would take; none where there is no repository.
pub fn taken(folder: &Path, files: &[String]) -> (Vec<String>, Vec<String>) {
    let ask = |which: &[&str]| {
        let mut arguments = vec!["--literal-pathspecs", "ls-files", "-z"];
        arguments.extend(which);
        arguments.push("--");
        arguments.extend(files.iter().map(String::as_str));
        match asked("git", folder, &arguments, LIMIT) {
            Answer::Said(text) => text.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect(),
            _ => Vec::new(),
        }
    };
    if files.is_empty() { Default::default() } else { (ask(&[]), ask(&["--others", "--exclude-standard"])) }
}

/// Returns the files below a folder that Git tracks although patterns of its `.gitignore` match them; none outside of a repository.
pub fn tracked(folder: &Path, patterns: &[&str]) -> Vec<String> {
    let pathspec = |pattern: &&str| {
        let (place, rest) = pattern.strip_prefix('/').map_or(("**/", *pattern), |rest| ("", rest));
        let below = if rest.ends_with('/') { "**" } else { "" };
        format!(":(glob){place}{rest}{below}")
    };
    let pathspecs: Vec<String> = patterns.iter().map(pathspec).collect();
    let arguments = ["ls-files", "-z", "--"].into_iter().chain(pathspecs.iter().map(String::as_str));
    match asked("git", folder, &arguments.collect::<Vec<_>>(), LIMIT) {
        Answer::Said(text) => text.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// Returns the patterns of a folder's `.gitignore` that have no effect there; none outside of a repository.
pub fn unignored<'p>(folder: &Path, patterns: &[&'p str]) -> Vec<&'p str> {
    // Git is asked about a path that each pattern matches, since a file above or of the person may say the same in other words.
    let example = |pattern: &&str| {
        let path = pattern.trim_start_matches('/').replace('*', "x");
        if path.ends_with('/') { path + "x" } else { path }
    };
    let examples: Vec<String> = patterns.iter().map(example).collect();
    let arguments = ["check-ignore", "--no-index", "--"].into_iter().chain(examples.iter().map(String::as_str));
    let ignored = match asked("git", folder, &arguments.collect::<Vec<_>>(), LIMIT) {
        Answer::Said(text) => text,
        // Git's way to say that no path is ignored.
        Answer::Failed { code: Some(1), .. } => String::new(),
        _ => return Vec::new(),
    };
    let ignored: Vec<&str> = ignored.lines().collect();
    let pairs = patterns.iter().zip(&examples);
    pairs.filter(|(_, example)| !ignored.contains(&example.as_str())).map(|(pattern, _)| *pattern).collect()
}

fn absent(reason: &str) -> GitState {
    GitState { absence: Some(reason.to_owned()), ..GitState::default() }
}

/// What became of a question.
enum Answer {
    Said(String),
    Failed { code: Option<i32>, words: String },
    Late,
    NotThere(String),
}

fn asked(program: &str, folder: &Path, arguments: &[&str], limit: Duration) -> Answer {
    let mut command = Command::new(program);
    // Who runs us from a hook means another tree by these.
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(variable);
    }
    let child = command
        // A repository may name a program to watch its files; it is not run.
        .args([
            "--no-optional-locks",
            "-c",
            "core.fsmonitor=false",
            "-c",
            "core.quotepath=false",
            "-c",
            "color.ui=false",
        ])
        .args(arguments)
        .current_dir(folder)
        .env("LC_ALL", "C")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_PAGER", "cat")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    match child {
        Ok(child) => heard(child, limit),
        Err(error) if error.kind() == ErrorKind::NotFound => Answer::NotThere("Git is not installed".to_owned()),
        Err(error) => Answer::NotThere(error.to_string()),
    }
}

/// Hears a process out, or ends it when its time is over.
fn heard(mut child: Child, limit: Duration) -> Answer {
    let (tell, hear) = channel();
    let (out, err) = (child.stdout.take(), child.stderr.take());
    thread::spawn(move || {
        let words = thread::spawn(move || err.map(text_of).unwrap_or_default());
        let said = out.map(text_of).unwrap_or_default();
        // Whoever asked may have gone.
        let _ = tell.send((said, words.join().unwrap_or_default()));
    });
    let (said, words) = match hear.recv_timeout(limit) {
        Ok(heard) => heard,
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
            // It may have ended by itself just now.
            let _ = child.kill();
            let _ = child.wait();
            return Answer::Late;
        }
    };
    match child.wait() {
        Ok(status) if status.success() => Answer::Said(said),
        Ok(status) => Answer::Failed { code: status.code(), words },
        Err(error) => Answer::NotThere(error.to_string()),
    }
}

/// All that comes out of a pipe; what is beyond the limit is let go, so that the process can end.
fn text_of(mut pipe: impl Read) -> String {
    let mut bytes = Vec::new();
    // Half an answer is better than none.
    let _ = pipe.by_ref().take(MOST_BYTES).read_to_end(&mut bytes);
    let _ = std::io::copy(&mut pipe, &mut std::io::sink());
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What `git config` says to these arguments; the error is its own first line.
pub fn configured(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    match asked("git", folder, &[&["config"], arguments].concat(), LIMIT) {
        Answer::Said(text) => Ok(text),
        Answer::Failed { words, .. } => Err(words.lines().next().unwrap_or("Git failed").to_owned()),
        Answer::Late => Err("Git did not respond".to_owned()),
        Answer::NotThere(reason) => Err(reason),
    }
}

/// Whether a folder is in a repository.
pub fn is_repository(folder: &Path) -> bool {
    folder.is_dir() && matches!(asked("git", folder, &["rev-parse", "--git-dir"], LIMIT), Answer::Said(_))
}

/// The main checkout of the repository of which a folder is another worktree.
pub fn main_checkout(folder: &Path) -> Option<PathBuf> {
    let pointer = std::fs::read_to_string(folder.join(".git")).ok()?;
    let own = folder.join(pointer.strip_prefix("gitdir:")?.trim());
    let common = std::fs::read_to_string(own.join("commondir")).ok()?;
    let common = own.join(common.trim()).canonicalize().ok()?;
    let is_checkout = common.file_name().is_some_and(|name| name == ".git");
    common.parent().filter(|_| is_checkout).map(Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::temp_dir::Scratch;

    #[test]
    fn a_repository_from_its_first_day_to_a_detached_head() {
        let scratch = Scratch::new("life");
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
        scratch.git(&["branch", "up"]);
        scratch.git(&["branch", "-q", "--set-upstream-to=up"]);
        scratch.git(&["commit", "-qam", "Second"]);
        assert_eq!(state(&scratch.0).distance, Some((1, 0)));
        scratch.git(&["checkout", "-q", "--detach"]);
        let detached = state(&scratch.0);
        assert_eq!(detached.branch.as_deref(), Some("HEAD"));
        assert!(detached.commit.is_some());
    }

    #[test]
    fn what_status_says_of_the_branch() {
        let state = |branch: &str, distance| (Some(branch.to_owned()), distance);
        for (line, wanted) in [
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
            let found = told(&format!("{line}\n M x\n"));
            assert_eq!((found.branch, found.distance), wanted, "{line}");
            assert_eq!((found.dirty, found.dirty_cut), (vec![" M x".to_owned()], false));
        }
        let many = format!("## main\n{}", "?? x\n".repeat(MOST_FILES + 1));
        assert_eq!((told(&many).dirty.len(), told(&many).dirty_cut), (MOST_FILES, true));
    }

    #[test]
    fn a_worktree_finds_its_main_checkout() {
        let scratch = Scratch::new("trees");
        let (main, side) = scratch.worktrees();
        assert_eq!(main_checkout(&side).as_deref(), Some(main.as_path()));
        assert_eq!(main_checkout(&main), None);
        assert_eq!(main_checkout(&scratch.0), None);
    }

    #[test]
    fn without_git_and_without_an_end_there_is_an_answer() {
        let scratch = Scratch::new("none");
        let none = state_by("no-such-program-as-this", &scratch.0, LIMIT);
        assert_eq!(none.absence.as_deref(), Some("Git is not installed"));
        assert_eq!(state(&scratch.0.join("gone")).absence.as_deref(), Some("the folder is not there"));
        // A program that never ends by itself is ended.
        let script = scratch.0.join("slow");
        std::fs::write(&script, "#!/bin/sh\nexec sleep 600\n").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
            let late = state_by(script.to_str().unwrap(), &scratch.0, Duration::from_millis(50));
            assert_eq!((late.branch, late.absence, late.dirty_cut), (None, None, true));
        }
    }
}
