//! To whom a `.handoff` folder belongs: the one test whether a folder is a project.
//!
//! Other programs have folders of that name, too. A project has a configuration with its name, a task, or
//! no files of other programs beside an empty task tree or a configuration with a key of ours.

use handoff_format::{PathKind, classify, parse_task_folder};
use handoff_protocol::Layout;

use crate::ground::tree::{name, within};
use crate::model::ROOT;
use crate::model::config::{CONFIG, ConfigFile, ConfigOwner};

/// To whom a `.handoff` folder belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ownership {
    /// It has no project, but nothing of another program either.
    Nobody,
    /// It is a project.
    Project,
    /// It has only files of another program.
    OtherProgram,
}

/// The files and folders of a project, and of the user's store: without a configuration and tasks they
/// make no project, but they do not belong to another program either.
const NAMES: [&str; 27] = [
    ROOT,
    "sessions",
    "memory",
    "docs",
    "packages",
    "referrals",
    "timer",
    "baselines",
    "activity",
    "handover",
    "handover.toml",
    "views.toml",
    "local",
    "trash",
    "PAUSE",
    // The database of the other `handoff` command, which is in `~/.handoff` as well.
    "handoff.db",
    // Those of `handoff-mcp`.
    "version",
    "events.jsonl",
    "time_log.jsonl",
    "agents",
    "brainstorm",
    "metrics_snapshots",
    "runs",
    "trace",
    "reports",
    "templates",
    "exports",
];

/// Returns to whom a `.handoff` folder belongs, by the content of its `config.toml` and the paths of its
/// files and folders. Those in the task tree decide down to the files of top-level tasks.
pub(crate) fn of_files<P: AsRef<str>>(config: Option<&[u8]>, paths: impl Iterator<Item = P>) -> Ownership {
    of_parts(config.map(|bytes| ConfigFile::read(bytes).owner()), paths)
}

/// Returns to whom a folder belongs; `config` is `None` without a configuration.
pub(crate) fn of_parts<P: AsRef<str>>(config: Option<ConfigOwner>, paths: impl Iterator<Item = P>) -> Ownership {
    if config == Some(ConfigOwner::Project) {
        return Ownership::Project;
    }
    let mut is_foreign = config == Some(ConfigOwner::OtherProgram);
    let mut has_root = config == Some(ConfigOwner::Unknown);
    for path in paths {
        let path = path.as_ref();
        if is_task(path) {
            return Ownership::Project;
        }
        let is_hidden = name(path).starts_with('.');
        has_root |= path == ROOT;
        let is_in_root = path != ROOT && within(path, ROOT);
        let is_unknown = !path.contains('/') && path != CONFIG && !NAMES.contains(&path);
        is_foreign |= !is_hidden && (is_in_root || is_unknown);
    }
    match (is_foreign, has_root) {
        (true, _) => Ownership::OtherProgram,
        (false, true) => Ownership::Project,
        (false, false) => Ownership::Nobody,
    }
}

/// Returns whether a path is that of a task's file, or of a task's folder with a status.
fn is_task(path: &str) -> bool {
    match classify(path) {
        PathKind::TaskFile { layout, status } => layout == Layout::Json || status.is_some(),
        _ => within(path, ROOT) && parse_task_folder(name(path)).iter().any(|name| name.layout == Layout::Toml),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_of_another_program_is_no_project() {
        use Ownership::{Nobody, OtherProgram, Project};
        for (config, paths, owner) in [
            (None, &[][..], Nobody),
            (None, &[".gitignore", ".DS_Store", "PAUSE", "packages", "packages/a.md", "sessions"], Nobody),
            (Some(""), &["config.toml"], Project),
            (Some("<<<<<<< ours"), &["config.toml"], Project),
            (Some("[project]\nname = \"A\""), &["config.toml", "README.md", "todos.json"], Project),
            (Some("[milestones.v1]"), &["config.toml", "sessions"], Project),
            (Some("[project]\nid = \"x\"\nteam = \"core\""), &["config.toml", "README.md"], OtherProgram),
            (Some("[settings]\ntheme = \"dark\""), &["config.toml", "inbox", "inbox/1.json"], OtherProgram),
            (Some("labels = [\"a\"]"), &["config.toml", "notes.md", "tasks"], OtherProgram),
            (Some("[settings]"), &["config.toml", "notes.md", "tasks", "tasks/t1-a/_task.todo.json"], Project),
            (None, &["tasks"], Project),
            (None, &["tasks", "tasks/.gitkeep"], Project),
            (None, &["README.md", "tasks", "tasks/t1-a", "tasks/t1-a/_task.todo.json"], Project),
            (Some("schema_version = 2"), &["config.toml", "tasks", "tasks/01-todo--a"], Project),
            // Real ones.
            (Some("schema_version = 2\n[hosts.one]\nbackend = \"x\""), &["config.toml"], OtherProgram),
            (None, &["README.md", "context", "tasks", "tasks/CARD-0063.task.json"], OtherProgram),
            (None, &["todos.json", ".gitignore"], OtherProgram),
            (None, &["README.md"], OtherProgram),
            (None, &["tasks", "tasks/one", "tasks/one/task.toml"], OtherProgram),
            (None, &["tasks", "tasks/todo", "tasks/todo/write.md"], OtherProgram),
        ] {
            assert_eq!(of_files(config.map(str::as_bytes), paths.iter()), owner, "{config:?} {paths:?}");
        }
    }
}
