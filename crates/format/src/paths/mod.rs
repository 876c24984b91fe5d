//! Classifies paths below `.handoff/` and names task folders, in both layouts.
//!
//! Invariant: paths are relative to `.handoff/`, use `/`, and never lead out of it.

use handoff_protocol::{Layout, SessionStatus, Status};

use crate::Container;
use crate::handover::{ARCHIVED, ArchiveName, NotesName};

/// The maximum length of a task folder's name. File systems allow 255 bytes, of which temporary
/// names need some.
const MAX_FOLDER_BYTES: usize = 200;
/// The folder of archived notes, the only one with a hidden name that is content.
const ARCHIVED_NOTES: &str = "handover/layer1/.archived";
/// The log of events of `handoff-mcp`.
pub const PEER_EVENTS: &str = "events.jsonl";
/// The log of working hours of `handoff-mcp`.
pub const PEER_TIME_LOG: &str = "time_log.jsonl";
/// The folders of `handoff-mcp` that no other program needs.
const PEER_FOLDERS: [&str; 7] = ["brainstorm", "exports", "metrics_snapshots", "reports", "runs", "templates", "trace"];
/// The part of a name that marks temporary files.
pub(crate) const TEMPORARY: &str = ".tmp.";

/// The kind of a file below `.handoff/`, derived from its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// `config.toml`.
    Config,
    /// `views.toml`.
    Views,
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
    /// A package.
    Package,
    /// The running timers.
    TimerState,
    /// The program that runs the timers.
    TimerAuthority,
    /// A pending timer command.
    TimerRequest,
    /// A named baseline.
    Baseline,
    /// A change of the plan that waits for an answer, or was answered.
    Proposal,
    /// The claim of a task.
    Claim,
    /// What an agent needs from a person.
    AgentNeed,
    /// The tokens that a conversation has used.
    Usage,
    /// An activity log.
    Activity,
    /// Dated notes of a handover, also archived ones.
    HandoverNotes(NotesName),
    /// The current state that a handover has written.
    HandoverState,
    /// The archived notes of a month.
    HandoverArchive(ArchiveName),
    /// A file that belongs to another program or to the shells, such as the one that pauses writes, and the
    /// declaration of handovers.
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
        ["views.toml"] => PathKind::Views,
        ["sessions", file] => session(file),
        ["referrals", file] => referral(file),
        ["memory", file] if has_name(file, ".json") => PathKind::Memory,
        ["docs", file] if file.starts_with("_doc.") && has_name(file, ".md") => PathKind::Document,
        ["packages", file] if has_name(file, ".md") => PathKind::Package,
        ["timer", "state.json"] => PathKind::TimerState,
        ["timer", "authority.json"] => PathKind::TimerAuthority,
        ["timer", "requests", file] if has_name(file, ".json") => PathKind::TimerRequest,
        ["baselines", file] if has_name(file, ".json") => PathKind::Baseline,
        ["proposals", file] if has_name(file, ".json") => PathKind::Proposal,
        ["local", "claims", file] if has_name(file, ".json") => PathKind::Claim,
        ["local", "claims", "needs", file] if has_name(file, ".json") => PathKind::AgentNeed,
        ["usage", file] if has_name(file, ".json") => PathKind::Usage,
        ["activity", _, file] if has_name(file, ".jsonl") => PathKind::Activity,
        ["handover", rest @ ..] => handover(rest),
        [".gitignore" | "PAUSE" | "handover.toml" | "version" | PEER_EVENTS | PEER_TIME_LOG]
        | ["memory" | "docs", "injected", _]
        | ["agents", _] => PathKind::Sidecar,
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

fn handover(parts: &[&str]) -> PathKind {
    let kind = match parts {
        ["layer1", month, file] | ["layer1", ARCHIVED, month, file] => {
            NotesName::parse(file).filter(|name| name.month() == *month).map(PathKind::HandoverNotes)
        }
        ["layer2", "current-state.md"] => Some(PathKind::HandoverState),
        ["layer3", file] => ArchiveName::parse(file).map(PathKind::HandoverArchive),
        _ => None,
    };
    kind.unwrap_or(PathKind::Sidecar)
}

/// Returns whether shells read the file at this path. Hidden files, temporary files and the trash
/// are not content; `.gitignore` is, since lines are added to it, and so are archived notes. Of the files that matter on this
/// machine only, the claims and what agents need are. Files that `handoff-mcp` alone uses are not.
pub fn is_content(path: &str) -> bool {
    if path == ".gitignore" {
        return true;
    }
    let shown = match path.strip_prefix(ARCHIVED_NOTES) {
        Some("") => return true,
        Some(rest) => rest.strip_prefix('/').unwrap_or(path),
        None => path,
    };
    !is_in_trash(path)
        && !is_private_to_shells(path)
        && !is_private_to_peer(path)
        && shown.split('/').all(|part| !part.is_empty() && !part.starts_with('.') && !part.contains(TEMPORARY))
}

/// Returns whether a path is one that shells alone use: all of `local/` but the claims and what agents need.
fn is_private_to_shells(path: &str) -> bool {
    let Some(below) = path.strip_prefix("local/") else { return false };
    let parts: Vec<&str> = below.split('/').collect();
    !matches!(parts.as_slice(), ["claims"] | ["claims", _] | ["claims", "needs", _])
}

/// Returns whether only `handoff-mcp` uses a path: its records, and what it derives from documents.
fn is_private_to_peer(path: &str) -> bool {
    let (folder, below) = path.split_once('/').unwrap_or((path, ""));
    let is_derived = || folder == "docs" && below.starts_with('_') && !below.starts_with("_doc.");
    PEER_FOLDERS.contains(&folder) || is_derived()
}

/// Returns whether a path is that of a log of `handoff-mcp`, to which several programs append.
pub fn is_peer_log(path: &str) -> bool {
    matches!(path, PEER_EVENTS | PEER_TIME_LOG)
}

/// Returns whether a path is the folder of the packages or inside it. Shells read it on demand, because
/// most calls need no package.
pub fn is_in_packages(path: &str) -> bool {
    path == "packages" || path.starts_with("packages/")
}

/// Returns whether a path is the trash folder or inside it.
pub fn is_in_trash(path: &str) -> bool {
    path == "trash" || path.starts_with("trash/")
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
mod tests;
