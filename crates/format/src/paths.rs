//! Classifies paths below `.handoff/` and names task folders, in both layouts.
//!
//! Invariant: paths are relative to `.handoff/`, use `/`, and never lead out of it.

use handoff_protocol::{Layout, SessionStatus, Status};

use crate::Container;

/// The maximum length of a task folder's name. File systems allow 255 bytes, of which temporary
/// names need some.
const MAX_FOLDER_BYTES: usize = 200;
/// The part of a name that marks temporary files.
pub(crate) const TEMPORARY: &str = ".tmp.";

/// The kind of a file below `.handoff/`, derived from its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// `config.toml`.
    Config,
    /// The task file of a folder.
    TaskFile {
        /// The layout of the file's name.
        layout: Layout,
        /// The status in the name of the file (JSON) or the folder (TOML), if it is a known one.
        status: Option<Status>,
    },
    /// A session. Without a known status it can only be listed and read.
    Session {
        /// The status in the file's name.
        status: Option<SessionStatus>,
        /// The file format.
        container: Container,
    },
    /// A referral from another project.
    Referral {
        /// `open`, `acknowledged` or `resolved`.
        status: String,
    },
    /// A memory.
    Memory,
    /// A page of documentation with front matter.
    Document,
    /// The running timers.
    TimerState,
    /// The program that runs the timers.
    TimerAuthority,
    /// A pending timer command.
    TimerRequest,
    /// A named baseline.
    Baseline,
    /// An activity log.
    Activity,
    /// A file that belongs to another program or to the shells, such as the one that pauses writes.
    Sidecar,
    /// Any other file.
    Other,
}

/// Classifies a file.
pub fn classify(path: &str) -> PathKind {
    if let Some(below) = path.strip_prefix("tasks/") {
        // Almost all files are tasks: classify them without allocating a list of parts.
        return below.rsplit_once('/').map_or(PathKind::Other, |(folder, file)| task_file(folder, file));
    }
    let parts: Vec<&str> = path.split('/').collect();
    match parts.as_slice() {
        ["config.toml"] => PathKind::Config,
        ["sessions", file] => session(file),
        ["referrals", file] => referral(file),
        ["memory", file] if has_name(file, ".json") => PathKind::Memory,
        ["docs", file] if file.starts_with("_doc.") && has_name(file, ".md") => PathKind::Document,
        ["timer", "state.json"] => PathKind::TimerState,
        ["timer", "authority.json"] => PathKind::TimerAuthority,
        ["timer", "requests", file] if has_name(file, ".json") => PathKind::TimerRequest,
        ["baselines", file] if has_name(file, ".json") => PathKind::Baseline,
        ["activity", _, file] if has_name(file, ".jsonl") => PathKind::Activity,
        [".gitignore" | "PAUSE"] | ["memory" | "docs", "injected", _] => PathKind::Sidecar,
        _ => PathKind::Other,
    }
}

fn has_name(file: &str, extension: &str) -> bool {
    file.strip_suffix(extension).is_some_and(|stem| !stem.is_empty() && !stem.starts_with('.'))
}

fn task_file(folder: &str, file: &str) -> PathKind {
    if file == "task.toml" {
        let name = folder.rsplit_once('/').map_or(folder, |(_, name)| name);
        let status = split_toml_folder(name).map(|(_, status, _)| status);
        return PathKind::TaskFile { layout: Layout::Toml, status };
    }
    match file.strip_prefix("_task.").and_then(|rest| rest.strip_suffix(".json")) {
        Some(status) => PathKind::TaskFile { layout: Layout::Json, status: Status::from_name(status) },
        None => PathKind::Other,
    }
}

fn session(file: &str) -> PathKind {
    let form = [(".json", Container::Json), (".toml", Container::Toml)]
        .into_iter()
        .find_map(|(extension, container)| Some((file.strip_suffix(extension)?, container)));
    match form {
        Some((stem, container)) if !stem.is_empty() && !stem.starts_with('.') => {
            let status = stem.rsplit_once('.').and_then(|(_, status)| SessionStatus::from_name(status));
            PathKind::Session { status, container }
        }
        _ => PathKind::Other,
    }
}

fn referral(file: &str) -> PathKind {
    let status = file.strip_suffix(".json").and_then(|stem| stem.rsplit_once('.')).map(|(_, status)| status);
    match status {
        Some(status @ ("open" | "acknowledged" | "resolved")) => PathKind::Referral { status: status.to_owned() },
        _ => PathKind::Other,
    }
}

/// Returns whether shells read the file at this path. Hidden files, temporary files, the trash and
/// the stored steps are not content; `.gitignore` is, since lines are added to it.
pub fn is_content(path: &str) -> bool {
    if path == ".gitignore" {
        return true;
    }
    !is_in_trash(path)
        && !is_in_history(path)
        && path.split('/').all(|part| !part.is_empty() && !part.starts_with('.') && !part.contains(TEMPORARY))
}

/// Returns whether a path is the trash folder or lies in it.
pub fn is_in_trash(path: &str) -> bool {
    path == "trash" || path.starts_with("trash/")
}

/// Returns whether a path is the folder of the stored steps or lies in it.
fn is_in_history(path: &str) -> bool {
    path.strip_prefix("local/history").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// One interpretation of a task folder's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderName {
    /// The task's ID.
    pub id: String,
    /// The status, which only folders of the TOML layout contain.
    pub status: Option<Status>,
    /// The slug. May be empty.
    pub slug: String,
    /// The layout of this interpretation.
    pub layout: Layout,
}

/// Returns all interpretations of a task folder's name: first that of the TOML layout, if it has
/// that form, then those of the JSON layout, with the ID ending before each dash in turn. Only the
/// ID inside the file decides between them.
pub fn parse_task_folder(name: &str) -> Vec<FolderName> {
    let toml = split_toml_folder(name).map(|(id, status, slug)| FolderName {
        id: id.to_owned(),
        status: Some(status),
        slug: slug.to_owned(),
        layout: Layout::Toml,
    });
    let dashes = name.match_indices('-').filter_map(|(at, _)| Some((name.get(..at)?, name.get(at + 1..)?)));
    let json = dashes.chain([(name, "")]).filter(|(id, _)| !id.is_empty()).map(|(id, slug)| FolderName {
        id: id.to_owned(),
        status: None,
        slug: slug.to_owned(),
        layout: Layout::Json,
    });
    toml.into_iter().chain(json).collect()
}

/// Splits `<id>-<status>--<slug>` at the first status.
pub(crate) fn split_toml_folder(name: &str) -> Option<(&str, Status, &str)> {
    name.match_indices('-').find_map(|(at, _)| {
        let (id, rest) = (name.get(..at)?, name.get(at + 1..)?);
        let (status, slug) = rest.split_once("--")?;
        let status = Status::from_name(status)?;
        (!id.is_empty()).then_some((id, status, slug))
    })
}

/// Returns whether a folder's name fits the ID of a task.
pub fn folder_matches_id(name: &str, id: &str, layout: Layout) -> bool {
    match layout {
        Layout::Json => name.strip_prefix(id).is_some_and(|rest| rest.is_empty() || rest.starts_with('-')),
        Layout::Toml => split_toml_folder(name).is_some_and(|(named, _, _)| named == id),
    }
}

/// Returns the name of a task's folder. Truncates the slug if the name would be too long.
pub fn task_folder_name(layout: Layout, id: &str, status: Status, slug: &str) -> String {
    let head = match layout {
        Layout::Json => format!("{id}-"),
        Layout::Toml => format!("{id}-{}--", status.name()),
    };
    let room = MAX_FOLDER_BYTES.saturating_sub(head.len());
    let (slug, _) = slug.split_at(slug.floor_char_boundary(room));
    let slug = if slug.is_empty() { "task" } else { slug.trim_end_matches('-') };
    head + slug
}

/// Returns the name of a task's file.
pub fn task_file_name(layout: Layout, status: Status) -> String {
    match layout {
        Layout::Json => format!("_task.{}.json", status.name()),
        Layout::Toml => "task.toml".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task_file(layout: Layout, status: Option<Status>) -> PathKind {
        PathKind::TaskFile { layout, status }
    }

    #[test]
    fn classify_recognizes_every_kind_of_file() {
        let session = |status, container| PathKind::Session { status, container };
        for (path, kind) in [
            ("config.toml", PathKind::Config),
            ("tasks/t1-x/_task.in_progress.json", task_file(Layout::Json, Some(Status::InProgress))),
            ("tasks/t1-x/t1.1/_task.TODO.json", task_file(Layout::Json, None)),
            ("tasks/01-done--x/task.toml", task_file(Layout::Toml, Some(Status::Done))),
            ("tasks/01-x/task.toml", task_file(Layout::Toml, None)),
            ("tasks/task.toml", PathKind::Other),
            ("tasks/", PathKind::Other),
            ("tasks/_task.todo.json", PathKind::Other),
            ("tasks/t1-x/notes.md", PathKind::Other),
            ("sessions/1-a.active.json", session(Some(SessionStatus::Active), Container::Json)),
            ("sessions/1-a.closed.toml", session(Some(SessionStatus::Closed), Container::Toml)),
            ("sessions/1-a.json", session(None, Container::Json)),
            ("sessions/a/1-a.closed.json", PathKind::Other),
            ("referrals/1-.open.json", PathKind::Referral { status: "open".to_owned() }),
            ("referrals/1-a.odd.json", PathKind::Other),
            ("memory/m-1.json", PathKind::Memory),
            ("memory/injected/a.json", PathKind::Sidecar),
            (".gitignore", PathKind::Sidecar),
            ("PAUSE", PathKind::Sidecar),
            ("tasks/PAUSE", PathKind::Other),
            ("docs/_doc.a.md", PathKind::Document),
            ("docs/a.md", PathKind::Other),
            ("timer/state.json", PathKind::TimerState),
            ("timer/authority.json", PathKind::TimerAuthority),
            ("timer/requests/1.json", PathKind::TimerRequest),
            ("baselines/2026-12-01-first.json", PathKind::Baseline),
            ("baselines/.json", PathKind::Other),
            ("baselines/a/b.json", PathKind::Other),
            ("baselines/first.toml", PathKind::Other),
            ("activity/2026-11/me.jsonl", PathKind::Activity),
            ("", PathKind::Other),
        ] {
            assert_eq!(classify(path), kind, "{path}");
        }
    }

    #[test]
    fn is_content_excludes_hidden_and_temporary_files() {
        for path in ["config.toml", "tasks/t1-x/_task.todo.json", "trashed/x", ".gitignore", "local", "local/historian"]
        {
            assert!(is_content(path), "{path}");
        }
        for path in [
            "",
            ".lock",
            "tasks/._task.todo.json.tmp.1.2",
            "trash",
            "trash/t1",
            "a//b",
            "a.tmp.1",
            "tasks/.git/x",
            "tasks/.gitignore",
            "local/history",
            "local/history/1-agent.json",
        ] {
            assert!(!is_content(path), "{path}");
        }
    }

    #[test]
    fn parse_task_folder_returns_every_interpretation() {
        let readings = |name: &str| -> Vec<(String, Option<Status>, String)> {
            parse_task_folder(name).into_iter().map(|name| (name.id, name.status, name.slug)).collect()
        };
        let plain = |id: &str, slug: &str| (id.to_owned(), None, slug.to_owned());
        assert_eq!(readings("t1"), [plain("t1", "")]);
        assert_eq!(readings("feat-x"), [plain("feat", "x"), plain("feat-x", "")]);
        let toml = readings("a-todo--b-done--c");
        assert_eq!(toml.first(), Some(&("a".to_owned(), Some(Status::Todo), "b-done--c".to_owned())));
        assert!(readings("").is_empty());
        for (name, id, layout, fits) in [
            ("t1-x", "t1", Layout::Json, true),
            ("t1", "t1", Layout::Json, true),
            ("t10-x", "t1", Layout::Json, false),
            ("feat-login-x", "feat-login", Layout::Json, true),
            ("01-todo--x", "01", Layout::Toml, true),
            ("01-x", "01", Layout::Toml, false),
            ("01.1-todo--x", "01", Layout::Toml, false),
        ] {
            assert_eq!(folder_matches_id(name, id, layout), fits, "{name} {id}");
        }
    }

    #[test]
    fn task_folder_name_truncates_between_characters() {
        for layout in [Layout::Json, Layout::Toml] {
            let name = task_folder_name(layout, "t1", Status::Todo, &"潮".repeat(100));
            assert!(name.len() <= 200 && name.len() > 195, "{}", name.len());
        }
        assert_eq!(task_folder_name(Layout::Json, "t1", Status::Todo, ""), "t1-task");
        assert_eq!(task_folder_name(Layout::Toml, "01", Status::Review, "x"), "01-review--x");
    }
}
