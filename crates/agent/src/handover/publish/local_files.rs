//! Which files never leave this machine, and which paths can be published.

use handoff_engine::{LOCAL_FILES, PEER_FILES, PRIVATE_FILES, PRIVATE_PACKAGES};

use crate::handover::publish::PublishRequest;
use crate::handover::publish::failure::{PublishFailure, PublishFault, texts};

const FOLDER: &str = ".handoff";

/// The paths of a request.
pub(super) struct PublishPaths {
    paths: Vec<String>,
    excluded: Vec<String>,
}

impl PublishPaths {
    /// Validates the paths of a request.
    pub(super) fn new(request: &PublishRequest) -> Result<PublishPaths, PublishFailure> {
        let invalid =
            |path: &str| PublishFailure::new(PublishFault::Request, texts::INVALID_PATH, [("path", path.to_owned())]);
        let paths = request.paths.iter().map(|path| path.trim_end_matches('/').to_owned()).collect::<Vec<_>>();
        if paths.is_empty() {
            return Err(PublishFailure::new(PublishFault::Request, texts::NO_PATHS, []));
        }
        for path in &paths {
            let is_plain = |name: &str| !matches!(name, "" | "." | "..") && !name.contains('\0');
            if below_handoff(path).is_none() || !path.split('/').all(is_plain) {
                return Err(invalid(path));
            }
        }
        Ok(PublishPaths { paths, excluded: request.excluded.clone() })
    }

    /// Returns the paths as they are passed to Git.
    pub(super) fn as_args(&self) -> impl Iterator<Item = &str> {
        self.paths.iter().map(String::as_str)
    }

    /// Returns true if a file is at or below one of the paths.
    pub(super) fn contains(&self, file: &str) -> bool {
        let is_below = |path: &String| {
            file.strip_prefix(path.as_str()).is_some_and(|rest| matches!(rest.as_bytes(), [] | [b'/', ..]))
        };
        self.paths.iter().any(is_below)
    }

    /// Returns true if a file must not leave this machine and its presence in Git is a mistake: a
    /// private session or package, or a file that the caller excludes.
    pub(super) fn is_private(&self, file: &str) -> bool {
        self.excluded.iter().any(|excluded| excluded == file)
            || below_handoff(file).is_some_and(|rest| {
                PRIVATE_FILES.into_iter().chain([PRIVATE_PACKAGES]).any(|pattern| matches(pattern, rest))
            })
    }

    /// Returns the folders that contain `.handoff/`, each with a slash at its end unless it is the
    /// root of the repository.
    pub(super) fn project_folders(&self) -> Vec<&str> {
        let folders = self.paths.iter().filter_map(|path| {
            let below = below_handoff(path)?;
            let above = path.len().checked_sub(below.len())?;
            path.get(..above)?.trim_end_matches('/').strip_suffix(FOLDER)
        });
        let mut folders: Vec<&str> = folders.collect();
        folders.sort_unstable();
        folders.dedup();
        folders
    }
}

/// Returns true if a file matters on this machine only, or is derived from others.
pub(super) fn is_local(file: &str) -> bool {
    let is_matched = |rest| LOCAL_FILES.into_iter().chain(PEER_FILES).any(|pattern| matches(pattern, rest));
    below_handoff(file).is_some_and(is_matched)
}

/// Returns the part of a path below `.handoff/`, empty for the folder itself.
fn below_handoff(path: &str) -> Option<&str> {
    let mut rest = path;
    loop {
        let (name, below) = rest.split_once('/').unwrap_or((rest, ""));
        if name == FOLDER {
            return Some(below);
        }
        if below.is_empty() {
            return None;
        }
        rest = below;
    }
}

/// Returns true if a line of `.handoff/.gitignore` matches a file. Such a line begins with a slash
/// if it is relative to the folder, ends with one for a folder, and has `*` for a part of a name.
fn matches(pattern: &str, file: &str) -> bool {
    let names: Vec<&str> = file.split('/').collect();
    let Some(anchored) = pattern.strip_prefix('/') else {
        return names.iter().any(|name| matches_name(pattern, name));
    };
    // Whatever a pattern matches is ignored with everything below it.
    let patterns: Vec<&str> = anchored.trim_end_matches('/').split('/').collect();
    let is_long_enough =
        if anchored.ends_with('/') { names.len() > patterns.len() } else { names.len() >= patterns.len() };
    is_long_enough && patterns.iter().zip(&names).all(|(pattern, name)| matches_name(pattern, name))
}

fn matches_name(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((before, after)) => name.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices()
                .map(|(at, _)| at)
                .chain([rest.len()])
                .any(|at| rest.get(at..).is_some_and(|rest| matches_name(after, rest)))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(paths: &[&str]) -> PublishRequest {
        PublishRequest {
            paths: paths.iter().map(|path| (*path).to_owned()).collect(),
            message: String::new(),
            target: None,
            remote: None,
            push: false,
            excluded: vec![".handoff/packages/a.md".to_owned()],
            merge_driver: None,
        }
    }

    #[test]
    fn paths_outside_of_handoff_are_refused() {
        for path in
            ["", "/", "src", "a/.handoff/../b", ".handoff/./a", "/.handoff", ".handoffs", "x.handoff/a", ".handoff//a"]
        {
            assert!(PublishPaths::new(&request(&[".handoff", path])).is_err(), "{path}");
        }
        let paths = PublishPaths::new(&request(&["a b/.handoff/", ".handoff/sessions", ".handoff/tasks"]))
            .unwrap_or_else(|_| panic!());
        assert_eq!(paths.project_folders(), ["", "a b/"]);
        for (file, expected) in [
            ("a b/.handoff/x", true),
            (".handoff/sessions/s", true),
            (".handoff/sessions", true),
            (".handoff/sessions2", false),
            ("src", false),
        ] {
            assert_eq!(paths.contains(file), expected, "{file}");
        }
    }

    #[test]
    fn local_and_private_files_are_recognised() {
        let paths = PublishPaths::new(&request(&[".handoff"])).unwrap_or_else(|_| panic!());
        for file in [
            ".handoff/trash/a/b",
            "p/.handoff/local/x",
            ".handoff/timer/t.json",
            ".handoff/.journal-1",
            ".handoff/.lock",
            ".handoff/.lock.1",
            ".handoff/tasks/t1-a/.lock",
            ".handoff/tasks/t1/a.json.tmp.123",
            ".handoff/tasks/t1/.lock",
            ".handoff/agents/a-1.lock",
            ".handoff/docs/_trace_report.json",
            ".handoff/exports/a.pdf",
        ] {
            assert!(is_local(file), "{file}");
        }
        for file in [
            ".handoff/config.toml",
            "local/x",
            ".handoff/sessions/local/x",
            ".handoff/trash",
            ".handoff/tasks/lock",
            ".handoff/events.jsonl",
        ] {
            assert!(!is_local(file), "{file}");
        }
        for (file, expected) in [
            (".handoff/sessions/2026-private_x.json", true),
            (".handoff/trash/2026-private_x.json", true),
            (".handoff/packages/a.md", true),
            (".handoff/sessions/2026-x.json", false),
            ("sessions/2026-private_x.json", false),
        ] {
            assert_eq!(paths.is_private(file), expected, "{file}");
        }
    }
}
